// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_TARGET_PASSES_TD
#define KILN_TARGET_PASSES_TD

include "mlir/Pass/PassBase.td"

def MakeVariantsPass : Pass<"kiln-exec-make-variants", "::mlir::ModuleOp"> {
  let summary = "Give each class of targets a variant of the programs";
  let description = [{
    The programs of the module become those of an `exec.variant` for each class
    of the `targets`, in the order in which the classes are first named. What the
    class can do is the variant's `dlti.map`. From here on variants know nothing
    of each other. Without targets there is one variant, for CPUs in general.

    Before:
    ```mlir
    ep.program @forward {…}
    ```
    After, with `targets=cpu:x86-64-v3,cuda:sm_90`:
    ```mlir
    exec.variant @cpu for ["cpu:x86-64-v3"] attributes {dlti.map = …} {
      ep.program @forward {…}
    }
    exec.variant @cuda for ["cuda:sm_90"] attributes {dlti.map = …} {
      ep.program @forward {…}
    }
    ```
  }];
  let options = [ListOption<"targets", "targets", "std::string",
                            "Names of targets, such as cpu:x86-64-v3">];
  let dependentDialects = ["::kiln::exec::ExecDialect", "::mlir::DLTIDialect"];
  let statistics = [Statistic<"numVariants", "variants", "Variants that were made">];
}

def PackWeightsPass : Pass<"kiln-exec-pack-weights", "::kiln::ep::ProgramOp"> {
  let summary = "Keep weights as the kernels of the CPU read them";
  let description = [{
    The filters of a convolution, and the right operand of a product of several
    rows, are read in panels: as many neighbours side by side as two vectors of
    the target with the widest ones have, the steps of the sum one after another;
    those of small types in words, where every target of
    the variant has the instruction that takes them. Where such an operand is a
    weight of at most `limit` bytes that no call writes, or a view that joins
    dimensions of one, the panels become a constant, which is made
    from the weight, and every use of the kernel reads that. A kernel that reads a
    slice of whole panels gets those. The graph `prepare` makes
    it again where weights are replaced. Sums are what they were, bit for bit.
    In a variant whose kernels read no panels nothing is done.

    The package then has the weight twice. A remark of category `kiln-pack` says
    why an operand is packed at each call.

    Before:
    ```mlir
    exec.kernel @mm(%x: tensor<8x16xf32>, %w: tensor<40x16xf32>) -> tensor<8x40xf32> … {
      %s = linalg.generic {… (m, n, k) -> (m, k), (m, n, k) -> (n, k) …} …
    }
    …
    %w = ep.to_builtin %weight : !ep.tensor<[40, 16], f32> -> tensor<40x16xf32>
    %y = exec.dispatch @mm(%x, %w) : …
    ```
    After:
    ```mlir
    ep.constant @packed_0 : !ep.tensor<[2, 16, 32], f32> storage(@storage.packed_0) {ep.made_from = ["weight"]}
    exec.kernel @mm(%x: tensor<8x16xf32>, %w: tensor<2x16x32xf32>) -> tensor<8x40xf32> … {
      %s = linalg.generic {… (m, n, k) -> (m, k), (m, n, k) -> (n floordiv 32, k, n mod 32) …} …
    }
    …
    %p = ep.to_builtin %packed_0 : !ep.tensor<[2, 16, 32], f32> -> tensor<2x16x32xf32>
    %y = exec.dispatch @mm(%x, %p) : …
    ```
  }];
  let options = [Option<"limit", "limit", "int64_t", "1 << 20",
                        "Bytes of the largest weight that is packed; 0 packs none">];
  let dependentDialects = ["::kiln::exec::ExecDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numPacked", "packed", "Weights that were packed">];
}

