// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Reproducer.h"
#include "kiln-rt/archive/Sha256.h"
#include "kiln-rt/archive/ZipReader.h"
#include "kiln-rt/archive/ZipWriter.h"
#include "kiln-rt/kiln.h"
#include "kiln/Support/Version.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

using namespace kiln;
using namespace kiln::interpret;
using llvm::json::Array;
using llvm::json::Object;

/// The member of a list whose "name" this is, or null. The runtime has loaded
/// the package: every required entry is there.
static const Object *findNamed(const Object &manifest, llvm::StringRef list,
                               llvm::StringRef name) {
  for (const llvm::json::Value &item : *manifest.getArray(list))
    if (item.getAsObject()->getString("name") == name)
      return item.getAsObject();
  return nullptr;
}

/// An input or output: a row of elements.
static Object describe(const char *kind, const std::string &name,
                       const rt::NpyArray &content) {
  return Object{{"name", name},
                {"kind", kind},
                {"dtype", kiln_dtype_name(content.dtype())},
                {"sizes", Array(content.sizes())}};
}

static Object makeProgram(const KernelCall &call) {
  Array inputs, outputs, slots;
  size_t numInputs = llvm::count(call.written, false);
  for (auto [written, content] : llvm::zip(call.written, call.contents)) {
    Array &list = written ? outputs : inputs;
    slots.push_back(
        static_cast<int64_t>(list.size() + (written ? numInputs : 0)));
    std::string name = (written ? "out" : "in") + std::to_string(list.size());
    list.push_back(
        describe(written ? "user_output" : "user_input", name, content));
  }
  Object dispatch{{"op", "dispatch"},
                  {"kernel", 0},
                  {"slots", std::move(slots)},
                  {"sizes", Array(call.sizes)},
                  {"domain", call.domain}};
  return Object{{"name", "kernel"},
                {"inputs", std::move(inputs)},
                {"outputs", std::move(outputs)},
                {"entries", Object{{"run", Array{std::move(dispatch),
                                                 Object{{"op", "return"}}}}}}};
}

static rt::Expected<llvm::json::Value>
readManifest(const rt::ZipReader &archive, StringRef record) {
  KILN_RT_ASSIGN(rt::ByteSpan text,
                 archive.bytesInPlace(*archive.find(record.str())));
  llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(text.text());
  if (!parsed)
    return rt::makeError(rt::Code::DataLoss, archive.name(), ": ", record.str(),
                         ": ", llvm::toString(parsed.takeError()));
  return std::move(*parsed);
}

/// The manifest of the variant that has `target`, of a package that loads.
static rt::Expected<llvm::json::Value> readVariant(const rt::ZipReader &archive,
                                                   const std::string &target) {
  KILN_RT_ASSIGN(llvm::json::Value manifest,
                 readManifest(archive, "manifest.json"));
  const Array *variants = manifest.getAsObject()->getArray("variants");
  if (!variants)
    return manifest;
  auto variant = llvm::find_if(*variants, [&](const llvm::json::Value &other) {
    return llvm::is_contained(*other.getAsObject()->getArray("targets"),
                              llvm::json::Value(target));
  });
  return readManifest(archive, *variant->getAsObject()->getString("record"));
}

rt::Expected<SmallVector<std::string>>
interpret::readTargets(const std::string &package) {
  KILN_RT_ASSIGN(rt::ZipReader archive, rt::ZipReader::openFile(package));
  KILN_RT_ASSIGN(llvm::json::Value parsed,
                 readManifest(archive, "manifest.json"));
  const Object &manifest = *parsed.getAsObject();
  SmallVector<std::string> names;
  if (const Array *variants = manifest.getArray("variants")) {
    for (const llvm::json::Value &variant : *variants)
      for (const llvm::json::Value &name :
           *variant.getAsObject()->getArray("targets"))
        names.push_back(name.getAsString()->str());
    return std::move(names);
  }
  for (const llvm::json::Value &target : *manifest.getArray("targets"))
    names.push_back(target.getAsObject()->getString("name")->str());
  return std::move(names);
}

