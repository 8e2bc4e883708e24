// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks a kernel code object before it is mapped executable: a shared object
// for this machine, with its tables inside the file, that runs nothing when it
// is loaded and asks for nothing from outside.

#ifndef KILN_RT_SRC_MODULE_ELFCHECK_H
#define KILN_RT_SRC_MODULE_ELFCHECK_H

#include "kiln-rt/archive/Error.h"

#include <vector>

namespace kiln::rt {

/// A function that others may call, by addresses in the object: of its name, a
/// text that ends in a zero, and of its code.
struct CodeFunction {
  uint64_t name = 0, code = 0;
};

/// `name` stands for the object in errors ("model.kiln: code/cpu-….so").
/// `functions`, where it is given, gets those of the object.
Status checkCodeObject(ByteSpan bytes, const std::string &name,
                       std::vector<CodeFunction> *functions = nullptr);

} // namespace kiln::rt

#endif // KILN_RT_SRC_MODULE_ELFCHECK_H
