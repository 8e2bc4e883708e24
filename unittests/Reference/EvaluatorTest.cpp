// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Graphs: symbols, contracts, assertions, control flow; programs with state.
#include "OpTest.h"
#include "kiln/Reference/Program.h"

using namespace kiln;
using namespace kiln::reference;

namespace {
class EvaluatorTest : public OpTest {
protected:
  /// The first program of `text`.
  ep::ProgramOp parse(const Twine &text) {
    module = mlir::parseSourceString<mlir::ModuleOp>(text.str(), &context);
    if (!module) {
      ADD_FAILURE() << "not parsed";
      return {};
    }
    return *module->getOps<ep::ProgramOp>().begin();
  }

  static std::string showAll(llvm::Expected<RuntimeValues> values) {
    if (!values)
      return llvm::toString(values.takeError());
    std::string text;
    for (const RuntimeValue &value : *values)
      text += (text.empty() ? "" : "; ") + show(value);
    return text;
  }

  /// The outputs of a graph; `body` follows the program's declarations.
  std::string runGraph(const Twine &body, ArrayRef<RuntimeValue> inputs) {
    ep::ProgramOp program = parse("ep.program @p {" + body + "}");
    return program ? showAll(Evaluator().run(program.getGraph(), inputs)) : "";
  }

  /// The error of one operation on %x, found before evaluation begins.
  std::string checkKnown(const Twine &type, const Twine &operation) {
    std::string text =
        ("ep.program @p {\n ep.graph @forward(%x: " + type +
         " {ep.input = #ep.input<user_input \"x\">}) {\n" + operation + " : (" +
         type + ") -> !ep.tensor<[2], f32>\n ep.return\n}}")
            .str();
    llvm::Error error = Evaluator::checkKnown(parse(text).getGraph());
    EXPECT_TRUE(error.isA<UnsupportedError>());
    return llvm::toString(std::move(error));
  }

