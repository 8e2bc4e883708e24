// RUN: kiln-opt %s --kiln-exec-plan-memory --kiln-verify-host --split-input-file --remark-format=emitRemark --remarks-filter=kiln-memory --verify-diagnostics | FileCheck %s

// The result of an elementwise kernel takes the place of an operand that is read
// last; not that of one that is read elsewhere, too, nor the other way around.
// CHECK-LABEL: ep.program @reuse
// CHECK: %[[X:.*]] = exec.input 0
// CHECK: %[[Y:.*]] = exec.output 0
// CHECK-NEXT: %[[A:.*]] = exec.segment 0 bytes 128
// CHECK-NEXT: %[[T:.*]] = exec.view %[[A]] at 0 bytes 64
// CHECK-NEXT: %[[U:.*]] = exec.view %[[A]] at 64 bytes 64
// CHECK-NEXT: exec.launch @neg(%[[X]], %[[T]])
// CHECK-NEXT: exec.launch @neg(%[[T]], %[[T]])
// CHECK-NEXT: exec.launch @flip(%[[T]], %[[U]])
// CHECK-NEXT: exec.launch @flip(%[[U]], %[[Y]])
#id = affine_map<(i, j) -> (i, j)>
#flip = affine_map<(i, j) -> (j, i)>
ep.program @reuse {
  exec.kernel @neg(%x: tensor<4x4xf32>) -> tensor<4x4xf32>
      domain(4, 4) access(read, write) work(flops = 16, bytes = 128) attributes {dims = [[], []]} {
    %e = tensor.empty() : tensor<4x4xf32>
    %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%x : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r = arith.negf %in : f32
      linalg.yield %r : f32
    } -> tensor<4x4xf32>
    exec.yield %y : tensor<4x4xf32>
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
  // expected-remark @below {{2 temporaries, 128 bytes in all, 128 live at once, 128 planned}}
  exec.host @forward {
    %x = exec.input 0 is #ep.input<user_input "x"> of !ep.tensor<[4, 4], f32>
    %y = exec.output 0 is #ep.output<user_output "y"> of !ep.tensor<[4, 4], f32>
    %t = exec.temporary bytes 64
    exec.launch @neg(%x, %t) sizes []
    %u = exec.temporary bytes 64
    exec.launch @neg(%t, %u) sizes []
    %v = exec.temporary bytes 64
    exec.launch @flip(%u, %v) sizes []
    exec.launch @flip(%v, %y) sizes []
    exec.return
  }
}

// -----

// Nor does it take the place of an operand of which it reads a part, too.
// CHECK-LABEL: ep.program @part
// CHECK: %[[A:.*]] = exec.segment 0 bytes 128
// CHECK-DAG: %[[T:.*]] = exec.view %[[A]] at 0 bytes 64
// CHECK-DAG: %[[U:.*]] = exec.view %[[A]] at 64 bytes 64
// CHECK: %[[PART:.*]] = exec.view %[[T]] at 0 bytes 16
// CHECK: exec.launch @add(%[[T]], %[[PART]], %[[U]])
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
ep.program @part {
  exec.kernel @add(%x: tensor<4x4xf32>, %r: tensor<4xf32>) -> tensor<4x4xf32>
      domain(4, 4) access(read, read, write) work(flops = 16, bytes = 144) attributes {dims = [[], [], []]} {
    %e = tensor.empty() : tensor<4x4xf32>
    %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%x, %r : tensor<4x4xf32>, tensor<4xf32>) outs(%e : tensor<4x4xf32>) {
    ^bb0(%a: f32, %b: f32, %out: f32):
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    } -> tensor<4x4xf32>
    exec.yield %y : tensor<4x4xf32>
  }
  // expected-remark @below {{2 temporaries, 128 bytes in all, 128 live at once, 128 planned}}
  exec.host @forward {
    %x = exec.input 0 is #ep.input<user_input "x"> of !ep.tensor<[4, 4], f32>
    %r = exec.input 1 is #ep.input<user_input "r"> of !ep.tensor<[4], f32>
    %y = exec.output 0 is #ep.output<user_output "y"> of !ep.tensor<[4, 4], f32>
    %t = exec.temporary bytes 64
    exec.launch @add(%x, %r, %t) sizes []
    %u = exec.temporary bytes 64
    %part = exec.view %t at 0 bytes 16
    exec.launch @add(%t, %part, %u) sizes []
    exec.launch @add(%u, %r, %y) sizes []
    exec.return
  }
}

