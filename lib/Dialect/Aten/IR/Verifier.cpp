// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An operation against its schema: kinds, counts, required arguments, results.
#include "OpModel.h"
#include "kiln/Dialect/Aten/Shape.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::detail;

/// Tensors may be numbers: PyTorch wraps them.
static bool fits(Type type, TypeKind kind) {
  if (kind == TypeKind::Tensor)
    return isa<ep::TensorType, ep::NumberType>(type);
  return isa<ep::ObjectType>(type);
}

/// The attribute covers the operands, so that segments may be read.
static LogicalResult verifySegments(AtenOp op) {
  const Schema &schema = op.getSchema();
  auto attr = op->getAttrOfType<DenseI32ArrayAttr>(AtenOp::getSegmentsName());
  if (!schema.needsSegments()) {
    unsigned wanted = llvm::count_if(
        schema.getArguments(),
        [](const SchemaArgument &argument) { return argument.type.isValue(); });
    if (op->getNumOperands() != wanted)
      return op->emitOpError("wants ")
             << wanted << " tensors, got " << op->getNumOperands();
    return success();
  }
  int64_t total = 0;
  size_t position = 0;
  auto malformed = [&] {
    return op->emitOpError("operand_segments do not cover its operands");
  };
  if (!attr)
    return malformed();
  ArrayRef<int32_t> segments = attr.asArrayRef();
  for (const SchemaArgument &argument : schema.getArguments()) {
    if (!argument.type.isValue())
      continue;
    if (position >= segments.size())
      return malformed();
    int32_t size = segments[position++];
    if (size < -1 || (!argument.type.list && size != 0 && size != 1))
      return malformed();
    if (!argument.type.list || !argument.type.optionalElement || size < 0) {
      total += std::max(size, 0);
      continue;
    }
    if (position + size > segments.size())
      return malformed();
    for (int32_t flag : segments.slice(position, size)) {
      if (flag != 0 && flag != 1)
        return malformed();
      total += flag;
    }
    position += size;
  }
  if (position != segments.size() || total != op->getNumOperands())
    return malformed();
  return success();
}

static LogicalResult verifyValueArgument(AtenOp op, unsigned index) {
  const SchemaArgument &argument = op.getSchema().getArguments()[index];
  if (op->hasAttr(argument.name))
    return op->emitOpError("argument '")
           << argument.name << "' wants " << argument.type.text << ", got "
           << op->getAttr(argument.name);
  OperandSegment segment = op.getSegment(index);
  if (segment.isNone && !argument.type.optional)
    return op->emitOpError("argument '")
           << argument.name << "' of type " << argument.type.text
           << " is required";
  unsigned count = llvm::count(segment.present, true);
  for (Value operand : op->getOperands().slice(segment.start, count))
    if (!fits(operand.getType(), argument.type.kind))
      return op->emitOpError("argument '")
             << argument.name << "' wants " << argument.type.text << ", got "
             << operand.getType();
  return success();
}

static LogicalResult verifyAttributeArgument(AtenOp op, unsigned index) {
  const SchemaArgument &argument = op.getSchema().getArguments()[index];
  Attribute attr = op->getAttr(argument.name);
  if (!attr) {
    if (!argument.defaultValue && !argument.type.optional)
      return op->emitOpError("argument '")
             << argument.name << "' of type " << argument.type.text
             << " is required";
    return success();
  }
  Attribute normal = normalizeArgument(attr, argument.type);
  if (!normal)
    return op->emitOpError("argument '")
           << argument.name << "' wants " << argument.type.text << ", got "
           << attr;
  if (normal != attr)
    return op->emitOpError("argument '") << argument.name << "' is " << attr
                                         << ", which is written " << normal;
  return success();
}

/// A result is None where the operator was told not to compute it.
static bool fitsResult(Type type, TypeKind kind) {
  if (isa<NoneType>(type))
    return true;
  switch (kind) {
  case TypeKind::Tensor:
    return isa<ep::TensorType>(type);
  case TypeKind::Scalar:
  case TypeKind::Int:
  case TypeKind::SymInt:
  case TypeKind::Float:
  case TypeKind::Bool:
    return isa<ep::NumberType>(type);
  default:
    return true;
  }
}

/// How many of the op's results each result of the schema has.
static FailureOr<SmallVector<int64_t>> getResultCounts(AtenOp op) {
  ArrayRef<SchemaArgument> results = op.getSchema().getResults();
  unsigned lists = llvm::count_if(
      results, [](const SchemaArgument &result) { return result.type.list; });
  int64_t single = results.size() - lists, actual = op->getNumResults();
  auto attr =
      op->getAttrOfType<DenseI64ArrayAttr>(AtenOp::getResultSegmentsName());
  SmallVector<int64_t> counts;
  unsigned list = 0;
  for (const SchemaArgument &result : results) {
    if (!result.type.list)
      counts.push_back(1);
    else if (lists == 1)
      counts.push_back(actual - single);
    else
      counts.push_back(attr && list < attr.size() ? attr[list++] : -1);
  }
  int64_t total = 0;
  for (int64_t count : counts) {
    if (count < 0)
      return failure();
    total += count;
  }
  if (total != actual)
    return failure();
  return counts;
}

static LogicalResult verifyResults(AtenOp op) {
  FailureOr<SmallVector<int64_t>> counts = getResultCounts(op);
  ArrayRef<SchemaArgument> results = op.getSchema().getResults();
  if (failed(counts))
    return op->emitOpError("wants ")
           << results.size() << " results, got " << op->getNumResults();
  unsigned position = 0;
  for (auto [result, count] : llvm::zip(results, *counts))
    for (int64_t i = 0; i < count; ++i, ++position)
      if (Type type = op->getResult(position).getType();
          !fitsResult(type, result.type.kind))
        return op->emitOpError("result ")
               << position << " wants " << result.type.text << ", got " << type;
  return success();
}

LogicalResult aten::detail::verifySchemaOp(AtenOp op) {
  const Schema &schema = op.getSchema();
  if (failed(verifySegments(op)))
    return failure();
  for (NamedAttribute attr : op->getAttrs()) {
    StringRef name = attr.getName().getValue();
    bool known = name.contains('.') || name == AtenOp::getSegmentsName() ||
                 name == AtenOp::getResultSegmentsName() ||
                 schema.findArgument(name);
    if (!known)
      return op->emitOpError("has no argument '") << name << "'";
  }
  for (auto [i, argument] : llvm::enumerate(schema.getArguments()))
    if (failed(argument.type.isValue() ? verifyValueArgument(op, i)
                                       : verifyAttributeArgument(op, i)))
      return failure();
  if (failed(verifyResults(op)))
    return failure();
  return verifyShape(op);
}
