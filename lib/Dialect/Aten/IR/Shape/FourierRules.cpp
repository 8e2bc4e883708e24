// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Rules.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

namespace {
/// What a transform does to the last of its dimensions.
enum class Last {
  Whole,  ///< as many frequencies as elements
  Halved, ///< of real elements, half of the frequencies
  Doubled ///< to real elements, of half of the frequencies
};
} // namespace

static Last getLast(AtenOp op) {
  StringRef name = op.getSchema().getName();
  name.consume_front("aten.fft_");
  if (name.starts_with("rfft") || name.starts_with("ihfft"))
    return Last::Halved;
  return name.starts_with("irfft") || name.starts_with("hfft") ? Last::Doubled
                                                               : Last::Whole;
}

/// `length` is what elements are cut or padded to; null: none of it.
static ExprAttr transformSize(ExprAttr size, ExprAttr length, Last last) {
  MLIRContext *context = size.getContext();
  ExprAttr one = ep::makeInt(context, 1), two = ep::makeInt(context, 2);
  if (last == Last::Doubled)
    return length ? length : ep::mul(two, ep::sub(size, one));
  ExprAttr elements = length ? length : size;
  return last == Last::Whole ? elements
                             : ep::add(ep::floorDiv(elements, two), one);
}

static bool isNegative(ExprAttr length) {
  return length.isInt() && length.getValue() < 0;
}

/// One dimension.
static RuleResult inferLine(AtenOp op) {
  Sizes sizes = sizesOf(op.tensor(0));
  FailureOr<int64_t> dim = wrapDim(op.getInt("dim"), sizes.size());
  ExprAttr length = op.hasValue("n") ? op.symInt(1) : ExprAttr();
  if (failed(dim) || sizes.empty() || (length && isNegative(length)))
    return failure();
  sizes[*dim] = transformSize(sizes[*dim], length, getLast(op));
  return sizes;
}

/// The dimensions as `dim` says, or the last ones that `s` has lengths of, or
/// all; in the order that is transformed.
static FailureOr<SmallVector<int64_t>> getDims(AtenOp op, size_t rank) {
  SmallVector<int64_t> dims;
  if (op.hasValue("dim")) {
    dims = op.ints("dim");
  } else {
    size_t count = op.hasValue("s") ? op.symInts("s").size() : rank;
    if (count > rank)
      return failure();
    llvm::append_range(dims, llvm::seq<int64_t>(rank - count, rank));
  }
  if (failed(wrapDims(dims, rank, /*emptyIsAll=*/false)))
    return failure();
  for (int64_t &dim : dims)
    dim = *wrapDim(dim, rank);
  return dims;
}

/// Several dimensions, of which the last one may be halved or doubled. A
/// length of -1 keeps the elements.
static RuleResult inferBlock(AtenOp op) {
  Sizes sizes = sizesOf(op.tensor(0)), lengths = op.symInts("s");
  auto dims = getDims(op, sizes.size());
  if (failed(dims) || (op.hasValue("s") && lengths.size() != dims->size()))
    return failure();
  for (auto [i, dim] : llvm::enumerate(*dims)) {
    ExprAttr length =
        lengths.empty() || lengths[i].isInt(-1) ? ExprAttr() : lengths[i];
    if (length && isNegative(length))
      return failure();
    sizes[dim] = transformSize(
        sizes[dim], length, i + 1 == dims->size() ? getLast(op) : Last::Whole);
  }
  return sizes;
}

/// What the others become: of the dimensions as they are, the last one that is
/// named may be halved, or has `last_dim_size`.
static RuleResult inferTransform(AtenOp op) {
  Sizes sizes = sizesOf(op.tensor(0));
  SmallVector<int64_t> dims = op.ints("dim");
  if (dims.empty() || failed(wrapDims(dims, sizes.size(), false)))
    return failure();
  ExprAttr &last = sizes[*wrapDim(dims.back(), sizes.size())];
  if (op.getSchema().findArgument("last_dim_size"))
    last = op.symInt(op.indexOf("last_dim_size"));
  else if (op.getBool("onesided"))
    last = transformSize(last, ExprAttr(), Last::Halved);
  return sizes;
}

void aten::addFourierRules(RuleTable &rules) {
  constexpr const char *kLengths = "lengths do not fit the dimensions";
  addAll(rules,
         {"fft_fft.default", "fft_hfft.default", "fft_ifft.default",
          "fft_ihfft.default", "fft_irfft.default", "fft_rfft.default"},
         {inferLine, kLengths});
  addAll(rules, {"_fft_c2c.default"}, {inferFirst, ""});
  addAll(rules, {"_fft_c2r.default", "_fft_r2c.default"},
         {inferTransform, kLengths});
  addAll(rules,
         {"fft_fft2.default", "fft_fftn.default", "fft_hfft2.default",
          "fft_hfftn.default", "fft_ifft2.default", "fft_ifftn.default",
          "fft_ihfft2.default", "fft_ihfftn.default", "fft_irfft2.default",
          "fft_irfftn.default", "fft_rfft2.default", "fft_rfftn.default"},
         {inferBlock, kLengths});
}
