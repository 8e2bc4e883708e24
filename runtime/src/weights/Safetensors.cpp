// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files of named tensors in the safetensors format: a little-endian u64, the
// length of a JSON header; the header, {"name": {"dtype", "shape",
// "data_offsets"}}; the tensors' bytes, row-major, which the offsets are
// relative to.

#include "dtype/Dtype.h"
#include "kiln-rt/archive/MappedFile.h"
#include "weights/WeightSource.h"
#include "json/Json.h"

#include <cstring>

using namespace kiln::rt;

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
  EntryReader(const std::string &file, const JsonMember &member, ByteSpan data)
      : file_(file), member_(member), data_(data) {}

  Expected<NamedTensor> read() const {
    NamedTensor result;
    result.name = member_.key;
    KILN_RT_TRY(readDtype(result.tensor));
    uint64_t bytes = 0;
    KILN_RT_TRY(readShape(result.tensor, bytes));
    KILN_RT_TRY(readOffsets(result.tensor, bytes));
    return result;
  }

private:
  template <typename... Ts>
  Error fail(Code code, const Ts &...parts) const {
    return makeError(code, file_, ": the tensor '", member_.key, "'", parts...);
  }

  Status readDtype(kiln_tensor &tensor) const {
    const JsonValue *dtype = member_.value.find("dtype");
    if (!dtype || !dtype->isString())
      return fail(Code::DataLoss, " has no dtype");
    for (const DtypeRow &row : dtypeRows)
      if (dtype->string == row.name) {
        tensor.dtype = row.dtype;
        return {};
      }
    return fail(Code::Unimplemented, " has the unknown dtype ", dtype->string);
  }

  Status readShape(kiln_tensor &tensor, uint64_t &bytes) const {
    const JsonValue *shape = member_.value.find("shape");
    if (!shape || !shape->isArray() || shape->items.size() > KILN_MAX_RANK)
      return fail(Code::DataLoss, " has no shape of rank ", KILN_MAX_RANK,
                  " or less");
    bytes = dtypeBytes(tensor.dtype);
    bool overflow = false;
    for (const JsonValue &size : shape->items) {
      if (!size.isInt() || size.integer < 0)
        return fail(Code::DataLoss, " has a size that is no size");
      overflow |= __builtin_mul_overflow(
          bytes, static_cast<uint64_t>(size.integer), &bytes);
      tensor.sizes[tensor.rank++] = size.integer;
    }
    if (overflow)
      return fail(Code::DataLoss, " is larger than 64 bits can say");
    return {};
  }

  Status readOffsets(kiln_tensor &tensor, uint64_t bytes) const {
    const JsonValue *offsets = member_.value.find("data_offsets");
    bool isPair = offsets && offsets->isArray() && offsets->items.size() == 2 &&
                  offsets->items[0].isInt() && offsets->items[1].isInt();
    if (!isPair)
      return fail(Code::DataLoss, " has no pair of data_offsets");
    int64_t begin = offsets->items[0].integer, end = offsets->items[1].integer;
    if (begin < 0 || end < begin || static_cast<uint64_t>(end) > data_.size)
      return fail(Code::DataLoss, " lies outside of the file");
    if (static_cast<uint64_t>(end - begin) != bytes)
      return fail(Code::DataLoss, " has ", end - begin,
                  " bytes, but its shape needs ", bytes);
    tensor.data = const_cast<uint8_t *>(data_.data + begin);
    return {};
  }

  const std::string &file_;
  const JsonMember &member_;
  ByteSpan data_;
};
} // namespace

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
  Expected<JsonValue> root = parseJson(header.text());
  if (!root.ok())
    return makeError(Code::DataLoss, path, ": ", root.error().message);
  if (!root->isObject())
    return makeError(Code::DataLoss, path, ": the header is no object");
  std::vector<NamedTensor> tensors;
  for (const JsonMember &member : root->members) {
    if (member.key == "__metadata__")
      continue;
    KILN_RT_ASSIGN(NamedTensor tensor, EntryReader(path, member, data).read());
    tensors.push_back(std::move(tensor));
  }
  return WeightSource::make(std::move(tensors), std::move(file));
}
