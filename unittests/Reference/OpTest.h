// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs one operation, written as text, on tensors, and shows its results as
// text: "[2, 3] 1 2 3 4 5 6", several joined by "; ", an error as it is.
#ifndef KILN_UNITTESTS_REFERENCE_OPTEST_H
#define KILN_UNITTESTS_REFERENCE_OPTEST_H

#include "kiln/Reference/Evaluator.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

namespace kiln::reference {

class OpTest : public testing::Test {
protected:
  OpTest() {
    context.loadDialect<ep::EPDialect, aten::AtenDialect, aten::PrimsDialect,
                        aten::QuantizedDialect>();
  }

  /// A type by its text, "f32".
  Type type(StringRef text) { return mlir::parseType(text, &context); }

  /// A tensor of any real dtype.
  Tensor tensor(StringRef dtype, ArrayRef<int64_t> sizes,
                ArrayRef<double> values) {
    Dense<double> dense(sizes);
    dense.values.assign(values.begin(), values.end());
    return store(dense, type(dtype));
  }
  Tensor f32(ArrayRef<int64_t> sizes, ArrayRef<double> values) {
    return tensor("f32", sizes, values);
  }
  Tensor i64(ArrayRef<int64_t> sizes, ArrayRef<double> values) {
    return tensor("i64", sizes, values);
  }
  Tensor i1(ArrayRef<int64_t> sizes, ArrayRef<double> values) {
    return tensor("i1", sizes, values);
  }
  Tensor complex(ArrayRef<int64_t> sizes,
                 ArrayRef<std::complex<double>> values) {
    Dense<std::complex<double>> dense(sizes);
    dense.values.assign(values.begin(), values.end());
    return store(dense, type("complex<f64>"));
  }

  static std::string show(std::complex<double> value) {
    char text[64];
    if (value.imag() == 0)
      std::snprintf(text, sizeof(text), "%.6g", value.real());
    else
      std::snprintf(text, sizeof(text), "%.6g%+.6gj", value.real(),
                    value.imag());
    return text;
  }

  static std::string show(const RuntimeValue &value) {
    if (const auto *scalar = std::get_if<Scalar>(&value))
      return show(toComplex(*scalar));
    const auto *held = std::get_if<Tensor>(&value);
    if (!held)
      return "none";
    std::string text = "[";
    llvm::raw_string_ostream os(text);
    llvm::interleaveComma(held->getSizes(), os);
    os << "]";
    for (std::complex<double> number : load<std::complex<double>>(*held).values)
      os << " " << show(number);
    return text;
  }

  /// `op` may use %0, %1, …: the tensors, of static and contiguous types. What
  /// it takes and gives is written as MLIR does.
  std::string run(const Twine &op, ArrayRef<Tensor> tensors = {},
                  const SymbolValues &symbols = {}) {
    std::string text = "ep.program @p { ep.symbol @s0 range(0, ?)\n"
                       "ep.symbol @u0 range(0, ?)\nep.graph @forward(";
    llvm::raw_string_ostream os(text);
    for (auto [i, tensor] : llvm::enumerate(tensors)) {
      os << (i ? ", " : "") << "%" << i << ": !ep.tensor<[";
      llvm::interleaveComma(tensor.getSizes(), os);
      os << "], " << tensor.getElementType()
         << "> {ep.input = #ep.input<user_input \"a" << i << "\">}";
    }
    os << ") {\n" << op << "\nep.return }}";
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    if (!module)
      return "not parsed: " + text;
    Operation *found = nullptr;
    module->walk([&](Operation *candidate) {
      if (!found && mlir::isa<aten::AtenOp>(candidate))
        found = candidate;
    });
    RuntimeValues operands;
    for (Value operand : found->getOperands())
      operands.push_back(
          tensors[mlir::cast<BlockArgument>(operand).getArgNumber()]);
    llvm::Expected<RuntimeValues> results =
        Evaluator().runOp(found, operands, symbols);
    if (!results)
      return llvm::toString(results.takeError());
    std::string shown;
    for (const RuntimeValue &value : *results)
      shown += (shown.empty() ? "" : "; ") + show(value);
    return shown;
  }

  MLIRContext context;
};

} // namespace kiln::reference

#endif // KILN_UNITTESTS_REFERENCE_OPTEST_H
