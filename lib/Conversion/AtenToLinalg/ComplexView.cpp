// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that treat both parts of complex numbers alike (views, moves of
// elements, sums): the same operator on the real tensor with a trailing
// dimension of 2, which is then converted as any other.
#include "Complex.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

namespace {
/// How an argument changes where a dimension is added at the end.
enum class Change {
  Dims,    ///< dimensions, which count from the front then
  AllDims, ///< the same, where none are all
  NewDim,  ///< the same, of a tensor with one dimension more
  Order,   ///< all dimensions in another order
  AddSize, ///< sizes: 2 is added
  AddOne,  ///< numbers per dimension: 1 is added
  AddPad,  ///< two numbers per dimension, from the last one: zeros first
  Indices, ///< indices of elements: the same for both parts
  Part,    ///< a complex dtype becomes that of the parts
  Zero     ///< a fill value, which must be 0
};

struct Argument {
  StringRef name;
  Change change;
};

struct Row {
  StringRef name;
  SmallVector<Argument, 2> arguments;
};

struct ConvertToTwin : ConversionPattern {
  ConvertToTwin(const TypeConverter &converter, const Row &row,
                MLIRContext *context)
      : ConversionPattern(converter, row.name, /*benefit=*/1, context),
        arguments(row.arguments) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const final;

private:
  FailureOr<SmallVector<NamedArgument>>
  getArguments(AtenOp op, ArrayRef<Value> operands, OpBuilder &builder) const;

