// RUN: kiln-opt %s --kiln-emit-kernels=emitter=naive --split-input-file | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>

// A row is an inner loop; the value is computed where it is asked for.
// CHECK-LABEL: llvm.func @relu(
// CHECK-SAME: %[[BUFFERS:.+]]: !llvm.ptr, %[[SIZES:.+]]: !llvm.ptr, %[[BEGIN:.+]]: i64, %[[END:.+]]: i64, %{{.+}}: !llvm.ptr) -> i32
// CHECK: %[[X:.+]] = llvm.load %{{.+}} : !llvm.ptr -> !llvm.ptr
// CHECK: %[[Y:.+]] = llvm.load %{{.+}} : !llvm.ptr -> !llvm.ptr
// CHECK: scf.for
// CHECK: scf.for
// CHECK: %[[P:.+]] = llvm.getelementptr inbounds %[[X]]
// CHECK: %[[V:.+]] = llvm.load %[[P]] : !llvm.ptr -> f32
// CHECK: %[[R:.+]] = arith.maximumf %[[V]]
// CHECK: %[[Q:.+]] = llvm.getelementptr inbounds %[[Y]]
// CHECK: llvm.store %[[R]], %[[Q]] {{.*}}: f32, !llvm.ptr
// CHECK: llvm.return
// CHECK-NOT: exec.kernel
exec.kernel @relu(%x: tensor<?x64xf32>, %s0: index) -> tensor<?x64xf32>
    domain(d0, 64) access(read, write) work(flops = 64*d0, bytes = 512*d0) attributes {dims = [[0], [0]]} {
  %zero = arith.constant 0.0 : f32
  %init = tensor.empty(%s0) : tensor<?x64xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x64xf32>) outs(%init : tensor<?x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.maximumf %in, %zero : f32
    linalg.yield %r : f32
  } -> tensor<?x64xf32>
  exec.yield %y : tensor<?x64xf32>
}

// -----

// A reduction is a loop, a sum of f32 is carried in f64, and the epilogue reads
// the reduction once although it uses it twice. Both loops may become vector
// loops.
// CHECK-LABEL: llvm.func @sum_squared(
// CHECK: scf.for
// CHECK: scf.for
// CHECK: %[[SUM:.+]] = scf.for {{.*}} iter_args(%[[ACC:.+]] = %{{.+}}) -> (f64)
// CHECK: arith.extf %{{.+}} : f32 to f64
// CHECK: arith.addf %[[ACC]], %{{.+}} : f64
// CHECK: exec.lanes
// CHECK: %[[S:.+]] = arith.truncf %[[SUM]] : f64 to f32
// CHECK-NOT: scf.for
// CHECK: arith.mulf %[[S]], %[[S]] : f32
// CHECK: exec.lanes
#row = affine_map<(i) -> (i)>
exec.kernel @sum_squared(%x: tensor<4x?xf32>, %n: index) -> tensor<4xf32>
    domain(4) access(read, write) work(flops = 4*d0 + 4, bytes = 16*d0 + 16) attributes {dims = [[0], []]} {
  %zero = arith.constant 0.0 : f32
  %init = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%init : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x?xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.addf %out, %in : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  %y = linalg.generic {indexing_maps = [#row, #row, #row], iterator_types = ["parallel"]}
      ins(%s, %s : tensor<4xf32>, tensor<4xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %r = arith.mulf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  exec.yield %y : tensor<4xf32>
}

// -----

// The element at 0 stands in for one outside, without a branch; a bool is a
// byte.
// CHECK-LABEL: llvm.func @pad(
// CHECK: %[[IN:.+]] = arith.cmpi ult
// CHECK: arith.select %[[IN]]
// CHECK-NOT: scf.if
// CHECK: %[[B:.+]] = llvm.load %{{.+}} : !llvm.ptr -> i8
// CHECK: %[[V:.+]] = arith.cmpi ne, %[[B]]
// CHECK: %[[R:.+]] = arith.select %[[IN]], %[[V]], %false
// CHECK: arith.extui %[[R]] : i1 to i8
exec.kernel @pad(%x: tensor<4xi1>) -> tensor<6xi1>
    domain(6) access(read, write) work(flops = 0, bytes = 10) attributes {dims = [[], []]} {
  %no = arith.constant false
  %y = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %no : i1
  } : tensor<4xi1> to tensor<6xi1>
  exec.yield %y : tensor<6xi1>
}

// -----

// What may be empty is not loaded outside.
// CHECK-LABEL: llvm.func @pad_dynamic(
// CHECK: %[[IN:.+]] = arith.cmpi ult
// CHECK: scf.if %[[IN]] -> (f32)
// CHECK: llvm.load %{{.+}} : !llvm.ptr -> f32
// CHECK: else
// CHECK-NOT: llvm.load %{{.+}} -> f32
// CHECK: llvm.store
exec.kernel @pad_dynamic(%x: tensor<?xf32>, %n: index, %m: index) -> tensor<?xf32>
    domain(d1) access(read, write) work(flops = 0, bytes = 4*d0 + 4*d1) attributes {dims = [[0], [1]]} {
  %no = arith.constant 0.0 : f32
  %y = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %no : f32
  } : tensor<?xf32> to tensor<?xf32>
  exec.yield %y : tensor<?xf32>
}

// -----

// A gathered index is checked; the function returns 1 where it is outside.
// CHECK-LABEL: llvm.func @gather(
// CHECK: %[[STATUS:.+]] = llvm.alloca
// CHECK: %[[IN:.+]] = arith.cmpi ult
// CHECK: scf.if %[[IN]] -> (f32)
// CHECK: else
// CHECK: %[[ONE:.+]] = arith.constant 1 : i32
// CHECK: llvm.store %[[ONE]], %[[STATUS]]
// CHECK: %[[CODE:.+]] = llvm.load %[[STATUS]]
// CHECK: llvm.return %[[CODE]]
#one = affine_map<(i) -> (i)>
exec.kernel @gather(%t: tensor<9xf32>, %i: tensor<4xi64>) -> tensor<4xf32>
    domain(4) access(read, read, write) work(flops = 0, bytes = 84) attributes {dims = [[], [], []]} {
  %init = tensor.empty() : tensor<4xf32>
  %y = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%i : tensor<4xi64>) outs(%init : tensor<4xf32>) {
  ^bb0(%in: i64, %out: f32):
    %p = arith.index_cast %in : i64 to index
    %r = tensor.extract %t[%p] : tensor<9xf32>
    linalg.yield %r : f32
  } -> tensor<4xf32>
  exec.yield %y : tensor<4xf32>
}

