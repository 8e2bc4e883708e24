// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images read between their elements.
#ifndef KILN_LIB_DIALECT_ATEN_DECOMPOSITIONS_TAPS_H
#define KILN_LIB_DIALECT_ATEN_DECOMPOSITIONS_TAPS_H

#include "kiln/Dialect/Aten/Term.h"

namespace kiln::aten::core {

/// Elements along one dimension of an image, and their weights.
struct Tap {
  Term place, weight;
};

/// Elements outside of the image, whose last one is `last`, weigh nothing.
Tap makeTap(Term place, Term weight, Number last);

/// The two elements around each place.
SmallVector<Tap> getNeighbours(Term place, Number last);

/// The sum over all combinations of taps of some dimensions, read behind
/// `places` and with the dimensions that these leave whole at the end.
Term sumTaps(Term image, ArrayRef<SmallVector<Tap>> taps,
             SmallVector<Term> places, Term weight = {});

} // namespace kiln::aten::core

#endif // KILN_LIB_DIALECT_ATEN_DECOMPOSITIONS_TAPS_H
