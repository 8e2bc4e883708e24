// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/EP/EP.h"
#include "kiln/Dialect/EP/Expr.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::ep;

#define GET_ATTRDEF_CLASSES
#include "kiln/Dialect/EP/EPAttrs.cpp.inc"

void EPDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "kiln/Dialect/EP/EPAttrs.cpp.inc"
      >();
}

ExprAttr ExprAttr::get(MLIRContext *context, ExprKind kind, int64_t value,
                       StringRef name, ArrayRef<ExprAttr> operands) {
  return Base::get(context, kind, value, name, operands);
}

Attribute ExprAttr::parse(AsmParser &parser, Type) {
  ExprAttr expr;
  if (parser.parseLess() || parseExpr(parser, expr) || parser.parseGreater())
    return {};
  return expr;
}

void ExprAttr::print(AsmPrinter &printer) const {
  printer << "<" << str() << ">";
}

//===----------------------------------------------------------------------===//
// TreeAttr
//===----------------------------------------------------------------------===//

int64_t TreeAttr::getNumLeaves() const {
  if (isLeaf())
    return 1;
  int64_t leaves = 0;
  for (TreeAttr child : getChildren())
    leaves += child.getNumLeaves();
  return leaves;
}

/// node := `*` | string (`(` string `)`)? `[` node,* `]`
static ParseResult parseNode(AsmParser &parser, TreeAttr &tree,
                             unsigned depth) {
  constexpr unsigned kMaxDepth = 500;
  MLIRContext *context = parser.getContext();
  if (depth > kMaxDepth)
    return parser.emitError(parser.getCurrentLocation(),
                            "the tree nests deeper than 500");
  if (succeeded(parser.parseOptionalStar())) {
    tree = TreeAttr::get(context, StringAttr(), StringAttr(), {});
    return success();
  }
  std::string name, text;
  StringAttr nodeContext;
  if (parser.parseString(&name))
    return failure();
  if (succeeded(parser.parseOptionalLParen())) {
    if (parser.parseString(&text) || parser.parseRParen())
      return failure();
    nodeContext = StringAttr::get(context, text);
  }
  SmallVector<TreeAttr> children;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        return parseNode(parser, children.emplace_back(), depth + 1);
      }))
    return failure();
  tree = TreeAttr::get(context, StringAttr::get(context, name), nodeContext,
                       children);
  return success();
}

static void printNode(AsmPrinter &printer, TreeAttr tree) {
  if (tree.isLeaf()) {
    printer << "*";
    return;
  }
  printer << tree.getTypeName();
  if (tree.getNodeContext())
    printer << "(" << tree.getNodeContext() << ")";
  printer << "[";
  llvm::interleaveComma(tree.getChildren(), printer,
                        [&](TreeAttr child) { printNode(printer, child); });
  printer << "]";
}

Attribute TreeAttr::parse(AsmParser &parser, Type) {
  TreeAttr tree;
  if (parser.parseLess() || parseNode(parser, tree, 0) || parser.parseGreater())
    return {};
  return tree;
}

void TreeAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printNode(printer, *this);
  printer << ">";
}
