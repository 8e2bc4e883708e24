// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the programs and weights of an archive. Releases before 2.8 laid
// records out otherwise; both layouts become record names here, so that no
// later reader knows of releases.
#include "Archive.h"
#include "llvm/ADT/STLExtras.h"

using namespace kiln;
using namespace kiln::pt2;
using llvm::StringRef;

static constexpr llvm::StringLiteral kLegacyProgram =
    "serialized_exported_program.json";

llvm::Error pt2::makeImportError(ImportError::Kind kind, StringRef file,
                                 StringRef entry, const llvm::Twine &reason,
                                 StringRef hint, StringRef source) {
  return llvm::make_error<ImportError>(kind, file.str(), entry.str(),
                                       reason.str(), hint.str(), source.str());
}

/// Errors of the archive code begin with the file, and many name the entry.
llvm::Error Archive::makeError(const rt::Error &error, StringRef entry) const {
  StringRef reason = error.message;
  reason.consume_front(getPath());
  reason.consume_front(": ");
  if (reason.consume_front(entry))
    reason.consume_front(": ");
  return makeImportError(error.code == rt::Code::ResourceExhausted
                             ? ImportError::Limits
                             : ImportError::Container,
                         getPath(), entry, reason);
}

llvm::Expected<Archive> Archive::open(StringRef path) {
  rt::Expected<rt::ZipReader> zip = rt::ZipReader::openFile(path.str());
  if (!zip.ok()) {
    StringRef reason = zip.error().message;
    reason.consume_front(path);
    reason.consume_front(": ");
    return makeImportError(zip.error().code == rt::Code::ResourceExhausted
                               ? ImportError::Limits
                               : ImportError::Container,
                           path, "", reason);
  }
  Archive archive(*std::move(zip));
  if (llvm::Error error = archive.findModels())
    return error;
  return archive;
}

llvm::Error Archive::findRoot() {
  const std::vector<rt::ZipEntry> &entries = records.outer().entries();
  if (entries.empty())
    return makeImportError(ImportError::Container, getPath(), "",
                           "the archive is empty");
  if (llvm::any_of(entries, [&](const rt::ZipEntry &entry) {
        return entry.name == "archive_format";
      }))
    return makeImportError(ImportError::Container, getPath(), "",
                           "no root folder: archive_format stands outside of "
                           "any");
  root = StringRef(entries.front().name).split('/').first.str() + "/";
  for (const rt::ZipEntry &entry : entries)
    if (!StringRef(entry.name).starts_with(root))
      return makeImportError(ImportError::Container, getPath(), entry.name,
                             "more than one root folder: lies outside of " +
                                 root);
  return llvm::Error::success();
}

/// The text of a small record must be as expected.
llvm::Error Archive::checkText(StringRef name, StringRef expected,
                               bool isOptional, const llvm::Twine &reason) {
  std::string record = root + name.str();
  if (!contains(record))
    return isOptional ? llvm::Error::success()
                      : makeImportError(ImportError::Archive, getPath(), record,
                                        reason + ": the record is missing");
  llvm::Expected<rt::RecordBytes> bytes = read(record);
  if (!bytes)
    return bytes.takeError();
  StringRef text = StringRef(bytes->span.text()).trim();
  if (text == expected)
    return llvm::Error::success();
  return makeImportError(ImportError::Archive, getPath(), record,
                         reason + ": '" + text.take_front(20) +
                             "', expected '" + expected + "'");
}

llvm::Error Archive::checkFormat() {
  if (llvm::Error error =
          checkText("archive_format", "pt2", false, "unknown format"))
    return error;
  if (llvm::Error error =
          checkText("archive_version", "0", false, "unsupported version"))
    return error;
  return checkText("byteorder", "little", true, "unsupported byte order");
}

