// RUN: kiln-opt %s --kiln-exec-build-host --kiln-verify-host --split-input-file | FileCheck %s
// RUN: kiln-opt %s --kiln-exec-build-host --kiln-exec-plan-memory --kiln-verify-host --split-input-file | FileCheck %s --check-prefix=PLAN

// A counter is raised where it lies; what a product makes takes turns between
// two places. No round copies, in the plan neither: what there is begins the
// loop or ends it.
// CHECK-LABEL: ep.program @turns
// CHECK: %[[I:.*]] = exec.input 0
// CHECK: %[[X:.*]] = exec.input 1
// CHECK: %[[N:.*]] = exec.output 0
// CHECK: %[[Y:.*]] = exec.output 1
// CHECK: exec.copy %[[I]] to %[[N]]
// CHECK: %[[BOTH:.*]] = exec.temporary bytes 128
// CHECK: %[[FIRST:.*]] = exec.view %[[BOTH]] at 0 bytes 64
// CHECK: exec.copy %[[X]] to %[[FIRST]]
// CHECK: exec.size "round_0" = 0
// CHECK: ^bb1:
// CHECK: %[[OLD:.*]] = exec.view %[[BOTH]] at 64*Mod(round_0, 2) bytes 64
// CHECK: exec.launch @few(%[[N]],
// CHECK: ^bb2:
// CHECK: %[[NEW:.*]] = exec.view %[[BOTH]] at 64*Mod(round_0 + 1, 2) bytes 64
// CHECK: exec.launch @raise(%[[N]], %[[N]])
// CHECK-NEXT: exec.launch @flip(%[[OLD]], %[[NEW]])
// CHECK-NEXT: exec.size "round_0" = round_0 + 1
// CHECK-NEXT: exec.jump ^bb1 while
// CHECK-NEXT: ^bb3:
// CHECK-NEXT: %[[LAST:.*]] = exec.view %[[BOTH]] at 64*Mod(round_0, 2) bytes 64
// CHECK-NEXT: exec.copy %[[LAST]] to %[[Y]]
// CHECK-NEXT: exec.return
// PLAN-LABEL: ep.program @turns
// PLAN-COUNT-2: exec.copy
// PLAN: ^bb1:
// PLAN-NOT: exec.copy
// PLAN: ^bb3:
// PLAN: exec.copy
#id = affine_map<(i, j) -> (i, j)>
#flip = affine_map<(i, j) -> (j, i)>
#point = affine_map<() -> ()>
!i = !ep.tensor<[], i64>
!t = !ep.tensor<[4, 4], f32>
ep.program @turns {
  exec.kernel @few(%i: tensor<i64>) -> tensor<i1>
      domain() access(read, write) work(flops = 0, bytes = 9) attributes {dims = [[], []]} {
    %e = tensor.empty() : tensor<i1>
    %y = linalg.generic {indexing_maps = [#point, #point], iterator_types = []}
        ins(%i : tensor<i64>) outs(%e : tensor<i1>) {
    ^bb0(%in: i64, %out: i1):
      %three = arith.constant 3 : i64
      %r = arith.cmpi slt, %in, %three : i64
      linalg.yield %r : i1
    } -> tensor<i1>
    exec.yield %y : tensor<i1>
  }
  exec.kernel @raise(%i: tensor<i64>) -> tensor<i64>
      domain() access(read, write) work(flops = 0, bytes = 16) attributes {dims = [[], []]} {
    %e = tensor.empty() : tensor<i64>
    %y = linalg.generic {indexing_maps = [#point, #point], iterator_types = []}
        ins(%i : tensor<i64>) outs(%e : tensor<i64>) {
    ^bb0(%in: i64, %out: i64):
      %one = arith.constant 1 : i64
      %r = arith.addi %in, %one : i64
      linalg.yield %r : i64
    } -> tensor<i64>
    exec.yield %y : tensor<i64>
  }
  exec.kernel @flip(%x: tensor<4x4xf32>) -> tensor<4x4xf32>
      domain(4, 4) access(read, write) work(flops = 0, bytes = 128) attributes {dims = [[], []]} {
    %e = tensor.empty() : tensor<4x4xf32>
    %y = linalg.generic {indexing_maps = [#flip, #id], iterator_types = ["parallel", "parallel"]}
        ins(%x : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4xf32>
    exec.yield %y : tensor<4x4xf32>
  }
  ep.graph @forward(%i: !i {ep.input = #ep.input<user_input "i">}, %x: !t {ep.input = #ep.input<user_input "x">})
      -> (!i {ep.output = #ep.output<user_output "n">}, !t {ep.output = #ep.output<user_output "y">}) {
    %0:2 = ep.while_loop(%i, %x) with() : (!i, !t) -> (!i, !t) {
    ^bb0(%a: !i, %b: !t):
      %1 = ep.to_builtin %a : !i -> tensor<i64>
      %2 = exec.dispatch @few(%1) : (tensor<i64>) -> tensor<i1>
      %3 = ep.from_builtin %2 : tensor<i1> -> !ep.tensor<[], i1>
      ep.yield %3 : !ep.tensor<[], i1>
    } do {
    ^bb0(%a: !i, %b: !t):
      %1 = ep.to_builtin %a : !i -> tensor<i64>
      %2 = exec.dispatch @raise(%1) : (tensor<i64>) -> tensor<i64>
      %3 = ep.from_builtin %2 : tensor<i64> -> !i
      %4 = ep.to_builtin %b : !t -> tensor<4x4xf32>
      %5 = exec.dispatch @flip(%4) : (tensor<4x4xf32>) -> tensor<4x4xf32>
      %6 = ep.from_builtin %5 : tensor<4x4xf32> -> !t
      ep.yield %3, %6 : !i, !t
    }
    ep.return %0#0, %0#1 : !i, !t
  }
}

// -----

// A cache of which each round writes a row is written in place. A value whose old
// one is read afterwards is not: it takes turns.
// CHECK-LABEL: ep.program @cache
// CHECK: %[[C:.*]] = exec.input 0
// CHECK: %[[ROWS:.*]] = exec.input 1
// CHECK: %[[END:.*]] = exec.output 0
// CHECK: exec.copy %[[C]] to %[[END]]
// CHECK: ^bb2:
// CHECK-NEXT: %[[OLD:.*]] = exec.view %[[BOTH:.*]] at 16*Mod(round_0, 2) bytes 16
// CHECK-NEXT: %[[ROW:.*]] = exec.view %[[ROWS]] at 16*round_0 bytes 16
// CHECK-NEXT: %[[NEW:.*]] = exec.view %[[BOTH]] at 16*Mod(round_0 + 1, 2) bytes 16
// CHECK-NEXT: exec.launch @double(%[[OLD]], %[[NEW]])
// CHECK-NEXT: exec.launch @insert(%[[OLD]], %[[END]], %[[END]])
// CHECK-NEXT: exec.size "round_0" = round_0 + 1
// CHECK-NEXT: exec.jump ^bb1{{$}}
// PLAN-LABEL: ep.program @cache
// PLAN: ^bb2:
// PLAN-NOT: exec.copy
// PLAN: ^bb3:
#row = affine_map<(i, j) -> (i, j)>
!c = !ep.tensor<[8, 4], f32>
!r = !ep.tensor<[1, 4], f32>
!rs = !ep.tensor<[6, 1, 4], f32>
ep.program @cache {
  exec.kernel @double(%x: tensor<1x4xf32>) -> tensor<1x4xf32>
      domain(1, 4) access(read, write) work(flops = 4, bytes = 32) attributes {dims = [[], []]} {
    %e = tensor.empty() : tensor<1x4xf32>
    %y = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
        ins(%x : tensor<1x4xf32>) outs(%e : tensor<1x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r = arith.addf %in, %in : f32
      linalg.yield %r : f32
    } -> tensor<1x4xf32>
    exec.yield %y : tensor<1x4xf32>
  }
  exec.kernel @insert(%x: tensor<1x4xf32>, %all: tensor<8x4xf32>) -> tensor<8x4xf32>
      domain(1, 4) access(read, readwrite, readwrite) work(flops = 0, bytes = 32) attributes {dims = [[], [], []]} {
    %y = tensor.insert_slice %x into %all[2, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<8x4xf32>
    exec.yield %y : tensor<8x4xf32>
  }
  ep.graph @forward(%c: !c {ep.input = #ep.input<user_input "c">}, %rows: !rs {ep.input = #ep.input<user_input "rows">},
                    %first: !r {ep.input = #ep.input<user_input "first">})
      -> (!c {ep.output = #ep.output<user_output "end">}) {
    %0:2 = ep.scan init(%c, %first) over(%rows) with() : (!c, !r, !rs) -> (!c, !r) {
    ^bb0(%a: !c, %b: !r, %x: !r):
      %1 = ep.to_builtin %b : !r -> tensor<1x4xf32>
      %2 = exec.dispatch @double(%1) : (tensor<1x4xf32>) -> tensor<1x4xf32>
      %3 = ep.from_builtin %2 : tensor<1x4xf32> -> !r
      %4 = ep.to_builtin %a : !c -> tensor<8x4xf32>
      %5 = exec.dispatch @insert(%1, %4) : (tensor<1x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
      %6 = ep.from_builtin %5 : tensor<8x4xf32> -> !c
      ep.yield %6, %3 : !c, !r
    }
    ep.return %0#0 : !c
  }
}
