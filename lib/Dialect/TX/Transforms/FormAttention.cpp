// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds a softmax between two sums of products, and puts tx.attention in the
// place of the second one.
#include "Product.h"
#include "Softmax.h"
#include "kiln/Dialect/TX/Passes.h"
#include "kiln/Support/Capability.h"
#include "kiln/Support/Decision.h"
#include "kiln/Support/FewRows.h"
#include "kiln/Support/PassCount.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"

namespace kiln::tx {
#define GEN_PASS_DEF_FORMATTENTION
#include "kiln/Dialect/TX/Passes.h.inc"
} // namespace kiln::tx

using namespace mlir;
using namespace kiln;
using namespace kiln::tx;
using linalg::GenericOp;

namespace {
/// The ops that become one, and how they fit together.
class Attention {
public:
  /// Nothing when `op` is no product of a softmax. When it is, `refusal` says
  /// why there is no attention.
  static std::optional<Attention> match(GenericOp op, StringRef &refusal);

  bool isWanted();
  void rewrite(RewriterBase &rewriter);

private:
  StringRef matchScores();
  StringRef matchValues();
  StringRef matchUsers();
  StringRef checkSizes();
  void matchCopy();
  AffineMap mapOf(AffineMap map, ArrayRef<AffineExpr> loops);
  void findLoops();
  void findApplied();
  SmallVector<GenericOp> getMembers();
  bool isScoreOperand(OpOperand *input);
  void fillBody(OpBuilder &builder, AttentionOp op,
                ArrayRef<OpOperand *> inputs);

  GenericOp getResult() { return copy ? copy : values.op; }
  unsigned getRank() { return values.result.getNumResults(); }

  Product scores, values;
  Softmax softmax;
  unsigned weightOperand; ///< of `values`
  unsigned keyOperand;    ///< of `scores`
  GenericOp copy;         ///< of the result; may be null
  GenericOp applied;      ///< in whose body a score is what counts
  Value score;            ///< there
  OpOperand *scoreRead;   ///< where `applied` reads the scores
  llvm::SetVector<Operation *> scoreOps; ///< that are applied to a score
  /// Of the attention, for each loop of the parts.
  SmallVector<AffineExpr> scoreLoops, softmaxLoops, valueLoops;
};
} // namespace

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

std::optional<Attention> Attention::match(GenericOp op, StringRef &refusal) {
  Attention attention;
  std::optional<Product> values = matchProduct(op);
  if (!values)
    return std::nullopt;
  attention.values = *values;
  for (unsigned operand : {0u, 1u}) {
    auto weights = op.getInputs()[operand].getDefiningOp<GenericOp>();
    std::optional<Softmax> softmax =
        weights ? matchSoftmax(weights) : std::nullopt;
    if (!softmax)
      continue;
    attention.softmax = *softmax;
    attention.weightOperand = operand;
    for (auto step : {&Attention::matchScores, &Attention::matchValues,
                      &Attention::matchUsers, &Attention::checkSizes}) {
      refusal = (attention.*step)();
      if (!refusal.empty())
        return std::nullopt;
    }
    return attention;
  }
  return std::nullopt;
}

/// Do the scores depend on `input` of the exponentials?
bool Attention::isScoreOperand(OpOperand *input) {
  Value argument = applied.getMatchingBlockArgument(input);
  return argument == score ||
         llvm::any_of(argument.getUsers(),
                      [&](Operation *user) { return scoreOps.contains(user); });
}

/// Finds where the scores that count are computed: in the exponentials, or in
/// an op before them that costs too much to be fused.
void Attention::findApplied() {
  applied = softmax.exponentials;
  score = softmax.score;
  OpOperand *read = getReadOperand(applied, score);
  if (!read || !applied.getMatchingIndexingMap(read).isIdentity())
    return;
  auto producer = read->get().getDefiningOp<GenericOp>();
  if (!producer || !isMap(producer))
    return;
  applied = producer;
  score = getYielded(producer);
}

/// The ops between the products, each before those that read it.
SmallVector<GenericOp> Attention::getMembers() {
  SmallVector<GenericOp> members = softmax.getOps();
  if (applied != softmax.exponentials)
    members.insert(members.begin(), applied);
  return members;
}

/// Does nobody who watches the compiler decline it?
bool Attention::isWanted() {
  SmallVector<Operation *> ops = {scores.op};
  llvm::append_range(ops, getMembers());
  ops.push_back(values.op);
  return decideFusion(ops);
}

/// Finds the product that the scores come from, and the ops applied to it.
StringRef Attention::matchScores() {
  findApplied();
  BackwardSliceOptions options;
  options.inclusive = true;
  options.omitBlockArguments = true;
  options.filter = [&](Operation *op) {
    return op->getBlock() == applied.getBody();
  };
  if (Operation *last = score.getDefiningOp())
    (void)getBackwardSlice(last, &scoreOps, options);
  for (Operation *op : scoreOps)
    if (op->getNumRegions() != 0 || isa<tensor::ExtractOp>(op))
      return "what is done to a score is a loop or a look-up";
  for (OpOperand *input : applied.getDpsInputOperands()) {
    std::optional<Product> product =
        matchProduct(input->get().getDefiningOp<GenericOp>());
    if (!product || !isScoreOperand(input) ||
        !applied.getMatchingIndexingMap(input).isIdentity())
      continue;
    scores = *product;
    scoreRead = input;
    unsigned key =
        scores.result.getDimPosition(scores.result.getNumResults() - 1);
    std::optional<unsigned> reader = scores.getReader(key);
    if (!reader)
      return "the scores are no products of queries and keys";
    keyOperand = *reader;
    return "";
  }
  return "the scores are no sums of products";
}

