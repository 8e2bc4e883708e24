// RUN: kiln-opt %s --pass-pipeline='builtin.module(exec.variant(ep.program(kiln-exec-split-choices)))' --split-input-file | FileCheck %s
// RUN: kiln-opt %s --pass-pipeline='builtin.module(exec.variant(ep.program(kiln-exec-split-choices)))' --split-input-file --remark-format=emitRemark --remarks-filter=kiln-split -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK-COUNT-2: Category:kiln-split | {{.*}}Remark="rows are multiplied matrix by matrix"

// The numbers are computed first. The loop of the matrices is before that of the steps.
// CHECK: #[[LIST:.+]] = affine_map<(d0) -> (d0)>
// CHECK: #[[ROWS:.+]] = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
// CHECK: #[[MATRICES:.+]] = affine_map<(d0, d1, d2, d3) -> (d2, d1, d3)>
// CHECK: #[[RESULT:.+]] = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
// CHECK-LABEL: ep.program @experts
// CHECK: %[[X:.+]] = ep.to_builtin %x
// CHECK: %[[W:.+]] = ep.to_builtin %w
// CHECK: %[[N:.+]] = ep.to_builtin %n
// CHECK: %[[TABLE:.+]] = linalg.generic {indexing_maps = [#[[LIST]], #[[LIST]]], iterator_types = ["parallel"]} ins(%[[N]] : tensor<?xi64>)
// CHECK: arith.minsi
// CHECK: linalg.yield %{{.+}} : i64
// CHECK: linalg.generic {indexing_maps = [#[[ROWS]], #[[MATRICES]], #[[RESULT]]], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%[[X]], %[[W]] : tensor<?x64xbf16>, tensor<4x96x64xbf16>)
// CHECK-NEXT: ^bb0(%[[A:.+]]: bf16, %[[B:.+]]: bf16, %[[O:.+]]: f32):
// CHECK-DAG: %[[WIDE:.+]] = arith.extf %[[B]]
// CHECK-DAG: %[[P:.+]] = arith.mulf %{{.+}}, %[[WIDE]]
// CHECK: %[[S:.+]] = arith.addf %[[O]], %[[P]]
// CHECK: %[[I:.+]] = linalg.index 0
// CHECK: %[[G:.+]] = linalg.index 2
// CHECK: %[[E:.+]] = tensor.extract %[[TABLE]][%[[I]]]
// CHECK: %[[AT:.+]] = arith.index_cast %[[E]] : i64 to index
// CHECK: %[[IS:.+]] = arith.cmpi eq, %[[AT]], %[[G]] : index
// CHECK: %[[R:.+]] = arith.select %[[IS]], %[[S]], %[[O]] : f32
// CHECK: linalg.yield %[[R]]
exec.variant @cpu for ["cpu:x86-64-v4", "cpu:x86-64-v3"] {
  ep.program @experts {
    ep.symbol @s0 range(1, 64)
    ep.graph @run(%x: !ep.tensor<[s0, 64], bf16> {ep.input = #ep.input<user_input "x">},
        %w: !ep.tensor<[4, 96, 64], bf16> {ep.input = #ep.input<user_input "w">},
        %n: !ep.tensor<[s0], i64> {ep.input = #ep.input<user_input "n">})
        -> (!ep.tensor<[s0, 96], f32> {ep.output = #ep.output<user_output "y">}) {
      %c0 = arith.constant 0 : index
      %most = arith.constant 3 : i64
      %zero = arith.constant 0.0 : f32
      %bx = ep.to_builtin %x : !ep.tensor<[s0, 64], bf16> -> tensor<?x64xbf16>
      %bw = ep.to_builtin %w : !ep.tensor<[4, 96, 64], bf16> -> tensor<4x96x64xbf16>
      %bn = ep.to_builtin %n : !ep.tensor<[s0], i64> -> tensor<?xi64>
      %rows = tensor.dim %bx, %c0 : tensor<?x64xbf16>
      %e = tensor.empty(%rows) : tensor<?x96xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x96xf32>) -> tensor<?x96xf32>
      %s = linalg.generic {indexing_maps = [affine_map<(i, k, n) -> (i, k)>, affine_map<(i, k, n) -> (i)>, affine_map<(i, k, n) -> (i, n)>], iterator_types = ["parallel", "reduction", "parallel"]}
          ins(%bx, %bn : tensor<?x64xbf16>, tensor<?xi64>) outs(%f : tensor<?x96xf32>) {
      ^bb0(%a: bf16, %number: i64, %o: f32):
        %k = linalg.index 1 : index
        %n0 = linalg.index 2 : index
        %least = arith.minsi %number, %most : i64
        %at = arith.index_cast %least : i64 to index
        %b = tensor.extract %bw[%at, %n0, %k] : tensor<4x96x64xbf16>
        %p = arith.extf %a : bf16 to f32
        %q = arith.extf %b : bf16 to f32
        %r = arith.mulf %p, %q : f32
        %t = arith.addf %o, %r : f32
        linalg.yield %t : f32
      } -> tensor<?x96xf32>
      %y = ep.from_builtin %s : tensor<?x96xf32> -> !ep.tensor<[s0, 96], f32>
      ep.return %y : !ep.tensor<[s0, 96], f32>
    }
  }
}

// -----

// Numbers are what they are. Rows may be the second factor.
// CHECK-LABEL: ep.program @plain
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%{{.+}}, %{{.+}} : tensor<8x64xf32>, tensor<64x4x96xf32>)
// CHECK: arith.mulf
exec.variant @cpu for ["cpu:x86-64-v4"] {
  ep.program @plain {
    ep.graph @run(%x: !ep.tensor<[8, 64], f32> {ep.input = #ep.input<user_input "x">},
        %w: !ep.tensor<[64, 4, 96], f32> {ep.input = #ep.input<user_input "w">},
        %n: !ep.tensor<[8], i32> {ep.input = #ep.input<user_input "n">})
        -> (!ep.tensor<[8, 96], f32> {ep.output = #ep.output<user_output "y">}) {
      %zero = arith.constant 0.0 : f32
      %bx = ep.to_builtin %x : !ep.tensor<[8, 64], f32> -> tensor<8x64xf32>
      %bw = ep.to_builtin %w : !ep.tensor<[64, 4, 96], f32> -> tensor<64x4x96xf32>
      %bn = ep.to_builtin %n : !ep.tensor<[8], i32> -> tensor<8xi32>
      %e = tensor.empty() : tensor<8x96xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x96xf32>) -> tensor<8x96xf32>
      %s = linalg.generic {indexing_maps = [affine_map<(i, k, n) -> (i)>, affine_map<(i, k, n) -> (i, k)>, affine_map<(i, k, n) -> (i, n)>], iterator_types = ["parallel", "reduction", "parallel"]}
          ins(%bn, %bx : tensor<8xi32>, tensor<8x64xf32>) outs(%f : tensor<8x96xf32>) {
      ^bb0(%number: i32, %a: f32, %o: f32):
        %k = linalg.index 1 : index
        %n0 = linalg.index 2 : index
        %at = arith.index_cast %number : i32 to index
        %b = tensor.extract %bw[%k, %at, %n0] : tensor<64x4x96xf32>
        %r = arith.mulf %b, %a : f32
        %t = arith.addf %r, %o : f32
        linalg.yield %t : f32
      } -> tensor<8x96xf32>
      %y = ep.from_builtin %s : tensor<8x96xf32> -> !ep.tensor<[8, 96], f32>
      ep.return %y : !ep.tensor<[8, 96], f32>
    }
  }
}

// -----

// A device looks the matrix up for each element.
// CHECK-LABEL: ep.program @device
// CHECK: tensor.extract %{{.+}}[%{{.+}}, %{{.+}}, %{{.+}}] : tensor<4x64x96xf32>
exec.variant @cuda for ["cuda:sm_90"] {
  ep.program @device {
    ep.graph @run(%x: !ep.tensor<[8, 64], f32> {ep.input = #ep.input<user_input "x">},
        %w: !ep.tensor<[4, 64, 96], f32> {ep.input = #ep.input<user_input "w">},
        %n: !ep.tensor<[8], i64> {ep.input = #ep.input<user_input "n">})
        -> (!ep.tensor<[8, 96], f32> {ep.output = #ep.output<user_output "y">}) {
      %zero = arith.constant 0.0 : f32
      %bx = ep.to_builtin %x : !ep.tensor<[8, 64], f32> -> tensor<8x64xf32>
      %bw = ep.to_builtin %w : !ep.tensor<[4, 64, 96], f32> -> tensor<4x64x96xf32>
      %bn = ep.to_builtin %n : !ep.tensor<[8], i64> -> tensor<8xi64>
      %e = tensor.empty() : tensor<8x96xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x96xf32>) -> tensor<8x96xf32>
      %s = linalg.generic {indexing_maps = [affine_map<(i, k, n) -> (i, k)>, affine_map<(i, k, n) -> (i)>, affine_map<(i, k, n) -> (i, n)>], iterator_types = ["parallel", "reduction", "parallel"]}
          ins(%bx, %bn : tensor<8x64xf32>, tensor<8xi64>) outs(%f : tensor<8x96xf32>) {
      ^bb0(%a: f32, %number: i64, %o: f32):
        %k = linalg.index 1 : index
        %n0 = linalg.index 2 : index
        %at = arith.index_cast %number : i64 to index
        %b = tensor.extract %bw[%at, %k, %n0] : tensor<4x64x96xf32>
        %r = arith.mulf %a, %b : f32
        %t = arith.addf %o, %r : f32
        linalg.yield %t : f32
      } -> tensor<8x96xf32>
      %y = ep.from_builtin %s : tensor<8x96xf32> -> !ep.tensor<[8, 96], f32>
      ep.return %y : !ep.tensor<[8, 96], f32>
    }
  }
}

// -----

// Not chosen by a row: the number is that of a step.
// CHECK-LABEL: ep.program @steps
// CHECK: tensor.extract %{{.+}}[%{{.+}}, %{{.+}}, %{{.+}}] : tensor<4x64x96xf32>
exec.variant @cpu for ["cpu:x86-64-v4"] {
  ep.program @steps {
    ep.graph @run(%x: !ep.tensor<[8, 64], f32> {ep.input = #ep.input<user_input "x">},
        %w: !ep.tensor<[4, 64, 96], f32> {ep.input = #ep.input<user_input "w">},
        %n: !ep.tensor<[64], i64> {ep.input = #ep.input<user_input "n">})
        -> (!ep.tensor<[8, 96], f32> {ep.output = #ep.output<user_output "y">}) {
      %zero = arith.constant 0.0 : f32
      %bx = ep.to_builtin %x : !ep.tensor<[8, 64], f32> -> tensor<8x64xf32>
      %bw = ep.to_builtin %w : !ep.tensor<[4, 64, 96], f32> -> tensor<4x64x96xf32>
      %bn = ep.to_builtin %n : !ep.tensor<[64], i64> -> tensor<64xi64>
      %e = tensor.empty() : tensor<8x96xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x96xf32>) -> tensor<8x96xf32>
      %s = linalg.generic {indexing_maps = [affine_map<(i, k, n) -> (i, k)>, affine_map<(i, k, n) -> (k)>, affine_map<(i, k, n) -> (i, n)>], iterator_types = ["parallel", "reduction", "parallel"]}
          ins(%bx, %bn : tensor<8x64xf32>, tensor<64xi64>) outs(%f : tensor<8x96xf32>) {
      ^bb0(%a: f32, %number: i64, %o: f32):
        %k = linalg.index 1 : index
        %n0 = linalg.index 2 : index
        %at = arith.index_cast %number : i64 to index
        %b = tensor.extract %bw[%at, %k, %n0] : tensor<4x64x96xf32>
        %r = arith.mulf %a, %b : f32
        %t = arith.addf %o, %r : f32
        linalg.yield %t : f32
      } -> tensor<8x96xf32>
      %y = ep.from_builtin %s : tensor<8x96xf32> -> !ep.tensor<[8, 96], f32>
      ep.return %y : !ep.tensor<[8, 96], f32>
    }
  }
}

// -----

// Columns that choose matrices are no rows of a product.
// CHECK-LABEL: ep.program @columns
// CHECK: tensor.extract %{{.+}}[%{{.+}}, %{{.+}}, %{{.+}}] : tensor<4x64x96xf32>
exec.variant @cpu for ["cpu:x86-64-v4"] {
  ep.program @columns {
    ep.graph @run(%x: !ep.tensor<[8, 64], f32> {ep.input = #ep.input<user_input "x">},
        %w: !ep.tensor<[4, 64, 96], f32> {ep.input = #ep.input<user_input "w">},
        %n: !ep.tensor<[8], i64> {ep.input = #ep.input<user_input "n">})
        -> (!ep.tensor<[96, 8], f32> {ep.output = #ep.output<user_output "y">}) {
      %zero = arith.constant 0.0 : f32
      %bx = ep.to_builtin %x : !ep.tensor<[8, 64], f32> -> tensor<8x64xf32>
      %bw = ep.to_builtin %w : !ep.tensor<[4, 64, 96], f32> -> tensor<4x64x96xf32>
      %bn = ep.to_builtin %n : !ep.tensor<[8], i64> -> tensor<8xi64>
      %e = tensor.empty() : tensor<96x8xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<96x8xf32>) -> tensor<96x8xf32>
      %s = linalg.generic {indexing_maps = [affine_map<(i, k, n) -> (i, k)>, affine_map<(i, k, n) -> (i)>, affine_map<(i, k, n) -> (n, i)>], iterator_types = ["parallel", "reduction", "parallel"]}
          ins(%bx, %bn : tensor<8x64xf32>, tensor<8xi64>) outs(%f : tensor<96x8xf32>) {
      ^bb0(%a: f32, %number: i64, %o: f32):
        %k = linalg.index 1 : index
        %n0 = linalg.index 2 : index
        %at = arith.index_cast %number : i64 to index
        %b = tensor.extract %bw[%at, %k, %n0] : tensor<4x64x96xf32>
        %r = arith.mulf %a, %b : f32
        %t = arith.addf %o, %r : f32
        linalg.yield %t : f32
      } -> tensor<96x8xf32>
      %y = ep.from_builtin %s : tensor<96x8xf32> -> !ep.tensor<[96, 8], f32>
      ep.return %y : !ep.tensor<[96, 8], f32>
    }
  }
}
