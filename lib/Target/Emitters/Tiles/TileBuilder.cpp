// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TileBuilder.h"
#include "Transpose.h"
#include "kiln/Target/Loops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace kiln;

TileBuilder::TileBuilder(OpBuilder &builder, ScalarEmitter &emitter,
                         Location loc, Type element, const CpuInfo &info)
    : builder(builder), emitter(emitter), loc(loc), element(element),
      vector(VectorType::get(info.vectorBits / element.getIntOrFloatBitWidth(),
                             element)),
      fma(makeFmaKernel(info, element)) {}

LogicalResult
TileBuilder::forEachItem(Value begin, Value end, Value size, Value items,
                         llvm::function_ref<LogicalResult(Value)> body) {
  // Item k of `items` lies at the place k * size / items, and belongs to the
  // thread whose range [begin, end) has that (decision 006). Places of a domain
  // beyond 2^30 are counted in units, so that products fit.
  constexpr int64_t kMostPlaces = 30;
  IndexBuilder index = this->index();
  Value one = index.constant(1);
  auto atLeastOne = [&](Value value) -> Value {
    return arith::MaxSIOp::create(builder, loc, value, one);
  };
  Value unit =
      atLeastOne(index.div(size, index.constant(int64_t(1) << kMostPlaces)));
  Value places = atLeastOne(index.div(size, unit));
  auto itemsBefore = [&](Value place) {
    return ceilDiv(index.mul(index.div(place, unit), items), places);
  };
  Value first = itemsBefore(begin), last = itemsBefore(end);
  firstItem = keptItems ? resumeItems(first, last) : first;
  return forEach(first, last, one, body);
}

/// The first item that scratch memory knows of when it is used for the items
/// [first, last): that of the range before, where this one follows it.
Value TileBuilder::resumeItems(Value first, Value last) {
  Type i64 = builder.getI64Type();
  auto cast = [&](Type type, Value value) -> Value {
    return arith::IndexCastOp::create(builder, loc, type, value);
  };
  auto at = [&](int64_t number) {
    return address(keptItems, index().constant(number), i64);
  };
  auto load = [&](int64_t number) {
    return cast(builder.getIndexType(),
                LLVM::LoadOp::create(builder, loc, i64, at(number)));
  };
  Value follows = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        load(/*next item*/ 0), first);
  Value start = arith::SelectOp::create(builder, loc, follows,
                                        load(/*first item*/ 1), first);
  LLVM::StoreOp::create(builder, loc, cast(i64, last), at(0));
  LLVM::StoreOp::create(builder, loc, cast(i64, start), at(1));
  return start;
}

FailureOr<SmallVector<Value>> TileBuilder::forSteps(
    Value from, Value to, int64_t products, ValueRange sums,
    llvm::function_ref<FailureOr<SmallVector<Value>>(Value, int64_t,
                                                     ValueRange)>
        body) {
  // Products of vectors of 512 bits are enough work beside counting.
  constexpr int64_t kTurnBytes = 1024, kMostSteps = 4;
  int64_t bytes = products * vector.getNumElements() * getElementBytes();
  int64_t count = std::clamp<int64_t>(kTurnBytes / bytes, 1, kMostSteps);
  auto addSteps = [&](Value from, Value to, int64_t count, ValueRange sums) {
    return forSums(
        from, to, index().constant(count), sums,
        [&](Value first, ValueRange carried) -> FailureOr<SmallVector<Value>> {
          FailureOr<SmallVector<Value>> results = SmallVector<Value>(carried);
          for (int64_t next = 0; next < count && succeeded(results); ++next)
            results = body(first, next, SmallVector<Value>(*results));
          return results;
        });
  };
  if (count == 1)
    return addSteps(from, to, 1, sums);
  IndexBuilder index = this->index();
  Value turn = index.constant(count);
  Value whole =
      index.add(from, index.mul(index.div(index.sub(to, from), turn), turn));
  FailureOr<SmallVector<Value>> results = addSteps(from, whole, count, sums);
  if (failed(results))
    return failure();
  results = addSteps(whole, to, 1, SmallVector<Value>(*results));
  if (succeeded(results))
    if (auto loop = results->front().getDefiningOp<scf::ForOp>())
      keepAsWritten(loop);
  return results;
}

