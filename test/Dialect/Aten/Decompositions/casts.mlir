// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @to_device(
ep.program @to_device { ep.symbol @s43 range(2, 64) ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @to_device(%x: !ep.tensor<[s95, s85, s68, s43], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85, s68, s43], f64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._to_copy.default %x, dtype = f64
    %0 = aten.to.device %x, device = "cpu", dtype = f64, non_blocking = true, copy = true, memory_format = preserve_format : (!ep.tensor<[s95, s85, s68, s43], f32>) -> !ep.tensor<[s95, s85, s68, s43], f64>
    ep.return %0 : !ep.tensor<[s95, s85, s68, s43], f64>
} }

// -----

// CHECK-LABEL: ep.graph @to_other(
ep.program @to_other { ep.symbol @s0 range(2, 64)
  ep.graph @to_other(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0], i64> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._to_copy.default %x, dtype = i64
    %0 = aten.to.other %x, %y : (!ep.tensor<[s0], f32>, !ep.tensor<[s0], i64>) -> !ep.tensor<[s0], i64>
    ep.return %0 : !ep.tensor<[s0], i64>
} }

// -----

// The name says the dtype.
// CHECK-LABEL: ep.graph @cast(
ep.program @cast {
  ep.graph @cast(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[4], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._to_copy.default %x, dtype = i64
    %0 = aten._cast_Long.default %x : (!ep.tensor<[4], f32>) -> !ep.tensor<[4], i64>
    ep.return %0 : !ep.tensor<[4], i64>
} }

// -----

// CHECK-LABEL: ep.graph @to_dtype_layout(
ep.program @to_dtype_layout { ep.symbol @n range(2, 64)
  ep.graph @to_dtype_layout(%a: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n], bf16> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._to_copy.default %a, dtype = bf16
    %0 = aten.to.dtype_layout %a, dtype = bf16 : (!ep.tensor<[n], f32>) -> !ep.tensor<[n], bf16>
    ep.return %0 : !ep.tensor<[n], bf16>
} }

// -----

// CHECK-LABEL: ep.graph @cast_Byte_default(
ep.program @cast_Byte_default { ep.symbol @n range(2, 64)
  ep.graph @cast_Byte_default(%a: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n], ui8> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._to_copy.default %a, dtype = ui8
    %0 = aten._cast_Byte.default %a : (!ep.tensor<[n], f32>) -> !ep.tensor<[n], ui8>
    ep.return %0 : !ep.tensor<[n], ui8>
} }

// -----

// CHECK-LABEL: ep.graph @cast_Char_default(
ep.program @cast_Char_default { ep.symbol @n range(2, 64)
  ep.graph @cast_Char_default(%a: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n], i8> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._to_copy.default %a, dtype = i8
    %0 = aten._cast_Char.default %a : (!ep.tensor<[n], f32>) -> !ep.tensor<[n], i8>
    ep.return %0 : !ep.tensor<[n], i8>
} }

// -----

// CHECK-LABEL: ep.graph @cast_Double_default(
ep.program @cast_Double_default { ep.symbol @n range(2, 64)
  ep.graph @cast_Double_default(%a: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n], f64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._to_copy.default %a, dtype = f64
    %0 = aten._cast_Double.default %a : (!ep.tensor<[n], f32>) -> !ep.tensor<[n], f64>
    ep.return %0 : !ep.tensor<[n], f64>
} }

// -----

// CHECK-LABEL: ep.graph @cast_Float_default(
ep.program @cast_Float_default { ep.symbol @n range(2, 64)
  ep.graph @cast_Float_default(%a: !ep.tensor<[n], i64> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._to_copy.default %a, dtype = f32
    %0 = aten._cast_Float.default %a : (!ep.tensor<[n], i64>) -> !ep.tensor<[n], f32>
    ep.return %0 : !ep.tensor<[n], f32>
} }

// -----

// CHECK-LABEL: ep.graph @cast_Half_default(
ep.program @cast_Half_default { ep.symbol @n range(2, 64)
  ep.graph @cast_Half_default(%a: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n], f16> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._to_copy.default %a, dtype = f16
    %0 = aten._cast_Half.default %a : (!ep.tensor<[n], f32>) -> !ep.tensor<[n], f16>
    ep.return %0 : !ep.tensor<[n], f16>
} }

// -----

