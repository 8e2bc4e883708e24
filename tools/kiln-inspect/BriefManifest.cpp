// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BriefManifest.h"

using namespace kiln;
using llvm::StringRef;
using llvm::json::Array;
using llvm::json::Object;

/// Calls fn(object) for each object of the list `key`.
template <typename Fn>
static void forEachObject(Object &manifest, StringRef key, Fn fn) {
  if (Array *items = manifest.getArray(key))
    for (llvm::json::Value &item : *items)
      if (Object *object = item.getAsObject())
        fn(*object);
}

/// The object that the number `key` of `from` is in the list `items`.
static const Object *lookUp(const Object &from, StringRef key,
                            const Array *items) {
  std::optional<int64_t> number = from.getInteger(key);
  if (!items || !number || *number < 0 ||
      *number >= static_cast<int64_t>(items->size()))
    return nullptr;
  return (*items)[*number].getAsObject();
}

/// Copies what `to` does not say itself.
static void copyMissing(const Object &from, StringRef key, Object &to) {
  if (const llvm::json::Value *value = from.get(key))
    if (!to.get(key))
      to[key] = *value;
}

void kiln::expandManifest(Object &manifest) {
  forEachObject(manifest, "records", [](Object &record) {
    StringRef name = record.getString("name").value_or("");
    if (!record.get("sha256") && name.consume_front("weights/"))
      record["sha256"] = name.str();
  });
  const Array *records = manifest.getArray("records");
  forEachObject(manifest, "storages", [&](Object &storage) {
    if (const Object *record = lookUp(storage, "record", records)) {
      copyMissing(*record, "bytes", storage);
      storage["record"] = record->getString("name").value_or("").str();
    }
  });
  const Array *origins = manifest.getArray("origins");
  forEachObject(manifest, "origins", [&](Object &origin) {
    const Object *same = lookUp(origin, "line_of", origins);
    if (!same || same == &origin)
      return;
    for (StringRef key : {"file", "line", "text"})
      copyMissing(*same, key, origin);
    origin.erase("line_of");
  });
}
