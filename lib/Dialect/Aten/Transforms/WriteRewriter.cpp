// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "WriteRewriter.h"
#include "Aliasing.h"
#include "kiln/Dialect/Aten/FunctionalForm.h"
#include "kiln/Dialect/Aten/Shape.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

Value WriteRewriter::build(Location loc, StringRef name,
                           ArrayRef<NamedArgument> arguments, Type result) {
  return buildAtenOp(builder, loc, requireSchema(name), arguments, result)
      ->getResult(0);
}

LogicalResult WriteRewriter::write(Value tensor, NewValue written,
                                   Operation *writer) {
  Alias *alias = tracker.lookup(tensor);
  if (auto input = dyn_cast<BlockArgument>(alias->storage->tensors.front()))
    if (std::string why = mayWrite(input); !why.empty())
      return refuse(writer, why);
  return tracker.write(alias, written, writer, builder);
}

void WriteRewriter::finish(AtenOp op) {
  for (OpResult result : op->getResults()) {
    std::optional<unsigned> argument = getAliasedArgument(
        op.getSchema(), getSchemaResult(op, result.getResultNumber()));
    if (argument)
      tracker.bind(result, op.tensor(*argument));
  }
  rewritten.push_back(op);
}

void WriteRewriter::eraseRewritten() {
  for (Operation *op : llvm::reverse(rewritten))
    op->erase();
  rewritten.clear();
}

