// RUN: kiln-opt %s --kiln-emit-kernels="emitter=gemm target=cpu:x86-64-v4" --split-input-file | FileCheck %s
// RUN: kiln-opt %s --kiln-emit-kernels="emitter=gemm target=cpu:x86-64-v2" --split-input-file | FileCheck %s --check-prefix=V2

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>

// The panel is packed in blocks of sixteen steps and columns, where it is whole;
// eight rows by two vectors go through the sum together, the last ones reaching
// back, and the epilogue reads the sums from memory.
// CHECK-LABEL: llvm.func @linear_relu(
// CHECK-SAME: %[[SCRATCH:[^,]+]]: !llvm.ptr) -> i32
// CHECK: %[[TILE:.+]] = llvm.alloca %{{.+}} x f32 {alignment = 64 : i64}
// CHECK: %[[WHOLE:.+]] = arith.cmpi eq, %{{.+}}, %c32 : index
// CHECK: %[[END:.+]] = arith.select %[[WHOLE]], %c512, %c0 : index
// CHECK: scf.for %{{.+}} = %c0 to %[[END]] step %c16
// CHECK-COUNT-16: llvm.load {{.*}} -> vector<16xf32>
// CHECK-COUNT-64: llvm.shufflevector
// CHECK-COUNT-16: llvm.store {{.*}} {alignment = 64 : i64} : vector<16xf32>, !llvm.ptr
// CHECK: scf.for %{{.+}} = %[[END]] to %c512
// CHECK: %[[PLACE:.+]] = llvm.getelementptr inbounds %[[SCRATCH]]
// CHECK: llvm.store %{{.+}}, %[[PLACE]] : f32, !llvm.ptr
// CHECK: scf.for {{.*}} -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>)
// CHECK-COUNT-2: llvm.load %{{.+}} {alignment = 64 : i64} : !llvm.ptr -> vector<16xf32>
// CHECK-COUNT-16: math.fma
// CHECK-NOT: math.fma
// CHECK: scf.yield
// CHECK: llvm.load %{{.+}} : !llvm.ptr -> f32
// CHECK: arith.maximumf
// Fewer rows than a tile, one by one.
// CHECK: scf.for {{.*}} -> (vector<16xf32>, vector<16xf32>) {
// CHECK-NOT: exec.kernel

// V2-LABEL: llvm.func @linear_relu(
// V2-NOT: math.fma
// V2: arith.mulf {{.*}} : vector<4xf32>
// V2: arith.addf {{.*}} : vector<4xf32>
exec.kernel @linear_relu(%x: tensor<?x512xf32>, %w: tensor<40x512xf32>, %s: index)
    -> tensor<?x40xf32>
    domain(d0, 40) access(read, read, write) work(flops = 41000*d0, bytes = 2208*d0 + 81920)
    attributes {dims = [[0], [], [0]]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%s) : tensor<?x40xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x40xf32>) -> tensor<?x40xf32>
  %p = linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<?x512xf32>, tensor<40x512xf32>) outs(%f : tensor<?x40xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<?x40xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<?x40xf32>) outs(%e : tensor<?x40xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.maximumf %a, %zero : f32
    linalg.yield %r : f32
  } -> tensor<?x40xf32>
  exec.yield %y : tensor<?x40xf32>
}

// -----

// At most four rows, which shows when it runs: columns one by one are
// multiplied with the row, and no panel is packed. The sum goes in four vectors,
// whose loads are in one loop for all of it.
// CHECK-LABEL: llvm.func @few_rows(
// CHECK: %[[FEW:.+]] = arith.cmpi sle, %{{.+}}, %c4
// CHECK: scf.if %[[FEW]]
// CHECK: scf.for {{.*}} to %c512 step %c64 {{.*}} -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>)
// CHECK-COUNT-4: math.fma {{.*}} : vector<16xf32>
// CHECK: loop_annotation
// CHECK: llvm.intr.vector.reduce.fadd
// CHECK: } else {
// CHECK: llvm.store %{{.+}}, %{{.+}} : f32, !llvm.ptr
// CHECK: exec.lanes
// CHECK: vector<16xf32>
#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
exec.kernel @few_rows(%x: tensor<?x512xf32>, %w: tensor<40x512xf32>, %s: index)
    -> tensor<?x40xf32>
    domain(d0, 40) access(read, read, write) work(flops = 40960*d0, bytes = 2208*d0 + 81920)
    attributes {dims = [[0], [], [0]]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%s) : tensor<?x40xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x40xf32>) -> tensor<?x40xf32>
  %p = linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<?x512xf32>, tensor<40x512xf32>) outs(%f : tensor<?x40xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<?x40xf32>
  exec.yield %p : tensor<?x40xf32>
}

