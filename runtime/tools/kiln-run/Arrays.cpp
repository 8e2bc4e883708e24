// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Arrays.h"

#include <algorithm>
#include <set>

using namespace kiln::rt;
using namespace kiln::rt::tool;

kiln_tensor tool::tensorOf(NpyArray &array) {
  kiln_tensor tensor = {};
  tensor.data = array.data();
  tensor.dtype = array.dtype();
  tensor.rank = static_cast<int32_t>(array.sizes().size());
  std::copy(array.sizes().begin(), array.sizes().end(), tensor.sizes);
  return tensor;
}

std::vector<std::string> tool::callsOf(const NpzArrays &arrays) {
  std::set<long> numbers;
  for (const auto &item : arrays) {
    const std::string &name = item.first;
    size_t digits = name.find_first_not_of("0123456789", 4);
    if (name.rfind("call", 0) == 0 && digits != std::string::npos &&
        digits > 4 && digits < 13 && name[digits] == '.')
      numbers.insert(std::stol(name.substr(4, digits - 4)));
  }
  std::vector<std::string> calls;
  for (long number : numbers)
    calls.push_back(concat("call", number));
  return calls;
}

Status tool::statusOf(kiln_error *error) {
  if (!error)
    return {};
  Error result = makeError(static_cast<Code>(kiln_error_code(error)),
                           kiln_error_message(error));
  kiln_error_free(error);
  return result;
}

std::string tool::describe(const NpyArray &array) {
  std::string sizes;
  for (int64_t size : array.sizes())
    sizes += concat(sizes.empty() ? "" : ", ", size);
  return concat(kiln_dtype_name(array.dtype()), " [", sizes, "]");
}
