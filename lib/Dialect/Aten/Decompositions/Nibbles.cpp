// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Nibbles.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

Term core::viewAs(Term x, Dims sizes) {
  return x ? view(x,
                  llvm::map_to_vector(
                      sizes, [&](int64_t size) { return x.in().expr(size); }))
           : x;
}

Term core::takeNibbles(Term bytes, int64_t half) {
  if (!bytes)
    return bytes;
  Builder &in = bytes.in();
  Type i32 = IntegerType::get(in.getContext(), 32);
  SmallVector<int64_t> sizes(bytes.rank(), 1);
  sizes[half] = 2;
  Term shift = viewAs(arange(in, 0, 8, 4, in.expr(2), i32), sizes);
  Term moved = binary("aten.bitwise_right_shift.Tensor", to(bytes, i32), shift);
  return bitwise_and(moved, number(in, 15));
}
