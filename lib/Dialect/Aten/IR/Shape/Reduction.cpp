// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Aten/Shape.h"
#include "kiln/Dialect/EP/Expr.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

Sizes aten::reduceSizes(SizesRef sizes, ArrayRef<int64_t> dims, bool keepdim) {
  Sizes result;
  for (auto [i, size] : llvm::enumerate(sizes)) {
    if (!llvm::is_contained(dims, static_cast<int64_t>(i)))
      result.push_back(size);
    else if (keepdim)
      result.push_back(ep::makeInt(size.getContext(), 1));
  }
  return result;
}

FailureOr<Sizes> aten::matmulSizes(SizesRef a, SizesRef b) {
  if (a.empty() || b.empty())
    return failure();
  ep::ExprAttr inner = b.size() == 1 ? b[0] : b[b.size() - 2];
  if (ep::proveEqual(a.back(), inner) == ep::Answer::No)
    return failure();
  FailureOr<Sizes> result =
      broadcastSizes({a.drop_back(std::min<size_t>(a.size(), 2)),
                      b.drop_back(std::min<size_t>(b.size(), 2))});
  if (failed(result))
    return failure();
  if (a.size() > 1)
    result->push_back(a[a.size() - 2]);
  if (b.size() > 1)
    result->push_back(b.back());
  return result;
}
