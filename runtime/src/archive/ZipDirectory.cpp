// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opening an archive: end record, central directory, local headers, and every
// check that makes later reads safe. A local header is looked at here or, where
// the reader is told so, when its record is read.

#include "ZipFormat.h"
#include "kiln-rt/archive/ZipReader.h"
#include "kiln-rt/archive/ZipWriter.h"

#include <algorithm>
#include <cstring>
#include <numeric>

using namespace kiln::rt;
using namespace kiln::rt::zip;

namespace {

/// Where the central directory lies.
struct Directory {
  uint64_t offset = 0;
  uint64_t bytes = 0;
  uint64_t entries = 0;
  uint64_t end = 0; ///< start of the end records: nothing else may reach it
};

/// The parse of one archive.
class DirectoryParser {
public:
  DirectoryParser(ByteSpan bytes, const std::string &file,
                  const ZipLimits &limits)
      : bytes_(bytes), file_(file), limits_(limits) {}

  Expected<std::vector<ZipEntry>> run();
  /// Where the payload of the entry begins, after a look at its local header.
  /// Nothing of the record may lie behind `end`.
  Expected<uint64_t> locate(const ZipEntry &entry, uint64_t end) const;

private:
  Error broken(std::string_view what) const {
    return makeError(Code::DataLoss, file_, ": ", what);
  }
  Error entryError(Code code, std::string_view entry,
                   std::string_view what) const {
    return makeError(code, file_, ": ", entry, ": ", what);
  }
  const uint8_t *at(uint64_t offset) const { return bytes_.data + offset; }

  Expected<Directory> findDirectory() const;
  Status readEnd64(uint64_t endOffset, Directory &directory) const;
  Expected<ZipEntry> readCentral(uint64_t &offset, uint64_t end) const;
  Status readZip64Extra(const uint8_t *extra, size_t size,
                        ZipEntry &entry) const;
  Status checkFlags(const ZipEntry &entry, uint16_t flags, uint16_t method,
                    uint16_t disk) const;
  Status separate(std::vector<ZipEntry> &entries, uint64_t end) const;

  ByteSpan bytes_;
  const std::string &file_;
  const ZipLimits &limits_;
};

} // namespace

Expected<Directory> DirectoryParser::findDirectory() const {
  uint32_t first = bytes_.size >= 4 ? load32(bytes_.data) : 0;
  bool looksLikeZip = first == localSignature || first == endSignature;
  if (bytes_.size < endBytes)
    return broken(looksLikeZip ? "the zip archive is truncated"
                               : "not a zip archive");
  uint64_t last = bytes_.size - endBytes;
  uint64_t lowest = last > 0xffff ? last - 0xffff : 0;
  for (uint64_t offset = last + 1; offset-- > lowest;) {
    const uint8_t *p = at(offset);
    if (load32(p) != endSignature ||
        offset + endBytes + load16(p + 20) != bytes_.size)
      continue;
    if (load16(p + 4) != 0 || load16(p + 6) != 0)
      return broken("the archive has several volumes");
    Directory directory;
    directory.entries = load16(p + 10);
    directory.bytes = load32(p + 12);
    directory.offset = load32(p + 16);
    directory.end = offset;
    bool needs64 = directory.entries == 0xffff ||
                   directory.bytes == 0xffffffff ||
                   directory.offset == 0xffffffff;
    bool has64 = offset >= locator64Bytes &&
                 load32(at(offset - locator64Bytes)) == locator64Signature;
    if (has64 && needs64)
      KILN_RT_TRY(readEnd64(offset, directory));
    else if (load16(p + 8) != directory.entries)
      return broken("the archive has several volumes");
    if (directory.offset > directory.end ||
        directory.bytes > directory.end - directory.offset)
      return broken("bad central directory: it lies outside of the file");
    return directory;
  }
  return broken(looksLikeZip ? "the zip archive is truncated: no end record"
                             : "not a zip archive");
}

Status DirectoryParser::readEnd64(uint64_t endOffset,
                                  Directory &directory) const {
  uint64_t locator = endOffset - locator64Bytes;
  uint64_t offset = load64(at(locator) + 8);
  if (locator < end64Bytes || offset > locator - end64Bytes ||
      load32(at(offset)) != end64Signature)
    return broken("bad central directory: no ZIP64 end record");
  const uint8_t *p = at(offset);
  if (load32(p + 16) != 0 || load32(p + 20) != 0 ||
      load64(p + 24) != load64(p + 32))
    return broken("the archive has several volumes");
  directory.entries = load64(p + 32);
  directory.bytes = load64(p + 40);
  directory.offset = load64(p + 48);
  directory.end = offset;
  return {};
}

