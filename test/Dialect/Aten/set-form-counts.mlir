// RUN: kiln-opt %s --kiln-aten-set-form='form=training' --mlir-disable-threading --remark-format=emitRemark \
// RUN:   --remarks-filter=kiln-statistics -o /dev/null 2>&1 | FileCheck %s

// The count of one program is not added to that of the next.
// CHECK-COUNT-2: kiln-aten-set-form: 1 operators set
// CHECK-NOT: kiln-aten-set-form

ep.program @first {
  ep.graph @forward(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "y">}) {
    %0 = aten.dropout.default %x, p = 5.0e-01, train = false : (!ep.tensor<[4], f32>) -> !ep.tensor<[4], f32>
    ep.return %0 : !ep.tensor<[4], f32>
  }
}
ep.program @second {
  ep.graph @forward(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "y">}) {
    %0 = aten.dropout.default %x, p = 5.0e-01, train = false : (!ep.tensor<[4], f32>) -> !ep.tensor<[4], f32>
    ep.return %0 : !ep.tensor<[4], f32>
  }
}