// -----

// An array of constants lies beside the function.
// CHECK: llvm.mlir.global private constant @table_constant_0(dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>)
// CHECK-LABEL: llvm.func @table(
// CHECK: llvm.mlir.addressof @table_constant_0
exec.kernel @table() -> tensor<2xf32>
    domain(2) access(write) work(flops = 0, bytes = 8) attributes {dims = [[]]} {
  %y = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  exec.yield %y : tensor<2xf32>
}

// -----

// A loop over scalars is written as it is.
// CHECK-LABEL: llvm.func @power(
// CHECK: %[[IN:.+]] = llvm.load %{{.+}} : !llvm.ptr -> f32
// CHECK: %[[LAST:.+]]:2 = scf.while (%{{.+}} = %{{.+}}, %{{.+}} = %[[IN]])
// CHECK: arith.mulf %{{.+}}, %[[IN]] : f32
// CHECK: llvm.store %[[LAST]]#1
#one = affine_map<(i) -> (i)>
exec.kernel @power(%x: tensor<4xf32>) -> tensor<4xf32>
    domain(4) access(read, write) work(flops = 0, bytes = 32) attributes {dims = [[], []]} {
  %init = tensor.empty() : tensor<4xf32>
  %zero = arith.constant 0 : i32
  %steps = arith.constant 3 : i32
  %y = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r:2 = scf.while (%i = %zero, %v = %in) : (i32, f32) -> (i32, f32) {
      %c = arith.cmpi slt, %i, %steps : i32
      scf.condition(%c) %i, %v : i32, f32
    } do {
    ^bb0(%i: i32, %v: f32):
      %one = arith.constant 1 : i32
      %n = arith.addi %i, %one : i32
      %m = arith.mulf %v, %in : f32
      scf.yield %n, %m : i32, f32
    }
    linalg.yield %r#1 : f32
  } -> tensor<4xf32>
  exec.yield %y : tensor<4xf32>
}

// -----

