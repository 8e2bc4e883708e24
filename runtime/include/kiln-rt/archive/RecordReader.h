// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Records of an archive, and records of archives that are records themselves:
// `state.pt!archive/data/0` is the record `archive/data/0` of the zip archive
// that the record `state.pt` is. Bytes that are stored, on every level, are
// used in place.
//
// Archives inside stay open while the reader lives. A reader may not be used by
// two threads at once; what it has given out may. Errors are those of
// ZipReader, with the name of the archive inside: "model.pt2: state.pt: …".

#ifndef KILN_RT_ARCHIVE_RECORDREADER_H
#define KILN_RT_ARCHIVE_RECORDREADER_H

#include "kiln-rt/archive/ZipReader.h"

#include <map>

namespace kiln::rt {

/// The separator between the names of an archive and of its record.
constexpr char recordSeparator = '!';

/// The content of a record: in place, or inflated and owned.
struct RecordBytes {
  ByteSpan span;
  std::vector<uint8_t> owned;
};

class RecordReader {
public:
  static Expected<RecordReader> openFile(const std::string &path,
                                         const ZipLimits &limits = {});
  explicit RecordReader(ZipReader outer, const ZipLimits &limits = {})
      : limits_(limits), outer_(std::move(outer)) {}

  const ZipReader &outer() const { return outer_; }
  /// The archive that holds the record `path`; `path` becomes the record's
  /// name there.
  Expected<const ZipReader *> archiveOf(std::string_view &path);
  Expected<const ZipEntry *> require(std::string_view path);
  /// The content, verified. It lives as long as the reader, or as `owned`.
  Expected<RecordBytes> read(std::string_view path);

private:
  struct Inner {
    std::vector<uint8_t> owned;
    std::optional<ZipReader> zip;
  };

  ZipLimits limits_;
  ZipReader outer_;
  std::map<std::string, Inner, std::less<>> inner_;
};

} // namespace kiln::rt

#endif // KILN_RT_ARCHIVE_RECORDREADER_H
