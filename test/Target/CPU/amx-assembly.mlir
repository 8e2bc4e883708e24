// Products in tile registers: a step is four loads and four products, sums stay
// in their registers over all steps, and tiles are configured once a call.
// RUN: kiln-test-target %s cpu:x86-64-v4+amx asm | FileCheck %s
// RUN: kiln-test-target %s cpu:x86-64-v4+bf16+vnni+amx asm | FileCheck %s
// RUN: kiln-test-target %s cpu:x86-64-v4+bf16+vnni+amx asm | FileCheck %s --check-prefix=STEPS
// RUN: kiln-test-target %s cpu:x86-64-v4+bf16+vnni+amx kernels | FileCheck %s --check-prefix=SCRATCH
// RUN: kiln-test-target %s cpu:x86-64-v4+bf16+vnni asm | FileCheck %s --check-prefix=NONE

// NONE-NOT: tile

// Panels that are there, and rows, are read in place; a step fetches a part of
// the next panel.
// CHECK-LABEL: panels:
// CHECK: ldtilecfg
// CHECK: tilezero %tmm0
// CHECK-NEXT: tilezero %tmm1
// CHECK-NEXT: tilezero %tmm2
// CHECK-NEXT: tilezero %tmm3
// CHECK-NOT: {{tile|tdp}}
// CHECK: tileloadd {{.*}}, %tmm6
// CHECK-NOT: {{tile|tdp}}
// CHECK: tileloadd {{.*}}, %tmm7
// CHECK-NOT: {{tile|tdp}}
// CHECK: tileloaddt1 {{.*}}, %tmm4
// CHECK-NOT: {{tile|tdp}}
// CHECK: tdpbf16ps %tmm6, %tmm4, %tmm0
// CHECK-NEXT: tdpbf16ps %tmm7, %tmm4, %tmm1
// CHECK-NOT: {{tile|tdp}}
// CHECK: tileloaddt1 {{.*}}, %tmm5
// CHECK-NEXT: tdpbf16ps %tmm6, %tmm5, %tmm2
// CHECK-NEXT: tdpbf16ps %tmm7, %tmm5, %tmm3
// CHECK-NOT: {{tile|tdp}}
// CHECK: prefetcht1
// CHECK-NOT: {{tile|tdp}}
// CHECK-COUNT-4: tilestored
// CHECK-NOT: tilecfg
// CHECK: tilerelease
// CHECK-NOT: tile
// CHECK: retq

// All addresses of a step stay in registers.
// STEPS-LABEL: panels:
// STEPS: tilezero %tmm3
// STEPS: [[LOOP:[.]LBB[0-9_]+]]:
// STEPS-NOT: rsp
// STEPS: tdpbf16ps
// STEPS-NOT: rsp
// STEPS: {{j[a-z]+}} [[LOOP]]
// STEPS: tilestored

// Bytes of all signs have an instruction each.
// CHECK-LABEL: signed:
// CHECK-COUNT-4: tdpbssd
// CHECK-LABEL: unsigned:
// CHECK-COUNT-4: tdpbuud
// CHECK-LABEL: left:
// CHECK-COUNT-4: tdpbusd
// CHECK-LABEL: right:
// CHECK-COUNT-4: tdpbsud

// Of 53 words five are left for a last step: of the panel that is there one
// step, and of 33 rows four, are filled up with zeros. 64 rows of 128 bytes are
// packed for 16 panels, a step of all of them side by side: the second one is 4096
// bytes behind the first, and the second half of a tile 1024. Where rows are
// packed, a line in front says which.
// SCRATCH: panels grain {{[0-9]+}} scratch 0
// SCRATCH: signed grain {{[0-9]+}} scratch 0
// SCRATCH: rest grain {{[0-9]+}} scratch 10560
// SCRATCH: shared grain {{[0-9]+}} scratch 8256
// CHECK-LABEL: shared:
// CHECK: tileloaddt1 ({{.*}}), %tmm5
// CHECK: tileloaddt1 3072({{.*}}), %tmm4

