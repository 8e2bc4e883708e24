// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ScheduleRecords.h"
#include "kiln/Support/InputFile.h"
#include "kiln/Support/JSON.h"

using namespace mlir;
using namespace kiln;
namespace json = llvm::json;

static bool readSizes(const json::Value &value, SmallVector<int64_t> &sizes,
                      json::Path path) {
  std::vector<int64_t> read;
  if (!json::fromJSON(value, read, path))
    return false;
  sizes.assign(read.begin(), read.end());
  return true;
}

static bool readRecord(const json::Value &value, ScheduleRecords &records,
                       json::Path path) {
  json::ObjectMapper map(value, path);
  std::string kernel, target;
  Schedule schedule;
  if (!map || !map.map("kernel", kernel) || !map.map("target", target) ||
      !map.map("emitter", schedule.emitter) ||
      !map.mapOptional("depth", schedule.depth))
    return false;
  const json::Object &object = *value.getAsObject();
  if (const json::Value *tile = object.get("tile"))
    if (!readSizes(*tile, schedule.tile, path.field("tile")))
      return false;
  if (const json::Value *block = object.get("block"))
    if (!readSizes(*block, schedule.block, path.field("block")))
      return false;
  if (records.try_emplace({kernel, target}, schedule).second)
    return true;
  path.report("the kernel is there twice for the target");
  return false;
}

llvm::Expected<ScheduleRecords> kiln::readScheduleRecords(StringRef path) {
  auto buffer = readInputFile(path);
  if (!buffer)
    return buffer.takeError();
  auto refuse = [&](llvm::Error error) {
    return llvm::createStringError(path + ": " +
                                   llvm::toString(std::move(error)));
  };
  llvm::Expected<json::Value> value = parseJSON((*buffer)->getBuffer());
  if (!value)
    return refuse(value.takeError());
  json::Path::Root root("schedules");
  const json::Object *object = value->getAsObject();
  const json::Array *list = object ? object->getArray("schedules") : nullptr;
  if (!list)
    return llvm::createStringError(path + ": there is no list \"schedules\"");
  ScheduleRecords records;
  for (auto [index, item] : llvm::enumerate(*list))
    if (!readRecord(item, records, json::Path(root).index(index)))
      return refuse(root.getError());
  return records;
}
