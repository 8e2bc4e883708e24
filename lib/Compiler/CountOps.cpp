// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of operators that `kiln-compile --dry-run` prints.
#include "kiln/Compiler/Compiler.h"
#include "kiln/Conversion/AtenToLinalg.h"
#include "kiln/Dialect/Aten/Aten.h"
#include "kiln/Dialect/Aten/Decompositions.h"
#include "kiln/Dialect/Aten/FunctionalForm.h"
#include "kiln/Dialect/EP/EP.h"
#include "kiln/Support/Origin.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace kiln;

static StringRef getKindName(OpCount::Kind kind) {
  switch (kind) {
  case OpCount::Core:
    return "core";
  case OpCount::Decomposed:
    return "decomposed";
  case OpCount::Custom:
    return "custom";
  case OpCount::Unsupported:
    return "unsupported";
  }
  llvm_unreachable("unknown kind");
}

/// The operations that the patterns of `populate` start from.
static llvm::StringSet<>
collectRoots(MLIRContext *context,
             llvm::function_ref<void(RewritePatternSet &)> populate) {
  RewritePatternSet patterns(context);
  populate(patterns);
  llvm::StringSet<> roots;
  for (const auto &pattern : patterns.getNativePatterns())
    if (std::optional<OperationName> root = pattern->getRootKind())
      roots.insert(root->getStringRef());
  return roots;
}

/// Does the op hold graphs, as `cond` and `scan` do?
static bool isHigherOrder(Operation *op) {
  return op->getNumRegions() > 0 && isa<ep::EPDialect>(op->getDialect()) &&
         !isa<ep::ProgramOp, ep::GraphOp>(op);
}

namespace {
/// How far the compiler gets with an operator.
class Support {
public:
  explicit Support(MLIRContext *context)
      : decomposed(collectRoots(context,
                                [](RewritePatternSet &patterns) {
                                  aten::populateDecompositions(patterns, {});
                                })),
        converted(collectRoots(context, [](RewritePatternSet &patterns) {
          BuiltinTensorConverter converter;
          populateAtenToLinalg(converter, patterns);
        })) {}

  OpCount::Kind classify(Operation *op) const {
    StringRef name = op->getName().getStringRef();
    if (ep::findSparse(op))
      return OpCount::Unsupported;
    if (name == "aten.operator")
      return OpCount::Custom;
    // A region that runs once is inlined.
    if (isa<ep::GradModeOp, ep::AutocastOp, ep::JvpOp, ep::InvokeOp,
            ep::WithEffectsOp, ep::AutoFunctionalizedOp>(op))
      return OpCount::Decomposed;
    // Control flow becomes jumps of the host program.
    if (isHigherOrder(op))
      return OpCount::Core;
    const aten::Schema &schema = aten::requireSchema(name);
    if (schema.isMutating()) {
      auto form = aten::getFunctionalForm(schema);
      if (form && isSupported(form->schema->getName()))
        return OpCount::Decomposed;
    }
    if (converted.contains(name))
      return OpCount::Core;
    return isSupported(name) ? OpCount::Decomposed : OpCount::Unsupported;
  }

private:
  bool isSupported(StringRef name) const {
    return converted.contains(name) || decomposed.contains(name);
  }

  llvm::StringSet<> decomposed, converted;
};
} // namespace

static std::string getOperatorName(Operation *op) {
  auto custom = op->getAttrOfType<StringAttr>("name");
  return op->getName().getStringRef() == "aten.operator" && custom
             ? custom.str()
             : op->getName().getStringRef().str();
}

std::vector<OpCount> kiln::countOps(ModuleOp module, bool isAccepted) {
  Support support(module.getContext());
  std::map<std::pair<OpCount::Kind, std::string>, OpCount> rows;
  module.walk([&](Operation *op) {
    StringRef opName = op->getName().getStringRef();
    if (opName != "aten.operator" && !aten::lookupSchema(opName) &&
        !isHigherOrder(op))
      return;
    OpCount::Kind kind = support.classify(op);
    // Lowering decides: folded and dead operators need no support.
    if (kind == OpCount::Unsupported && isAccepted)
      kind = OpCount::Decomposed;
    std::string name = getOperatorName(op);
    OpCount &row = rows[{kind, name}];
    row.name = name;
    row.kind = kind;
    ++row.count;
    Origin origin = getOrigin(op->getLoc());
    if (kind >= OpCount::Custom && !origin.file.empty())
      row.uses.push_back((origin.file + ":" + Twine(origin.line)).str());
  });
  std::vector<OpCount> result;
  for (auto &[key, row] : rows)
    result.push_back(row);
  return result;
}

void kiln::printOpCounts(raw_ostream &os, ArrayRef<OpCount> rows, bool json) {
  if (json) {
    llvm::json::OStream out(os, 2);
    out.array([&] {
      for (const OpCount &row : rows)
        out.object([&] {
          out.attribute("op", row.name);
          out.attribute("kind", getKindName(row.kind));
          out.attribute("count", row.count);
          out.attributeArray("uses", [&] {
            for (const std::string &use : row.uses)
              out.value(use);
          });
        });
    });
    os << "\n";
    return;
  }
  for (const OpCount &row : rows) {
    os << llvm::formatv("{0,-12} {1,6}  {2}", getKindName(row.kind), row.count,
                        row.name);
    if (row.kind == OpCount::Custom)
      os << "  needs the routine of this name at load";
    llvm::ListSeparator comma(", ");
    if (!row.uses.empty())
      os << "  at ";
    for (const std::string &use : row.uses)
      os << comma << use;
    os << "\n";
  }
}