LogicalResult
TileBuilder::forEachOverrun(Value from, Value to,
                            llvm::function_ref<LogicalResult(Value)> body) {
  if (failed(forEachShort(from, to, body)))
    return failure();
  Operation &loop = *std::prev(builder.getInsertionPoint());
  cast<scf::ForOp>(loop)->setAttr(kOverrunsAttr, builder.getUnitAttr());
  return success();
}

Value TileBuilder::ceilDiv(Value value, Value by) {
  IndexBuilder index = this->index();
  return index.div(index.add(value, index.sub(by, index.constant(1))), by);
}

Value TileBuilder::evenHeight(Value rows, Value blocks, int64_t unit,
                              int64_t most) {
  IndexBuilder index = this->index();
  Value count = arith::MaxSIOp::create(builder, loc, blocks, index.constant(1));
  Value units = ceilDiv(ceilDiv(rows, count), index.constant(unit));
  return least(index.mul(units, index.constant(unit)), index.constant(most));
}

Value TileBuilder::least(Value a, Value b) {
  return arith::MinSIOp::create(builder, loc, a, b);
}

Value TileBuilder::address(Value base, Value position, Type type) {
  return emitter.address(loc, base, type ? type : element, position);
}

Value TileBuilder::load(Value address) {
  return LLVM::LoadOp::create(builder, loc, element, address);
}

void TileBuilder::store(Value value, Value address) {
  LLVM::StoreOp::create(builder, loc, value, address);
}

Value TileBuilder::loadVector(Value address, bool isAligned) {
  return LLVM::LoadOp::create(builder, loc, vector, address,
                              getElementBytes() *
                                  (isAligned ? vector.getNumElements() : 1));
}

Value TileBuilder::loadWidened(Value address, Type stored, Value mask) {
  VectorType type = vector.clone(stored);
  unsigned align = stored.getIntOrFloatBitWidth() / 8;
  Value loaded = mask
                     ? loadMasked(type, address, mask, align)
                     : LLVM::LoadOp::create(builder, loc, type, address, align);
  return stored == element
             ? loaded
             : arith::ExtFOp::create(builder, loc, vector, loaded);
}

void TileBuilder::storeVector(Value value, Value address, bool isAligned) {
  LLVM::StoreOp::create(builder, loc, value, address,
                        getElementBytes() *
                            (isAligned ? vector.getNumElements() : 1));
}

void TileBuilder::orderAccesses(Value memory) {
  LLVM::InlineAsmOp::create(
      builder, loc, /*resultTypes=*/TypeRange(), memory, /*asm_string=*/"",
      /*constraints=*/"r,~{memory}", /*has_side_effects=*/true,
      /*is_align_stack=*/false, LLVM::TailCallKind::None,
      /*asm_dialect=*/nullptr, /*operand_attrs=*/nullptr);
}

SmallVector<Value> TileBuilder::holdInRegisters(ArrayRef<Value> values) {
  std::string outputs, inputs;
  for (size_t i = 0; i < values.size(); ++i) {
    outputs += "=x,";
    inputs += std::to_string(i) + ",";
  }
  auto type = LLVM::LLVMStructType::getLiteral(
      builder.getContext(), llvm::to_vector(TypeRange(ValueRange(values))));
  Value all = LLVM::InlineAsmOp::create(
                  builder, loc, type, values, /*asm_string=*/"",
                  outputs + inputs + "~{memory}", /*has_side_effects=*/true,
                  /*is_align_stack=*/false, LLVM::TailCallKind::None,
                  /*asm_dialect=*/nullptr, /*operand_attrs=*/nullptr)
                  .getResult(0);
  SmallVector<Value> results;
  for (size_t i = 0; i < values.size(); ++i)
    results.push_back(LLVM::ExtractValueOp::create(builder, loc, all, i));
  return results;
}

void TileBuilder::fetchLine(Value address, Fetch purpose) {
  LLVM::Prefetch::create(builder, loc, address, /*rw=*/purpose == Fetch::Write,
                         /*hint=*/purpose == Fetch::ReadLater ? 2 : 3,
                         /*cache=*/1);
}

