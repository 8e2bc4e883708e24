// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hardened reader of zip archives over a mapped file or memory: .kiln, .pt2
// and .npz. Everything that the central directory and the local headers say is
// checked before a record is read, so that no read can leave it: names (UTF-8,
// relative, no `..`, no backslash, no duplicates), ranges (inside the file, no
// overlaps), agreement of both headers, no encryption, methods stored and
// deflated only. Nothing is ever written to disk.
//
// A reader is immutable once open and may be used by any number of threads.
// Every error names the file and, where there is one, the entry:
// "model.kiln: manifest.json: …". Codes: DataLoss for a broken archive,
// Unimplemented for valid but unsupported features, ResourceExhausted for a
// limit, NotFound.

#ifndef KILN_RT_ARCHIVE_ZIPREADER_H
#define KILN_RT_ARCHIVE_ZIPREADER_H

#include "kiln-rt/archive/Budget.h"
#include "kiln-rt/archive/Error.h"
#include "kiln-rt/archive/MappedFile.h"
#include "kiln-rt/archive/NameIndex.h"

#include <atomic>
#include <optional>
#include <vector>

namespace kiln::rt {

/// When a local header is compared with the central directory: when the archive
/// is opened, or each time that its record is read. Each lies on a page of its
/// own where records are large, and touching hundreds of them takes longer than
/// all else that opening does.
enum class LocalHeaders { AtOpen, WhenRead };

/// The limits of a reader.
struct ZipLimits {
  uint64_t maxEntries = 1u << 20;
  /// Bytes that one deflated entry may become; 0: memoryBudget() of the file.
  uint64_t maxInflatedBytes = 0;
  /// Greatest ratio of inflated to deflated size, for entries that inflate to
  /// more than 1 MiB.
  uint64_t maxInflateRatio = 256;
  LocalHeaders localHeaders = LocalHeaders::AtOpen;
};

/// One record of the archive.
struct ZipEntry {
  std::string_view name;     ///< lies in the archive
  uint64_t headerOffset = 0; ///< of the local header, in bytes
  /// Of the payload, in bytes from the start; 0 where the local header has not
  /// been looked at, see ZipReader::locate().
  uint64_t dataOffset = 0;
  uint64_t endOffset = 0;   ///< where the next record, or the directory, begins
  uint64_t storedBytes = 0; ///< in the archive
  uint64_t bytes = 0;       ///< after inflating
  uint32_t crc = 0;         ///< of the content, as the archive says
  bool deflated = false;
};

class ZipReader {
public:
  /// Maps and checks the file at `path`.
  static Expected<ZipReader> openFile(const std::string &path,
                                      const ZipLimits &limits = {});
  /// The same over a file mapped by the caller.
  static Expected<ZipReader> openMapped(MappedFile file,
                                        const ZipLimits &limits = {});
  /// The same over memory, which must outlive the reader. `name` stands for
  /// the file in errors.
  static Expected<ZipReader> openMemory(ByteSpan bytes, std::string name,
                                        const ZipLimits &limits = {});

  /// The file's name, for errors.
  const std::string &name() const { return name_; }
  /// Bytes of memory that one record may become, see ZipLimits.
  uint64_t maxInflatedBytes() const { return limits_.maxInflatedBytes; }
  /// In the order of the central directory.
  const std::vector<ZipEntry> &entries() const { return entries_; }
  /// Null if there is none. The pointer lives as long as the reader.
  const ZipEntry *find(std::string_view name) const;
  /// find(), or a NotFound error.
  Expected<const ZipEntry *> require(std::string_view name) const;

  /// Where the payload begins, in bytes from the start. DataLoss where the
  /// local header is not that of the entry.
  Expected<uint64_t> locate(const ZipEntry &entry) const;
  /// The payload of a stored entry in place, without a copy; it lives as long
  /// as the map or memory. Unimplemented for a deflated entry. Nothing is
  /// verified: call checkCrc(), or compare a digest, before it is used.
  Expected<ByteSpan> bytesInPlace(const ZipEntry &entry) const;
  /// The content of any entry, copied or inflated, and verified.
  Expected<std::vector<uint8_t>> read(const ZipEntry &entry) const;
  /// Compares the content with its CRC-32, the first time that it is asked for.
  /// A CRC of 0 in the archive means "not computed" and always agrees. `entry`
  /// is one of entries().
  Status checkCrc(const ZipEntry &entry) const;

private:
  ZipReader() = default;
  Status parse();
  Status inflateInto(const ZipEntry &entry, uint8_t *out) const;
  Status compareCrc(const ZipEntry &entry, ByteSpan content) const;

  std::optional<MappedFile> file_;
  ByteSpan bytes_;
  std::string name_;
  ZipLimits limits_;
  std::vector<ZipEntry> entries_;
  NameIndex index_;
  /// Per entry: has its stored content agreed with its CRC-32?
  std::unique_ptr<std::atomic<bool>[]> verified_;
};

} // namespace kiln::rt

#endif // KILN_RT_ARCHIVE_ZIPREADER_H
