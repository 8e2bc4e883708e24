// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The values that a loop carries from round to round, without a copy wherever
// the value of the next round can be computed where it is wanted.
#include "HostBuilder.h"
#include "Lives.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;
using ep::ExprAttr;

/// May `dispatch` write result `result` over `carried`, which it then reads
/// only at the element that it writes, or not at all?
static bool canOverwrite(DispatchOp dispatch, unsigned result,
                         llvm::function_ref<bool(Value)> isCarried) {
  auto kernel = SymbolTable::lookupNearestSymbolFrom<KernelOp>(
      dispatch, dispatch.getKernelAttr());
  std::optional<unsigned> updated = kernel.getUpdatedArgument();
  for (auto [i, input] : llvm::enumerate(dispatch.getInputs()))
    if (isCarried(input) &&
        !(updated ? *updated == i : canReuse(kernel, i, result)))
      return false;
  return true;
}

/// Is nothing else of the round done with `argument` once `maker` has run?
static bool isReadBefore(BlockArgument argument, Operation *maker) {
  Block *body = argument.getOwner();
  SmallVector<Value> aliases{argument};
  for (unsigned i = 0; i < aliases.size(); ++i)
    for (Operation *user : aliases[i].getUsers()) {
      if (HostBuilder::isAlias(user)) {
        aliases.push_back(user->getResult(0));
        continue;
      }
      Operation *inBody = body->findAncestorOpInBlock(*user);
      if (inBody != maker && !inBody->isBeforeInBlock(maker))
        return false;
    }
  return true;
}

HostBuilder::CarryKind HostBuilder::chooseCarry(Block &body, unsigned number) {
  OperandRange yielded = body.getTerminator()->getOperands();
  Value root = getRoot(yielded[number]);
  BlockArgument argument = body.getArgument(number);
  Operation *maker = root.getDefiningOp();
  unsigned places = llvm::count_if(
      yielded, [&](Value value) { return getRoot(value) == root; });
  if (!maker || maker->getBlock() != &body || places > 1)
    return CarryKind::Copied;
  auto dispatch = dyn_cast<DispatchOp>(maker);
  if (dispatch && isReadBefore(argument, maker) &&
      canOverwrite(dispatch, cast<OpResult>(root).getResultNumber(),
                   [&](Value input) { return getRoot(input) == argument; }))
    return CarryKind::InPlace;
  return CarryKind::Alternating;
}

Value HostBuilder::emitPlace(const Carry &carry, ExprAttr round) {
  ExprAttr two = ep::makeInt(graph.getContext(), 2);
  ExprAttr which = ep::makeExpr(ep::ExprKind::Mod, {round, two});
  return ViewOp::create(builder, carry.slot.getLoc(),
                        builder.getType<BufferType>(), carry.slot,
                        ep::mul(carry.bytes, which), carry.bytes);
}

SmallVector<HostBuilder::Carry>
HostBuilder::beginCarries(ValueRange values, ValueRange results, Block &body) {
  SmallVector<Carry> carries;
  ExprAttr two = ep::makeInt(graph.getContext(), 2);
  for (auto [i, value, result] : llvm::enumerate(values, results)) {
    Carry &carry = carries.emplace_back();
    if (!isTensor(value))
      continue;
    carry.bytes = getBytes(result.getType());
    carry.kind = chooseCarry(body, i);
    Location loc = result.getLoc();
    if (carry.kind != CarryKind::Alternating) {
      carry.slot = makeSlot(result, carry.bytes);
      copy(loc, getSlot(value), carry.slot);
      continue;
    }
    carry.slot = makeTemporary(loc, ep::mul(two, carry.bytes));
    copy(loc, getSlot(value),
         emitPlace(carry, ep::makeInt(graph.getContext(), 0)));
  }
  return carries;
}

SmallVector<Value> HostBuilder::getCarried(ArrayRef<Carry> carries,
                                           ExprAttr round) {
  SmallVector<Value> values;
  for (const Carry &carry : carries)
    values.push_back(carry.kind == CarryKind::Alternating
                         ? emitPlace(carry, round)
                         : carry.slot);
  return values;
}

SmallVector<Value> HostBuilder::getNextPlaces(ArrayRef<Carry> carries,
                                              ExprAttr round) {
  SmallVector<Value> places;
  ExprAttr next = ep::add(round, ep::makeInt(graph.getContext(), 1));
  for (const Carry &carry : carries)
    places.push_back(carry.kind == CarryKind::Alternating
                         ? emitPlace(carry, next)
                     : carry.kind == CarryKind::InPlace ? carry.slot
                                                        : Value());
  return places;
}

void HostBuilder::copyCarries(ValueRange yielded, ArrayRef<Carry> carries) {
  SmallVector<Move> moves;
  for (auto [value, carry] : llvm::zip(yielded, carries))
    if (carry.slot && carry.kind == CarryKind::Copied &&
        getSlot(value) != carry.slot)
      moves.push_back(
          {getSlot(value), carry.slot, carry.bytes, value.getLoc()});
  move(moves);
}

void HostBuilder::endCarries(ArrayRef<Carry> carries, ValueRange results,
                             ExprAttr round) {
  for (auto [carry, result] : llvm::zip(carries, results)) {
    if (!carry.slot || carry.kind != CarryKind::Alternating)
      continue;
    Value last = emitPlace(carry, round);
    Value place = destinations.lookup(result);
    if (place)
      copy(result.getLoc(), last, place);
    slots[result] = place ? place : last;
  }
}
