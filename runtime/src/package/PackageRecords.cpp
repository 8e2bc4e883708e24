// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "package/PackageRecords.h"
#include "kiln-rt/archive/Sha256.h"

using namespace kiln::rt;

static constexpr std::string_view manifestName = "manifest.json";

/// Finds the records in the archive, and compares their sizes. They mostly come
/// in its order: `next` is the entry that is looked at first.
static Status findEntries(const ZipReader &archive,
                          std::vector<Record> &records) {
  const std::vector<ZipEntry> &entries = archive.entries();
  size_t next = 1; // behind the manifest
  for (Record &record : records) {
    const ZipEntry *entry = nullptr;
    if (next < entries.size() && entries[next].name == record.name) {
      entry = &entries[next];
    } else {
      KILN_RT_ASSIGN(entry, archive.require(record.name));
    }
    if (entry->bytes != record.bytes)
      return makeError(Code::DataLoss, archive.name(), ": ", record.name,
                       ": the record has ", entry->bytes,
                       " bytes, but the manifest says ", record.bytes);
    record.entry = static_cast<uint32_t>(entry - entries.data());
    next = size_t(record.entry) + 1;
  }
  return {};
}

/// Archive and manifest list the same records, of the same sizes.
static Status checkRecords(const ZipReader &archive,
                           std::vector<Record> &records) {
  const std::string &file = archive.name();
  KILN_RT_TRY(findEntries(archive, records));
  std::vector<bool> isListed(archive.entries().size(), false);
  for (const Record &record : records)
    isListed[record.entry] = true;
  for (size_t i = 0; i < archive.entries().size(); ++i) {
    const ZipEntry &entry = archive.entries()[i];
    if (entry.deflated)
      return makeError(Code::InvalidArgument, file, ": ", entry.name,
                       ": the record of a package must be stored");
    if (entry.name != manifestName && !isListed[i])
      return makeError(Code::InvalidArgument, file, ": ", entry.name,
                       ": the manifest does not list the record");
  }
  return {};
}

Expected<PackageIndex> kiln::rt::readPackageIndex(const ZipReader &archive) {
  const std::vector<ZipEntry> &entries = archive.entries();
  if (entries.empty() || entries.front().name != manifestName)
    return makeError(Code::InvalidArgument, archive.name(),
                     ": not a Kiln package: its first record is not ",
                     manifestName);
  KILN_RT_ASSIGN(ByteSpan text, archive.bytesInPlace(entries.front()));
  KILN_RT_TRY(archive.checkCrc(entries.front()));
  KILN_RT_ASSIGN(
      PackageIndex index,
      readIndex(text.text(), concat(archive.name(), ": ", manifestName)));
  KILN_RT_TRY(checkRecords(archive, index.manifest.records));
  return index;
}

Expected<Manifest> kiln::rt::readVariant(const ZipReader &archive,
                                         PackageIndex index, size_t variant) {
  if (index.isSingle)
    return std::move(index.manifest);
  const std::string &name = index.variants[variant].record;
  const Record &record =
      index.manifest.records[index.manifest.findRecord(name)];
  KILN_RT_ASSIGN(ByteSpan text,
                 archive.bytesInPlace(archive.entries()[record.entry]));
  KILN_RT_TRY(verifyDigest(text, record, archive.name()));
  KILN_RT_ASSIGN(Manifest manifest,
                 readManifest(text.text(), concat(archive.name(), ": ", name)));
  // Its own records are some of the package's.
  KILN_RT_TRY(findEntries(archive, manifest.records));
  return manifest;
}

Status kiln::rt::readDetails(const ZipReader &archive,
                             const Manifest &manifest) {
  const Record &record = manifest.records[manifest.detailsRecord];
  KILN_RT_ASSIGN(ByteSpan text,
                 archive.bytesInPlace(archive.entries()[record.entry]));
  KILN_RT_TRY(verifyDigest(text, record, archive.name()));
  return manifest.details->readText(text.text(),
                                    concat(archive.name(), ": ", record.name));
}

static Error wrongDigest(const Record &record, const std::string &file) {
  return makeError(Code::DataLoss, file, ": ", record.name,
                   ": the digest (SHA-256) does not agree");
}

Status kiln::rt::verifyDigest(ByteSpan bytes, const Record &record,
                              const std::string &file) {
  if (sha256Hex(bytes) != record.sha256)
    return wrongDigest(record, file);
  return {};
}

Status kiln::rt::verifyStorages(const ZipReader &archive,
                                const Manifest &manifest, ThreadPool *pool) {
  struct Check {
    const Record *record;
    ByteSpan bytes;
    bool agrees;
  };
  std::vector<bool> isUsed(manifest.records.size(), false);
  for (const Storage &storage : manifest.storages)
    if (!storage.isFolded())
      isUsed[storage.record] = true;
  std::vector<Check> checks;
  for (size_t i = 0; i < manifest.records.size(); ++i) {
    const Record &record = manifest.records[i];
    if (!isUsed[i])
      continue;
    KILN_RT_ASSIGN(ByteSpan bytes,
                   archive.bytesInPlace(archive.entries()[record.entry]));
    checks.push_back({&record, bytes, false});
  }
  auto check = [](void *all, size_t index) {
    Check &one = static_cast<Check *>(all)[index];
    one.agrees = sha256Hex(one.bytes) == one.record->sha256;
  };
  if (pool)
    pool->parallelFor(checks.size(), check, checks.data());
  else
    for (size_t i = 0; i < checks.size(); ++i)
      check(checks.data(), i);
  for (const Check &one : checks)
    if (!one.agrees)
      return wrongDigest(*one.record, archive.name());
  return {};
}
