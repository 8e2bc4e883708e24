// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Exec/Origin.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;

static void setText(std::string &field, DictionaryAttr metadata,
                    StringRef name) {
  if (auto text = metadata.getAs<StringAttr>(name))
    field = text.str();
}

/// Takes what the metadata of a fused location says.
static void readMetadata(Attribute metadata, Origin &origin) {
  auto dictionary = dyn_cast_or_null<DictionaryAttr>(metadata);
  if (!dictionary)
    return;
  setText(origin.op, dictionary, "op");
  setText(origin.module, dictionary, "module");
  setText(origin.text, dictionary, "text");
}

/// Fills file and line from the first file location of `location`: frames are
/// given innermost first.
static void readFrames(Location location, Origin &origin) {
  if (origin.line)
    return;
  if (auto file = dyn_cast<FileLineColLoc>(location)) {
    origin.file = file.getFilename().str();
    origin.line = file.getLine();
  } else if (auto name = dyn_cast<NameLoc>(location)) {
    readFrames(name.getChildLoc(), origin);
  } else if (auto call = dyn_cast<CallSiteLoc>(location)) {
    readFrames(call.getCallee(), origin);
    readFrames(call.getCaller(), origin);
  } else if (auto fused = dyn_cast<FusedLoc>(location)) {
    readMetadata(fused.getMetadata(), origin);
    for (Location inner : fused.getLocations())
      readFrames(inner, origin);
  }
}

static void addOrigin(Location location, Origin origin,
                      SmallVectorImpl<Origin> &origins) {
  readFrames(location, origin);
  bool isKnown = !origin.node.empty() || !origin.op.empty() || origin.line;
  if (isKnown && !llvm::is_contained(origins, origin))
    origins.push_back(std::move(origin));
}

static void collect(Location location, const Origin &outer,
                    SmallVectorImpl<Origin> &origins) {
  Origin origin = outer;
  if (auto name = dyn_cast<NameLoc>(location)) {
    origin.node = name.getName().str();
    return addOrigin(name.getChildLoc(), origin, origins);
  }
  auto fused = dyn_cast<FusedLoc>(location);
  if (!fused)
    return addOrigin(location, origin, origins);
  readMetadata(fused.getMetadata(), origin);
  for (Location inner : fused.getLocations())
    collect(inner, origin, origins);
}

SmallVector<Origin> exec::getOrigins(Location location) {
  SmallVector<Origin> origins;
  collect(location, {}, origins);
  return origins;
}

std::string exec::getOriginWord(const Origin &origin) {
  StringRef word = origin.node;
  if (!origin.op.empty()) {
    // "namespace.name.overload"
    word = StringRef(origin.op).split('.').second.split('.').first;
    if (word.empty())
      word = origin.op;
  } else {
    // The number that makes a node's name unique says nothing.
    word = word.rtrim("0123456789").rtrim('_');
  }
  std::string name;
  for (char c : word.trim('_'))
    name += llvm::isAlnum(c) || c == '_' ? c : '_';
  return name;
}
