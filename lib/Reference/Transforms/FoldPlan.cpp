// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FoldPlan.h"
#include "kiln/Dialect/Aten/Aten.h"
#include "kiln/Dialect/Aten/Schema.h"
#include "kiln/Dialect/EP/Expr.h"
#include "kiln/Dialect/EP/Prepare.h"
#include "kiln/Reference/Kernel.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetOperations.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;

/// A constant of this size may be larger than its sources.
static constexpr int64_t kSmallConstant = 1 << 18;
/// What is made of weights and has as many bytes is not in the package, which
/// has the weights.
static constexpr int64_t kLeastMadeLater = 1 << 16;

//===----------------------------------------------------------------------===//
// Values that depend on no call
//===----------------------------------------------------------------------===//

static bool hasSymbols(ep::ExprAttr expr) {
  bool has = false;
  ep::walkSymbols(expr, [&](ep::ExprAttr) { has = true; });
  return has;
}

std::optional<int64_t> reference::getStaticBytes(Type type) {
  if (auto number = dyn_cast<ep::NumberType>(type))
    return hasSymbols(number.getValue()) ? std::nullopt : std::optional(0);
  auto tensor = dyn_cast<ep::TensorType>(type);
  if (!tensor || !isElementType(tensor.getElementType()))
    return std::nullopt;
  int64_t bytes = getElementBytes(tensor.getElementType());
  for (ep::ExprAttr size : tensor.getSizes())
    if (!size.isInt() || llvm::MulOverflow(bytes, size.getValue(), bytes))
      return std::nullopt;
  return bytes;
}

bool FoldPlan::isLarge(Type type) const {
  return *getStaticBytes(type) > limit;
}

void FoldPlan::findStaticState() {
  for (unsigned argument : ep::getUnwrittenState(graph)) {
    Type type = graph.getArgument(argument).getType();
    if (getStaticBytes(type))
      facts[graph.getArgument(argument)] = {
          Value(), {argument}, isLarge(type), /*isStored=*/false};
  }
}

/// The same numbers in a type with more bits, by an instruction: kernels take
/// them as they are. Floats of 8 bits take work, and are none of these.
static bool widensNumbers(Operation &op) {
  auto typeOf = [](Value tensor) {
    return cast<ep::TensorType>(tensor.getType()).getElementType();
  };
  Type to = typeOf(op.getResult(0)), from = typeOf(op.getOperand(0));
  if (!to.isIntOrFloat() || !from.isIntOrFloat())
    return false;
  unsigned bits = from.getIntOrFloatBitWidth();
  bool isWider = to.getIntOrFloatBitWidth() > bits;
  auto number = dyn_cast<FloatType>(to);
  if (number && isa<IntegerType>(from))
    return bits > 1 && number.getFPMantissaWidth() >= bits;
  if (number)
    return isWider && bits >= 16;
  return isWider && isa<IntegerType>(from);
}

/// The elements of the first dimensions, of one more each time.
static llvm::SmallDenseSet<int64_t> getPrefixes(Type type) {
  llvm::SmallDenseSet<int64_t> prefixes;
  int64_t elements = 1;
  for (ep::ExprAttr size : cast<ep::TensorType>(type).getSizes())
    prefixes.insert(elements *= size.getValue());
  return prefixes;
}

/// Is `clone`, of known sizes, a permuted copy whose dimensions a view joins?
/// No kernel reads through such a view; one that splits them it does.
static bool isStoredForView(Operation &clone) {
  Type type = clone.getResult(0).getType();
  return !cast<ep::TensorType>(clone.getOperand(0).getType()).isContiguous() &&
         llvm::any_of(clone.getUsers(), [&](Operation *user) {
           return user->getName().getStringRef() == "aten.view.default" &&
                  !llvm::set_is_subset(
                      getPrefixes(type),
                      getPrefixes(user->getResult(0).getType()));
         });
}

/// The same elements, as a kernel can read them without anyone storing them.
static bool isViewOrCopy(aten::AtenOp op) {
  const aten::Schema &schema = op.getSchema();
  if (schema.getName() == "aten._to_copy.default")
    return widensNumbers(*op.getOperation());
  if (schema.getName() == "aten.clone.default")
    return !isStoredForView(*op.getOperation());
  return !schema.getResults().empty() &&
         !schema.getResults().front().alias.empty();
}

/// Are its results sums, which no kernel that reads them computes for each
/// element? What only rearranges elements, as unpacking does, is none.
static bool givesSums(const aten::Schema &schema) {
  return schema.isReduction() ||
         llvm::is_contained({"mm", "addmm", "bmm", "baddbmm", "convolution",
                             "_softmax", "_log_softmax", "native_layer_norm",
                             "native_group_norm"},
                            schema.getBaseName());
}

