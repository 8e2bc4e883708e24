// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The passes from phase `exported` to phase `core`.
#ifndef KILN_DIALECT_ATEN_PASSES
#define KILN_DIALECT_ATEN_PASSES

include "mlir/Pass/PassBase.td"

def AtenApplyAutocast
    : Pass<"kiln-aten-apply-autocast", "::kiln::ep::ProgramOp"> {
  let summary = "make the casts of autocast, and inline its regions";
  let description = [{
    Under an enabled `ep.autocast` each operator gets the casts that PyTorch's
    lists for the device prescribe: operands to the lower precision, to f32, or
    to the widest of its operands. Operators that are not in a list are left
    alone, but a composite operator with a part in a list is replaced by its
    parts, with their casts. One whose parts are not known is an error that names
    it.

    Before:
    ```mlir
    %1 = ep.autocast "cpu" dtype(bf16) enabled(true)(%x, %w) : (!f, !f) -> !b {
    ^bb0(%a: !f, %b: !f):
      %2 = aten.mm.default %a, %b : (!f, !f) -> !b
      ep.yield %2 : !b
    }
    ```
    After:
    ```mlir
    %1 = aten._to_copy.default %x, dtype = bf16 : (!f) -> !b
    %2 = aten._to_copy.default %w, dtype = bf16 : (!f) -> !b
    %3 = aten.mm.default %1, %2 : (!b, !b) -> !b
    ```
  }];
  let dependentDialects = ["::kiln::aten::AtenDialect"];
  let statistics = [Statistic<"numRegions", "regions", "Regions of autocast that were inlined">];
}

def AtenInlineJvp : Pass<"kiln-aten-inline-jvp", "::kiln::ep::ProgramOp"> {
  let summary = "compute the tangents of `ep.jvp`, and inline its body";
  let description = [{
    Beside each operator of the body that has an operand with a tangent comes
    what the tangents of its results are: by a formula of the operator, or by
    those of the parts that it is composed of. Where nothing has a tangent the
    result's is zero. An operator without a formula, and one that writes, are
    errors.

    Before:
    ```mlir
    %0:2 = ep.jvp at(%x) along(%t) with() : (!f, !f) -> (!f, !f) {
    ^bb0(%a: !f):
      %1 = aten.exp.default %a : (!f) -> !f
      ep.yield %1 : !f
    }
    ```
    After:
    ```mlir
    %0 = aten.exp.default %x : (!f) -> !f
    %1 = aten.mul.Tensor %t, %0 : (!f, !f) -> !f
    ```
  }];
  let dependentDialects = ["::kiln::aten::AtenDialect"];
  let statistics = [Statistic<"numDerivatives", "derivatives", "Derivatives that were inlined">];
}

def AtenFunctionalize
    : Pass<"kiln-aten-functionalize", "::kiln::ep::ProgramOp"> {
  let summary = "make operators that write functional";
  let description = [{
    Every overload that writes an argument (in place, `out=`, lists) becomes its
    functional overload, in the dtype and sizes of what it writes. What shares
    memory is followed: a write through views goes back to the tensor that made
    the storage by structured writes (`slice_scatter`, `select_scatter`,
    `diagonal_scatter`, `as_strided_scatter`) and views backwards, and other views
    of it are made again where they are read later. Batch norm and instance norm
    in training form return their statistics. An `as_strided` is applied to the
    tensor that made the storage; its offset counts from the first element of
    that tensor.

    Parameters, buffers and user inputs that are written become mutation
    outputs: in the order of the inputs, after tokens, before all others. State
    entries that overlap in one storage see each other's writes.

    Regions of control flow are made functional inside; a write to what they are
    given is an error, and so is a write through a view that has no inverse, to a
    constant, or by a custom operator. Errors name the operator and its Python
    line.

    Before:
    ```mlir
    ep.graph @g(%x: !t {ep.input = #ep.input<user_input "x">}) -> (!s {…}) {
      %0 = aten.select.int %x, dim = 0, index = 1 : (!t) -> !r
      %1 = aten.relu_.default %0 : (!r) -> !r
      %2 = aten.sum.default %x : (!t) -> !s
      ep.return %2 : !s
    }
    ```
    After:
    ```mlir
    ep.graph @g(%x: !t {ep.input = #ep.input<user_input "x">})
        -> (!t {ep.output = #ep.output<user_input_mutation "x">}, !s {…}) {
      %0 = aten.select.int %x, dim = 0, index = 1 : (!t) -> !r
      %1 = aten.relu.default %0 : (!r) -> !r
      %2 = aten.select_scatter.default %x, %1, dim = 0, index = 1 : (!t, !r) -> !t
      %3 = aten.sum.default %2 : (!t) -> !s
      ep.return %2, %3 : !t, !s
    }
    ```
  }];
  let statistics = [Statistic<"numWrites", "writes", "Operators that wrote their arguments">];
}