// A written part is a choice between the source and what it is written to.
// CHECK-LABEL: llvm.func @insert(
// CHECK: arith.cmpi ult
// CHECK: arith.remui
// CHECK: arith.cmpi eq
// CHECK: scf.if
// CHECK: llvm.load
// CHECK: else
// CHECK: llvm.load
exec.kernel @insert(%x: tensor<4x?xf32>, %y: tensor<?xf32>, %n: index, %m: index) -> tensor<4x?xf32>
    domain(4, d0) access(read, read, write) work(flops = 0, bytes = 32*d0 + 4*d1) attributes {dims = [[0], [1], [0]]} {
  %r = tensor.insert_slice %y into %x[2, 1] [1, %m] [1, 2] : tensor<?xf32> into tensor<4x?xf32>
  exec.yield %r : tensor<4x?xf32>
}

// -----

// A part of an argument: the domain is the part, and what is not in it is not
// written; what would lie outside is not either.
// CHECK-LABEL: llvm.func @part(
// CHECK: %[[X:.+]] = llvm.load %{{.+}} : !llvm.ptr -> !llvm.ptr
// CHECK: scf.for
// CHECK: %[[V:.+]] = llvm.load %{{.+}} : !llvm.ptr -> f32
// CHECK: arith.cmpi ult
// CHECK: scf.if
// CHECK-NEXT: arith.index_cast
// CHECK-NEXT: llvm.getelementptr
// CHECK-NEXT: llvm.store %[[V]]
// CHECK-NOT: llvm.store %{{.*}} : f32
exec.kernel @part(%x: tensor<?x4xf32>, %all: tensor<8x4xf32>, %n: index, %at: index) -> tensor<8x4xf32>
    domain(d0, 4) access(read, readwrite, readwrite) work(flops = 0, bytes = 32*d0) attributes {dims = [[0], [], []]} {
  %y = tensor.insert_slice %x into %all[%at, 0] [%n, 4] [1, 1] : tensor<?x4xf32> into tensor<8x4xf32>
  exec.yield %y : tensor<8x4xf32>
}

// -----

// What a row shares is computed before its elements, pass after pass: maximum
// and sum once per row. The exponentials of the sum are kept for the quotient.
// CHECK-LABEL: llvm.func @softmax(
// CHECK-SAME: %[[SCRATCH:[^,]+]]: !llvm.ptr) -> i32
// CHECK: scf.for
// CHECK: %[[MAX:.+]] = scf.for {{.*}} -> (f32)
// CHECK: arith.maximumf
// CHECK: %[[KEPT:.+]] = llvm.getelementptr inbounds %[[SCRATCH]][0]
// CHECK: %[[SUM:.+]] = scf.for {{.*}} -> (f64)
// CHECK: arith.subf %{{.+}}, %[[MAX]]
// CHECK: %[[EXP:.+]] = math.exp
// CHECK: %[[P:.+]] = llvm.getelementptr inbounds %[[KEPT]]
// CHECK: llvm.store %[[EXP]], %[[P]]
// CHECK: scf.for
// CHECK: %[[Q:.+]] = llvm.getelementptr inbounds %[[KEPT]]
// CHECK: llvm.load %[[Q]]
// CHECK-NOT: math.exp
// CHECK: arith.divf
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
exec.kernel @softmax(%x: tensor<?x64xf32>, %m: index) -> tensor<?x64xf32>
    domain(d0, 64) access(read, write) work(flops = 320*d0, bytes = 512*d0) attributes {dims = [[0], [0]]} {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty(%m) : tensor<?xf32>
  %a = tensor.empty(%m) : tensor<?x64xf32>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %g = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x64xf32>) outs(%f : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.maximumf %in, %out : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %exp = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %max : tensor<?x64xf32>, tensor<?xf32>) outs(%a : tensor<?x64xf32>) {
  ^bb0(%in: f32, %in1: f32, %out: f32):
    %d = arith.subf %in, %in1 : f32
    %r = math.exp %d : f32
    linalg.yield %r : f32
  } -> tensor<?x64xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%exp : tensor<?x64xf32>) outs(%g : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.addf %in, %out : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%exp, %sum : tensor<?x64xf32>, tensor<?xf32>) outs(%a : tensor<?x64xf32>) {
  ^bb0(%in: f32, %in1: f32, %out: f32):
    %r = arith.divf %in, %in1 : f32
    linalg.yield %r : f32
  } -> tensor<?x64xf32>
  exec.yield %y : tensor<?x64xf32>
}

// -----

