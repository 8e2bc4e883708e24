// Attention in tile registers: scores of 64 elements are two steps of sixteen
// words, and weights and values one for 32 keys; tiles are configured once.
// RUN: kiln-test-target %s cpu:x86-64-v4+bf16+amx asm | FileCheck %s
// RUN: kiln-test-target %s cpu:x86-64-v4+bf16 asm | FileCheck %s --check-prefix=WORDS --implicit-check-not=tile

// CHECK-LABEL: registers:
// CHECK: ldtilecfg
// CHECK: tilezero %tmm3
// CHECK-COUNT-8: tdpbf16ps
// CHECK-NOT: {{tdp|tileload}}
// CHECK-COUNT-4: tilestored
// CHECK: vcvtneps2bf16
// CHECK-COUNT-4: tdpbf16ps
// CHECK: tilestored
// CHECK: tilerelease

// Twenty words are not whole steps: vectors take them.
// CHECK-LABEL: words:
// CHECK-NOT: tile
// CHECK: vdpbf16ps
// CHECK-NOT: tile
// CHECK: vcvtneps2bf16
// CHECK-NOT: tile
// CHECK: vdpbf16ps
// CHECK-LABEL: floats:

// Values of f32 are multiplied as they are.
// CHECK-NOT: tile
// CHECK: vdpbf16ps
// CHECK-NOT: {{tile|vcvtneps2bf16}}
// CHECK: retq

// WORDS-LABEL: registers:
// WORDS: vdpbf16ps
// WORDS: vcvtneps2bf16
// WORDS: vdpbf16ps

#query = affine_map<(b, i, n, j, d) -> (b, i, d)>
#key = affine_map<(b, i, n, j, d) -> (b, j, d)>
#value = affine_map<(b, i, n, j, d) -> (b, j, n)>
exec.kernel @registers(%q: tensor<2x128x64xbf16>, %k: tensor<2x128x64xbf16>, %v: tensor<2x128x64xbf16>) -> tensor<2x128x64xf32>
    domain(2, 128, 1) access(read, read, read, write) work(flops = 8536064, bytes = 163840) attributes {dims = [[], [], [], []]} {
  %e = tensor.empty() : tensor<2x128x64xf32>
  %y = tx.attention %q, %k, %v into %e maps = [#query, #key, #value] {
  ^bb0(%s: f32, %b: index, %i: index, %j: index):
    tx.yield %s : f32
  } : (tensor<2x128x64xbf16>, tensor<2x128x64xbf16>, tensor<2x128x64xbf16>, tensor<2x128x64xf32>) -> tensor<2x128x64xf32>
  exec.yield %y : tensor<2x128x64xf32>
}
exec.kernel @words(%q: tensor<2x128x40xbf16>, %k: tensor<2x128x40xbf16>, %v: tensor<2x128x64xbf16>) -> tensor<2x128x64xf32>
    domain(2, 128, 1) access(read, read, read, write) work(flops = 6963200, bytes = 139264) attributes {dims = [[], [], [], []]} {
  %e = tensor.empty() : tensor<2x128x64xf32>
  %y = tx.attention %q, %k, %v into %e maps = [#query, #key, #value] {
  ^bb0(%s: f32, %b: index, %i: index, %j: index):
    tx.yield %s : f32
  } : (tensor<2x128x40xbf16>, tensor<2x128x40xbf16>, tensor<2x128x64xbf16>, tensor<2x128x64xf32>) -> tensor<2x128x64xf32>
  exec.yield %y : tensor<2x128x64xf32>
}
exec.kernel @floats(%q: tensor<2x128x64xbf16>, %k: tensor<2x128x64xbf16>, %v: tensor<2x128x64xf32>) -> tensor<2x128x64xf32>
    domain(2, 128, 1) access(read, read, read, write) work(flops = 8536064, bytes = 196608) attributes {dims = [[], [], [], []]} {
  %e = tensor.empty() : tensor<2x128x64xf32>
  %y = tx.attention %q, %k, %v into %e maps = [#query, #key, #value] {
  ^bb0(%s: f32, %b: index, %i: index, %j: index):
    tx.yield %s : f32
  } : (tensor<2x128x64xbf16>, tensor<2x128x64xbf16>, tensor<2x128x64xf32>, tensor<2x128x64xf32>) -> tensor<2x128x64xf32>
  exec.yield %y : tensor<2x128x64xf32>
}
