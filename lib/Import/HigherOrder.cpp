// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Higher-order operators: their arguments have no names, only positions.
#include "ProgramImporter.h"
#include "kiln/Dialect/EP/Expr.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::pt2;

llvm::Error ProgramImporter::importHigherOrder(const Node &node, Location loc) {
  struct Row {
    StringRef name;
    llvm::Error (ProgramImporter::*import)(const Node &, Location);
  };
  static constexpr Row rows[] = {
      {"associative_scan", &ProgramImporter::importAssociativeScan},
      {"auto_functionalized", &ProgramImporter::importAutoFunctionalized},
      {"auto_functionalized_v2", &ProgramImporter::importAutoFunctionalized},
      {"cond", &ProgramImporter::importCond},
      {"hints_wrapper", &ProgramImporter::importOnce},
      {"invoke_quant", &ProgramImporter::importOnce},
      {"invoke_quant_packed", &ProgramImporter::importOnce},
      {"invoke_subgraph", &ProgramImporter::importInvoke},
      {"map_impl", &ProgramImporter::importMap},
      {"scan", &ProgramImporter::importScan},
      {"tag_activation_checkpoint", &ProgramImporter::importOnce},
      {"while_loop", &ProgramImporter::importWhileLoop},
      {"while_loop_stack_output", &ProgramImporter::importStackedLoop},
      {"with_effects", &ProgramImporter::importWithEffects},
      {"wrap", &ProgramImporter::importOnce},
      {"wrap_activation_checkpoint", &ProgramImporter::importOnce},
      {"wrap_with_autocast", &ProgramImporter::importAutocast},
      {"wrap_with_set_grad_enabled", &ProgramImporter::importGradMode}};
  StringRef name = node.target;
  name.consume_front("torch.ops.higher_order.");
  const Row *row =
      llvm::find_if(rows, [&](const Row &r) { return r.name == name; });
  if (row == std::end(rows))
    return fail(ImportError::Operator,
                "unknown: target " + node.target + " is not supported");
  return (this->*row->import)(node, loc);
}

llvm::Error ProgramImporter::finishSubgraphs(const Node &node, Operation *op,
                                             ArrayRef<unsigned> positions,
                                             ArrayRef<StringRef> names) {
  for (auto [position, region] : llvm::zip(positions, op->getRegions())) {
    llvm::Expected<const Argument *> argument = getPositional(node, position);
    if (!argument)
      return argument.takeError();
    if (llvm::Error error = importSubgraph(**argument, region))
      return error;
  }
  return defineAll(names, op->getResults());
}

llvm::Expected<ProgramImporter::Call>
ProgramImporter::readCall(const Node &node, ArrayRef<unsigned> lists,
                          std::optional<unsigned> rest) {
  Call call;
  for (unsigned position : lists) {
    llvm::Expected<const Argument *> argument = getPositional(node, position);
    if (!argument)
      return argument.takeError();
    if (llvm::Error error =
            readOperands(**argument, call.operands.emplace_back()))
      return error;
  }
  if (rest) {
    call.operands.emplace_back();
    for (unsigned i = *rest; i < node.inputs.size(); ++i)
      if (llvm::Error error =
              readOperands(node.inputs[i].arg, call.operands.back()))
        return error;
  }
  if (llvm::Error error = readResults(node, call.types, call.names))
    return error;
  return call;
}

llvm::Error ProgramImporter::importCond(const Node &node, Location loc) {
  llvm::Expected<Call> call = readCall(node, {0, 3});
  if (!call)
    return call.takeError();
  if (call->operands[0].size() != 1)
    return fail(ImportError::Operator, "wants one predicate");
  auto op = ep::CondOp::create(builder, loc, call->types, call->operands[0][0],
                               call->operands[1]);
  return finishSubgraphs(node, op, {1, 2}, call->names);
}

llvm::Error ProgramImporter::importWhileLoop(const Node &node, Location loc) {
  llvm::Expected<Call> call = readCall(node, {2, 3});
  if (!call)
    return call.takeError();
  auto op = ep::WhileLoopOp::create(builder, loc, call->types,
                                    call->operands[0], call->operands[1]);
  return finishSubgraphs(node, op, {0, 1}, call->names);
}

/// Results of a loop that are None are not stacked: nobody has a name for them.
static void dropNone(SmallVectorImpl<Type> &types,
                     SmallVectorImpl<StringRef> &names) {
  for (size_t i = types.size(); i-- > 0;)
    if (isa<NoneType>(types[i])) {
      types.erase(types.begin() + i);
      names.erase(names.begin() + i);
    }
}

/// Nor does its graph yield them.
static void dropNone(Region &body) {
  Operation *yield = body.front().getTerminator();
  for (unsigned i = yield->getNumOperands(); i-- > 0;)
    if (isa<NoneType>(yield->getOperand(i).getType()))
      yield->eraseOperand(i);
}

