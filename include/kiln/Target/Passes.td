// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_TARGET_PASSES_TD
#define KILN_TARGET_PASSES_TD

include "mlir/Pass/PassBase.td"

def PackWeightsPass : Pass<"kiln-exec-pack-weights", "::kiln::ep::ProgramOp"> {
  let summary = "Keep weights as the kernels of the CPU read them";
  let description = [{
    The filters of a convolution, and the right operand of a product of several
    rows, are read in panels: so many neighbours side by side, the steps of the
    sum one after another. Where such an operand is a weight of at most `limit`
    bytes that no call writes, the panels become a constant, which is made from
    the weight, and every use of the kernel reads that. The graph `prepare` makes
    it again where weights are replaced. Sums are what they were, bit for bit.

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
}

def EmitNaiveCPUPass : Pass<"kiln-emit-naive-cpu", "::mlir::ModuleOp"> {
  let summary = "Write kernels as scalar loops for the CPU";
  let description = [{
    Replaces each `exec.kernel` by an `llvm.func` that computes the items
    [begin, end) of the kernel's domain, one after another.

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
    After:
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
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::scf::SCFDialect"];
}

def EmitNaiveCUDAPass : Pass<"kiln-emit-naive-cuda", "::mlir::ModuleOp"> {
  let summary = "Write kernels as one thread per item for CUDA";
  let description = [{
    Replaces each `exec.kernel` by an `llvm.func` that is a CUDA entry: thread
    number i computes item i of the kernel's domain.

    Before: as for `kiln-emit-naive-cpu`. After:
    ```mlir
    llvm.func @neg(%x: !llvm.ptr, %y: !llvm.ptr, %n: i64)
        attributes {nvvm.kernel} {
      …
      scf.if %inside {
        %v = llvm.load %p : !llvm.ptr -> f32
        %r = arith.negf %v : f32
        llvm.store %r, %q : f32, !llvm.ptr
      }
      llvm.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::NVVM::NVVMDialect",
                           "::mlir::scf::SCFDialect"];
}

def EmitGemmCPUPass : Pass<"kiln-emit-gemm-cpu", "::mlir::ModuleOp"> {
  let summary = "Write matrix products as tiles in vector registers";
  let description = [{
    Replaces each `exec.kernel` that sums products of rows and columns (a matrix
    product, a convolution) by an `llvm.func`; others stay. A panel of the right
    operand is packed, then tiles of the result are computed with all sums in
    registers, and go through the elementwise ops of the kernel.

    Before:
    ```mlir
    exec.kernel @mm(%x: tensor<64x32xf32>, %y: tensor<32x64xf32>) -> tensor<64x64xf32> … {
      %p = linalg.generic {… "parallel", "parallel", "reduction"} … {
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      }
      exec.yield %p : tensor<64x64xf32>
    }
    ```
    After:
    ```mlir
    llvm.func @mm(%buffers: !llvm.ptr, %sizes: !llvm.ptr, %begin: i64,
                  %end: i64, %scratch: !llvm.ptr) -> i32 {
      …
      %tile:16 = scf.for %k = … iter_args(…) -> (vector<16xf32>, …) {
        %column = llvm.load %p : !llvm.ptr -> vector<16xf32>
        %sum = math.fma %factor, %column, %old : vector<16xf32>
        …
      }
      …
    }
    ```
  }];
  let options = [Option<"level", "level", "std::string", "\"x86-64-v3\"",
                        "The x86-64 level whose registers are filled">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect"];
}

def EmitAttentionCPUPass : Pass<"kiln-emit-attention-cpu", "::mlir::ModuleOp"> {
  let summary = "Write attentions as tiles that meet the keys block by block";
  let description = [{
    Replaces each `exec.kernel` of a `tx.attention` by an `llvm.func`; others
    stay, and those whose blocks would fit into no cache. A block of rows goes
    through blocks of keys, which are packed with their values: the scores of a
    tile of rows become weights relative to the largest score so far, and the
    weighted values are added to the row's sums, in vector registers.

    Before:
    ```mlir
    exec.kernel @attend(%q: tensor<?x64xf32>, %k: tensor<?x64xf32>, %v: tensor<?x64xf32>, %n: index, %m: index) -> tensor<?x64xf32> … {
      %e = tensor.empty(%n) : tensor<?x64xf32>
      %y = tx.attention %q, %k, %v into %e maps = […] {…} : …
      exec.yield %y : tensor<?x64xf32>
    }
    ```
    After:
    ```mlir
    llvm.func @attend(%buffers: !llvm.ptr, %sizes: !llvm.ptr, %begin: i64,
                      %end: i64, %scratch: !llvm.ptr) -> i32 {
      …
      %score:16 = scf.for %d = … iter_args(…) -> (vector<16xf32>, …) {…}
      …
      %weight = math.exp %distance : f32
      …
      %sum:16 = scf.for %key = … iter_args(…) -> (vector<16xf32>, …) {…}
      …
    }
    ```
  }];
  let options = [Option<"level", "level", "std::string", "\"x86-64-v3\"",
                        "The x86-64 level whose registers are filled">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect"];
}

def EmitWindowCPUPass : Pass<"kiln-emit-window-cpu", "::mlir::ModuleOp"> {
  let summary = "Write sums over windows of an image as tiles in vector registers";
  let description = [{
    Replaces each `exec.kernel` that sums over windows of an image, with
    a filter for each image (a depthwise convolution), by an `llvm.func`; others
    stay. A band of the image is packed with what lies around it, then tiles of
    the result are computed with all sums in registers, and go through the
    elementwise ops of the kernel.

    Before:
    ```mlir
    exec.kernel @dw(%x: tensor<8x18xf32>, %w: tensor<8x3xf32>) -> tensor<8x16xf32> … {
      %s = linalg.generic {… (c, o, k) -> (c, o + k), (c, o, k) -> (c, k) …} … {
        %p = arith.mulf %a, %b : f32
        %r = arith.addf %o, %p : f32
        linalg.yield %r : f32
      }
      exec.yield %s : tensor<8x16xf32>
    }
    ```
    After:
    ```mlir
    llvm.func @dw(%buffers: !llvm.ptr, %sizes: !llvm.ptr, %begin: i64,
                  %end: i64, %scratch: !llvm.ptr) -> i32 {
      …
      %x0 = llvm.load %p : !llvm.ptr -> vector<16xf32>
      %s0 = math.fma %w0, %x0, %zero : vector<16xf32>
      …
    }
    ```
  }];
  let options = [Option<"level", "level", "std::string", "\"x86-64-v3\"",
                        "The x86-64 level whose registers are filled">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect"];
}

def EmitConvolutionCPUPass : Pass<"kiln-emit-convolution-cpu", "::mlir::ModuleOp"> {
  let summary = "Write convolutions as tiles of pixels by filters in vector registers";
  let description = [{
    Replaces each `exec.kernel` that sums over windows of an image with many
    filters by an `llvm.func`; others stay. A band of the image is packed with
    what lies around it, and panels of filters; then tiles of a few pixels by
    the filters of a panel are computed with all sums in registers, transposed
    to lines of pixels, and go through the elementwise ops of the kernel.

    Before:
    ```mlir
    exec.kernel @conv(%x: tensor<8x18xf32>, %w: tensor<32x8x3xf32>) -> tensor<32x16xf32> … {
      %s = linalg.generic {… (f, o, c, k) -> (c, o + k), (f, o, c, k) -> (f, c, k) …} … {
        %p = arith.mulf %a, %b : f32
        %r = arith.addf %o, %p : f32
        linalg.yield %r : f32
      }
      exec.yield %s : tensor<32x16xf32>
    }
    ```
    After:
    ```mlir
    llvm.func @conv(%buffers: !llvm.ptr, %sizes: !llvm.ptr, %begin: i64,
                    %end: i64, %scratch: !llvm.ptr) -> i32 {
      …
      %w0 = llvm.load %filters : !llvm.ptr -> vector<16xf32>
      %x0 = llvm.load %pixel : !llvm.ptr -> f32
      %s0 = math.fma %x0s, %w0, %old : vector<16xf32>
      …
    }
    ```
  }];
  let options = [Option<"level", "level", "std::string", "\"x86-64-v3\"",
                        "The x86-64 level whose registers are filled">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect"];
}

def ExpandMathPass : Pass<"kiln-expand-math"> {
  let summary = "Write out mathematical functions as arithmetic";
  let description = [{
    Replaces scalar operations that would need a mathematical library (exp,
    tanh, erf, sin, pow, fmod, …) by additions, multiplications and operations
    on bits, on f32 and f64; f16 and bf16 are computed in f32. Rounding to f16
    and bf16 becomes integer arithmetic where the target cannot do it. Floor and
    ceiling divisions of integers become ordinary ones.

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
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect"];
}

def VectorizeLoopsPass : Pass<"kiln-vectorize-loops"> {
  let summary = "Write marked scalar loops for several items at a time";
  let description = [{
    Turns each `scf.for` with the attribute `exec.lanes` into a loop over
    vectors. Every value of the body is classified: the same for all items,
    linear in the item (positions), or one per lane; accesses are then loads of
    one element, of neighbours, or gathers. Branches on lanes become masks. Of
    nested marked loops the outer one is taken where its accesses are to
    neighbours, else the inner ones, else eight items of the outer one go
    through the inner ones together. What is left over is done under a mask, or
    by the scalar loop where the target has no masks. A remark of category
    `kiln-vectorize` says why a loop stays scalar.

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
}

#endif // KILN_TARGET_PASSES_TD
