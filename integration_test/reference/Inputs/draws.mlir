// Draws of each kind.
ep.program @draws {
  ep.graph @draws() -> (!ep.tensor<[40], f32> {ep.output = #ep.output<user_output "out0">},
      !ep.tensor<[40], f32> {ep.output = #ep.output<user_output "out1">},
      !ep.tensor<[40], i64> {ep.output = #ep.output<user_output "out2">},
      !ep.tensor<[40], i64> {ep.output = #ep.output<user_output "out3">}) {
    %0 = aten.rand.default size = [40], dtype = f32 : () -> !ep.tensor<[40], f32>
    %1 = aten.randn.default size = [40], dtype = f32 : () -> !ep.tensor<[40], f32>
    %2 = aten.randint.low low = -3, high = 9, size = [40], dtype = i64 : () -> !ep.tensor<[40], i64>
    %3 = aten.randperm.default n = 40, dtype = i64 : () -> !ep.tensor<[40], i64>
    ep.return %0, %1, %2, %3 : !ep.tensor<[40], f32>, !ep.tensor<[40], f32>, !ep.tensor<[40], i64>, !ep.tensor<[40], i64>
  }
}
