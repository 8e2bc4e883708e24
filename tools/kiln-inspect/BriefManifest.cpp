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

/// All bytes of records, which are numbers alone, as objects with both.
static void expandStorages(Object &manifest) {
  const Array *records = manifest.getArray("records");
  if (Array *storages = manifest.getArray("storages"))
    for (llvm::json::Value &item : *storages)
      if (item.getAsInteger())
        item = Object{{"record", item}};
  forEachObject(manifest, "storages", [&](Object &storage) {
    if (const Object *record = lookUp(storage, "record", records)) {
      copyMissing(*record, "bytes", storage);
      storage["record"] = record->getString("name").value_or("").str();
    }
  });
}

static void setMissing(StringRef key, llvm::json::Value value, Object &to) {
  if (!to.get(key))
    to[key] = std::move(value);
}

static void expandState(Object &program) {
  int64_t next = 0; // the storage behind that of the entry before
  forEachObject(program, "state", [&](Object &entry) {
    setMissing("kind", "parameter", entry);
    setMissing("storage", next, entry);
    setMissing("dtype", "f32", entry);
    next = entry.getInteger("storage").value_or(next) + 1;
  });
}

static void expandKernel(Object &kernel) {
  StringRef name = kernel.getString("name").value_or("");
  setMissing("sizes", 0, kernel);
  if (Object *code = kernel.getObject("code"))
    for (auto &target : *code)
      if (Object *own = target.second.getAsObject())
        setMissing("symbol", name.str(), *own);
}

std::string kiln::findDetails(const Object &manifest) {
  const Object *details = manifest.getObject("details");
  const Object *record =
      details ? lookUp(*details, "record", manifest.getArray("records"))
              : nullptr;
  return record ? record->getString("name").value_or("").str() : "";
}

/// Schedules stand with the code that they are of.
static void addKernelDetails(const Object &details, Object &kernel) {
  for (StringRef key : {"flops", "products", "bytes", "origins", "digest"})
    copyMissing(details, key, kernel);
  const Object *schedules = details.getObject("schedules");
  Object *code = kernel.getObject("code");
  if (schedules && code)
    for (auto &target : *code)
      if (Object *own = target.second.getAsObject())
        if (const llvm::json::Value *schedule = schedules->get(target.first))
          (*own)["schedule"] = *schedule;
}

void kiln::addDetails(const Object &details, Object &manifest) {
  manifest.erase("details");
  copyMissing(details, "origins", manifest);
  const Array *all = details.getArray("kernels");
  size_t number = 0;
  forEachObject(manifest, "kernels", [&](Object &kernel) {
    if (all && number < all->size())
      if (const Object *own = (*all)[number].getAsObject())
        addKernelDetails(*own, kernel);
    ++number;
  });
}

void kiln::expandManifest(Object &manifest) {
  forEachObject(manifest, "records", [](Object &record) {
    StringRef name = record.getString("name").value_or("");
    if (!record.get("sha256") && name.consume_front("weights/"))
      record["sha256"] = name.str();
  });
  expandStorages(manifest);
  forEachObject(manifest, "programs", expandState);
  forEachObject(manifest, "kernels", expandKernel);
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
