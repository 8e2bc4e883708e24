// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All names that a pickle may refer to.
#include "Globals.h"

using namespace kiln::pickle;

namespace {
struct Row {
  std::string_view module, name;
  Global global;
  int64_t dtype = 0;
};
} // namespace

static constexpr Row rows[] = {
    {"collections", "OrderedDict", Global::OrderedDict},
    {"torch._utils", "_rebuild_tensor_v2", Global::RebuildTensorV2},
    {"torch._utils", "_rebuild_tensor_v3", Global::RebuildTensorV3},
    {"torch._utils", "_rebuild_parameter", Global::RebuildParameter},
    {"torch._utils", "_rebuild_parameter_with_state", Global::RebuildParameter},
    {"torch._tensor", "_rebuild_from_type_v2", Global::RebuildFromType},
    {"torch._utils", "_rebuild_wrapper_subclass", Global::RebuildWrapper},
    {"torch.serialization", "_get_layout", Global::Layout},
    {"torch", "Size", Global::Size},
    {"torch", "device", Global::Device},
    {"torch.storage", "UntypedStorage", Global::Storage, 0},
    {"torch", "UntypedStorage", Global::Storage, 0},
    {"torch", "ByteStorage", Global::Storage, 1},
    {"torch", "CharStorage", Global::Storage, 2},
    {"torch", "ShortStorage", Global::Storage, 3},
    {"torch", "IntStorage", Global::Storage, 4},
    {"torch", "LongStorage", Global::Storage, 5},
    {"torch", "HalfStorage", Global::Storage, 6},
    {"torch", "FloatStorage", Global::Storage, 7},
    {"torch", "DoubleStorage", Global::Storage, 8},
    {"torch", "ComplexFloatStorage", Global::Storage, 10},
    {"torch", "ComplexDoubleStorage", Global::Storage, 11},
    {"torch", "BoolStorage", Global::Storage, 12},
    {"torch", "BFloat16Storage", Global::Storage, 13},
    {"torch", "uint8", Global::Storage, 1},
    {"torch", "int8", Global::Storage, 2},
    {"torch", "int16", Global::Storage, 3},
    {"torch", "int32", Global::Storage, 4},
    {"torch", "int64", Global::Storage, 5},
    {"torch", "float16", Global::Storage, 6},
    {"torch", "float32", Global::Storage, 7},
    {"torch", "float64", Global::Storage, 8},
    {"torch", "complex32", Global::Storage, 9},
    {"torch", "complex64", Global::Storage, 10},
    {"torch", "complex128", Global::Storage, 11},
    {"torch", "bool", Global::Storage, 12},
    {"torch", "bfloat16", Global::Storage, 13},
    {"torch", "uint16", Global::Storage, 28},
    {"torch", "float8_e4m3fn", Global::Storage, 29},
    {"torch", "float8_e5m2", Global::Storage, 30},
    {"torch", "float8_e4m3fnuz", Global::Storage, 31},
    {"torch", "float8_e5m2fnuz", Global::Storage, 32},
    {"torch", "float8_e8m0fnu", Global::Storage, 33},
    {"torch", "uint32", Global::Storage, 34},
    {"torch", "uint64", Global::Storage, 35},
};

bool kiln::pickle::lookUpGlobal(std::string_view module, std::string_view name,
                                Value &value) {
  for (const Row &row : rows) {
    if (row.module != module || row.name != name)
      continue;
    value.global = row.global;
    value.integer = row.dtype;
    return true;
  }
  return false;
}