llvm::Error Archive::findModels() {
  if (records.outer().find(kLegacyProgram)) {
    isLegacy = true;
    models.push_back("model");
    return llvm::Error::success();
  }
  if (llvm::Error error = findRoot())
    return error;
  const std::vector<rt::ZipEntry> &entries = records.outer().entries();
  if (contains(root + "constants.pkl"))
    return makeImportError(ImportError::Archive, getPath(),
                           root + "constants.pkl",
                           "this is a TorchScript archive, not an exported "
                           "program");
  bool isCompiled = false;
  for (const rt::ZipEntry &entry : entries) {
    StringRef name = entry.name;
    isCompiled |= name.contains("data/aotinductor/");
    name.consume_front(root);
    if (name.consume_front("models/") && name.consume_back(".json"))
      models.push_back(name.str());
  }
  if (models.empty())
    return makeImportError(
        ImportError::Archive, getPath(), "",
        isCompiled
            ? "this is an AOTInductor package; it holds compiled code, not an "
              "exported program"
            : "no program: there is no models/*.json");
  return checkFormat();
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

std::string Archive::getProgramRecord(StringRef model) const {
  if (isLegacy)
    return kLegacyProgram.str();
  return (root + "models/" + model + ".json").str();
}

static StringRef folderOf(bool constants) {
  return constants ? "data/constants/" : "data/weights/";
}

std::string Archive::getConfigRecord(StringRef model, bool constants) const {
  return (root + folderOf(constants) + model +
          (constants ? "_constants_config.json" : "_weights_config.json"))
      .str();
}

std::string Archive::getPickleRecord(StringRef model, bool constants) const {
  if (isLegacy)
    return constants ? "serialized_constants.pt" : "serialized_state_dict.pt";
  return (root + folderOf(constants) + model + ".pt").str();
}

std::string Archive::getPayloadRecord(StringRef name, bool constants) const {
  return (root + folderOf(constants) + name).str();
}

/// Does somebody else read the record, and verify it, when it is used?
bool Archive::isPayload(const rt::ZipEntry &entry) const {
  StringRef name = entry.name;
  return entry.bytes > kSmallPayload &&
         (isLegacy ? name.ends_with(".pt")
                   : name.consume_front(root) &&
                         (name.starts_with(folderOf(false)) ||
                          name.starts_with(folderOf(true))));
}

bool Archive::contains(StringRef record) const {
  return records.outer().find(record) != nullptr;
}

llvm::Expected<uint64_t> Archive::getSize(StringRef record) {
  rt::Expected<const rt::ZipEntry *> entry = records.require(record);
  if (!entry.ok())
    return makeError(entry.error(), record);
  return (*entry)->bytes;
}

llvm::Expected<rt::RecordBytes> Archive::read(StringRef record) {
  rt::Expected<rt::RecordBytes> bytes = records.read(record);
  if (!bytes.ok())
    return makeError(bytes.error(), record);
  return *std::move(bytes);
}

llvm::Error Archive::checkOthers() const {
  const rt::ZipReader &zip = records.outer();
  for (const rt::ZipEntry &entry : zip.entries()) {
    rt::Status status = isPayload(entry) ? rt::Status() : zip.checkCrc(entry);
    if (!status.ok())
      return makeError(status.error(), entry.name);
  }
  return llvm::Error::success();
}

llvm::Expected<JSONRecord> Archive::readJSON(StringRef record,
                                             ImportError::Kind kind) {
  llvm::Expected<rt::RecordBytes> bytes = read(record);
  if (!bytes)
    return bytes.takeError();
  JSONRecord result{std::move(*bytes), std::nullopt};
  rt::Expected<json::Document> document = json::Document::parse(
      result.text.span.text(), {json::Limits().depth, getMemoryBudget()});
  if (document.ok()) {
    result.document = *std::move(document);
    return result;
  }
  if (document.error().code == rt::Code::ResourceExhausted)
    kind = ImportError::Limits;
  return makeImportError(kind, getPath(), record,
                         (kind == ImportError::JSON ? "" : "JSON ") +
                             document.error().message);
}
