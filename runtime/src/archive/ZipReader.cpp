// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The content of entries: in place, copied, inflated, summed. What opening
// checks is in ZipDirectory.cpp.

#include "kiln-rt/archive/ZipReader.h"
#include "kiln-rt/archive/Crc32.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <zlib.h>

using namespace kiln::rt;

Expected<ZipReader> ZipReader::openFile(const std::string &path,
                                        const ZipLimits &limits) {
  KILN_RT_ASSIGN(MappedFile file, MappedFile::open(path));
  return openMapped(std::move(file), limits);
}

Expected<ZipReader> ZipReader::openMapped(MappedFile file,
                                          const ZipLimits &limits) {
  ZipReader reader;
  reader.bytes_ = file.bytes();
  reader.name_ = file.name();
  reader.limits_ = limits;
  reader.file_ = std::move(file);
  KILN_RT_TRY(reader.parse());
  return reader;
}

Expected<ZipReader> ZipReader::openMemory(ByteSpan bytes, std::string name,
                                          const ZipLimits &limits) {
  ZipReader reader;
  reader.bytes_ = bytes;
  reader.name_ = std::move(name);
  reader.limits_ = limits;
  KILN_RT_TRY(reader.parse());
  return reader;
}

const ZipEntry *ZipReader::find(std::string_view name) const {
  uint32_t found = index_.find(
      name, [&](uint32_t i) -> std::string_view { return entries_[i].name; });
  return found == NameIndex::none ? nullptr : &entries_[found];
}

Expected<const ZipEntry *> ZipReader::require(std::string_view name) const {
  if (const ZipEntry *entry = find(name))
    return entry;
  return makeError(Code::NotFound, name_, ": ", name, ": no such record");
}

Expected<ByteSpan> ZipReader::bytesInPlace(const ZipEntry &entry) const {
  if (entry.deflated)
    return makeError(Code::Unimplemented, name_, ": ", entry.name,
                     ": the record is deflated and cannot be used in place");
  KILN_RT_ASSIGN(uint64_t offset, locate(entry));
  return ByteSpan(bytes_.data + offset, entry.bytes);
}

Expected<std::vector<uint8_t>> ZipReader::read(const ZipEntry &entry) const {
  if (!entry.deflated) {
    // The copy is verified, not the file, which may change meanwhile.
    KILN_RT_ASSIGN(ByteSpan stored, bytesInPlace(entry));
    std::vector<uint8_t> copy(stored.data, stored.data + stored.size);
    KILN_RT_TRY(compareCrc(entry, ByteSpan(copy.data(), copy.size())));
    return copy;
  }
  if (entry.bytes > limits_.maxInflatedBytes)
    return makeError(Code::ResourceExhausted, name_, ": ", entry.name,
                     ": the record inflates to ", entry.bytes,
                     " bytes, over the limit of ", limits_.maxInflatedBytes);
  constexpr uint64_t free = uint64_t(1) << 20;
  if (entry.bytes > free &&
      entry.bytes / limits_.maxInflateRatio > entry.storedBytes)
    return makeError(Code::ResourceExhausted, name_, ": ", entry.name,
                     ": the record inflates by more than the limit of ",
                     limits_.maxInflateRatio, " times");
  std::vector<uint8_t> content(entry.bytes);
  KILN_RT_TRY(inflateInto(entry, content.data()));
  KILN_RT_TRY(compareCrc(entry, ByteSpan(content.data(), content.size())));
  return content;
}

Status ZipReader::inflateInto(const ZipEntry &entry, uint8_t *out) const {
  auto broken = [&](const char *what) {
    return makeError(Code::DataLoss, name_, ": ", entry.name, ": ", what);
  };
  KILN_RT_ASSIGN(uint64_t offset, locate(entry));
  z_stream stream = {};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
    return makeError(Code::ResourceExhausted, name_, ": ", entry.name,
                     ": no memory to inflate the record");
  constexpr uint64_t step = std::numeric_limits<uInt>::max();
  const uint8_t *in = bytes_.data + offset;
  uint64_t inLeft = entry.storedBytes, outLeft = entry.bytes;
  int result = Z_OK;
  uint8_t spare = 0; // one byte past the end shows content that is too long
  while (result == Z_OK) {
    uInt inNow = static_cast<uInt>(std::min(inLeft, step));
    uInt outNow = static_cast<uInt>(std::min(outLeft, step));
    stream.next_in = const_cast<uint8_t *>(in);
    stream.avail_in = inNow;
    stream.next_out = outNow ? out : &spare;
    stream.avail_out = outNow ? outNow : 1;
    uInt outGiven = stream.avail_out;
    result = ::inflate(&stream, Z_NO_FLUSH);
    in += inNow - stream.avail_in;
    inLeft -= inNow - stream.avail_in;
    uInt made = outGiven - stream.avail_out;
    if (outNow == 0 && made > 0)
      result = Z_DATA_ERROR;
    if (outNow > 0) {
      out += made;
      outLeft -= made;
    }
  }
  inflateEnd(&stream);
  if (result != Z_STREAM_END)
    return broken("the deflated data is broken");
  if (inLeft != 0 || outLeft != 0)
    return broken("the deflated data does not have the declared size");
  return {};
}

Status ZipReader::compareCrc(const ZipEntry &entry, ByteSpan content) const {
  if (entry.crc != 0 && crc32Of(content) != entry.crc)
    return makeError(Code::DataLoss, name_, ": ", entry.name,
                     ": the checksum (CRC-32) does not agree");
  return {};
}

Status ZipReader::checkCrc(const ZipEntry &entry) const {
  if (entry.deflated) {
    auto content = read(entry);
    return content.ok() ? Status() : Status(content.takeError());
  }
  std::atomic<bool> &verified =
      verified_[static_cast<size_t>(&entry - entries_.data())];
  if (verified.load(std::memory_order_relaxed))
    return {};
  KILN_RT_ASSIGN(ByteSpan content, bytesInPlace(entry));
  KILN_RT_TRY(compareCrc(entry, content));
  verified.store(true, std::memory_order_relaxed);
  return {};
}