Status DirectoryParser::readZip64Extra(const uint8_t *extra, size_t size,
                                       ZipEntry &entry) const {
  bool need[3] = {entry.bytes == 0xffffffff, entry.storedBytes == 0xffffffff,
                  entry.headerOffset == 0xffffffff};
  uint64_t *field[3] = {&entry.bytes, &entry.storedBytes, &entry.headerOffset};
  while (size >= 4) {
    size_t length = load16(extra + 2);
    if (length > size - 4)
      return {}; // old tools leave a ragged tail; nothing here depends on it
    if (load16(extra) == extraZip64) {
      const uint8_t *p = extra + 4;
      for (int i = 0; i < 3; ++i) {
        if (!need[i])
          continue;
        if (length < 8)
          return entryError(Code::DataLoss, entry.name,
                            "the ZIP64 field is too short");
        *field[i] = load64(p);
        p += 8;
        length -= 8;
      }
      return {};
    }
    extra += 4 + length;
    size -= 4 + length;
  }
  return {};
}

Status DirectoryParser::checkFlags(const ZipEntry &entry, uint16_t flags,
                                   uint16_t method, uint16_t disk) const {
  if (flags & (flagEncrypted | flagStrongEncryption | flagMasked))
    return entryError(Code::Unimplemented, entry.name,
                      "encrypted records are not supported");
  if (method != methodStored && method != methodDeflated)
    return entryError(Code::Unimplemented, entry.name,
                      concat("compression method ", method,
                             " is not supported (stored and deflated are)"));
  if (disk != 0)
    return entryError(Code::DataLoss, entry.name,
                      "the record is on another volume");
  if (method == methodStored && entry.bytes != entry.storedBytes)
    return entryError(Code::DataLoss, entry.name,
                      "the sizes of the stored record differ");
  return {};
}

Expected<ZipEntry> DirectoryParser::readCentral(uint64_t &offset,
                                                uint64_t end) const {
  if (end - offset < centralBytes || load32(at(offset)) != centralSignature)
    return broken("bad central directory: no header where one is due");
  const uint8_t *p = at(offset);
  size_t nameBytes = load16(p + 28), extraBytes = load16(p + 30);
  size_t total = centralBytes + nameBytes + extraBytes + load16(p + 32);
  if (total > end - offset)
    return broken("bad central directory: a header is cut off");
  offset += total;
  ZipEntry entry;
  entry.name = {reinterpret_cast<const char *>(p + centralBytes), nameBytes};
  std::string_view reason = badEntryName(entry.name);
  if (!reason.empty()) {
    std::string shown(entry.name);
    for (char &c : shown) // a bad name must not spoil a terminal
      if (static_cast<unsigned char>(c) < 0x20 ||
          static_cast<unsigned char>(c) >= 0x7f)
        c = '?';
    return entryError(Code::DataLoss, shown, concat("bad name: ", reason));
  }
  uint16_t method = load16(p + 10);
  entry.deflated = method == methodDeflated;
  entry.crc = load32(p + 16);
  entry.storedBytes = load32(p + 20);
  entry.bytes = load32(p + 24);
  entry.headerOffset = load32(p + 42);
  KILN_RT_TRY(readZip64Extra(p + centralBytes + nameBytes, extraBytes, entry));
  KILN_RT_TRY(checkFlags(entry, load16(p + 8), method, load16(p + 34)));
  return entry;
}

Expected<uint64_t> DirectoryParser::locate(const ZipEntry &entry,
                                           uint64_t end) const {
  auto wrong = [&](std::string_view what) {
    return entryError(Code::DataLoss, entry.name, what);
  };
  if (entry.headerOffset > end || end - entry.headerOffset < localBytes)
    return wrong("the record lies past the end of the file");
  const uint8_t *p = at(entry.headerOffset);
  if (load32(p) != localSignature)
    return wrong("there is no local header where the directory says");
  uint64_t nameBytes = load16(p + 26), extraBytes = load16(p + 28);
  uint64_t left = end - entry.headerOffset - localBytes;
  if (nameBytes + extraBytes > left)
    return wrong("the record lies past the end of the file");
  left -= nameBytes + extraBytes;
  if (nameBytes != entry.name.size() ||
      std::memcmp(p + localBytes, entry.name.data(), nameBytes) != 0)
    return wrong("local header and directory disagree on the name");
  if ((load16(p + 8) == methodDeflated) != entry.deflated ||
      (load16(p + 6) & flagEncrypted))
    return wrong("local header and directory disagree on the method");
  // With a data descriptor, or in ZIP64 form, the local sizes say nothing.
  if (!(load16(p + 6) & flagDescriptor)) {
    uint32_t stored = load32(p + 18), bytes = load32(p + 22);
    if ((stored != 0xffffffff && stored != entry.storedBytes) ||
        (bytes != 0xffffffff && bytes != entry.bytes))
      return wrong("local header and directory disagree on the size");
    if (load32(p + 14) != entry.crc)
      return wrong("local header and directory disagree on the checksum");
  }
  if (entry.storedBytes > left)
    return wrong("the record lies past the end of the file");
  return entry.headerOffset + localBytes + nameBytes + extraBytes;
}

