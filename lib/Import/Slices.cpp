// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slices between numbers that a call brings: `x[-y.shape[0]:]`, `x[:n.item()]`.
// Bounds become Python's non-negative ones, so that no later pass has to think
// of negative ones. Where PyTorch cannot tell how the bounds lie, it makes the
// length a symbol of its own; here it is an expression of the bounds.
#include "ProgramImporter.h"
#include "kiln/Dialect/Aten/Shape.h"
#include "kiln/Dialect/EP/Expr.h"
#include "kiln/Dialect/EP/Facts.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::pt2;
using ep::ExprAttr;

bool pt2::isUnbacked(ExprAttr expr) {
  if (!expr.isSymbol())
    return false;
  StringRef name = expr.getName();
  return (name.consume_front("zuf") || name.consume_front("u")) &&
         !name.empty() && llvm::all_of(name, llvm::isDigit);
}

bool pt2::isSlice(StringRef target) {
  return llvm::is_contained({"aten.slice.Tensor", "aten.slice_scatter.default",
                             "aten.narrow.default"},
                            target);
}

namespace {
/// The arguments of a slice.
struct Slice {
  explicit Slice(MutableArrayRef<aten::NamedArgument> arguments) {
    for (aten::NamedArgument &argument : arguments) {
      Attribute *attribute = std::get_if<Attribute>(&argument.value);
      Value *value = std::get_if<Value>(&argument.value);
      if (value && argument.name == "self")
        self = dyn_cast<ep::TensorType>(value->getType());
      else if (attribute && argument.name == "dim")
        dim = toNumber(*attribute);
      else if (attribute && argument.name == "start")
        start = attribute;
      else if (attribute && argument.name == "end")
        end = attribute;
      else if (attribute && argument.name == "step")
        step = toNumber(*attribute);
    }
  }
  bool hasSymbol() const {
    return llvm::any_of(ArrayRef({start, end}), [](Attribute *bound) {
      return bound && isa<ExprAttr>(*bound) && !cast<ExprAttr>(*bound).isInt();
    });
  }
  bool hasPositiveStep() const {
    return !step || (step.isInt() && step.getValue() > 0);
  }

  ep::TensorType self;
  ExprAttr dim, step;                         ///< null where left out
  Attribute *start = nullptr, *end = nullptr; ///< the same
};
} // namespace

/// The facts about the symbols. Sizes are not negative.
static ep::Facts getSizeFacts(ep::ProgramOp program) {
  ep::Facts facts = ep::getFacts(program);
  for (auto &entry : facts)
    if (!entry.second.min &&
        !isUnbacked(ep::makeSymbol(program.getContext(), entry.first())))
      entry.second.min = 0;
  return facts;
}

/// Negative bounds count from the end.
static ExprAttr wrapBound(ExprAttr bound, ExprAttr size,
                          const ep::Facts &facts) {
  ep::Bounds range = ep::range(bound, facts);
  if (range.min && *range.min >= 0)
    return bound;
  ExprAttr fromEnd = ep::add(bound, size);
  if (range.max && *range.max < 0)
    return fromEnd;
  ExprAttr zero = ep::makeInt(size.getContext(), 0);
  return ep::makeExpr(
      ep::ExprKind::Where,
      {ep::makeExpr(ep::ExprKind::Lt, {bound, zero}), fromEnd, bound});
}

/// A bound inside of `[lowest, size]`.
static ExprAttr clampBound(Attribute bound, ExprAttr lowest, ExprAttr size,
                           const ep::Facts &facts) {
  ExprAttr at = toNumber(bound);
  if (at.isInt(std::numeric_limits<int64_t>::max()))
    return size;
  at = ep::makeExpr(ep::ExprKind::Min, {wrapBound(at, size, facts), size});
  return ep::simplify(ep::max(lowest, at), facts);
}

/// Is the symbol a size, or the number, of a value that is there already?
bool ProgramImporter::isBound(ExprAttr symbol) const {
  bool found = false;
  auto look = [&](ExprAttr expr) {
    ep::walkSymbols(expr, [&](ExprAttr each) { found |= each == symbol; });
  };
  for (const auto &[name, value] : values) {
    if (auto number = dyn_cast<ep::NumberType>(value.getType()))
      look(number.getValue());
    if (auto tensor = dyn_cast<ep::TensorType>(value.getType()))
      llvm::for_each(tensor.getSizes(), look);
  }
  return found;
}

void ProgramImporter::defineSymbol(ExprAttr symbol, ExprAttr value) {
  definitions[symbol] = value;
  for (auto &entry : exprs)
    entry.second = ep::substitute(entry.second, definitions);
  for (auto &entry : numbers)
    entry.second = ep::substitute(entry.second, definitions);
  for (auto declared :
       llvm::make_early_inc_range(op.getBody().getOps<ep::SymbolOp>()))
    if (declared.getName() == symbol.getName())
      declared.erase();
}

void ProgramImporter::noteOffset(const Node &node) {
  if (node.outputs.empty())
    return;
  ExprAttr offset = numbers.lookup(nameOf(node.outputs[0]));
  if (offset && isUnbacked(offset) && !isBound(offset))
    offsets.insert(offset);
}

bool ProgramImporter::isAboutOffset(ExprAttr condition) const {
  return condition.getKind() == ep::ExprKind::Le &&
         condition.getOperands()[0].isInt(0) &&
         offsets.contains(condition.getOperands()[1]);
}

llvm::Error
ProgramImporter::resolveSlice(const Node &node,
                              MutableArrayRef<aten::NamedArgument> arguments) {
  Slice slice(arguments);
  auto meta = node.outputs.empty()
                  ? graph->tensorValues.end()
                  : graph->tensorValues.find(nameOf(node.outputs[0]));
  if (!slice.self || meta == graph->tensorValues.end())
    return llvm::Error::success();
  auto sizes = readExprs(meta->second.sizes);
  if (!sizes)
    return sizes.takeError();
  FailureOr<int64_t> dim =
      aten::wrapDim(slice.dim ? slice.dim.getValue() : 0, sizes->size());
  if (failed(dim) || sizes->size() != slice.self.getSizes().size())
    return llvm::Error::success();
  ExprAttr size = slice.self.getSizes()[*dim], length = (*sizes)[*dim];
  if (!slice.hasSymbol() && !isUnbacked(length))
    return llvm::Error::success();
  ep::Facts facts = getSizeFacts(op);
  if (!isUnbacked(length) || isBound(length) || !slice.hasPositiveStep()) {
    for (Attribute *bound : {slice.start, slice.end})
      if (bound && isa<ExprAttr>(*bound))
        *bound = wrapBound(cast<ExprAttr>(*bound), size, facts);
    return llvm::Error::success();
  }
  ExprAttr first = ep::makeInt(context, 0), last = size;
  if (slice.start)
    *slice.start = first = clampBound(*slice.start, first, size, facts);
  if (slice.end)
    *slice.end = last = clampBound(*slice.end, first, size, facts);
  ExprAttr count = ep::sub(last, first);
  defineSymbol(length, slice.step ? ep::ceilDiv(count, slice.step) : count);
  return llvm::Error::success();
}