// -----

// What a loop uses keeps its place for as long as the loop runs; what a round
// makes gives way in the round.
// CHECK-LABEL: ep.program @loop
// CHECK: %[[A:.*]] = exec.segment 0 bytes 128
// CHECK-DAG: %[[W:.*]] = exec.view %[[A]] at 0 bytes 64
// CHECK-DAG: %[[T:.*]] = exec.view %[[A]] at 64 bytes 64
// CHECK-DAG: %[[U:.*]] = exec.view %[[A]] at 64 bytes 64
// CHECK: exec.copy %{{.*}} to %[[W]]
ep.program @loop {
  // expected-remark @below {{3 temporaries, 192 bytes in all, 128 live at once, 128 planned}}
  exec.host @forward {
    %x = exec.input 0 is #ep.input<user_input "x"> of !ep.tensor<[4, 4], f32>
    %y = exec.output 0 is #ep.output<user_output "y"> of !ep.tensor<[4, 4], f32>
    %w = exec.temporary bytes 64
    exec.copy %x to %w
    exec.size "i" = 0
    exec.jump ^bb1
  ^bb1:
    exec.jump_if_false Lt(i, 3) to ^bb3 else ^bb2
  ^bb2:
    %t = exec.temporary bytes 64
    exec.copy %w to %t
    exec.copy %t to %y
    %u = exec.temporary bytes 64
    exec.copy %x to %u
    exec.copy %u to %y
    exec.size "i" = i + 1
    exec.jump ^bb1
  ^bb3:
    exec.return
  }
}

// -----

// What is sized by data lies in a segment that is made when the size is known:
// that of what nobody needs any more, made anew; never anew in a loop.
// CHECK-LABEL: ep.program @data
// CHECK: exec.size "segment_0" = 64
// CHECK-NEXT: %[[A:.*]] = exec.segment 0 bytes segment_0
// CHECK-NEXT: %[[N:.*]] = exec.view %[[A]] at 0 bytes 8
// CHECK-NEXT: exec.copy %{{.*}} to %[[N]]
// CHECK-NEXT: exec.read_scalar "u0" from %[[N]] : i64
// CHECK-NEXT: exec.size "segment_0" = 64*u0
// CHECK-NEXT: %[[B:.*]] = exec.segment 0 bytes segment_0
// CHECK-NEXT: %[[T:.*]] = exec.view %[[B]] at 0 bytes 64*u0
// CHECK-NEXT: exec.fill %[[T]]
// CHECK-NEXT: exec.size "j" = 2*u0
// CHECK-NEXT: exec.jump ^bb1
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: %[[C:.*]] = exec.segment 1 bytes Max(0, 64*j)
// CHECK-NEXT: %[[U:.*]] = exec.view %[[C]] at 0 bytes 64*j
// CHECK-NEXT: exec.fill %[[U]]
// CHECK-NEXT: exec.size "j" = j - 1
ep.program @data {
  ep.symbol @u0 range(1, 8)
  // expected-remark @below {{3 temporaries}}
  exec.host @forward {
    %x = exec.input 0 is #ep.input<user_input "x"> of !ep.tensor<[1], i64>
    %n = exec.temporary bytes 8
    exec.copy %x to %n
    exec.read_scalar "u0" from %n : i64
    %t = exec.temporary bytes 64*u0
    exec.fill %t with "00"
    exec.size "j" = 2*u0
    exec.jump ^bb1
  ^bb1:
    %u = exec.temporary bytes 64*j
    exec.fill %u with "00"
    exec.size "j" = j - 1
    exec.jump_if_false Eq(j, 0) to ^bb1 else ^bb2
  ^bb2:
    exec.return
  }
}

// -----

