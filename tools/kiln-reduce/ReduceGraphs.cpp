// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ReduceGraphs.h"
#include "GraphReducer.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Reducer/Tester.h"

using namespace kiln;

namespace {
struct ReduceGraphs
    : mlir::PassWrapper<ReduceGraphs, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ReduceGraphs)
  ReduceGraphs() = default;
  ReduceGraphs(const ReduceGraphs &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "reduce-graphs"; }
  StringRef getDescription() const override {
    return "drop outputs, operators, inputs and state that are not needed";
  }

  void runOnOperation() override {
    mlir::Tester tester(test, args);
    auto isInteresting = [&](mlir::ModuleOp module) {
      return tester.isInteresting(module).first ==
             mlir::Tester::Interestingness::True;
    };
    if (!isInteresting(getOperation())) {
      getOperation().emitError("the test does not find the input interesting");
      return signalPassFailure();
    }
    reduce::reduceGraphs(getOperation(), isInteresting);
  }

  Option<std::string> test{*this, "test",
                           llvm::cl::desc("The script that tests a file")};
  ListOption<std::string> args{*this, "test-arg",
                               llvm::cl::desc("Its first arguments")};
};
} // namespace

void reduce::registerReduceGraphs() { mlir::PassRegistration<ReduceGraphs>(); }
