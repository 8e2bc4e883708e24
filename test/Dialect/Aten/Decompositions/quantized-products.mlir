// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s
// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file 2>&1 >/dev/null | FileCheck %s --check-prefix=PACKED
// PACKED: warning: reads a weight of 4 bits as PyTorch packs it with AVX-512; where it was packed without, export again on a machine that has it
// PACKED: warning: reads a weight of 4 bits
// PACKED-NOT: warning:

// CHECK-LABEL: ep.graph @int_mm
ep.program @int_mm { ep.symbol @n range(17, 64)
  ep.graph @int_mm(%x: !ep.tensor<[n, 32], i8> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[32, 24], i8> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[n, 24], i32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[X:.*]] = aten._to_copy.default %x, dtype = i32
    // CHECK: %[[Y:.*]] = aten._to_copy.default %y, dtype = i32
    // CHECK: aten.mm.default %[[X]], %[[Y]]
    %0 = aten._int_mm.default %x, %y : (!ep.tensor<[n, 32], i8>, !ep.tensor<[32, 24], i8>) -> !ep.tensor<[n, 24], i32>
    ep.return %0 : !ep.tensor<[n, 24], i32>
} }

// -----

// Both factors are scaled in f32; one with a scale of the result stays.
// CHECK-LABEL: ep.graph @scaled_mm
ep.program @scaled_mm {
  ep.graph @scaled_mm(%x: !ep.tensor<[16, 32], f8E4M3FN> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[32, 16], f8E4M3FN, strides = [1, 32]> {ep.input = #ep.input<user_input "y">},
      %s: !ep.tensor<[16, 1], f32> {ep.input = #ep.input<user_input "s">},
      %t: !ep.tensor<[1, 16], f32> {ep.input = #ep.input<user_input "t">},
      %r: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "r">},
      %b: !ep.tensor<[16], bf16> {ep.input = #ep.input<user_input "b">})
    -> (!ep.tensor<[16, 16], bf16> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[16, 16], f8E4M3FN> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: %[[X:.*]] = aten._to_copy.default %x, dtype = f32
    // CHECK: %[[SX:.*]] = aten.mul.Tensor %[[X]], %s
    // CHECK: %[[Y:.*]] = aten._to_copy.default %y, dtype = f32
    // CHECK: %[[SY:.*]] = aten.mul.Tensor %[[Y]], %t
    // CHECK: aten.mm.default %[[SX]], %[[SY]]
    // CHECK: aten.add.Tensor
    // CHECK: aten._to_copy.default %{{.*}}, dtype = bf16
    // CHECK: aten._scaled_mm.default
    %0 = aten._scaled_mm.default %x, %y, %s, %t, %b, none, out_dtype = bf16 : (!ep.tensor<[16, 32], f8E4M3FN>, !ep.tensor<[32, 16], f8E4M3FN, strides = [1, 32]>, !ep.tensor<[16, 1], f32>, !ep.tensor<[1, 16], f32>, !ep.tensor<[16], bf16>) -> !ep.tensor<[16, 16], bf16>
    %1 = aten._scaled_mm.default %x, %y, %s, %t, none, %r : (!ep.tensor<[16, 32], f8E4M3FN>, !ep.tensor<[32, 16], f8E4M3FN, strides = [1, 32]>, !ep.tensor<[16, 1], f32>, !ep.tensor<[1, 16], f32>, !ep.tensor<[], f32>) -> !ep.tensor<[16, 16], f8E4M3FN>
    ep.return %0, %1 : !ep.tensor<[16, 16], bf16>, !ep.tensor<[16, 16], f8E4M3FN>
} }

// -----

// Scales come after the sum.
// CHECK-LABEL: ep.graph @int8pack
ep.program @int8pack { ep.symbol @n range(1, 64)
  ep.graph @int8pack(%x: !ep.tensor<[n, 32], bf16> {ep.input = #ep.input<user_input "x">},
      %w: !ep.tensor<[16, 32], i8> {ep.input = #ep.input<user_input "w">},
      %s: !ep.tensor<[16], bf16> {ep.input = #ep.input<user_input "s">})
    -> (!ep.tensor<[n, 16], bf16> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._to_copy.default %w, dtype = f32
    // CHECK: %[[P:.*]] = aten.mm.default
    // CHECK: aten.mul.Tensor %[[P]]
    %0 = aten._weight_int8pack_mm.default %x, %w, %s : (!ep.tensor<[n, 32], bf16>, !ep.tensor<[16, 32], i8>, !ep.tensor<[16], bf16>) -> !ep.tensor<[n, 16], bf16>
    ep.return %0 : !ep.tensor<[n, 16], bf16>
} }

// -----

// 80 rows: 64 in halves of 32, and 16 in neighbours. What is in the halves of a
// byte is one op, in the order of the bytes.
// CHECK-LABEL: ep.graph @int4pack
ep.program @int4pack { ep.symbol @n range(1, 64)
  ep.graph @int4pack(%x: !ep.tensor<[n, 64], f32> {ep.input = #ep.input<user_input "x">},
      %w: !ep.tensor<[80, 32], ui8> {ep.input = #ep.input<user_input "w">},
      %s: !ep.tensor<[2, 80, 2], f32> {ep.input = #ep.input<user_input "s">})
    -> (!ep.tensor<[n, 80], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %{{.*}}, size = [1, 1, 2, 32, 32]
    // CHECK: %[[BITS:.*]] = aten.arange.start_step start = 0, end = 8, step = 4, dtype = i32
    // CHECK: %[[SHIFTS:.*]] = aten.view.default %[[BITS]], size = [1, 2, 1, 1, 1]
    // CHECK: %[[MOVED:.*]] = aten.bitwise_right_shift.Tensor %{{.*}}, %[[SHIFTS]]
    // CHECK: %[[MASK:.*]] = ep.number 15
    // CHECK: aten.bitwise_and.Tensor %[[MOVED]], %[[MASK]]
    // CHECK: ep.number 8
    // CHECK: aten.sub.Tensor
    // CHECK: aten.mul.Tensor
    // CHECK: aten.add.Tensor {{.*}} -> !ep.tensor<[1, 2, 2, 32, 32], f32
    // CHECK: aten.mm.default
    // CHECK: aten.view.default %{{.*}}, size = [2, 32, 8, 1]
    // CHECK: aten.add.Tensor {{.*}} -> !ep.tensor<[2, 32, 8, 2], f32
    // CHECK: aten.mm.default
    // CHECK: aten.cat.default {{.*}} -> !ep.tensor<[n, 80], f32>
    %0 = aten._weight_int4pack_mm_for_cpu.default %x, %w, qGroupSize = 32, %s : (!ep.tensor<[n, 64], f32>, !ep.tensor<[80, 32], ui8>, !ep.tensor<[2, 80, 2], f32>) -> !ep.tensor<[n, 80], f32>
    ep.return %0 : !ep.tensor<[n, 80], f32>
} }

// -----

// Where rows are few, the products of each group are scaled instead.
// CHECK-LABEL: ep.graph @int4few
ep.program @int4few {
  ep.graph @int4few(%x: !ep.tensor<[3, 64], f32> {ep.input = #ep.input<user_input "x">},
      %w: !ep.tensor<[80, 32], ui8> {ep.input = #ep.input<user_input "w">},
      %s: !ep.tensor<[2, 80, 2], f32> {ep.input = #ep.input<user_input "s">})
    -> (!ep.tensor<[3, 80], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[SUMS:.*]] = aten.bmm.default {{.*}} -> !ep.tensor<[2, 3, 64], f32>
    // CHECK: aten.mul.Tensor %[[SUMS]], {{.*}} !ep.tensor<[2, 1, 64], f32
    // CHECK: aten.sum.dim_IntList {{.*}}, dim = [2], keepdim = true
    // CHECK: aten.sum.dim_IntList {{.*}}, dim = [0] : {{.*}} -> !ep.tensor<[3, 64], f32>
    // CHECK: aten.bmm.default {{.*}} -> !ep.tensor<[2, 3, 16], f32>
    // CHECK: aten.cat.default {{.*}} -> !ep.tensor<[3, 80], f32>
    %0 = aten._weight_int4pack_mm_for_cpu.default %x, %w, qGroupSize = 32, %s : (!ep.tensor<[3, 64], f32>, !ep.tensor<[80, 32], ui8>, !ep.tensor<[2, 80, 2], f32>) -> !ep.tensor<[3, 80], f32>
    ep.return %0 : !ep.tensor<[3, 80], f32>
} }

// -----

// CHECK-LABEL: ep.graph @pack
ep.program @pack {
  ep.graph @pack(%w: !ep.tensor<[16, 64], i32> {ep.input = #ep.input<user_input "w">},
      %v: !ep.tensor<[10, 64], i32> {ep.input = #ep.input<user_input "v">})
    -> (!ep.tensor<[16, 32], ui8> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[10, 32], ui8> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.view.default %{{.*}}, size = [1, 8, 2, 64]
    // CHECK: ep.number 16
    // CHECK: aten.mul.Tensor
    // CHECK: aten._to_copy.default %{{.*}}, dtype = ui8
    // Rows that are not in sixteens PyTorch does not pack.
    // CHECK: aten._convert_weight_to_int4pack_for_cpu.default %v
    %0 = aten._convert_weight_to_int4pack_for_cpu.default %w, innerKTiles = 1 : (!ep.tensor<[16, 64], i32>) -> !ep.tensor<[16, 32], ui8>
    %1 = aten._convert_weight_to_int4pack_for_cpu.default %v, innerKTiles = 1 : (!ep.tensor<[10, 64], i32>) -> !ep.tensor<[10, 32], ui8>
    ep.return %0, %1 : !ep.tensor<[16, 32], ui8>, !ep.tensor<[10, 32], ui8>
} }
