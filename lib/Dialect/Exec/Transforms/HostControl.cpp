// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control flow as jumps. What a graph takes is bound to slots, what it yields
// goes to slots, and the number of a round is a register.
#include "HostBuilder.h"
#include "kiln/Dialect/Aten/CustomOp.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;
using ep::ExprAttr;
using ep::ExprKind;

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

Block *HostBuilder::addBlock() { return &host.getBody().emplaceBlock(); }

void HostBuilder::begin(Block *block) {
  Block *current = builder.getInsertionBlock();
  if (current->getNextNode() != block)
    block->moveBefore(current->getNextNode());
  builder.setInsertionPointToEnd(block);
}

void HostBuilder::goOnIn(Block *next, Location loc) {
  JumpOp::create(builder, loc, next);
  begin(next);
}

void HostBuilder::branch(ExprAttr condition, Block *target, Block *next,
                         Location loc) {
  JumpIfFalseOp::create(builder, loc, condition, target, next);
  begin(next);
}

/// Tensors get slots; numbers are in their types.
void HostBuilder::bindValues(ArrayRef<BlockArgument> arguments,
                             ArrayRef<Value> values) {
  for (auto [argument, slot] : llvm::zip(arguments, values))
    if (slot)
      slots[argument] = slot;
}

/// A bool tensor is read as a byte.
ExprAttr HostBuilder::emitPredicate(Value predicate) {
  if (auto number = dyn_cast<ep::NumberType>(predicate.getType()))
    return number.getValue();
  ExprAttr name = makeRegister("predicate");
  ReadScalarOp::create(builder, predicate.getLoc(), name.getName(),
                       getSlot(predicate),
                       builder.getIntegerType(8, /*isSigned=*/false));
  return ep::makeExpr(ExprKind::Ne, {name, ep::makeInt(graph.getContext(), 0)});
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// Is the symbol that of an input?
static bool isBacked(ExprAttr symbol) {
  return !symbol.getName().starts_with("u") &&
         !symbol.getName().starts_with("z");
}

/// Is each number that data tell, of those in `size`, set by an instruction?
bool HostBuilder::isSet(ExprAttr size) {
  llvm::StringSet<> unset;
  ep::walkSymbols(size, [&](ExprAttr symbol) {
    if (!isBacked(symbol))
      unset.insert(symbol.getName());
  });
  if (!unset.empty())
    host.walk([&](Operation *op) {
      if (auto set = dyn_cast<SizeOp>(op))
        unset.erase(set.getName());
      if (auto read = dyn_cast<ReadScalarOp>(op))
        unset.erase(read.getName());
    });
  return unset.empty();
}

/// Where the branches yield different sizes the result has a symbol.
static SmallVector<HostBuilder::BranchSize>
getBranchSizes(ep::CondOp cond, llvm::StringSet<> &known) {
  auto getYielded = [](Region &region) {
    return region.front().getTerminator()->getOperandTypes();
  };
  SmallVector<HostBuilder::BranchSize> sizes;
  for (auto [type, yes, no] :
       llvm::zip(cond.getResultTypes(), getYielded(cond.getTrueGraph()),
                 getYielded(cond.getFalseGraph()))) {
    auto tensor = dyn_cast<ep::TensorType>(type);
    if (!tensor)
      continue;
    for (auto [size, a, b] :
         llvm::zip(tensor.getSizes(), cast<ep::TensorType>(yes).getSizes(),
                   cast<ep::TensorType>(no).getSizes()))
      if (size.isSymbol() && (size != a || size != b) &&
          known.insert(size.getName()).second)
        sizes.push_back({size, a, b});
  }
  return sizes;
}

/// The operations of `body` that numbers in `wanted` are read by, and what
/// they depend on.
static llvm::DenseSet<Operation *> findReaders(Block &body,
                                               ArrayRef<ExprAttr> wanted) {
  llvm::DenseSet<ExprAttr> symbols;
  llvm::DenseSet<Operation *> readers;
  auto want = [&](ExprAttr expr) {
    ep::walkSymbols(expr, [&](ExprAttr symbol) { symbols.insert(symbol); });
  };
  llvm::for_each(wanted, want);
  for (Operation &op : llvm::reverse(body)) {
    auto item = dyn_cast<ep::ItemOp>(op);
    bool isWanted = item && symbols.contains(item.getSymbol());
    if (!isWanted && llvm::none_of(op.getUsers(), [&](Operation *user) {
          return readers.contains(user);
        }))
      continue;
    readers.insert(&op);
    for (Value operand : op.getOperands())
      if (ExprAttr size =
              operand.getType().isIndex() ? getIndexExpr(operand) : ExprAttr())
        want(size);
  }
  return readers;
}

/// Runs what a branch finds its sizes by, and sets those of the results.
LogicalResult HostBuilder::emitSizes(Region &region, ep::CondOp cond,
                                     ArrayRef<BranchSize> sizes,
                                     ExprAttr BranchSize::*own) {
  bindInputs(region, cond);
  auto wanted = llvm::map_to_vector(
      sizes, [&](const BranchSize &size) { return size.*own; });
  llvm::DenseSet<Operation *> readers = findReaders(region.front(), wanted);
  for (Operation &op : region.front()) {
    if (!readers.contains(&op))
      continue;
    if (aten::isCustomOp(&op) || op.getNumRegions() > 0)
      return cond.emitOpError("has a result whose size only a branch knows, "
                              "by an operation that cannot run twice");
    if (failed(emitOp(op)))
      return failure();
  }
  for (const BranchSize &size : sizes)
    SizeOp::create(builder, cond.getLoc(), size.symbol.getName(), size.*own);
  return success();
}

/// Sizes of results are set before the branches run: memory is made before,
/// too. What only a branch finds out it finds twice.
LogicalResult HostBuilder::bindBranchSizes(ep::CondOp cond,
                                           ExprAttr predicate) {
  Location loc = cond.getLoc();
  SmallVector<BranchSize> sizes = getBranchSizes(cond, boundSizes);
  if (llvm::all_of(sizes, [&](const BranchSize &size) {
        return isSet(size.yes) && isSet(size.no);
      })) {
    for (const BranchSize &size : sizes)
      SizeOp::create(
          builder, loc, size.symbol.getName(),
          ep::makeExpr(ExprKind::Where, {predicate, size.yes, size.no}));
  } else {
    Block *yes = addBlock(), *no = addBlock(), *end = addBlock();
    branch(predicate, no, yes, loc);
    if (failed(emitSizes(cond.getTrueGraph(), cond, sizes, &BranchSize::yes)))
      return failure();
    JumpOp::create(builder, loc, end);
    begin(no);
    if (failed(emitSizes(cond.getFalseGraph(), cond, sizes, &BranchSize::no)))
      return failure();
    goOnIn(end, loc);
  }
  for (const BranchSize &size : sizes)
    checkRange(loc, size.symbol);
  return success();
}

void HostBuilder::bindInputs(Region &region, ep::CondOp cond) {
  for (auto [argument, input] :
       llvm::zip(region.getArguments(), cond.getInputs()))
    if (isTensor(input))
      slots[argument] = getSlot(input);
}

/// A number that has another form under another name is set as a register.
LogicalResult HostBuilder::bindNumbers(Operation *op, ValueRange from,
                                       ValueRange to) {
  for (auto [value, target] : llvm::zip(from, to)) {
    auto number = dyn_cast<ep::NumberType>(value.getType());
    auto name = dyn_cast<ep::NumberType>(target.getType());
    if (!number || !name || number == name)
      continue;
    ExprAttr symbol = name.getValue();
    if (!symbol.isSymbol() || isBacked(symbol))
      continue; // equal, which kiln-aten-check-sizes asserts
    if (ep::getSort(symbol) != ep::Sort::Int)
      return op->emitOpError("binds ")
             << symbol.str() << ", which is no integer";
    SizeOp::create(builder, op->getLoc(), symbol.getName(), number.getValue());
    checkRange(op->getLoc(), symbol);
  }
  return success();
}

LogicalResult HostBuilder::emitBranch(Region &region, ep::CondOp cond) {
  bindInputs(region, cond);
  SmallVector<Value> places;
  for (Value result : cond.getResults())
    places.push_back(slots.lookup(result));
  return success(
      succeeded(bindNumbers(cond, cond.getInputs(), region.getArguments())) &&
      succeeded(emitBlock(region.front(), places)) &&
      succeeded(bindNumbers(cond, region.front().getTerminator()->getOperands(),
                            cond.getResults())));
}

LogicalResult HostBuilder::emitCond(ep::CondOp cond) {
  Location loc = cond.getLoc();
  ExprAttr predicate = emitPredicate(cond.getPredicate());
  if (failed(bindBranchSizes(cond, predicate)))
    return failure();
  for (Value result : cond.getResults())
    if (isTensor(result))
      makeSlot(result, getBytes(result.getType()));
  Block *yes = addBlock(), *no = addBlock(), *end = addBlock();
  branch(predicate, no, yes, loc);
  if (failed(emitBranch(cond.getTrueGraph(), cond)))
    return failure();
  JumpOp::create(builder, loc, end);
  begin(no);
  if (failed(emitBranch(cond.getFalseGraph(), cond)))
    return failure();
  goOnIn(end, loc);
  return success();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

LogicalResult HostBuilder::emitWhile(ep::WhileLoopOp loop) {
  Location loc = loop.getLoc();
  MLIRContext *context = graph.getContext();
  Block &condition = loop.getCondition().front();
  Block &body = loop.getBody().front();
  SmallVector<Carry> carries =
      beginCarries(loop.getCarried(), loop.getResults(), body);
  bool alternates = llvm::any_of(carries, [](const Carry &carry) {
    return carry.kind == CarryKind::Alternating;
  });
  ExprAttr round = ep::makeInt(context, 0);
  if (alternates) {
    round = makeRegister("round");
    SizeOp::create(builder, loc, round.getName(), ep::makeInt(context, 0));
  }
  Block *head = addBlock(), *next = addBlock(), *end = addBlock();
  goOnIn(head, loc);
  SmallVector<Value> values = getCarried(carries, round);
  for (Value value : loop.getAdditional())
    values.push_back(isTensor(value) ? getSlot(value) : Value());
  bindValues(condition.getArguments(), values);
  if (failed(emitBlock(condition, {})))
    return failure();
  ExprAttr predicate = emitPredicate(condition.getTerminator()->getOperand(0));
  branch(predicate, end, next, loc);
  bindValues(body.getArguments(), values);
  if (failed(emitBlock(body, getNextPlaces(carries, round))))
    return failure();
  copyCarries(body.getTerminator()->getOperands(), carries);
  if (alternates)
    SizeOp::create(builder, loc, round.getName(),
                   ep::add(round, ep::makeInt(context, 1)));
  JumpOp::create(builder, loc, /*is_while=*/true, head);
  begin(end);
  endCarries(carries, loop.getResults(), round);
  return success();
}

//===----------------------------------------------------------------------===//
// Loops over slices
//===----------------------------------------------------------------------===//

FailureOr<ExprAttr>
HostBuilder::emitRounds(Location loc, Value xs,
                        llvm::function_ref<LogicalResult(ExprAttr)> emitRound) {
  MLIRContext *context = graph.getContext();
  ExprAttr count = cast<ep::TensorType>(xs.getType()).getSizes()[0];
  ExprAttr round = makeRegister("round");
  SizeOp::create(builder, loc, round.getName(), ep::makeInt(context, 0));
  Block *head = addBlock(), *body = addBlock(), *end = addBlock();
  goOnIn(head, loc);
  branch(ep::makeExpr(ExprKind::Lt, {round, count}), end, body, loc);
  if (failed(emitRound(round)))
    return failure();
  SizeOp::create(builder, loc, round.getName(),
                 ep::add(round, ep::makeInt(context, 1)));
  JumpOp::create(builder, loc, head);
  begin(end);
  return round;
}

Value HostBuilder::emitSlice(Location loc, Value slot, Type slice,
                             ExprAttr round) {
  ExprAttr bytes = getBytes(slice);
  return ViewOp::create(builder, loc, builder.getType<BufferType>(), slot,
                        ep::mul(round, bytes), bytes);
}

SmallVector<Value> HostBuilder::makeStacks(ValueRange results) {
  SmallVector<Value> stacks;
  for (Value result : results)
    stacks.push_back(makeSlot(result, getBytes(result.getType())));
  return stacks;
}

LogicalResult HostBuilder::emitScan(ep::ScanOp scan) {
  Location loc = scan.getLoc();
  size_t numCarries = scan.getInit().size();
  Block &body = scan.getBody().front();
  ResultRange last = scan.getResults().take_front(numCarries);
  SmallVector<Carry> carries = beginCarries(scan.getInit(), last, body);
  SmallVector<Value> stacks =
      makeStacks(scan.getResults().drop_front(numCarries));
  auto emitRound = [&](ExprAttr round) {
    SmallVector<Value> values = getCarried(carries, round);
    for (Value x : scan.getXs())
      values.push_back(emitSlice(
          loc, getSlot(x), body.getArgument(values.size()).getType(), round));
    for (Value value : scan.getAdditional())
      values.push_back(isTensor(value) ? getSlot(value) : Value());
    bindValues(body.getArguments(), values);
    ValueRange yielded = body.getTerminator()->getOperands();
    SmallVector<Value> places = getNextPlaces(carries, round);
    for (auto [stack, value] :
         llvm::zip(stacks, yielded.drop_front(numCarries)))
      places.push_back(emitSlice(loc, stack, value.getType(), round));
    if (failed(emitBlock(body, places)))
      return failure();
    copyCarries(yielded.take_front(numCarries), carries);
    return success();
  };
  FailureOr<ExprAttr> rounds = emitRounds(loc, scan.getXs().front(), emitRound);
  if (failed(rounds))
    return failure();
  endCarries(carries, last, *rounds);
  return success();
}

LogicalResult HostBuilder::emitMap(ep::MapOp map) {
  Location loc = map.getLoc();
  SmallVector<Value> stacks = makeStacks(map.getResults());
  Block &body = map.getBody().front();
  return emitRounds(loc, map.getXs().front(), [&](ExprAttr round) {
    SmallVector<Value> values, places;
    for (Value x : map.getXs())
      values.push_back(emitSlice(
          loc, getSlot(x), body.getArgument(values.size()).getType(), round));
    for (Value value : map.getAdditional())
      values.push_back(isTensor(value) ? getSlot(value) : Value());
    bindValues(body.getArguments(), values);
    for (auto [stack, value] :
         llvm::zip(stacks, body.getTerminator()->getOperands()))
      places.push_back(emitSlice(loc, stack, value.getType(), round));
    return emitBlock(body, places);
  });
}
