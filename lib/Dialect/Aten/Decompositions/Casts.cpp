// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions of dtype, device and layout, and the check of what a tensor is.
#include "Families.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

/// The overloads of `to`, and type_as: dtype and device of the result.
static Term decomposeTo(Call &c) {
  Term x(c, c.op->getOperand(0));
  if (x.type().getDevice() == c.device)
    return castTo(x, c.dtype());
  return make(c, "aten._to_copy.default", c.result(), x, c.dtype(),
              std::nullopt, Attribute(c.device));
}

/// _cast_Float and its like: the dtype of the result.
static Term decomposeCast(Call &c) { return castTo(c("self"), c.dtype()); }

/// The type of the tensor says the same. Sizes that it writes in another way
/// are compared when the program runs.
static Terms decomposeAssertMetadata(Call &c) {
  Term x = c.raw("a");
  Type dtype = c.op.getDtype("dtype");
  Sizes wanted = c.symInts("size");
  if (dtype && dtype != x.dtype())
    c.reject("the dtype is another one");
  else if (!wanted.empty() && static_cast<int64_t>(wanted.size()) != x.rank())
    c.reject("the rank is another one");
  else
    for (auto [i, want] : llvm::enumerate(wanted))
      if (x.size(i) != want)
        ep::AssertOp::create(c.builder, c.op->getLoc(),
                             ep::makeExpr(ep::ExprKind::Eq, {x.size(i), want}),
                             "a tensor has other sizes than are asserted");
  return {};
}

void aten::populateCastDecompositions(RewritePatternSet &patterns,
                                      const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.to.dtype", decomposeTo},
            {"aten.type_as.default", decomposeTo},
            {"aten.to.device", decomposeTo},
            {"aten.to.dtype_layout", decomposeTo},
            {"aten.to.other", decomposeTo},
            {"aten._cast_Byte.default", decomposeCast},
            {"aten._cast_Char.default", decomposeCast},
            {"aten._cast_Double.default", decomposeCast},
            {"aten._cast_Float.default", decomposeCast},
            {"aten._cast_Half.default", decomposeCast},
            {"aten._cast_Int.default", decomposeCast},
            {"aten._cast_Long.default", decomposeCast},
            {"aten._cast_Short.default", decomposeCast},
            {"aten._assert_tensor_metadata.default", decomposeAssertMetadata}});
}
