// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that are called with a token.
#include "Effects.h"
#include "kiln/Dialect/EP/Expr.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::pt2;

SmallVector<Value> pt2::collectValues(const Arguments &arguments) {
  llvm::SetVector<Value> found;
  for (const aten::NamedArgument &argument : arguments) {
    if (const Value *value = std::get_if<Value>(&argument.value))
      found.insert(*value);
    if (const auto *list = std::get_if<SmallVector<Value>>(&argument.value))
      found.insert(list->begin(), list->end());
  }
  found.remove(Value());
  return found.takeVector();
}

void pt2::mapValues(Arguments &arguments, const IRMapping &mapping) {
  for (aten::NamedArgument &argument : arguments) {
    if (Value *value = std::get_if<Value>(&argument.value))
      *value = *value ? mapping.lookupOrDefault(*value) : Value();
    if (auto *list = std::get_if<SmallVector<Value>>(&argument.value))
      for (Value &value : *list)
        value = value ? mapping.lookupOrDefault(value) : Value();
  }
}

Block *pt2::addEntry(Region &region, ValueRange operands, IRMapping &mapping) {
  Block *block = &region.emplaceBlock();
  for (Value operand : operands)
    mapping.map(operand, block->addArgument(operand.getType(),
                                            region.getParentOp()->getLoc()));
  return block;
}

llvm::Expected<StringRef> ProgramImporter::readCallee(const Node &node,
                                                      unsigned position) {
  llvm::Expected<const Argument *> argument = getPositional(node, position);
  if (!argument)
    return argument.takeError();
  StringRef name = (*argument)->value->getAsString().value_or("");
  if ((*argument)->kind != "as_operator" || !name.consume_front("torch.ops."))
    return fail(ImportError::Operator,
                "argument " + Twine(position) + " names no operator");
  return name;
}

Operation *ProgramImporter::buildOperator(Location loc, StringRef name,
                                          const aten::Schema *schema,
                                          const Arguments &arguments,
                                          TypeRange types) {
  return schema ? aten::buildAtenOp(builder, loc, *schema, arguments, types)
                : aten::buildCustomOp(builder, loc, name, arguments, types);
}

void pt2::dropMissingResult(SmallVectorImpl<Type> &types,
                            SmallVectorImpl<StringRef> &names, unsigned first,
                            unsigned count) {
  if (count != 1 || !isa<NoneType>(types[first]))
    return;
  types.erase(types.begin() + first);
  names.erase(names.begin() + first);
}

/// (token, operator, its arguments…) -> (token, its results…)
llvm::Error ProgramImporter::importWithEffects(const Node &node, Location loc) {
  llvm::Expected<Value> token = readValue(node, 0);
  if (!token)
    return token.takeError();
  if (!isa<ep::TokenType>(token->getType()))
    return fail(ImportError::Operator, "argument 0 is no token");
  llvm::Expected<StringRef> name = readCallee(node, 1);
  if (!name)
    return name.takeError();
  llvm::Expected<const aten::Schema *> schema = findSchema(*name);
  if (!schema)
    return schema.takeError();
  auto arguments =
      readArguments(*name, *schema, llvm::ArrayRef(node.inputs).drop_front(2));
  if (!arguments)
    return arguments.takeError();
  SmallVector<Type> types;
  SmallVector<StringRef> names;
  if (llvm::Error error = readResults(node, types, names))
    return error;
  if (types.empty())
    return fail(ImportError::Operator, "has no token among its results");
  types[0] = ep::TokenType::get(context);
  dropMissingResult(types, names, 1, types.size() - 1);
  SmallVector<Value> operands = collectValues(*arguments);
  auto op = ep::WithEffectsOp::create(builder, loc, types, *token, operands);
  OpBuilder::InsertionGuard guard(builder);
  IRMapping mapping;
  builder.setInsertionPointToEnd(addEntry(op.getBody(), operands, mapping));
  mapValues(*arguments, mapping);
  Operation *called = buildOperator(loc, *name, *schema, *arguments,
                                    TypeRange(types).drop_front());
  ep::YieldOp::create(builder, loc, called->getResults());
  return defineAll(names, op->getResults());
}