// -----

// One row whose columns are neighbours: no panel and no choice.
// CHECK-LABEL: llvm.func @one_row(
// CHECK-NOT: scf.if
// CHECK: llvm.intr.masked.load
// CHECK: math.fma
// CHECK-NOT: exec.kernel
#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
exec.kernel @one_row(%x: tensor<1x5000xf32>, %w: tensor<5000x40xf32>) -> tensor<1x40xf32>
    domain(1, 40) access(read, read, write) work(flops = 400000, bytes = 820160) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x40xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x40xf32>) -> tensor<1x40xf32>
  %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<1x5000xf32>, tensor<5000x40xf32>) outs(%f : tensor<1x40xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<1x40xf32>
  exec.yield %p : tensor<1x40xf32>
}

// -----

// A sum of dynamic length reads the right operand in place, with the lanes
// beyond its last column masked.
// CHECK-LABEL: llvm.func @mm(
// CHECK: llvm.intr.masked.load
// CHECK: math.fma
#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
exec.kernel @mm(%x: tensor<8x?xf32>, %y: tensor<?x40xf32>, %k: index)
    -> tensor<8x40xf32>
    domain(8, 40) access(read, read, write) work(flops = 640*d0, bytes = 192*d0 + 1280)
    attributes {dims = [[0], [0], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x40xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x40xf32>) -> tensor<8x40xf32>
  %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<8x?xf32>, tensor<?x40xf32>) outs(%f : tensor<8x40xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<8x40xf32>
  exec.yield %p : tensor<8x40xf32>
}

// -----

// Left to other emitters: a sum that does not start from zero, one that is no
// sum of products, one with a single row, and one whose columns are neither in
// place nor of known number.
// CHECK-LABEL: exec.kernel @from_one
// CHECK-LABEL: exec.kernel @distances
// CHECK-LABEL: exec.kernel @depthwise
// CHECK-LABEL: exec.kernel @columns_apart
#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
exec.kernel @from_one(%x: tensor<8x9xf32>, %w: tensor<7x9xf32>) -> tensor<8x7xf32>
    domain(8, 7) access(read, read, write) work(flops = 1008, bytes = 764) attributes {dims = [[], [], []]} {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<8x7xf32>
  %f = linalg.fill ins(%one : f32) outs(%e : tensor<8x7xf32>) -> tensor<8x7xf32>
  %p = linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<8x9xf32>, tensor<7x9xf32>) outs(%f : tensor<8x7xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<8x7xf32>
  exec.yield %p : tensor<8x7xf32>
}
exec.kernel @distances(%x: tensor<8x9xf32>, %w: tensor<7x9xf32>) -> tensor<8x7xf32>
    domain(8, 7) access(read, read, write) work(flops = 1512, bytes = 764) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x7xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x7xf32>) -> tensor<8x7xf32>
  %p = linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<8x9xf32>, tensor<7x9xf32>) outs(%f : tensor<8x7xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %q = arith.mulf %d, %d : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<8x7xf32>
  exec.yield %p : tensor<8x7xf32>
}
#cwi = affine_map<(c, w, i) -> (c, w + i)>
#ci = affine_map<(c, w, i) -> (c, i)>
#cw = affine_map<(c, w, i) -> (c, w)>
exec.kernel @depthwise(%x: tensor<4x10xf32>, %w: tensor<4x3xf32>) -> tensor<4x8xf32>
    domain(4, 8) access(read, read, write) work(flops = 192, bytes = 336) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %p = linalg.generic {indexing_maps = [#cwi, #ci, #cw], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<4x10xf32>, tensor<4x3xf32>) outs(%f : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>
  exec.yield %p : tensor<4x8xf32>
}
exec.kernel @columns_apart(%x: tensor<8x?xf32>, %w: tensor<7x?xf32>, %k: index) -> tensor<8x7xf32>
    domain(8, 7) access(read, read, write) work(flops = 112*d0, bytes = 60*d0 + 224)
    attributes {dims = [[0], [0], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x7xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x7xf32>) -> tensor<8x7xf32>
  %p = linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<8x?xf32>, tensor<7x?xf32>) outs(%f : tensor<8x7xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<8x7xf32>
  exec.yield %p : tensor<8x7xf32>
}

// -----

// So many rows are two tiles, as even as they go: the second one computes one
// sum once more and the results of seven rows. Nothing is written for single rows.
// CHECK-LABEL: llvm.func @reach_back(
// CHECK: %[[LAST:.+]] = arith.subi %{{.+}}, %c8
// CHECK: %[[FIRST:.+]] = arith.minsi %[[ROW:.+]], %[[LAST]]
// CHECK: %[[FINISHED:.+]] = arith.subi %[[ROW]], %[[FIRST]]
// CHECK-COUNT-16: math.fma
// CHECK: scf.for %{{.+}} = %[[FINISHED]] to %c8
// CHECK-NOT: math.fma
// CHECK-NOT: exec.kernel
#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
exec.kernel @reach_back(%x: tensor<15x64xf32>, %w: tensor<64x32xf32>) -> tensor<15x32xf32>
    domain(15, 32) access(read, read, write) work(flops = 61440, bytes = 13952)
    attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<15x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<15x32xf32>) -> tensor<15x32xf32>
  %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<15x64xf32>, tensor<64x32xf32>) outs(%f : tensor<15x32xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<15x32xf32>
  exec.yield %p : tensor<15x32xf32>
}

