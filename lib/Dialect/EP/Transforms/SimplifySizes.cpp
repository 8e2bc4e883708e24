// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/EP/Facts.h"
#include "kiln/Dialect/EP/NormalForm.h"
#include "kiln/Dialect/EP/Passes.h"
#include "kiln/Support/PassCount.h"
#include "mlir/IR/AttrTypeSubElements.h"

namespace kiln::ep {
#define GEN_PASS_DEF_EPSIMPLIFYSIZES
#include "kiln/Dialect/EP/Passes.h.inc"
} // namespace kiln::ep

using namespace mlir;
using namespace kiln;
using namespace kiln::ep;

using Replacements = llvm::DenseMap<ExprAttr, ExprAttr>;

static bool hasFloat(ExprAttr expr) {
  return getSort(expr) == Sort::Float ||
         llvm::any_of(expr.getOperands(), hasFloat);
}

/// The ints that guards say rounded floats to be.
static Replacements getRounded(ProgramOp program) {
  Replacements rounded;
  for (auto guard : program.getBody().getOps<GuardOp>()) {
    ExprAttr condition = guard.getCondition();
    if (condition.getKind() != ExprKind::Eq ||
        getSort(condition.getOperands()[0]) != Sort::Int)
      continue;
    ExprAttr a = condition.getOperands()[0], b = condition.getOperands()[1];
    if (hasFloat(a) != hasFloat(b))
      rounded.insert(hasFloat(a) ? std::pair(a, b) : std::pair(b, a));
  }
  return rounded;
}

namespace {
/// Writes types and attributes anew.
class SizeSimplifier {
public:
  explicit SizeSimplifier(ProgramOp program)
      : facts(getFacts(program)), rounded(getRounded(program)),
        simplifier(facts) {
    replacer.addReplacement([this](ExprAttr expr) {
      return std::pair(Attribute(simplifySize(expr)), WalkResult::skip());
    });
    replacer.addReplacement([this](ep::TensorType type) {
      return std::pair(Type(simplifyType(type)), WalkResult::skip());
    });
  }

  void run(GraphOp graph) {
    replacer.recursivelyReplaceElementsIn(graph, /*replaceAttrs=*/true,
                                          /*replaceLocs=*/false,
                                          /*replaceTypes=*/true);
    graph.walk([](Operation *op) {
      if (Dialect *dialect = op->getDialect())
        if (auto *form = dialect->getRegisteredInterface<NormalFormInterface>())
          form->normalize(op);
    });
  }

  /// Of distinct sizes and types, each once.
  uint64_t getNumSimplified() const { return numSimplified; }

private:
  ExprAttr simplifySize(ExprAttr expr) {
    if (getSort(expr) != Sort::Int)
      return expr;
    ExprAttr simple =
        simplifier.simplify(rounded.empty() ? expr : substitute(expr, rounded));
    numSimplified += simple != expr;
    return simple;
  }

  SmallVector<ExprAttr> simplifySizes(ArrayRef<ExprAttr> sizes) {
    return llvm::map_to_vector(sizes,
                               [&](ExprAttr e) { return simplifySize(e); });
  }

  ep::TensorType simplifyType(ep::TensorType type) {
    ep::TensorType contiguous = type.withSizes(simplifySizes(type.getSizes()));
    SmallVector<ExprAttr> strides = simplifySizes(type.getStrides());
    if (strides == simplifySizes(contiguous.getStridesOrDefault()))
      strides.clear();
    return ep::TensorType::get(type.getContext(), contiguous.getSizes(),
                               type.getElementType(), strides, type.getDevice(),
                               type.getLayout());
  }

  Facts facts;
  Replacements rounded;
  Simplifier simplifier;
  AttrTypeReplacer replacer;
  uint64_t numSimplified = 0;
};

struct EPSimplifySizes : ep::impl::EPSimplifySizesBase<EPSimplifySizes> {
  void runOnOperation() override {
    SizeSimplifier simplifier(getOperation());
    for (auto graph : getOperation().getBody().getOps<GraphOp>())
      simplifier.run(graph);
    count(getOperation(), *this, numSimplified, simplifier.getNumSimplified(),
          "sizes simplified");
  }
};
} // namespace
