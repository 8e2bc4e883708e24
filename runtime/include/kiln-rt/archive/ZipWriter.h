// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A writer of stored-only, deterministic zip archives: no time stamps, no
// host facts, records in the order in which they are added, payloads aligned
// by an extra field in the local header, ZIP64 where sizes ask for it. The same
// calls give the same bytes. One thread at a time.

#ifndef KILN_RT_ARCHIVE_ZIPWRITER_H
#define KILN_RT_ARCHIVE_ZIPWRITER_H

#include "kiln-rt/archive/OutputFile.h"

#include <optional>
#include <unordered_set>
#include <vector>

namespace kiln::rt {

/// May an archive hold a record of this name? Empty if so, else the reason:
/// the rule of reader and writer in one place.
std::string_view badEntryName(std::string_view name);

class ZipWriter {
public:
  /// Writes a file that is seen at `path` when finish() has succeeded, see
  /// OutputFile.
  static Expected<ZipWriter> createFile(const std::string &path);
  /// Writes to memory; take it with takeBytes() after finish().
  static ZipWriter createInMemory();

  ZipWriter(ZipWriter &&) = default;
  ZipWriter &operator=(ZipWriter &&) = delete;

  /// Adds a record. `alignment` of its payload in bytes from the start of the
  /// archive: a power of two, at most 32768. Errors: InvalidArgument for a bad
  /// name or alignment, AlreadyExists, and those of the file system.
  Status add(const std::string &name, ByteSpan content,
             uint32_t alignment = 64);
  /// Writes the directory and closes the file. Call it once, last.
  Status finish();
  /// The archive, of a writer in memory, after finish().
  std::vector<uint8_t> takeBytes() { return std::move(memory_); }

private:
  struct Record {
    std::string name;
    uint64_t headerOffset;
    uint64_t bytes;
    uint32_t crc;
  };
  ZipWriter() = default;
  Status write(const void *data, size_t size);
  Status writeDirectory();

  std::string path_;
  std::optional<OutputFile> file_;
  std::vector<uint8_t> memory_;
  uint64_t offset_ = 0;
  std::vector<Record> records_;
  std::unordered_set<std::string> names_;
};

} // namespace kiln::rt

#endif // KILN_RT_ARCHIVE_ZIPWRITER_H