// What lives on both sides keeps its bytes; what is made behind the size goes
// along although its own size was known before.
// CHECK-LABEL: ep.program @sides
// CHECK: %[[B:.*]] = exec.segment 1 bytes 64
// CHECK-NEXT: %[[K:.*]] = exec.view %[[B]] at 0 bytes 64
// CHECK-NEXT: exec.size "segment_0_" = 1024
// CHECK-NEXT: %[[A:.*]] = exec.segment 0 bytes segment_0_
// CHECK-NEXT: %[[N:.*]] = exec.view %[[A]] at 0 bytes 1024
// CHECK-NEXT: exec.fill %[[N]]
// CHECK-NEXT: exec.fill %[[K]]
// CHECK-NEXT: exec.read_scalar "u0" from %[[N]] : i64
// CHECK-NEXT: exec.size "segment_0_" = 64*u0 + 512
// CHECK-NEXT: %[[C:.*]] = exec.segment 0 bytes segment_0_
// CHECK-DAG: %[[T:.*]] = exec.view %[[C]] at {{.*}} bytes 64*u0
// CHECK-DAG: %[[U:.*]] = exec.view %[[C]] at {{.*}} bytes 512
// CHECK: exec.fill %[[T]]
// CHECK-NEXT: exec.fill %[[U]]
// CHECK-NEXT: exec.copy %[[K]]
// CHECK-NEXT: exec.copy %[[T]]
// CHECK-NEXT: exec.copy %[[U]]
ep.program @sides {
  ep.symbol @segment_0 range(1, 8)
  ep.symbol @u0 range(1, 8)
  // expected-remark @below {{4 temporaries, 2112 bytes in all, 1088 live at once, 1088 planned}}
  exec.host @forward {
    %y = exec.output 0 is #ep.output<user_output "y"> of !ep.tensor<[u0, 4, 4], f32>
    %z = exec.output 1 is #ep.output<user_output "z"> of !ep.tensor<[16, 8], f32>
    %n = exec.temporary bytes 1024
    exec.fill %n with "00"
    %k = exec.temporary bytes 64
    exec.fill %k with "00"
    exec.read_scalar "u0" from %n : i64
    %t = exec.temporary bytes 64*u0
    exec.fill %t with "00"
    %u = exec.temporary bytes 512
    exec.fill %u with "00"
    exec.copy %k to %z
    exec.copy %t to %y
    exec.copy %u to %z
    exec.return
  }
}

// -----

