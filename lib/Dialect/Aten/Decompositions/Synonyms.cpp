// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Overloads that are another name of an overload with the same arguments.
#include "Families.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

static constexpr std::pair<StringLiteral, StringLiteral> kSynonyms[] = {
    {"__and__.Scalar", "bitwise_and.Scalar"},
    {"__and__.Tensor", "bitwise_and.Tensor"},
    {"__or__.Scalar", "bitwise_or.Scalar"},
    {"__or__.Tensor", "bitwise_or.Tensor"},
    {"__xor__.Scalar", "bitwise_xor.Scalar"},
    {"__xor__.Tensor", "bitwise_xor.Tensor"},
    {"_reshape_alias.default", "as_strided.default"},
    {"_unsafe_index.Tensor", "index.Tensor"},
    {"_unsafe_index_put.default", "index_put.default"},
    {"absolute.default", "abs.default"},
    {"adjoint.default", "mH.default"},
    {"arccos.default", "acos.default"},
    {"arccosh.default", "acosh.default"},
    {"arcsin.default", "asin.default"},
    {"arcsinh.default", "asinh.default"},
    {"arctan.default", "atan.default"},
    {"arctan2.default", "atan2.default"},
    {"arctanh.default", "atanh.default"},
    {"clip.default", "clamp.default"},
    {"clip.Tensor", "clamp.Tensor"},
    {"concat.default", "cat.default"},
    {"concatenate.default", "cat.default"},
    {"det.default", "linalg_det.default"},
    {"divide.Scalar", "div.Scalar"},
    {"divide.Tensor", "div.Tensor"},
    {"divide.Scalar_mode", "div.Scalar_mode"},
    {"divide.Tensor_mode", "div.Tensor_mode"},
    {"embedding_bag.default", "_embedding_bag.default"},
    {"embedding_bag.padding_idx", "_embedding_bag.default"},
    {"fix.default", "trunc.default"},
    {"ger.default", "outer.default"},
    {"greater.Scalar", "gt.Scalar"},
    {"greater.Tensor", "gt.Tensor"},
    {"greater_equal.Scalar", "ge.Scalar"},
    {"greater_equal.Tensor", "ge.Tensor"},
    {"inverse.default", "linalg_inv.default"},
    {"item.default", "_local_scalar_dense.default"},
    {"less.Scalar", "lt.Scalar"},
    {"less.Tensor", "lt.Tensor"},
    {"less_equal.Scalar", "le.Scalar"},
    {"less_equal.Tensor", "le.Tensor"},
    {"linalg_matmul.default", "matmul.default"},
    {"matrix_H.default", "mH.default"},
    {"matrix_power.default", "linalg_matrix_power.default"},
    {"max.other", "maximum.default"},
    {"min.other", "minimum.default"},
    {"moveaxis.int", "movedim.int"},
    {"moveaxis.intlist", "movedim.intlist"},
    {"multiply.Scalar", "mul.Scalar"},
    {"multiply.Tensor", "mul.Tensor"},
    {"negative.default", "neg.default"},
    {"not_equal.Scalar", "ne.Scalar"},
    {"not_equal.Tensor", "ne.Tensor"},
    {"orgqr.default", "linalg_householder_product.default"},
    {"row_stack.default", "vstack.default"},
    {"special_digamma.default", "digamma.default"},
    {"special_erf.default", "erf.default"},
    {"special_erfc.default", "erfc.default"},
    {"special_erfinv.default", "erfinv.default"},
    {"special_exp2.default", "exp2.default"},
    {"special_expit.default", "sigmoid.default"},
    {"special_expm1.default", "expm1.default"},
    {"special_gammainc.default", "igamma.default"},
    {"special_gammaincc.default", "igammac.default"},
    {"special_gammaln.default", "lgamma.default"},
    {"special_i0.default", "i0.default"},
    {"special_log1p.default", "log1p.default"},
    {"special_log_softmax.default", "log_softmax.int"},
    {"special_logit.default", "logit.default"},
    {"special_logsumexp.default", "logsumexp.default"},
    {"special_multigammaln.default", "mvlgamma.default"},
    {"special_polygamma.default", "polygamma.default"},
    {"special_psi.default", "digamma.default"},
    {"special_round.default", "round.decimals"},
    {"special_sinc.default", "sinc.default"},
    {"special_softmax.default", "softmax.int"},
    {"special_xlogy.default", "xlogy.Tensor"},
    {"special_xlogy.other_scalar", "xlogy.Scalar_Other"},
    {"special_xlogy.self_scalar", "xlogy.Scalar_Self"},
    {"subtract.Scalar", "sub.Scalar"},
    {"subtract.Tensor", "sub.Tensor"},
    {"swapaxes.default", "transpose.int"},
    {"swapdims.default", "transpose.int"},
    {"trapz.dx", "trapezoid.dx"},
    {"trapz.x", "trapezoid.x"},
    {"true_divide.Scalar", "div.Scalar"},
    {"true_divide.Tensor", "div.Tensor"},
    {"unsafe_chunk.default", "chunk.default"},
    {"unsafe_split.Tensor", "split.Tensor"},
    {"unsafe_split_with_sizes.default", "split_with_sizes.default"},
};

namespace {
/// The arguments stand in the same order; arguments of one schema beyond the
/// other is left to its default.
struct SynonymPattern : RewritePattern {
  SynonymPattern(MLIRContext *context, StringRef from, const Schema &to)
      : RewritePattern(from, /*benefit=*/1, context), to(to) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    AtenOp from(op);
    SmallVector<ArgumentValue> arguments;
    for (auto [i, argument] :
         llvm::enumerate(from.getSchema().getArguments())) {
      bool fits =
          i < to.getArguments().size() &&
          to.getArguments()[i].type.isValue() == argument.type.isValue();
      if (!fits && from.hasValue(i))
        return rewriter.notifyMatchFailure(op, "has one more argument");
      arguments.push_back(!fits ? ArgumentValue() : getArgument(from, i));
    }
    Operation *made =
        buildAtenOp(rewriter, getDecomposedLoc(op), to,
                    ArrayRef<ArgumentValue>(arguments), op->getResultTypes());
    rewriter.replaceOp(op, made);
    return success();
  }

  static ArgumentValue getArgument(AtenOp op, unsigned i) {
    const SchemaType &type = op.getSchema().getArguments()[i].type;
    if (!op.hasValue(i))
      return {};
    if (!type.isValue())
      return op.attribute(i);
    return type.list ? ArgumentValue(op.tensors(i)) : op.tensor(i);
  }

  const Schema &to;
};
} // namespace

void aten::populateSynonymDecompositions(RewritePatternSet &patterns,
                                         const KeepSet &keep) {
  for (auto [from, to] : kSynonyms) {
    std::string name = ("aten." + from).str();
    if (!keep.contains(name))
      patterns.add<SynonymPattern>(patterns.getContext(), name,
                                   requireSchema(("aten." + to).str()));
  }
}