// CHECK-LABEL: ep.graph @cast_Int_default(
ep.program @cast_Int_default { ep.symbol @n range(2, 64)
  ep.graph @cast_Int_default(%a: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n], i32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._to_copy.default %a, dtype = i32
    %0 = aten._cast_Int.default %a : (!ep.tensor<[n], f32>) -> !ep.tensor<[n], i32>
    ep.return %0 : !ep.tensor<[n], i32>
} }

// -----

// CHECK-LABEL: ep.graph @cast_Short_default(
ep.program @cast_Short_default { ep.symbol @n range(2, 64)
  ep.graph @cast_Short_default(%a: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n], i16> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._to_copy.default %a, dtype = i16
    %0 = aten._cast_Short.default %a : (!ep.tensor<[n], f32>) -> !ep.tensor<[n], i16>
    ep.return %0 : !ep.tensor<[n], i16>
} }

// -----

// Casts.
// CHECK-LABEL: ep.graph @casts
ep.program @casts { ep.graph @casts(
          %x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">},
          %i: !ep.tensor<[s0, 4], i64> {ep.input = #ep.input<user_input "i">}
      ) -> (!ep.tensor<[s0, 4], f16> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[s0, 4], i64> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "2">}) {
  // CHECK: aten._to_copy.default %x, dtype = f16
  %0 = aten.to.dtype %x, dtype = f16 : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f16>
  // CHECK: aten._to_copy.default %x, dtype = i64
  %1 = aten.type_as.default %x, %i : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[s0, 4], i64>) -> !ep.tensor<[s0, 4], i64>
  // To the dtype that it has: itself.
  // CHECK-NOT: aten._to_copy
  // CHECK-NOT: aten.to.dtype
  %2 = aten.to.dtype %x, dtype = f32 : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  // CHECK: ep.return %{{.*}}, %{{.*}}, %x :
  ep.return %0, %1, %2 : !ep.tensor<[s0, 4], f16>,
    !ep.tensor<[s0, 4], i64>,
    !ep.tensor<[s0, 4], f32>
} }

// -----

// A cast to another device is a copy.
// CHECK-LABEL: ep.graph @devices
ep.program @devices { ep.graph @devices(
          %x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[4], f32, device = "cuda:0"> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: aten._to_copy.default %x, dtype = f32, device = "cuda:0"
  %0 = aten.type_as.default %x, %x : (!ep.tensor<[4], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[4], f32, device = "cuda:0">
  ep.return %0 : !ep.tensor<[4], f32, device = "cuda:0">
} }

// -----

// A check that the type contradicts stays.
// CHECK-LABEL: ep.graph @metadata
ep.program @metadata { ep.graph @metadata(
          %x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK-NOT: dtype = f32
  aten._assert_tensor_metadata.default %x, dtype = f32 : (!ep.tensor<[4], f32>) -> ()
  aten._assert_tensor_metadata.default %x : (!ep.tensor<[4], f32>) -> ()
  // CHECK: aten._assert_tensor_metadata.default %x, dtype = i64
  // CHECK-NOT: aten._assert_tensor_metadata
  aten._assert_tensor_metadata.default %x, dtype = i64 : (!ep.tensor<[4], f32>) -> ()
  %0 = aten.relu.default %x : (!ep.tensor<[4], f32>) -> !ep.tensor<[4], f32>
  ep.return %0 : !ep.tensor<[4], f32>
} }

// -----

// Sizes that are written in another way than those of the type are compared; the others are those of the type.
// CHECK-LABEL: ep.graph @sizes
// CHECK: {{^ *\) .*\{$}}
// CHECK-NEXT: ep.assert Eq(m, n), "a tensor has other sizes than are asserted"
// CHECK-NEXT: aten.relu
ep.program @sizes { ep.symbol @n range(1, 9) ep.symbol @m range(1, 9) ep.graph @sizes(
          %x: !ep.tensor<[m, 4], f32> {ep.input = #ep.input<user_input "x">},
          %y: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "y">}
      ) -> (!ep.tensor<[m, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  aten._assert_tensor_metadata.default %x, size = [n, 4] : (!ep.tensor<[m, 4], f32>) -> ()
  %0 = aten.relu.default %x : (!ep.tensor<[m, 4], f32>) -> !ep.tensor<[m, 4], f32>
  ep.return %0 : !ep.tensor<[m, 4], f32>
} }
