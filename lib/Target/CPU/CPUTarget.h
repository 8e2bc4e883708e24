// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_LIB_TARGET_CPU_CPUTARGET_H
#define KILN_LIB_TARGET_CPU_CPUTARGET_H

#include "kiln/Target/Target.h"
#include "kiln/Target/TargetInfo.h"

namespace kiln {

/// A target of class `cpu`.
std::unique_ptr<Target> createCpuTarget(TargetInfo info);

/// Links relocatable ELF objects into a shared object that needs nothing and
/// exports their kernels; line tables are kept where that is asked for. Fails
/// with an error at `loc`. May be called from any thread; one link runs at a
/// time.
FailureOr<std::string>
linkSharedObject(Location loc, ArrayRef<std::string> objects, bool lineTables);

/// Checks that the kernels in the relocatable ELF object `object` need no
/// symbol from outside. Fails with an error that names kernel and symbol.
LogicalResult checkSelfContained(ArrayRef<exec::KernelOp> kernels,
                                 ArrayRef<std::string> symbols,
                                 StringRef object);

} // namespace kiln

#endif // KILN_LIB_TARGET_CPU_CPUTARGET_H
