// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kiln-rt/archive/RecordReader.h"

using namespace kiln::rt;

Expected<RecordReader> RecordReader::openFile(const std::string &path,
                                              const ZipLimits &limits) {
  KILN_RT_ASSIGN(ZipReader zip, ZipReader::openFile(path, limits));
  return RecordReader(std::move(zip), limits);
}

static Expected<RecordBytes> readFrom(const ZipReader &zip,
                                      std::string_view name) {
  KILN_RT_ASSIGN(const ZipEntry *entry, zip.require(name));
  RecordBytes bytes;
  if (entry->deflated) {
    KILN_RT_ASSIGN(bytes.owned, zip.read(*entry));
    bytes.span = {bytes.owned.data(), bytes.owned.size()};
  } else {
    KILN_RT_TRY(zip.checkCrc(*entry));
    KILN_RT_ASSIGN(bytes.span, zip.bytesInPlace(*entry));
  }
  return bytes;
}

/// One level is enough: no format has archives in archives in archives.
Expected<const ZipReader *> RecordReader::archiveOf(std::string_view &path) {
  size_t at = path.find(recordSeparator);
  if (at == std::string_view::npos)
    return static_cast<const ZipReader *>(&outer_);
  std::string name(path.substr(0, at));
  path.remove_prefix(at + 1);
  Inner &inner = inner_[name];
  if (!inner.zip) {
    KILN_RT_ASSIGN(RecordBytes bytes, readFrom(outer_, name));
    inner.owned = std::move(bytes.owned);
    KILN_RT_ASSIGN(inner.zip,
                   ZipReader::openMemory(
                       bytes.span, concat(outer_.name(), ": ", name), limits_));
  }
  return static_cast<const ZipReader *>(&*inner.zip);
}

Expected<const ZipEntry *> RecordReader::require(std::string_view path) {
  KILN_RT_ASSIGN(const ZipReader *zip, archiveOf(path));
  return zip->require(path);
}

Expected<RecordBytes> RecordReader::read(std::string_view path) {
  KILN_RT_ASSIGN(const ZipReader *zip, archiveOf(path));
  return readFrom(*zip, path);
}
