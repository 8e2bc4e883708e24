// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Aliasing.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::Answer;
using ep::ExprAttr;

std::optional<unsigned> aten::getAliasedArgument(const Schema &schema,
                                                 unsigned index) {
  StringRef alias = schema.getResults()[index].alias;
  if (alias.empty())
    return std::nullopt;
  for (auto [i, argument] : llvm::enumerate(schema.getArguments()))
    if (!argument.alias.empty() && argument.alias.front() == alias.front())
      return i;
  return std::nullopt;
}

unsigned aten::getSchemaResult(AtenOp op, unsigned index) {
  ArrayRef<SchemaArgument> results = op.getSchema().getResults();
  auto segments =
      op->getAttrOfType<DenseI64ArrayAttr>(AtenOp::getResultSegmentsName());
  unsigned lists = llvm::count_if(
      results, [](const SchemaArgument &result) { return result.type.list; });
  int64_t left = index, single = results.size() - lists;
  unsigned list = 0;
  for (auto [i, result] : llvm::enumerate(results)) {
    int64_t size = 1;
    if (result.type.list)
      size = segments ? segments.asArrayRef()[list++]
                      : int64_t(op->getNumResults()) - single;
    if (left < size)
      return i;
    left -= size;
  }
  return 0;
}

OpOperand *aten::getOperandOf(AtenOp op, unsigned index) {
  OperandSegment segment = op.getSegment(index);
  if (segment.isNone || !llvm::is_contained(segment.present, true))
    return nullptr;
  return &op->getOpOperand(segment.start);
}

//===----------------------------------------------------------------------===//
// Reshapes
//===----------------------------------------------------------------------===//

/// Takes sizes from the back of `to` until their product is `count`; says
/// whether that is possible.
static Answer takeSizes(ArrayRef<ExprAttr> &to, ExprAttr count,
                        const ep::Facts &facts) {
  ExprAttr taken = ep::makeInt(count.getContext(), 1);
  Answer answer = ep::proveEqual(taken, count, facts);
  while (!to.empty() && (answer != Answer::Yes || to.back().isInt(1))) {
    taken = ep::mul(taken, to.back());
    to = to.drop_back();
    answer = ep::proveEqual(taken, count, facts);
    if (taken.isInt() && count.isInt() && taken.getValue() > count.getValue())
      return Answer::No;
  }
  return answer;
}

Answer aten::isViewable(ep::TensorType from, ArrayRef<ExprAttr> to,
                        const ep::Facts &facts) {
  if (from.isContiguous())
    return Answer::Yes;
  ArrayRef<ExprAttr> sizes = from.getSizes();
  SmallVector<ExprAttr> strides = from.getStridesOrDefault();
  if (llvm::any_of(sizes, [](ExprAttr size) { return size.isInt(0); }))
    return Answer::Yes;
  // Dimensions that lie densely behind one another form a chunk; each chunk
  // must be the product of some of the new sizes.
  ExprAttr count = ep::makeInt(sizes.front().getContext(), 1);
  ExprAttr chunkStride = strides.back();
  for (int64_t i = sizes.size() - 1; i >= 0; --i) {
    count = ep::mul(count, sizes[i]);
    if (i > 0) {
      if (sizes[i - 1].isInt(1))
        continue;
      Answer dense =
          ep::proveEqual(strides[i - 1], ep::mul(count, chunkStride), facts);
      if (dense == Answer::Yes)
        continue;
      if (dense == Answer::Unknown)
        return Answer::Unknown;
    }
    if (Answer fits = takeSizes(to, count, facts); fits != Answer::Yes)
      return fits;
    if (i > 0)
      chunkStride = strides[i - 1];
    count = ep::makeInt(count.getContext(), 1);
  }
  return to.empty() ? Answer::Yes : Answer::No;
}

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

/// Operators that copy only where they must.
static Answer isViewOrCopy(AtenOp op, OpOperand *operand, unsigned index,
                           const ep::Facts &facts) {
  StringRef base = op.getSchema().getBaseName();
  auto from = dyn_cast<ep::TensorType>(operand->get().getType());
  auto to = dyn_cast<ep::TensorType>(op->getResult(index).getType());
  if (!from || !to)
    return Answer::No;
  if (llvm::is_contained({"reshape", "flatten", "ravel", "reshape_as"}, base))
    return isViewable(from, to.getSizes(), facts);
  if (base == "to" && op.getBool("copy"))
    return Answer::No;
  // Nothing to do where dtype, device and strides are those that are asked for.
  if (llvm::is_contained({"to", "contiguous", "type_as"}, base))
    return from == to ? Answer::Yes : Answer::No;
  return Answer::Yes;
}

/// The argument that the results alias although the schema does not say so.
static std::optional<unsigned> getUnannotated(AtenOp op) {
  StringRef base = op.getSchema().getBaseName();
  if (llvm::is_contained({"dropout", "alpha_dropout", "feature_dropout",
                          "feature_alpha_dropout"},
                         base)) {
    // A dropout that drops nothing returns its input.
    if (!op.getBool("train") || op.getFloat("p") == 0)
      return 0;
    return std::nullopt;
  }
  if (llvm::is_contained({"atleast_1d", "atleast_2d", "atleast_3d", "type_as",
                          "broadcast_tensors", "meshgrid"},
                         base))
    return 0;
  return std::nullopt;
}

ResultSource aten::getSource(Operation *operation, unsigned index,
                             const ep::Facts &facts) {
  auto op = dyn_cast<AtenOp>(operation);
  if (!op || op.getSchema().isMutating() ||
      !isa<ep::TensorType>(op->getResult(index).getType()))
    return {};
  std::optional<unsigned> argument =
      getAliasedArgument(op.getSchema(), getSchemaResult(op, index));
  bool annotated = argument.has_value();
  if (!argument)
    argument = getUnannotated(op);
  if (!argument)
    return {};
  OpOperand *operand = getOperandOf(op, *argument);
  // Result i is made of element i of a list.
  if (operand && op.getSchema().getArguments()[*argument].type.list &&
      !annotated)
    operand = &op->getOpOperand(operand->getOperandNumber() + index);
  if (!operand)
    return {};
  switch (isViewOrCopy(op, operand, index, facts)) {
  case Answer::No:
    return {};
  case Answer::Yes:
    return {ResultSource::View, operand};
  case Answer::Unknown:
    return {ResultSource::Unknown, operand};
  }
  llvm_unreachable("unknown answer");
}
