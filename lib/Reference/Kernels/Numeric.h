// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The families of numeric kernels, one file each.
#ifndef KILN_LIB_REFERENCE_KERNELS_NUMERIC_H
#define KILN_LIB_REFERENCE_KERNELS_NUMERIC_H

#include "kiln/Reference/Kernel.h"

namespace kiln::reference {

void registerConvolution(KernelTable &table);
void registerDistances(KernelTable &table);
void registerEmbedding(KernelTable &table);
void registerFourier(KernelTable &table);
void registerGridSampling(KernelTable &table);
void registerGrouping(KernelTable &table);
void registerHistograms(KernelTable &table);
void registerLosses(KernelTable &table);
void registerMatmul(KernelTable &table);
void registerMoments(KernelTable &table);
void registerNormalization(KernelTable &table);
void registerNormalizationGradients(KernelTable &table);
void registerOrdering(KernelTable &table);
void registerPadding(KernelTable &table);
void registerPatches(KernelTable &table);
void registerPooling(KernelTable &table);
void registerQuantization(KernelTable &table);
void registerRandomDraws(KernelTable &table);
void registerReductions(KernelTable &table);
void registerResampling(KernelTable &table);
void registerScans(KernelTable &table);
void registerSolving(KernelTable &table);
void registerSpecial(KernelTable &table);
void registerSpectral(KernelTable &table);

} // namespace kiln::reference

#endif // KILN_LIB_REFERENCE_KERNELS_NUMERIC_H
