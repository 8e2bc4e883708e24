// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that Emitters.def lists.
#ifndef KILN_LIB_TARGET_EMITTERS_EMITTERS_H
#define KILN_LIB_TARGET_EMITTERS_EMITTERS_H

#include "kiln/Target/Emitter.h"

namespace kiln {

#define KILN_EMITTER(targets, name, function)                                  \
  std::unique_ptr<KernelPlan> function(exec::KernelOp, const TargetInfo &,     \
                                       const Schedule *);
#include "Emitters.def"
#undef KILN_EMITTER

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_EMITTERS_H
