// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Emitters/Tiles/MicroKernel.h"
#include "ByteProduct.h"
#include "DecodedShape.h"
#include "GroupedProduct.h"
#include "kiln/Dialect/EP/Prepare.h"
#include "kiln/Dialect/Exec/Exec.h"
#include "kiln/Support/Capability.h"
#include "kiln/Support/Decision.h"
#include "kiln/Support/PassCount.h"
#include "kiln/Target/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"

namespace kiln {
#define GEN_PASS_DEF_SPLITROWSPASS
#include "kiln/Target/Passes.h.inc"
} // namespace kiln

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

/// A matrix of fewer bytes stays in a cache, where the kernels that are added
/// cost more than what is gained.
constexpr int64_t kLeastBytes = 1 << 18;

/// Does the processor multiply bytes without widening them?
static bool multipliesBytes(const TargetInfo &target, MLIRContext *context) {
  Type i8 = IntegerType::get(context, 8), i32 = IntegerType::get(context, 32);
  std::unique_ptr<MicroKernel> micro =
      chooseMicroKernel(target.cpu, {i8, i8, i32});
  return micro && micro->getSteps() == 4 && !micro->splitsWords();
}

/// Do all targets of the variant of `program`, and there is one?
static bool targetsMultiplyBytes(ep::ProgramOp program) {
  auto variant = program->getParentOfType<exec::VariantOp>();
  if (!variant || variant.getTargets().empty())
    return false;
  return llvm::all_of(
      variant.getTargets().getAsValueRange<StringAttr>(), [&](StringRef name) {
        std::optional<TargetInfo> target = getTargetInfo(name);
        return target && multipliesBytes(*target, program.getContext());
      });
}

namespace {
class RowSplitter {
public:
  explicit RowSplitter(ep::ProgramOp program)
      : program(program), graph(program.getGraph()), symbols(program),
        builder(program.getContext()), weights(graph, symbols) {
    for (unsigned argument : ep::getUnwrittenState(graph))
      unwritten.insert(argument);
  }

  /// Returns the number of products whose rows are split.
  uint64_t run() {
    SmallVector<GenericOp> ops;
    graph.walk([&](GenericOp op) { ops.push_back(op); });
    return llvm::count_if(
        ops, [&](GenericOp op) { return split(op) || splitGroups(op); });
  }

private:
  bool split(GenericOp op);
  bool splitGroups(GenericOp op);
  bool isPackedAlone(Value matrix);
  Digits getDigits(Value rows, Location loc);

  ep::ProgramOp program;
  ep::GraphOp graph;
  SymbolTable symbols;
  OpBuilder builder;
  WeightOrderer weights;
  llvm::DenseSet<unsigned> unwritten;
  llvm::DenseMap<Value, Digits> known; ///< several products may share them
};
} // namespace

/// Is `matrix` a weight that nothing else reads? Then it lies in panels alone,
/// which is what makes its bytes faster.
bool RowSplitter::isPackedAlone(Value matrix) {
  auto conversion = matrix.getDefiningOp<ep::ToBuiltinOp>();
  auto argument = conversion ? dyn_cast<BlockArgument>(conversion.getInput())
                             : BlockArgument();
  if (!argument || !matrix.hasOneUse() || !argument.hasOneUse() ||
      argument.getOwner() != &graph.getBody().front() ||
      !unwritten.contains(argument.getArgNumber()) ||
      !cast<ep::TensorType>(argument.getType()).isContiguous())
    return false;
  auto getStorageName = [](Operation &op) {
    return op.getAttrOfType<FlatSymbolRefAttr>("storage");
  };
  FlatSymbolRefAttr name = getStorageName(
      *symbols.lookup(graph.getInput(argument.getArgNumber()).getTarget()));
  auto storage = symbols.lookup<ep::StorageOp>(name.getValue());
  return (storage.getRecord() || storage.getData()) &&
         llvm::count_if(program.getBody().front(), [&](Operation &op) {
           return getStorageName(op) == name;
         }) == 1;
}

/// The digits of `rows`, built once.
Digits RowSplitter::getDigits(Value rows, Location loc) {
  Digits &digits = known[rows];
  if (!digits.digits) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointAfterValue(rows);
    digits = buildRowDigits(builder, loc, rows);
  }
  return digits;
}

/// Is the product by `factor` taken apart? Then a remark says so.
static bool isTaken(GenericOp op, StringRef factor) {
  static constexpr llvm::StringLiteral kTag = "kiln-split";
  if (!decide(kTag, {op}, [&](llvm::raw_ostream &os) {
        os << "rows in digits, by " << factor;
      }))
    return false;
  remark::passed(op.getLoc(), remark::RemarkOpts::name("digits").category(kTag))
      << remark::add("rows are multiplied as digits, by {0}", factor);
  return true;
}

bool RowSplitter::split(GenericOp op) {
  std::optional<ByteProduct> product = matchByteProduct(op);
  if (!product || product->columns * product->steps < kLeastBytes ||
      !isPackedAlone(product->matrix) || !isTaken(op, "bytes"))
    return false;
  builder.setInsertionPoint(op);
  Digits rows = getDigits(product->left, op.getLoc());
  op.getResult(0).replaceAllUsesWith(buildByteProduct(builder, *product, rows));
  op.erase();
  return true;
}

/// Do many rows of narrow floats take the factor, as there are instructions for
/// as many products of those at once as for digits?
static bool areManyOfWords(const GroupedProduct &product) {
  constexpr int64_t kMostRows = 32;
  GenericOp decoder = product.decoder;
  return product.rows && *product.rows > kMostRows &&
         !getElementTypeOrSelf(decoder.getResult(0)).isF32();
}

bool RowSplitter::splitGroups(GenericOp op) {
  builder.setInsertionPoint(op);
  std::optional<ShapedProduct> shaped;
  std::optional<GroupedProduct> product = matchGroupedProduct(op);
  if (!product && (shaped = takeDecodedShape(builder, op)))
    product = matchGroupedProduct(shaped->op, op);
  if (!product || product->getBytes() < kLeastBytes ||
      areManyOfWords(*product) || !readsWeights(builder, *product, weights) ||
      !isTaken(op, product->decoding.half ? "numbers of four bits"
                                          : "bytes in groups")) {
    if (shaped) {
      shaped->result.erase();
      shaped->op.erase();
    }
    return false;
  }
  GenericOp last = product->getLast();
  builder.setInsertionPoint(last);
  last.getResult(0).replaceAllUsesWith(
      buildGroupedSum(builder, *product, weights));
  if (shaped)
    op.getResult(0).replaceAllUsesWith(shaped->result);
  return true;
}

namespace {
struct SplitRows : kiln::impl::SplitRowsPassBase<SplitRows> {
  void runOnOperation() override {
    ep::ProgramOp program = getOperation();
    if (!program.getGraph() || !hasCapability(program, kCanReadPanels) ||
        !hasCapability(program, kCanDropUnpacked) ||
        !targetsMultiplyBytes(program))
      return;
    count(program, *this, numSplit, RowSplitter(program).run(),
          "rows split into bytes");
  }
};
} // namespace
