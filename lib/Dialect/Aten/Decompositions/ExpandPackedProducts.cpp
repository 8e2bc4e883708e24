// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products with a weight that the program unpacks from numbers of 4 bits, low
// and high ones of a byte as neighbours, and scales, by groups of columns or
// not. Written as it is exported, the numbers would be in memory, eight times
// the weight. The order of columns is the product's own affair: with all low
// ones of a group before its high ones, unpacking and scaling go through the
// bytes in order, and the product computes them where it reads them.
#include "Expansions.h"
#include "Nibbles.h"
#include "kiln/Dialect/Aten/Match.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

/// The integer that `op` combines its tensor with.
static std::optional<int64_t> getOther(AtenOp op) {
  if (op->getNumOperands() == 1)
    return getInteger(op.attribute("other"));
  Value other = op.tensor("other");
  if (auto type = dyn_cast<ep::NumberType>(other.getType()))
    return getInteger(type.getValue());
  AtenOp scalar = getProducer(other, {"aten.scalar_tensor.default"});
  return scalar ? getInteger(scalar.attribute("s")) : std::nullopt;
}

/// The bytes of which `value` has the high numbers, or null.
static Value matchHigh(Value value) {
  AtenOp op = getProducer(value, {"aten.bitwise_right_shift.Tensor",
                                  "aten.bitwise_right_shift.Tensor_Scalar"});
  return op && getOther(op) == 4 ? op.tensor("self") : Value();
}

/// The bytes of which `value` has the low or the high numbers, or null.
static Value matchHalf(Value value, bool isHigh) {
  AtenOp mask = getProducer(
      value, {"aten.bitwise_and.Tensor", "aten.bitwise_and.Scalar"});
  if (mask && getOther(mask) == 15) {
    Value inner = mask.tensor("self");
    return isHigh ? matchHigh(inner) : matchHigh(inner) ? Value() : inner;
  }
  // Nothing comes in from the left of a byte without a sign.
  return isHigh && getDtype(value).isUnsignedInteger(8) ? matchHigh(value)
                                                        : Value();
}

/// The bytes whose numbers `value` has as neighbours: [rows, bytes, 2].
static Value matchNumbers(Value value) {
  AtenOp cat = getProducer(value, {"aten.cat.default"});
  if (!cat || getSizes(value).size() != 3 || cat.getInt("dim") % 3 != 2)
    return {};
  SmallVector<Value> parts = cat.tensors("tensors");
  if (parts.size() != 2)
    return {};
  Value bytes;
  for (auto [i, part] : llvm::enumerate(parts)) {
    AtenOp column = getProducer(part, {"aten.unsqueeze.default"});
    Value half = column ? matchHalf(column.tensor("self"), i == 1) : Value();
    if (!half || (bytes && half != bytes) ||
        getDtype(half).getIntOrFloatBitWidth() != 8)
      return {};
    bytes = half;
  }
  return bytes;
}

//===----------------------------------------------------------------------===//
// What is made of them
//===----------------------------------------------------------------------===//

static bool isPointwise(AtenOp op) {
  return llvm::is_contained(
      {"aten._to_copy.default", "aten.add.Tensor", "aten.add.Scalar",
       "aten.sub.Tensor", "aten.sub.Scalar", "aten.mul.Tensor",
       "aten.mul.Scalar", "aten.div.Tensor", "aten.div.Scalar"},
      op->getName().getStringRef());
}

namespace {
/// A weight [rows, columns] that is computed from packed numbers, as [rows,
/// groups, low or high, bytes of a group].
class PackedWeight {
public:
  PackedWeight(Call &c, Value weight) : c(c) {
    std::optional<SmallVector<int64_t>> shape = getShape(weight);
    if (!shape || shape->size() != 2)
      return;
    rows = (*shape)[0];
    columns = group = (*shape)[1];
    isMatched = findNumbers(weight) && group % 2 == 0;
  }

  explicit operator bool() const { return isMatched; }
  Term split(Value weight) { return rebuild(weight); }
  /// A tensor [m, columns] in the order of the columns.
  Term reorder(Term x) {
    ExprAttr m = x.size(0);
    Term pairs =
        view(x, {m, c.expr(columns / group), c.expr(group / 2), c.expr(2)});
    return permute(pairs, {0, 1, 3, 2});
  }

private:
  static std::optional<SmallVector<int64_t>> getShape(Value value) {
    SmallVector<int64_t> shape;
    for (ExprAttr size : getSizes(value)) {
      if (!size.isInt())
        return std::nullopt;
      shape.push_back(size.getValue());
    }
    return shape;
  }