// Height and width are one long row, since all run through both in order; where
// a column is asked for by its number, they are not.
// CHECK-LABEL: llvm.func @long_rows(
// CHECK: arith.minsi %{{.+}}, %c20
// CHECK-LABEL: llvm.func @numbered(
// CHECK: arith.minsi %{{.+}}, %c5
#all = affine_map<(n, c, h, w) -> (n, c, h, w)>
#channel = affine_map<(n, c, h, w) -> (c)>
exec.kernel @long_rows(%x: tensor<2x3x4x5xf32>, %b: tensor<3xf32>) -> tensor<2x3x4x5xf32>
    domain(2, 3, 4, 5) access(read, read, write) work(flops = 120, bytes = 972) attributes {dims = [[], [], []]} {
  %e = tensor.empty() : tensor<2x3x4x5xf32>
  %y = linalg.generic {indexing_maps = [#all, #channel, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %b : tensor<2x3x4x5xf32>, tensor<3xf32>) outs(%e : tensor<2x3x4x5xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %r = arith.addf %in, %bias : f32
    linalg.yield %r : f32
  } -> tensor<2x3x4x5xf32>
  exec.yield %y : tensor<2x3x4x5xf32>
}
exec.kernel @numbered(%x: tensor<2x3x4x5xi64>) -> tensor<2x3x4x5xi64>
    domain(2, 3, 4, 5) access(read, write) work(flops = 0, bytes = 1920) attributes {dims = [[], []]} {
  %e = tensor.empty() : tensor<2x3x4x5xi64>
  %y = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : tensor<2x3x4x5xi64>) outs(%e : tensor<2x3x4x5xi64>) {
  ^bb0(%in: i64, %out: i64):
    %i = linalg.index 2 : index
    %j = arith.index_cast %i : index to i64
    %r = arith.addi %in, %j : i64
    linalg.yield %r : i64
  } -> tensor<2x3x4x5xi64>
  exec.yield %y : tensor<2x3x4x5xi64>
}

// -----

// A divisor of zero is error 2, and 1 takes its place.
// CHECK-LABEL: llvm.func @divide(
// CHECK: %[[STATUS:.+]] = llvm.alloca
// CHECK: %[[ZERO:.+]] = arith.constant 0 : i32
// CHECK: %[[IS:.+]] = arith.cmpi eq, %[[Y:.+]], %{{.+}} : i32
// CHECK: scf.if %[[IS]] {
// CHECK: %[[CODE:.+]] = arith.constant 2 : i32
// CHECK: llvm.store %[[CODE]], %[[STATUS]]
// CHECK: }
// CHECK: %[[D:.+]] = arith.select %[[IS]], %{{.+}}, %[[Y]] : i32
// CHECK: arith.divui %{{.+}}, %[[D]] : i32
#vector = affine_map<(d0) -> (d0)>
exec.kernel @divide(%x: tensor<9xi32>, %y: tensor<9xi32>) -> tensor<9xi32>
    domain(9) access(read, read, write) work(flops = 0, bytes = 108) attributes {dims = [[], [], []]} {
  %e = tensor.empty() : tensor<9xi32>
  %q = linalg.generic {indexing_maps = [#vector, #vector, #vector], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<9xi32>, tensor<9xi32>) outs(%e : tensor<9xi32>) {
  ^bb0(%a: i32, %b: i32, %out: i32):
    %d = tx.divisor %b : i32
    %r = arith.divui %a, %d : i32
    linalg.yield %r : i32
  } -> tensor<9xi32>
  exec.yield %q : tensor<9xi32>
}

// -----

// What is summed may be a number from around the sum.
// CHECK-LABEL: llvm.func @sum_ones(
// CHECK: %[[ONE:.+]] = arith.constant 1.000000e+00 : f32
// CHECK: %[[WIDE:.+]] = arith.extf %[[ONE]] : f32 to f64
// CHECK: arith.addf %{{.+}}, %[[WIDE]] : f64
exec.kernel @sum_ones(%n: index) -> tensor<4xf32>
    domain(4) access(write) work(flops = 4*d0, bytes = 16) attributes {dims = [[]]} {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %init = tensor.empty() : tensor<4xf32>
  %x = tensor.empty(%n) : tensor<4x?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%init : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x?xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.addf %out, %one : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  exec.yield %s : tensor<4xf32>
}

// -----

// Products are formed in f64, too, where they are exact, and may be added by the same instruction.
// CHECK-LABEL: llvm.func @products(
// CHECK: %[[A:.+]] = llvm.load {{.*}} -> f32
// CHECK: %[[B:.+]] = llvm.load {{.*}} -> f32
// CHECK-NOT: arith.mulf
// CHECK-DAG: %[[X:.+]] = arith.extf %[[A]] : f32 to f64
// CHECK-DAG: %[[W:.+]] = arith.extf %[[B]] : f32 to f64
// CHECK: %[[P:.+]] = arith.mulf %[[X]], %[[W]] fastmath<contract> : f64
// CHECK: arith.addf %{{.+}}, %[[P]] fastmath<contract> : f64
exec.kernel @products(%x: tensor<6x100xf32>, %w: tensor<8x100xf32>) -> tensor<6x8xf32>
    domain(6, 8) access(read, read, write) work(flops = 9600, bytes = 5792) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<6x8xf32>) -> tensor<6x8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>,
      affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<6x100xf32>, tensor<8x100xf32>) outs(%f : tensor<6x8xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %p = arith.mulf %a, %b : f32
    %t = arith.addf %p, %s : f32
    linalg.yield %t : f32
  } -> tensor<6x8xf32>
  exec.yield %r : tensor<6x8xf32>
}

