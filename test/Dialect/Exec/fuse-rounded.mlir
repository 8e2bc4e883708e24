// RUN: kiln-opt %s --kiln-exec-fuse-elementwise --split-input-file | FileCheck %s
// RUN: kiln-opt %s --pass-pipeline='builtin.module(kiln-exec-make-variants{targets=cuda:sm_90},exec.variant(ep.program(kiln-exec-fuse-elementwise,kiln-exec-form-kernels)))' --split-input-file --remark-format=emitRemark --remarks-filter=kiln-fusion --verify-diagnostics -o /dev/null

#id = affine_map<(d0, d1) -> (d0, d1)>
#a = affine_map<(d0, d1, d2) -> (d0, d2)>
#b = affine_map<(d0, d1, d2) -> (d1, d2)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>

// What is rounded for a product, and stored, is read in fewer bits by others.
// CHECK-LABEL: ep.program @stored
// CHECK: arith.truncf
// CHECK: linalg.generic {{.*}}"reduction"
// CHECK: ^bb0(%{{.*}}: bf16, %{{.*}}: bf16):
// CHECK-NEXT: arith.negf {{.*}} : bf16
ep.program @stored {
  ep.graph @forward(%x: !ep.tensor<[8, 64], f32> {ep.input = #ep.input<user_input "x">},
                    %w: !ep.tensor<[10, 64], bf16> {ep.input = #ep.input<user_input "w">})
      -> (!ep.tensor<[8, 10], f32> {ep.output = #ep.output<user_output "y">},
          !ep.tensor<[8, 64], bf16> {ep.output = #ep.output<user_output "z">}) {
    %zero = arith.constant 0.0 : f32
    %0 = ep.to_builtin %x : !ep.tensor<[8, 64], f32> -> tensor<8x64xf32>
    %1 = ep.to_builtin %w : !ep.tensor<[10, 64], bf16> -> tensor<10x64xbf16>
    %e = tensor.empty() : tensor<8x64xbf16>
    %er = tensor.empty() : tensor<8x10xf32>
    %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%0 : tensor<8x64xf32>) outs(%e : tensor<8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %r = arith.truncf %in : f32 to bf16
      linalg.yield %r : bf16
    } -> tensor<8x64xbf16>
    %f = linalg.fill ins(%zero : f32) outs(%er : tensor<8x10xf32>) -> tensor<8x10xf32>
    // expected-remark @below {{operand 0 is not fused: the reduction reads an element more than once}}
    %4 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%2, %1 : tensor<8x64xbf16>, tensor<10x64xbf16>) outs(%f : tensor<8x10xf32>) {
    ^bb0(%in: bf16, %in1: bf16, %out: f32):
      %p = arith.extf %in : bf16 to f32
      %q = arith.extf %in1 : bf16 to f32
      %m = arith.mulf %p, %q : f32
      %s = arith.addf %out, %m : f32
      linalg.yield %s : f32
    } -> tensor<8x10xf32>
    // expected-remark @below {{operand 0 is not fused: the producer is stored for another consumer anyway}}
    %6 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%2 : tensor<8x64xbf16>) outs(%e : tensor<8x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %a = arith.negf %in : bf16
      linalg.yield %a : bf16
    } -> tensor<8x64xbf16>
    %5 = ep.from_builtin %4 : tensor<8x10xf32> -> !ep.tensor<[8, 10], f32>
    %7 = ep.from_builtin %6 : tensor<8x64xbf16> -> !ep.tensor<[8, 64], bf16>
    ep.return %5, %7 : !ep.tensor<[8, 10], f32>, !ep.tensor<[8, 64], bf16>
  }
}

// -----

// Bytes that are moved up for a product of integers, which widens them itself,
// are stored as well: what else reads them reads these, not those before.
// CHECK-LABEL: ep.program @moved
// CHECK: %[[MOVED:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<8x64xi8>)
// CHECK: arith.addi
// CHECK: linalg.generic {{.*}} ins(%[[MOVED]] : tensor<8x64xi8>) outs(%{{.*}} : tensor<8x64xf32>)
// CHECK: linalg.generic {{.*}}"reduction"{{.*}} ins(%[[MOVED]], %{{.*}} : tensor<8x64xi8>, tensor<10x64xi8>)
#id = affine_map<(d0, d1) -> (d0, d1)>
#a = affine_map<(d0, d1, d2) -> (d0, d2)>
#b = affine_map<(d0, d1, d2) -> (d1, d2)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>
ep.program @moved {
  ep.graph @forward(%x: !ep.tensor<[8, 64], i8> {ep.input = #ep.input<user_input "x">},
                    %w: !ep.tensor<[10, 64], i8> {ep.input = #ep.input<user_input "w">})
      -> (!ep.tensor<[8, 10], i32> {ep.output = #ep.output<user_output "y">},
          !ep.tensor<[8, 64], f32> {ep.output = #ep.output<user_output "z">}) {
    %zero = arith.constant 0 : i32
    %up = arith.constant -128 : i8
    %0 = ep.to_builtin %x : !ep.tensor<[8, 64], i8> -> tensor<8x64xi8>
    %1 = ep.to_builtin %w : !ep.tensor<[10, 64], i8> -> tensor<10x64xi8>
    %e8 = tensor.empty() : tensor<8x64xi8>
    %e32 = tensor.empty() : tensor<8x64xi32>
    %ef = tensor.empty() : tensor<8x64xf32>
    %er = tensor.empty() : tensor<8x10xi32>
    %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%0 : tensor<8x64xi8>) outs(%e8 : tensor<8x64xi8>) {
    ^bb0(%in: i8, %out: i8):
      %r = arith.addi %in, %up : i8
      linalg.yield %r : i8
    } -> tensor<8x64xi8>
    %6 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%2 : tensor<8x64xi8>) outs(%ef : tensor<8x64xf32>) {
    ^bb0(%in: i8, %out: f32):
      %a = arith.uitofp %in : i8 to f32
      linalg.yield %a : f32
    } -> tensor<8x64xf32>
    %3 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%2 : tensor<8x64xi8>) outs(%e32 : tensor<8x64xi32>) {
    ^bb0(%in: i8, %out: i32):
      %r = arith.extui %in : i8 to i32
      linalg.yield %r : i32
    } -> tensor<8x64xi32>
    %f = linalg.fill ins(%zero : i32) outs(%er : tensor<8x10xi32>) -> tensor<8x10xi32>
    // expected-remark @below {{operand 0 is not fused: the reduction reads an element more than once}}
    %4 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%3, %1 : tensor<8x64xi32>, tensor<10x64xi8>) outs(%f : tensor<8x10xi32>) {
    ^bb0(%in: i32, %in1: i8, %out: i32):
      %q = arith.extsi %in1 : i8 to i32
      %m = arith.muli %in, %q : i32
      %s = arith.addi %out, %m : i32
      linalg.yield %s : i32
    } -> tensor<8x10xi32>
    %5 = ep.from_builtin %4 : tensor<8x10xi32> -> !ep.tensor<[8, 10], i32>
    %7 = ep.from_builtin %6 : tensor<8x64xf32> -> !ep.tensor<[8, 64], f32>
    ep.return %5, %7 : !ep.tensor<[8, 10], i32>, !ep.tensor<[8, 64], f32>
  }
}
