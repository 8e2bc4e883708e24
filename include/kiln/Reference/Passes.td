// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The passes that evaluate parts of programs.
#ifndef KILN_REFERENCE_PASSES
#define KILN_REFERENCE_PASSES

include "mlir/Pass/PassBase.td"

def FoldConstants : Pass<"kiln-reference-fold-constants", "::kiln::ep::ProgramOp"> {
  let summary = "evaluate what does not depend on a call";
  let description = [{
    What is computed from literals and from state that no call writes becomes an
    `ep.constant`, whose value the reference evaluator computes. Each knows the
    state that it is made from, and a second graph, which makes these constants
    from that state, becomes the entry `prepare` of the program: it remakes them
    where weights are replaced. Constants of nothing but literals never change. A
    condition that is only asserted, and holds, is asserted there, too, and no
    longer at each call.

    Nothing of more than `limit` bytes is evaluated, read or made. What is larger,
    or made of what is, or has 64 KiB and is made of weights, becomes a constant
    without bytes, which a third graph makes: the entry `fold`, which runs once
    the weights are there. What is large and made of none is computed by calls.

    A constant may have as many bytes as what it is made from, or be small (a
    quarter of a mebibyte), or be a table of up to `limit` bytes that weights are
    spread to by a product, a softmax or another sum: calls would store it. Views
    and copies of state, and plain fills and ranges, stay what they are: kernels
    read through them. So does what draws random numbers or depends on a symbol. A
    remark of category `kiln-fold` tells of each constant, and of each that could
    not be evaluated.

    Before:
    ```mlir
    ep.graph @forward(%v: !t {ep.input = #ep.input<buffer "bn.var">}, …) -> (…) {
      %0 = aten.rsqrt.default %v : (!t) -> !t
      %1 = aten.mul.Tensor %x, %0 : …
    ```
    After:
    ```mlir
    ep.constant @folded_0 : !t storage(@storage.folded_0) {ep.made_from = ["bn.var"]}
    ep.graph @forward(%v: !t {ep.input = #ep.input<buffer "bn.var">}, …,
                      %f: !t {ep.input = #ep.input<constant_tensor "folded_0">}) -> (…) {
      %1 = aten.mul.Tensor %x, %f : …
    …
    ep.graph @prepare(%v: !t {ep.input = #ep.input<buffer "bn.var">})
        -> (!t {ep.output = #ep.output<user_output "folded_0">}) attributes {ep.prepare} {
      %0 = aten.rsqrt.default %v : (!t) -> !t
      ep.return %0 : !t
    ```
  }];
  let options = [Option<"limit", "limit", "int64_t", "1 << 20",
      "Bytes of the largest value that is evaluated; 0 folds nothing">];
  let dependentDialects = ["::kiln::aten::AtenDialect", "::kiln::ep::EPDialect"];
  let statistics = [Statistic<"numFolded", "folded", "Constants that were folded">];
}

def FormIntegerProducts
    : Pass<"kiln-reference-form-integer-products", "::kiln::ep::ProgramOp"> {
  let summary = "multiply dequantised operands as integers";
  let description = [{
    The PT2E flow of PyTorch leaves programs that dequantise both operands of a
    `linear` or a convolution. Here these become a product of the integers of 8
    bits, with sums of 32 bits, which are then scaled: exact but for the last
    steps, and as fast as the dot products of a processor. What the zero point of
    the image adds depends on weights alone, and is taken off where it is not
    zero. An image with a sign is moved up by 128, and so is its zero: whatever
    dequantises it then reads the one without a sign, and no other need be kept.

    Scales and zero points of images are those of the whole tensor; weights have
    a scale for each output, or one, and zero points of zero. These are state: the
    program asserts that they stay zero where weights are replaced. A remark of
    category `kiln-integer-products` says why a product stays one of floats.

    Before:
    ```mlir
    %0 = quantized_decomposed.dequantize_per_tensor.default %p, scale = 0.5 : f64, zero_point = 3, …
    %1 = quantized_decomposed.dequantize_per_tensor.default %q, scale = 2.0 : f64, zero_point = 0, …
    %2 = aten.linear.default %0, %1, bias = none : …
    ```
    After:
    ```mlir
    %0 = aten._to_copy.default %p, dtype = i32 : …
    %1 = aten._to_copy.default %q, dtype = i32 : …
    …
    %5 = aten.mm.default %0, %4 : …
    %6 = aten.sum.dim_IntList %1, dim = [1], dtype = i32 : …
    %8 = aten.mul.Tensor %6, 3 : …
    %9 = aten.sub.Tensor %5, %8 : …
    %10 = aten._to_copy.default %9, dtype = f32 : …
    %11 = aten.mul.Tensor %10, 1.0 : …
    ```
  }];
  let dependentDialects = ["::kiln::aten::AtenDialect", "::kiln::ep::EPDialect"];
  let statistics = [Statistic<"numFormed", "formed", "Products of integers that were formed">];
}

#endif // KILN_REFERENCE_PASSES
