// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Archive.h"
#include "kiln/Support/JSON.h"
#include "llvm/ADT/STLExtras.h"

using namespace kiln;
using namespace kiln::pt2;
using llvm::StringRef;

llvm::Error pt2::makeImportError(StringRef file, StringRef entry,
                                 const llvm::Twine &message) {
  return llvm::createStringError(file + ": " + entry +
                                 (entry.empty() ? "" : ": ") + message);
}

llvm::Error pt2::makeImportError(const rt::Error &error) {
  return llvm::createStringError(error.message);
}

llvm::Expected<Archive> Archive::open(StringRef path) {
  rt::Expected<rt::ZipReader> zip = rt::ZipReader::openFile(path.str());
  if (!zip.ok())
    return makeImportError(zip.error());
  Archive archive(*std::move(zip));
  if (llvm::Error error = archive.findModels())
    return error;
  return archive;
}

llvm::Error Archive::findModels() {
  const std::vector<rt::ZipEntry> &entries = zip.entries();
  if (entries.empty())
    return makeImportError(getPath(), "", "the archive is empty");
  if (zip.find("serialized_exported_program.json"))
    return makeImportError(getPath(), "serialized_exported_program.json",
                           "the container of torch 2.7 and older is not "
                           "supported; save the program again with torch 2.9 "
                           "or later");
  root = StringRef(entries.front().name).split('/').first.str() + "/";
  if (zip.find(root + "constants.pkl"))
    return makeImportError(getPath(), root + "constants.pkl",
                           "this is a TorchScript archive, not an exported "
                           "program");
  for (const rt::ZipEntry &entry : entries) {
    StringRef name = entry.name;
    if (!name.consume_front(root))
      return makeImportError(getPath(), entry.name,
                             "lies outside of the root folder " + root);
    if (name.consume_front("models/") && name.consume_back(".json"))
      models.push_back(name.str());
  }
  if (!models.empty())
    return llvm::Error::success();
  bool aoti = llvm::any_of(entries, [&](const rt::ZipEntry &entry) {
    return StringRef(entry.name).starts_with(root + "data/aotinductor/");
  });
  return makeImportError(
      getPath(), "",
      aoti ? "this is an AOTInductor package; it holds compiled code, not an "
             "exported program"
           : "not an exported program: no models/*.json");
}

llvm::Expected<llvm::json::Value> Archive::readJSON(StringRef name) const {
  std::string record = getRecordName(name);
  rt::Expected<const rt::ZipEntry *> entry = zip.require(record);
  if (!entry.ok())
    return makeImportError(entry.error());
  rt::Expected<std::vector<uint8_t>> bytes = zip.read(**entry);
  if (!bytes.ok())
    return makeImportError(bytes.error());
  llvm::Expected<llvm::json::Value> value = parseJSON(
      StringRef(reinterpret_cast<const char *>(bytes->data()), bytes->size()));
  if (!value)
    return makeImportError(getPath(), record,
                           "not JSON: " + llvm::toString(value.takeError()));
  return value;
}

std::optional<uint64_t> Archive::getSize(StringRef name) const {
  const rt::ZipEntry *entry = zip.find(getRecordName(name));
  return entry ? std::optional<uint64_t>(entry->bytes) : std::nullopt;
}

llvm::Expected<StringRef> Archive::getBytes(StringRef name) const {
  rt::Expected<const rt::ZipEntry *> entry = zip.require(getRecordName(name));
  if (!entry.ok())
    return makeImportError(entry.error());
  rt::Expected<rt::ByteSpan> bytes = zip.bytesInPlace(**entry);
  if (!bytes.ok())
    return makeImportError(bytes.error());
  return StringRef(reinterpret_cast<const char *>(bytes->data), bytes->size);
}