/// Says of each entry where the next one begins, and compares that with where
/// it ends; without a look at its local header, at the earliest.
Status DirectoryParser::separate(std::vector<ZipEntry> &entries,
                                 uint64_t end) const {
  std::vector<size_t> order(entries.size());
  std::iota(order.begin(), order.end(), size_t(0));
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return entries[a].headerOffset < entries[b].headerOffset;
  });
  for (size_t i = 0; i < order.size(); ++i) {
    ZipEntry &entry = entries[order[i]];
    const ZipEntry *next =
        i + 1 < order.size() ? &entries[order[i + 1]] : nullptr;
    entry.endOffset = next ? next->headerOffset : end;
    uint64_t header = entry.dataOffset ? entry.dataOffset - entry.headerOffset
                                       : localBytes + entry.name.size();
    if (entry.headerOffset <= entry.endOffset &&
        header <= entry.endOffset - entry.headerOffset &&
        entry.storedBytes <= entry.endOffset - entry.headerOffset - header)
      continue;
    if (next)
      return entryError(Code::DataLoss, next->name,
                        concat("the record overlaps ", entry.name));
    return entryError(Code::DataLoss, entry.name,
                      "the record lies past the end of the file");
  }
  return {};
}

Expected<std::vector<ZipEntry>> DirectoryParser::run() {
  KILN_RT_ASSIGN(Directory directory, findDirectory());
  if (directory.entries > limits_.maxEntries)
    return makeError(Code::ResourceExhausted, file_, ": the archive has ",
                     directory.entries, " records, over the limit of ",
                     limits_.maxEntries);
  if (directory.entries > directory.bytes / centralBytes)
    return broken("bad central directory: too small for its records");
  std::vector<ZipEntry> entries;
  entries.reserve(directory.entries);
  uint64_t offset = directory.offset;
  uint64_t end = directory.offset + directory.bytes;
  for (uint64_t i = 0; i < directory.entries; ++i) {
    KILN_RT_ASSIGN(ZipEntry entry, readCentral(offset, end));
    if (limits_.localHeaders == LocalHeaders::AtOpen) {
      KILN_RT_ASSIGN(entry.dataOffset, locate(entry, directory.offset));
    }
    entries.push_back(std::move(entry));
  }
  if (offset != end)
    return broken("bad central directory: bytes after the last header");
  KILN_RT_TRY(separate(entries, directory.offset));
  return entries;
}

Expected<uint64_t> ZipReader::locate(const ZipEntry &entry) const {
  if (entry.dataOffset)
    return uint64_t(entry.dataOffset);
  KILN_RT_ASSIGN(
      uint64_t offset,
      DirectoryParser(bytes_, name_, limits_).locate(entry, bytes_.size));
  if (offset > entry.endOffset || entry.storedBytes > entry.endOffset - offset)
    return makeError(Code::DataLoss, name_, ": ", entry.name,
                     ": the record overlaps the next one");
  return uint64_t(offset);
}

Status ZipReader::parse() {
  if (limits_.maxInflatedBytes == 0)
    limits_.maxInflatedBytes = memoryBudget(bytes_.size);
  KILN_RT_ASSIGN(entries_, DirectoryParser(bytes_, name_, limits_).run());
  auto nameOf = [&](uint32_t i) -> std::string_view {
    return entries_[i].name;
  };
  index_.reserve(entries_.size(), nameOf);
  verified_.reset(new std::atomic<bool>[entries_.size()]());
  for (uint32_t i = 0; i < entries_.size(); ++i)
    if (!index_.insert(entries_[i].name, i, nameOf))
      return makeError(Code::DataLoss, name_, ": ", entries_[i].name,
                       ": duplicate record");
  return {};
}
