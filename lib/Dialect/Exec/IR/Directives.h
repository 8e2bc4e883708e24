// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The custom directives of the assembly formats of the dialect's ops.
#ifndef KILN_LIB_DIALECT_EXEC_IR_DIRECTIVES_H
#define KILN_LIB_DIALECT_EXEC_IR_DIRECTIVES_H

#include "kiln/Dialect/EP/Expr.h"
#include "mlir/IR/OpImplementation.h"

namespace kiln::exec {

inline mlir::ParseResult parseSymExpr(mlir::OpAsmParser &parser,
                                      ep::ExprAttr &expr) {
  return ep::parseExpr(parser, expr);
}

inline void printSymExpr(mlir::OpAsmPrinter &printer, Operation *,
                         ep::ExprAttr expr) {
  printer << expr.str();
}

/// `[s0, 2*s0]`
inline mlir::ParseResult parseSymExprs(mlir::OpAsmParser &parser,
                                       ArrayAttr &exprs) {
  SmallVector<Attribute> list;
  auto parseOne = [&] {
    ep::ExprAttr expr;
    if (ep::parseExpr(parser, expr))
      return failure();
    list.push_back(expr);
    return success();
  };
  if (parser.parseCommaSeparatedList(mlir::AsmParser::Delimiter::Square,
                                     parseOne))
    return failure();
  exprs = parser.getBuilder().getArrayAttr(list);
  return success();
}

inline void printSymExprs(mlir::OpAsmPrinter &printer, Operation *,
                          ArrayAttr exprs) {
  printer << "[";
  llvm::interleaveComma(exprs.getAsRange<ep::ExprAttr>(), printer,
                        [&](ep::ExprAttr expr) { printer << expr.str(); });
  printer << "]";
}

} // namespace kiln::exec

#endif // KILN_LIB_DIALECT_EXEC_IR_DIRECTIVES_H