// -----

// Results of 32 MiB leave the caches before anybody reads them.
// CHECK-LABEL: llvm.func @leaves_caches(
// CHECK: llvm.store %{{.+}}, %{{.+}} {alias_scopes = {{.+}}, nontemporal} : f32, !llvm.ptr
// CHECK: llvm.call_intrinsic "llvm.x86.sse.sfence"()
// CHECK-LABEL: llvm.func @stays(
// CHECK-NOT: nontemporal
// CHECK-NOT: sfence
#id = affine_map<(i) -> (i)>
exec.kernel @leaves_caches(%x: tensor<8388608xf32>) -> tensor<8388608xf32>
    domain(8388608) access(read, write) work(flops = 8388608, bytes = 67108864) attributes {dims = [[], []]} {
  %e = tensor.empty() : tensor<8388608xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<8388608xf32>) outs(%e : tensor<8388608xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.negf %a : f32
    linalg.yield %r : f32
  } -> tensor<8388608xf32>
  exec.yield %y : tensor<8388608xf32>
}
exec.kernel @stays(%x: tensor<8388607xf32>) -> tensor<8388607xf32>
    domain(8388607) access(read, write) work(flops = 8388607, bytes = 67108856) attributes {dims = [[], []]} {
  %e = tensor.empty() : tensor<8388607xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<8388607xf32>) outs(%e : tensor<8388607xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.negf %a : f32
    linalg.yield %r : f32
  } -> tensor<8388607xf32>
  exec.yield %y : tensor<8388607xf32>
}

// -----

// What every step of a reduction reads of another one is computed before, also
// through what is elementwise: the loops follow each other.
// CHECK-LABEL: llvm.func @row_of_rows(
// CHECK: %[[MAX:.+]] = scf.for {{.*}} -> (f32) {
// CHECK: arith.maximumf
// CHECK: scf.yield
// CHECK: scf.for {{.*}} -> (f64) {
// CHECK-NOT: scf.for
// CHECK: arith.subf %{{.+}}, %[[MAX]] : f32
// CHECK-NOT: scf.for
// CHECK: llvm.return
exec.kernel @row_of_rows(%x: tensor<8x16xf32>) -> tensor<8xf32>
    domain(8) access(read, write) work(flops = 512, bytes = 544) attributes {dims = [[], []]} {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<8xf32>
  %es = tensor.empty() : tensor<8x16xf32>
  %fm = linalg.fill ins(%low : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(r, c) -> (r, c)>, affine_map<(r, c) -> (r)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x16xf32>) outs(%fm : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %g = arith.maximumf %a, %o : f32
    linalg.yield %g : f32
  } -> tensor<8xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(r, c) -> (r, c)>, affine_map<(r, c) -> (r)>, affine_map<(r, c) -> (r, c)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<8x16xf32>, tensor<8xf32>) outs(%es : tensor<8x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %g = arith.subf %a, %b : f32
    %h = arith.mulf %g, %g : f32
    linalg.yield %h : f32
  } -> tensor<8x16xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(r, c) -> (r, c)>, affine_map<(r, c) -> (r)>], iterator_types = ["parallel", "reduction"]}
      ins(%d : tensor<8x16xf32>) outs(%fs : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %g = arith.addf %o, %a : f32
    linalg.yield %g : f32
  } -> tensor<8xf32>
  exec.yield %s : tensor<8xf32>
}
