// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `while_loop_stack_output`: a loop that yields the carried values of all of
// its rounds. How many there are is known only at its end, so a loop that
// counts them comes first, and a scan of as many rounds stacks them. Of a loop
// without rounds PyTorch stacks the initial values: one round that does
// nothing.
#include "ProgramImporter.h"
#include "kiln/Dialect/EP/Expr.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::pt2;

static Value buildAten(OpBuilder &builder, Location loc, StringRef name,
                       ArrayRef<aten::ArgumentValue> arguments, Type type) {
  return aten::buildAtenOp(builder, loc, *aten::lookupSchema(name), arguments,
                           type)
      ->getResult(0);
}

/// A tensor of `sizes` that is zero throughout.
static Value buildZeros(OpBuilder &builder, Location loc,
                        ArrayRef<ep::ExprAttr> sizes, Type dtype) {
  SmallVector<Attribute> list(sizes.begin(), sizes.end());
  return buildAten(builder, loc, "aten.full.default",
                   {Attribute(builder.getArrayAttr(list)),
                    Attribute(builder.getI64IntegerAttr(0)),
                    Attribute(TypeAttr::get(dtype))},
                   ep::TensorType::get(sizes, dtype));
}

static void addArguments(Block *block, ValueRange operands, Location loc) {
  for (Type type : operands.getTypes())
    block->addArgument(type, loc);
}

/// Makes the last carried value of `loop`, which its graphs lack as yet, the
/// number of rounds.
static void addCounter(OpBuilder &builder, ep::WhileLoopOp loop) {
  OpBuilder::InsertionGuard guard(builder);
  Location loc = loop.getLoc();
  unsigned last = loop.getCarried().size() - 1;
  Type type = loop.getCarried().getTypes()[last];
  loop.getCondition().insertArgument(last, type, loc);
  Value count = loop.getBody().insertArgument(last, type, loc);
  Operation *yield = loop.getBody().front().getTerminator();
  builder.setInsertionPoint(yield);
  Attribute one = builder.getI64IntegerAttr(1);
  Value next = buildAten(builder, loc, "aten.add.Scalar", {count, one}, type);
  yield->insertOperands(yield->getNumOperands(), next);
}

static bool drawsNumbers(Operation *loop) {
  return loop
      ->walk([](aten::AtenOp op) {
        return op.getSchema().isRandom() ? WalkResult::interrupt()
                                         : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Runs the loop for the number of its rounds.
llvm::Expected<Value>
ProgramImporter::countRounds(const Node &node, const Call &call, Location loc) {
  SmallVector<Value> carried = call.operands[0];
  carried.push_back(buildZeros(builder, loc, {}, builder.getI64Type()));
  auto loop = ep::WhileLoopOp::create(
      builder, loc, ValueRange(carried).getTypes(), carried, call.operands[1]);
  if (llvm::Error error = finishSubgraphs(node, loop, {0, 1}, {}))
    return error;
  addCounter(builder, loop);
  if (drawsNumbers(loop))
    return fail(ImportError::Operator,
                "draws random numbers in a loop whose rounds are stacked");
  return loop.getResults().back();
}

/// A round of the scan takes carried values, a flag whether there are rounds,
/// and the loop's other operands. Without rounds it passes values on.
llvm::Error ProgramImporter::importStackedRound(const Node &node,
                                                ep::ScanOp scan) {
  llvm::Expected<const Argument *> body = getPositional(node, 1);
  if (!body)
    return body.takeError();
  OpBuilder::InsertionGuard guard(builder);
  Location loc = scan.getLoc();
  size_t count = scan.getInit().size();
  Block *round = builder.createBlock(&scan.getBody());
  addArguments(round, scan.getInit(), loc);
  Value hasRounds =
      round->addArgument(ep::TensorType::get({}, builder.getI1Type()), loc);
  addArguments(round, scan.getAdditional(), loc);
  SmallVector<Value> inputs(round->getArguments().take_front(count));
  llvm::append_range(inputs, round->getArguments().drop_front(count + 1));
  auto cond = ep::CondOp::create(builder, loc, scan.getInit().getTypes(),
                                 hasRounds, inputs);
  if (llvm::Error error = importSubgraph(**body, cond.getTrueGraph()))
    return error;
  SmallVector<Value> results(cond.getResults());
  llvm::append_range(results, cond.getResults());
  ep::YieldOp::create(builder, loc, results);
  Block *unchanged = builder.createBlock(&cond.getFalseGraph());
  addArguments(unchanged, inputs, loc);
  ep::YieldOp::create(builder, loc,
                      ValueRange(unchanged->getArguments()).take_front(count));
  return llvm::Error::success();
}

llvm::Error ProgramImporter::importStackedLoop(const Node &node, Location loc) {
  llvm::Expected<Call> call = readCall(node, {2, 3});
  if (!call)
    return call.takeError();
  auto first = call->types.empty() ? ep::TensorType()
                                   : dyn_cast<ep::TensorType>(call->types[0]);
  if (!first || first.getRank() == 0 || !isUnbacked(first.getSizes()[0]))
    return fail(ImportError::Operator, "has no stack of rounds as result");
  llvm::Expected<Value> count = countRounds(node, *call, loc);
  if (!count)
    return count.takeError();
  ep::ExprAttr rounds = first.getSizes()[0];
  Type flag = builder.getI1Type();
  Attribute zero = builder.getI64IntegerAttr(0);
  Attribute one = builder.getI64IntegerAttr(1);
  Value length = buildAten(builder, loc, "aten.clamp.default", {*count, one},
                           count->getType());
  buildAten(builder, loc, "aten._local_scalar_dense.default", {length},
            ep::NumberType::get(context, rounds));
  // One flag for each round.
  Value any = buildAten(builder, loc, "aten.gt.Scalar", {*count, zero},
                        ep::TensorType::get({}, flag));
  Value flags = buildAten(builder, loc, "aten.expand.default",
                          {any, Attribute(builder.getArrayAttr({rounds}))},
                          ep::TensorType::get(context, {rounds}, flag,
                                              {ep::makeInt(context, 0)}, {}));
  ArrayRef<Value> carried = call->operands[0];
  SmallVector<Type> types(ValueRange(carried).getTypes());
  llvm::append_range(types, call->types);
  auto scan = ep::ScanOp::create(builder, loc, types, carried, flags,
                                 call->operands[1]);
  if (llvm::Error error = importStackedRound(node, scan))
    return error;
  return defineAll(call->names, scan.getResults().drop_front(carried.size()));
}
