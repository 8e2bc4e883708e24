// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_TARGET_PASSES_TD
#define KILN_TARGET_PASSES_TD

include "mlir/Pass/PassBase.td"

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

#endif // KILN_TARGET_PASSES_TD
