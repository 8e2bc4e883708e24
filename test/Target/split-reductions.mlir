// RUN: kiln-opt %s --kiln-exec-split-reductions --split-input-file --verify-diagnostics --remark-format=emitRemark --remarks-filter=kiln-schedule | FileCheck %s

// A sum of many elements to one: parts, which are combined in their order.
// CHECK: #[[PARTS:.+]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: exec.kernel @sum_parts(%{{.*}}: tensor<32x524288xf32>) -> tensor<32xf32> domain(32)
// Constants of its body come along.
// CHECK: %[[TWO:.+]] = arith.constant 2.0
// CHECK: linalg.generic {indexing_maps = [#[[PARTS]], #{{.*}}], iterator_types = ["reduction", "parallel"]}
// CHECK: arith.mulf %{{.*}}, %[[TWO]]
// CHECK-LABEL: exec.kernel @sum(%{{.*}}: tensor<f32>, %{{.*}}: tensor<32xf32>) -> tensor<f32>
// CHECK: linalg.generic {{{.*}}iterator_types = ["reduction"]} ins(%{{.*}} : tensor<32xf32>)
// CHECK: arith.divf
// CHECK-LABEL: ep.graph
// CHECK: %[[VIEW:.*]] = tensor.expand_shape %{{.*}} {{\[\[}}0, 1]] output_shape [32, 524288]
// CHECK: %[[PART:.*]] = exec.dispatch @sum_parts(%[[VIEW]]) : (tensor<32x524288xf32>) -> tensor<32xf32>
// CHECK: exec.dispatch @sum(%{{.*}}, %[[PART]]) : (tensor<f32>, tensor<32xf32>) -> tensor<f32>
exec.variant @cpu for ["cpu:x86-64-v4"] {
  ep.program @p {
    // expected-remark @below {{sum on cpu:x86-64-v4: sums of 16777216 as 32 parts}}
    exec.kernel @sum(%x: tensor<16777216xf32>, %n: tensor<f32>) -> tensor<f32>
        domain() access(read, read, write) work(flops = 33554433, bytes = 67108872)
        attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %two = arith.constant 2.0 : f32
      %e = tensor.empty() : tensor<f32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
      %s = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
          ins(%x : tensor<16777216xf32>) outs(%f : tensor<f32>) {
      ^bb0(%a: f32, %o: f32):
        %t = arith.mulf %a, %two : f32
        %r = arith.addf %o, %t : f32
        linalg.yield %r : f32
      } -> tensor<f32>
      %y = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
          ins(%s, %n : tensor<f32>, tensor<f32>) outs(%e : tensor<f32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %r = arith.divf %a, %b : f32
        linalg.yield %r : f32
      } -> tensor<f32>
      exec.yield %y : tensor<f32>
    }
    ep.graph @run(%x: !ep.tensor<[16777216], f32> {ep.input = #ep.input<user_input "x">}, %n: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "n">}) -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "y">}) {
      %a = ep.to_builtin %x : !ep.tensor<[16777216], f32> -> tensor<16777216xf32>
      %b = ep.to_builtin %n : !ep.tensor<[], f32> -> tensor<f32>
      %c = exec.dispatch @sum(%a, %b) : (tensor<16777216xf32>, tensor<f32>) -> tensor<f32>
      %y = ep.from_builtin %c : tensor<f32> -> !ep.tensor<[], f32>
      ep.return %y : !ep.tensor<[], f32>
    }
  }
}

// -----

// Already enough items for all threads: nothing is split.
// CHECK-LABEL: exec.kernel @rows(
// CHECK-NOT: _parts
exec.variant @cpu for ["cpu:x86-64-v4"] {
  ep.program @p {
    exec.kernel @rows(%x: tensor<64x262144xf32>) -> tensor<64xf32>
        domain(64) access(read, write) work(flops = 16777216, bytes = 67109120)
        attributes {dims = [[], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<64xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
      %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
          ins(%x : tensor<64x262144xf32>) outs(%f : tensor<64xf32>) {
      ^bb0(%a: f32, %o: f32):
        %r = arith.addf %o, %a : f32
        linalg.yield %r : f32
      } -> tensor<64xf32>
      exec.yield %s : tensor<64xf32>
    }
  }
}

// -----

// A sum that begins with another number than zero, a length without divisors,
// and one that is soon done: nothing is split.
// CHECK-NOT: _parts
exec.variant @cpu for ["cpu:x86-64-v4"] {
  ep.program @p {
    exec.kernel @begins(%x: tensor<16777216xf32>) -> tensor<f32>
        domain() access(read, write) work(flops = 16777216, bytes = 67108868)
        attributes {dims = [[], []]} {
      %one = arith.constant 1.0 : f32
      %e = tensor.empty() : tensor<f32>
      %f = linalg.fill ins(%one : f32) outs(%e : tensor<f32>) -> tensor<f32>
      %s = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
          ins(%x : tensor<16777216xf32>) outs(%f : tensor<f32>) {
      ^bb0(%a: f32, %o: f32):
        %r = arith.addf %o, %a : f32
        linalg.yield %r : f32
      } -> tensor<f32>
      exec.yield %s : tensor<f32>
    }
    exec.kernel @prime(%x: tensor<16777213xi64>) -> tensor<i64>
        domain() access(read, write) work(flops = 0, bytes = 134217712)
        attributes {dims = [[], []]} {
      %zero = arith.constant 0 : i64
      %e = tensor.empty() : tensor<i64>
      %f = linalg.fill ins(%zero : i64) outs(%e : tensor<i64>) -> tensor<i64>
      %s = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
          ins(%x : tensor<16777213xi64>) outs(%f : tensor<i64>) {
      ^bb0(%a: i64, %o: i64):
        %r = arith.addi %o, %a : i64
        linalg.yield %r : i64
      } -> tensor<i64>
      exec.yield %s : tensor<i64>
    }
    exec.kernel @short(%x: tensor<1024xi64>) -> tensor<i64>
        domain() access(read, write) work(flops = 0, bytes = 8200)
        attributes {dims = [[], []]} {
      %zero = arith.constant 0 : i64
      %e = tensor.empty() : tensor<i64>
      %f = linalg.fill ins(%zero : i64) outs(%e : tensor<i64>) -> tensor<i64>
      %s = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
          ins(%x : tensor<1024xi64>) outs(%f : tensor<i64>) {
      ^bb0(%a: i64, %o: i64):
        %r = arith.addi %o, %a : i64
        linalg.yield %r : i64
      } -> tensor<i64>
      exec.yield %s : tensor<i64>
    }
  }
}
