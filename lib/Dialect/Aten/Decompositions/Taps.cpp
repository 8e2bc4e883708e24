// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Taps.h"

using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

Tap core::makeTap(Term place, Term weight, Number last) {
  Term isInside = (place >= 0) & (place <= last);
  weight = where(isInside, weight, 0.0);
  place = where(isInside, place, 0.0);
  return {to(place, place.in().int64()), weight};
}

SmallVector<Tap> core::getNeighbours(Term place, Number last) {
  Term low = floor(place);
  return {makeTap(low, low + 1 - place, last),
          makeTap(low + 1, place - low, last)};
}

Term core::sumTaps(Term image, ArrayRef<SmallVector<Tap>> taps,
                   SmallVector<Term> places, Term weight) {
  if (taps.empty())
    return index(image, places) * unsqueeze(weight, weight.rank());
  Term result;
  for (const Tap &tap : taps.front()) {
    places.push_back(tap.place);
    Term part = sumTaps(image, taps.drop_front(), places,
                        weight ? weight * tap.weight : tap.weight);
    places.pop_back();
    result = result ? result + part : part;
  }
  return result;
}
