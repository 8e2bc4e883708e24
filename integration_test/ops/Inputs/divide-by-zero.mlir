//--- floor.mlir
ep.program @model { ep.graph @forward(
    %x: !ep.tensor<[20001], i64> {ep.input = #ep.input<user_input "x">},
    %y: !ep.tensor<[20001], i64> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[20001], i64> {ep.output = #ep.output<user_output "0">}) {
  %0 = aten.add.Tensor %x, %x, alpha = 1 : (!ep.tensor<[20001], i64>, !ep.tensor<[20001], i64>) -> !ep.tensor<[20001], i64> loc("model.py":11:0)
  %1 = aten.div.Tensor_mode %0, %y, rounding_mode = "floor" : (!ep.tensor<[20001], i64>, !ep.tensor<[20001], i64>) -> !ep.tensor<[20001], i64> loc("model.py":12:0)
  ep.return %1 : !ep.tensor<[20001], i64>
} }
//--- trunc.mlir
ep.program @model { ep.graph @forward(
    %x: !ep.tensor<[101], ui8> {ep.input = #ep.input<user_input "x">},
    %y: !ep.tensor<[101], ui8> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[101], ui8> {ep.output = #ep.output<user_output "0">}) {
  %0 = aten.add.Tensor %x, %x, alpha = 1 : (!ep.tensor<[101], ui8>, !ep.tensor<[101], ui8>) -> !ep.tensor<[101], ui8> loc("model.py":11:0)
  %1 = aten.div.Tensor_mode %0, %y, rounding_mode = "trunc" : (!ep.tensor<[101], ui8>, !ep.tensor<[101], ui8>) -> !ep.tensor<[101], ui8> loc("model.py":12:0)
  ep.return %1 : !ep.tensor<[101], ui8>
} }
//--- remainder.mlir
ep.program @model { ep.graph @forward(
    %x: !ep.tensor<[101], i8> {ep.input = #ep.input<user_input "x">},
    %y: !ep.tensor<[101], i8> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[101], i8> {ep.output = #ep.output<user_output "0">}) {
  %0 = aten.add.Tensor %x, %x, alpha = 1 : (!ep.tensor<[101], i8>, !ep.tensor<[101], i8>) -> !ep.tensor<[101], i8> loc("model.py":11:0)
  %1 = aten.remainder.Tensor %0, %y : (!ep.tensor<[101], i8>, !ep.tensor<[101], i8>) -> !ep.tensor<[101], i8> loc("model.py":12:0)
  ep.return %1 : !ep.tensor<[101], i8>
} }
//--- fmod.mlir
ep.program @model { ep.graph @forward(
    %x: !ep.tensor<[101], i32> {ep.input = #ep.input<user_input "x">},
    %y: !ep.tensor<[101], i32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[101], i32> {ep.output = #ep.output<user_output "0">}) {
  %0 = aten.add.Tensor %x, %x, alpha = 1 : (!ep.tensor<[101], i32>, !ep.tensor<[101], i32>) -> !ep.tensor<[101], i32> loc("model.py":11:0)
  %1 = aten.fmod.Tensor %0, %y : (!ep.tensor<[101], i32>, !ep.tensor<[101], i32>) -> !ep.tensor<[101], i32> loc("model.py":12:0)
  ep.return %1 : !ep.tensor<[101], i32>
} }
//--- product.mlir
ep.program @model { ep.graph @forward(
    %x: !ep.tensor<[1024], i32> {ep.input = #ep.input<user_input "x">},
    %y: !ep.tensor<[1024], i32> {ep.input = #ep.input<user_input "y">},
    %e: !ep.tensor<[32, 32], f32> {ep.input = #ep.input<user_input "e">})
    -> (!ep.tensor<[32, 32], i32> {ep.output = #ep.output<user_output "0">}) {
  %0 = aten.view.default %x, size = [32, 32] : (!ep.tensor<[1024], i32>) -> !ep.tensor<[32, 32], i32> loc("model.py":8:0)
  %1 = aten.view.default %y, size = [32, 32] : (!ep.tensor<[1024], i32>) -> !ep.tensor<[32, 32], i32> loc("model.py":9:0)
  %2 = aten._to_copy.default %0, dtype = f32 : (!ep.tensor<[32, 32], i32>) -> !ep.tensor<[32, 32], f32> loc("model.py":10:0)
  %3 = aten.mm.default %2, %e : (!ep.tensor<[32, 32], f32>, !ep.tensor<[32, 32], f32>) -> !ep.tensor<[32, 32], f32> loc("model.py":11:0)
  %4 = aten._to_copy.default %3, dtype = i32 : (!ep.tensor<[32, 32], f32>) -> !ep.tensor<[32, 32], i32> loc("model.py":11:0)
  %5 = aten.div.Tensor_mode %4, %1, rounding_mode = "floor" : (!ep.tensor<[32, 32], i32>, !ep.tensor<[32, 32], i32>) -> !ep.tensor<[32, 32], i32> loc("model.py":12:0)
  ep.return %5 : !ep.tensor<[32, 32], i32>
} }
//--- true.mlir
ep.program @model { ep.graph @forward(
    %x: !ep.tensor<[101], i64> {ep.input = #ep.input<user_input "x">},
    %y: !ep.tensor<[101], i64> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[101], f32> {ep.output = #ep.output<user_output "0">}) {
  %0 = aten.add.Tensor %x, %x, alpha = 1 : (!ep.tensor<[101], i64>, !ep.tensor<[101], i64>) -> !ep.tensor<[101], i64> loc("model.py":11:0)
  %1 = aten.div.Tensor %0, %y : (!ep.tensor<[101], i64>, !ep.tensor<[101], i64>) -> !ep.tensor<[101], f32> loc("model.py":12:0)
  ep.return %1 : !ep.tensor<[101], f32>
} }
