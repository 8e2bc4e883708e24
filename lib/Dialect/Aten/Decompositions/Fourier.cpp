// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// torch.fft on the three transforms r2c, c2r and c2c.
#include "Families.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

namespace {
enum class Scale : int64_t { None = 0, ByRoot = 1, ByCount = 2 };
} // namespace

static Term input(Call &c) { return Term(c, c.op->getOperand(0)); }

/// `norm` names the direction that divides by the number of elements.
static int64_t getScale(Call &c, bool forward) {
  StringRef norm = c.op.getString("norm");
  if (norm == "ortho")
    return static_cast<int64_t>(Scale::ByRoot);
  bool divides = forward == (norm == "forward");
  return static_cast<int64_t>(divides ? Scale::ByCount : Scale::None);
}

static Type toComplex(Type dtype) {
  Type real = toFloating(dtype);
  return isComplex(real) ? real : Type(ComplexType::get(real));
}

/// The last `size` elements are cut off, or zeros added.
static Term resize(Term x, int64_t dim, ExprAttr size) {
  if (x.size(dim) == size)
    return x;
  ExprAttr zero = x.in().expr(0);
  if (x.size(dim).isInt() && size.isInt() &&
      x.size(dim).getValue() > size.getValue())
    return slice(x, dim, zero, size);
  Sizes pads(2 * (x.rank() - dim), zero);
  pads.back() = ep::sub(size, x.size(dim));
  return pad(x, pads, 0);
}

/// The dimensions of a call, counted from the front: `dim` is one, a list, or
/// missing for all (the last ones where `s` gives sizes).
static SmallVector<int64_t> getDims(Call &c, Term x) {
  SmallVector<int64_t> dims;
  const SchemaArgument &argument =
      c.op.getSchema().getArguments()[c.op.indexOf("dim")];
  if (!argument.type.list)
    dims = {c.integer("dim")};
  else if (c.has("dim"))
    dims = c.integers("dim");
  else {
    bool hasSizes = c.op.getSchema().findArgument("s") && c.has("s");
    int64_t count = hasSizes ? c.symInts("s").size() : x.rank();
    for (int64_t i = x.rank() - count; i < x.rank(); ++i)
      dims.push_back(i);
  }
  for (int64_t &dim : dims) {
    FailureOr<int64_t> wrapped = wrapDim(dim, x.rank());
    if (failed(wrapped) || x.rank() == 0)
      c.reject("dimension out of range");
    else
      dim = *wrapped;
  }
  return dims;
}

/// The sizes that the user wants along the dimensions; null keeps one.
static Sizes getWanted(Call &c, size_t count) {
  Sizes wanted(count);
  if (c.op.getSchema().findArgument("n")) {
    if (c.has("n"))
      wanted[0] = c.symInt("n");
  } else if (c.has("s")) {
    Sizes sizes = c.symInts("s");
    for (auto [i, size] : llvm::enumerate(sizes))
      if (!size.isInt(-1) && i < count)
        wanted[i] = size;
  }
  return wanted;
}

/// Input of integers is transformed as floats.
static Term prepare(Call &c, Term x, Dims dims) {
  Sizes wanted = getWanted(c, dims.size());
  x = to(x, toFloating(x.dtype()));
  for (auto [dim, size] : llvm::zip(dims, wanted))
    if (size)
      x = resize(x, dim, size);
  return x;
}

static Term transformComplex(Call &c, bool forward) {
  Term x = input(c);
  SmallVector<int64_t> dims = getDims(c, x);
  if (c.isRejected())
    return {};
  x = prepare(c, x, dims);
  if (dims.empty())
    return to(x, c.dtype());
  ep::TensorType type =
      x.type().withSizes(x.sizes()).withElementType(toComplex(x.dtype()));
  int64_t scale = getScale(c, forward);
  if (!isComplex(x.dtype()) && forward)
    return make(c, "aten._fft_r2c.default", type, x, Dims(dims), scale, false);
  return make(c, "aten._fft_c2c.default", type, to(x, type.getElementType()),
              Dims(dims), scale, forward);
}
static Term decomposeForward(Call &c) { return transformComplex(c, true); }
static Term decomposeInverse(Call &c) { return transformComplex(c, false); }

/// Half of the spectrum of a real input.
static Term decomposeReal(Call &c) {
  Term x = input(c);
  SmallVector<int64_t> dims = getDims(c, x);
  if (c.isRejected() || dims.empty())
    return c.reject("has no dimension to transform");
  x = prepare(c, x, dims);
  return make(c, "aten._fft_r2c.default",
              c.result().withSizes(c.result().getSizes()), x, Dims(dims),
              getScale(c, true), true);
}

