// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The passes of the phases `dispatches` and `host`.
#ifndef KILN_DIALECT_EXEC_PASSES
#define KILN_DIALECT_EXEC_PASSES

include "mlir/Pass/PassBase.td"

def ResolveSizes : Pass<"kiln-exec-resolve-sizes", "::kiln::ep::ProgramOp"> {
  let summary = "give each size as the ep.size of its expression";
  let description = [{
    Upstream's canonicalization asks tensors for sizes and computes sizes of
    views from others. Both become the `ep.size` of the expression, of which a
    graph has one for each distinct size; an error where it is unknown.

    Before:
    ```mlir
    %s = ep.size #ep.expr<"s0">
    %c2 = arith.constant 2 : index
    %n = arith.muli %s, %c2 : index
    ```
    After:
    ```mlir
    %n = ep.size #ep.expr<"2*s0">
    ```
  }];
  let statistics = [Statistic<"numSizes", "sizes", "Distinct sizes of the program">];
}

def FuseElementwise : Pass<"kiln-exec-fuse-elementwise", "::kiln::ep::ProgramOp"> {
  let summary = "fuse elementwise neighbours into one linalg.generic";
  let description = [{
    Fuses elementwise producers into their elementwise and reduction consumers,
    through broadcasts and permutations. What costs more than it saves is
    refused; `kiln-exec-form-kernels` remarks on what stays apart in the end:

    * a producer with an expensive body (exp, division, …) is computed once: it
      is not copied into several consumers nor along loops that do not index it;
    * nothing but a copy is fused into a reduction that reads an element more
      than once, as a contraction does;
    * a producer that is stored for another consumer anyway stays whole;
    * a producer that reads more than it makes, as a residual sum does, is stored
      once for all its consumers;
    * of two sums of products that are rounded to fewer bits and then added, both
      are rounded where they are summed, since one of them is stored.

    Before:
    ```mlir
    %1 = linalg.generic {…} ins(%x) outs(%e) { … arith.addf %in, %c … }
    %2 = linalg.generic {…} ins(%1) outs(%e) { … arith.maximumf %in, %z … }
    ```
    After:
    ```mlir
    %2 = linalg.generic {…} ins(%x) outs(%e) { … arith.addf … arith.maximumf … }
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect",
                           "::mlir::affine::AffineDialect"];
  let statistics = [Statistic<"numReplaced", "replaced", "Operations that were fused into one">];
}

def JoinChannels : Pass<"kiln-exec-join-channels", "::kiln::ep::ProgramOp"> {
  let summary = "go through the filters of small groups in one loop";
  let description = [{
    A convolution in groups comes as a sum for each group and filter of it,
    between reshapes. Where groups have up to eight channels, and as many
    filters, the sum goes through all filters, and reads the channels of their
    group: several groups share a vector then, and padding before and ops behind
    are in the same kernel, since no reshape is between them.

    Before:
    ```mlir
    %1 = tensor.expand_shape %image [[0], [1, 2], [3], [4]] … : tensor<1x64x9x9xf32> into tensor<1x16x4x9x9xf32>
    %2 = tensor.expand_shape %filter [[0, 1], [2], [3], [4]] … : tensor<64x4x3x3xf32> into tensor<16x4x4x3x3xf32>
    %3 = linalg.generic {[(n, g, f, y, x, c, i, j) -> (n, g, c, y + i, x + j)], …} ins(%1, %2 : …) …
    %4 = tensor.collapse_shape %3 [[0], [1, 2], [3], [4]] : tensor<1x16x4x7x7xf32> into tensor<1x64x7x7xf32>
    ```
    After:
    ```mlir
    %4 = linalg.generic {[(n, f, y, x, c, i, j) -> (n, f floordiv 4 * 4 + c, y + i, x + j)], …} ins(%image, %filter : …) …
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numReplaced", "replaced", "Sums whose channels were joined">];
}

def MoveReshapes : Pass<"kiln-exec-move-reshapes", "::kiln::ep::ProgramOp"> {
  let summary = "move reshapes away from between ops that could be one kernel";
  let description = [{
    Elementwise ops and reductions of one tensor take the shape of the op that
    they follow, or that follows them: a reshape before them moves behind them
    where all their operands allow it, so that an activation after a `view` is
    the epilogue of the product before it. They stay where they would be asked
    for their position, or where a part of a tensor would have to be stored.

    Products go the other way: a reshape that splits dimensions along which each
    item is a product of its own moves through the product, so that the heads
    of an attention are read where they lie. The padding before a convolution in
    groups, and biases and activations behind it, take its shape, too. Operands
    that are read along no dimension but those of size 1 lose these. A product of
    few rows takes the shape in which its factor is decoded from fewer bytes
    (numbers of 4 bits, scaled in groups), and what decodes it goes through those
    in order. Where its factor repeats each item of a batch, as heads of an
    attention do that share keys, those of one item are its rows: the factor is
    never in memory, and an item is read once for all of them.

    Before:
    ```mlir
    %1 = tensor.expand_shape %0 [[0, 1], [2]] … : tensor<?x8xf32> into tensor<?x?x8xf32>
    %2 = linalg.generic {…} ins(%1 : tensor<?x?x8xf32>) … { … math.erf … }
    %3 = tensor.collapse_shape %2 [[0, 1], [2]] : tensor<?x?x8xf32> into tensor<?x8xf32>
    ```
    After:
    ```mlir
    %3 = linalg.generic {…} ins(%0 : tensor<?x8xf32>) … { … math.erf … }
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect",
                           "::mlir::affine::AffineDialect"];
  let statistics = [Statistic<"numReplaced", "replaced", "Operations that patterns replaced">];
}

def FoldAttentionOperands : Pass<"kiln-exec-fold-attention-operands", "::kiln::ep::ProgramOp"> {
  let summary = "read the operands of attentions where those come from";
  let description = [{
    An attention packs the queries, keys and values that it works on: copies of
    them in another order or a wider type, and slices of them, are for nothing.
    It reads what those were made of; a factor of queries or keys becomes one of
    the scores. Reshapes in between move in front of what is left out.

    Keys and values that repeat each head for its neighbours (grouped queries) are read
    as they were: heads get two loops, of those that have keys and of those that
    share them, which are rows then.

    A slice is read that is one of several equal ones, as of a product for all
    three. Elements of a key or a value that are neighbours stay so.

    Before:
    ```mlir
    %q = tensor.extract_slice %qkv[0, 0, 0] [4, 9, 16] [1, 1, 1] : tensor<4x9x48xf32> to tensor<4x9x16xf32>
    %s = linalg.generic {…} ins(%q) … { … arith.mulf %in, %c … }
    %y = tx.attention %s, … maps = [affine_map<(h, i, n, j, d) -> (h, i, d)>, …] { … }
    ```
    After:
    ```mlir
    %q = tensor.expand_shape %qkv [[0], [1], [2, 3]] … : tensor<4x9x48xf32> into tensor<4x9x3x16xf32>
    %y = tx.attention %q, … maps = [affine_map<(h, i, n, j, d) -> (h, i, 0, d)>, …] {
    ^bb0(%score: f32, …):
      %0 = arith.mulf %score, %c : f32
      …
    }
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numFolded", "folded", "Operands that were folded">];
}

def FormKernels : Pass<"kiln-exec-form-kernels", "::kiln::ep::ProgramOp"> {
  let summary = "form fusion groups and outline them as kernels";
  let description = [{
    A group is one reduction nest with what fills and pads its operands, and the
    elementwise ops that follow it on the same domain (bias, normalisation,
    activation, residual); or one elementwise op. Reductions along the same rows,
    with the elementwise ops between and behind them, are one group too (a
    softmax, a layer norm), since a row stays in the cache; so are reductions
    that read the same rows. An elementwise group joins an earlier group that
    goes through the same elements, when it reads in order what that makes or
    reads: the kernel then has several results. It is placed where the last of
    its ops was. In a variant of targets whose items are single elements, each
    reduction stays apart. What decodes a factor of a product of few rows is part
    of the product.

    Each group becomes an `exec.kernel` of the program and an `exec.dispatch` in
    the graph. Reshapes of whole buffers stay in the graph as views; so does a
    concatenation whose operands are stretches of it, each made for it alone.
    Kernels that are equal but for names and locations become one. A kernel's
    name says what it does and its location is the union of the locations of its
    ops. A missed-optimisation remark (category `kiln-fusion`) says for each
    edge between two kernels, and for kernels that read the same tensor in the
    same order, why they are not one.

    Before:
    ```mlir
    %s = ep.size s0
    %1 = linalg.generic {…} ins(%x : tensor<?x64xf32>) outs(%e : tensor<?x64xf32>) { … }
    ```
    After:
    ```mlir
    exec.kernel @relu_0(%x: tensor<?x64xf32>, %s: index) -> tensor<?x64xf32>
        domain(d0, 64) access(read, write) work(flops = 64*d0, bytes = 512*d0)
        attributes {dims = [[0], [0]]} { … }
    …
    %1 = exec.dispatch @relu_0(%x)[%s] : (tensor<?x64xf32>) -> tensor<?x64xf32>
    ```
  }];
  let options = [Option<"mergeEqual", "merge-equal", "bool", "true",
                        "Kernels that are equal become one">];
  let dependentDialects = ["::kiln::exec::ExecDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numKernels", "kernels", "Kernels that were formed">];
}

def CollapseDimensions : Pass<"kiln-exec-collapse-dimensions", "::kiln::ep::ProgramOp"> {
  let summary = "make dimensions that a kernel goes through together one";
  let description = [{
    Rows and columns of an image that is read and written pixel by pixel are one
    line of pixels, which vectors and tiles cut better than short rows: 49 pixels
    are ten tiles of five, seven rows of seven fourteen. Neighbouring dimensions
    of known sizes become one where every operation of the kernel goes through
    them in this order by two loops of one kind, and asks for neither's index. So
    do the last two dimensions where neither's size is known, as of an image that
    is not summed: the kernel is given their product beside its sizes.
    What else reads a tensor (padding, windows, ops of tx) keeps its dimensions.
    In the graph, dispatches are given and give views.

    Before:
    ```mlir
    %1 = exec.dispatch @relu_0(%x) : (tensor<?x8x7x7xf32>) -> tensor<?x8x7x7xf32>
    ```
    After:
    ```mlir
    %2 = tensor.collapse_shape %x [[0], [1, 2, 3]] : tensor<?x8x7x7xf32> into tensor<?x392xf32>
    %3 = exec.dispatch @relu_0(%2) : (tensor<?x392xf32>) -> tensor<?x392xf32>
    %1 = tensor.expand_shape %3 [[0], [1, 2, 3]] output_shape [%n, 8, 7, 7]
        : tensor<?x392xf32> into tensor<?x8x7x7xf32>
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numCollapsed", "collapsed", "Kernels with fewer dimensions">];
}

def VerifyDispatches : Pass<"kiln-verify-dispatches", "::kiln::ep::ProgramOp"> {
  let summary = "verify the contract of the phase `dispatches`";
  let description = [{
    The graph holds nothing but sizes, conversions, views and dispatches; a
    kernel holds ops that every emitter knows, and at most one reduction or
    several along the same rows. Nothing is changed.

    Before and after:
    ```mlir
    %1 = exec.dispatch @relu_0(%x)[%s] : (tensor<?x64xf32>) -> tensor<?x64xf32>
    ```
  }];
}

def BuildHost : Pass<"kiln-exec-build-host", "::kiln::ep::ProgramOp"> {
  let summary = "turn a graph of dispatches into a host program";
  let description = [{
    The graph becomes an `exec.host` of the same name. A dispatch becomes a
    launch on slots: inputs, outputs, state, and an `exec.temporary` for every
    other tensor, made right before it is first written. What is returned is
    written into its output at once, and what is concatenated into the whole;
    what is returned twice, or is an input or state, is copied. Mutations are
    copied to their targets at the end, all at once in effect. `ep.item` becomes
    a `read_scalar`, `ep.assert` a `check`.

    Control flow becomes jumps. Branches of `ep.cond` write their results where
    the result of the operation lies; what a branch finds its own size by runs
    before, so that this memory can be made. The loops `ep.while_loop` and `ep.scan`
    copy what they carry at the end of each round; slices and stacks of
    `ep.scan` and `ep.map` are views at the number of the round, which is a
    register. `ep.associative_scan` keeps, for each slice, the longest block
    that ends there, and combines each block with the one before it.

    An analysis remark (category `kiln-waits`) names each `read_scalar` of a
    variant whose device works beside the host, which then waits for it.

    Before:
    ```mlir
    %1 = exec.dispatch @relu_0(%0) [%s] : (tensor<?x64xf32>) -> tensor<?x64xf32>
    %2 = exec.dispatch @relu_0(%1) [%s] : (tensor<?x64xf32>) -> tensor<?x64xf32>
    %3 = ep.from_builtin %2 : tensor<?x64xf32> -> !ep.tensor<[s0, 64], f32>
    ep.return %3 : !ep.tensor<[s0, 64], f32>
    ```
    After:
    ```mlir
    %t = exec.temporary bytes 256*s0
    exec.launch @relu_0(%x, %t) sizes [s0]
    exec.launch @relu_0(%t, %y) sizes [s0]
    exec.return
    ```
  }];
  let options = [Option<"requireKnownOps", "require-known-ops", "bool", "false",
      "Refuse custom operators, which routines of the user provide">];
  let dependentDialects = ["::kiln::exec::ExecDialect"];
  let statistics = [Statistic<"numInstructions", "instructions", "Instructions of the host programs">];
}

def PlanMemory : Pass<"kiln-exec-plan-memory", "::kiln::ep::ProgramOp"> {
  let summary = "give temporaries their places in segments";
  let description = [{
    Temporaries that do not live at the same time may share bytes; one that a
    launch reads last may become the result of the launch, where the kernel reads
    each element only to compute the same element. Offsets are expressions of the
    symbols. Temporaries whose size is known from the start lie in segment 0,
    which is made first; others in a segment per set of registers, made right
    after the last of them is set. A segment that is done with by then is made
    again for them, where that takes fewer bytes than one more.

    An analysis remark (category `kiln-memory`) compares the planned bytes with
    the largest sum of live bytes, at the upper bounds of the symbols.

    Before:
    ```mlir
    %t = exec.temporary bytes 256*s0
    exec.launch @relu_0(%x, %t) sizes [s0]
    ```
    After:
    ```mlir
    %a = exec.segment 0 bytes 256*s0
    %t = exec.view %a at 0 bytes 256*s0
    exec.launch @relu_0(%x, %t) sizes [s0]
    ```
  }];
  let dependentDialects = ["::kiln::exec::ExecDialect"];
  let statistics = [Statistic<"numTemporaries", "temporaries", "Temporaries that were given a place">];
}

def VerifyHost : Pass<"kiln-verify-host", "::kiln::ep::ProgramOp"> {
  let summary = "verify the contract of the phase `host`";
  let description = [{
    Every register is set on every path before it is read. A kernel's buffers are
    proved to be as large as its tensors for all values of the symbols, or a
    check right before the launch says so at run time, and no size of a launch is
    known to be negative: its domain is bounded so. Nothing is written over
    what a temporary in the same segment still has to give, and no temporary is
    read before it is written. The runtime checks that each view lies inside of
    its base; one that cannot at the upper bounds of the symbols is an error
    here. Nothing is changed.

    Before and after:
    ```mlir
    %t = exec.view %a at 64*s0 bytes 256*s0
    ```
  }];
}

#endif // KILN_DIALECT_EXEC_PASSES
