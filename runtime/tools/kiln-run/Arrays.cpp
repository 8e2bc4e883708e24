// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Arrays.h"

#include <algorithm>

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

Status tool::statusOf(kiln_error *error) {
  if (!error)
    return {};
  Error result = makeError(static_cast<Code>(kiln_error_code(error)),
                           kiln_error_message(error));
  kiln_error_free(error);
  return result;
}
