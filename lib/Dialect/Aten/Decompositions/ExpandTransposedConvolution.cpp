// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A transposed convolution with a stride is an ordinary one of the input as it
// is: element q * stride + r of the result is the sum over j of
// x[q - j] * w[r + j * stride]. Each remainder r is a filter of its own, and
// their results are put side by side. Zeros between the elements of the input
// would be multiplied, stride * stride - 1 of as many in an image.
// Where taps do not overlap, or images have fewer elements than channels, each
// element is multiplied by all taps instead, see prefersProducts.
#include "Expansions.h"
#include "Norm.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

namespace {
/// One axis in space.
struct Axis {
  int64_t stride, dilation, padding, outputPadding, kernel;
  ExprAttr input, result;

  /// The taps of one remainder, and how far they go back.
  int64_t getTaps() const { return llvm::divideCeil(kernel, stride); }
  int64_t getReach() const { return dilation * (getTaps() - 1); }
  /// The first quotient, and the elements before the result that it gives, too.
  int64_t getFirst() const { return padding / stride; }
  int64_t getBefore() const { return padding % stride; }
  /// Quotients beyond the elements of the input; negative where these are not
  /// all needed.
  int64_t getBeyond() const {
    int64_t end = dilation * (kernel - 1) + 1 - stride - padding;
    return llvm::divideCeilSigned(end + outputPadding, stride);
  }
  ExprAttr getQuotients() const {
    MLIRContext *context = input.getContext();
    return ep::add(input, ep::makeInt(context, getBeyond() - getFirst()));
  }
};
} // namespace

/// The axes; empty where zeros lie between no elements, or sizes of the
/// geometry are symbols.
static SmallVector<Axis> getAxes(Call &c, Term x, Term weight) {
  unsigned spatial = weight.rank() - 2;
  auto get = [&](StringRef name, unsigned i) -> std::optional<int64_t> {
    Sizes list = c.symInts(name);
    ExprAttr value = list.size() == 1 ? list.front() : list[i];
    return value.isInt() ? std::optional(value.getValue()) : std::nullopt;
  };
  SmallVector<Axis> axes;
  bool hasZeros = false;
  for (unsigned i = 0; i < spatial; ++i) {
    ExprAttr kernel = weight.size(2 + i);
    auto stride = get("stride", i), dilation = get("dilation", i);
    auto padding = get("padding", i), more = get("output_padding", i);
    if (!stride || !dilation || !padding || !more || !kernel.isInt() ||
        (*stride > 1 && *dilation > 1))
      return {};
    // Behind its only element no stride goes on.
    if (x.size(2 + i).isInt(1) && *dilation == 1)
      stride = kernel.getValue();
    hasZeros |= *stride > 1;
    axes.push_back({*stride, *dilation, *padding, *more, kernel.getValue(),
                    x.size(2 + i), c.result().getSizes()[2 + i]});
  }
  return hasZeros ? axes : SmallVector<Axis>();
}

/// The filters of an ordinary convolution: those of the remainders of one
/// channel follow each other.
static Term makeFilters(Term weight, ArrayRef<Axis> axes, ExprAttr groups) {
  core::Builder &in = weight.in();
  Sizes pads,
      sizes = {groups, ep::floorDiv(weight.size(0), groups), weight.size(1)};
  Sizes filters = {ep::mul(groups, weight.size(1)), sizes[1]};
  SmallVector<int64_t> turned, order = {0, 2}, taps;
  for (const Axis &axis : axes) {
    ExprAttr count = in.expr(axis.getTaps()), stride = in.expr(axis.stride);
    int64_t rest = axis.getTaps() * axis.stride - axis.kernel;
    pads.insert(pads.begin(), {in.expr(0), in.expr(rest)});
    turned.push_back(sizes.size());
    taps.push_back(sizes.size());
    order.push_back(sizes.size() + 1);
    sizes.append({count, stride});
    filters[0] = ep::mul(filters[0], stride);
    filters.push_back(count);
  }
  order.push_back(1);
  llvm::append_range(order, taps);
  Term parts = flip(view(contiguous(pad(weight, pads, 0)), sizes), turned);
  return view(contiguous(permute(parts, order)), filters);
}

/// What [n, channels, remainder…, quotient…] has, side by side, behind so many
/// elements of each axis as `countBefore` says.
static Term
joinRemainders(Term parts, ArrayRef<Axis> axes,
               llvm::function_ref<int64_t(const Axis &)> countBefore) {
  Sizes joined = {parts.size(0), parts.size(1)};
  SmallVector<int64_t> order = {0, 1};
  for (int64_t i = 2, spatial = axes.size(); i < 2 + spatial; ++i) {
    joined.push_back(ep::mul(parts.size(i + spatial), parts.size(i)));
    order.append({i + spatial, i});
  }
  Term result = view(contiguous(permute(parts, order)), joined);
  for (auto [i, axis] : llvm::enumerate(axes)) {
    ExprAttr from = parts.in().expr(countBefore(axis));
    if (result.size(2 + i) != axis.result)
      result = slice(result, 2 + i, from, ep::add(from, axis.result));
  }
  return result;
}

/// The bias of each remainder.
static Term repeatBias(Term bias, ArrayRef<Axis> axes) {
  ExprAttr count = bias.in().expr(1);
  for (const Axis &axis : axes)
    count = ep::mul(count, bias.in().expr(axis.stride));
  return flatten(contiguous(expand(unsqueeze(bias, 1), {bias.size(0), count})));
}

//===----------------------------------------------------------------------===//
// Products of elements and taps
//===----------------------------------------------------------------------===//