/// A real signal from half of its spectrum. The last size is the result's.
static Term decomposeRealInverse(Call &c) {
  Term x = input(c);
  SmallVector<int64_t> dims = getDims(c, x);
  if (c.isRejected() || dims.empty())
    return c.reject("has no dimension to transform");
  Sizes wanted = getWanted(c, dims.size());
  ExprAttr last = c.result().getSizes()[dims.back()];
  x = to(x, toComplex(x.dtype()));
  for (auto [dim, size] : llvm::zip(dims, wanted)) {
    if (dim == dims.back())
      x = resize(x, dim, ep::add(ep::floorDiv(last, c.expr(2)), c.expr(1)));
    else if (size)
      x = resize(x, dim, size);
  }
  return make(c, "aten._fft_c2r.default",
              c.result().withSizes(c.result().getSizes()), x, Dims(dims),
              getScale(c, false), Attribute(last));
}

static Term conjugate(Term x) {
  return x ? make(x.in(), "aten._conj.default", x.type(), x) : x;
}
static Term transformAlong(Term x, Dims dims, int64_t scale, bool forward) {
  if (!x || dims.empty())
    return x;
  return make(x.in(), "aten._fft_c2c.default", x.type().withSizes(x.sizes()), x,
              dims, scale, forward);
}

/// The real spectrum of a Hermitian signal, of which half is given along the
/// last dimension: backwards it would be irfft.
static Term decomposeHermitian(Call &c) {
  Term x = input(c);
  SmallVector<int64_t> dims = getDims(c, x);
  if (c.isRejected() || dims.empty())
    return c.reject("has no dimension to transform");
  Sizes wanted = getWanted(c, dims.size());
  int64_t lastDim = dims.back(), scale = getScale(c, true);
  ExprAttr last = c.result().getSizes()[lastDim];
  x = to(x, toComplex(x.dtype()));
  for (auto [dim, size] : llvm::zip(dims, wanted)) {
    if (dim == lastDim)
      x = resize(x, dim, ep::add(ep::floorDiv(last, c.expr(2)), c.expr(1)));
    else if (size)
      x = resize(x, dim, size);
  }
  x = transformAlong(x, Dims(dims).drop_back(), scale, true);
  if (!x)
    return x;
  return make(c, "aten._fft_c2r.default",
              c.result().withSizes(c.result().getSizes()), conjugate(x),
              Dims(dims).take_back(), scale, Attribute(last));
}

/// Half of the signal with this real spectrum.
static Term decomposeHermitianInverse(Call &c) {
  Term x = input(c);
  SmallVector<int64_t> dims = getDims(c, x);
  if (c.isRejected() || dims.empty())
    return c.reject("has no dimension to transform");
  x = prepare(c, x, dims);
  if (!x)
    return x;
  int64_t scale = getScale(c, false);
  x = make(c, "aten._fft_r2c.default",
           c.result().withSizes(c.result().getSizes()), x,
           Dims(dims).take_back(), scale, true);
  return transformAlong(conjugate(x), Dims(dims).drop_back(), scale, false);
}

/// The zero frequency to the middle, or back to the front.
static Term shift(Call &c, bool back) {
  Term x = input(c);
  SmallVector<int64_t> dims = getDims(c, x);
  for (int64_t dim : dims) {
    ExprAttr half = ep::floorDiv(
        back ? x.size(dim) : ep::add(x.size(dim), c.expr(1)), c.expr(2));
    x = cat({slice(x, dim, half, x.size(dim)), slice(x, dim, c.expr(0), half)},
            dim);
  }
  return x;
}
static Term decomposeShift(Call &c) { return shift(c, false); }
static Term decomposeShiftBack(Call &c) { return shift(c, true); }

void aten::populateFourierDecompositions(RewritePatternSet &patterns,
                                         const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.fft_fft.default", decomposeForward},
            {"aten.fft_fft2.default", decomposeForward},
            {"aten.fft_fftn.default", decomposeForward},
            {"aten.fft_ifft.default", decomposeInverse},
            {"aten.fft_ifft2.default", decomposeInverse},
            {"aten.fft_ifftn.default", decomposeInverse},
            {"aten.fft_rfft.default", decomposeReal},
            {"aten.fft_rfft2.default", decomposeReal},
            {"aten.fft_rfftn.default", decomposeReal},
            {"aten.fft_irfft.default", decomposeRealInverse},
            {"aten.fft_irfft2.default", decomposeRealInverse},
            {"aten.fft_irfftn.default", decomposeRealInverse},
            {"aten.fft_hfft.default", decomposeHermitian},
            {"aten.fft_hfft2.default", decomposeHermitian},
            {"aten.fft_hfftn.default", decomposeHermitian},
            {"aten.fft_ihfft.default", decomposeHermitianInverse},
            {"aten.fft_ihfft2.default", decomposeHermitianInverse},
            {"aten.fft_ihfftn.default", decomposeHermitianInverse},
            {"aten.fft_fftshift.default", decomposeShift},
            {"aten.fft_ifftshift.default", decomposeShiftBack}});
}
