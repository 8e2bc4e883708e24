// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The passes on programs in phase `host`, which become packages.
#ifndef KILN_PACKAGE_PASSES
#define KILN_PACKAGE_PASSES

include "mlir/Pass/PassBase.td"

def VerifyManifest : Pass<"kiln-package-verify-manifest"> {
  let summary = "hold what will be written to what a loader checks";
  let description = [{
    Writes the manifest of a variant, or of a module of programs, without code and
    weights, and validates it as the runtime does when it loads a package. What it
    does not accept is an error at the instruction, with the Python line, before
    any kernel is compiled: what compiles loads. Nothing is changed.

    Rejected, since the result has a size that no instruction sets:
    ```mlir
    exec.host @forward {
      %0 = exec.output 0 #ep.output<user_output "y"> : !ep.tensor<[u0], f32>
      exec.return
    }
    ```
    Accepted, with `exec.read_scalar "u0"` before the return.
  }];
}

#endif // KILN_PACKAGE_PASSES