Value TileBuilder::joinWord(ArrayRef<Value> elements) {
  Type word = builder.getIntegerType(element.getIntOrFloatBitWidth());
  Value result;
  for (auto [i, value] : llvm::enumerate(elements)) {
    unsigned bits = value.getType().getIntOrFloatBitWidth();
    Value part = arith::ExtUIOp::create(
        builder, loc, word,
        arith::BitcastOp::create(builder, loc, builder.getIntegerType(bits),
                                 value));
    Value by = arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(word, i * bits));
    part = arith::ShLIOp::create(builder, loc, part, by);
    result = result ? arith::OrIOp::create(builder, loc, result, part) : part;
  }
  return result;
}

Value TileBuilder::zero() {
  return arith::ConstantOp::create(builder, loc, vector,
                                   builder.getZeroAttr(vector));
}

SmallVector<Value>
TileBuilder::loadSquare(VectorType words, unsigned count, unsigned align,
                        llvm::function_ref<Value(unsigned)> from,
                        llvm::function_ref<Value(Value)> load) {
  // A square is long enough to be written once.
  if (auto loop =
          dyn_cast<scf::ForOp>(builder.getInsertionBlock()->getParentOp()))
    keepAsWritten(loop);
  SmallVector<Value> rows(words.getNumElements(),
                          LLVM::PoisonOp::create(builder, loc, words));
  for (unsigned lane = 0; lane < count; ++lane)
    rows[lane] =
        load ? load(from(lane))
             : LLVM::LoadOp::create(builder, loc, words, from(lane), align);
  return transposeSquare(builder, loc, rows, words.getElementTypeBitWidth());
}

void TileBuilder::packSquare(VectorType words, unsigned align,
                             llvm::function_ref<Value(unsigned)> from,
                             llvm::function_ref<Value(unsigned)> to,
                             llvm::function_ref<Value(Value)> load) {
  int64_t lanes = words.getNumElements();
  for (auto [i, row] :
       llvm::enumerate(loadSquare(words, lanes, align, from, load)))
    LLVM::StoreOp::create(builder, loc, row, to(i),
                          lanes * words.getElementTypeBitWidth() / 8);
}

Value TileBuilder::loadMasked(VectorType words, Value address, Value mask,
                              unsigned align) {
  Value zero = arith::ConstantOp::create(builder, loc, words,
                                         builder.getZeroAttr(words));
  return LLVM::MaskedLoadOp::create(builder, loc, words, address, mask, zero,
                                    builder.getI32IntegerAttr(align))
      .getResult();
}

Value TileBuilder::lanesBelow(Value first, Value count) {
  auto spread = [&](Value value) {
    return splat(
        arith::IndexCastOp::create(builder, loc, builder.getI32Type(), value));
  };
  auto numbers = llvm::to_vector(llvm::seq<int32_t>(vector.getNumElements()));
  Value lanes = arith::AddIOp::create(
      builder, loc, spread(first),
      arith::ConstantOp::create(builder, loc,
                                builder.getI32VectorAttr(numbers)));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, lanes,
                               spread(count));
}

void TileBuilder::storeSums(ValueRange sums, bool adds,
                            const MicroKernel &micro,
                            llvm::function_ref<Value(unsigned)> place) {
  for (auto [i, sum] : llvm::enumerate(sums)) {
    Value at = place(i), value = sum;
    if (adds)
      value = micro.addSums(builder, loc, loadVector(at, true), sum);
    storeVector(value, at, /*isAligned=*/true);
  }
}

LogicalResult TileBuilder::sumInBlocks(
    Value end, int64_t block, const MicroKernel &micro,
    llvm::function_ref<FailureOr<SmallVector<Value>>(Value, Value)> sum,
    llvm::function_ref<Value(unsigned)> place) {
  Value zero = index().constant(0), steps = index().constant(block);
  Value first = least(steps, end);
  auto sumBlock = [&](Value from, Value to, bool adds) -> LogicalResult {
    FailureOr<SmallVector<Value>> sums = sum(from, to);
    if (succeeded(sums))
      storeSums(*sums, adds, micro, place);
    return sums;
  };
  // Integers are not rounded: nothing is gained by stops.
  if (isa<IntegerType>(element))
    return sumBlock(zero, end, false);
  if (failed(sumBlock(zero, first, false)))
    return failure();
  return forEach(first, end, steps, [&](Value from) {
    return sumBlock(from, least(index().add(from, steps), end), true);
  });
}