def AtenMarkViews : Pass<"kiln-aten-mark-views", "::kiln::ep::ProgramOp"> {
  let summary = "find the results that are inputs or parts of them";
  let description = [{
    PyTorch returns such a result without a copy, and so does a package: it has
    the input's memory. A result is marked where it is a user input, or a view of
    one that begins at a known element, whose memory the program does not write.
    The types are those of the result and stay.

    Before:
    ```mlir
    ep.graph @g(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "y">}) {
      %0 = aten.select.int %x, dim = 0, index = 1 : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[4], f32>
    ```
    After:
    ```mlir
        -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "y">,
                                  ep.view_of = {input = "x", offset = #ep.expr<4>}}) {
    ```
  }];
  let statistics = [Statistic<"numViews", "views", "Outputs that are views of inputs">];
}

def AtenSetForm : Pass<"kiln-aten-set-form", "::kiln::ep::ProgramOp"> {
  let summary = "bring dropout and batch norm to inference or training form";
  let description = [{
    A program keeps the form in which it was exported. In inference form, on
    request, dropout drops nothing, batch norm uses its running statistics and
    leaves them alone, and batches are not counted; in training form dropout
    drops and batch norm uses and records the statistics of the batch. Batch norm
    without running statistics has no inference form.

    Before:
    ```mlir
    %1 = aten.dropout.default %0, p = 0.5, train = true : (!t) -> !t
    ```
    After, with `form=inference`:
    ```mlir
    %1 = aten.dropout.default %0, p = 0.5, train = false : (!t) -> !t
    ```
  }];
  let options = [Option<"form", "form", "std::string", "\"exported\"",
      "exported, inference or training">];
  let statistics = [Statistic<"numSet", "set", "Operators whose form was set">];
}

def AtenCleanUp : Pass<"kiln-aten-clean-up", "::kiln::ep::ProgramOp"> {
  let summary = "remove views, copies and writes that change nothing";
  let description = [{
    For functional programs: a view with the type of what it views, a copy
    between tensors of one type, permutations and reshapes that the next one
    undoes, a read of the place that was just written, a write of what is there
    already, a write that the next one hides; and what is dead afterwards. Ops
    that draw random numbers or check something stay.

    Before:
    ```mlir
    %1 = aten.select_scatter.default %x, %0, dim = 0, index = 1 : (!t, !r) -> !t
    %2 = aten.select.int %1, dim = 0, index = 1 : (!t) -> !r
    %3 = aten.neg.default %2 : (!r) -> !r
    ```
    After:
    ```mlir
    %3 = aten.neg.default %0 : (!r) -> !r
    ```
  }];
  let statistics = [Statistic<"numReplaced", "replaced", "Operations that patterns replaced">];
}

def AtenSimplifyQuantized
    : Pass<"kiln-aten-simplify-quantized", "::kiln::ep::ProgramOp"> {
  let summary = "leave out float arithmetic that quantised numbers do not need";
  let description = [{
    Of numbers of 8 bits, behind `dequantize_per_tensor` and in front of
    `quantize_per_tensor`:

    * Dequantising keeps the order of numbers, so maxima of windows are taken
      before it, of a fourth of the bytes.
    * Quantising with the scale and the zero point of the numbers gives the
      numbers again.
    * A relu in front of a quantisation whose zero point is its least number
      changes nothing.

    Results are the same, bit for bit.

    Before:
    ```mlir
    %1 = quantized_decomposed.dequantize_per_tensor.default %x, scale = 0.5, zero_point = 3, … : (!i) -> !f
    %2 = aten.max_pool2d.default %1, kernel_size = [3, 3], … : (!f) -> !g
    %3 = quantized_decomposed.quantize_per_tensor.default %2, scale = 0.5, zero_point = 3, … : (!g) -> !j
    ```
    After:
    ```mlir
    %3 = aten.max_pool2d.default %x, kernel_size = [3, 3], … : (!i) -> !j
    ```
  }];
  let dependentDialects = ["::kiln::aten::AtenDialect"];
  let statistics = [Statistic<"numSimplified", "simplified", "Operators that were simplified">];
}

