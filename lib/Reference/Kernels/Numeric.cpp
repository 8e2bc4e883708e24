// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Kernels/Numeric.h"
#include "Kernels/Kernels.h"

using namespace kiln;
using namespace kiln::reference;

void reference::registerNumericKernels(KernelTable &table) {
  registerConvolution(table);
  registerDistances(table);
  registerEmbedding(table);
  registerFourier(table);
  registerGridSampling(table);
  registerGrouping(table);
  registerHistograms(table);
  registerLosses(table);
  registerMatmul(table);
  registerMoments(table);
  registerNormalization(table);
  registerNormalizationGradients(table);
  registerOrdering(table);
  registerPadding(table);
  registerPatches(table);
  registerPooling(table);
  registerQuantization(table);
  registerRandomDraws(table);
  registerReductions(table);
  registerResampling(table);
  registerScans(table);
  registerSolving(table);
  registerSpecial(table);
  registerSpectral(table);
}