#mk = affine_map<(m, n, k) -> (m, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
#pairs = affine_map<(m, n, k) -> (n floordiv 32, k floordiv 2, n mod 32, k mod 2)>
#fours = affine_map<(m, n, k) -> (n floordiv 32, k floordiv 4, n mod 32, k mod 4)>
exec.kernel @panels(%x: tensor<64x4096xbf16>, %y: tensor<2x2048x32x2xbf16>) -> tensor<64x64xf32>
    domain(64, 64) access(read, read, write) work(flops = 33554432, bytes = 1064960) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %p = linalg.generic {indexing_maps = [#mk, #pairs, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<64x4096xbf16>, tensor<2x2048x32x2xbf16>) outs(%f : tensor<64x64xf32>) {
  ^bb0(%a: bf16, %b: bf16, %s: f32):
    %aw = arith.extf %a : bf16 to f32
    %bw = arith.extf %b : bf16 to f32
    %q = arith.mulf %aw, %bw : f32
    %r = arith.addf %s, %q : f32
    linalg.yield %r : f32
  } -> tensor<64x64xf32>
  exec.yield %p : tensor<64x64xf32>
}
exec.kernel @signed(%x: tensor<32x512xi8>, %y: tensor<1x128x32x4xi8>) -> tensor<32x32xi32>
    domain(32, 32) access(read, read, write) work(flops = 1048576, bytes = 36864) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<32x32xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<32x32xi32>) -> tensor<32x32xi32>
  %p = linalg.generic {indexing_maps = [#mk, #fours, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<32x512xi8>, tensor<1x128x32x4xi8>) outs(%f : tensor<32x32xi32>) {
  ^bb0(%a: i8, %b: i8, %s: i32):
    %aw = arith.extsi %a : i8 to i32
    %bw = arith.extsi %b : i8 to i32
    %q = arith.muli %aw, %bw : i32
    %r = arith.addi %s, %q : i32
    linalg.yield %r : i32
  } -> tensor<32x32xi32>
  exec.yield %p : tensor<32x32xi32>
}
exec.kernel @unsigned(%x: tensor<32x512xi8>, %y: tensor<1x128x32x4xi8>) -> tensor<32x32xi32>
    domain(32, 32) access(read, read, write) work(flops = 1048576, bytes = 36864) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<32x32xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<32x32xi32>) -> tensor<32x32xi32>
  %p = linalg.generic {indexing_maps = [#mk, #fours, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<32x512xi8>, tensor<1x128x32x4xi8>) outs(%f : tensor<32x32xi32>) {
  ^bb0(%a: i8, %b: i8, %s: i32):
    %aw = arith.extui %a : i8 to i32
    %bw = arith.extui %b : i8 to i32
    %q = arith.muli %aw, %bw : i32
    %r = arith.addi %s, %q : i32
    linalg.yield %r : i32
  } -> tensor<32x32xi32>
  exec.yield %p : tensor<32x32xi32>
}
exec.kernel @left(%x: tensor<32x512xi8>, %y: tensor<1x128x32x4xi8>) -> tensor<32x32xi32>
    domain(32, 32) access(read, read, write) work(flops = 1048576, bytes = 36864) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<32x32xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<32x32xi32>) -> tensor<32x32xi32>
  %p = linalg.generic {indexing_maps = [#mk, #fours, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<32x512xi8>, tensor<1x128x32x4xi8>) outs(%f : tensor<32x32xi32>) {
  ^bb0(%a: i8, %b: i8, %s: i32):
    %aw = arith.extui %a : i8 to i32
    %bw = arith.extsi %b : i8 to i32
    %q = arith.muli %aw, %bw : i32
    %r = arith.addi %s, %q : i32
    linalg.yield %r : i32
  } -> tensor<32x32xi32>
  exec.yield %p : tensor<32x32xi32>
}
exec.kernel @right(%x: tensor<32x512xi8>, %y: tensor<1x128x32x4xi8>) -> tensor<32x32xi32>
    domain(32, 32) access(read, read, write) work(flops = 1048576, bytes = 36864) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<32x32xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<32x32xi32>) -> tensor<32x32xi32>
  %p = linalg.generic {indexing_maps = [#mk, #fours, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<32x512xi8>, tensor<1x128x32x4xi8>) outs(%f : tensor<32x32xi32>) {
  ^bb0(%a: i8, %b: i8, %s: i32):
    %aw = arith.extsi %a : i8 to i32
    %bw = arith.extui %b : i8 to i32
    %q = arith.muli %aw, %bw : i32
    %r = arith.addi %s, %q : i32
    linalg.yield %r : i32
  } -> tensor<32x32xi32>
  exec.yield %p : tensor<32x32xi32>
}
exec.kernel @rest(%x: tensor<33x106xbf16>, %y: tensor<1x53x32x2xbf16>) -> tensor<33x32xf32>
    domain(33, 32) access(read, read, write) work(flops = 223872, bytes = 18004) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<33x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<33x32xf32>) -> tensor<33x32xf32>
  %p = linalg.generic {indexing_maps = [#mk, #pairs, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<33x106xbf16>, tensor<1x53x32x2xbf16>) outs(%f : tensor<33x32xf32>) {
  ^bb0(%a: bf16, %b: bf16, %s: f32):
    %aw = arith.extf %a : bf16 to f32
    %bw = arith.extf %b : bf16 to f32
    %q = arith.mulf %aw, %bw : f32
    %r = arith.addf %s, %q : f32
    linalg.yield %r : f32
  } -> tensor<33x32xf32>
  exec.yield %p : tensor<33x32xf32>
}

exec.kernel @shared(%x: tensor<64x64xbf16>, %y: tensor<16x32x32x2xbf16>) -> tensor<64x512xf32>
    domain(64, 512) access(read, read, write) work(flops = 4194304, bytes = 204800) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x512xf32>) -> tensor<64x512xf32>
  %p = linalg.generic {indexing_maps = [#mk, #pairs, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<64x64xbf16>, tensor<16x32x32x2xbf16>) outs(%f : tensor<64x512xf32>) {
  ^bb0(%a: bf16, %b: bf16, %s: f32):
    %aw = arith.extf %a : bf16 to f32
    %bw = arith.extf %b : bf16 to f32
    %q = arith.mulf %aw, %bw : f32
    %r = arith.addf %s, %q : f32
    linalg.yield %r : f32
  } -> tensor<64x512xf32>
  exec.yield %p : tensor<64x512xf32>
}