def AtenDecompose : Pass<"kiln-aten-decompose", "::kiln::ep::ProgramOp"> {
  let summary = "decompose operators to Core ATen";
  let description = [{
    Rewrites what PyTorch decomposes by default to core operators, family by
    family, and removes what is dead afterwards. An operator without a
    decomposition stays; kiln-aten-verify-core names it. Each new op has the
    location of the old one.

    Before:
    ```mlir
    %1 = aten.linear.default %x, %w, %b : (!ep.tensor<[s0, 64], f32>, …) -> !ep.tensor<[s0, 10], f32>
    ```
    After:
    ```mlir
    %0 = aten.permute.default %w, dims = [1, 0] : …
    %1 = aten.addmm.default %b, %x, %0 : …
    ```

    `table=none` decomposes nothing; any other name than `default` is that of a
    file with the overloads to decompose, one on a line; `#` begins a comment.
  }];
  let options = [Option<"table", "table", "std::string", "\"default\"",
      "default, none, or a file with the overloads to decompose">,
      ListOption<"keep", "keep", "std::string",
      "Overloads that are left alone, such as aten.silu.default">];
  // Those of the results: a graph may hold quantized_decomposed ops alone.
  let dependentDialects = ["::kiln::aten::AtenDialect",
                           "::kiln::aten::PrimsDialect"];
  let statistics = [Statistic<"numReplaced", "replaced", "Operations that patterns replaced">];
}

def AtenExpandCore : Pass<"kiln-aten-expand-core", "::kiln::ep::ProgramOp"> {
  let summary = "rewrite compound operators of core to simpler ones";
  let description = [{
    The first step from `core` to `tensors`: operators of core that others say
    (group_norm, convolutions that are transposed, gradients of normalizations
    and of convolution, distances, resampling, grid_sampler, histograms,
    segments, unique elements, choices by order or at random) become those, so
    that each lowering is written once. What data must be is asserted by
    `_assert_async`. What has no expansion stays.

    Before:
    ```mlir
    %0 = aten._cdist_forward.default %x, %y, p = 1.0 : (!ep.tensor<[3, 4], f32>, !ep.tensor<[5, 4], f32>) -> !ep.tensor<[3, 5], f32>
    ```
    After:
    ```mlir
    %0 = aten.unsqueeze.default %x, dim = 1 : …
    %1 = aten.unsqueeze.default %y, dim = 0 : …
    %2 = aten.sub.Tensor %0, %1 : …
    %3 = aten.abs.default %2 : …
    %4 = aten.sum.dim_IntList %3, dim = [-1] : …
    ```
  }];
  let dependentDialects = ["::kiln::aten::AtenDialect"];
  let statistics = [Statistic<"numReplaced", "replaced", "Operations that patterns replaced">];
}

def AtenCheckSizes : Pass<"kiln-aten-check-sizes", "::kiln::ep::ProgramOp"> {
  let summary = "assert what the sizes of an operator must be";
  let description = [{
    A type says what sizes a result has, and the exporter writes there what the
    program asserts, or what held for its example. Here the sizes are computed from
    what the operator means, and the operands are held to fit: parts of a
    concatenation, factors of a product, what broadcasts, the index of a select.
    Each condition is proven from ranges, guards and earlier assertions, or
    asserted: before the graph runs where it is about inputs alone, and before the
    operator where it is about data.

    Before:
    ```mlir
    %2 = aten.cat.default [%0, %1], dim = 1 : (!ep.tensor<[u0, 3], f32>, !ep.tensor<[u1, 2], f32>) -> !ep.tensor<[u0, 5], f32>
    ```
    After:
    ```mlir
    ep.assert Eq(u0, u1), "the sizes are not those that the program was exported with"
    %2 = aten.cat.default [%0, %1], dim = 1 : (!ep.tensor<[u0, 3], f32>, !ep.tensor<[u1, 2], f32>) -> !ep.tensor<[u0, 5], f32>
    ```
  }];
  let statistics = [Statistic<"numChecks", "checks", "Number of conditions that are asserted">];
}

def AtenVerifyCore : Pass<"kiln-aten-verify-core", "::kiln::ep::ProgramOp"> {
  let summary = "check the contract of phase `core`";
  let description = [{
    After it a graph is functional and holds only Core ATen, prims, structured
    writes and `ep` ops, and the sizes of each result are those that its operands
    give it, as far as the ranges of the symbols prove or disprove it. With
    `remarks` each comparison that stays open is a remark, and one on the program
    says how many there were. Every op that breaks this is an error by name and
    Python line.

    Before and after (unchanged when right):
    ```mlir
    %1 = aten.relu.default %0 : (!t) -> !t
    ```
  }];
  let options = [Option<"table", "table", "std::string", "\"default\"",
      "With another table than `default` any functional overload is allowed">,
      Option<"remarks", "remarks", "bool", "false",
      "Remark on comparisons of sizes that stay open, and count them">,
      ListOption<"keep", "keep", "std::string",
      "Overloads beyond core that are allowed">];
}

#endif // KILN_DIALECT_ATEN_PASSES
