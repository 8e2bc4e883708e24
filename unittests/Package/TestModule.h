// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A module in phase `host`, and code that nothing runs, for tests of packages.
#ifndef KILN_UNITTESTS_PACKAGE_TESTMODULE_H
#define KILN_UNITTESTS_PACKAGE_TESTMODULE_H

#include "kiln/Dialect/EP/EP.h"
#include "kiln/Dialect/Exec/Exec.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

namespace kiln::test {

inline const char *kModule = R"mlir(
#id = affine_map<(i, j) -> (i, j)>
#relu = loc(fused<{op = "aten.relu.default", module = "act", text = "return self.act(x)"}>["model.py":7:0])
ep.program @forward {
  ep.symbol @s0 range(1, 64)
  ep.symbol @u0 range(0, ?)
  ep.constraint 2*s0 range(2, ?)
  ep.guard Le(s0, 60) from "L['x'].size()[0] <= 60" loc(#relu)
  ep.storage @w0 bytes(16) data(dense<[1, 2, 3, 4]> : tensor<4xi32>)
  ep.storage @w1 bytes(16) data(dense<[1, 2, 3, 4]> : tensor<4xi32>)
  ep.parameter @"fc.weight" : !ep.tensor<[4], i32> storage(@w0)
  ep.buffer @count : !ep.tensor<[2], i32> storage(@w1, 1)
  exec.kernel @relu_0(%x: tensor<?x4xf32>, %s: index) -> tensor<?x4xf32>
      domain(d0, 4) access(read, write) work(flops = 4*d0, bytes = 32*d0) attributes {dims = [[0], [0]]} {
    %e = tensor.empty(%s) : tensor<?x4xf32>
    %zero = arith.constant 0.0 : f32
    %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%x : tensor<?x4xf32>) outs(%e : tensor<?x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %a = arith.maximumf %in, %zero : f32
      linalg.yield %a : f32
    } -> tensor<?x4xf32>
    exec.yield %y : tensor<?x4xf32>
  } loc(#relu)
  exec.host @forward {
    %x = exec.input 0 is #ep.input<user_input "x"> of !ep.tensor<[s0, 4], f32> loc(#relu)
    %f = exec.input 1 is #ep.input<constant_input "flag" = true> of none loc(unknown)
    %n = exec.input 2 is #ep.input<user_input "n"> of !ep.number<s0> loc(unknown)
    %y = exec.output 0 is #ep.output<user_output "y"> of !ep.tensor<[s0, 4], f32, strides = [1, s0]>
    %m = exec.output 1 is #ep.output<buffer_mutation "count"> of !ep.tensor<[2], i32>
    %k = exec.output 2 is #ep.output<user_output "k"> of !ep.number<2*s0>
    %c = exec.output 3 is #ep.output<constant_output "c" = 3 : i64> of none
    %count = exec.state @count mutable
    %a = exec.segment 0 bytes 64*s0 + 64
    %t = exec.view %a at 64 bytes 16*s0
    exec.size "t0" = 2*s0
    exec.check Lt(t0, 200), "too many" loc(#relu)
    exec.launch @relu_0(%x, %t) sizes [s0]
    exec.read_scalar "u0" from %t : i64
    exec.jump_if_false Lt(u0, 3) to ^bb2 else ^bb1
  ^bb1:
    exec.jump ^bb3
  ^bb2:
    exec.fill %count with "01000000"
    exec.jump ^bb3
  ^bb3:
    exec.copy %t to %y
    exec.extern "my.op"(%x, %y) with {alpha = 2 : i64, mode = "a", on = true, rate = 0.5, other = unit,
        x = {tensor = 0}, xs = {tensors = [1, unit]}, ends = [0x7FF0000000000000 : f64, 0xFFF0000000000000 : f64, 0x7FF8000000000000 : f64], of = f32} of [!ep.tensor<[s0, 4], f32>, !ep.tensor<[s0, 4], f32>] loc(#relu)
    exec.return
  }
  ep.module_call "" in(#ep.tree<"builtins.tuple"("null")["builtins.tuple"("null")[*], "builtins.dict"("[\"flag\", \"n\"]")[*, *]]>)
      out(#ep.tree<"collections.namedtuple"("model.Out")[*, *, *]>) {ep.named_tuples = {"model.Out" = ["y", "k", "c"]}}
}
)mlir";

class PackageTest : public ::testing::Test {
protected:
  PackageTest() {
    context.loadDialect<ep::EPDialect, exec::ExecDialect,
                        mlir::arith::ArithDialect, mlir::linalg::LinalgDialect,
                        mlir::tensor::TensorDialect>();
    context.getDiagEngine().registerHandler(
        [this](mlir::Diagnostic &diagnostic) {
          error += diagnostic.str();
          return success();
        });
  }

  mlir::OwningOpRef<mlir::ModuleOp> parse(llvm::StringRef text) {
    return mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  }

  mlir::MLIRContext context;
  std::string error;
};

} // namespace kiln::test

#endif // KILN_UNITTESTS_PACKAGE_TESTMODULE_H