/// Do the values go with the keys, and their elements with the result's last
/// dimension?
StringRef Attention::matchValues() {
  AffineMap weights = values.getMap(weightOperand);
  unsigned rank = getRank();
  if (weights.getNumResults() != rank ||
      weights.getDimPosition(rank - 1) != values.summed)
    return "the weights are not summed along their last dimension";
  if (softmax.isRounded ||
      getElementTypeOrSelf(values.op.getResult(0).getType()) != score.getType())
    return "the weights are rounded";
  matchCopy();
  findLoops();
  unsigned column = 0;
  for (unsigned loop = 0; loop < values.op.getNumLoops(); ++loop)
    if (!weights.isFunctionOfDim(loop))
      column = loop;
  if (!values.getReader(column) ||
      valueLoops[column] != getAffineDimExpr(rank - 1, values.op.getContext()))
    return "the elements of a value are not the last dimension of the result";
  return "";
}

/// A copy of the result in another order or a smaller type.
void Attention::matchCopy() {
  Value result = values.op.getResult(0);
  if (!result.hasOneUse())
    return;
  auto user = dyn_cast<GenericOp>(*result.getUsers().begin());
  if (!user || user->getBlock() != values.op->getBlock() || !isMap(user) ||
      user.getNumDpsInputs() != 1 ||
      !user.getMatchingIndexingMap(user.getDpsInputOperand(0)).isPermutation())
    return;
  Value yielded = getYielded(user);
  if (auto narrow = yielded.getDefiningOp<arith::TruncFOp>())
    yielded = narrow.getIn();
  if (getReadOperand(user, yielded))
    copy = user;
}

/// Numbers the loops: the dimensions of the result, the keys, the depth.
void Attention::findLoops() {
  MLIRContext *context = values.op.getContext();
  unsigned rank = getRank();
  auto dim = [&](unsigned number) { return getAffineDimExpr(number, context); };
  valueLoops.resize(rank + 1);
  AffineMap order =
      copy ? copy.getMatchingIndexingMap(copy.getDpsInputOperand(0))
           : AffineMap::getMultiDimIdentityMap(rank, context);
  for (unsigned i = 0; i < rank; ++i)
    valueLoops[values.result.getDimPosition(i)] = dim(order.getDimPosition(i));
  valueLoops[values.summed] = dim(rank);
  AffineMap weights = values.getMap(weightOperand);
  for (unsigned i = 0; i < rank; ++i)
    softmaxLoops.push_back(valueLoops[weights.getDimPosition(i)]);
  scoreLoops.resize(rank + 1);
  for (unsigned i = 0; i < rank; ++i)
    scoreLoops[scores.result.getDimPosition(i)] = softmaxLoops[i];
  scoreLoops[scores.summed] = dim(rank + 1);
}

/// Is nothing of what is in between wanted elsewhere, or made outside of a loop
/// that the values are in?
StringRef Attention::matchUsers() {
  SmallVector<GenericOp> ops = getMembers();
  auto isUsedBy = [&](GenericOp op, ArrayRef<GenericOp> users) {
    return op->getBlock() == values.op->getBlock() &&
           llvm::all_of(op->getUsers(), [&](Operation *user) {
             return llvm::is_contained(users, user);
           });
  };
  if (!isUsedBy(scores.op, ops))
    return "the scores are wanted elsewhere";
  for (GenericOp op : ops)
    if (!isUsedBy(op,
                  op == softmax.weights ? ArrayRef(values.op) : ArrayRef(ops)))
      return "the softmax is wanted elsewhere";
  return "";
}

