// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "dtype/Dtype.h"

using namespace kiln::rt;

namespace {
struct DtypeRow {
  std::string_view name;
  size_t bytes;
  int sort; ///< a Sort, or -1
};
constexpr int intSort = static_cast<int>(Sort::Int);
constexpr int floatSort = static_cast<int>(Sort::Float);
constexpr int boolSort = static_cast<int>(Sort::Bool);
} // namespace

/// By the number of kiln_dtype.
static constexpr DtypeRow rows[] = {
    {"none", 0, -1},       {"bool", 1, boolSort}, {"u8", 1, intSort},
    {"i8", 1, intSort},    {"i16", 2, intSort},   {"u16", 2, intSort},
    {"i32", 4, intSort},   {"u32", 4, intSort},   {"i64", 8, intSort},
    {"u64", 8, intSort},   {"f16", 2, floatSort}, {"bf16", 2, floatSort},
    {"f32", 4, floatSort}, {"f64", 8, floatSort}, {"c32", 4, -1},
    {"c64", 8, -1},        {"c128", 16, -1},      {"f8e4m3fn", 1, -1},
    {"f8e5m2", 1, -1},     {"f8e4m3fnuz", 1, -1}, {"f8e5m2fnuz", 1, -1},
    {"f8e8m0fnu", 1, -1},
};

static const DtypeRow &row(kiln_dtype dtype) {
  auto index = static_cast<size_t>(dtype);
  return rows[index < std::size(rows) ? index : 0];
}

const char *kiln::rt::dtypeName(kiln_dtype dtype) {
  return row(dtype).name.data();
}
size_t kiln::rt::dtypeBytes(kiln_dtype dtype) { return row(dtype).bytes; }

std::optional<kiln_dtype> kiln::rt::dtypeFromName(std::string_view name) {
  if (name == "f32") // most are
    return KILN_DTYPE_F32;
  for (size_t i = 1; i < std::size(rows); ++i)
    if (!name.empty() && name[0] == rows[i].name[0] && name == rows[i].name)
      return static_cast<kiln_dtype>(i);
  return std::nullopt;
}

std::optional<Sort> kiln::rt::dtypeSort(kiln_dtype dtype) {
  if (row(dtype).sort < 0)
    return std::nullopt;
  return static_cast<Sort>(row(dtype).sort);
}

template <typename T>
static T load(const void *data) {
  T value;
  std::memcpy(&value, data, sizeof(value));
  return value;
}

/// An IEEE half as a double, exactly.
static double halfToDouble(uint16_t bits) {
  int exponent = bits >> 10 & 31;
  double fraction = (bits & 1023) / 1024.0;
  double sign = bits & 0x8000 ? -1.0 : 1.0;
  if (exponent == 31)
    return fraction != 0 ? __builtin_nan("") : sign * __builtin_inf();
  if (exponent == 0)
    return sign * __builtin_ldexp(fraction, -14);
  return sign * __builtin_ldexp(1.0 + fraction, exponent - 15);
}

std::optional<Word> kiln::rt::loadScalar(const void *data, kiln_dtype dtype) {
  switch (dtype) {
  case KILN_DTYPE_BOOL:
    return load<uint8_t>(data) != 0;
  case KILN_DTYPE_U8:
    return load<uint8_t>(data);
  case KILN_DTYPE_I8:
    return load<int8_t>(data);
  case KILN_DTYPE_I16:
    return load<int16_t>(data);
  case KILN_DTYPE_U16:
    return load<uint16_t>(data);
  case KILN_DTYPE_I32:
    return load<int32_t>(data);
  case KILN_DTYPE_U32:
    return load<uint32_t>(data);
  case KILN_DTYPE_I64:
    return load<int64_t>(data);
  case KILN_DTYPE_U64: {
    uint64_t value = load<uint64_t>(data);
    if (value >> 63)
      return std::nullopt;
    return static_cast<Word>(value);
  }
  case KILN_DTYPE_F16:
    return doubleToWord(halfToDouble(load<uint16_t>(data)));
  case KILN_DTYPE_BF16: {
    uint32_t bits = static_cast<uint32_t>(load<uint16_t>(data)) << 16;
    return doubleToWord(static_cast<double>(load<float>(&bits)));
  }
  case KILN_DTYPE_F32:
    return doubleToWord(static_cast<double>(load<float>(data)));
  case KILN_DTYPE_F64:
    return load<int64_t>(data);
  default:
    return std::nullopt;
  }
}