def JoinPartsPass : Pass<"kiln-exec-join-parts", "::kiln::ep::ProgramOp"> {
  let summary = "Compute what follows parts of a product's columns behind its tiles";
  let description = [{
    The gates of a recurrent cell are one product, whose columns are parts side by
    side, and a kernel that reads a place of each part. Where the right operand
    lies in panels and parts begin with panels, the two become one kernel: the tiles of a
    place are taken in all parts, one after another, and go through the elementwise
    ops together. The sums are no tensor then: they need no memory, and the thread that
    takes them reads them. Sums are what they were, bit for bit.

    Joined are products of f32 and f64 that nothing else reads, where no target of
    the variant is predicted to be slower. A remark of category `kiln-fusion` says
    which.

    Before:
    ```mlir
    exec.kernel @mm(%h: tensor<8x16xf32>, %w: tensor<4x16x16xf32>) -> tensor<8x64xf32> … {
      %s = linalg.generic {… (m, n, k) -> (m, k), (m, n, k) -> (n floordiv 16, k, n mod 16) …} …
    }
    exec.kernel @gate(%s: tensor<8x64xf32>) -> tensor<8x32xf32> … {
      %a = tensor.extract_slice %s[0, 0] [8, 32] [1, 1] …
      %b = tensor.extract_slice %s[0, 32] [8, 32] [1, 1] …
      %y = linalg.generic … ins(%a, %b : …) …
    }
    …
    %s = exec.dispatch @mm(%h, %w) : …
    %y = exec.dispatch @gate(%s) : …
    ```
    After:
    ```mlir
    exec.kernel @gate(%h: tensor<8x16xf32>, %w: tensor<4x16x16xf32>) -> tensor<8x32xf32> … {
      %s = linalg.generic {… (m, n, k) -> (m, k), (m, n, k) -> (n floordiv 16, k, n mod 16) …} …
      %a = tensor.extract_slice %s[0, 0] [8, 32] [1, 1] …
      %b = tensor.extract_slice %s[0, 32] [8, 32] [1, 1] …
      %y = linalg.generic … ins(%a, %b : …) …
    }
    …
    %y = exec.dispatch @gate(%h, %w) : …
    ```
  }];
  let dependentDialects = ["::kiln::exec::ExecDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numJoined", "joined", "Kernels joined to a product">];
}

def SplitReductionsPass : Pass<"kiln-exec-split-reductions", "::kiln::exec::VariantOp"> {
  let summary = "Spread long reductions to few results over threads";
  let description = [{
    An item of a kernel is computed by one thread: a sum of millions of elements
    to one leaves the others without work. Where a reduction of known sizes is
    predicted to take half the time or less, its kernel becomes two: one
    computes as many parts as keep the target busy, the other one combines them
    in their order and does the rest. The parts are a tensor between two kernels,
    and so have their place in the arena. The result is the same, bit for bit, on
    any number of threads. A remark of category `kiln-schedule` says what is
    split.

    Before:
    ```mlir
    exec.kernel @sum(%x: tensor<1048576xf32>) -> tensor<f32> … {
      %y = linalg.generic {… iterator_types = ["reduction"]} …
    }
    …
    %y = exec.dispatch @sum(%x) : (tensor<1048576xf32>) -> tensor<f32>
    ```
    After:
    ```mlir
    exec.kernel @sum_parts(%x: tensor<32x32768xf32>) -> tensor<32xf32> … {
      %p = linalg.generic {… iterator_types = ["reduction", "parallel"]} …
    }
    exec.kernel @sum(%p: tensor<32xf32>) -> tensor<f32> … {
      %y = linalg.generic {… iterator_types = ["reduction"]} …
    }
    …
    %v = tensor.expand_shape %x …
    %p = exec.dispatch @sum_parts(%v) : (tensor<32x32768xf32>) -> tensor<32xf32>
    %y = exec.dispatch @sum(%p) : (tensor<32xf32>) -> tensor<f32>
    ```
  }];
  let dependentDialects = ["::kiln::exec::ExecDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numSplit", "split", "Reductions that were split">];
}

