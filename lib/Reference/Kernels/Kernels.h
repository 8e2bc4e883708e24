// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The families of kernels, one file each. A family adds its overloads to the
// table.
#ifndef KILN_LIB_REFERENCE_KERNELS_KERNELS_H
#define KILN_LIB_REFERENCE_KERNELS_KERNELS_H

#include "kiln/Reference/Kernel.h"

namespace kiln::reference {

void registerArrangeKernels(KernelTable &table);
void registerBinaryKernels(KernelTable &table);
void registerComparisonKernels(KernelTable &table);
void registerCreationKernels(KernelTable &table);
void registerIndexingKernels(KernelTable &table);
void registerScalarKernels(KernelTable &table);
void registerScatterKernels(KernelTable &table);
void registerUnaryKernels(KernelTable &table);
void registerViewKernels(KernelTable &table);
void registerViewScatterKernels(KernelTable &table);

/// Reductions, contractions, windows, normalisation, sorting, random numbers,
/// linear algebra: the families that Numeric.h declares.
void registerNumericKernels(KernelTable &table);

} // namespace kiln::reference

#endif // KILN_LIB_REFERENCE_KERNELS_KERNELS_H