  SmallVector<Argument, 2> arguments;
};

/// Operators that change nothing, before others copy.
struct ConvertToNothing : ConversionPattern {
  ConvertToNothing(const TypeConverter &converter, StringRef name,
                   MLIRContext *context)
      : ConversionPattern(converter, name, /*benefit=*/2, context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const final {
    Type wanted = getTypeConverter()->convertType(op->getResult(0).getType());
    bool conjugates =
        hasComplex(op) && op->getName().getStringRef().contains("_conj");
    if (operands[0].getType() != wanted || conjugates || changesDevice(op))
      return rewriter.notifyMatchFailure(op, "changes its operand");
    rewriter.replaceOp(op, operands[0]);
    return success();
  }
};
} // namespace

namespace {
/// The mean over everything is one over all dimensions.
struct ConvertComplexMean : ConversionPattern {
  ConvertComplexMean(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, "aten.mean.default", /*benefit=*/1,
                          context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value>,
                  ConversionPatternRewriter &rewriter) const final {
    if (!hasComplex(op))
      return rewriter.notifyMatchFailure(op, "has no complex tensor");
    AtenOp aten(op);
    SmallVector<NamedArgument> arguments = {{"self", op->getOperand(0)}};
    if (Attribute dtype = aten.attribute("dtype"))
      arguments.push_back({"dtype", dtype});
    Operation *mean =
        buildAtenOp(rewriter, op->getLoc(), requireSchema("aten.mean.dim"),
                    arguments, op->getResultTypes());
    rewriter.replaceOp(op, mean->getResults());
    return success();
  }
};
} // namespace

/// `type` as a real tensor.
static ep::TensorType getTwinType(ep::TensorType type) {
  if (!isComplex(type.getElementType()))
    return type.withSizes(type.getSizes());
  return type.withSizes(withParts(type.getSizes(), type.getContext()))
      .withElementType(getPartType(type.getElementType()));
}

/// The rank of the first complex operand; dimensions are its.
static int64_t getRank(AtenOp op) {
  for (Type type : op->getOperandTypes())
    if (auto tensor = dyn_cast<ep::TensorType>(type))
      if (isComplex(tensor.getElementType()))
        return tensor.getRank();
  return 0;
}

/// Dimensions from the front. A number without dimensions has none that could
/// be told from the added one.
static FailureOr<SmallVector<int64_t>> getDims(AtenOp op, unsigned index,
                                               int64_t rank) {
  if (rank == 0)
    return failure();
  SmallVector<int64_t> dims;
  if (op.getSchema().getArguments()[index].type.list)
    dims = op.integers(index);
  else
    dims.push_back(op.integer(index));
  for (int64_t &dim : dims) {
    FailureOr<int64_t> wrapped = wrapDim(dim, rank);
    if (failed(wrapped))
      return failure();
    dim = *wrapped;
  }
  return dims;
}

/// The dimensions in the form of their argument.
static FailureOr<Attribute> changeDims(AtenOp op, unsigned index,
                                       Change change) {
  Builder builder(op->getContext());
  int64_t rank = getRank(op) + (change == Change::NewDim);
  FailureOr<SmallVector<int64_t>> dims = getDims(op, index, rank);
  if (failed(dims))
    return failure();
  if (change == Change::AllDims && dims->empty())
    dims = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  if (change == Change::Order)
    dims->push_back(rank);
  if (op.getSchema().getArguments()[index].type.list)
    return Attribute(builder.getDenseI64ArrayAttr(*dims));
  return Attribute(builder.getI64IntegerAttr(dims->front()));
}

static bool isZero(Attribute number) {
  if (!number)
    return true;
  if (auto integer = dyn_cast<IntegerAttr>(number))
    return integer.getValue().isZero();
  if (auto real = dyn_cast<FloatAttr>(number))
    return real.getValue().isZero();
  return false;
}

/// The argument for the twin; a null attribute leaves it to its default.
static FailureOr<Attribute> changeArgument(AtenOp op, unsigned index,
                                           Change change) {
  Builder builder(op->getContext());
  auto expressions = [&](bool isFront, ArrayRef<int64_t> added) -> Attribute {
    SmallVector<Attribute> all;
    for (ExprAttr expr : op.symInts(index))
      all.push_back(expr);
    for (int64_t value : added)
      all.insert(isFront ? all.begin() : all.end(),
                 ep::makeInt(op->getContext(), value));
    return builder.getArrayAttr(all);
  };
  switch (change) {
  case Change::Dims:
  case Change::AllDims:
  case Change::NewDim:
  case Change::Order:
    return changeDims(op, index, change);
  case Change::AddSize:
    return expressions(false, {2});
  case Change::AddOne:
    return expressions(false, {1});
  case Change::AddPad:
    return expressions(true, {0, 0});
  case Change::Indices:
    llvm_unreachable("indices are operands");
  case Change::Part: {
    Type dtype = op.dtype(index);
    return dtype ? Attribute(TypeAttr::get(getPartType(dtype))) : Attribute();
  }
  case Change::Zero:
    if (!isZero(op.attribute(index)))
      return failure();
    return op.attribute(index);
  }
  llvm_unreachable("all changes are above");
}

/// The tensor twice, along a new dimension at the end.
static Value repeatForParts(OpBuilder &builder, Value tensor) {
  auto type = cast<ep::TensorType>(tensor.getType());
  MLIRContext *context = type.getContext();
  Sizes one(type.getSizes()), two = withParts(type.getSizes(), context);
  one.push_back(ep::makeInt(context, 1));
  SmallVector<Attribute> sizes(two.begin(), two.end());
  SmallVector<NamedArgument> unsqueeze = {
      {"self", tensor}, {"dim", Attribute(builder.getI64IntegerAttr(-1))}};
  Value single = buildAtenOp(builder, tensor.getLoc(),
                             requireSchema("aten.unsqueeze.default"), unsqueeze,
                             type.withSizes(one))
                     ->getResult(0);
  SmallVector<NamedArgument> expand = {
      {"self", single}, {"size", Attribute(builder.getArrayAttr(sizes))}};
  return buildAtenOp(builder, tensor.getLoc(),
                     requireSchema("aten.expand.default"), expand,
                     type.withSizes(two))
      ->getResult(0);
}

FailureOr<SmallVector<NamedArgument>>
ConvertToTwin::getArguments(AtenOp op, ArrayRef<Value> operands,
                            OpBuilder &builder) const {
  auto twin = [&](unsigned i, bool isIndex) -> Value {
    auto type = dyn_cast<ep::TensorType>(op->getOperand(i).getType());
    if (!type)
      return op->getOperand(i);
    if (isIndex)
      return repeatForParts(builder, op->getOperand(i));
    return ep::FromBuiltinOp::create(builder, op.getLoc(), getTwinType(type),
                                     operands[i]);
  };
  SmallVector<NamedArgument> all;
  for (auto [i, argument] : llvm::enumerate(op.getSchema().getArguments())) {
    if (!argument.type.isValue()) {
      FailureOr<Attribute> value = op.attribute(i);
      for (const Argument &changed : arguments)
        if (changed.name == argument.name)
          value = changeArgument(op, i, changed.change);
      if (failed(value))
        return failure();
      if (*value)
        all.push_back({argument.name, *value});
      continue;
    }
    bool isIndex = false;
    for (const Argument &changed : arguments)
      isIndex |=
          changed.change == Change::Indices && changed.name == argument.name;
    OperandSegment segment = op.getSegment(i);
    if (segment.isNone)
      continue;
    unsigned next = segment.start;
    SmallVector<Value> values;
    for (bool present : segment.present)
      values.push_back(present ? twin(next++, isIndex) : Value());
    if (argument.type.list)
      all.push_back({argument.name, values});
    else
      all.push_back({argument.name, values.front()});
  }
  return all;
}

/// Indices and masks keep their form.
static bool isTwinnable(Operation *op, Type type) {
  auto tensor = dyn_cast<ep::TensorType>(type);
  if (!tensor || isComplex(tensor.getElementType()))
    return true;
  StringRef name = op->getName().getStringRef();
  bool isMask = isBool(tensor.getElementType()) &&
                (name.contains(".index") || name.contains(".masked"));
  return isMask || tensor.getElementType().isSignlessInteger(64);
}

LogicalResult
ConvertToTwin::matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                               ConversionPatternRewriter &rewriter) const {
  if (!hasComplex(op))
    return rewriter.notifyMatchFailure(op, "has no complex tensor");
  for (Type type : op->getResultTypes())
    if (!isComplex(cast<ep::TensorType>(type).getElementType()))
      return rewriter.notifyMatchFailure(op, "has a real result");
  if (!llvm::all_of(op->getOperandTypes(),
                    [&](Type type) { return isTwinnable(op, type); }))
    return rewriter.notifyMatchFailure(op, "mixes real and complex tensors");
  AtenOp aten(op);
  FailureOr<SmallVector<NamedArgument>> all =
      getArguments(aten, operands, rewriter);
  if (failed(all))
    return rewriter.notifyMatchFailure(op, "an argument has no real twin");
  SmallVector<Type> types;
  for (Type type : op->getResultTypes())
    types.push_back(getTwinType(cast<ep::TensorType>(type)));
  Operation *twin =
      buildAtenOp(rewriter, op->getLoc(), aten.getSchema(), *all, types);
  SmallVector<Value> results;
  for (Value result : twin->getResults())
    results.push_back(ep::ToBuiltinOp::create(
        rewriter, op->getLoc(),
        cast<ep::TensorType>(result.getType()).getBuiltinType(), result));
  rewriter.replaceOp(op, results);
  return success();
}

