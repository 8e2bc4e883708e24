// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of torch.func.jvp: forward-mode differentiation. The archive has them
// as functions of functorch that open a level, make a dual of a tensor and its
// tangent, take duals apart and close the level, around operators that know
// nothing of tangents. Here a dual is an alias of its primal that has a
// tangent, of the primal's type, in a table; an operator is imported as it
// stands, and what it makes of a dual gets a tangent by the formulas below.
#include "ProgramImporter.h"
#include "kiln/Dialect/Aten/Aten.h"
#include "kiln/Dialect/EP/Expr.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::pt2;

/// The name of a function of jvp without its namespace, else nothing. Beside
/// the calls of Python the archive has those of the operators behind them.
static StringRef getFunction(const Node &node) {
  StringRef name = node.target;
  if (name.consume_front("torch.ops.aten."))
    name.consume_back(".default");
  else if (!name.consume_front("torch._functorch.predispatch."))
    return "";
  return llvm::is_contained({"_jvp_increment_nesting", "_enter_dual_level",
                             "_make_dual", "_unpack_dual", "_unwrap_for_grad",
                             "_exit_dual_level", "_jvp_decrement_nesting"},
                            name)
             ? name
             : "";
}

//===----------------------------------------------------------------------===//
// Formulas
//===----------------------------------------------------------------------===//

namespace {
/// An operator on duals. What is built has the types of its results.
class Derivation {
public:
  Derivation(OpBuilder &builder, aten::AtenOp op,
             const llvm::DenseMap<Value, Value> &tangents)
      : builder(builder), op(op), tangents(tangents), x(op->getOperand(0)),
        y(op->getResult(0)) {}

  /// The tangents of the results; nothing where there is no formula.
  SmallVector<Value> derive();

private:
  OpBuilder &builder;
  aten::AtenOp op;
  const llvm::DenseMap<Value, Value> &tangents;
  Value x, y; ///< the first operand and result

  Value make(StringRef name, ArrayRef<aten::ArgumentValue> arguments) {
    return aten::buildAtenOp(builder, op->getLoc(), *aten::lookupSchema(name),
                             arguments, y.getType())
        ->getResult(0);
  }
  Value make(StringRef name, Value a) {
    return make(name, ArrayRef<aten::ArgumentValue>(a));
  }
  Value mul(Value a, Value b) { return make("aten.mul.Tensor", {a, b}); }
  Value div(Value a, Value b) { return make("aten.div.Tensor", {a, b}); }
  Value add(Value a, Value b) { return make("aten.add.Tensor", {a, b}); }
  Value sub(Value a, Value b) { return make("aten.sub.Tensor", {a, b}); }
  Value neg(Value a) { return make("aten.neg.default", a); }
  Value scale(Value a, double factor) {
    return make("aten.mul.Scalar", {a, builder.getF64FloatAttr(factor)});
  }

  Value deriveUnary(Value dx);
  Value derivePower(Value dx);
  Value deriveQuotient();
  SmallVector<Value> deriveLinear();
  SmallVector<Value> deriveProduct();
};
} // namespace

/// Of one tensor, element by element.
Value Derivation::deriveUnary(Value dx) {
  StringRef name = op->getName().getStringRef();
  if (name == "aten.pow.Tensor_Scalar")
    return derivePower(dx);
  if (name == "aten.exp.default")
    return mul(dx, y);
  if (name == "aten.log.default")
    return div(dx, x);
  if (name == "aten.sin.default")
    return mul(dx, make("aten.cos.default", x));
  if (name == "aten.cos.default")
    return neg(mul(dx, make("aten.sin.default", x)));
  if (name == "aten.tanh.default")
    return sub(dx, mul(dx, mul(y, y)));
  if (name == "aten.sigmoid.default")
    return mul(dx, sub(y, mul(y, y)));
  if (name == "aten.sqrt.default")
    return div(scale(dx, 0.5), y);
  if (name == "aten.reciprocal.default")
    return neg(mul(dx, mul(y, y)));
  if (name == "aten.rsub.Scalar") // other - alpha * x
    return make("aten.rsub.Scalar",
                {dx, builder.getI64IntegerAttr(0), op.attribute("alpha")});
  return {};
}

