// RUN: kiln-opt %s --kiln-exec-form-kernels --split-input-file | FileCheck %s
// RUN: kiln-opt %s --kiln-exec-form-kernels --kiln-verify-dispatches --kiln-exec-build-host --split-input-file | FileCheck %s --check-prefix=HOST

// What a call gets is not copied to read a stretch of it, nor is a slice of that.
// The bytes of a dynamic dimension count.
// CHECK-LABEL: ep.program @slices
// CHECK-NOT: exec.kernel @extract
// CHECK: %[[X:.*]] = ep.to_builtin %x
// CHECK: %[[OUTER:.*]] = tensor.extract_slice %[[X]][1, 0, 0, 0] [1, 2, %{{.*}}, 16] [1, 1, 1, 1]
// CHECK: %[[SHAPED:.*]] = tensor.collapse_shape %[[OUTER]]
// CHECK: %[[INNER:.*]] = tensor.extract_slice %[[SHAPED]][1, 0, 0]
// CHECK: %[[READ:.*]] = tensor.collapse_shape %[[INNER]]
// CHECK: exec.dispatch @{{.*}}(%[[READ]])
// HOST-LABEL: exec.host @forward
// HOST: %[[INPUT:.*]] = exec.input
// HOST: %[[OUTER:.*]] = exec.view %[[INPUT]] at 128*s0 bytes 128*s0
// HOST: %[[INNER:.*]] = exec.view %[[OUTER]] at 64*s0 bytes 64*s0
// HOST: exec.launch @{{.*}}(%[[INNER]], %{{.*}})
ep.program @slices {
  ep.symbol @s0 range(2, 64)
  ep.graph @forward(%x: !ep.tensor<[3, 2, s0, 16], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[s0, 16], f32> {ep.output = #ep.output<user_output "y">}) {
    %s = ep.size s0
    %0 = ep.to_builtin %x : !ep.tensor<[3, 2, s0, 16], f32> -> tensor<3x2x?x16xf32>
    %1 = tensor.extract_slice %0[1, 0, 0, 0] [1, 2, %s, 16] [1, 1, 1, 1] : tensor<3x2x?x16xf32> to tensor<1x2x?x16xf32>
    %2 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<1x2x?x16xf32> into tensor<2x?x16xf32>
    %3 = tensor.extract_slice %2[1, 0, 0] [1, %s, 16] [1, 1, 1] : tensor<2x?x16xf32> to tensor<1x?x16xf32>
    %4 = tensor.collapse_shape %3 [[0, 1], [2]] : tensor<1x?x16xf32> into tensor<?x16xf32>
    %e = tensor.empty(%s) : tensor<?x16xf32>
    %5 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%4 : tensor<?x16xf32>) outs(%e : tensor<?x16xf32>) {
    ^bb0(%a: f32, %o: f32):
      %n = arith.negf %a : f32
      linalg.yield %n : f32
    } -> tensor<?x16xf32>
    %6 = ep.from_builtin %5 : tensor<?x16xf32> -> !ep.tensor<[s0, 16], f32>
    ep.return %6 : !ep.tensor<[s0, 16], f32>
  }
}

// -----