static SmallVector<Row> getRows() {
  return {
      {"aten.cat.default", {{"dim", Change::Dims}}},
      {"aten.constant_pad_nd.default",
       {{"pad", Change::AddPad}, {"value", Change::Zero}}},
      {"aten.cumsum.default", {{"dim", Change::Dims}, {"dtype", Change::Part}}},
      {"aten.flip.default", {{"dims", Change::Dims}}},
      {"aten.gather.default",
       {{"dim", Change::Dims}, {"index", Change::Indices}}},
      {"aten.index.Tensor", {}},
      {"aten.index_put.default", {}},
      {"aten.index_select.default", {{"dim", Change::Dims}}},
      {"aten.masked_scatter.default", {{"mask", Change::Indices}}},
      {"aten.mean.dim", {{"dim", Change::AllDims}, {"dtype", Change::Part}}},
      {"aten.permute.default", {{"dims", Change::Order}}},
      {"aten.repeat.default", {{"repeats", Change::AddOne}}},
      {"aten.scatter.src", {{"dim", Change::Dims}, {"index", Change::Indices}}},
      {"aten.scatter_add.default",
       {{"dim", Change::Dims}, {"index", Change::Indices}}},
      {"aten.select.int", {{"dim", Change::Dims}}},
      {"aten.select_scatter.default", {{"dim", Change::Dims}}},
      {"aten.slice.Tensor", {{"dim", Change::Dims}}},
      {"aten.slice_scatter.default", {{"dim", Change::Dims}}},
      {"aten.split_with_sizes.default", {{"dim", Change::Dims}}},
      {"aten.squeeze.dim", {{"dim", Change::Dims}}},
      {"aten.squeeze.dims", {{"dim", Change::Dims}}},
      {"aten.sum.dim_IntList",
       {{"dim", Change::AllDims}, {"dtype", Change::Part}}},
      {"aten.unsqueeze.default", {{"dim", Change::NewDim}}},
      {"aten.view.default", {{"size", Change::AddSize}}}};
}

void kiln::populateComplexViewToLinalg(TypeConverter &converter,
                                       RewritePatternSet &patterns) {
  for (const Row &row : getRows())
    patterns.add<ConvertToTwin>(converter, row, patterns.getContext());
  patterns.add<ConvertComplexMean>(converter, patterns.getContext());
  for (StringRef name :
       {"aten._conj.default", "aten._conj_physical.default",
        "aten.alias.default", "aten.clone.default", "aten._to_copy.default",
        "aten.view_as_complex.default", "aten.view_as_real.default"})
    patterns.add<ConvertToNothing>(converter, name, patterns.getContext());
}
