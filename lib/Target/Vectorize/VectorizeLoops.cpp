// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which of the loops that emitters marked become vector loops, and how wide.
#include "LoopVectorizer.h"
#include "Slopes.h"
#include "kiln/Support/PassCount.h"
#include "kiln/Target/Loops.h"
#include "kiln/Target/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace kiln;

namespace kiln {
#define GEN_PASS_DEF_VECTORIZELOOPSPASS
#include "kiln/Target/Passes.h.inc"
} // namespace kiln

/// The outermost marked loops in `root`, but not itself.
static SmallVector<scf::ForOp> findMarked(Operation *root) {
  SmallVector<scf::ForOp> marked;
  root->walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
    if (loop == root || !loop->hasAttr(kLanesAttr))
      return WalkResult::advance();
    marked.push_back(loop);
    return WalkResult::skip();
  });
  return marked;
}

/// Has an item neither loops nor branches?
static bool isPlain(scf::ForOp loop) {
  return llvm::all_of(*loop.getBody(),
                      [](Operation &op) { return op.getNumRegions() == 0; });
}

/// The operations on floats of a plain item.
static unsigned countFloats(scf::ForOp loop) {
  return llvm::count_if(*loop.getBody(), [](Operation &op) {
    return op.getNumResults() == 1 &&
           isa<FloatType>(op.getResult(0).getType()) &&
           OpTrait::hasElementwiseMappableTraits(&op);
  });
}

/// Is an item a chain of so many operations that a processor does not see the
/// next vectors while it waits for these? Chains of wider vectors are shorter:
/// tables take the place of polynomials.
static bool isLongChain(scf::ForOp loop, unsigned vectorBits) {
  constexpr unsigned kWideBits = 512, kLongWide = 48, kLong = 12;
  return loop.getNumRegionIterArgs() == 0 && isPlain(loop) &&
         countFloats(loop) >= (vectorBits < kWideBits ? kLong : kLongWide);
}

/// The type that `op` loads or stores; null where it does neither.
static Type getAccessedType(Operation *op) {
  if (auto load = dyn_cast<LLVM::LoadOp>(op))
    return load.getType();
  if (auto store = dyn_cast<LLVM::StoreOp>(op))
    return store.getValue().getType();
  return Type();
}

/// Are the items that fill no vector so long that a masked store is less than
/// one after the other, on a target where it takes as long as some of them, or
/// is none needed? AVX2 masks words.
static bool paysForMasks(scf::ForOp loop, unsigned vectorBits) {
  constexpr unsigned kPays = 16, kWordBits = 32, kMaskedBits = 256;
  auto hasWords = [](Operation &op) {
    Type type = getAccessedType(&op);
    return !type ||
           (type.isIntOrFloat() && type.getIntOrFloatBitWidth() >= kWordBits);
  };
  return vectorBits >= kMaskedBits && isPlain(loop) &&
         llvm::all_of(*loop.getBody(), hasWords) &&
         (loop->hasAttr(kOverrunsAttr) || countFloats(loop) >= kPays);
}

/// Lanes for `loop`: two registers of the most common elements, so that two
/// operations are under way at once. 0: too short for vectors.
static unsigned chooseWidth(scf::ForOp loop, unsigned vectorBits) {
  unsigned bits = 8;
  loop.walk([&](Operation *op) {
    Type type = getAccessedType(op);
    if (type && type.isIntOrFloat())
      bits = std::max(bits, type.getIntOrFloatBitWidth());
  });
  unsigned width = 2 * vectorBits / std::max(bits, 32u);
  if (std::optional<int64_t> most = countMost(loop))
    while (width > 2 && *most < width)
      width /= 2;
  return width > 2 ? width : 0;
}

namespace {
struct VectorizeLoops : kiln::impl::VectorizeLoopsPassBase<VectorizeLoops> {
  using Base::Base;

  void runOnOperation() override {
    for (scf::ForOp loop : findMarked(getOperation()))
      visit(loop);
    // What stays scalar fills no lines.
    getOperation()->walk([](LLVM::StoreOp store) {
      if (!isa<VectorType>(store.getValue().getType()))
        store.setNontemporal(false);
    });
    count(getOperation(), *this, numVectorized, std::exchange(vectorized, 0),
          "loops of vectors");
  }