  /// Is `value` computed of numbers alone and of what is scaled with them, as
  /// [rows, columns] or [rows, groups, columns of a group]?
  bool findNumbers(Value value) {
    if (Value found = matchNumbers(value)) {
      bytes = found;
      numbers = value;
      return getShape(value) ==
             std::optional(SmallVector<int64_t>{rows, columns / 2, 2});
    }
    std::optional<SmallVector<int64_t>> shape = getShape(value);
    auto op = dyn_cast_or_null<AtenOp>(value.getDefiningOp());
    if (!op || !shape || !takesShape(*shape))
      return false;
    if (op->getName().getStringRef() == "aten.view.default")
      return findNumbers(op.tensor("self"));
    if (!isPointwise(op))
      return false;
    unsigned computed = llvm::count_if(op->getOperands(), [&](Value operand) {
      return isa<ep::TensorType>(operand.getType()) && findNumbers(operand);
    });
    return computed == 1;
  }

  bool takesShape(ArrayRef<int64_t> shape) {
    if (shape == ArrayRef<int64_t>{rows, columns})
      return true;
    bool isGrouped = shape.size() == 3 && shape[0] == rows &&
                     shape[1] * shape[2] == columns &&
                     (group == columns || group == shape[2]);
    if (isGrouped)
      group = shape[2];
    return isGrouped;
  }

  Term rebuild(Value value) {
    if (value == numbers) {
      Term grouped =
          viewAs(Term(c, bytes), {rows, columns / group, 1, group / 2});
      return to(takeNibbles(grouped, 2), getDtype(value));
    }
    auto op = cast<AtenOp>(value.getDefiningOp());
    if (op->getName().getStringRef() == "aten.view.default")
      return rebuild(op.tensor("self"));
    SmallVector<Value> operands;
    for (Value operand : op->getOperands()) {
      Term term = isComputed(operand)
                      ? rebuild(operand)
                      : spread(Term(c, operand), getSizes(value).size());
      if (!term)
        return term;
      operands.push_back(term);
    }
    Operation *copy = c.builder.clone(*op);
    copy->setOperands(operands);
    SmallVector<SizesRef> sizes;
    for (Value operand : operands)
      if (isa<ep::TensorType>(operand.getType()))
        sizes.push_back(getSizes(operand));
    copy->getResult(0).setType(
        getTensorType(value).withSizes(*broadcastSizes(sizes)));
    return Term(c, copy->getResult(0));
  }

  bool isComputed(Value value) {
    if (value == numbers)
      return true;
    auto op = dyn_cast_or_null<AtenOp>(value.getDefiningOp());
    return op &&
           (op->getName().getStringRef() == "aten.view.default" ||
            isPointwise(op)) &&
           llvm::any_of(op->getOperands(),
                        [&](Value operand) { return isComputed(operand); });
  }

  /// What the numbers are scaled with, where they have `rank` dimensions.
  Term spread(Term x, size_t rank) {
    if (x.isNumber() || x.rank() == 0)
      return x;
    std::optional<SmallVector<int64_t>> shape = getShape(x);
    if (!shape)
      return c.reject("a scale has no known sizes");
    shape->insert(shape->begin(), rank - shape->size(), 1);
    bool isWhole = shape->back() != 1;
    int64_t groups = rank == 3 ? (*shape)[1] : isWhole ? columns / group : 1;
    if (!isWhole)
      return viewAs(x, {shape->front(), groups, 1, 1});
    return permute(viewAs(x, {shape->front(), groups, group / 2, 2}),
                   {0, 1, 3, 2});
  }

  Call &c;
  int64_t rows = 0, columns = 0, group = 0;
  Value bytes, numbers;
  bool isMatched = false;
};
} // namespace

/// x times the transposed weight; rejected where that is no packed one.
static Term multiply(Call &c, Term x, Value transposed) {
  AtenOp permuted = getProducer(transposed, {"aten.permute.default"});
  if (!permuted || permuted.ints("dims") != ArrayRef<int64_t>{1, 0})
    return c.reject("no weight is transposed");
  Value value = permuted.tensor("self");
  PackedWeight weight(c, value);
  if (!weight)
    return c.reject("no weight is unpacked from numbers of 4 bits");
  Term split = weight.split(value);
  return split ? linear(view(weight.reorder(x), x.sizes()),
                        view(split, getSizes(value)), {})
               : split;
}

static Term expandMm(Call &c) {
  return multiply(c, c.raw("self"), c.op.tensor("mat2"));
}

void core::populatePackedProductExpansions(RewritePatternSet &patterns) {
  addRules(patterns, {}, {{"aten.mm.default", expandMm}});
}
