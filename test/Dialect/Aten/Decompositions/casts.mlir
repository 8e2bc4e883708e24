// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @zero_default(
ep.program @zero_default { ep.symbol @n range(2, 64)
  ep.graph @zero_default(%a: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.full.default size = [n], fill_value = 0, dtype = f32
    %0 = aten.zero.default %a : (!ep.tensor<[n], f32>) -> !ep.tensor<[n], f32>
    ep.return %0 : !ep.tensor<[n], f32>
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

// CHECK-LABEL: ep.graph @where_ScalarOther(
ep.program @where_ScalarOther { ep.symbol @n range(2, 64)
  ep.graph @where_ScalarOther(%a: !ep.tensor<[n], i1> {ep.input = #ep.input<user_input "a">}, %b: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "b">})
    -> (!ep.tensor<[n], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.scalar_tensor.default s = 2, dtype = f32
    // CHECK-NEXT: aten.where.self %a, %b, %{{.*}}
    %0 = aten.where.ScalarOther %a, %b, other = 2 : (!ep.tensor<[n], i1>, !ep.tensor<[n], f32>) -> !ep.tensor<[n], f32>
    ep.return %0 : !ep.tensor<[n], f32>
} }
