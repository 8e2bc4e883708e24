// REQUIRES: ptxas
// RUN: kiln-test-target %S/ptx.mlir cuda:sm_80 ptx > %t.80.ptx
// RUN: %ptxas -arch=sm_80 %t.80.ptx -o %t.80.cubin
// RUN: kiln-test-target %S/ptx.mlir cuda:sm_86 ptx > %t.86.ptx
// RUN: %ptxas -arch=sm_86 %t.86.ptx -o %t.86.cubin
// RUN: kiln-test-target %S/ptx.mlir cuda:sm_89 ptx > %t.89.ptx
// RUN: %ptxas -arch=sm_89 %t.89.ptx -o %t.89.cubin
// RUN: kiln-test-target %S/ptx.mlir cuda:sm_90a ptx > %t.90a.ptx
// RUN: %ptxas -arch=sm_90a %t.90a.ptx -o %t.90a.cubin
// RUN: kiln-test-target %S/ptx.mlir cuda:sm_100 ptx > %t.100.ptx
// RUN: %ptxas -arch=sm_100 %t.100.ptx -o %t.100.cubin
// RUN: kiln-test-target %S/ptx.mlir cuda:sm_100a ptx > %t.100a.ptx
// RUN: %ptxas -arch=sm_100a %t.100a.ptx -o %t.100a.cubin
// RUN: kiln-test-target %s cuda:sm_90 ptx > %t.90.ptx
// RUN: %ptxas -arch=sm_90 %t.90.ptx -o %t.90.cubin

// Everything that the emitter and the mathematical functions can write.
#id = affine_map<(d) -> (d)>
exec.kernel @everything(%x: tensor<?xbf16>, %i: tensor<?xi64>, %t: tensor<9xf64>, %n: index)
    -> (tensor<?xf16>, tensor<?xi1>)
    domain(d0) access(read, read, read, write, write) work(flops = 9*d0, bytes = 13*d0 + 72)
    attributes {dims = [[0], [0], [], [0], [0]]} {
  %table = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf64>
  %e = tensor.empty(%n) : tensor<?xf16>
  %f = tensor.empty(%n) : tensor<?xi1>
  %r:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %i : tensor<?xbf16>, tensor<?xi64>) outs(%e, %f : tensor<?xf16>, tensor<?xi1>) {
  ^bb0(%a: bf16, %b: i64, %o: f16, %p: i1):
    %j = arith.index_cast %b : i64 to index
    %g = tensor.extract %t[%j] : tensor<9xf64>
    %h = tensor.extract %table[%j] : tensor<3xf64>
    %0 = math.exp %a : bf16
    %1 = arith.extf %0 : bf16 to f64
    %2 = math.powf %1, %g : f64
    %3 = math.sin %2 : f64
    %4 = math.log1p %3 : f64
    %5 = math.erf %4 : f64
    %6 = arith.remf %5, %h : f64
    %7 = math.tanh %6 : f64
    %8 = math.cos %7 : f64
    %9 = arith.truncf %8 : f64 to f16
    %10 = arith.cmpf ogt, %8, %g : f64
    linalg.yield %9, %10 : f16, i1
  } -> (tensor<?xf16>, tensor<?xi1>)
  exec.yield %r#0, %r#1 : tensor<?xf16>, tensor<?xi1>
}