/// What the record of details says of the kernel that is at `kernel` in the
/// manifest.
static rt::Expected<Object> readDetails(const rt::ZipReader &archive,
                                        const Object &manifest,
                                        const Object *kernel) {
  int64_t record = *manifest.getObject("details")->getInteger("record");
  KILN_RT_ASSIGN(llvm::json::Value details,
                 readManifest(archive, *(*manifest.getArray("records"))[record]
                                            .getAsObject()
                                            ->getString("name")));
  for (auto [own, detail] :
       llvm::zip(*manifest.getArray("kernels"),
                 *details.getAsObject()->getArray("kernels")))
    if (own.getAsObject() == kernel)
      return Object(*detail.getAsObject());
  return Object();
}

rt::Expected<std::string> interpret::readSchedule(const std::string &package,
                                                  const std::string &target,
                                                  const std::string &name) {
  KILN_RT_ASSIGN(rt::ZipReader archive, rt::ZipReader::openFile(package));
  KILN_RT_ASSIGN(llvm::json::Value parsed, readVariant(archive, target));
  const Object &manifest = *parsed.getAsObject();
  const Object *kernel = findNamed(manifest, "kernels", name);
  const Object *schedule =
      kernel->getObject("code")->getObject(target)->getObject("schedule");
  Object details;
  if (manifest.get("details")) {
    KILN_RT_ASSIGN(details, readDetails(archive, manifest, kernel));
    const Object *schedules = details.getObject("schedules");
    schedule = schedules ? schedules->getObject(target) : nullptr;
  }
  if (!schedule)
    return std::string();
  std::string text = schedule->getString("emitter")->str();
  llvm::raw_string_ostream os(text);
  for (llvm::StringRef key : {"tile", "block", "depth"})
    if (const llvm::json::Value *value = schedule->get(key))
      os << ", " << key << " = " << *value;
  return text;
}

static rt::Status writePackage(const std::string &package,
                               const std::string &target,
                               const KernelCall &call,
                               const std::string &path) {
  KILN_RT_ASSIGN(rt::ZipReader archive, rt::ZipReader::openFile(package));
  KILN_RT_ASSIGN(llvm::json::Value parsed, readVariant(archive, target));
  const Object &manifest = *parsed.getAsObject();
  const Object *kernel = findNamed(manifest, "kernels", call.kernel);
  const Object *code = findNamed(manifest, "targets", target);
  Object alone(*kernel);
  alone.erase("origins");
  std::string record = code->getString("record")->str();
  Object made{
      {"kiln",
       Object{{"format", 1}, {"writer", getVersion()}, {"requires", Array()}}},
      {"targets", Array{Object(*code)}},
      {"storages", Array()},
      {"programs", Array{makeProgram(call)}},
      {"kernels", Array{std::move(alone)}},
      {"origins", Array()},
      {"records", Array{Object(*findNamed(manifest, "records", record))}}};
  std::string manifestText =
      llvm::formatv("{0}", llvm::json::Value(std::move(made))).str();
  KILN_RT_ASSIGN(rt::ByteSpan object,
                 archive.bytesInPlace(*archive.find(record)));
  KILN_RT_ASSIGN(rt::ZipWriter writer, rt::ZipWriter::createFile(path));
  KILN_RT_TRY(writer.add("manifest.json", rt::ByteSpan(manifestText)));
  KILN_RT_TRY(writer.add(record, object));
  return writer.finish();
}

rt::Status interpret::writeReproducer(const std::string &package,
                                      const std::string &target,
                                      const KernelCall &call,
                                      const std::string &folder) {
  if (std::error_code error = llvm::sys::fs::create_directories(folder))
    return rt::makeError(rt::Code::Internal, folder,
                         ": cannot make the folder: ", error.message());
  rt::NpzArrays inputs, outputs;
  for (auto [written, content] : llvm::zip(call.written, call.contents)) {
    rt::NpzArrays &arrays = written ? outputs : inputs;
    rt::NpyArray copy(content.dtype(), content.sizes());
    if (copy.bytes() > 0)
      std::memcpy(copy.data(), content.data(), copy.bytes());
    std::string name =
        (written ? "call0.out" : "call0.in") + std::to_string(arrays.size());
    arrays.emplace(std::move(name), std::move(copy));
  }
  KILN_RT_TRY(writePackage(package, target, call, folder + "/kernel.kiln"));
  KILN_RT_TRY(rt::writeNpz(folder + "/inputs.npz", inputs));
  return rt::writeNpz(folder + "/outputs.npz", outputs);
}