  mlir::OwningOpRef<mlir::ModuleOp> module;
};

constexpr llvm::StringLiteral kDouble = R"(
  ep.symbol @s0 range(2, 8)
  ep.guard Ne(s0, 7) from "x.shape[0] != 7"
  ep.graph @forward(%x: !ep.tensor<[2*s0, s0], i64> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[2*s0*s0], i64> {ep.output = #ep.output<user_output "y">},
          !ep.number<s0 + 1> {ep.output = #ep.output<user_output "n">}) {
    %0 = aten.add.Tensor %x, %x : (!ep.tensor<[2*s0, s0], i64>, !ep.tensor<[2*s0, s0], i64>) -> !ep.tensor<[2*s0, s0], i64>
    %1 = aten.view.default %0, size = [2*s0*s0] : (!ep.tensor<[2*s0, s0], i64>) -> !ep.tensor<[2*s0*s0], i64>
    %2 = ep.number s0 + 1
    ep.return %1, %2 : !ep.tensor<[2*s0*s0], i64>, !ep.number<s0 + 1>
  })";

TEST_F(EvaluatorTest, SymbolsAreBoundByInputs) {
  EXPECT_EQ(runGraph(kDouble, {i64({4, 2}, {1, 2, 3, 4, 5, 6, 7, 8})}),
            "[8] 2 4 6 8 10 12 14 16; 3");
}

TEST_F(EvaluatorTest, ContractOfInputs) {
  auto zeros = [&](int64_t rows, int64_t columns) {
    return i64({rows, columns}, std::vector<double>(rows * columns));
  };
  EXPECT_EQ(runGraph(kDouble, {}), "the graph takes 1 inputs, not 0");
  EXPECT_EQ(runGraph(kDouble, {zeros(5, 2)}),
            "input 'x' (-:7), dimension 0 is 5, but 2*s0 is 4");
  EXPECT_EQ(runGraph(kDouble, {zeros(2, 1)}),
            "symbol s0 is 1, outside of its range");
  EXPECT_EQ(runGraph(kDouble, {zeros(14, 7)}),
            "-:3: the guard x.shape[0] != 7 does not hold with s0 = 7");
  EXPECT_EQ(runGraph(kDouble, {f32({4, 2}, std::vector<double>(8))}),
            "input 'x' (-:7): dtype is f32, not i64");
  EXPECT_EQ(runGraph(kDouble, {i64({2}, {1, 2})}),
            "input 'x' (-:7): rank is 1, not 2");
  EXPECT_EQ(runGraph(kDouble, {RuntimeValue()}),
            "input 'x' (-:7): a tensor is expected");
}

TEST_F(EvaluatorTest, SymbolsAreSolvedFor) {
  // Only 2*s0 + 1 is seen.
  StringRef text = R"(
    ep.symbol @s0 range(0, ?)
    ep.graph @forward(%x: !ep.tensor<[2*s0 + 1], i64> {ep.input = #ep.input<user_input "x">})
        -> (!ep.number<s0> {ep.output = #ep.output<user_output "n">}) {
      %0 = ep.number s0
      ep.return %0 : !ep.number<s0>
    })";
  EXPECT_EQ(runGraph(text, {i64({5}, {0, 0, 0, 0, 0})}), "2");
}

constexpr llvm::StringLiteral kItem = R"(
  ep.symbol @u0 range(0, ?)
  ep.graph @forward(%x: !ep.tensor<[], i64> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[u0], f32> {ep.output = #ep.output<user_output "y">}) {
    %0 = aten._local_scalar_dense.default %x : (!ep.tensor<[], i64>) -> !ep.number<u0>
    ep.assert Le(u0, 3), "at most three"
    %1 = aten.full.default size = [u0], fill_value = u0, dtype = f32 : () -> !ep.tensor<[u0], f32>
    ep.return %1 : !ep.tensor<[u0], f32>
  })";

TEST_F(EvaluatorTest, SymbolsAreBoundByResults) {
  EXPECT_EQ(runGraph(kItem, {i64({}, {2})}), "[2] 2 2");
  EXPECT_NE(runGraph(kItem, {i64({}, {4})})
                .find("assertion failed: at most three with u0 = 4"),
            std::string::npos);
}

TEST_F(EvaluatorTest, GuardsWithoutValueAreNotPassedOver) {
  StringRef text = R"(
    ep.symbol @s0 range(0, ?)
    ep.symbol @s1 range(0, ?)
    ep.guard Lt(s0, s1) from "s0 < s1"
    ep.graph @forward(%x: !ep.tensor<[s0], i64> {ep.input = #ep.input<user_input "x">})
        -> (!ep.number<s0> {ep.output = #ep.output<user_output "n">}) {
      %0 = ep.number s0
      ep.return %0 : !ep.number<s0>
    })";
  EXPECT_EQ(runGraph(text, {i64({1}, {0})}),
            "-:4: the guard s0 < s1: expression s1: symbol has no value");
}

TEST_F(EvaluatorTest, OperationsWithoutKernel) {
  EXPECT_EQ(
      checkKnown("!ep.tensor<[2], f32>",
                 R"(%0 = aten.operator "ns.thing.default"(x = %x))"),
      "-:3: ns.thing.default: the evaluator has no kernel for this operator");
}

TEST_F(EvaluatorTest, SparseTensors) {
  EXPECT_EQ(checkKnown("!ep.tensor<[2], f32, layout = sparse_coo>",
                       "%0 = aten.to_dense.default %x"),
            "-:3: aten.to_dense.default: the evaluator has strided tensors "
            "only");
}

TEST_F(EvaluatorTest, UnknownSymbolInArgument) {
  EXPECT_NE(run("%r = aten.full.default size = [s0], fill_value = 1 : () -> "
                "!ep.tensor<[s0], i64>")
                .find("aten.full.default: argument 'size': "),
            std::string::npos);
  SymbolValues symbols;
  symbols["s0"] = int64_t(2);
  EXPECT_EQ(run("%r = aten.full.default size = [s0], fill_value = s0 : () -> "
                "!ep.tensor<[s0], i64>",
                {}, symbols),
            "[2] 2 2");
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

TEST_F(EvaluatorTest, Cond) {
  StringRef text = R"(
    ep.graph @forward(%p: !ep.tensor<[], i1> {ep.input = #ep.input<user_input "p">},
                      %x: !ep.tensor<[2], i64> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[2], i64> {ep.output = #ep.output<user_output "y">}) {
      %0 = ep.cond %p(%x) : (!ep.tensor<[], i1>, !ep.tensor<[2], i64>) -> !ep.tensor<[2], i64> {
      ^bb0(%a: !ep.tensor<[2], i64>):
        %1 = aten.neg.default %a : (!ep.tensor<[2], i64>) -> !ep.tensor<[2], i64>
        ep.yield %1 : !ep.tensor<[2], i64>
      } else {
      ^bb0(%a: !ep.tensor<[2], i64>):
        ep.yield %a : !ep.tensor<[2], i64>
      }
      ep.return %0 : !ep.tensor<[2], i64>
    })";
  EXPECT_EQ(runGraph(text, {i1({}, {1}), i64({2}, {1, 2})}), "[2] -1 -2");
  EXPECT_EQ(runGraph(text, {i1({}, {0}), i64({2}, {1, 2})}), "[2] 1 2");
}

TEST_F(EvaluatorTest, WhileLoop) {
  StringRef text = R"(
    ep.graph @forward(%i: !ep.tensor<[], i64> {ep.input = #ep.input<user_input "i">},
                      %n: !ep.tensor<[], i64> {ep.input = #ep.input<user_input "n">})
        -> (!ep.tensor<[], i64> {ep.output = #ep.output<user_output "y">}) {
      %0 = ep.while_loop(%i) with(%n) : (!ep.tensor<[], i64>, !ep.tensor<[], i64>) -> !ep.tensor<[], i64> {
      ^bb0(%a: !ep.tensor<[], i64>, %b: !ep.tensor<[], i64>):
        %1 = aten.lt.Tensor %a, %b : (!ep.tensor<[], i64>, !ep.tensor<[], i64>) -> !ep.tensor<[], i1>
        ep.yield %1 : !ep.tensor<[], i1>
      } do {
      ^bb0(%a: !ep.tensor<[], i64>, %b: !ep.tensor<[], i64>):
        %1 = aten.add.Tensor %a, %a : (!ep.tensor<[], i64>, !ep.tensor<[], i64>) -> !ep.tensor<[], i64>
        ep.yield %1 : !ep.tensor<[], i64>
      }
      ep.return %0 : !ep.tensor<[], i64>
    })";
  EXPECT_EQ(runGraph(text, {i64({}, {3}), i64({}, {20})}), "[] 24");
  EXPECT_EQ(runGraph(text, {i64({}, {30}), i64({}, {20})}), "[] 30");
}

/// Loops over rows: a scan with its sums, the prefixes, and a map.
constexpr llvm::StringLiteral kRows = R"(
  ep.symbol @s0 range(0, ?)
  ep.graph @forward(%xs: !ep.tensor<[s0, 2], i64> {ep.input = #ep.input<user_input "xs">},
                    %h: !ep.tensor<[2], i64> {ep.input = #ep.input<user_input "h">})
      -> (!ep.tensor<[2], i64> {ep.output = #ep.output<user_output "a">},
          !ep.tensor<[s0, 2], i64> {ep.output = #ep.output<user_output "b">},
          !ep.tensor<[s0, 2], i64> {ep.output = #ep.output<user_output "c">},
          !ep.tensor<[s0, 2], i64> {ep.output = #ep.output<user_output "d">}) {
    %0:2 = ep.scan init(%h) over(%xs) with() : (!ep.tensor<[2], i64>, !ep.tensor<[s0, 2], i64>) -> (!ep.tensor<[2], i64>, !ep.tensor<[s0, 2], i64>) {
    ^bb0(%c: !ep.tensor<[2], i64>, %x: !ep.tensor<[2], i64>):
      %1 = aten.add.Tensor %c, %x : (!ep.tensor<[2], i64>, !ep.tensor<[2], i64>) -> !ep.tensor<[2], i64>
      %2 = aten.neg.default %1 : (!ep.tensor<[2], i64>) -> !ep.tensor<[2], i64>
      ep.yield %1, %2 : !ep.tensor<[2], i64>, !ep.tensor<[2], i64>
    }
    %3 = ep.associative_scan over(%xs) with() : (!ep.tensor<[s0, 2], i64>) -> !ep.tensor<[s0, 2], i64> {
    ^bb0(%a: !ep.tensor<[2], i64>, %b: !ep.tensor<[2], i64>):
      %1 = aten.mul.Tensor %a, %b : (!ep.tensor<[2], i64>, !ep.tensor<[2], i64>) -> !ep.tensor<[2], i64>
      ep.yield %1 : !ep.tensor<[2], i64>
    }
    %4 = ep.map over(%xs) with(%h) : (!ep.tensor<[s0, 2], i64>, !ep.tensor<[2], i64>) -> !ep.tensor<[s0, 2], i64> {
    ^bb0(%x: !ep.tensor<[2], i64>, %y: !ep.tensor<[2], i64>):
      %1 = aten.sub.Tensor %x, %y : (!ep.tensor<[2], i64>, !ep.tensor<[2], i64>) -> !ep.tensor<[2], i64>
      ep.yield %1 : !ep.tensor<[2], i64>
    }
    ep.return %0#0, %0#1, %3, %4 : !ep.tensor<[2], i64>, !ep.tensor<[s0, 2], i64>, !ep.tensor<[s0, 2], i64>, !ep.tensor<[s0, 2], i64>
  })";

TEST_F(EvaluatorTest, LoopsOverRows) {
  EXPECT_EQ(
      runGraph(kRows, {i64({3, 2}, {1, 2, 3, 4, 5, 6}), i64({2}, {10, 20})}),
      "[2] 19 32; [3, 2] -11 -22 -14 -26 -19 -32; "
      "[3, 2] 1 2 3 8 15 48; [3, 2] -9 -18 -7 -16 -5 -14");
  EXPECT_EQ(runGraph(kRows, {i64({0, 2}, {}), i64({2}, {10, 20})}),
            "[2] 10 20; [0, 2]; [0, 2]; [0, 2]");
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// A counter that is mutated, a view of the same storage, a mutated input.
constexpr llvm::StringLiteral kState = R"(ep.program @p {
  ep.storage @w bytes(32) data(dense<[1, 2, 3, 4]> : tensor<4xi64>)
  ep.buffer @n persistent : !ep.tensor<[2], i64> storage(@w, 1)
  ep.buffer @all persistent : !ep.tensor<[2, 2], i64, strides = [1, 2]> storage(@w)
  ep.graph @forward(%n: !ep.tensor<[2], i64> {ep.input = #ep.input<buffer "n">},
                    %all: !ep.tensor<[2, 2], i64, strides = [1, 2]> {ep.input = #ep.input<buffer "all">},
                    %x: !ep.tensor<[2], i64> {ep.input = #ep.input<user_input "x">},
                    %flag: none {ep.input = #ep.input<constant_input "flag" = true>})
      -> (!ep.tensor<[2], i64> {ep.output = #ep.output<buffer_mutation "n">},
          !ep.tensor<[2], i64> {ep.output = #ep.output<user_input_mutation "x">},
          !ep.tensor<[2, 2], i64, strides = [1, 2]> {ep.output = #ep.output<user_output "y">},
          none {ep.output = #ep.output<constant_output "" = 7 : i64>}) {
    %0 = aten.add.Tensor %n, %x : (!ep.tensor<[2], i64>, !ep.tensor<[2], i64>) -> !ep.tensor<[2], i64>
    %1 = aten.neg.default %x : (!ep.tensor<[2], i64>) -> !ep.tensor<[2], i64>
    %2 = ep.none
    ep.return %0, %1, %all, %2 : !ep.tensor<[2], i64>, !ep.tensor<[2], i64>, !ep.tensor<[2, 2], i64, strides = [1, 2]>, none
  }})";

TEST_F(EvaluatorTest, StateIsKeptAndShared) {
  llvm::Expected<Program> program = Program::load(parse(kState));
  ASSERT_TRUE(static_cast<bool>(program))
      << llvm::toString(program.takeError());
  ASSERT_EQ(program->getNumInputs(), 2u);
  EXPECT_EQ(program->getInputName(0), "x");
  RuntimeValues inputs = {i64({2}, {10, 20}), RuntimeValue()};
  auto call = [&] { return llvm::cantFail(program->call(inputs)); };
  CallResults first = call();
  EXPECT_EQ(show(first.outputs[0]), "[2, 2] 1 3 2 4");
  EXPECT_EQ(show(first.outputs[1]), "7");
  ASSERT_EQ(first.mutatedInputs.size(), 1u);
  EXPECT_EQ(first.mutatedInputs[0].first, 0u);
  EXPECT_EQ(show(first.mutatedInputs[0].second), "[2] -10 -20");
  ASSERT_EQ(first.mutatedState.size(), 1u);
  EXPECT_EQ(first.mutatedState[0].first, "n");
  EXPECT_EQ(show(first.mutatedState[0].second), "[2] 12 23");
  // The other name of the storage sees the write, until the state is reset.
  EXPECT_EQ(show(call().outputs[0]), "[2, 2] 1 23 12 4");
  program->reset();
  EXPECT_EQ(show(call().outputs[0]), "[2, 2] 1 3 2 4");
  inputs.pop_back();
  EXPECT_EQ(llvm::toString(program->call(inputs).takeError()),
            "the program takes 2 inputs, not 1");
}

TEST_F(EvaluatorTest, ProgramsThatCannotBeLoaded) {
  auto error = [&](StringRef storage, StringRef type) {
    std::string text = "ep.program @p { " + storage.str() +
                       " ep.buffer @b : " + type.str() +
                       " storage(@w) ep.graph @forward(%b: " + type.str() +
                       " {ep.input = #ep.input<buffer \"b\">}) { ep.return } }";
    llvm::Expected<Program> program = Program::load(parse(text));
    return program ? "loaded" : llvm::toString(program.takeError());
  };
  EXPECT_EQ(error("ep.storage @w bytes(8)", "!ep.tensor<[1], i64>"),
            "cannot read storage w: its bytes are not known");
  EXPECT_EQ(error("ep.storage @w bytes(16) data(dense<1> : tensor<1xi64>)",
                  "!ep.tensor<[2], i64>"),
            "loaded")
      << "a splat is repeated";
  EXPECT_EQ(
      llvm::toString(Program::load(parse("ep.program @p {}")).takeError()),
      "the program has no graph");
}
} // namespace
