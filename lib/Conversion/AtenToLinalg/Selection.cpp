// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sort, topk and kthvalue along the last dimension: a routine orders each row,
// or chooses from it as PyTorch chooses among equal elements.
#include "MatrixLowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kiln;
using ep::ExprAttr;
using Flags = MatrixLowering::Flags;

namespace {
/// The rows of the operand `self`, as a routine takes them: floats, or integers
/// of 64 bits.
struct Rows {
  Tensor values; ///< null where elements have no order
  bool areIntegers;

  explicit Rows(MatrixLowering &m) : values(m.input("self")) {
    areIntegers = !isFloat(values.dtype);
    m.integerType = m.builder.getI64Type();
    if (hasComplex(m.op) ||
        (isUnsigned(values.dtype) && values.dtype.isInteger(64)))
      values = {};
    else if (areIntegers)
      values = m.cast(values, m.integerType);
  }
  StringRef choose(StringRef ofFloats, StringRef ofIntegers) const {
    return areIntegers ? ofIntegers : ofFloats;
  }
};
} // namespace

static constexpr StringLiteral kUnordered = "elements have no order";

/// A scalar is a row of its own.
static LogicalResult replaceByItself(MatrixLowering &m) {
  return m.replace(
      {m.input("self"), m.filled({}, m.builder.getI64Type(),
                                 m.constant(m.builder.getI64Type(), 0))});
}

/// Fails at run time where the condition does not hold, and here where it never
/// does.
static LogicalResult require(MatrixLowering &m, ExprAttr condition,
                             StringRef message) {
  if (condition == ep::makeBool(m.getContext(), false))
    return m.reject(message);
  m.require(condition, message);
  return success();
}

/// Are the rows along the last dimension?
static bool haveLastDim(MatrixLowering &m, int64_t rank) {
  FailureOr<int64_t> dim = aten::wrapDim(m.op.getInt("dim"), rank);
  return succeeded(dim) && *dim == rank - 1;
}

/// A routine finds the places, and values are read there: zeros keep their
/// signs.
static LogicalResult convertSort(MatrixLowering &m) {
  if (hasComplex(m.op))
    return m.reject(kUnordered);
  Tensor self = m.input("self");
  if (self.rank() == 0)
    return replaceByItself(m);
  if (!haveLastDim(m, self.rank()))
    return m.reject("not along the last dimension");
  m.integerType = m.builder.getI64Type();
  bool areFloats = isFloat(self.dtype);
  Tensor keys = self;
  if (isUnsigned(self.dtype) && self.dtype.isInteger(64))
    keys = m.pointwise(self.sizes, m.integerType, self,
                       [](OpBuilder &b, Location l, ValueRange args) {
                         return shiftToSigned(b, l, args[0]);
                       });
  else if (!areFloats)
    keys = m.cast(self, m.integerType);
  Tensor places = m.call(areFloats ? "order" : "order_integers",
                         m.when("descending", true, Flags::Greatest), keys)[0];
  Tensor values =
      m.pointwise(self.sizes, self.dtype, places,
                  [&](OpBuilder &b, Location l, ValueRange args) -> Value {
                    SmallVector<Value> at;
                    for (int64_t dim = 0; dim + 1 < self.rank(); ++dim)
                      at.push_back(linalg::IndexOp::create(b, l, dim));
                    at.push_back(arith::IndexCastOp::create(
                        b, l, b.getIndexType(), args[0]));
                    return Lowering::read(b, l, self, at);
                  });
  return m.replace({values, places});
}

static LogicalResult convertTopk(MatrixLowering &m) {
  Rows rows(m);
  if (!rows.values)
    return m.reject(kUnordered);
  int64_t rank = rows.values.rank();
  if (rank == 0)
    return replaceByItself(m);
  if (!haveLastDim(m, rank))
    return m.reject("not along the last dimension");
  ExprAttr count = m.resultSizes(0).back();
  if (failed(require(
          m, ep::makeExpr(ep::ExprKind::Le, {count, rows.values.sizes.back()}),
          "topk: a row has fewer elements than are asked for")))
    return failure();
  Flags flags = m.when("largest", true, Flags::Greatest) |
                m.when("sorted", true, Flags::Sorted);
  return m.replace(m.call(rows.choose("first", "first_integers"), flags,
                          rows.values, MatrixLowering::Named{'k', count}));
}

static LogicalResult convertKthValue(MatrixLowering &m) {
  Rows rows(m);
  if (!rows.values)
    return m.reject(kUnordered);
  int64_t rank = rows.values.rank();
  if (rank == 0)
    return replaceByItself(m);
  if (!haveLastDim(m, rank) || m.op.getBool("keepdim"))
    return m.reject("not along the last dimension");
  ExprAttr k = m.op.symInt(m.op.indexOf("k")),
           one = ep::makeInt(m.getContext(), 1);
  ExprAttr isPlace = ep::makeExpr(
      ep::ExprKind::And,
      {ep::makeExpr(ep::ExprKind::Le, {one, k}),
       ep::makeExpr(ep::ExprKind::Le, {k, rows.values.sizes.back()})});
  if (failed(require(m, isPlace, "kthvalue: there is no such element")))
    return failure();
  Value place = arith::IndexCastOp::create(m.builder, m.loc, m.integerType,
                                           m.sizeValue(ep::sub(k, one)));
  Tensor places =
      m.filled(SizesRef(rows.values.sizes).drop_back(), m.integerType, place);
  return m.replace(m.call(rows.choose("kth", "kth_integer"), Flags::None,
                          {rows.values, places}));
}

void kiln::populateSelectionToTX(TypeConverter &converter,
                                 RewritePatternSet &patterns) {
  addMatrixConversion(converter, patterns, "aten.sort.default", convertSort);
  addMatrixConversion(converter, patterns, "aten.topk.default", convertTopk);
  addMatrixConversion(converter, patterns, "aten.kthvalue.default",
                      convertKthValue);
}
