// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The passes from phase `core` to phase `tensors`.
#ifndef KILN_CONVERSION_PASSES
#define KILN_CONVERSION_PASSES

include "mlir/Pass/PassBase.td"

def ConvertAtenToLinalg
    : Pass<"kiln-convert-aten-to-linalg", "::kiln::ep::ProgramOp"> {
  let summary = "convert Core ATen to linalg on builtin tensors";
  let description = [{
    The graph keeps its signature; its body computes on builtin tensors between
    `ep.to_builtin` and `ep.from_builtin`. Every dynamic size is one `ep.size` of
    its expression, at the graph's entry: equal sizes are the same SSA value.
    f16 and bf16 are computed in f32 and rounded, as PyTorch does. The casts of
    operators have `fastmath<contract>`: where two of them meet in one kernel,
    what is between them stays f32. Casts of the program, and what sums and
    functions with jumps read, do not have it; with `round-operators` none has.

    Before:
    ```mlir
    %0 = aten.relu.default %x : (!ep.tensor<[s0, 64], f32>) -> !ep.tensor<[s0, 64], f32>
    ep.return %0 : !ep.tensor<[s0, 64], f32>
    ```
    After:
    ```mlir
    %0 = ep.size s0
    %1 = ep.to_builtin %x : !ep.tensor<[s0, 64], f32> -> tensor<?x64xf32>
    %2 = tensor.empty(%0) : tensor<?x64xf32>
    %3 = linalg.generic {…} ins(%1 : tensor<?x64xf32>) outs(%2 : tensor<?x64xf32>) { … arith.maximumf … }
    %4 = ep.from_builtin %3 : tensor<?x64xf32> -> !ep.tensor<[s0, 64], f32>
    ep.return %4 : !ep.tensor<[s0, 64], f32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect",
                           "::kiln::tx::TXDialect"];
  let options = [Option<"roundOperators", "round-operators", "bool", "false",
                        "Round f16 and bf16 behind each operator">];
  let statistics = [Statistic<"numOperators", "operators", "Operators of ATen that are converted">];
}

def VerifyTensors : Pass<"kiln-verify-tensors", "::kiln::ep::ProgramOp"> {
  let summary = "check the contract of phase `tensors`";
  let description = [{
    After it a graph holds only `ep`, linalg.generic, linalg.fill, tensor, arith,
    math and tx ops: no operator, and neither tensor.dim nor arithmetic on sizes,
    since equal sizes must be the same `ep.size`. Loops of scf stand in the bodies of linalg.generic only. Every
    op that breaks this is an error.

    Before and after (unchanged when right):
    ```mlir
    %0 = ep.size s0
    %1 = tensor.empty(%0) : tensor<?x64xf32>
    ```
  }];
}

#endif // KILN_CONVERSION_PASSES
