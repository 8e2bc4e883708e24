ep.program @model { ep.graph @forward(
    %x: !ep.tensor<[4, 3], f32> {ep.input = #ep.input<user_input "x">},
    %i: !ep.tensor<[2], i64> {ep.input = #ep.input<user_input "i">})
    -> (!ep.tensor<[2, 3], f32> {ep.output = #ep.output<user_output "0">}) {
  %0 = aten.index.Tensor %x, [%i] : (!ep.tensor<[4, 3], f32>, !ep.tensor<[2], i64>) -> !ep.tensor<[2, 3], f32> loc("model.py":12:0)
  ep.return %0 : !ep.tensor<[2, 3], f32>
} }
