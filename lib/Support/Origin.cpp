// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The line of a stack trace that a user recognizes as their own. The order of
// preference matters: models often live in a library, and the innermost frame
// is nearly always PyTorch's.
#include "kiln/Support/Origin.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace kiln;

/// Is it code of PyTorch, or that it generates?
static bool isPyTorchFrame(const Frame &frame) {
  constexpr StringLiteral kParts[] = {
      "/torch/nn/",          "/torch/fx/",    "/torch/_",
      "/torch/ops/",         "/torch/utils/", "/torch/library.py",
      "/torch/functional.py"};
  StringRef file = frame.file;
  return file.starts_with("torch/") || file.starts_with("<") ||
         llvm::any_of(kParts,
                      [&](StringRef part) { return file.contains(part); });
}

/// Code that is not the user's own: libraries as they are installed, or with
/// paths that begin at the library, and Python's own.
static bool isLibraryFrame(const Frame &frame) {
  constexpr StringLiteral kParts[] = {"/site-packages/", "/dist-packages/",
                                      "/lib/python3"};
  constexpr StringLiteral kLibraries[] = {"torchvision/", "torchaudio/",
                                          "torchao/", "transformers/"};
  StringRef file = frame.file;
  return isPyTorchFrame(frame) ||
         llvm::any_of(kParts,
                      [&](StringRef part) { return file.contains(part); }) ||
         llvm::any_of(kLibraries,
                      [&](StringRef name) { return file.starts_with(name); });
}

/// The line to show: the innermost of the user's; where a library has the
/// whole model, the innermost outside of PyTorch.
static const Frame *findShownFrame(ArrayRef<Frame> frames) {
  for (auto isOther : {isLibraryFrame, isPyTorchFrame})
    for (const Frame &frame : llvm::reverse(frames))
      if (!isOther(frame))
        return &frame;
  return nullptr;
}

std::string Origin::str() const {
  std::string result;
  if (!file.empty())
    result = (file + ":" + Twine(line)).str();
  if (!op.empty())
    result += (result.empty() ? "" : ": ") + op.str();
  return result;
}

Location kiln::makeOriginLoc(MLIRContext *context, StringRef op, StringRef node,
                             StringRef module, ArrayRef<Frame> frames) {
  auto toLoc = [&](const Frame &f) -> Location {
    return FileLineColLoc::get(context, f.file, f.line, 0);
  };
  SmallVector<Location> locs;
  StringRef text;
  if (const Frame *shown = findShownFrame(frames)) {
    text = shown->text;
    locs.push_back(toLoc(*shown));
  }
  for (const Frame &frame : llvm::reverse(frames))
    locs.push_back(toLoc(frame));
  if (locs.empty())
    locs.push_back(UnknownLoc::get(context));

  Builder builder(context);
  SmallVector<NamedAttribute> metadata;
  auto add = [&](StringRef key, StringRef value) {
    if (!value.empty())
      metadata.push_back(
          builder.getNamedAttr(key, builder.getStringAttr(value)));
  };
  add("op", op);
  add("node", node);
  add("module", module);
  add("text", text);
  // This overload drops repeated frames, as the parser does.
  return FusedLoc::get(locs, builder.getDictionaryAttr(metadata), context);
}

static Origin readOrigin(FusedLoc loc, DictionaryAttr metadata) {
  Origin origin;
  auto text = [&](StringRef key) {
    auto value = metadata.getAs<StringAttr>(key);
    return value ? value.getValue() : StringRef();
  };
  origin.op = text("op");
  origin.node = text("node");
  origin.module = text("module");
  origin.text = text("text");
  if (auto file = dyn_cast<FileLineColLoc>(loc.getLocations().front())) {
    origin.file = file.getFilename().getValue();
    origin.line = file.getLine();
  }
  return origin;
}

static void collect(Location loc, llvm::SetVector<Location> &found) {
  if (auto fused = dyn_cast<FusedLoc>(loc)) {
    auto metadata = dyn_cast_or_null<DictionaryAttr>(fused.getMetadata());
    if (metadata && metadata.contains("op")) {
      found.insert(loc);
      return;
    }
    for (Location part : fused.getLocations())
      collect(part, found);
  } else if (auto name = dyn_cast<NameLoc>(loc)) {
    collect(name.getChildLoc(), found);
  } else if (auto call = dyn_cast<CallSiteLoc>(loc)) {
    collect(call.getCallee(), found);
  }
}

SmallVector<Origin> kiln::getOrigins(Location loc) {
  llvm::SetVector<Location> found;
  collect(loc, found);
  SmallVector<Origin> origins;
  for (Location each : found) {
    auto fused = cast<FusedLoc>(each);
    origins.push_back(
        readOrigin(fused, cast<DictionaryAttr>(fused.getMetadata())));
  }
  return origins;
}

Origin kiln::getOrigin(Location loc) {
  SmallVector<Origin> origins = getOrigins(loc);
  if (!origins.empty())
    return origins.front();
  Origin origin;
  // Line 0 is a file as a whole: the archive, whose name is nobody's line.
  if (auto file = loc->findInstanceOf<FileLineColLoc>();
      file && file.getLine() > 0) {
    origin.file = file.getFilename().getValue();
    origin.line = file.getLine();
  }
  return origin;
}

LogicalResult kiln::refuse(Operation *op, const llvm::Twine &reason,
                           StringRef hint) {
  InFlightDiagnostic diagnostic = op->emitOpError(reason);
  Origin origin = getOrigin(op->getLoc());
  if (!origin.op.empty())
    diagnostic << " (" << origin.str() << ")";
  if (!hint.empty())
    diagnostic.attachNote() << hint;
  return failure();
}