  /// Items first: their lanes have nothing to put together. But not where they
  /// are apart in memory and the steps of their sums are not.
  void visit(scf::ForOp loop) {
    SmallVector<Operation *> ops;
    loop.getBody()->walk([&](Operation *op) { ops.push_back(op); });
    for (Operation *op : llvm::reverse(ops))
      if (isOpTriviallyDead(op))
        op->erase();
    SmallVector<scf::ForOp> inner = findMarked(loop);
    if (isLongChain(loop, vectorBits) && widen(loop))
      return;
    if (vectorize(loop, inner.empty()) || inner.empty())
      return;
    bool any = false;
    for (scf::ForOp nested : inner)
      any |= visitSums(nested);
    if (!any)
      jam(loop);
  }

  /// Twice as many lanes for as many items as that takes; the loop keeps the
  /// others. True where there are none: then it is erased.
  bool widen(scf::ForOp loop) {
    unsigned width = 2 * chooseWidth(loop, vectorBits);
    std::optional<int64_t> most = countMost(loop);
    if (width == 0 || (most && *most < width))
      return false;
    LoopVectorizer vectorizer(loop, width, vectorBits, /*hasMasks=*/false);
    if (failed(vectorizer.emit()))
      return false;
    if (vectorizer.getReport().gathered != 0) {
      vectorizer.discard();
      return false;
    }
    ++vectorized;
    return vectorizer.commit();
  }

  /// The innermost sums first, and none around loops of vectors. True
  /// when any became vectors.
  bool visitSums(scf::ForOp loop) {
    bool any = false;
    for (scf::ForOp nested : findMarked(loop))
      any |= visitSums(nested);
    return any || vectorize(loop, false);
  }

  /// True when `loop` became a vector loop. Where it `mayGather`, accesses lane
  /// by lane are made up for by enough operations on all lanes.
  bool vectorize(scf::ForOp loop, bool mayGather) {
    constexpr unsigned kOperationsPerGather = 6;
    unsigned width = chooseWidth(loop, vectorBits);
    std::string refusal = "it has too few items";
    if (width != 0) {
      LoopVectorizer vectorizer(loop, width, vectorBits,
                                hasMasks || paysForMasks(loop, vectorBits));
      LogicalResult result = vectorizer.emit();
      const VectorizeReport &report = vectorizer.getReport();
      refusal = report.refusal;
      unsigned limit = mayGather ? report.operations / kOperationsPerGather : 0;
      if (succeeded(result) && report.gathered <= limit) {
        vectorizer.commit();
        ++vectorized;
        return true;
      }
      if (succeeded(result)) {
        vectorizer.discard();
        refusal = "neighbouring items are apart in memory";
      }
    }
    remark::missed(loop.getLoc(), remark::RemarkOpts::name("refused").category(
                                      "kiln-vectorize"))
        << remark::add("the loop stays scalar: {0}", refusal);
    return false;
  }

  /// Eight items go through their loops together, so that eight sums are under
  /// way at once. Each item is computed as it would be alone.
  void jam(scf::ForOp loop) {
    constexpr int64_t kItems = 8;
    if (loop.getNumRegionIterArgs() != 0)
      return;
    OpBuilder builder(loop);
    Location loc = loop.getLoc();
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(builder, loc, value);
    };
    Value zero = constant(0), one = constant(1), tile = constant(kItems);
    Value from = loop.getLowerBound();
    Value count =
        arith::SubIOp::create(builder, loc, loop.getUpperBound(), from);
    count = arith::MaxSIOp::create(builder, loc, count, zero);
    Value whole = arith::MulIOp::create(
        builder, loc, arith::DivUIOp::create(builder, loc, count, tile), tile);
    Value rest = arith::AddIOp::create(builder, loc, from, whole);
    auto tiles = scf::ForOp::create(builder, loc, from, rest, tile);
    builder.setInsertionPointToStart(tiles.getBody());
    auto items = scf::ForOp::create(builder, loc, zero, tile, one);
    builder.setInsertionPointToStart(items.getBody());
    IRMapping mapping;
    mapping.map(loop.getInductionVar(),
                arith::AddIOp::create(builder, loc, tiles.getInductionVar(),
                                      items.getInductionVar())
                    .getResult());
    for (Operation &op : loop.getBody()->without_terminator())
      builder.clone(op, mapping);
    loop.setLowerBound(rest);
    // Where the loops of an item depend on the item they stay apart.
    (void)loopUnrollJamByFactor(items, kItems);
  }

  uint64_t vectorized = 0;
};
} // namespace