// -----

// A matrix that no cache holds, whose columns are stretches: each of the two
// tiles of 16 rows fetches half of the next panel, 512 lines of the cache, and
// the last panel fetches itself.
// CHECK-LABEL: llvm.func @ahead(
// CHECK: %[[LAST:.+]] = arith.constant 8160 : index
// CHECK: arith.minsi %{{.+}}, %[[LAST]] : index
// CHECK: scf.for
// CHECK: "llvm.intr.prefetch"(%{{.+}}) <{cache = 1 : i32, hint = 2 : i32, rw = 0 : i32}>
// CHECK: math.fma
exec.kernel @ahead(%x: tensor<16x512xf32>, %w: tensor<8192x512xf32>) -> tensor<16x8192xf32>
    domain(16, 8192) access(read, read, write) work(flops = 134217728, bytes = 17334272) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x8192xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x8192xf32>) -> tensor<16x8192xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<16x512xf32>, tensor<8192x512xf32>) outs(%f : tensor<16x8192xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<16x8192xf32>
  exec.yield %s : tensor<16x8192xf32>
}

// -----

// A smaller one is in a cache already.
// CHECK-LABEL: llvm.func @near(
// CHECK-NOT: llvm.intr.prefetch
// CHECK: math.fma
exec.kernel @near(%x: tensor<16x512xf32>, %w: tensor<1024x512xf32>) -> tensor<16x1024xf32>
    domain(16, 1024) access(read, read, write) work(flops = 16777216, bytes = 2195456) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x1024xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x1024xf32>) -> tensor<16x1024xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<16x512xf32>, tensor<1024x512xf32>) outs(%f : tensor<16x1024xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<16x1024xf32>
  exec.yield %s : tensor<16x1024xf32>
}

// -----

// A result that the nearer caches do not hold: the lines of each tile's eight
// rows are fetched before its sums.
// CHECK-LABEL: llvm.func @far(
// CHECK: scf.for
// CHECK-COUNT-2: "llvm.intr.prefetch"(%{{.+}}) <{cache = 1 : i32, hint = 3 : i32, rw = 1 : i32}>
// CHECK-NOT: llvm.intr.prefetch
// CHECK: math.fma
exec.kernel @far(%x: tensor<96x16xf32>, %w: tensor<16x12544xf32>) -> tensor<96x12544xf32>
    domain(96, 12544) access(read, read, write) work(flops = 38535168, bytes = 5625856) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<96x12544xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<96x12544xf32>) -> tensor<96x12544xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<96x16xf32>, tensor<16x12544xf32>) outs(%f : tensor<96x12544xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<96x12544xf32>
  exec.yield %s : tensor<96x12544xf32>
}
