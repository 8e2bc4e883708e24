// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kiln-rt/archive/ZipWriter.h"
#include "ZipFormat.h"
#include "kiln-rt/archive/Crc32.h"

using namespace kiln::rt;
using namespace kiln::rt::zip;

namespace {

constexpr uint32_t saturated32 = 0xffffffff;
/// 1980-01-01, the least date that zip can say.
constexpr uint16_t fixedDate = 1 << 5 | 1;
constexpr uint32_t maxAlignment = 1u << 15;

/// Little-endian fields, one after the other.
class Fields {
public:
  Fields &u16(uint64_t value) { return put(value, 2); }
  Fields &u32(uint64_t value) { return put(value, 4); }
  Fields &u64(uint64_t value) { return put(value, 8); }
  Fields &zeros(size_t count) {
    bytes.insert(bytes.end(), count, 0);
    return *this;
  }
  Fields &text(const std::string &value) {
    bytes.insert(bytes.end(), value.begin(), value.end());
    return *this;
  }

  std::vector<uint8_t> bytes;

private:
  Fields &put(uint64_t value, int count) {
    for (int i = 0; i < count; ++i)
      bytes.push_back(static_cast<uint8_t>(value >> 8 * i));
    return *this;
  }
};

} // namespace

/// The padding field: empty where the payload is aligned without it.
static Fields alignmentField(uint64_t payload, uint32_t alignment) {
  Fields extra;
  if (payload % alignment == 0)
    return extra;
  uint64_t padding = alignment - (payload + 6) % alignment;
  padding %= alignment;
  extra.u16(extraAlignment).u16(2 + padding).u16(alignment).zeros(padding);
  return extra;
}

Expected<ZipWriter> ZipWriter::createFile(const std::string &path) {
  ZipWriter writer;
  writer.path_ = path;
  KILN_RT_ASSIGN(OutputFile file, OutputFile::create(path));
  writer.file_.emplace(std::move(file));
  return writer;
}

ZipWriter ZipWriter::createInMemory() { return ZipWriter(); }

Status ZipWriter::write(const void *data, size_t size) {
  offset_ += size;
  if (file_)
    return file_->write(ByteSpan(data, size));
  const uint8_t *bytes = static_cast<const uint8_t *>(data);
  memory_.insert(memory_.end(), bytes, bytes + size);
  return {};
}

Status ZipWriter::add(const std::string &name, ByteSpan content,
                      uint32_t alignment) {
  std::string_view reason = badEntryName(name);
  if (!reason.empty())
    return makeError(Code::InvalidArgument, path_, ": ", name,
                     ": bad name: ", reason);
  if (alignment == 0 || alignment > maxAlignment ||
      (alignment & (alignment - 1)))
    return makeError(Code::InvalidArgument, path_, ": ", name,
                     ": the alignment is not a power of two up to ",
                     maxAlignment);
  if (!names_.insert(name).second)
    return makeError(Code::AlreadyExists, path_, ": ", name,
                     ": the record was added before");
  bool large = content.size >= saturated32;
  Record record = {name, offset_, content.size, crc32Of(content)};
  Fields extra;
  if (large)
    extra.u16(extraZip64).u16(16).u64(content.size).u64(content.size);
  Fields padding = alignmentField(
      offset_ + localBytes + name.size() + extra.bytes.size(), alignment);
  uint32_t size32 = large ? saturated32 : static_cast<uint32_t>(content.size);
  Fields header;
  header.u32(localSignature).u16(large ? 45 : 20).u16(flagUtf8);
  header.u16(methodStored).u16(0).u16(fixedDate).u32(record.crc);
  header.u32(size32).u32(size32).u16(name.size());
  header.u16(extra.bytes.size() + padding.bytes.size()).text(name);
  KILN_RT_TRY(write(header.bytes.data(), header.bytes.size()));
  KILN_RT_TRY(write(extra.bytes.data(), extra.bytes.size()));
  KILN_RT_TRY(write(padding.bytes.data(), padding.bytes.size()));
  KILN_RT_TRY(write(content.data, content.size));
  records_.push_back(std::move(record));
  return {};
}

Status ZipWriter::writeDirectory() {
  uint64_t start = offset_;
  Fields out;
  for (const Record &record : records_) {
    bool largeSize = record.bytes >= saturated32;
    bool largeOffset = record.headerOffset >= saturated32;
    Fields zip64;
    if (largeSize)
      zip64.u64(record.bytes).u64(record.bytes);
    if (largeOffset)
      zip64.u64(record.headerOffset);
    uint64_t size32 = largeSize ? saturated32 : record.bytes;
    size_t extra = zip64.bytes.empty() ? 0 : 4 + zip64.bytes.size();
    uint16_t version = extra ? 45 : 20;
    out.u32(centralSignature).u16(3 << 8 | version).u16(version);
    out.u16(flagUtf8).u16(methodStored).u16(0).u16(fixedDate);
    out.u32(record.crc).u32(size32).u32(size32).u16(record.name.size());
    out.u16(extra).u16(0).u16(0).u16(0).u32(uint32_t(0100644) << 16);
    out.u32(largeOffset ? saturated32 : record.headerOffset).text(record.name);
    if (extra)
      out.u16(extraZip64).u16(zip64.bytes.size());
    out.bytes.insert(out.bytes.end(), zip64.bytes.begin(), zip64.bytes.end());
  }
  uint64_t bytes = out.bytes.size(), end64 = start + bytes;
  uint64_t count = records_.size();
  if (count >= 0xffff || start >= saturated32 || bytes >= saturated32) {
    out.u32(end64Signature).u64(end64Bytes - 12).u16(3 << 8 | 45).u16(45);
    out.u32(0).u32(0).u64(count).u64(count).u64(bytes).u64(start);
    out.u32(locator64Signature).u32(0).u64(end64).u32(1);
  }
  uint64_t count16 = count >= 0xffff ? 0xffff : count;
  out.u32(endSignature).u16(0).u16(0).u16(count16).u16(count16);
  out.u32(bytes >= saturated32 ? saturated32 : bytes);
  out.u32(start >= saturated32 ? saturated32 : start).u16(0);
  return write(out.bytes.data(), out.bytes.size());
}

Status ZipWriter::finish() {
  KILN_RT_TRY(writeDirectory());
  return file_ ? file_->finish() : Status();
}