// A copy: what the graph returns, what does not begin at a line, and what is no
// one stretch.
// CHECK-LABEL: ep.program @copies
// CHECK-LABEL: ep.graph @forward
// CHECK-NOT: tensor.extract_slice
// CHECK: ep.return
// HOST-LABEL: exec.host @forward
// HOST-NOT: exec.view
ep.program @copies {
  ep.graph @forward(%x: !ep.tensor<[4, 16], f32> {ep.input = #ep.input<user_input "x">},
      %z: !ep.tensor<[4, 5], f32> {ep.input = #ep.input<user_input "z">})
      -> (!ep.tensor<[16], f32> {ep.output = #ep.output<user_output "a">}, !ep.tensor<[5], f32> {ep.output = #ep.output<user_output "b">},
          !ep.tensor<[8], f32> {ep.output = #ep.output<user_output "c">}) {
    %0 = ep.to_builtin %x : !ep.tensor<[4, 16], f32> -> tensor<4x16xf32>
    %1 = ep.to_builtin %z : !ep.tensor<[4, 5], f32> -> tensor<4x5xf32>
    %a = tensor.extract_slice %0[1, 0] [1, 16] [1, 1] : tensor<4x16xf32> to tensor<1x16xf32>
    %av = tensor.collapse_shape %a [[0, 1]] : tensor<1x16xf32> into tensor<16xf32>
    %b = tensor.extract_slice %1[1, 0] [1, 5] [1, 1] : tensor<4x5xf32> to tensor<1x5xf32>
    %bv = tensor.collapse_shape %b [[0, 1]] : tensor<1x5xf32> into tensor<5xf32>
    %be = tensor.empty() : tensor<5xf32>
    %bn = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%bv : tensor<5xf32>) outs(%be : tensor<5xf32>) {
    ^bb0(%p: f32, %o: f32):
      %n = arith.negf %p : f32
      linalg.yield %n : f32
    } -> tensor<5xf32>
    %c = tensor.extract_slice %0[0, 0] [2, 4] [1, 1] : tensor<4x16xf32> to tensor<2x4xf32>
    %cv = tensor.collapse_shape %c [[0, 1]] : tensor<2x4xf32> into tensor<8xf32>
    %ce = tensor.empty() : tensor<8xf32>
    %cn = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%cv : tensor<8xf32>) outs(%ce : tensor<8xf32>) {
    ^bb0(%p: f32, %o: f32):
      %n = arith.negf %p : f32
      linalg.yield %n : f32
    } -> tensor<8xf32>
    %ra = ep.from_builtin %av : tensor<16xf32> -> !ep.tensor<[16], f32>
    %rb = ep.from_builtin %bn : tensor<5xf32> -> !ep.tensor<[5], f32>
    %rc = ep.from_builtin %cn : tensor<8xf32> -> !ep.tensor<[8], f32>
    ep.return %ra, %rb, %rc : !ep.tensor<[16], f32>, !ep.tensor<[5], f32>, !ep.tensor<[8], f32>
  }
}

// -----

// Nor is what a kernel makes copied; of what a loop carries, and of what is
// absorbed by kernels, there is no buffer to have a part of.
// CHECK-LABEL: ep.program @made
// CHECK-LABEL: ep.graph @forward
// CHECK: %[[M:.*]] = exec.dispatch
// CHECK: %[[PART:.*]] = tensor.extract_slice %[[M]][1, 0] [1, 16]
// CHECK: %[[READ:.*]] = tensor.collapse_shape %[[PART]]
// CHECK: exec.dispatch @{{.*}}(%[[READ]])
// CHECK: ep.scan
// CHECK-NOT: tensor.extract_slice
// CHECK: ep.return
// HOST-LABEL: exec.host @forward
// HOST: %[[M:.*]] = exec.temporary bytes 256
// HOST: exec.view %[[M]] at 64 bytes 64
#row = affine_map<(i) -> (i)>
#all = affine_map<(i, j) -> (i, j)>
!c = !ep.tensor<[4, 16], f32>
!r = !ep.tensor<[16], f32>
!rs = !ep.tensor<[3, 16], f32>
ep.program @made {
  ep.graph @forward(%x: !c {ep.input = #ep.input<user_input "x">}, %xs: !rs {ep.input = #ep.input<user_input "xs">})
      -> (!r {ep.output = #ep.output<user_output "a">}, !c {ep.output = #ep.output<user_output "b">},
          !rs {ep.output = #ep.output<user_output "c">}, !r {ep.output = #ep.output<user_output "d">}) {
    %0 = ep.to_builtin %x : !c -> tensor<4x16xf32>
    %e = tensor.empty() : tensor<4x16xf32>
    %m = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
        ins(%0 : tensor<4x16xf32>) outs(%e : tensor<4x16xf32>) {
    ^bb0(%p: f32, %o: f32):
      %n = arith.negf %p : f32
      linalg.yield %n : f32
    } -> tensor<4x16xf32>
    %a = tensor.extract_slice %m[1, 0] [1, 16] [1, 1] : tensor<4x16xf32> to tensor<1x16xf32>
    %av = tensor.collapse_shape %a [[0, 1]] : tensor<1x16xf32> into tensor<16xf32>
    %re = tensor.empty() : tensor<16xf32>
    %an = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel"]}
        ins(%av : tensor<16xf32>) outs(%re : tensor<16xf32>) {
    ^bb0(%p: f32, %o: f32):
      %n = arith.negf %p : f32
      linalg.yield %n : f32
    } -> tensor<16xf32>
    %zero = arith.constant 0.0 : f32
    %pad = tensor.pad %0 low[4, 0] high[0, 0] {
    ^bb0(%i: index, %j: index):
      tensor.yield %zero : f32
    } : tensor<4x16xf32> to tensor<8x16xf32>
    %d = tensor.extract_slice %pad[1, 0] [1, 16] [1, 1] : tensor<8x16xf32> to tensor<1x16xf32>
    %dv = tensor.collapse_shape %d [[0, 1]] : tensor<1x16xf32> into tensor<16xf32>
    %dn = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel"]}
        ins(%dv : tensor<16xf32>) outs(%re : tensor<16xf32>) {
    ^bb0(%p: f32, %o: f32):
      %n = math.absf %p : f32
      linalg.yield %n : f32
    } -> tensor<16xf32>
    %l:2 = ep.scan init(%x) over(%xs) with() : (!c, !rs) -> (!c, !rs) {
    ^bb0(%carried: !c, %given: !r):
      %1 = ep.to_builtin %carried : !c -> tensor<4x16xf32>
      %b = tensor.extract_slice %1[1, 0] [1, 16] [1, 1] : tensor<4x16xf32> to tensor<1x16xf32>
      %bv = tensor.collapse_shape %b [[0, 1]] : tensor<1x16xf32> into tensor<16xf32>
      %be = tensor.empty() : tensor<16xf32>
      %bn = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel"]}
          ins(%bv : tensor<16xf32>) outs(%be : tensor<16xf32>) {
      ^bb0(%p: f32, %o: f32):
        %n = math.floor %p : f32
        linalg.yield %n : f32
      } -> tensor<16xf32>
      %next = ep.from_builtin %bn : tensor<16xf32> -> !r
      ep.yield %carried, %next : !c, !r
    }
    %ra = ep.from_builtin %an : tensor<16xf32> -> !r
    %rd = ep.from_builtin %dn : tensor<16xf32> -> !r
    ep.return %ra, %l#0, %l#1, %rd : !r, !c, !rs, !r
  }
}
