// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --split-input-file | FileCheck %s
// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --split-input-file --kiln-exec-fuse-elementwise --canonicalize | FileCheck %s --check-prefix=FUSED
// RUN: kiln-opt %s --kiln-convert-aten-to-linalg=round-operators --split-input-file | FileCheck %s --check-prefix=EACH --implicit-check-not=contract
// RUN: kiln-opt %s --kiln-core-pipeline --kiln-tensors-pipeline=round-operators --split-input-file | FileCheck %s --check-prefix=EACH --implicit-check-not=contract

// EACH-COUNT-4: ep.graph

// Between two operators in one kernel nothing is rounded.
!h = !ep.tensor<[4], bf16>
// CHECK-LABEL: ep.graph @operators
// FUSED-LABEL: ep.graph @operators
ep.program @operators { ep.graph @operators(%x: !h {ep.input = #ep.input<user_input "x">}, %y: !h {ep.input = #ep.input<user_input "y">})
    -> (!h {ep.output = #ep.output<user_output "0">}) {
  // CHECK: arith.mulf
  // CHECK-NEXT: arith.truncf %{{.*}} fastmath<contract> : f32 to bf16
  %0 = aten.mul.Tensor %x, %y : (!h, !h) -> !h
  // CHECK: arith.extf %{{.*}} fastmath<contract> : bf16 to f32
  // FUSED: %[[P:.*]] = arith.mulf
  // FUSED-NEXT: %[[R:.*]] = math.sqrt %[[P]] : f32
  // FUSED-NEXT: arith.truncf %[[R]] fastmath<contract> : f32 to bf16
  %1 = aten.sqrt.default %0 : (!h) -> !h
  ep.return %1 : !h
} }

// -----

// Nor by a cast inside of an operator.
!h = !ep.tensor<[4], bf16>
!f = !ep.tensor<[4], f32>
// CHECK-LABEL: ep.graph @inner
// FUSED-LABEL: ep.graph @inner
ep.program @inner { ep.graph @inner(%x: !h {ep.input = #ep.input<user_input "x">}) -> (!f {ep.output = #ep.output<user_output "0">}) {
  %0 = aten.exp.default %x : (!h) -> !h
  // CHECK: math.exp
  // CHECK: arith.extf %{{.*}} fastmath<contract> : bf16 to f32
  // FUSED: %[[E:.*]] = math.exp
  // FUSED-NEXT: linalg.yield %[[E]] : f32
  %1 = aten._to_copy.default %0, dtype = f32 {aten.inner} : (!h) -> !f
  ep.return %1 : !f
} }

// -----

// A cast of the program rounds, and so does what is in front of it.
!h = !ep.tensor<[4], bf16>
!f = !ep.tensor<[4], f32>
// CHECK-LABEL: ep.graph @casts
// FUSED-LABEL: ep.graph @casts
ep.program @casts { ep.graph @casts(%x: !f {ep.input = #ep.input<user_input "x">}) -> (!h {ep.output = #ep.output<user_output "0">}, !f {ep.output = #ep.output<user_output "1">}) {
  // CHECK: arith.truncf %{{.*}} : f32 to bf16
  // FUSED: arith.truncf %{{.*}} : f32 to bf16
  // FUSED: arith.extf %{{.*}} fastmath<contract> : bf16 to f32
  // FUSED-NEXT: math.exp
  %0 = aten._to_copy.default %x, dtype = bf16 : (!f) -> !h
  %1 = aten.exp.default %0 : (!h) -> !h
  // CHECK: math.exp
  // CHECK: arith.extf %{{.*}} : bf16 to f32
  // FUSED: %[[E:.*]] = arith.truncf %{{.*}} fastmath<contract> : f32 to bf16
  // FUSED-NEXT: arith.extf %[[E]] : bf16 to f32
  %2 = aten._to_copy.default %1, dtype = f32 : (!h) -> !f
  ep.return %0, %2 : !h, !f
} }

// -----

// Functions that jump see what PyTorch's see, and so do sums, which may cancel;
// products take small floats.
!h = !ep.tensor<[4, 4], bf16>
!b = !ep.tensor<[4, 4], i1>
// FUSED-LABEL: ep.graph @jumps
ep.program @jumps { ep.graph @jumps(%x: !h {ep.input = #ep.input<user_input "x">}, %y: !h {ep.input = #ep.input<user_input "y">})
    -> (!h {ep.output = #ep.output<user_output "0">}, !b {ep.output = #ep.output<user_output "1">}, !h {ep.output = #ep.output<user_output "2">},
        !h {ep.output = #ep.output<user_output "3">}) {
  // FUSED: %[[S:.*]] = arith.truncf %{{.*}} fastmath<contract> : f32 to bf16
  // FUSED-NEXT: %[[W:.*]] = arith.extf %[[S]] : bf16 to f32
  // FUSED-NEXT: math.floor %[[W]] : f32
  %0 = aten.exp.default %x : (!h) -> !h
  %1 = aten.floor.default %0 : (!h) -> !h
  // FUSED: arith.mulf
  // FUSED-NEXT: %[[P:.*]] = arith.truncf %{{.*}} fastmath<contract> : f32 to bf16
  // FUSED-NEXT: %[[V:.*]] = arith.extf %[[P]] : bf16 to f32
  // FUSED-NEXT: arith.extf %{{.*}} : bf16 to f32
  // FUSED-NEXT: arith.cmpf olt, %[[V]]
  %2 = aten.mul.Tensor %x, %y : (!h, !h) -> !h
  %3 = aten.lt.Tensor %2, %y : (!h, !h) -> !b
  // FUSED: "reduction"
  // FUSED: arith.extf %{{.*}} : bf16 to f32
  // FUSED-NEXT: arith.extf %{{.*}} : bf16 to f32
  // FUSED-NEXT: arith.mulf
  // FUSED-NEXT: arith.addf
  %4 = aten.tanh.default %y : (!h) -> !h
  %5 = aten.mm.default %4, %x : (!h, !h) -> !h
  // FUSED: %[[Q:.*]] = arith.mulf %{{.*}} : f32
  // FUSED-NEXT: %[[A:.*]] = arith.truncf %[[Q]] fastmath<contract> : f32 to bf16
  // FUSED-NEXT: %[[B:.*]] = arith.extf %[[A]] : bf16 to f32
  // FUSED: arith.addf %[[B]]
  %6 = aten.mul.Tensor %y, %y : (!h, !h) -> !h
  %7 = aten.add.Tensor %6, %x : (!h, !h) -> !h
  ep.return %1, %3, %5, %7 : !h, !b, !h, !h
} }
