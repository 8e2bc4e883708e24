// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files of named tensors in the safetensors format: a little-endian u64, the
// length of a JSON header; the header, {"name": {"dtype", "shape",
// "data_offsets"}}; the tensors' bytes, row-major, which the offsets are
// relative to. They lie side by side and fill the file. The format has no
// checksum; where the header's "__metadata__" has the key "sha256", it is the
// digest of the tensors' bytes and must agree.

#include "dtype/Dtype.h"
#include "kiln-rt/archive/Budget.h"
#include "kiln-rt/archive/MappedFile.h"
#include "kiln-rt/archive/Sha256.h"
#include "kiln-rt/json/Document.h"
#include "weights/WeightSource.h"

#include <algorithm>
#include <cstring>

using namespace kiln::rt;
namespace json = kiln::json;

namespace {
struct DtypeRow {
  const char *name;
  kiln_dtype dtype;
};
} // namespace

static constexpr DtypeRow dtypeRows[] = {
    {"BOOL", KILN_DTYPE_BOOL},
    {"U8", KILN_DTYPE_U8},
    {"I8", KILN_DTYPE_I8},
    {"I16", KILN_DTYPE_I16},
    {"U16", KILN_DTYPE_U16},
    {"I32", KILN_DTYPE_I32},
    {"U32", KILN_DTYPE_U32},
    {"I64", KILN_DTYPE_I64},
    {"U64", KILN_DTYPE_U64},
    {"F16", KILN_DTYPE_F16},
    {"BF16", KILN_DTYPE_BF16},
    {"F32", KILN_DTYPE_F32},
    {"F64", KILN_DTYPE_F64},
    {"C64", KILN_DTYPE_C64},
    {"F8_E4M3", KILN_DTYPE_F8E4M3FN},
    {"F8_E5M2", KILN_DTYPE_F8E5M2},
    {"F8_E8M0", KILN_DTYPE_F8E8M0FNU},
};

namespace {
/// One tensor's entry of the header.
class EntryReader {
public:
  EntryReader(const std::string &file, const json::Member &member,
              ByteSpan data)
      : file_(file), member_(member), data_(data) {}

  /// Reads the entry, and adds its bytes of the data to `ranges`.
  Expected<NamedTensor> read(std::vector<ByteSpan> &ranges) const {
    NamedTensor result;
    result.name = member_.first;
    KILN_RT_TRY(readDtype(result.tensor));
    uint64_t bytes = 0;
    KILN_RT_TRY(readShape(result.tensor, bytes));
    KILN_RT_TRY(readOffsets(result.tensor, bytes));
    ranges.emplace_back(result.tensor.data, bytes);
    return result;
  }

private:
  template <typename... Ts>
  Error fail(Code code, const Ts &...parts) const {
    return makeError(code, file_, ": the tensor '", member_.first, "'",
                     parts...);
  }

  Status readDtype(kiln_tensor &tensor) const {
    const json::Value *dtype = member_.second.find("dtype");
    if (!dtype || !dtype->getAsString())
      return fail(Code::DataLoss, " has no dtype");
    for (const DtypeRow &row : dtypeRows)
      if (*dtype->getAsString() == row.name) {
        tensor.dtype = row.dtype;
        return {};
      }
    return fail(Code::Unimplemented, " has the unknown dtype ",
                *dtype->getAsString());
  }

  Status readShape(kiln_tensor &tensor, uint64_t &bytes) const {
    const json::Value *found = member_.second.find("shape");
    const json::Array *shape = found ? found->getAsArray() : nullptr;
    if (!shape || shape->size() > KILN_MAX_RANK)
      return fail(Code::DataLoss, " has no shape of rank ", KILN_MAX_RANK,
                  " or less");
    bytes = dtypeBytes(tensor.dtype);
    bool overflow = false;
    for (const json::Value &item : *shape) {
      int64_t size = item.getAsInteger().value_or(-1);
      if (size < 0)
        return fail(Code::DataLoss, " has a size that is no size");
      overflow |=
          __builtin_mul_overflow(bytes, static_cast<uint64_t>(size), &bytes);
      tensor.sizes[tensor.rank++] = size;
    }
    if (overflow)
      return fail(Code::DataLoss, " is larger than 64 bits can say");
    return {};
  }