bool FoldPlan::isEvaluable(Operation &op) const {
  if (isa<ep::NumberOp>(op))
    return getStaticBytes(op.getResult(0).getType()).has_value();
  if (!isa<aten::AtenOp>(op) || !isMemoryEffectFree(&op) ||
      !KernelTable::get().lookup(op.getName().getStringRef()))
    return false;
  bool readsSymbol = false;
  op.getAttrDictionary().walk(
      [&](ep::ExprAttr expr) { readsSymbol |= hasSymbols(expr); });
  return !readsSymbol && llvm::all_of(op.getOperands(), [&](Value value) {
    return facts.contains(value);
  }) && llvm::all_of(op.getResultTypes(), [&](Type type) {
    return getStaticBytes(type).has_value();
  });
}

void FoldPlan::findFacts(Operation &op) {
  if (!isEvaluable(op))
    return;
  auto aten = dyn_cast<aten::AtenOp>(op);
  bool isView = aten && op.getNumOperands() > 0 && isViewOrCopy(aten);
  llvm::SmallSetVector<unsigned, 4> sources;
  bool ofLarge = false;
  bool isStored = aten && givesSums(aten.getSchema());
  for (Value operand : op.getOperands()) {
    const Fact &fact = facts.find(operand)->second;
    sources.insert_range(fact.sources);
    ofLarge |= fact.isLarge;
    isStored |= fact.isStored && getStaticBytes(operand.getType()) >=
                                     getStaticBytes(op.getResult(0).getType());
  }
  llvm::SmallVector<unsigned, 2> sorted(sources.begin(), sources.end());
  llvm::sort(sorted);
  Value viewed =
      isView ? facts.find(op.getOperand(0))->second.computed : Value();
  for (OpResult result : op.getResults()) {
    bool isPlain = isView || op.getNumOperands() == 0;
    facts[result] = {isPlain ? viewed : Value(result), sorted,
                     ofLarge || isLarge(result.getType()), isStored};
  }
}

//===----------------------------------------------------------------------===//
// Values that are worth storing
//===----------------------------------------------------------------------===//

bool FoldPlan::isWorthStoring(Value value) const {
  auto type = dyn_cast<ep::TensorType>(value.getType());
  // A kernel reads the row-major value.
  if (!type || !type.isContiguous())
    return false;
  const Fact &fact = facts.find(value)->second;
  // Only weights are there when what is large is made.
  if (fact.isLarge && fact.sources.empty())
    return false;
  int64_t bytes = *getStaticBytes(type);
  // A table that few weights are spread to, which a call would store, is read
  // in less time, and no package has it.
  bool isSpread = fact.isStored && !fact.sources.empty();
  if (bytes <= (isSpread ? std::max(limit, kSmallConstant) : kSmallConstant))
    return true;
  int64_t read = 0;
  for (unsigned source : fact.sources)
    read += *getStaticBytes(ep::GraphOp(graph).getArgument(source).getType());
  return bytes <= read;
}

bool FoldPlan::isMadeLater(OpResult root) const {
  const Fact &fact = facts.find(root)->second;
  return fact.isLarge || (!fact.sources.empty() &&
                          *getStaticBytes(root.getType()) >= kLeastMadeLater);
}

/// Later operations have been decided.
void FoldPlan::chooseRoots(Operation &op) {
  SmallVector<OpResult> needed;
  for (OpResult result : op.getResults())
    if (llvm::any_of(result.getUsers(), [&](Operation *user) {
          return staying.contains(op.getBlock()->findAncestorOpInBlock(*user));
        }))
      needed.push_back(result);
  bool isStatic = op.getNumResults() > 0 && facts.contains(op.getResult(0));
  if (isStatic && needed.empty())
    return;
  // A view of something stored stays a view.
  bool becomesConstant =
      isStatic && llvm::all_of(needed, [&](OpResult result) {
        Value computed = facts.find(result)->second.computed;
        return computed && (computed == result || !isWorthStoring(computed)) &&
               isWorthStoring(result);
      });
  if (becomesConstant)
    roots.append(needed.rbegin(), needed.rend());
  else
    staying.insert(&op);
}

FoldPlan::FoldPlan(ep::GraphOp graph, int64_t limit)
    : graph(graph), limit(limit) {
  findStaticState();
  Block &body = graph.getBody().front();
  for (Operation &op : body)
    findFacts(op);
  for (Operation &op : llvm::reverse(body))
    chooseRoots(op);
  std::reverse(roots.begin(), roots.end());
}

SmallVector<Operation *> FoldPlan::getSlice(ArrayRef<OpResult> some) const {
  llvm::SetVector<Operation *> slice;
  for (OpResult root : some)
    slice.insert(root.getOwner());
  for (unsigned i = 0; i < slice.size(); ++i)
    for (Value operand : slice[i]->getOperands())
      if (Operation *producer = operand.getDefiningOp())
        slice.insert(producer);
  SmallVector<Operation *> ordered(slice.begin(), slice.end());
  llvm::sort(ordered,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return ordered;
}
