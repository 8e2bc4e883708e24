// RUN: kiln-opt %s --kiln-emit-kernels="emitter=groups target=cpu:x86-64-v4+vnni" --split-input-file | FileCheck %s

// Two vectors of columns by four digits are summed in registers for the words
// of a group, whose halves are steps: sixteen instructions a word. They are
// joined and scaled lane by lane, and up to sixteen groups are added without a
// stop.
// CHECK-LABEL: llvm.func @steps(
// CHECK: %[[SUMS:.+]] = llvm.alloca %{{.+}} x f32 {alignment = 64 : i64}
// CHECK: scf.for {{.*}} -> (vector<16xf32>, vector<16xf32>)
// CHECK: scf.for {{.*}} -> (vector<16xi32>, vector<16xi32>, vector<16xi32>, vector<16xi32>, vector<16xi32>, vector<16xi32>, vector<16xi32>, vector<16xi32>)
// CHECK-NOT: llvm.intr.prefetch
// CHECK: llvm.load {{.*}} -> vector<16xi32>
// CHECK-NEXT: %[[MASK:.+]] = arith.constant dense<252645135> : vector<16xi32>
// CHECK-NEXT: arith.andi %{{.+}}, %[[MASK]] : vector<16xi32>
// CHECK-COUNT-4: "llvm.x86.avx512.vpdpbusd.512"
// CHECK: arith.shrui {{.*}} : vector<16xi32>
// CHECK: arith.andi
// CHECK-COUNT-12: "llvm.x86.avx512.vpdpbusd.512"
// CHECK-NOT: "llvm.x86.avx512.vpdpbusd.512"
// CHECK: scf.yield
// CHECK: llvm.load {{.*}} -> vector<16xf32>
// CHECK: arith.shli {{.*}} : vector<16xi32>
// CHECK: arith.sitofp {{.*}} : vector<16xi32> to vector<16xf32>
// CHECK: math.fma {{.*}} : vector<16xf32>
// CHECK-COUNT-2: llvm.store {{.*}} {alignment = 64 : i64} : vector<16xf32>
// CHECK: exec.lanes
#digits = affine_map<(r, p, g, l, j, w, h, s) -> (j, r, g, h, w, s)>
#panels = affine_map<(r, p, g, l, j, w, h, s) -> (p, g, w, l, s)>
#sums = affine_map<(r, p, g, l, j, w, h, s) -> (r, p, g, l, j)>
#first = affine_map<(r, p, l, g) -> (r, p, g, l, 0)>
#second = affine_map<(r, p, l, g) -> (r, p, g, l, 1)>
#scales = affine_map<(r, p, l, g) -> (p, g, l)>
#result = affine_map<(r, p, l, g) -> (r, p, l)>
exec.kernel @steps(%x: tensor<4x1x40x2x4x4xi8>, %w: tensor<3x40x4x32x4xi8>, %s: tensor<3x40x32xf32>) -> tensor<1x3x32xf32>
    domain(1, 3, 32) access(read, read, read, write) work(flops = 990720, bytes = 82304) attributes {dims = [[], [], [], []]} {
  %c15 = arith.constant 15 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %none = arith.constant 0 : i32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x40x32x4xi32>
  %f = linalg.fill ins(%none : i32) outs(%e : tensor<1x3x40x32x4xi32>) -> tensor<1x3x40x32x4xi32>
  %p = linalg.generic {indexing_maps = [#digits, #panels, #sums],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<4x1x40x2x4x4xi8>, tensor<3x40x4x32x4xi8>) outs(%f : tensor<1x3x40x32x4xi32>) {
  ^bb0(%a: i8, %b: i8, %o: i32):
    %h = linalg.index 6 : index
    %i = arith.index_cast %h : index to i32
    %wide = arith.extui %b : i8 to i32
    %by = arith.muli %i, %c4 : i32
    %moved = arith.shrui %wide, %by : i32
    %number = arith.andi %moved, %c15 : i32
    %digit = arith.extsi %a : i8 to i32
    %q = arith.muli %digit, %number : i32
    %r = arith.addi %o, %q : i32
    linalg.yield %r : i32
  } -> tensor<1x3x40x32x4xi32>
  %ye = tensor.empty() : tensor<1x3x32xf32>
  %yf = linalg.fill ins(%zero : f32) outs(%ye : tensor<1x3x32xf32>) -> tensor<1x3x32xf32>
  %y = linalg.generic {indexing_maps = [#first, #second, #scales, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%p, %p, %s : tensor<1x3x40x32x4xi32>, tensor<1x3x40x32x4xi32>, tensor<3x40x32xf32>) outs(%yf : tensor<1x3x32xf32>) {
  ^bb0(%a: i32, %b: i32, %scale: f32, %o: f32):
    %high = arith.shli %a, %c8 : i32
    %both = arith.addi %high, %b : i32
    %number = arith.sitofp %both : i32 to f32
    %scaled = arith.mulf %number, %scale : f32
    %r = arith.addf %o, %scaled : f32
    linalg.yield %r : f32
  } -> tensor<1x3x32xf32>
  exec.yield %y : tensor<1x3x32xf32>
}

// -----

// Panels that no cache of the core holds are fetched 8 KiB before they are read.
// CHECK-LABEL: llvm.func @large(
// CHECK: arith.addi %{{.+}}, %c2048 overflow<nsw>
// CHECK: "llvm.intr.prefetch"(%{{.+}}) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}>
// CHECK: llvm.load {{.*}} -> vector<16xi32>
#digits = affine_map<(r, p, g, l, j, w, h, s) -> (j, r, g, h, w, s)>
#panels = affine_map<(r, p, g, l, j, w, h, s) -> (p, g, w, l, s)>
#sums = affine_map<(r, p, g, l, j, w, h, s) -> (r, p, g, l, j)>
#first = affine_map<(r, p, l, g) -> (r, p, g, l, 0)>
#second = affine_map<(r, p, l, g) -> (r, p, g, l, 1)>
#scales = affine_map<(r, p, l, g) -> (p, g, l)>
#result = affine_map<(r, p, l, g) -> (r, p, l)>
exec.kernel @large(%x: tensor<4x1x40x2x4x4xi8>, %w: tensor<1024x40x4x32x4xi8>, %s: tensor<1024x40x32xf32>) -> tensor<1x1024x32xf32>
    domain(1, 1024, 32) access(read, read, read, write) work(flops = 338165760, bytes = 26350592) attributes {dims = [[], [], [], []]} {
  %c15 = arith.constant 15 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %none = arith.constant 0 : i32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x1024x40x32x4xi32>
  %f = linalg.fill ins(%none : i32) outs(%e : tensor<1x1024x40x32x4xi32>) -> tensor<1x1024x40x32x4xi32>
  %p = linalg.generic {indexing_maps = [#digits, #panels, #sums],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<4x1x40x2x4x4xi8>, tensor<1024x40x4x32x4xi8>) outs(%f : tensor<1x1024x40x32x4xi32>) {
  ^bb0(%a: i8, %b: i8, %o: i32):
    %h = linalg.index 6 : index
    %i = arith.index_cast %h : index to i32
    %wide = arith.extui %b : i8 to i32
    %by = arith.muli %i, %c4 : i32
    %moved = arith.shrui %wide, %by : i32
    %number = arith.andi %moved, %c15 : i32
    %digit = arith.extsi %a : i8 to i32
    %q = arith.muli %digit, %number : i32
    %r = arith.addi %o, %q : i32
    linalg.yield %r : i32
  } -> tensor<1x1024x40x32x4xi32>
  %ye = tensor.empty() : tensor<1x1024x32xf32>
  %yf = linalg.fill ins(%zero : f32) outs(%ye : tensor<1x1024x32xf32>) -> tensor<1x1024x32xf32>
  %y = linalg.generic {indexing_maps = [#first, #second, #scales, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%p, %p, %s : tensor<1x1024x40x32x4xi32>, tensor<1x1024x40x32x4xi32>, tensor<1024x40x32xf32>) outs(%yf : tensor<1x1024x32xf32>) {
  ^bb0(%a: i32, %b: i32, %scale: f32, %o: f32):
    %high = arith.shli %a, %c8 : i32
    %both = arith.addi %high, %b : i32
    %number = arith.sitofp %both : i32 to f32
    %scaled = arith.mulf %number, %scale : f32
    %r = arith.addf %o, %scaled : f32
    linalg.yield %r : f32
  } -> tensor<1x1024x32xf32>
  exec.yield %y : tensor<1x1024x32xf32>
}

// -----

// Where halves are columns, a vector of bytes has two of them, which share the
// digits of a row. Numbers that are the same for all columns are spread; an
// elementwise op follows. Rows read a panel one after the other.
// CHECK-LABEL: llvm.func @columns(
// CHECK: %[[ROWS:.+]] = arith.constant 2 : index
// CHECK: scf.for %{{.+}} = %{{.+}} to %[[ROWS]]
// CHECK: scf.for {{.*}} -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>)
// CHECK: scf.for
// CHECK-COUNT-16: "llvm.x86.avx512.vpdpbusd.512"
// CHECK-NOT: "llvm.x86.avx512.vpdpbusd.512"
// CHECK: arith.addi {{.*}} : vector<16xi32>
// CHECK-COUNT-4: llvm.store {{.*}} {alignment = 64 : i64} : vector<16xf32>
// CHECK: exec.lanes
#digits = affine_map<(r, p, g, h, l, j, w, s) -> (j, r, g, w, s)>
#panels = affine_map<(r, p, g, h, l, j, w, s) -> (p, g, w, l, s)>
#sums = affine_map<(r, p, g, h, l, j, w, s) -> (r, p, g, h, l, j)>
#last = affine_map<(r, p, h, l, g) -> (r, p, g, h, l, 3)>
#offsets = affine_map<(r, p, h, l, g) -> (1, r, g)>
#result = affine_map<(r, p, h, l, g) -> (r, p, h, l)>
#all = affine_map<(r, p, h, l) -> (r, p, h, l)>
exec.kernel @columns(%x: tensor<4x2x2x8x4xi8>, %w: tensor<3x2x8x32x4xi8>, %s: tensor<2x2x2xi32>) -> tensor<2x3x2x32xf32>
    domain(2, 3, 2, 32) access(read, read, read, write) work(flops = 197760, bytes = 8224) attributes {dims = [[], [], [], []]} {
  %c15 = arith.constant 15 : i32
  %c4 = arith.constant 4 : i32
  %none = arith.constant 0 : i32
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<2x3x2x2x32x4xi32>
  %f = linalg.fill ins(%none : i32) outs(%e : tensor<2x3x2x2x32x4xi32>) -> tensor<2x3x2x2x32x4xi32>
  %p = linalg.generic {indexing_maps = [#digits, #panels, #sums],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : tensor<4x2x2x8x4xi8>, tensor<3x2x8x32x4xi8>) outs(%f : tensor<2x3x2x2x32x4xi32>) {
  ^bb0(%a: i8, %b: i8, %o: i32):
    %h = linalg.index 3 : index
    %i = arith.index_cast %h : index to i32
    %wide = arith.extui %b : i8 to i32
    %by = arith.muli %i, %c4 : i32
    %moved = arith.shrui %wide, %by : i32
    %number = arith.andi %moved, %c15 : i32
    %digit = arith.extsi %a : i8 to i32
    %q = arith.muli %digit, %number : i32
    %r = arith.addi %o, %q : i32
    linalg.yield %r : i32
  } -> tensor<2x3x2x2x32x4xi32>
  %ye = tensor.empty() : tensor<2x3x2x32xf32>
  %yf = linalg.fill ins(%zero : f32) outs(%ye : tensor<2x3x2x32xf32>) -> tensor<2x3x2x32xf32>
  %y = linalg.generic {indexing_maps = [#last, #offsets, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%p, %s : tensor<2x3x2x2x32x4xi32>, tensor<2x2x2xi32>) outs(%yf : tensor<2x3x2x32xf32>) {
  ^bb0(%a: i32, %b: i32, %o: f32):
    %both = arith.addi %a, %b : i32
    %number = arith.sitofp %both : i32 to f32
    %r = arith.addf %o, %number : f32
    linalg.yield %r : f32
  } -> tensor<2x3x2x32xf32>
  %z = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%y : tensor<2x3x2x32xf32>) outs(%ye : tensor<2x3x2x32xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %two : f32
    linalg.yield %q : f32
  } -> tensor<2x3x2x32xf32>
  exec.yield %z : tensor<2x3x2x32xf32>
}

// -----

// Bytes are words as they are; those that have a sign lose it by one bit.
// CHECK-LABEL: llvm.func @bytes(
// CHECK: scf.for {{.*}} -> (vector<16xf32>, vector<16xf32>)
// CHECK: scf.for
// CHECK: llvm.load {{.*}} -> vector<16xi32>
// CHECK-NEXT: %[[UP:.+]] = arith.constant dense<-2139062144> : vector<16xi32>
// CHECK-NEXT: arith.xori %{{.+}}, %[[UP]] : vector<16xi32>
// CHECK-COUNT-8: "llvm.x86.avx512.vpdpbusd.512"
// CHECK-NOT: "llvm.x86.avx512.vpdpbusd.512"
// CHECK: scf.yield
#digits = affine_map<(r, p, g, l, j, w, s) -> (j, r, g, w, s)>
#panels = affine_map<(r, p, g, l, j, w, s) -> (p, g, w, l, s)>
#sums = affine_map<(r, p, g, l, j, w, s) -> (r, p, g, l, j)>
#first = affine_map<(r, p, l, g) -> (r, p, g, l, 0)>
#second = affine_map<(r, p, l, g) -> (r, p, g, l, 1)>
#scales = affine_map<(r, p, l, g) -> (p, g, l)>
#result = affine_map<(r, p, l, g) -> (r, p, l)>
exec.kernel @bytes(%x: tensor<4x1x40x4x4xi8>, %w: tensor<3x40x4x32x4xi8>, %s: tensor<3x40x32xf32>) -> tensor<1x3x32xf32>
    domain(1, 3, 32) access(read, read, read, write) work(flops = 499200, bytes = 79744) attributes {dims = [[], [], [], []]} {
  %c128 = arith.constant 128 : i32
  %c8 = arith.constant 8 : i32
  %none = arith.constant 0 : i32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x40x32x4xi32>
  %f = linalg.fill ins(%none : i32) outs(%e : tensor<1x3x40x32x4xi32>) -> tensor<1x3x40x32x4xi32>
  %p = linalg.generic {indexing_maps = [#digits, #panels, #sums],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : tensor<4x1x40x4x4xi8>, tensor<3x40x4x32x4xi8>) outs(%f : tensor<1x3x40x32x4xi32>) {
  ^bb0(%a: i8, %b: i8, %o: i32):
    %wide = arith.extsi %b : i8 to i32
    %number = arith.addi %wide, %c128 : i32
    %digit = arith.extsi %a : i8 to i32
    %q = arith.muli %digit, %number : i32
    %r = arith.addi %o, %q : i32
    linalg.yield %r : i32
  } -> tensor<1x3x40x32x4xi32>
  %ye = tensor.empty() : tensor<1x3x32xf32>
  %yf = linalg.fill ins(%zero : f32) outs(%ye : tensor<1x3x32xf32>) -> tensor<1x3x32xf32>
  %y = linalg.generic {indexing_maps = [#first, #second, #scales, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%p, %p, %s : tensor<1x3x40x32x4xi32>, tensor<1x3x40x32x4xi32>, tensor<3x40x32xf32>) outs(%yf : tensor<1x3x32xf32>) {
  ^bb0(%a: i32, %b: i32, %scale: f32, %o: f32):
    %high = arith.shli %a, %c8 : i32
    %both = arith.addi %high, %b : i32
    %number = arith.sitofp %both : i32 to f32
    %scaled = arith.mulf %number, %scale : f32
    %r = arith.addf %o, %scaled : f32
    linalg.yield %r : f32
  } -> tensor<1x3x32xf32>
  exec.yield %y : tensor<1x3x32xf32>
}

// -----

// What is no sum cannot be taken in blocks.
// CHECK-LABEL: exec.kernel @halved(
#digits = affine_map<(r, p, g, l, j, w, h, s) -> (j, r, g, h, w, s)>
#panels = affine_map<(r, p, g, l, j, w, h, s) -> (p, g, w, l, s)>
#sums = affine_map<(r, p, g, l, j, w, h, s) -> (r, p, g, l, j)>
#first = affine_map<(r, p, l, g) -> (r, p, g, l, 0)>
#second = affine_map<(r, p, l, g) -> (r, p, g, l, 1)>
#scales = affine_map<(r, p, l, g) -> (p, g, l)>
#result = affine_map<(r, p, l, g) -> (r, p, l)>
exec.kernel @halved(%x: tensor<4x1x40x2x4x4xi8>, %w: tensor<3x40x4x32x4xi8>, %s: tensor<3x40x32xf32>) -> tensor<1x3x32xf32>
    domain(1, 3, 32) access(read, read, read, write) work(flops = 994560, bytes = 82304) attributes {dims = [[], [], [], []]} {
  %c15 = arith.constant 15 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %none = arith.constant 0 : i32
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<1x3x40x32x4xi32>
  %f = linalg.fill ins(%none : i32) outs(%e : tensor<1x3x40x32x4xi32>) -> tensor<1x3x40x32x4xi32>
  %p = linalg.generic {indexing_maps = [#digits, #panels, #sums],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<4x1x40x2x4x4xi8>, tensor<3x40x4x32x4xi8>) outs(%f : tensor<1x3x40x32x4xi32>) {
  ^bb0(%a: i8, %b: i8, %o: i32):
    %h = linalg.index 6 : index
    %i = arith.index_cast %h : index to i32
    %wide = arith.extui %b : i8 to i32
    %by = arith.muli %i, %c4 : i32
    %moved = arith.shrui %wide, %by : i32
    %number = arith.andi %moved, %c15 : i32
    %digit = arith.extsi %a : i8 to i32
    %q = arith.muli %digit, %number : i32
    %r = arith.addi %o, %q : i32
    linalg.yield %r : i32
  } -> tensor<1x3x40x32x4xi32>
  %ye = tensor.empty() : tensor<1x3x32xf32>
  %yf = linalg.fill ins(%zero : f32) outs(%ye : tensor<1x3x32xf32>) -> tensor<1x3x32xf32>
  %y = linalg.generic {indexing_maps = [#first, #second, #scales, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%p, %p, %s : tensor<1x3x40x32x4xi32>, tensor<1x3x40x32x4xi32>, tensor<3x40x32xf32>) outs(%yf : tensor<1x3x32xf32>) {
  ^bb0(%a: i32, %b: i32, %scale: f32, %o: f32):
    %high = arith.shli %a, %c8 : i32
    %both = arith.addi %high, %b : i32
    %number = arith.sitofp %both : i32 to f32
    %scaled = arith.mulf %number, %scale : f32
    %less = arith.mulf %o, %half : f32
    %r = arith.addf %less, %scaled : f32
    linalg.yield %r : f32
  } -> tensor<1x3x32xf32>
  exec.yield %y : tensor<1x3x32xf32>
}