// State that is copied, written in part, and copied back is written in place;
// what is copied from a temporary that nobody reads later is that temporary.
// CHECK-LABEL: ep.program @in_place
// CHECK: %[[X:.*]] = exec.input 0
// CHECK: %[[C:.*]] = exec.state @cache mutable
// CHECK-NEXT: exec.launch @rows(%[[X]], %[[C]], %[[C]])
// CHECK-NEXT: exec.launch @rows(%[[X]], %[[C]], %[[C]])
// CHECK-NEXT: exec.return
ep.program @in_place {
  ep.storage @s bytes(64)
  ep.buffer @cache persistent : !ep.tensor<[4, 4], f32> storage(@s)
  exec.kernel @rows(%x: tensor<1x4xf32>, %all: tensor<4x4xf32>) -> tensor<4x4xf32>
      domain(1, 4) access(read, readwrite, readwrite) work(flops = 0, bytes = 32) attributes {dims = [[], [], []]} {
    %y = tensor.insert_slice %x into %all[2, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<4x4xf32>
    exec.yield %y : tensor<4x4xf32>
  }
  exec.host @forward {
    %x = exec.input 0 is #ep.input<user_input "x"> of !ep.tensor<[1, 4], f32>
    %m = exec.output 0 is #ep.output<buffer_mutation "cache"> of !ep.tensor<[4, 4], f32>
    %c = exec.state @cache mutable
    %t = exec.temporary bytes 64
    exec.copy %c to %t
    exec.launch @rows(%x, %t, %t) sizes []
    %u = exec.temporary bytes 64
    exec.copy %t to %u
    exec.launch @rows(%x, %u, %u) sizes []
    exec.copy %u to %c
    exec.return
  }
}

// -----

// Two entries of the same bytes are one, which is written once.
// CHECK-LABEL: ep.program @two_names
// CHECK: %[[X:.*]] = exec.input 0
// CHECK: %[[C:.*]] = exec.state @cache mutable
// CHECK-NEXT: exec.state @lifted mutable
// CHECK-NEXT: exec.launch @rows(%[[X]], %[[C]], %[[C]])
// CHECK-NEXT: exec.return
ep.program @two_names {
  ep.storage @s bytes(64)
  ep.buffer @cache persistent : !ep.tensor<[4, 4], f32> storage(@s)
  ep.constant @lifted : !ep.tensor<[4, 4], f32> storage(@s)
  exec.kernel @rows(%x: tensor<1x4xf32>, %all: tensor<4x4xf32>) -> tensor<4x4xf32>
      domain(1, 4) access(read, readwrite, readwrite) work(flops = 0, bytes = 32) attributes {dims = [[], [], []]} {
    %y = tensor.insert_slice %x into %all[2, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<4x4xf32>
    exec.yield %y : tensor<4x4xf32>
  }
  exec.host @forward {
    %x = exec.input 0 is #ep.input<user_input "x"> of !ep.tensor<[1, 4], f32>
    %m = exec.output 0 is #ep.output<buffer_mutation "cache"> of !ep.tensor<[4, 4], f32>
    %n = exec.output 1 is #ep.output<buffer_mutation "lifted"> of !ep.tensor<[4, 4], f32>
    %c = exec.state @cache mutable
    %d = exec.state @lifted mutable
    %t = exec.temporary bytes 64
    exec.copy %d to %t
    exec.launch @rows(%x, %t, %t) sizes []
    exec.copy %t to %c
    exec.copy %t to %d
    exec.return
  }
}

// -----

// Not where the old content is read later, and not where another entry views
// the same bytes.
// CHECK-LABEL: ep.program @copied
// CHECK: %[[C:.*]] = exec.state @cache mutable
// CHECK: %[[D:.*]] = exec.state @whole mutable
// CHECK: exec.copy %[[C]] to %[[T:.*]]
// CHECK-NEXT: exec.launch @rows(%{{.*}}, %[[T]], %[[T]])
// CHECK-NEXT: exec.copy %[[C]] to
// CHECK-NEXT: exec.copy %[[T]] to %[[C]]
// CHECK-NEXT: exec.copy %[[D]] to %[[U:.*]]
// CHECK-NEXT: exec.launch @rows(%{{.*}}, %[[U]], %[[U]])
// CHECK-NEXT: exec.copy %[[U]] to %[[D]]
ep.program @copied {
  ep.storage @s bytes(64)
  ep.storage @v bytes(64)
  ep.buffer @cache persistent : !ep.tensor<[4, 4], f32> storage(@s)
  ep.buffer @whole persistent : !ep.tensor<[4, 4], f32> storage(@v)
  ep.buffer @part persistent : !ep.tensor<[1, 4], f32> storage(@v)
  exec.kernel @rows(%x: tensor<1x4xf32>, %all: tensor<4x4xf32>) -> tensor<4x4xf32>
      domain(1, 4) access(read, readwrite, readwrite) work(flops = 0, bytes = 32) attributes {dims = [[], [], []]} {
    %y = tensor.insert_slice %x into %all[2, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<4x4xf32>
    exec.yield %y : tensor<4x4xf32>
  }
  // expected-remark @below {{2 temporaries}}
  exec.host @forward {
    %x = exec.input 0 is #ep.input<user_input "x"> of !ep.tensor<[1, 4], f32>
    %o = exec.output 0 is #ep.output<user_output "old"> of !ep.tensor<[4, 4], f32>
    %c = exec.state @cache mutable
    %d = exec.state @whole mutable
    %p = exec.state @part
    %t = exec.temporary bytes 64
    exec.copy %c to %t
    exec.launch @rows(%x, %t, %t) sizes []
    exec.copy %c to %o
    exec.copy %t to %c
    %u = exec.temporary bytes 64
    exec.copy %d to %u
    exec.launch @rows(%p, %u, %u) sizes []
    exec.copy %u to %d
    exec.return
  }
}

// -----

// A buffer that is not proved to be large enough is checked by the runtime.
// CHECK-LABEL: ep.program @guarded
// CHECK: exec.check Le(16*n, 16*s0), "buffer 0 of kernel k is large enough"
// CHECK-NOT: exec.check
// CHECK: exec.launch @k
ep.program @guarded {
  ep.symbol @s0 range(1, 64)
  exec.kernel @k(%x: tensor<?x4xf32>, %s: index) -> tensor<?x4xf32>
      domain(d0, 4) access(read, write) work(flops = 0, bytes = 32*d0) attributes {dims = [[0], [0]]} {
    exec.yield %x : tensor<?x4xf32>
  }
  // expected-remark @below {{1 temporaries}}
  exec.host @forward {
    %x = exec.input 0 is #ep.input<user_input "x"> of !ep.tensor<[s0, 4], f32>
    exec.size "n" = s0
    %t = exec.temporary bytes 16*n
    exec.launch @k(%x, %t) sizes [n]
    exec.return
  }
}