/// n * x^(n - 1) * dx, and 0 for n = 0 where x^-1 may be infinite.
Value Derivation::derivePower(Value dx) {
  Attribute exponent = op.attribute("exponent");
  auto integer = dyn_cast<IntegerAttr>(exponent);
  auto real = dyn_cast<FloatAttr>(exponent);
  if (!integer && !real)
    return {};
  double n = integer ? double(integer.getInt()) : real.getValueAsDouble();
  if (n == 0)
    return make("aten.zeros_like.default", y);
  Attribute lower = builder.getF64FloatAttr(n - 1);
  return mul(dx, scale(make("aten.pow.Tensor_Scalar", {x, lower}), n));
}

/// (dx - y * dz) / z for y = x / z
Value Derivation::deriveQuotient() {
  Value z = op->getOperand(1);
  Value dx = tangents.lookup(x), dz = tangents.lookup(z);
  Value first = dx ? div(dx, z) : Value();
  if (!dz)
    return first;
  Value second = div(mul(y, dz), z);
  return first ? sub(first, second) : neg(second);
}

/// Linear in all tensors together: of their tangents, and zeros for those that
/// have none.
SmallVector<Value> Derivation::deriveLinear() {
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    Value tangent = tangents.lookup(operand);
    if (!tangent && isa<ep::NumberType>(operand.getType()))
      tangent = ep::NumberOp::create(builder, op->getLoc(),
                                     ep::makeInt(builder.getContext(), 0));
    if (!tangent)
      tangent = aten::buildAtenOp(
                    builder, op->getLoc(),
                    *aten::lookupSchema("aten.zeros_like.default"),
                    ArrayRef<aten::ArgumentValue>(operand), operand.getType())
                    ->getResult(0);
    operands.push_back(tangent);
  }
  Operation *made = builder.clone(*op.getOperation());
  made->setOperands(operands);
  return llvm::to_vector_of<Value>(made->getResults());
}

/// Linear in each tensor: the sum over the duals of the op with one's tangent
/// in its place.
SmallVector<Value> Derivation::deriveProduct() {
  Value sum;
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    Value tangent = tangents.lookup(operand);
    if (!tangent)
      continue;
    Operation *term = builder.clone(*op.getOperation());
    term->setOperand(i, tangent);
    sum = sum ? add(sum, term->getResult(0)) : term->getResult(0);
  }
  return {sum};
}

SmallVector<Value> Derivation::derive() {
  enum Kind { Other, Linear, Product, Shift, Quotient };
  Kind kind =
      llvm::StringSwitch<Kind>(op->getName().getStringRef())
          .Cases({"aten.add.Tensor", "aten.sub.Tensor", "aten.cat.default",
                  "aten.stack.default", "aten.neg.default", "aten.mul.Scalar",
                  "aten.div.Scalar"},
                 Linear)
          .Cases({"aten.sum.default", "aten.sum.dim_IntList",
                  "aten.mean.default", "aten.mean.dim"},
                 Linear)
          .Cases({"aten.view.default", "aten.reshape.default",
                  "aten.flatten.using_ints", "aten.permute.default",
                  "aten.transpose.int", "aten.t.default", "aten.expand.default",
                  "aten.unsqueeze.default", "aten.squeeze.default",
                  "aten.squeeze.dim", "aten.squeeze.dims", "aten.select.int",
                  "aten.slice.Tensor", "aten.split.Tensor", "aten.unbind.int",
                  "aten.alias.default", "aten.clone.default",
                  "aten.contiguous.default"},
                 Linear)
          .Cases({"aten.mul.Tensor", "aten.mm.default", "aten.bmm.default",
                  "aten.matmul.default"},
                 Product)
          .Cases({"aten.add.Scalar", "aten.sub.Scalar"}, Shift)
          .Case("aten.div.Tensor", Quotient)
          .Default(Other);
  if (kind == Linear)
    return deriveLinear();
  if (kind == Product)
    return deriveProduct();
  Value tangent = kind == Quotient ? deriveQuotient()
                  : kind == Shift  ? tangents.lookup(x)
                                   : deriveUnary(tangents.lookup(x));
  return tangent ? SmallVector<Value>{tangent} : SmallVector<Value>();
}

//===----------------------------------------------------------------------===//
// Operators in a level
//===----------------------------------------------------------------------===//

/// Can a tensor of this type have a tangent?
static bool isDifferentiable(Type type) {
  auto tensor = dyn_cast<ep::TensorType>(type);
  return tensor && isa<FloatType, ComplexType>(tensor.getElementType());
}