/// Has each element of the result one tap?
static bool haveOneTap(ArrayRef<Axis> axes) {
  return llvm::all_of(axes,
                      [](const Axis &axis) { return axis.getTaps() == 1; });
}

/// Is a product for each element of the input and each tap the better way? It
/// reads the weight as it is, where filters would be made of it, and has no
/// quotient too many; but the products of several taps are rounded and stored,
/// and added then. So it is where images have fewer elements than channels, and
/// sums are of the type of the result, or where there is one tap.
static bool prefersProducts(ArrayRef<Axis> axes, Term x, ExprAttr groups) {
  ExprAttr elements = x.size(0);
  for (const Axis &axis : axes) {
    if (axis.kernel % axis.stride != 0 || axis.outputPadding > axis.padding)
      return false;
    elements = ep::mul(elements, axis.input);
  }
  bool isSmall =
      elements.isInt() && x.size(1).isInt() &&
      elements.getValue() < x.size(1).getValue() &&
      x.dtype().getIntOrFloatBitWidth() >= 32 &&
      llvm::all_of(axes, [](const Axis &axis) { return axis.dilation == 1; });
  return groups.isInt(1) && (haveOneTap(axes) || isSmall);
}

/// The sums over the taps of each remainder of `products`, which are [n,
/// channels, tap and remainder…, element…]: tap j of element l is for quotient
/// l + j. The result is [n, channels, remainder…, quotient…].
static Term addTaps(Term products, ArrayRef<Axis> axes) {
  core::Builder &in = products.in();
  int64_t taps = 1;
  for (const Axis &axis : axes)
    taps *= axis.getTaps();
  Term total;
  for (int64_t number = 0; number < taps; ++number) {
    Term part = products;
    Sizes pads;
    int64_t rest = number;
    for (auto [i, axis] : llvm::enumerate(axes)) {
      int64_t tap = rest % axis.getTaps();
      rest /= axis.getTaps();
      part = select(part, 2 + i, in.expr(tap));
      pads.insert(pads.begin(),
                  {in.expr(tap), in.expr(axis.getTaps() - 1 - tap)});
    }
    part = taps == 1 ? part : pad(part, pads, 0);
    total = total ? total + part : part;
  }
  return total;
}

static Term expandToProducts(Term x, Term weight, Term bias,
                             ArrayRef<Axis> axes) {
  core::Builder &in = x.in();
  int64_t spatial = axes.size();
  ExprAttr one = in.expr(1), filters = weight.size(1);
  Sizes apart = {x.size(0), weight.size(1)}, sums = {x.size(0)};
  for (const Axis &axis : axes) {
    filters = ep::mul(filters, in.expr(axis.kernel));
    apart.append({in.expr(axis.getTaps()), in.expr(axis.stride)});
  }
  sums.push_back(filters);
  Term turned = transpose(view(weight, {weight.size(0), filters}), 0, 1);
  for (const Axis &axis : axes) {
    sums.push_back(axis.input);
    apart.push_back(axis.input);
    turned = unsqueeze(turned, 2);
  }
  Sizes ones(spatial, one), none(spatial, in.expr(0));
  auto multiply = [&](auto biases) {
    return make(in, "aten.convolution.default", x.type().withSizes(sums), x,
                turned, biases, ones, none, ones, false, none, Attribute(one));
  };
  bool addsAtOnce = bias && haveOneTap(axes);
  Term products =
      addsAtOnce ? multiply(repeatBias(bias, axes)) : multiply(std::nullopt);
  Term result = joinRemainders(addTaps(view(products, apart), axes), axes,
                               [](const Axis &axis) { return axis.padding; });
  return bias && !addsAtOnce ? result + overChannels(bias, x.rank()) : result;
}

static Term expandTransposed(Call &c) {
  Term x = c.raw("input"), weight = c.raw("weight"), bias = c.raw("bias");
  if (!c.flag("transposed") || x.rank() != weight.rank() ||
      isa<ComplexType>(x.dtype()))
    return c.reject("is no transposed convolution of a batch of numbers");
  SmallVector<Axis> axes = getAxes(c, x, weight);
  ExprAttr groups = c.symInt("groups");
  if (axes.empty() || !groups.isInt())
    return c.reject("has no stride, or one that is not known");
  if (prefersProducts(axes, x, groups))
    return expandToProducts(x, weight, bias, axes);
  core::Builder &in = x.in();
  Term filters = makeFilters(weight, axes, groups);
  Sizes pads, sizes = {x.size(0), filters.size(0)};
  Sizes ones(axes.size(), in.expr(1)), none(axes.size(), in.expr(0)), dilation;
  for (const Axis &axis : axes) {
    pads.insert(pads.begin(), {in.expr(axis.getReach() - axis.getFirst()),
                               in.expr(axis.getBeyond())});
    sizes.push_back(axis.getQuotients());
    dilation.push_back(in.expr(axis.dilation));
  }
  Term image = pad(x, pads, 0);
  auto convolve = [&](auto biases) {
    return make(in, "aten.convolution.default", x.type().withSizes(sizes),
                image, filters, biases, ones, none, dilation, false, none,
                Attribute(groups));
  };
  Term sums = bias ? convolve(repeatBias(bias, axes)) : convolve(std::nullopt);
  Sizes apart = {x.size(0), c.result().getSizes()[1]};
  for (const Axis &axis : axes)
    apart.push_back(in.expr(axis.stride));
  for (const Axis &axis : axes)
    apart.push_back(axis.getQuotients());
  return joinRemainders(view(sums, apart), axes,
                        [](const Axis &axis) { return axis.getBefore(); });
}

void core::populateTransposedConvolutionExpansions(
    RewritePatternSet &patterns) {
  addRules(patterns, {}, {{"aten.convolution.default", expandTransposed}});
}
