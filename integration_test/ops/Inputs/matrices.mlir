//--- solve.mlir
// linalg.solve as it is exported: the solution, and a check of info.
ep.program @model { ep.graph @forward(
    %a: !ep.tensor<[2, 2, 2], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[2, 2], f32> {ep.output = #ep.output<user_output "0">}) {
  %b = aten.full.default size = [2, 2], fill_value = 1, dtype = f32 : () -> !ep.tensor<[2, 2], f32>
  %x, %lu, %pivots, %info = aten._linalg_solve_ex.default %a, %b
      : (!ep.tensor<[2, 2, 2], f32>, !ep.tensor<[2, 2], f32>)
      -> (!ep.tensor<[2, 2], f32>, !ep.tensor<[2, 2, 2], f32>, !ep.tensor<[2, 2], i32>, !ep.tensor<[2], i32>) loc("model.py":12:0)
  aten._linalg_check_errors.default %info, api_name = "torch.linalg.solve", is_matrix = false : (!ep.tensor<[2], i32>) -> () loc("model.py":12:0)
  ep.return %x : !ep.tensor<[2, 2], f32>
} }
//--- eigh.mlir
ep.program @model { ep.graph @forward(
    %a: !ep.tensor<[2, 2, 2], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[2, 2], f32> {ep.output = #ep.output<user_output "0">}) {
  %w, %v = aten._linalg_eigh.default %a
      : (!ep.tensor<[2, 2, 2], f32>) -> (!ep.tensor<[2, 2], f32>, !ep.tensor<[2, 2, 2], f32>) loc("model.py":12:0)
  ep.return %w : !ep.tensor<[2, 2], f32>
} }