  Status readOffsets(kiln_tensor &tensor, uint64_t bytes) const {
    const json::Value *found = member_.second.find("data_offsets");
    const json::Array *offsets = found ? found->getAsArray() : nullptr;
    if (!offsets || offsets->size() != 2 || !(*offsets)[0].getAsInteger() ||
        !(*offsets)[1].getAsInteger())
      return fail(Code::DataLoss, " has no pair of data_offsets");
    int64_t begin = *(*offsets)[0].getAsInteger(),
            end = *(*offsets)[1].getAsInteger();
    if (begin < 0 || end < begin || static_cast<uint64_t>(end) > data_.size)
      return fail(Code::DataLoss, " lies outside of the file");
    if (static_cast<uint64_t>(end - begin) != bytes)
      return fail(Code::DataLoss, " has ", end - begin,
                  " bytes, but its shape needs ", bytes);
    tensor.data = const_cast<uint8_t *>(data_.data + begin);
    return {};
  }

  const std::string &file_;
  json::Member member_;
  ByteSpan data_;
};
} // namespace

/// A flipped bit of an offset must not give another tensor's numbers: every
/// byte of the data is one tensor's.
static Status checkCover(const std::string &path, ByteSpan data,
                         std::vector<ByteSpan> &ranges) {
  std::sort(
      ranges.begin(), ranges.end(), [](const ByteSpan &a, const ByteSpan &b) {
        return std::make_pair(a.data, a.size) < std::make_pair(b.data, b.size);
      });
  const uint8_t *end = data.data;
  for (const ByteSpan &range : ranges) {
    if (range.data != end)
      return makeError(Code::DataLoss, path, ": tensors overlap or leave a gap",
                       " at byte ", static_cast<uint64_t>(end - data.data),
                       " of the data");
    end += range.size;
  }
  if (end != data.data + data.size)
    return makeError(Code::DataLoss, path, ": there are ",
                     static_cast<uint64_t>(data.data + data.size - end),
                     " bytes behind the last tensor");
  return {};
}

static Status checkDigest(const std::string &path, const json::Value &metadata,
                          ByteSpan data) {
  const json::Value *digest = metadata.find("sha256");
  if (digest && digest->getAsString() != sha256Hex(data))
    return makeError(Code::DataLoss, path,
                     ": the digest (SHA-256) of the tensors does not agree");
  return {};
}

Expected<WeightSourcePtr> kiln::rt::readSafetensors(const std::string &path) {
  Expected<MappedFile> mapped = MappedFile::open(path);
  if (!mapped.ok())
    return mapped.takeError();
  auto file = std::make_shared<MappedFile>(*std::move(mapped));
  ByteSpan bytes = file->bytes();
  uint64_t length = 0;
  if (bytes.size < sizeof(length))
    return makeError(Code::DataLoss, path,
                     ": the file is too short for safetensors");
  std::memcpy(&length, bytes.data, sizeof(length));
  if (length > bytes.size - sizeof(length))
    return makeError(Code::DataLoss, path, ": the header of ", length,
                     " bytes is longer than the file");
  ByteSpan header(bytes.data + sizeof(length), length);
  ByteSpan data(header.data + length, bytes.size - sizeof(length) - length);
  Expected<json::Document> document =
      json::Document::parse(header.text(), {4, memoryBudget(bytes.size)});
  if (!document.ok())
    return makeError(document.error().code == Code::ResourceExhausted
                         ? Code::ResourceExhausted
                         : Code::DataLoss,
                     path, ": the header: ", document.error().message);
  const json::Object *root = document->getRoot().getAsObject();
  if (!root)
    return makeError(Code::DataLoss, path, ": the header is no object");
  std::vector<NamedTensor> tensors;
  std::vector<ByteSpan> ranges;
  tensors.reserve(root->size());
  ranges.reserve(root->size());
  for (json::Member member : *root) {
    if (member.first == "__metadata__") {
      KILN_RT_TRY(checkDigest(path, member.second, data));
      continue;
    }
    KILN_RT_ASSIGN(NamedTensor tensor,
                   EntryReader(path, member, data).read(ranges));
    tensors.push_back(std::move(tensor));
  }
  KILN_RT_TRY(checkCover(path, data, ranges));
  return WeightSource::make(std::move(tensors), std::move(file));
}
