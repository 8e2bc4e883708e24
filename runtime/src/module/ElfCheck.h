// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks a kernel code object before it is mapped executable: a shared object
// for this machine, with its tables inside the file, that runs nothing when it
// is loaded and asks for nothing from outside.

#ifndef KILN_RT_SRC_MODULE_ELFCHECK_H
#define KILN_RT_SRC_MODULE_ELFCHECK_H

#include "kiln-rt/archive/Error.h"

namespace kiln::rt {

/// `name` stands for the object in errors ("model.kiln: code/cpu-….so").
Status checkCodeObject(ByteSpan bytes, const std::string &name);

} // namespace kiln::rt

#endif // KILN_RT_SRC_MODULE_ELFCHECK_H