/// Gives tangents to what an operation makes of duals.
llvm::Error ProgramImporter::differentiate(Operation *op) {
  bool writes = false;
  op->walk(
      [&](aten::AtenOp inner) { writes |= inner.getSchema().isMutating(); });
  if (writes)
    return fail(ImportError::Operator, "writes a tensor inside jvp");
  bool hasDual = llvm::any_of(op->getOperands(), [&](Value operand) {
    return tangents->contains(operand);
  });
  if (!hasDual || llvm::none_of(op->getResultTypes(), isDifferentiable))
    return llvm::Error::success();
  SmallVector<Value> derived;
  if (auto aten = dyn_cast<aten::AtenOp>(op))
    derived = Derivation(builder, aten, *tangents).derive();
  if (TypeRange(derived) != op->getResultTypes())
    return fail(ImportError::Operator,
                "has no formula for the tangent of its result under jvp");
  for (auto [result, tangent] : llvm::zip(op->getResults(), derived))
    tangents->try_emplace(result, tangent);
  return llvm::Error::success();
}

llvm::Error ProgramImporter::importNode(const Node &node) {
  if (!getFunction(node).empty())
    return importJvp(node);
  if (!tangents)
    return importOperator(node);
  Block *block = builder.getInsertionBlock();
  Operation *last = block->empty() ? nullptr : &block->back();
  if (llvm::Error error = importOperator(node))
    return error;
  SmallVector<Operation *> added;
  for (Operation *op = last ? last->getNextNode() : &*block->begin();
       op && !block->empty(); op = op->getNextNode())
    added.push_back(op);
  for (Operation *op : added)
    if (llvm::Error error = differentiate(op))
      return error;
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Functions of functorch
//===----------------------------------------------------------------------===//

/// The arguments and results of a function on duals, as values.
llvm::Error ProgramImporter::importDual(const Node &node, StringRef function) {
  bool makes = function == "_make_dual",
       unwraps = function == "_unwrap_for_grad";
  SmallVector<Value> inputs;
  for (unsigned i = 0; i < (makes ? 2 : 1); ++i) {
    llvm::Expected<Value> value = readValue(node, i);
    if (!value)
      return value.takeError();
    inputs.push_back(*value);
  }
  llvm::Expected<ep::ExprAttr> level = readNumber(node, inputs.size());
  if (!level)
    return level.takeError();
  SmallVector<Type> types;
  SmallVector<StringRef> names;
  if (llvm::Error error = readResults(node, types, names))
    return error;
  auto type = dyn_cast<ep::TensorType>(inputs[0].getType());
  if (!type || !isa<FloatType>(type.getElementType()) ||
      !llvm::all_equal(ValueRange(inputs).getTypes()))
    return fail(ImportError::Operator,
                "wants a tensor of floats, and a tangent of its type");
  // Unwrapping counts the levels of functorch, which are no levels of duals.
  if ((!unwraps && !level->isInt(0)) ||
      types != SmallVector<Type>(function == "_unpack_dual" ? 2 : 1, type))
    return fail(ImportError::Operator, "does not fit the open level of jvp");
  auto build = [&](StringRef name) {
    return aten::buildAtenOp(
               builder, makeNodeLoc(context, node), *aten::lookupSchema(name),
               ArrayRef<aten::ArgumentValue>(inputs[0]), Type(type))
        ->getResult(0);
  };
  if (unwraps)
    return define(names[0], inputs[0]);
  SmallVector<Value> results = {build("aten.alias.default")};
  if (makes) {
    tangents->try_emplace(results[0], inputs[1]);
  } else {
    Value tangent = tangents->lookup(inputs[0]);
    results.push_back(tangent ? tangent : build("aten.zeros_like.default"));
  }
  return defineAll(names, results);
}

llvm::Error ProgramImporter::importJvp(const Node &node) {
  StringRef function = getFunction(node);
  if (function == "_jvp_increment_nesting") {
    if (tangents)
      return fail(ImportError::Operator, "jvp inside jvp is not supported");
    tangents.emplace();
    return llvm::Error::success();
  }
  if (!tangents)
    return fail(ImportError::Operator, "stands outside of jvp");
  if (function == "_jvp_decrement_nesting")
    tangents.reset();
  else if (function != "_enter_dual_level" && function != "_exit_dual_level")
    return importDual(node, function);
  return llvm::Error::success();
}