def SplitChoicesPass : Pass<"kiln-exec-split-choices", "::kiln::ep::ProgramOp"> {
  let summary = "Multiply rows that choose matrices matrix by matrix";
  let description = [{
    A mixture of experts multiplies each row by the matrix that a list of numbers
    has for it. Written as a sum over the matrices, too, of which all but the one
    that the row has chosen leave the sum as it is, the weights are an operand:
    they are packed, and neighbouring rows of one matrix are the rows of a
    product. A row whose number no matrix has sums to nothing. Done where all
    targets of the variant are processors, for weights of known sizes.

    Before:
    ```mlir
    %y = linalg.generic {… (i, n, k) -> (i, k), (i, n, k) -> (i), (i, n, k) -> (i, n) …}
        ins(%x, %numbers : tensor<64x512xf32>, tensor<64xi64>) … {
      %e = tensor.extract %w[%number, %k, %n] : tensor<4x512x2048xf32> …
    }
    ```
    After:
    ```mlir
    %y = linalg.generic {… (i, n, g, k) -> (i, k), (i, n, g, k) -> (g, k, n), (i, n, g, k) -> (i, n) …}
        ins(%x, %w : tensor<64x512xf32>, tensor<4x512x2048xf32>) … {
      %number = tensor.extract %numbers[%i] : tensor<64xi64>
      %isChosen = arith.cmpi eq, %number, %g …
      %next = arith.select %isChosen, %sum, %before : f32 …
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numSplit", "split", "Products that were split">];
}

def SplitRowsPass : Pass<"kiln-exec-split-rows", "::kiln::ep::ProgramOp"> {
  let summary = "Multiply rows with bytes as bytes";
  let description = [{
    A product of rows of floats and a weight of bytes takes as long as its bytes
    take from memory, or as long as widening them takes. Each row is written as
    numbers of 32 bits, relative to a power of two by which its largest magnitude is
    one, and these in four digits from -128 to 127, which are rows of a product of
    bytes. Its sums are exact: what is rounded is an element, at its 31st bit or
    further below the largest one, and the result. Where a row is infinite or no
    number, so is its result. Of more than 256 rows the bytes are widened, and of a
    number that is not known where a sum has fewer than 512 steps.

    Rows and a weight of four or eight bits with scales, and zeros, for groups of its steps
    take two sums: of integers in a group, and of floats over the groups. Rows have
    such digits, and numbers have no sign; a center that all of them have is taken off
    each group, exactly; so is 128, by which bytes that have a sign are moved up. The
    digits of a group are joined in f32, which rounds once, scaled, and added. A group
    of bytes has at most 256 steps. What a half of a
    byte is decides on the form: one of two steps, as programs unpack them, or of two
    columns, as PyTorch packs them, which multiplies group by group already. Bytes
    and scales are put in the order in which panels of 32 columns are read. A panel
    has to be full, as has a word of four steps. A product whose factor is decoded in
    another shape takes that.

    Done for large weights that nothing else reads and no call writes, where every
    target of the variant adds products of bytes by one instruction: the weight then
    lies in panels of words.

    Before:
    ```mlir
    %y = linalg.generic {… (m, n, k) -> (m, k), (m, n, k) -> (n, k) …}
        ins(%x, %w : tensor<1x1024xf32>, tensor<512x1024xi8>) … {
      %f = arith.sitofp %b : i8 to f32 …
    }
    ```
    After:
    ```mlir
    %magnitude = linalg.generic {… iterator_types = ["parallel", "reduction"]} ins(%x : tensor<1x1024xf32>) …
    %unit, %inverse = linalg.generic … ins(%magnitude : tensor<1xi32>) outs(… : tensor<1xf32>, tensor<1xf64>) …
    %digits = linalg.generic … ins(%x, %inverse : tensor<1x1024xf32>, tensor<1xf64>) outs(… : tensor<4x1x1024xi8>) …
    %sums = linalg.generic {… (d, m, n, k) -> (d, m, k), (d, m, n, k) -> (n, k) …}
        ins(%digits, %w : tensor<4x1x1024xi8>, tensor<512x1024xi8>) outs(… : tensor<4x1x512xi32>) …
    %y = linalg.generic … ins(%unit, %sums, %sums, %sums, %sums : …) outs(… : tensor<1x512xf32>) …
    ```
    Before, where the sum goes over groups, halves and steps:
    ```mlir
    %d = linalg.generic {…} ins(%w, %s : tensor<512x32x16xi8>, tensor<512x32xf32>) outs(… : tensor<512x32x2x16xf32>) {
      … ((%byte >> 4 * %half) & 15 - 8) * %scale …
    }
    %y = linalg.generic {…} ins(%x, %d : tensor<1x32x16x2xf32>, tensor<512x32x2x16xf32>) …
    ```
    After:
    ```mlir
    %digits = linalg.generic … ins(%x, %inverse : …) outs(… : tensor<4x1x32x2x16xi8>) …
    %offsets = linalg.generic … ins(%digits, %digits : …) outs(… : tensor<2x1x32xi32>) …
    %products = linalg.generic {…} ins(%digits, %panels : tensor<4x1x32x2x4x4xi8>, tensor<16x32x4x32x4xi8>)
        outs(… : tensor<1x16x32x32x4xi32>) …
    %sum = linalg.generic {…} ins(%products, %products, %products, %products, %offsets, %offsets, %scales : …)
        outs(… : tensor<1x16x32xf32>) …
    %y = linalg.generic … ins(%sum, %unit : tensor<1x16x32xf32>, tensor<1xf32>) …
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numSplit", "split", "Products whose rows were split">];
}

def ChooseSchedulesPass : Pass<"kiln-choose-schedules", "::kiln::exec::VariantOp"> {
  let summary = "Say how each kernel is written for each target";
  let description = [{
    Asks the emitters of the variant's class how they would write each kernel for
    each target of the variant, and writes the schedule with the least predicted
    time as an attribute of the kernel. A schedule that is there already stays; it
    is an error where the emitter cannot write the kernel in that way. A remark of
    category `kiln-schedule` says what was chosen and why, what each emitter would
    take, and which declined.
    The `file` has schedules that go before the choice of the emitters: records in
    JSON, by the digest of a kernel and the name of a target. Those of other
    kernels and targets are not looked at. Emitters in `without` are not chosen:
    `winograd`, for one, sums the products of a convolution in another form, which
    spreads an infinity to its neighbours as NaN (decision 044).

    Before:
    ```mlir
    exec.variant @cpu for ["cpu:x86-64-v3"] {
      … exec.kernel @mm_0(…) … attributes {dims = …} {…}
    }
    ```
    After:
    ```mlir
    exec.variant @cpu for ["cpu:x86-64-v3"] {
      … exec.kernel @mm_0(…) … attributes {dims = …, exec.schedules = {"cpu:x86-64-v3" = #exec.schedule<"gemm" tile = [6, 16] block = [96, 16] depth = 256>}} {…}
    }
    ```
  }];
  let options = [Option<"file", "file", "std::string", "",
                        "Records of schedules to take">,
                 ListOption<"without", "without", "std::string",
                            "Emitters that are not chosen">];
  let dependentDialects = ["::kiln::exec::ExecDialect"];
  let statistics = [Statistic<"numKernels", "kernels", "Kernels that have schedules">];
}

def EmitKernelsPass : Pass<"kiln-emit-kernels", "::mlir::ModuleOp"> {
  let summary = "Write kernels as functions of a target";
  let description = [{
    Replaces each `exec.kernel` by an `llvm.func`, written by the emitter of the
    target's class with the least predicted time, or by the one named `emitter`;
    kernels that this one cannot write stay. A remark of category `kiln-schedule`
    says how each is written.

    | emitter | class | writes |
    | --- | --- | --- |
    | `attention` | cpu | `tx.attention`: blocks of rows meet blocks of keys |
    | `window` | cpu | sums over windows with a filter for each image: tiles over a packed band |
    | `winograd` | cpu | sums over windows of 3 x 3 with filters in panels: 16 products for four pixels in place of 36 |
    | `convolution` | cpu | sums over windows with many filters: tiles of pixels by filters |
    | `gemm` | cpu | sums of products of rows and columns: tiles in vector registers |
    | `naive` | cpu, cuda | any kernel: loops over items, or a thread for each |

    Before:
    ```mlir
    exec.kernel @neg(%x: tensor<8xf32>) -> tensor<8xf32>
        attributes {dims = [[], []]} {
      %e = tensor.empty() : tensor<8xf32>
      %y = linalg.generic {…} ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
      ^bb0(%a: f32, %b: f32):
        %r = arith.negf %a : f32
        linalg.yield %r : f32
      } -> tensor<8xf32>
      exec.yield %y : tensor<8xf32>
    }
    ```
    After, for a CPU:
    ```mlir
    llvm.func @neg(%buffers: !llvm.ptr, %sizes: !llvm.ptr, %begin: i64,
                   %end: i64, %scratch: !llvm.ptr) -> i32 {
      …
      scf.for %row = … {
        scf.for %column = … {
          %v = llvm.load %p : !llvm.ptr -> f32
          %r = arith.negf %v : f32
          llvm.store %r, %q : f32, !llvm.ptr
        }
      }
      llvm.return %status : i32
    }
    ```
  }];
  let options = [
    Option<"target", "target", "std::string", "\"cpu:x86-64-v3\"",
           "The target that the functions are for">,
    Option<"emitter", "emitter", "std::string", "\"\"",
           "The only emitter that is asked; all of them by default">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::NVVM::NVVMDialect",
                           "::mlir::scf::SCFDialect"];
  let statistics = [Statistic<"numWritten", "written", "Kernels that were written">];
}

def ExpandMathPass : Pass<"kiln-expand-math"> {
  let summary = "Write out mathematical functions as arithmetic";
  let description = [{
    Replaces scalar operations that would need a mathematical library (exp,
    tanh, erf, sin, pow, fmod, …) by additions, multiplications and operations
    on bits, on f32 and f64; f16 and bf16 are computed in f32. Rounding to f16
    and bf16 becomes integer arithmetic where the target cannot do it. What is
    known of floats between two constants is not asked again; maxima and minima
    of two zeros may be either. Floor and ceiling divisions of integers become
    ordinary ones, those of floats by constants a multiplication and a fused
    multiply-add. Where lanes choose from registers, erf of f32 is a polynomial
    whose coefficients are chosen by the argument; so is tanh where they choose
    from sixteen numbers, and exp begins with one of sixteen powers there.

    Before:
    ```mlir
    %y = math.rsqrt %x : f32
    ```
    After:
    ```mlir
    %one = arith.constant 1.0 : f32
    %root = math.sqrt %x : f32
    %y = arith.divf %one, %root : f32
    ```
  }];
  let options = [
    Option<"hasFma", "has-fma", "bool", "true",
           "The target has a fused multiply-add">,
    Option<"hasF16", "has-f16", "bool", "true",
           "The target converts between f16 and f32">,
    Option<"hasBf16", "has-bf16", "bool", "false",
           "The target converts between bf16 and f32">,
    Option<"roundsBf16", "rounds-bf16", "bool", "false",
           "The target rounds f32 to bf16, and computes nothing in bf16">,
    Option<"tableSize", "table-size", "int64_t", "0",
           "Numbers of a register of f32 of which each lane chooses one: 8, or "
           "16 where lanes are scaled by powers of two, too">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect"];
  let statistics = [Statistic<"numReplaced", "replaced", "Operations that patterns replaced">];
}

def PeelEdgesPass : Pass<"kiln-peel-edges"> {
  let summary = "Ask only the items near an edge whether they are inside";
  let description = [{
    An item of a loop with the attribute `exec.lanes` asks whether a position that
    grows with it lies inside of an array, as those of padded windows and their
    like do. The items for which all such positions do, with all that loops of
    constant bounds add to them, become a loop of their own that does not ask:
    the ones before and behind it keep their questions, and are no loops of lanes
    where they have few items. A loop with few items inside of all arrays is left
    as it is, as is one with a long body, and one whose items ask once.

    Before:
    ```mlir
    scf.for %i = %c0 to %c56 step %c1 {
      scf.for %tap = %c0 to %c2 step %c1 … {
        %next = arith.addi %i, %tap : index
        %at = arith.subi %next, %c1 : index
        %inside = arith.cmpi ult, %at, %c56 : index
        %value = arith.select %inside, %loaded, %padding : f32
        …
      }
    } {exec.lanes}
    ```
    After:
    ```mlir
    scf.for %i = %c0 to %c1 step %c1 {… %value = arith.select %inside, … …}
    scf.for %i = %c1 to %c56 step %c1 {… %loaded …} {exec.lanes}
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let statistics = [Statistic<"numPeeled", "peeled", "Loops that ask less">];
}

def SplitLoopsPass : Pass<"kiln-split-loops"> {
  let summary = "Split marked loops at the item where positions bend";
  let description = [{
    The larger or the smaller one of two positions that are linear in the item of
    a loop with the attribute `exec.lanes` is one of the two before some item,
    and the other one from there on. The loop becomes two, in each of which that
    is known: its positions are linear, as reflection and clamping at the ends of
    an array leave them but for a few items, and `kiln-vectorize-loops` needs no
    gathers for them. A loop is split at two such operations at most.

    Before:
    ```mlir
    scf.for %i = %from to %to step %c1 {
      %at = arith.maxsi %i, %c3 : index
      …
    } {exec.lanes}
    ```
    After:
    ```mlir
    scf.for %i = %from to %three step %c1 {… %c3 …} {exec.lanes}
    scf.for %i = %three to %to step %c1 {… %i …} {exec.lanes}
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let statistics = [Statistic<"numSplit", "split", "Loops that became two">];
}

def VectorizeLoopsPass : Pass<"kiln-vectorize-loops"> {
  let summary = "Write marked scalar loops for several items at a time";
  let description = [{
    Turns each `scf.for` with the attribute `exec.lanes` into a loop over
    vectors. Every value of the body is classified: the same for all items,
    linear in the item (positions), or one per lane; accesses are then loads of
    one element, of neighbours, or gathers; with 256 bits and more, numbers of
    32 bits whose positions turn out to be in one register from the first one on
    are loaded together, and each lane takes one (with masks, numbers of 16 bits,
    too). Branches on lanes become masks. Of
    nested marked loops the outer one is taken where its accesses are to
    neighbours, else the inner ones, else eight items of the outer one go
    through the inner ones together. What is left over is done under a mask, or
    by the scalar loop where the target has no masks; with vectors of 256 bits
    it is under a mask, too, where items of words are long, or where
    `exec.overruns` says that what lies behind them may be stored to. A remark
    of category `kiln-vectorize` says why a loop stays scalar.

    Before:
    ```mlir
    scf.for %i = %from to %to step %c1 {
      %p = llvm.getelementptr inbounds %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %v = llvm.load %p : !llvm.ptr -> f32
      %r = arith.negf %v : f32
      …
    } {exec.lanes}
    ```
    After:
    ```mlir
    scf.for %i = %from to %whole step %c16 {
      %p = llvm.getelementptr inbounds %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %v = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> vector<16xf32>
      %r = arith.negf %v : vector<16xf32>
      …
    }
    scf.for %i = %whole to %to step %c1 {…}
    ```
  }];
  let options = [
    Option<"vectorBits", "vector-bits", "unsigned", "256",
           "Width of a vector register">,
    Option<"hasMasks", "has-masks", "bool", "false",
           "Loads and stores of some lanes are cheap">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::scf::SCFDialect"];
  let statistics = [Statistic<"numVectorized", "vectorized", "Loops that were written for vectors">];
}

def LookUpNibblesPass : Pass<"kiln-look-up-nibbles"> {
  let summary = "Look up in a register what is computed from four bits";
  let description = [{
    A vector of f32 that is computed from four bits of each lane, and from what
    is the same in all lanes, has sixteen different values. They are computed
    once, in one register, from which `vpermps` of AVX-512 chooses lane by lane;
    for numbers in groups with a scale, once a group. The instruction looks at no
    other bits, so that these need not be cleared.

    Before:
    ```mlir
    %bits = arith.andi %x, %fifteen : vector<16xi32>
    %number = arith.uitofp %bits : vector<16xi32> to vector<16xf32>
    %value = arith.subf %number, %eight : vector<16xf32>
    ```
    After:
    ```mlir
    %table = arith.subf %numbers, %eight : vector<16xf32> // of 0.0, 1.0, … 15.0
    %value = llvm.call_intrinsic "llvm.x86.avx512.permvar.sf.512"(%table, %x) : …
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect"];
  let statistics = [Statistic<"numTables", "tables", "Values that are looked up">];
}

#endif // KILN_TARGET_PASSES_TD