/// Do blocks of keys pay?
StringRef Attention::checkSizes() {
  constexpr int64_t kFewKeys = 64;
  unsigned rank = getRank();
  auto type = cast<RankedTensorType>(getResult().getResult(0).getType());
  auto key =
      cast<RankedTensorType>(scores.op.getInputs()[keyOperand].getType());
  AffineMap keyMap = mapOf(scores.getMap(keyOperand), scoreLoops);
  AffineMap valueMap = mapOf(values.getMap(1 - weightOperand), valueLoops);
  for (auto [size, expr] : llvm::zip(key.getShape(), keyMap.getResults())) {
    if (expr.isFunctionOfDim(rank + 1) && ShapedType::isDynamic(size))
      return "the length of a key or of a value is not known";
    if (expr.isFunctionOfDim(rank) && !ShapedType::isDynamic(size) &&
        size <= kFewKeys)
      return "there are too few keys for blocks of them";
  }
  if (type.isDynamicDim(rank - 1))
    return "the length of a key or of a value is not known";
  int64_t rows = 1;
  for (unsigned dim = 0; dim + 1 < rank; ++dim)
    if (!keyMap.isFunctionOfDim(dim) && !valueMap.isFunctionOfDim(dim))
      rows =
          type.isDynamicDim(dim) ? kFewRows + 1 : rows * type.getDimSize(dim);
  return rows <= kFewRows ? "there are too few queries for blocks of keys" : "";
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// `map` along `loops` of the attention.
AffineMap Attention::mapOf(AffineMap map, ArrayRef<AffineExpr> loops) {
  return map.replaceDimsAndSymbols(loops, {}, getRank() + 2, 0);
}

void Attention::fillBody(OpBuilder &builder, AttentionOp op,
                         ArrayRef<OpOperand *> inputs) {
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Type> types = {score.getType()};
  for (OpOperand *input : inputs)
    types.push_back(getElementTypeOrSelf(input->get().getType()));
  types.append(getRank(), builder.getIndexType());
  SmallVector<Location> locations(types.size(), applied.getLoc());
  Block *body = builder.createBlock(&op.getBody(), {}, types, locations);
  IRMapping mapping;
  mapping.map(applied.getMatchingBlockArgument(scoreRead),
              body->getArgument(0));
  for (auto [i, input] : llvm::enumerate(inputs))
    mapping.map(applied.getMatchingBlockArgument(input),
                body->getArgument(1 + i));
  auto places = body->getArguments().take_back(getRank());
  for (Operation *step : scoreOps) {
    auto index = dyn_cast<linalg::IndexOp>(step);
    if (!index) {
      builder.clone(*step, mapping);
      continue;
    }
    // The last loop of the result, that of the values' elements, has no place.
    unsigned loop =
        cast<AffineDimExpr>(softmaxLoops[index.getDim()]).getPosition();
    mapping.map(index.getResult(), places[std::min(loop, getRank() - 1)]);
  }
  YieldOp::create(builder, applied.getLoc(), mapping.lookupOrDefault(score));
}

void Attention::rewrite(RewriterBase &rewriter) {
  GenericOp last = getResult();
  rewriter.setInsertionPoint(last);
  Value init = last.getDpsInits()[0];
  if (!copy)
    init = init.getDefiningOp<linalg::FillOp>().getOutputs()[0];
  SmallVector<OpOperand *> inputs;
  for (OpOperand *input : applied.getDpsInputOperands())
    if (input != scoreRead && isScoreOperand(input))
      inputs.push_back(input);
  SmallVector<AffineMap> maps = {
      mapOf(scores.getMap(1 - keyOperand), scoreLoops),
      mapOf(scores.getMap(keyOperand), scoreLoops),
      mapOf(values.getMap(1 - weightOperand), valueLoops)};
  SmallVector<Value> tensors;
  for (OpOperand *input : inputs) {
    tensors.push_back(input->get());
    maps.push_back(mapOf(applied.getMatchingIndexingMap(input), softmaxLoops));
  }
  SmallVector<Location> locations = {scores.op.getLoc()};
  for (GenericOp op : getMembers())
    locations.push_back(op.getLoc());
  locations.append({values.op.getLoc(), last.getLoc()});
  auto op = AttentionOp::create(
      rewriter, rewriter.getFusedLoc(locations), last.getResultTypes()[0],
      scores.op.getInputs()[1 - keyOperand], scores.op.getInputs()[keyOperand],
      values.op.getInputs()[1 - weightOperand], tensors, init,
      rewriter.getAffineMapArrayAttr(maps),
      softmax.isSeen ? rewriter.getUnitAttr() : UnitAttr());
  fillBody(rewriter, op, inputs);
  rewriter.replaceOp(last, op.getResult());
  // Readers before their producers.
  if (copy)
    rewriter.eraseOp(values.op);
  for (GenericOp op : llvm::reverse(getMembers()))
    rewriter.eraseOp(op);
  rewriter.eraseOp(scores.op);
}

namespace {
struct FormAttentionPass : tx::impl::FormAttentionBase<FormAttentionPass> {
  void runOnOperation() override {
    if (!hasCapability(getOperation(), kCanAttend))
      return;
    SmallVector<GenericOp> products;
    getOperation()->walk([&](GenericOp op) {
      if (matchProduct(op))
        products.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    uint64_t formed = 0;
    // The product that goes with another one comes before it.
    for (GenericOp op : products) {
      StringRef refusal;
      Location loc = op.getLoc();
      std::optional<Attention> attention = Attention::match(op, refusal);
      if (attention && attention->isWanted()) {
        attention->rewrite(rewriter);
        ++formed;
      }
      if (!refusal.empty())
        remark::missed(
            loc, remark::RemarkOpts::name("refused").category("kiln-attention"))
            << remark::add("no attention is formed: {0}", refusal);
    }
    if (formed == 0)
      markAllAnalysesPreserved();
    count(getOperation(), *this, numFormed, formed, "attentions formed");
  }
};
} // namespace
