// RUN: kiln-opt %s --kiln-exec-collapse-dimensions --split-input-file --verify-roundtrip | FileCheck %s

// The pixels of an image that are read one by one are a line, through the
// operations that follow; images and planes, which do not go through every
// operand, stay. Between two kernels there is no view. The size that is not
// known is that of the dispatch.
// CHECK-DAG: #[[LINE:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
// CHECK-DAG: #[[FILTER:.*]] = affine_map<(d0, d1, d2, d3) -> (d1, d3)>
// CHECK-DAG: #[[RESULT:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
// CHECK-LABEL: ep.program @pixels
// CHECK: exec.kernel @conv(%{{.*}}: tensor<?x8x49xf32>, %{{.*}}: tensor<16x8xf32>, %{{.*}}: index) -> tensor<?x16x49xf32>
// CHECK-SAME: domain(d0, 16, 49)
// CHECK: linalg.generic {indexing_maps = [#[[LINE]], #[[FILTER]], #[[RESULT]]], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
// CHECK: exec.kernel @relu(%{{.*}}: tensor<?x784xf32>, %{{.*}}: index) -> tensor<?x784xf32>
// CHECK: %[[S:.*]] = ep.size s0
// CHECK: %[[X:.*]] = tensor.collapse_shape %{{.*}} {{\[\[}}0], [1], [2, 3]] : tensor<?x8x7x7xf32> into tensor<?x8x49xf32>
// CHECK: %[[C:.*]] = exec.dispatch @conv(%[[X]], %{{.*}}) [%[[S]]]
// CHECK: %[[E:.*]] = tensor.expand_shape %[[C]] {{\[\[}}0], [1], [2, 3]] output_shape [%[[S]], 16, 7, 7]
// CHECK: %[[F:.*]] = tensor.collapse_shape %[[E]] {{\[\[}}0], [1, 2, 3]] : tensor<?x16x7x7xf32> into tensor<?x784xf32>
// CHECK: %[[R:.*]] = exec.dispatch @relu(%[[F]]) [%[[S]]]
// CHECK-NEXT: %[[Q:.*]] = exec.dispatch @relu(%[[R]]) [%[[S]]]
// CHECK-NEXT: %[[Y:.*]] = tensor.expand_shape %[[Q]] {{\[\[}}0], [1, 2, 3]] output_shape [%[[S]], 16, 7, 7]
// CHECK-NEXT: ep.from_builtin %[[Y]]
#image = affine_map<(n, f, y, x, c) -> (n, c, y, x)>
#filter = affine_map<(n, f, y, x, c) -> (f, c)>
#result = affine_map<(n, f, y, x, c) -> (n, f, y, x)>
#id = affine_map<(n, f, y, x) -> (n, f, y, x)>
ep.program @pixels {
  ep.symbol @s0 range(1, 8)
  exec.kernel @conv(%x: tensor<?x8x7x7xf32>, %w: tensor<16x8xf32>, %s0: index) -> tensor<?x16x7x7xf32>
      domain(d0, 16, 7, 7) access(read, read, write) work(flops = 12544*d0, bytes = 4704*d0 + 512)
      attributes {dims = [[0], [], [0]]} {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty(%s0) : tensor<?x16x7x7xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x16x7x7xf32>) -> tensor<?x16x7x7xf32>
    %s = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
        ins(%x, %w : tensor<?x8x7x7xf32>, tensor<16x8xf32>) outs(%f : tensor<?x16x7x7xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %q = arith.mulf %a, %b : f32
      %r = arith.addf %o, %q : f32
      linalg.yield %r : f32
    } -> tensor<?x16x7x7xf32>
    exec.yield %s : tensor<?x16x7x7xf32>
  }
  exec.kernel @relu(%x: tensor<?x16x7x7xf32>, %s0: index) -> tensor<?x16x7x7xf32>
      domain(d0, 16, 7, 7) access(read, write) work(flops = 784*d0, bytes = 6272*d0)
      attributes {dims = [[0], [0]]} {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty(%s0) : tensor<?x16x7x7xf32>
    %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
        ins(%x : tensor<?x16x7x7xf32>) outs(%e : tensor<?x16x7x7xf32>) {
    ^bb0(%a: f32, %o: f32):
      %r = arith.maximumf %a, %zero : f32
      linalg.yield %r : f32
    } -> tensor<?x16x7x7xf32>
    exec.yield %y : tensor<?x16x7x7xf32>
  }
  ep.graph @forward(%x: !ep.tensor<[s0, 8, 7, 7], f32> {ep.input = #ep.input<user_input "x">},
                    %w: !ep.tensor<[16, 8], f32> {ep.input = #ep.input<user_input "w">})
      -> (!ep.tensor<[s0, 16, 7, 7], f32> {ep.output = #ep.output<user_output "y">}) {
    %s = ep.size s0
    %0 = ep.to_builtin %x : !ep.tensor<[s0, 8, 7, 7], f32> -> tensor<?x8x7x7xf32>
    %1 = ep.to_builtin %w : !ep.tensor<[16, 8], f32> -> tensor<16x8xf32>
    %2 = exec.dispatch @conv(%0, %1)[%s] : (tensor<?x8x7x7xf32>, tensor<16x8xf32>) -> tensor<?x16x7x7xf32>
    %3 = exec.dispatch @relu(%2)[%s] : (tensor<?x16x7x7xf32>) -> tensor<?x16x7x7xf32>
    %4 = exec.dispatch @relu(%3)[%s] : (tensor<?x16x7x7xf32>) -> tensor<?x16x7x7xf32>
    %5 = ep.from_builtin %4 : tensor<?x16x7x7xf32> -> !ep.tensor<[s0, 16, 7, 7], f32>
    ep.return %5 : !ep.tensor<[s0, 16, 7, 7], f32>
  }
}

// -----

// Reduction loops are one, too, but not with others; a loop whose index is asked
// for stays, and is counted anew.
// CHECK-DAG: #[[WHOLE:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[SUM:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-LABEL: ep.program @sums
// CHECK: exec.kernel @mean(%{{.*}}: tensor<240x49xf32>) -> tensor<240xf32>
// CHECK: linalg.generic {indexing_maps = [#[[WHOLE]], #[[SUM]]], iterator_types = ["parallel", "reduction"]}
// CHECK: exec.kernel @ramp(%{{.*}}: tensor<15x5xf32>) -> tensor<15x5xf32>
// CHECK: linalg.index 1
#x = affine_map<(n, c, y, x) -> (n, c, y, x)>
#sum = affine_map<(n, c, y, x) -> (n, c)>
#cube = affine_map<(a, b, c) -> (a, b, c)>
ep.program @sums {
  exec.kernel @mean(%x: tensor<2x120x7x7xf32>) -> tensor<2x120xf32>
      domain(2, 120) access(read, write) work(flops = 11760, bytes = 48000) attributes {dims = [[], []]} {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<2x120xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x120xf32>) -> tensor<2x120xf32>
    %s = linalg.generic {indexing_maps = [#x, #sum], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
        ins(%x : tensor<2x120x7x7xf32>) outs(%f : tensor<2x120xf32>) {
    ^bb0(%a: f32, %o: f32):
      %r = arith.addf %o, %a : f32
      linalg.yield %r : f32
    } -> tensor<2x120xf32>
    exec.yield %s : tensor<2x120xf32>
  }
  exec.kernel @ramp(%x: tensor<3x5x5xf32>) -> tensor<3x5x5xf32>
      domain(3, 5, 5) access(read, write) work(flops = 75, bytes = 600) attributes {dims = [[], []]} {
    %e = tensor.empty() : tensor<3x5x5xf32>
    %s = linalg.generic {indexing_maps = [#cube, #cube], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%x : tensor<3x5x5xf32>) outs(%e : tensor<3x5x5xf32>) {
    ^bb0(%a: f32, %o: f32):
      %i = linalg.index 2 : index
      %j = arith.index_cast %i : index to i64
      %k = arith.sitofp %j : i64 to f32
      %r = arith.addf %a, %k : f32
      linalg.yield %r : f32
    } -> tensor<3x5x5xf32>
    exec.yield %s : tensor<3x5x5xf32>
  }
}

// -----

// Dimensions stay that are read in another order, by a window, with padding, or
// by the body itself, those of which one is not known, and what any of these
// passes through.
// CHECK-LABEL: ep.program @stay
// CHECK: exec.kernel @transposed(%{{.*}}: tensor<4x6xf32>) -> tensor<6x4xf32>
// CHECK: exec.kernel @before(%{{.*}}: tensor<4x6xf32>) -> tensor<6x4xf32>
// CHECK: exec.kernel @window(%{{.*}}: tensor<9xf32>) -> tensor<7xf32>
// CHECK: exec.kernel @padded(%{{.*}}: tensor<4x6xf32>) -> tensor<4x7xf32>
// CHECK: exec.kernel @gathered(%{{.*}}: tensor<4x6xf32>, %{{.*}}: tensor<24xi64>) -> tensor<24xf32>
// CHECK: exec.kernel @unknown(%{{.*}}: tensor<4x?xf32>, %{{.*}}: index) -> tensor<4x?xf32>
#ab = affine_map<(a, b) -> (a, b)>
#ba = affine_map<(a, b) -> (b, a)>
#a = affine_map<(a) -> (a)>
#shifted = affine_map<(a, b) -> (a + b)>
#outer = affine_map<(a, b) -> (a)>
ep.program @stay {
  exec.kernel @transposed(%x: tensor<4x6xf32>) -> tensor<6x4xf32>
      domain(6, 4) access(read, write) work(flops = 48, bytes = 192) attributes {dims = [[], []]} {
    %e = tensor.empty() : tensor<6x4xf32>
    %s = linalg.generic {indexing_maps = [#ba, #ab], iterator_types = ["parallel", "parallel"]}
        ins(%x : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) {
    ^bb0(%i: f32, %o: f32):
      %r = arith.negf %i : f32
      linalg.yield %r : f32
    } -> tensor<6x4xf32>
    %t = linalg.generic {indexing_maps = [#ab, #ab], iterator_types = ["parallel", "parallel"]}
        ins(%s : tensor<6x4xf32>) outs(%e : tensor<6x4xf32>) {
    ^bb0(%i: f32, %o: f32):
      %r = arith.negf %i : f32
      linalg.yield %r : f32
    } -> tensor<6x4xf32>
    exec.yield %t : tensor<6x4xf32>
  }
  exec.kernel @before(%x: tensor<4x6xf32>) -> tensor<6x4xf32>
      domain(6, 4) access(read, write) work(flops = 48, bytes = 192) attributes {dims = [[], []]} {
    %e = tensor.empty() : tensor<4x6xf32>
    %s = linalg.generic {indexing_maps = [#ab, #ab], iterator_types = ["parallel", "parallel"]}
        ins(%x : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) {
    ^bb0(%i: f32, %o: f32):
      %r = arith.negf %i : f32
      linalg.yield %r : f32
    } -> tensor<4x6xf32>
    %d = tensor.empty() : tensor<6x4xf32>
    %t = linalg.generic {indexing_maps = [#ba, #ab], iterator_types = ["parallel", "parallel"]}
        ins(%s : tensor<4x6xf32>) outs(%d : tensor<6x4xf32>) {
    ^bb0(%i: f32, %o: f32):
      %r = arith.negf %i : f32
      linalg.yield %r : f32
    } -> tensor<6x4xf32>
    exec.yield %t : tensor<6x4xf32>
  }
  exec.kernel @window(%x: tensor<9xf32>) -> tensor<7xf32>
      domain(7) access(read, write) work(flops = 21, bytes = 64) attributes {dims = [[], []]} {
    %zero = arith.constant 0.0 : f32
    %k = tensor.empty() : tensor<3xf32>
    %e = tensor.empty() : tensor<7xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<7xf32>) -> tensor<7xf32>
    %s = linalg.generic {indexing_maps = [#shifted, affine_map<(a, b) -> (b)>, #outer], iterator_types = ["parallel", "reduction"]}
        ins(%x, %k : tensor<9xf32>, tensor<3xf32>) outs(%f : tensor<7xf32>) {
    ^bb0(%i: f32, %n: f32, %o: f32):
      %r = arith.addf %o, %i : f32
      linalg.yield %r : f32
    } -> tensor<7xf32>
    exec.yield %s : tensor<7xf32>
  }
  exec.kernel @padded(%x: tensor<4x6xf32>) -> tensor<4x7xf32>
      domain(4, 7) access(read, write) work(flops = 28, bytes = 208) attributes {dims = [[], []]} {
    %zero = arith.constant 0.0 : f32
    %p = tensor.pad %x low[0, 0] high[0, 1] {
    ^bb0(%i: index, %j: index):
      tensor.yield %zero : f32
    } : tensor<4x6xf32> to tensor<4x7xf32>
    %e = tensor.empty() : tensor<4x7xf32>
    %s = linalg.generic {indexing_maps = [#ab, #ab], iterator_types = ["parallel", "parallel"]}
        ins(%p : tensor<4x7xf32>) outs(%e : tensor<4x7xf32>) {
    ^bb0(%i: f32, %o: f32):
      %r = arith.negf %i : f32
      linalg.yield %r : f32
    } -> tensor<4x7xf32>
    exec.yield %s : tensor<4x7xf32>
  }
  exec.kernel @gathered(%x: tensor<4x6xf32>, %n: tensor<24xi64>) -> tensor<24xf32>
      domain(24) access(read, read, write) work(flops = 0, bytes = 384) attributes {dims = [[], [], []]} {
    %c = arith.constant 1 : index
    %e = tensor.empty() : tensor<24xf32>
    %s = linalg.generic {indexing_maps = [#a, #a], iterator_types = ["parallel"]}
        ins(%n : tensor<24xi64>) outs(%e : tensor<24xf32>) {
    ^bb0(%i: i64, %o: f32):
      %j = arith.index_cast %i : i64 to index
      %r = tensor.extract %x[%c, %j] : tensor<4x6xf32>
      linalg.yield %r : f32
    } -> tensor<24xf32>
    exec.yield %s : tensor<24xf32>
  }
  exec.kernel @unknown(%x: tensor<4x?xf32>, %s0: index) -> tensor<4x?xf32>
      domain(4, d0) access(read, write) work(flops = 4*d0, bytes = 32*d0) attributes {dims = [[0], [0]]} {
    %e = tensor.empty(%s0) : tensor<4x?xf32>
    %s = linalg.generic {indexing_maps = [#ab, #ab], iterator_types = ["parallel", "parallel"]}
        ins(%x : tensor<4x?xf32>) outs(%e : tensor<4x?xf32>) {
    ^bb0(%i: f32, %o: f32):
      %r = arith.negf %i : f32
      linalg.yield %r : f32
    } -> tensor<4x?xf32>
    exec.yield %s : tensor<4x?xf32>
  }
}

// -----

// Tensors that are put together keep that dimension, and what lies behind it is
// one where it is in all of them.
// CHECK-LABEL: ep.program @joined
// CHECK: exec.kernel @planes(%{{.*}}: tensor<2x3x25xf32>, %{{.*}}: tensor<2x4x25xf32>) -> tensor<2x7x25xf32>
// CHECK: tensor.concat dim(1) %{{.*}}, %{{.*}} : (tensor<2x3x25xf32>, tensor<2x4x25xf32>) -> tensor<2x7x25xf32>
// CHECK: exec.kernel @rows(%{{.*}}: tensor<6x5x5xf32>, %{{.*}}: tensor<6x1x5xf32>) -> tensor<6x6x5xf32>
// CHECK: tensor.concat dim(1) %{{.*}}, %{{.*}} : (tensor<6x5x5xf32>, tensor<6x1x5xf32>) -> tensor<6x6x5xf32>
// CHECK: exec.kernel @padded(%{{.*}}: tensor<2x3x5x4xf32>, %{{.*}}: tensor<2x4x5x5xf32>)
// CHECK: tensor.concat dim(1) {{.*}} -> tensor<2x7x5x5xf32>
ep.program @joined {
  exec.kernel @planes(%x: tensor<2x3x5x5xf32>, %y: tensor<2x4x5x5xf32>) -> tensor<2x7x5x5xf32>
      domain(2, 7, 5, 5) access(read, read, write) work(flops = 0, bytes = 2800) attributes {dims = [[], [], []]} {
    %s = tensor.concat dim(1) %x, %y : (tensor<2x3x5x5xf32>, tensor<2x4x5x5xf32>) -> tensor<2x7x5x5xf32>
    exec.yield %s : tensor<2x7x5x5xf32>
  }
  exec.kernel @rows(%x: tensor<2x3x5x5xf32>, %y: tensor<2x3x1x5xf32>) -> tensor<2x3x6x5xf32>
      domain(2, 3, 6, 5) access(read, read, write) work(flops = 0, bytes = 1440) attributes {dims = [[], [], []]} {
    %s = tensor.concat dim(2) %x, %y : (tensor<2x3x5x5xf32>, tensor<2x3x1x5xf32>) -> tensor<2x3x6x5xf32>
    exec.yield %s : tensor<2x3x6x5xf32>
  }
  exec.kernel @padded(%x: tensor<2x3x5x4xf32>, %y: tensor<2x4x5x5xf32>) -> tensor<2x7x5x5xf32>
      domain(2, 7, 5, 5) access(read, read, write) work(flops = 0, bytes = 2680) attributes {dims = [[], [], []]} {
    %zero = arith.constant 0.0 : f32
    %p = tensor.pad %x low[0, 0, 0, 0] high[0, 0, 0, 1] {
    ^bb0(%a: index, %b: index, %c: index, %d: index):
      tensor.yield %zero : f32
    } : tensor<2x3x5x4xf32> to tensor<2x3x5x5xf32>
    %s = tensor.concat dim(1) %p, %y : (tensor<2x3x5x5xf32>, tensor<2x4x5x5xf32>) -> tensor<2x7x5x5xf32>
    exec.yield %s : tensor<2x7x5x5xf32>
  }
}

// -----

// Rows and columns of an image of unknown sizes are a line, too: of a size that
// the kernel is given beside the others. Not where they are summed, which would
// be rounded otherwise. Other sizes that are not known stay apart, as those of a
// batch and of a sequence do.
// CHECK-LABEL: ep.program @unknown
// CHECK: exec.kernel @mean(%{{.*}}: tensor<8x?x?xf32>, %{{.*}}: index, %{{.*}}: index) -> tensor<8xf32>
// CHECK: exec.kernel @relu(%{{.*}}: tensor<8x?xf32>, %{{.*}}: index, %{{.*}}: index, %[[LINE:.*]]: index) -> tensor<8x?xf32>
// CHECK-SAME: domain(8, d2)
// CHECK-SAME: dims = {{\[\[}}2], [2]]
// CHECK: tensor.empty(%[[LINE]]) : tensor<8x?xf32>
// CHECK: exec.kernel @tokens(%{{.*}}: tensor<?x?x4xf32>
// CHECK-SAME: dims = {{\[\[}}0, 1], [0, 1]]
// CHECK-DAG: %[[H:.*]] = ep.size s0
// CHECK-DAG: %[[W:.*]] = ep.size s1
// CHECK: %[[S:.*]] = ep.size s0*s1
// CHECK: %[[X:.*]] = tensor.collapse_shape %{{.*}} {{\[\[}}0], [1, 2]] : tensor<8x?x?xf32> into tensor<8x?xf32>
// CHECK: %[[R:.*]] = exec.dispatch @relu(%[[X]]) [%[[H]], %[[W]], %[[S]]] : (tensor<8x?xf32>) -> tensor<8x?xf32>
// CHECK: %[[Y:.*]] = tensor.expand_shape %[[R]] {{\[\[}}0], [1, 2]] output_shape [8, %[[H]], %[[W]]]
// CHECK: exec.dispatch @mean(%[[Y]]) [%[[H]], %[[W]]]
#unknown = affine_map<(c, y, x) -> (c, y, x)>
ep.program @unknown {
  ep.symbol @s0 range(1, 8)
  ep.symbol @s1 range(1, 8)
  exec.kernel @mean(%x: tensor<8x?x?xf32>, %h: index, %w: index) -> tensor<8xf32>
      domain(8) access(read, write) work(flops = 8*d0*d1, bytes = 32*d0*d1 + 32)
      attributes {dims = [[0, 1], []]} {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<8xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    %s = linalg.generic {indexing_maps = [#unknown, affine_map<(c, y, x) -> (c)>], iterator_types = ["parallel", "reduction", "reduction"]}
        ins(%x : tensor<8x?x?xf32>) outs(%f : tensor<8xf32>) {
    ^bb0(%a: f32, %o: f32):
      %r = arith.addf %o, %a : f32
      linalg.yield %r : f32
    } -> tensor<8xf32>
    exec.yield %s : tensor<8xf32>
  }
  exec.kernel @relu(%x: tensor<8x?x?xf32>, %h: index, %w: index) -> tensor<8x?x?xf32>
      domain(8, d0, d1) access(read, write) work(flops = 8*d0*d1, bytes = 64*d0*d1)
      attributes {dims = [[0, 1], [0, 1]]} {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty(%h, %w) : tensor<8x?x?xf32>
    %y = linalg.generic {indexing_maps = [#unknown, #unknown], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%x : tensor<8x?x?xf32>) outs(%e : tensor<8x?x?xf32>) {
    ^bb0(%a: f32, %o: f32):
      %r = arith.maximumf %a, %zero : f32
      linalg.yield %r : f32
    } -> tensor<8x?x?xf32>
    exec.yield %y : tensor<8x?x?xf32>
  }
  exec.kernel @tokens(%x: tensor<?x?x4xf32>, %n: index, %t: index) -> tensor<?x?x4xf32>
      domain(d0, d1, 4) access(read, write) work(flops = 4*d0*d1, bytes = 32*d0*d1)
      attributes {dims = [[0, 1], [0, 1]]} {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty(%n, %t) : tensor<?x?x4xf32>
    %y = linalg.generic {indexing_maps = [#unknown, #unknown], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%x : tensor<?x?x4xf32>) outs(%e : tensor<?x?x4xf32>) {
    ^bb0(%a: f32, %o: f32):
      %r = arith.maximumf %a, %zero : f32
      linalg.yield %r : f32
    } -> tensor<?x?x4xf32>
    exec.yield %y : tensor<?x?x4xf32>
  }
  ep.graph @forward(%x: !ep.tensor<[8, s0, s1], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[8], f32> {ep.output = #ep.output<user_output "y">}) {
    %h = ep.size s0
    %w = ep.size s1
    %0 = ep.to_builtin %x : !ep.tensor<[8, s0, s1], f32> -> tensor<8x?x?xf32>
    %1 = exec.dispatch @relu(%0) [%h, %w] : (tensor<8x?x?xf32>) -> tensor<8x?x?xf32>
    %2 = exec.dispatch @mean(%1) [%h, %w] : (tensor<8x?x?xf32>) -> tensor<8xf32>
    %3 = ep.from_builtin %2 : tensor<8xf32> -> !ep.tensor<[8], f32>
    ep.return %3 : !ep.tensor<[8], f32>
  }
}

// -----

// The sizes of an empty tensor that are no sizes of the kernel stay apart.
// CHECK-LABEL: ep.program @computed
// CHECK: exec.kernel @twice({{.*}}) -> tensor<8x?x?xf32>
ep.program @computed {
  exec.kernel @twice(%x: tensor<8xf32>, %h: index, %w: index) -> tensor<8x?x?xf32>
      domain(8, d0, d1) access(read, write) work(flops = 0, bytes = 32*d0*d1 + 32)
      attributes {dims = [[], [0, 1]]} {
    %zero = arith.constant 0 : index
    %height = arith.addi %h, %zero : index
    %e = tensor.empty(%height, %w) : tensor<8x?x?xf32>
    %y = linalg.generic {indexing_maps = [affine_map<(c, y, x) -> (c)>, affine_map<(c, y, x) -> (c, y, x)>], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%x : tensor<8xf32>) outs(%e : tensor<8x?x?xf32>) {
    ^bb0(%a: f32, %o: f32):
      linalg.yield %a : f32
    } -> tensor<8x?x?xf32>
    exec.yield %y : tensor<8x?x?xf32>
  }
}
