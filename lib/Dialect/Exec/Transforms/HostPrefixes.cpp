// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `ep.associative_scan`, in its order of combination, slice by slice. Blocks of
// 2^k slices that begin at a multiple of 2^k are combined in halves. A prefix
// is the longest such block that ends with it, behind the prefix before that.
#include "HostBuilder.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;
using ep::ExprAttr;
using ep::ExprKind;

SmallVector<Value> HostBuilder::emitSlices(Location loc, ArrayRef<Value> stacks,
                                           Block &body, ExprAttr number) {
  SmallVector<Value> slices;
  for (auto [stack, argument] : llvm::zip(stacks, body.getArguments()))
    slices.push_back(emitSlice(loc, stack, argument.getType(), number));
  return slices;
}

void HostBuilder::moveAll(Location loc, ArrayRef<Value> from,
                          ArrayRef<Value> to, TypeRange types) {
  SmallVector<Move> moves;
  for (auto [source, target, type] : llvm::zip(from, to, types))
    moves.push_back({source, target, getBytes(type), loc});
  move(moves);
}

/// The block that ends with slice `item` grows to the front. It is combined
/// with the one of its length before it, if both are halves of a longer one,
/// else with the prefix before it.
LogicalResult HostBuilder::emitPrefix(ep::AssociativeScanOp scan, ExprAttr item,
                                      const Prefixes &memory) {
  Location loc = scan.getLoc();
  MLIRContext *context = graph.getContext();
  ExprAttr zero = ep::makeInt(context, 0), two = ep::makeInt(context, 2);
  auto [count, span, base] = std::tuple(memory.count, memory.span, memory.base);
  Block &body = scan.getBody().front();
  TypeRange types = body.getTerminator()->getOperandTypes();
  ExprAttr end = ep::add(item, ep::makeInt(context, 1));
  Block *step = addBlock(), *combine = addBlock(), *grow = addBlock();
  Block *last = addBlock(), *whole = addBlock(), *next = addBlock();
  SizeOp::create(builder, loc, span.getName(), ep::makeInt(context, 1));
  goOnIn(step, loc);
  ExprAttr rest = ep::makeExpr(ExprKind::Mod, {end, ep::mul(two, span)});
  SizeOp::create(
      builder, loc, base.getName(),
      ep::makeExpr(ExprKind::Where,
                   {ep::makeExpr(ExprKind::Eq, {rest, zero}), zero, count}));
  branch(ep::makeExpr(ExprKind::Lt, {span, end}), whole, combine, loc);
  SmallVector<Value> values =
      emitSlices(loc, memory.work, body, ep::sub(ep::add(base, item), span));
  llvm::append_range(values, memory.block);
  llvm::append_range(values, memory.additional);
  bindValues(body.getArguments(), values);
  if (failed(emitBlock(body, {})))
    return failure();
  SmallVector<Value> made;
  for (Value value : body.getTerminator()->getOperands())
    made.push_back(getSlot(value));
  branch(ep::makeExpr(ExprKind::Eq, {base, zero}), last, grow, loc);
  moveAll(loc, made, memory.block, types);
  SizeOp::create(builder, loc, span.getName(), ep::mul(two, span));
  JumpOp::create(builder, loc, /*is_while=*/true, step);
  begin(last);
  ExprAttr place = ep::add(count, item);
  moveAll(loc, made, emitSlices(loc, memory.work, body, place), types);
  JumpOp::create(builder, loc, next);
  begin(whole);
  moveAll(loc, memory.block, emitSlices(loc, memory.work, body, place), types);
  goOnIn(next, loc);
  moveAll(loc, memory.block, emitSlices(loc, memory.work, body, item), types);
  return success();
}

LogicalResult HostBuilder::emitAssociativeScan(ep::AssociativeScanOp scan) {
  Location loc = scan.getLoc();
  Block &body = scan.getBody().front();
  Prefixes memory;
  auto first = cast<ep::TensorType>(scan.getXs().front().getType());
  memory.count = first.getSizes()[0];
  memory.span = makeRegister("span");
  memory.base = makeRegister("base");
  SmallVector<Value> xs;
  ExprAttr two = ep::makeInt(graph.getContext(), 2);
  for (auto [x, slice] : llvm::zip(scan.getXs(), body.getArguments())) {
    xs.push_back(getSlot(x));
    memory.work.push_back(
        makeTemporary(loc, ep::mul(two, getBytes(x.getType()))));
    memory.block.push_back(makeTemporary(loc, getBytes(slice.getType())));
  }
  for (Value value : scan.getAdditional())
    memory.additional.push_back(isTensor(value) ? getSlot(value) : Value());
  auto emitRound = [&](ExprAttr item) {
    moveAll(loc, emitSlices(loc, xs, body, item), memory.block,
            TypeRange(body.getArgumentTypes()));
    return emitPrefix(scan, item, memory);
  };
  if (failed(emitRounds(loc, scan.getXs().front(), emitRound)))
    return failure();
  for (auto [result, work] : llvm::zip(scan.getResults(), memory.work)) {
    ExprAttr bytes = getBytes(result.getType());
    Value prefixes = ViewOp::create(builder, loc, builder.getType<BufferType>(),
                                    work, bytes, bytes);
    Value place = destinations.lookup(result);
    if (place)
      copy(loc, prefixes, place);
    slots[result] = place ? place : prefixes;
  }
  return success();
}
