// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Normalizations that update running statistics without saying so in their
// schema.
#include "WriteRewriter.h"
#include "kiln/Dialect/Aten/Shape.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

bool aten::writesSilently(AtenOp op) {
  StringRef name = op.getSchema().getName();
  // Batch norm of no elements returns early.
  if (name == "aten.batch_norm.default" &&
      llvm::any_of(getSizes(op.tensor(0u)),
                   [](ExprAttr size) { return size.isInt(0); }))
    return false;
  if (name == "aten.instance_norm.default")
    return op.getBool("use_input_stats") && op.hasValue("running_mean");
  return llvm::is_contained({"aten.batch_norm.default",
                             "aten.native_batch_norm.default",
                             "aten.cudnn_batch_norm.default",
                             "aten.miopen_batch_norm.default"},
                            name) &&
         op.getBool("training") && op.hasValue("running_mean");
}

static constexpr llvm::StringLiteral kFunctional =
    "aten._native_batch_norm_legit_functional.default";

LogicalResult WriteRewriter::rewriteBatchNorm(AtenOp op) {
  StringRef base = op.getSchema().getBaseName();
  if (base == "cudnn_batch_norm" || base == "miopen_batch_norm" ||
      !op.hasValue("running_var"))
    return refuse(op, "updates statistics and has no functional form");
  Value mean = op.tensor("running_mean"), var = op.tensor("running_var");
  ep::TensorType meanType = tracker.lookup(mean)->getType();
  SmallVector<Type> types(op->getResultTypes());
  // batch_norm has one result; the statistics of the batch come with it.
  types.resize(
      3, ep::TensorType::get(meanType.getSizes(), meanType.getElementType()));
  types.push_back(meanType);
  types.push_back(tracker.lookup(var)->getType());
  Operation *made =
      buildAtenOp(builder, op->getLoc(), requireSchema(kFunctional),
                  {{"input", read(op.tensor("input"))},
                   {"weight", read(op.tensor("weight"))},
                   {"bias", read(op.tensor("bias"))},
                   {"running_mean", read(mean)},
                   {"running_var", read(var)},
                   {"training", Attribute(builder.getBoolAttr(true))},
                   {"momentum", op.attribute("momentum")},
                   {"eps", op.attribute("eps")}},
                  types);
  for (OpResult result : op->getResults())
    result.replaceAllUsesWith(made->getResult(result.getResultNumber()));
  rewritten.push_back(op);
  if (failed(write(mean, {made->getResult(3)}, op)))
    return failure();
  return write(var, {made->getResult(4)}, op);
}

namespace {
/// Instance norm is batch norm over one image with a channel per image and
/// channel; the new statistics are those of all images on average.
class InstanceNorm {
public:
  InstanceNorm(OpBuilder &builder, AtenOp op, ep::TensorType input)
      : builder(builder), loc(op->getLoc()), input(input),
        batch(input.getSizes()[0]), channels(input.getSizes()[1]) {}

  Value build(StringRef name, ArrayRef<NamedArgument> arguments, Type type) {
    return buildAtenOp(builder, loc, requireSchema(name), arguments, type)
        ->getResult(0);
  }
  Attribute list(ArrayRef<ExprAttr> exprs) {
    return builder.getArrayAttr(
        SmallVector<Attribute>(exprs.begin(), exprs.end()));
  }
  /// One value per channel, for each image.
  Value repeat(Value value) {
    if (!value)
      return {};
    auto type = cast<ep::TensorType>(value.getType());
    return build("aten.repeat.default",
                 {{"self", value}, {"repeats", list(batch)}},
                 type.withSizes(ep::mul(batch, channels)));
  }
  Value view(Value value, ep::TensorType type) {
    return build("aten.view.default",
                 {{"self", value}, {"size", list(type.getSizes())}}, type);
  }
  /// The input with its images side by side.
  Value flatten(Value value) {
    if (!input.isContiguous())
      value = build("aten.clone.default",
                    {{"self", value},
                     {"memory_format",
                      Attribute(builder.getStringAttr("contiguous_format"))}},
                    input.withSizes(input.getSizes()));
    return view(value, getFlatType());
  }
  ep::TensorType getFlatType() {
    SmallVector<ExprAttr> sizes(input.getSizes());
    sizes[0] = ep::makeInt(builder.getContext(), 1);
    sizes[1] = ep::mul(batch, channels);
    return input.withSizes(sizes);
  }
  /// The average over the images of one value per image and channel.
  Value average(Value value, ep::TensorType type) {
    Value matrix = view(value, type.withSizes({batch, channels}));
    return build("aten.mean.dim",
                 {{"self", matrix},
                  {"dim", Attribute(builder.getDenseI64ArrayAttr({0}))}},
                 type);
  }

private:
  OpBuilder &builder;
  Location loc;
  ep::TensorType input;
  ExprAttr batch, channels;
};
} // namespace

LogicalResult WriteRewriter::rewriteInstanceNorm(AtenOp op) {
  Value input = read(op.tensor("input"));
  auto inputType = cast<ep::TensorType>(input.getType());
  if (inputType.getRank() < 2 || !op.hasValue("running_var"))
    return refuse(op, "updates statistics and has no functional form");
  InstanceNorm norm(builder, op, inputType);
  Value mean = op.tensor("running_mean"), var = op.tensor("running_var");
  Value means = norm.repeat(read(mean)), vars = norm.repeat(read(var));
  Type statistics = means.getType();
  Operation *made = buildAtenOp(
      builder, op->getLoc(), requireSchema(kFunctional),
      {{"input", norm.flatten(input)},
       {"weight", norm.repeat(read(op.tensor("weight")))},
       {"bias", norm.repeat(read(op.tensor("bias")))},
       {"running_mean", means},
       {"running_var", vars},
       {"training", Attribute(builder.getBoolAttr(true))},
       {"momentum", op.attribute("momentum")},
       {"eps", op.attribute("eps")}},
      {norm.getFlatType(), statistics, statistics, statistics, vars.getType()});
  auto resultType = cast<ep::TensorType>(op->getResult(0).getType());
  Value result =
      norm.view(made->getResult(0), inputType.withSizes(inputType.getSizes()));
  op->getResult(0).replaceAllUsesWith(
      convert(result, resultType, op->getLoc()));
  rewritten.push_back(op);
  for (auto [tensor, value] : {std::pair(mean, made->getResult(3)),
                               std::pair(var, made->getResult(4))}) {
    ep::TensorType type = tracker.lookup(tensor)->getType();
    if (failed(write(tensor, {norm.average(value, type)}, op)))
      return failure();
  }
  return success();
}
