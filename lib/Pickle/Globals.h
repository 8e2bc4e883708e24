// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_LIB_PICKLE_GLOBALS_H
#define KILN_LIB_PICKLE_GLOBALS_H

#include "kiln/Pickle/Pickle.h"

namespace kiln::pickle {

/// Is `module.name` a name that pickles of tensors use? Says in `value` which.
bool lookUpGlobal(std::string_view module, std::string_view name, Value &value);

} // namespace kiln::pickle

#endif // KILN_LIB_PICKLE_GLOBALS_H