llvm::Error ProgramImporter::importScan(const Node &node, Location loc) {
  llvm::Expected<Call> call = readCall(node, {1, 2, 3});
  if (!call)
    return call.takeError();
  dropNone(call->types, call->names);
  auto op = ep::ScanOp::create(builder, loc, call->types, call->operands[0],
                               call->operands[1], call->operands[2]);
  if (llvm::Error error = finishSubgraphs(node, op, {0}, call->names))
    return error;
  dropNone(op.getBody());
  return llvm::Error::success();
}

llvm::Error ProgramImporter::importAssociativeScan(const Node &node,
                                                   Location loc) {
  llvm::Expected<Call> call = readCall(node, {1, 2});
  if (!call)
    return call.takeError();
  auto op = ep::AssociativeScanOp::create(builder, loc, call->types,
                                          call->operands[0], call->operands[1]);
  return finishSubgraphs(node, op, {0}, call->names);
}

llvm::Error ProgramImporter::importMap(const Node &node, Location loc) {
  llvm::Expected<Call> call = readCall(node, {1, 2});
  if (!call)
    return call.takeError();
  dropNone(call->types, call->names);
  auto op = ep::MapOp::create(builder, loc, call->types, call->operands[0],
                              call->operands[1]);
  if (llvm::Error error = finishSubgraphs(node, op, {0}, call->names))
    return error;
  dropNone(op.getBody());
  return llvm::Error::success();
}

/// The argument at a position, as an attribute of a kind; null for None.
template <typename AttrT>
llvm::Expected<AttrT> ProgramImporter::readSetting(const Node &node,
                                                   unsigned position,
                                                   bool optional) {
  llvm::Expected<const Argument *> argument = getPositional(node, position);
  if (!argument)
    return argument.takeError();
  if (optional && (*argument)->kind == "as_none")
    return AttrT();
  llvm::Expected<Attribute> attribute = readAttribute(**argument);
  if (!attribute)
    return attribute.takeError();
  if (auto read = dyn_cast<AttrT>(*attribute))
    return read;
  return fail(ImportError::Operator, "argument " + Twine(position) +
                                         " of kind " + (*argument)->kind +
                                         " is not what it takes");
}

llvm::Error ProgramImporter::importGradMode(const Node &node, Location loc) {
  llvm::Expected<Call> call = readCall(node, {}, /*rest=*/2);
  if (!call)
    return call.takeError();
  llvm::Expected<BoolAttr> enabled = readSetting<BoolAttr>(node, 0);
  if (!enabled)
    return enabled.takeError();
  auto op = ep::GradModeOp::create(builder, loc, call->types, *enabled,
                                   call->operands[0]);
  return finishSubgraphs(node, op, {1}, call->names);
}

llvm::Error ProgramImporter::importAutocast(const Node &node, Location loc) {
  llvm::Expected<Call> call = readCall(node, {}, /*rest=*/5);
  if (!call)
    return call.takeError();
  llvm::Expected<StringAttr> device = readSetting<StringAttr>(node, 0);
  if (!device)
    return device.takeError();
  llvm::Expected<TypeAttr> dtype = readSetting<TypeAttr>(node, 1, true);
  if (!dtype)
    return dtype.takeError();
  llvm::Expected<BoolAttr> enabled = readSetting<BoolAttr>(node, 2);
  if (!enabled)
    return enabled.takeError();
  llvm::Expected<BoolAttr> cache = readSetting<BoolAttr>(node, 3, true);
  if (!cache)
    return cache.takeError();
  auto op = ep::AutocastOp::create(builder, loc, call->types, *device, *dtype,
                                   *enabled, *cache, call->operands[0]);
  return finishSubgraphs(node, op, {4}, call->names);
}

llvm::Error ProgramImporter::importInvoke(const Node &node, Location loc) {
  llvm::Expected<Call> call = readCall(node, {}, /*rest=*/2);
  if (!call)
    return call.takeError();
  llvm::Expected<StringAttr> identifier = readSetting<StringAttr>(node, 1);
  if (!identifier)
    return identifier.takeError();
  auto op = ep::InvokeOp::create(builder, loc, call->types, *identifier,
                                 call->operands[0]);
  return finishSubgraphs(node, op, {0}, call->names);
}

/// Keyword arguments of a graph, of which there are none.
static bool isEmptyDict(const Argument &argument) {
  const json::Object *dict = argument.value->getAsObject();
  return argument.kind == "as_string_to_argument" && dict && dict->empty();
}

/// An operator that runs its graph once, on its positional arguments. What it
/// tells a compiler beside that (hints, a policy of checkpoints, how to
/// quantize) has names, and does not change the result.
llvm::Error ProgramImporter::importOnce(const Node &node, Location loc) {
  SmallVector<Value> operands;
  for (const NamedArgument &input :
       llvm::ArrayRef(node.inputs)
           .drop_front(std::min<size_t>(node.inputs.size(), 1)))
    if (input.name.empty() && !isEmptyDict(input.arg))
      if (llvm::Error error = readOperands(input.arg, operands))
        return error;
  SmallVector<Type> types;
  SmallVector<StringRef> names;
  if (llvm::Error error = readResults(node, types, names))
    return error;
  auto op = ep::InvokeOp::create(builder, loc, types,
                                 builder.getStringAttr(node.target), operands);
  return finishSubgraphs(node, op, {0}, names);
}
