// RUN: kiln-opt %s --kiln-exec-pack-weights --split-input-file | FileCheck %s
// RUN: kiln-opt %s --kiln-exec-pack-weights=limit=15 --split-input-file | FileCheck %s --check-prefix=LIMIT
// RUN: kiln-opt %s --kiln-exec-pack-weights --split-input-file --remark-format=emitRemark --remarks-filter=kiln-pack -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: kiln-opt %s --kiln-exec-pack-weights=limit=15 --split-input-file --remark-format=emitRemark --remarks-filter=kiln-pack -o /dev/null 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: packed at each call: the weight is larger than the limit, and read elsewhere

// Both uses read one constant, which a kernel of its own makes again where the
// weight is replaced. Columns 0 and 1 lie side by side, step after step.
// CHECK-LABEL: ep.program @product
// CHECK: ep.storage @storage.packed_0 bytes(256) {ep.packs = {block_strides = array<i64: 1, 0>, blocks = array<i64: 32, 1>, state = "w", strides = array<i64: 64, 32>}}
// CHECK: ep.constant @packed_0 : !ep.tensor<[1, 2, 32], f32> storage(@storage.packed_0) {ep.made_from = ["w"]}
// CHECK: exec.kernel @pack_0(%[[W:.*]]: tensor<2x2xf32>) -> tensor<1x2x32xf32>
// CHECK: %[[P:.*]] = tensor.pad %[[W]] low[0, 0] high[30, 0]
// CHECK: %[[E:.*]] = tensor.expand_shape %[[P]] {{\[\[}}0, 1], [2]{{\]}} {{.*}} into tensor<1x32x2xf32>
// CHECK: linalg.generic {indexing_maps = [#[[READ:.*]], #{{.*}}], {{.*}} ins(%[[E]]
// CHECK: ep.graph @forward(
// CHECK-NEXT: %w:
// CHECK-NEXT: %x:
// CHECK-NEXT: %packed_0: !ep.tensor<[1, 2, 32], f32> {ep.input = #ep.input<constant_tensor "packed_0">}
// CHECK-NEXT: ) ->
// CHECK: %[[B:.*]] = ep.to_builtin %packed_0
// CHECK: exec.dispatch @mm(%{{.*}}, %[[B]])
// CHECK: exec.dispatch @mm(%{{.*}}, %[[B]])
// CHECK: ep.graph @prepare(%w: {{.*}} {ep.input = #ep.input<parameter "w">})
// CHECK-SAME: -> (!ep.tensor<[1, 2, 32], f32> {ep.output = #ep.output<user_output "packed_0">}) attributes {ep.prepare}
// CHECK: %[[D:.*]] = exec.dispatch @pack_0(%{{.*}}) : (tensor<2x2xf32>) -> tensor<1x2x32xf32>
// CHECK: %[[R:.*]] = ep.from_builtin %[[D]]
// CHECK: ep.return %[[R]]
// Whatever its size: nothing else reads the weight.
// LIMIT-LABEL: ep.program @product
// LIMIT: ep.constant @packed_0
ep.program @product {
  ep.storage @s bytes(16) data(dense<[0, 0, 64, 64, 0, 0, 160, 64, 0, 0, 128, 64, 0, 0, 128, 63]> : tensor<16xi8>)
  ep.parameter @w : !ep.tensor<[2, 2], f32> storage(@s)
  exec.kernel @mm(%x: tensor<5x2xf32>, %w: tensor<2x2xf32>) -> tensor<5x2xf32>
      domain(5, 2) access(read, read, write) work(flops = 40, bytes = 96) attributes {dims = [[], [], []]} {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<5x2xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x2xf32>) -> tensor<5x2xf32>
    %s = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%x, %w : tensor<5x2xf32>, tensor<2x2xf32>) outs(%f : tensor<5x2xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %q = arith.mulf %a, %b : f32
      %r = arith.addf %o, %q : f32
      linalg.yield %r : f32
    } -> tensor<5x2xf32>
    exec.yield %s : tensor<5x2xf32>
  }
  ep.graph @forward(%w: !ep.tensor<[2, 2], f32> {ep.input = #ep.input<parameter "w">},
      %x: !ep.tensor<[5, 2], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[5, 2], f32> {ep.output = #ep.output<user_output "y">}) {
    %0 = ep.to_builtin %w : !ep.tensor<[2, 2], f32> -> tensor<2x2xf32>
    %1 = ep.to_builtin %x : !ep.tensor<[5, 2], f32> -> tensor<5x2xf32>
    %2 = exec.dispatch @mm(%1, %0) : (tensor<5x2xf32>, tensor<2x2xf32>) -> tensor<5x2xf32>
    %3 = exec.dispatch @mm(%2, %0) : (tensor<5x2xf32>, tensor<2x2xf32>) -> tensor<5x2xf32>
    %y = ep.from_builtin %3 : tensor<5x2xf32> -> !ep.tensor<[5, 2], f32>
    ep.return %y : !ep.tensor<[5, 2], f32>
  }
}

// -----

// A weight that something else reads, too, is there twice, up to the limit.
// CHECK-LABEL: ep.program @elsewhere
// CHECK: ep.constant @packed_0
// LIMIT-LABEL: ep.program @elsewhere
// LIMIT-NOT: packed_0
// LIMIT-LABEL: ep.program @row {
ep.program @elsewhere {
  ep.storage @s bytes(16) data(dense<[0, 0, 64, 64, 0, 0, 160, 64, 0, 0, 128, 64, 0, 0, 128, 63]> : tensor<16xi8>)
  ep.parameter @w : !ep.tensor<[2, 2], f32> storage(@s)
  exec.kernel @mm(%x: tensor<5x2xf32>, %w: tensor<2x2xf32>) -> tensor<5x2xf32>
      domain(5, 2) access(read, read, write) work(flops = 40, bytes = 96) attributes {dims = [[], [], []]} {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<5x2xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x2xf32>) -> tensor<5x2xf32>
    %s = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%x, %w : tensor<5x2xf32>, tensor<2x2xf32>) outs(%f : tensor<5x2xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %q = arith.mulf %a, %b : f32
      %r = arith.addf %o, %q : f32
      linalg.yield %r : f32
    } -> tensor<5x2xf32>
    exec.yield %s : tensor<5x2xf32>
  }
  ep.graph @forward(%w: !ep.tensor<[2, 2], f32> {ep.input = #ep.input<parameter "w">},
      %x: !ep.tensor<[5, 2], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[5, 2], f32> {ep.output = #ep.output<user_output "y">},
          !ep.tensor<[2, 2], f32> {ep.output = #ep.output<user_output "w">}) {
    %0 = ep.to_builtin %w : !ep.tensor<[2, 2], f32> -> tensor<2x2xf32>
    %1 = ep.to_builtin %x : !ep.tensor<[5, 2], f32> -> tensor<5x2xf32>
    %2 = exec.dispatch @mm(%1, %0) : (tensor<5x2xf32>, tensor<2x2xf32>) -> tensor<5x2xf32>
    %y = ep.from_builtin %2 : tensor<5x2xf32> -> !ep.tensor<[5, 2], f32>
    ep.return %y, %w : !ep.tensor<[5, 2], f32>, !ep.tensor<[2, 2], f32>
  }
}

// -----

// A product of one row reads its right operand once.
// CHECK-LABEL: ep.program @row {
// CHECK-NOT: ep.made_from
ep.program @row {
  ep.storage @s bytes(16) data(dense<[0, 0, 64, 64, 0, 0, 160, 64, 0, 0, 128, 64, 0, 0, 128, 63]> : tensor<16xi8>)
  ep.parameter @w : !ep.tensor<[2, 2], f32> storage(@s)
  exec.kernel @mm(%x: tensor<1x2xf32>, %w: tensor<2x2xf32>) -> tensor<1x2xf32>
      domain(1, 2) access(read, read, write) work(flops = 8, bytes = 32) attributes {dims = [[], [], []]} {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<1x2xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x2xf32>) -> tensor<1x2xf32>
    %s = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%x, %w : tensor<1x2xf32>, tensor<2x2xf32>) outs(%f : tensor<1x2xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %q = arith.mulf %a, %b : f32
      %r = arith.addf %o, %q : f32
      linalg.yield %r : f32
    } -> tensor<1x2xf32>
    exec.yield %s : tensor<1x2xf32>
  }
  ep.graph @forward(%w: !ep.tensor<[2, 2], f32> {ep.input = #ep.input<parameter "w">},
      %x: !ep.tensor<[1, 2], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[1, 2], f32> {ep.output = #ep.output<user_output "y">}) {
    %0 = ep.to_builtin %w : !ep.tensor<[2, 2], f32> -> tensor<2x2xf32>
    %1 = ep.to_builtin %x : !ep.tensor<[1, 2], f32> -> tensor<1x2xf32>
    %2 = exec.dispatch @mm(%1, %0) : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
    %y = ep.from_builtin %2 : tensor<1x2xf32> -> !ep.tensor<[1, 2], f32>
    ep.return %y : !ep.tensor<[1, 2], f32>
  }
}

// -----

// Unless it would find each step of the sum in another line of memory.
// CHECK-LABEL: ep.program @row_of_lines {
// CHECK: ep.constant @packed_0 : !ep.tensor<[1, 2, 32], f32> {{.*}} {ep.made_from = ["w"]}
ep.program @row_of_lines {
  ep.storage @s bytes(16) data(dense<[0, 0, 64, 64, 0, 0, 160, 64, 0, 0, 128, 64, 0, 0, 128, 63]> : tensor<16xi8>)
  ep.parameter @w : !ep.tensor<[2, 2], f32> storage(@s)
  exec.kernel @mm(%x: tensor<1x2xf32>, %w: tensor<2x2xf32>) -> tensor<1x2xf32>
      domain(1, 2) access(read, read, write) work(flops = 8, bytes = 32) attributes {dims = [[], [], []]} {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<1x2xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x2xf32>) -> tensor<1x2xf32>
    %s = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%x, %w : tensor<1x2xf32>, tensor<2x2xf32>) outs(%f : tensor<1x2xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %q = arith.mulf %a, %b : f32
      %r = arith.addf %o, %q : f32
      linalg.yield %r : f32
    } -> tensor<1x2xf32>
    exec.yield %s : tensor<1x2xf32>
  }
  ep.graph @forward(%w: !ep.tensor<[2, 2], f32> {ep.input = #ep.input<parameter "w">},
      %x: !ep.tensor<[1, 2], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[1, 2], f32> {ep.output = #ep.output<user_output "y">}) {
    %0 = ep.to_builtin %w : !ep.tensor<[2, 2], f32> -> tensor<2x2xf32>
    %1 = ep.to_builtin %x : !ep.tensor<[1, 2], f32> -> tensor<1x2xf32>
    %2 = exec.dispatch @mm(%1, %0) : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
    %y = ep.from_builtin %2 : tensor<1x2xf32> -> !ep.tensor<[1, 2], f32>
    ep.return %y : !ep.tensor<[1, 2], f32>
  }
}

// -----

// Another use of the kernel has an operand of each call.
// CHECK-LABEL: ep.program @uses
// CHECK-NOT: ep.made_from
// REMARK: packed at each call: the operand is no weight that stays the same
ep.program @uses {
  ep.storage @s bytes(16) data(dense<[0, 0, 64, 64, 0, 0, 160, 64, 0, 0, 128, 64, 0, 0, 128, 63]> : tensor<16xi8>)
  ep.parameter @w : !ep.tensor<[2, 2], f32> storage(@s)
  exec.kernel @mm(%x: tensor<5x2xf32>, %w: tensor<2x2xf32>) -> tensor<5x2xf32>
      domain(5, 2) access(read, read, write) work(flops = 40, bytes = 96) attributes {dims = [[], [], []]} {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<5x2xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x2xf32>) -> tensor<5x2xf32>
    %s = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%x, %w : tensor<5x2xf32>, tensor<2x2xf32>) outs(%f : tensor<5x2xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %q = arith.mulf %a, %b : f32
      %r = arith.addf %o, %q : f32
      linalg.yield %r : f32
    } -> tensor<5x2xf32>
    exec.yield %s : tensor<5x2xf32>
  }
  ep.graph @forward(%w: !ep.tensor<[2, 2], f32> {ep.input = #ep.input<parameter "w">},
      %x: !ep.tensor<[5, 2], f32> {ep.input = #ep.input<user_input "x">},
      %v: !ep.tensor<[2, 2], f32> {ep.input = #ep.input<user_input "v">})
      -> (!ep.tensor<[5, 2], f32> {ep.output = #ep.output<user_output "y">}) {
    %0 = ep.to_builtin %w : !ep.tensor<[2, 2], f32> -> tensor<2x2xf32>
    %1 = ep.to_builtin %x : !ep.tensor<[5, 2], f32> -> tensor<5x2xf32>
    %2 = ep.to_builtin %v : !ep.tensor<[2, 2], f32> -> tensor<2x2xf32>
    %3 = exec.dispatch @mm(%1, %0) : (tensor<5x2xf32>, tensor<2x2xf32>) -> tensor<5x2xf32>
    %4 = exec.dispatch @mm(%3, %2) : (tensor<5x2xf32>, tensor<2x2xf32>) -> tensor<5x2xf32>
    %y = ep.from_builtin %4 : tensor<5x2xf32> -> !ep.tensor<[5, 2], f32>
    ep.return %y : !ep.tensor<[5, 2], f32>
  }
}

// -----

// The weight lies the other way in its storage.
// CHECK-LABEL: ep.program @strides
// CHECK-NOT: ep.made_from
// REMARK: packed at each call: the weight is not row-major
ep.program @strides {
  ep.storage @s bytes(16) data(dense<[0, 0, 64, 64, 0, 0, 160, 64, 0, 0, 128, 64, 0, 0, 128, 63]> : tensor<16xi8>)
  ep.parameter @w : !ep.tensor<[2, 2], f32, strides = [1, 2]> storage(@s)
  exec.kernel @mm(%x: tensor<5x2xf32>, %w: tensor<2x2xf32>) -> tensor<5x2xf32>
      domain(5, 2) access(read, read, write) work(flops = 40, bytes = 96) attributes {dims = [[], [], []]} {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<5x2xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x2xf32>) -> tensor<5x2xf32>
    %s = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%x, %w : tensor<5x2xf32>, tensor<2x2xf32>) outs(%f : tensor<5x2xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %q = arith.mulf %a, %b : f32
      %r = arith.addf %o, %q : f32
      linalg.yield %r : f32
    } -> tensor<5x2xf32>
    exec.yield %s : tensor<5x2xf32>
  }
  ep.graph @forward(%w: !ep.tensor<[2, 2], f32, strides = [1, 2]> {ep.input = #ep.input<parameter "w">},
      %x: !ep.tensor<[5, 2], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[5, 2], f32> {ep.output = #ep.output<user_output "y">}) {
    %0 = ep.to_builtin %w : !ep.tensor<[2, 2], f32, strides = [1, 2]> -> tensor<2x2xf32>
    %1 = ep.to_builtin %x : !ep.tensor<[5, 2], f32> -> tensor<5x2xf32>
    %2 = exec.dispatch @mm(%1, %0) : (tensor<5x2xf32>, tensor<2x2xf32>) -> tensor<5x2xf32>
    %y = ep.from_builtin %2 : tensor<5x2xf32> -> !ep.tensor<[5, 2], f32>
    ep.return %y : !ep.tensor<[5, 2], f32>
  }
}

// -----

// There are no bytes to pack.
// CHECK-LABEL: ep.program @fake
// CHECK-NOT: ep.made_from
// REMARK: packed at each call: the bytes of the weight are not known
ep.program @fake {
  ep.storage @s bytes(16)
  ep.parameter @w : !ep.tensor<[2, 2], f32> storage(@s)
  exec.kernel @mm(%x: tensor<5x2xf32>, %w: tensor<2x2xf32>) -> tensor<5x2xf32>
      domain(5, 2) access(read, read, write) work(flops = 40, bytes = 96) attributes {dims = [[], [], []]} {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<5x2xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x2xf32>) -> tensor<5x2xf32>
    %s = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%x, %w : tensor<5x2xf32>, tensor<2x2xf32>) outs(%f : tensor<5x2xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %q = arith.mulf %a, %b : f32
      %r = arith.addf %o, %q : f32
      linalg.yield %r : f32
    } -> tensor<5x2xf32>
    exec.yield %s : tensor<5x2xf32>
  }
  ep.graph @forward(%w: !ep.tensor<[2, 2], f32> {ep.input = #ep.input<parameter "w">},
      %x: !ep.tensor<[5, 2], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[5, 2], f32> {ep.output = #ep.output<user_output "y">}) {
    %0 = ep.to_builtin %w : !ep.tensor<[2, 2], f32> -> tensor<2x2xf32>
    %1 = ep.to_builtin %x : !ep.tensor<[5, 2], f32> -> tensor<5x2xf32>
    %2 = exec.dispatch @mm(%1, %0) : (tensor<5x2xf32>, tensor<2x2xf32>) -> tensor<5x2xf32>
    %y = ep.from_builtin %2 : tensor<5x2xf32> -> !ep.tensor<[5, 2], f32>
    ep.return %y : !ep.tensor<[5, 2], f32>
  }
}

// -----

// The filters of a convolution: the graph that makes constants is there.
// CHECK-LABEL: ep.program @filters
// CHECK: exec.kernel @conv(%{{.*}}: tensor<1x9xf32>, %{{.*}}: tensor<1x1x2x32xf32>)
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #[[PANELS:.*]], #{{.*}}]
// CHECK: ep.graph @prepare(
// CHECK-NEXT: %v:
// CHECK-NEXT: %w:
// CHECK-NEXT: ) -> (
// CHECK-NEXT: "made">},
// CHECK-NEXT: "packed_0">}
// CHECK-NEXT: ) attributes
ep.program @filters {
  ep.storage @s bytes(256) data(dense<[0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63]> : tensor<256xi8>)
  ep.storage @t bytes(4) data(dense<[0, 0, 128, 63]> : tensor<4xi8>)
  ep.storage @u bytes(4) data(dense<[0, 0, 128, 63]> : tensor<4xi8>)
  ep.parameter @w : !ep.tensor<[32, 1, 2], f32> storage(@s)
  ep.parameter @v : !ep.tensor<[1], f32> storage(@t)
  ep.constant @made : !ep.tensor<[1], f32> storage(@u) {ep.made_from = ["v"]}
  exec.kernel @copy(%x: tensor<1xf32>) -> tensor<1xf32>
      domain(1) access(read, write) work(flops = 0, bytes = 8) attributes {dims = [[], []]} {
    %e = tensor.empty() : tensor<1xf32>
    %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%x : tensor<1xf32>) outs(%e : tensor<1xf32>) {
    ^bb0(%a: f32, %o: f32):
      linalg.yield %a : f32
    } -> tensor<1xf32>
    exec.yield %y : tensor<1xf32>
  }
  exec.kernel @conv(%x: tensor<1x9xf32>, %w: tensor<32x1x2xf32>) -> tensor<32x8xf32>
      domain(32, 8) access(read, read, write) work(flops = 1024, bytes = 1316) attributes {dims = [[], [], []]} {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<32x8xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x8xf32>) -> tensor<32x8xf32>
    %s = linalg.generic {indexing_maps = [affine_map<(f, x, c, j) -> (c, x + j)>, affine_map<(f, x, c, j) -> (f, c, j)>, affine_map<(f, x, c, j) -> (f, x)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
        ins(%x, %w : tensor<1x9xf32>, tensor<32x1x2xf32>) outs(%f : tensor<32x8xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %q = arith.mulf %a, %b : f32
      %r = arith.addf %o, %q : f32
      linalg.yield %r : f32
    } -> tensor<32x8xf32>
    exec.yield %s : tensor<32x8xf32>
  }
  ep.graph @forward(%w: !ep.tensor<[32, 1, 2], f32> {ep.input = #ep.input<parameter "w">},
      %v: !ep.tensor<[1], f32> {ep.input = #ep.input<parameter "v">},
      %x: !ep.tensor<[1, 9], f32> {ep.input = #ep.input<user_input "x">},
      %made: !ep.tensor<[1], f32> {ep.input = #ep.input<constant_tensor "made">})
      -> (!ep.tensor<[32, 8], f32> {ep.output = #ep.output<user_output "y">}) {
    %0 = ep.to_builtin %w : !ep.tensor<[32, 1, 2], f32> -> tensor<32x1x2xf32>
    %1 = ep.to_builtin %x : !ep.tensor<[1, 9], f32> -> tensor<1x9xf32>
    %2 = exec.dispatch @conv(%1, %0) : (tensor<1x9xf32>, tensor<32x1x2xf32>) -> tensor<32x8xf32>
    %y = ep.from_builtin %2 : tensor<32x8xf32> -> !ep.tensor<[32, 8], f32>
    ep.return %y : !ep.tensor<[32, 8], f32>
  }
  ep.graph @prepare(%v: !ep.tensor<[1], f32> {ep.input = #ep.input<parameter "v">})
      -> (!ep.tensor<[1], f32> {ep.output = #ep.output<user_output "made">}) attributes {ep.prepare} {
    %0 = ep.to_builtin %v : !ep.tensor<[1], f32> -> tensor<1xf32>
    %1 = exec.dispatch @copy(%0) : (tensor<1xf32>) -> tensor<1xf32>
    %2 = ep.from_builtin %1 : tensor<1xf32> -> !ep.tensor<[1], f32>
    ep.return %2 : !ep.tensor<[1], f32>
  }
}

// -----

// Filters of one pixel for small images, a view of the weight without the
// dimensions of its window. Larger images fill vectors of pixels.
// CHECK-LABEL: ep.program @pixels
// CHECK: exec.kernel @small(%{{.*}}: tensor<1x2x14x14xf32>, %{{.*}}: tensor<1x2x32xf32>)
// CHECK: exec.kernel @large(%{{.*}}: tensor<1x2x28x28xf32>, %{{.*}}: tensor<32x2xf32>)
// CHECK: ep.storage @storage.packed_0 bytes(256) {ep.packs = {block_strides = array<i64: 1, 0, 0, 0>, blocks = array<i64: 32, 1, 1, 1>, state = "w", strides = array<i64: 64, 32, 0, 0>}}
// CHECK: ep.graph @prepare(
// CHECK: %[[W:.*]] = ep.to_builtin %w : !ep.tensor<[32, 2, 1, 1], f32> -> tensor<32x2x1x1xf32>
// CHECK: %[[VIEW:.*]] = tensor.collapse_shape %[[W]] {{\[\[}}0], [1, 2, 3]] : tensor<32x2x1x1xf32> into tensor<32x2xf32>
// CHECK: exec.dispatch @pack_0(%[[VIEW]])
ep.program @pixels {
  ep.storage @s bytes(256) data(dense<0> : tensor<256xi8>)
  ep.storage @t bytes(256) data(dense<1> : tensor<256xi8>)
  ep.parameter @w : !ep.tensor<[32, 2, 1, 1], f32> storage(@s)
  ep.parameter @v : !ep.tensor<[32, 2, 1, 1], f32> storage(@t)
  exec.kernel @small(%x: tensor<1x2x14x14xf32>, %w: tensor<32x2xf32>) -> tensor<1x32x14x14xf32>
      domain(1, 32, 14, 14) access(read, read, write) work(flops = 25088, bytes = 26912) attributes {dims = [[], [], []]} {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<1x32x14x14xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x14x14xf32>) -> tensor<1x32x14x14xf32>
    %s = linalg.generic {indexing_maps = [affine_map<(n, f, y, x, c) -> (n, c, y, x)>, affine_map<(n, f, y, x, c) -> (f, c)>, affine_map<(n, f, y, x, c) -> (n, f, y, x)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
        ins(%x, %w : tensor<1x2x14x14xf32>, tensor<32x2xf32>) outs(%f : tensor<1x32x14x14xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %q = arith.mulf %a, %b : f32
      %r = arith.addf %o, %q : f32
      linalg.yield %r : f32
    } -> tensor<1x32x14x14xf32>
    exec.yield %s : tensor<1x32x14x14xf32>
  }
  exec.kernel @large(%x: tensor<1x2x28x28xf32>, %w: tensor<32x2xf32>) -> tensor<1x32x28x28xf32>
      domain(1, 32, 28, 28) access(read, read, write) work(flops = 100352, bytes = 106880) attributes {dims = [[], [], []]} {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<1x32x28x28xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x28x28xf32>) -> tensor<1x32x28x28xf32>
    %s = linalg.generic {indexing_maps = [affine_map<(n, f, y, x, c) -> (n, c, y, x)>, affine_map<(n, f, y, x, c) -> (f, c)>, affine_map<(n, f, y, x, c) -> (n, f, y, x)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
        ins(%x, %w : tensor<1x2x28x28xf32>, tensor<32x2xf32>) outs(%f : tensor<1x32x28x28xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %q = arith.mulf %a, %b : f32
      %r = arith.addf %o, %q : f32
      linalg.yield %r : f32
    } -> tensor<1x32x28x28xf32>
    exec.yield %s : tensor<1x32x28x28xf32>
  }
  ep.graph @forward(%w: !ep.tensor<[32, 2, 1, 1], f32> {ep.input = #ep.input<parameter "w">},
      %v: !ep.tensor<[32, 2, 1, 1], f32> {ep.input = #ep.input<parameter "v">},
      %x: !ep.tensor<[1, 2, 14, 14], f32> {ep.input = #ep.input<user_input "x">},
      %z: !ep.tensor<[1, 2, 28, 28], f32> {ep.input = #ep.input<user_input "z">})
      -> (!ep.tensor<[1, 32, 14, 14], f32> {ep.output = #ep.output<user_output "y">},
          !ep.tensor<[1, 32, 28, 28], f32> {ep.output = #ep.output<user_output "u">}) {
    %0 = ep.to_builtin %w : !ep.tensor<[32, 2, 1, 1], f32> -> tensor<32x2x1x1xf32>
    %1 = tensor.collapse_shape %0 [[0], [1, 2, 3]] : tensor<32x2x1x1xf32> into tensor<32x2xf32>
    %2 = ep.to_builtin %v : !ep.tensor<[32, 2, 1, 1], f32> -> tensor<32x2x1x1xf32>
    %3 = tensor.collapse_shape %2 [[0], [1, 2, 3]] : tensor<32x2x1x1xf32> into tensor<32x2xf32>
    %4 = ep.to_builtin %x : !ep.tensor<[1, 2, 14, 14], f32> -> tensor<1x2x14x14xf32>
    %5 = ep.to_builtin %z : !ep.tensor<[1, 2, 28, 28], f32> -> tensor<1x2x28x28xf32>
    %6 = exec.dispatch @small(%4, %1) : (tensor<1x2x14x14xf32>, tensor<32x2xf32>) -> tensor<1x32x14x14xf32>
    %7 = exec.dispatch @large(%5, %3) : (tensor<1x2x28x28xf32>, tensor<32x2xf32>) -> tensor<1x32x28x28xf32>
    %y = ep.from_builtin %6 : tensor<1x32x14x14xf32> -> !ep.tensor<[1, 32, 14, 14], f32>
    %u = ep.from_builtin %7 : tensor<1x32x28x28xf32> -> !ep.tensor<[1, 32, 28, 28], f32>
    ep.return %y, %u : !ep.tensor<[1, 32, 14, 14], f32>, !ep.tensor<[1, 32, 28, 28], f32>
  }
}
