// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One case for each family of views. Views whose elements share memory have no
// inverse, but for a fill, which writes the same value to each.
#include "ViewInverse.h"
#include "kiln/Dialect/Aten/Builder.h"
#include "kiln/Dialect/Aten/ViewMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

namespace {
/// How views are inverted.
enum class Family {
  Unknown,
  Identity,   ///< the same elements in the same sizes
  Reshape,    ///< the same elements in other sizes
  Involution, ///< applied twice it is the identity
  Permute,
  MoveDim,
  Slice, ///< a part along one dimension
  Select,
  Unbind,
  Diagonal,
  AsStrided,
  Expand,
  AsComplex,
  AsReal,
  Part, ///< real or imag
  Dtype,
  Windows ///< unfold
};
} // namespace

static Family getFamily(AtenOp view, ep::TensorType viewed) {
  const Schema &schema = view.getSchema();
  StringRef base = schema.getBaseName();
  if (base == "view" && schema.getOverload() == "dtype")
    return Family::Dtype;
  bool complex = isa<ComplexType>(viewed.getElementType());
  if (!complex && llvm::is_contained({"real", "conj", "resolve_conj"}, base))
    return Family::Identity;
  return llvm::StringSwitch<Family>(base)
      .Cases({"alias", "detach", "lift_fresh", "to", "contiguous", "positive",
              "resolve_conj", "resolve_neg", "type_as", "pin_memory", "dropout",
              "alpha_dropout", "feature_dropout", "feature_alpha_dropout",
              "_autocast_to_full_precision", "_autocast_to_reduced_precision"},
             Family::Identity)
      .Cases({"view", "_reshape_alias", "reshape", "reshape_as", "view_as",
              "flatten", "unflatten", "ravel", "squeeze", "unsqueeze",
              "atleast_1d", "atleast_2d", "atleast_3d"},
             Family::Reshape)
      .Cases({"transpose", "t", "numpy_T", "mT", "mH", "matrix_H", "adjoint",
              "swapaxes", "swapdims", "_conj", "conj", "_neg_view"},
             Family::Involution)
      .Case("permute", Family::Permute)
      .Cases({"movedim", "moveaxis"}, Family::MoveDim)
      .Cases({"slice", "narrow", "split", "split_with_sizes", "chunk",
              "tensor_split", "hsplit", "vsplit", "dsplit"},
             Family::Slice)
      .Case("select", Family::Select)
      .Case("unbind", Family::Unbind)
      .Cases({"diagonal", "linalg_diagonal"}, Family::Diagonal)
      .Case("as_strided", Family::AsStrided)
      .Cases({"expand", "expand_as", "broadcast_to", "broadcast_tensors",
              "meshgrid"},
             Family::Expand)
      .Case("unfold", Family::Windows)
      .Case("view_as_complex", Family::AsComplex)
      .Case("view_as_real", Family::AsReal)
      .Cases({"real", "imag"}, Family::Part)
      .Default(Family::Unknown);
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// The dimension that a split cuts.
static std::optional<int64_t> getSplitDim(AtenOp view, int64_t rank) {
  int64_t dim = 0;
  StringRef base = view.getSchema().getBaseName();
  if (view.getSchema().findArgument("dim"))
    dim = view.getInt("dim");
  else
    dim = base == "dsplit" ? 2 : base == "hsplit" && rank > 1 ? 1 : 0;
  FailureOr<int64_t> wrapped = wrapDim(dim, rank);
  return failed(wrapped) ? std::nullopt : std::optional(*wrapped);
}

/// `position`, counted from the front of a dimension of this size; null when
/// its sign is not known.
static ExprAttr wrapPosition(ExprAttr position, ExprAttr size) {
  if (position.isInt() && position.getValue() < 0)
    return ep::add(position, size);
  return position;
}

std::optional<SliceBounds> aten::getSliceBounds(AtenOp view, unsigned result,
                                                ep::TensorType viewed) {
  MLIRContext *context = view->getContext();
  ExprAttr zero = ep::makeInt(context, 0), one = ep::makeInt(context, 1);
  std::optional<int64_t> dim = getSplitDim(view, viewed.getRank());
  if (!dim || viewed.getRank() == 0)
    return std::nullopt;
  ExprAttr size = viewed.getSizes()[*dim];
  if (view.getSchema().getName() == "aten.slice.Tensor") {
    ExprAttr start = view.symInt(2), end = view.symInt(3);
    return SliceBounds{*dim, start ? start : zero, end ? end : size,
                       view.symInt(4)};
  }
  if (view.getSchema().getName() == "aten.narrow.default") {
    ExprAttr start = wrapPosition(view.symInt(2), size);
    return SliceBounds{*dim, start, ep::add(start, view.symInt(3)), one};
  }
  if (view.getSchema().getBaseName() == "narrow")
    return std::nullopt;
  // Parts of a split lie behind one another.
  ExprAttr start = zero;
  for (unsigned i = 0; i < result; ++i)
    start = ep::add(start, getSizes(view->getResult(i))[*dim]);
  return SliceBounds{*dim, start,
                     ep::add(start, getSizes(view->getResult(result))[*dim]),
                     one};
}

bool aten::isAbsolute(AtenOp view) {
  return view.getSchema().getName() == "aten.as_strided.default";
}

std::optional<ExprAttr> aten::getViewOffset(AtenOp view, unsigned result,
                                            ep::TensorType viewed) {
  ExprAttr zero = ep::makeInt(view->getContext(), 0);
  if (hasViewMap(view.getSchema().getName())) {
    FailureOr<ViewMap> map = getViewMap(view, result);
    if (failed(map))
      return std::nullopt;
    ExprAttr offset = map->getOffset(viewed.getStridesOrDefault());
    return offset ? offset : zero;
  }
  switch (getFamily(view, viewed)) {
  case Family::Identity:
  case Family::Reshape:
  case Family::Involution:
  case Family::Expand:
    return zero;
  case Family::AsStrided:
    return view.symInt(3) ? view.symInt(3) : zero;
  default:
    return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// Inverses
//===----------------------------------------------------------------------===//

namespace {
/// Builds the inverse of one view.
class Inverter {
public:
  Inverter(OpBuilder &builder, Location loc, ViewStep step,
           llvm::function_ref<Value()> readOld, NewValue written,
           const ep::Facts &facts, std::string &why)
      : builder(builder), loc(loc), view(step.viewed->getOwner()),
        result(step.result), readOld(readOld), written(written), facts(facts),
        why(why), type(cast<ep::TensorType>(step.viewed->get().getType())) {}

  Value invert();

private:
  Value build(StringRef name, ArrayRef<NamedArgument> arguments, Type result) {
    return buildAtenOp(builder, loc, requireSchema(name), arguments, result)
        ->getResult(0);
  }
  Value fail(const Twine &reason) {
    why = reason.str();
    return {};
  }
  Attribute exprs(ArrayRef<ExprAttr> list) {
    return builder.getArrayAttr(
        SmallVector<Attribute>(list.begin(), list.end()));
  }
  Attribute ints(ArrayRef<int64_t> list) {
    return builder.getDenseI64ArrayAttr(list);
  }
  Attribute integer(int64_t value) { return builder.getI64IntegerAttr(value); }

  /// The written value in the sizes of the source.
  Value reshape() {
    if (written.value.getType() == type)
      return written.value;
    return build("aten.view.default",
                 {{"self", written.value}, {"size", exprs(type.getSizes())}},
                 type);
  }
  Value invertPermute();
  Value invertMoveDim();
  Value invertSlice();
  Value select(int64_t dim, Attribute index);
  Value invertExpand();
  Value invertPart();
  Value invertWindows();
  Value scatterSlice(Value self, Value part, int64_t dim, ExprAttr start,
                     ExprAttr end, int64_t step);

  OpBuilder &builder;
  Location loc;
  AtenOp view;
  unsigned result;
  llvm::function_ref<Value()> readOld;
  NewValue written;
  const ep::Facts &facts;
  std::string &why;
  ep::TensorType type; ///< of the source
};
} // namespace

Value Inverter::invertPermute() {
  SmallVector<int64_t> dims = view.ints("dims"), inverse(dims.size());
  for (auto [i, dim] : llvm::enumerate(dims))
    inverse[*wrapDim(dim, dims.size())] = i;
  return build("aten.permute.default",
               {{"self", written.value}, {"dims", ints(inverse)}}, type);
}

Value Inverter::invertMoveDim() {
  return build(view.getSchema().getName(),
               {{"self", written.value},
                {"source", view.attribute("destination")},
                {"destination", view.attribute("source")}},
               type);
}

Value Inverter::invertSlice() {
  auto bounds = getSliceBounds(view, result, type);
  if (!bounds)
    return fail("writes through " + view.getSchema().getName() +
                ", whose position is not known");
  return build("aten.slice_scatter.default",
               {{"self", readOld()},
                {"src", written.value},
                {"dim", integer(bounds->dim)},
                {"start", bounds->start},
                {"end", bounds->end},
                {"step", bounds->step}},
               type);
}

Value Inverter::select(int64_t dim, Attribute index) {
  return build("aten.select_scatter.default",
               {{"self", readOld()},
                {"src", written.value},
                {"dim", integer(dim)},
                {"index", index}},
               type);
}

Value Inverter::invertExpand() {
  SizesRef from = type.getSizes(), to = getSizes(view->getResult(result));
  bool repeats = false;
  for (auto [i, size] : llvm::enumerate(to)) {
    size_t added = to.size() - from.size();
    ExprAttr old =
        i < added ? ep::makeInt(view->getContext(), 1) : from[i - added];
    repeats |= ep::proveEqual(old, size, facts) != ep::Answer::Yes;
  }
  if (!repeats)
    return reshape();
  bool empty = llvm::any_of(to, [&](ExprAttr size) {
    return ep::range(size, facts).min.value_or(0) < 1;
  });
  // A fill writes the same value to all views of one element.
  if (!written.uniform || empty)
    return fail("writes through " + view.getSchema().getName() +
                ", in which several elements share memory");
  Operation *again = builder.clone(*written.uniform);
  again->setOperand(0, readOld());
  again->getResult(0).setType(type);
  return again->getResult(0);
}

/// Has a dimension that may have several elements the stride 0? PyTorch writes
/// no such tensor.
static bool repeatsElements(Value tensor) {
  auto type = cast<ep::TensorType>(tensor.getType());
  return llvm::any_of(
      llvm::zip(type.getSizes(), type.getStridesOrDefault()), [](auto pair) {
        auto [size, stride] = pair;
        return stride.isInt(0) && !size.isInt(0) && !size.isInt(1);
      });
}

/// Half of a complex tensor: element 0 or 1 of its last dimension as a real
/// one.
Value Inverter::invertPart() {
  MLIRContext *context = view->getContext();
  SmallVector<ExprAttr> sizes(type.getSizes());
  sizes.push_back(ep::makeInt(context, 2));
  auto parts = ep::TensorType::get(
      context, sizes, cast<ComplexType>(type.getElementType()).getElementType(),
      ArrayRef<ExprAttr>(), type.getDevice());
  Value real = build("aten.view_as_real.default", {{"self", readOld()}}, parts);
  bool imaginary = view.getSchema().getBaseName() == "imag";
  Value merged = build("aten.select_scatter.default",
                       {{"self", real},
                        {"src", written.value},
                        {"dim", integer(type.getRank())},
                        {"index", integer(imaginary)}},
                       parts);
  return build("aten.view_as_complex.default", {{"self", merged}}, type);
}

Value Inverter::scatterSlice(Value self, Value part, int64_t dim,
                             ExprAttr start, ExprAttr end, int64_t step) {
  return build("aten.slice_scatter.default",
               {{"self", self},
                {"src", part},
                {"dim", integer(dim)},
                {"start", start},
                {"end", end},
                {"step", ep::makeInt(view->getContext(), step)}},
               type);
}

/// Windows of a dimension stand as the last one, their number in the place of
/// the dimension. Side by side they are a part of it; with gaps between them
/// each position in the window is a slice.
Value Inverter::invertWindows() {
  MLIRContext *context = view->getContext();
  int64_t size = view.getInt("size"), step = view.getInt("step");
  FailureOr<int64_t> dim = wrapDim(view.getInt("dimension"), type.getRank());
  if (failed(dim) || type.getRank() == 0)
    return fail("writes through " + view.getSchema().getName() +
                ", which has no dimension");
  if (step < size)
    return fail("writes through " + view.getSchema().getName() +
                ", in which several elements share memory");
  SmallVector<ExprAttr> sizes(getSizes(written.value));
  ExprAttr count = sizes[*dim], zero = ep::makeInt(context, 0);
  sizes.pop_back();
  if (step == size) {
    auto order = llvm::to_vector(llvm::seq<int64_t>(0, sizes.size()));
    order.insert(order.begin() + *dim + 1, sizes.size());
    SmallVector<ExprAttr> split(sizes), joined(sizes);
    split.insert(split.begin() + *dim + 1, ep::makeInt(context, size));
    joined[*dim] = ep::mul(count, ep::makeInt(context, size));
    Value side = build("aten.permute.default",
                       {{"self", written.value}, {"dims", ints(order)}},
                       type.withSizes(split));
    Value part = build("aten.reshape.default",
                       {{"self", side}, {"shape", exprs(joined)}},
                       type.withSizes(joined));
    return scatterSlice(readOld(), part, *dim, zero, joined[*dim], 1);
  }
  Value result = readOld();
  ExprAttr last = ep::mul(ep::sub(count, ep::makeInt(context, 1)),
                          ep::makeInt(context, step));
  for (int64_t i = 0; i < size; ++i) {
    Value part = build("aten.select.int",
                       {{"self", written.value},
                        {"dim", integer(sizes.size())},
                        {"index", integer(i)}},
                       type.withSizes(sizes));
    result = scatterSlice(result, part, *dim, ep::makeInt(context, i),
                          ep::add(last, ep::makeInt(context, i + 1)), step);
  }
  return result;
}

Value Inverter::invert() {
  Value value = written.value;
  StringRef name = view.getSchema().getName();
  switch (getFamily(view, type)) {
  case Family::Identity:
  case Family::Reshape:
    return reshape();
  case Family::Involution: {
    Operation *again = builder.clone(*view);
    again->setOperand(0, value);
    again->getResult(0).setType(type);
    return again->getResult(0);
  }
  case Family::Permute:
    return invertPermute();
  case Family::MoveDim:
    return invertMoveDim();
  case Family::Slice:
    return invertSlice();
  case Family::Select:
    return select(view.getInt("dim"), view.attribute("index"));
  case Family::Unbind:
    return select(view.getInt("dim"), integer(result));
  case Family::Diagonal:
    return build("aten.diagonal_scatter.default",
                 {{"self", readOld()},
                  {"src", value},
                  {"offset", view.attribute("offset")},
                  {"dim1", view.attribute("dim1")},
                  {"dim2", view.attribute("dim2")}},
                 type);
  case Family::AsStrided:
    if (repeatsElements(view->getResult(result)))
      return fail("writes through " + name +
                  ", in which several elements share memory");
    return build("aten.as_strided_scatter.default",
                 {{"self", readOld()},
                  {"src", value},
                  {"size", view.attribute("size")},
                  {"stride", view.attribute("stride")},
                  {"storage_offset", view.attribute("storage_offset")}},
                 type);
  case Family::Expand:
    return invertExpand();
  case Family::AsComplex:
    return build("aten.view_as_real.default", {{"self", value}}, type);
  case Family::AsReal:
    return build("aten.view_as_complex.default", {{"self", value}}, type);
  case Family::Part:
    return invertPart();
  case Family::Dtype:
    return build("aten.view.dtype",
                 {{"self", value},
                  {"dtype", Attribute(TypeAttr::get(type.getElementType()))}},
                 type);
  case Family::Windows:
    return invertWindows();
  case Family::Unknown:
    break;
  }
  return fail("writes through " + name + ", which cannot be inverted");
}

Value aten::createInverse(OpBuilder &builder, Location loc, ViewStep step,
                          llvm::function_ref<Value()> readOld, NewValue written,
                          const ep::Facts &facts, std::string &why) {
  return Inverter(builder, loc, step, readOld, written, facts, why).invert();
}