static bool haveEqualSizes(Value a, Value b, const ep::Facts &facts) {
  SizesRef left = getSizes(a), right = getSizes(b);
  return left.size() == right.size() &&
         llvm::all_of(llvm::zip(left, right), [&](auto pair) {
           auto [x, y] = pair;
           return ep::proveEqual(x, y, facts) == ep::Answer::Yes;
         });
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

Value WriteRewriter::convert(Value value, ep::TensorType type, Location loc) {
  if (auto number = dyn_cast<ep::NumberType>(value.getType())) {
    ArrayRef<ExprAttr> sizes = type.getSizes();
    return build(
        loc, "aten.full.default",
        {{"size", Attribute(builder.getArrayAttr(
                      SmallVector<Attribute>(sizes.begin(), sizes.end())))},
         {"fill_value", Attribute(number.getValue())},
         {"dtype", Attribute(TypeAttr::get(type.getElementType()))}},
        type);
  }
  auto from = cast<ep::TensorType>(value.getType());
  if (from.getElementType() != type.getElementType() ||
      from.getDevice() != type.getDevice()) {
    from = ep::TensorType::get(builder.getContext(), from.getSizes(),
                               type.getElementType(), from.getStrides(),
                               type.getDevice());
    SmallVector<NamedArgument> arguments = {
        {"self", value},
        {"dtype", Attribute(TypeAttr::get(type.getElementType()))}};
    if (type.getDevice())
      arguments.push_back({"device", Attribute(type.getDevice())});
    value = build(loc, "aten._to_copy.default", arguments, from);
  }
  if (from.getSizes() != type.getSizes()) {
    // New and repeated dimensions have stride 0.
    SmallVector<ExprAttr> strides(type.getRank(),
                                  ep::makeInt(type.getContext(), 0));
    SmallVector<ExprAttr> old = from.getStridesOrDefault();
    size_t added = type.getRank() - from.getRank();
    for (auto [i, size] : llvm::enumerate(from.getSizes()))
      if (size == type.getSizes()[i + added])
        strides[i + added] = old[i];
    from =
        ep::TensorType::get(builder.getContext(), type.getSizes(),
                            type.getElementType(), strides, type.getDevice());
    ArrayRef<ExprAttr> sizes = type.getSizes();
    value =
        build(loc, "aten.expand.default",
              {{"self", value},
               {"size", Attribute(builder.getArrayAttr(SmallVector<Attribute>(
                            sizes.begin(), sizes.end())))}},
              from);
  }
  if (from == type)
    return value;
  SmallVector<NamedArgument> arguments = {{"self", value}};
  if (type.isContiguous())
    arguments.push_back({"memory_format", Attribute(builder.getStringAttr(
                                              "contiguous_format"))});
  return build(loc, "aten.clone.default", arguments, type);
}

/// The new value is the source; a copy of a tensor to itself writes nothing.
LogicalResult WriteRewriter::rewriteCopy(AtenOp op) {
  Value self = op.tensor("self");
  Alias *alias = tracker.lookup(self);
  Value source = read(op.tensor("src"));
  if (source != read(self)) {
    if (getSizes(source).size() >
        static_cast<size_t>(alias->getType().getRank()))
      return refuse(op, "copies from a tensor with more dimensions");
    Value value = convert(source, alias->getType(), op->getLoc());
    if (failed(write(self, {value}, op)))
      return failure();
  }
  finish(op);
  return success();
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

/// The attribute or values of argument `index`, values by `read`.
static ArgumentValue getArgument(AtenOp op, unsigned index,
                                 llvm::function_ref<Value(Value)> read) {
  const SchemaType &type = op.getSchema().getArguments()[index].type;
  if (!type.isValue()) {
    Attribute attr = op->getAttr(op.getSchema().getArguments()[index].name);
    return attr ? ArgumentValue(attr) : ArgumentValue();
  }
  if (!op.hasValue(index))
    return {};
  if (!type.list)
    return read(op.tensor(index));
  return llvm::map_to_vector(op.tensors(index),
                             [&](Value value) { return read(value); });
}

namespace {
/// The results that the functional form of an operator has.
struct FormResults {
  SmallVector<Type> types;
  /// Per result: the tensor whose new value it is, or the result it replaces.
  SmallVector<Value> written, replaced;
  SmallVector<int64_t> segments; ///< lengths of list results
};
} // namespace

static void addResult(FormResults &results, Type type, Value written,
                      Value replaced) {
  results.types.push_back(type);
  results.written.push_back(written);
  results.replaced.push_back(replaced);
}

static LogicalResult collectResults(AtenOp op, const FunctionalForm &form,
                                    AliasTracker &tracker,
                                    FormResults &results) {
  for (auto [i, result] : llvm::enumerate(form.results)) {
    size_t before = results.types.size();
    if (result.isWritten) {
      for (Value value : op.tensors(result.index)) {
        if (!value || !isa<ep::TensorType>(value.getType()))
          return refuse(op, "writes an argument that is no tensor");
        Type dtype = getComputedDtype(op, form, value);
        if (!dtype)
          return refuse(op, "writes to `out` a result of another dtype");
        auto type = tracker.lookup(value)->getType();
        if (dtype != type.getElementType())
          type = type.withElementType(dtype);
        addResult(results, type, value, {});
      }
    } else {
      for (OpResult value : op->getResults())
        if (getSchemaResult(op, value.getResultNumber()) == result.index)
          addResult(results, value.getType(), {}, value);
    }
    if (form.schema->getResults()[i].type.list)
      results.segments.push_back(results.types.size() - before);
  }
  return success();
}

/// The results that are written arguments must have their sizes.
static LogicalResult verifySizes(AtenOp op, AliasTracker &tracker) {
  for (OpResult result : op->getResults()) {
    std::optional<unsigned> argument = getAliasedArgument(
        op.getSchema(), getSchemaResult(op, result.getResultNumber()));
    if (argument && op.tensor(*argument) &&
        !haveEqualSizes(result, tracker.lookup(op.tensor(*argument))->current,
                        tracker.getFacts()))
      return refuse(op, "changes the sizes of what it writes");
  }
  return success();
}

LogicalResult WriteRewriter::rewriteGeneric(AtenOp op) {
  std::optional<FunctionalForm> form = getFunctionalForm(op.getSchema());
  FormResults results;
  if (!form)
    return refuse(op, "writes its operand and has no functional overload");
  if (failed(verifySizes(op, tracker)) ||
      failed(collectResults(op, *form, tracker, results)))
    return failure();
  SmallVector<ArgumentValue> arguments;
  for (auto [i, argument] : llvm::enumerate(form->arguments)) {
    ArgumentValue value;
    if (argument)
      value = getArgument(op, *argument, [&](Value v) { return read(v); });
    else if (form->schema->getArguments()[i].name == "dtype" &&
             !results.types.empty())
      value = Attribute(TypeAttr::get(
          cast<ep::TensorType>(results.types[0]).getElementType()));
    arguments.push_back(value);
  }
  Operation *made =
      buildAtenOp(builder, op->getLoc(), *form->schema,
                  ArrayRef<ArgumentValue>(arguments), results.types);
  if (results.segments.size() > 1)
    made->setAttr(AtenOp::getResultSegmentsName(),
                  builder.getDenseI64ArrayAttr(results.segments));
  bool fills = op.getSchema().getBaseName() == "fill_";
  for (auto [value, written, replaced] :
       llvm::zip(made->getResults(), results.written, results.replaced)) {
    if (!written) {
      replaced.replaceAllUsesWith(value);
      continue;
    }
    Value stored =
        convert(value, tracker.lookup(written)->getType(), op->getLoc());
    if (failed(write(written, {stored, fills ? made : nullptr}, op)))
      return failure();
  }
  finish(op);
  return success();
}

/// Zeros are a fill, which later passes know.
LogicalResult WriteRewriter::rewriteZero(AtenOp op) {
  Value self = op.tensor("self");
  Value old = read(self);
  Value zeros =
      build(op->getLoc(), "aten.fill.Scalar",
            {{"self", old}, {"value", Attribute(builder.getI64IntegerAttr(0))}},
            old.getType());
  if (failed(write(self, {zeros, zeros.getDefiningOp()}, op)))
    return failure();
  finish(op);
  return success();
}

/// The elements on the diagonal of a matrix become one value.
LogicalResult WriteRewriter::rewriteFillDiagonal(AtenOp op) {
  Value self = op.tensor("self");
  ep::TensorType type = tracker.lookup(self)->getType();
  if (type.getRank() != 2 || op.getBool("wrap"))
    return refuse(op, "fills a diagonal that is not that of a matrix");
  ExprAttr length =
      ep::makeExpr(ep::ExprKind::Min, {type.getSizes()[0], type.getSizes()[1]});
  Value diagonal =
      build(op->getLoc(), "aten.full.default",
            {{"size", Attribute(builder.getArrayAttr({length}))},
             {"fill_value", op.attribute("fill_value")},
             {"dtype", Attribute(TypeAttr::get(type.getElementType()))}},
            type.withSizes(length));
  Value value = build(op->getLoc(), "aten.diagonal_scatter.default",
                      {{"self", read(self)}, {"src", diagonal}}, type);
  if (failed(write(self, {value}, op)))
    return failure();
  finish(op);
  return success();
}

LogicalResult WriteRewriter::rewrite(AtenOp op) {
  builder.setInsertionPoint(op);
  StringRef base = op.getSchema().getBaseName();
  if (writesSilently(op))
    return base == "instance_norm" ? rewriteInstanceNorm(op)
                                   : rewriteBatchNorm(op);
  if (op.getSchema().getName() == "aten.copy_.default")
    return rewriteCopy(op);
  if (op.getSchema().getName() == "aten.zero_.default")
    return rewriteZero(op);
  if (llvm::is_contained({"detach_", "requires_grad_"}, base)) {
    finish(op);
    return success();
  }
  if (llvm::is_contained({"set_", "set_data", "shallow_copy_data_"}, base))
    return refuse(op, "replaces the storage of a tensor");
  if (llvm::is_contained({"squeeze_", "unsqueeze_", "transpose_", "t_",
                          "swapaxes_", "swapdims_"},
                         base))
    return rewriteMetadata(op);
  if (llvm::is_contained({"as_strided_", "resize_", "resize_as_"}, base))
    return rewriteResize(op);
  if (base == "fill_diagonal_")
    return rewriteFillDiagonal(op);
  return rewriteGeneric(op);
}
