// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "package/PackageRecords.h"
#include "kiln-rt/archive/Sha256.h"

#include <algorithm>
#include <unordered_set>

using namespace kiln::rt;

static constexpr std::string_view manifestName = "manifest.json";

static Status checkSize(const ZipReader &archive, const Record &record) {
  KILN_RT_ASSIGN(const ZipEntry *entry, archive.require(record.name));
  if (entry->bytes != record.bytes)
    return makeError(Code::DataLoss, archive.name(), ": ", record.name,
                     ": the record has ", entry->bytes,
                     " bytes, but the manifest says ", record.bytes);
  return {};
}

/// Archive and manifest list the same records, of the same sizes.
static Status checkRecords(const ZipReader &archive,
                           const std::vector<Record> &records) {
  const std::string &file = archive.name();
  std::unordered_set<std::string_view> listed;
  for (const Record &record : records) {
    listed.insert(record.name);
    KILN_RT_TRY(checkSize(archive, record));
  }
  for (const ZipEntry &entry : archive.entries()) {
    if (entry.deflated)
      return makeError(Code::InvalidArgument, file, ": ", entry.name,
                       ": the record of a package must be stored");
    if (entry.name != manifestName && listed.count(entry.name) == 0)
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
  KILN_RT_TRY(checkRecords(archive, index.records));
  return index;
}

Expected<Manifest> kiln::rt::readVariant(const ZipReader &archive,
                                         PackageIndex index, size_t variant) {
  if (index.manifest)
    return *std::move(index.manifest);
  const std::string &name = index.variants[variant].record;
  auto record =
      std::find_if(index.records.begin(), index.records.end(),
                   [&](const Record &other) { return other.name == name; });
  KILN_RT_ASSIGN(ByteSpan text, archive.bytesInPlace(*archive.find(name)));
  KILN_RT_TRY(verifyDigest(text, *record, archive.name()));
  KILN_RT_ASSIGN(Manifest manifest,
                 readManifest(text.text(), concat(archive.name(), ": ", name)));
  // Its own records are some of the package's.
  for (const Record &own : manifest.records)
    KILN_RT_TRY(checkSize(archive, own));
  return manifest;
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
  std::unordered_set<std::string> used;
  for (const Storage &storage : manifest.storages)
    used.insert(storage.record);
  std::vector<Check> checks;
  for (const Record &record : manifest.records) {
    if (used.count(record.name) == 0)
      continue;
    KILN_RT_ASSIGN(ByteSpan bytes,
                   archive.bytesInPlace(*archive.find(record.name)));
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
