// RUN: kiln-opt %s --kiln-emit-kernels=emitter=naive --split-input-file | FileCheck %s

#bag = affine_map<(b, p, c) -> (b)>
#row = affine_map<(b, p, c) -> (p, c)>
#sum = affine_map<(b, p, c) -> (b, c)>

// The rows of a bag are those from one bound to the other, as far as there are
// any: the loop has no other steps.
// CHECK-LABEL: llvm.func @bags(
// CHECK: %[[FIRST:.+]] = arith.maxsi %c0, %{{.+}} : index
// CHECK: %[[BOUND:.+]] = arith.index_cast %{{.+}} : i64 to index
// CHECK: %[[LAST:.+]] = arith.minsi %c99, %[[BOUND]] : index
// CHECK: scf.for %{{.+}} = %[[FIRST]] to %[[LAST]]
exec.kernel @bags(%first: tensor<7xi64>, %last: tensor<7xi64>, %x: tensor<99x16xf32>) -> tensor<7x16xf32>
    domain(7, 16) access(read, read, read, write) work(flops = 22176, bytes = 6896) attributes {dims = [[], [], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<7x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<7x16xf32>) -> tensor<7x16xf32>
  %y = linalg.generic {indexing_maps = [#bag, #bag, #row, #sum], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%first, %last, %x : tensor<7xi64>, tensor<7xi64>, tensor<99x16xf32>) outs(%f : tensor<7x16xf32>) {
  ^bb0(%a: i64, %b: i64, %v: f32, %out: f32):
    %i = linalg.index 1 : index
    %p = arith.index_cast %i : index to i64
    %c0 = arith.cmpi sge, %p, %a : i64
    %c1 = arith.cmpi slt, %p, %b : i64
    %c = arith.andi %c0, %c1 : i1
    %s = arith.select %c, %v, %zero : f32
    %r = arith.addf %out, %s : f32
    linalg.yield %r : f32
  } -> tensor<7x16xf32>
  exec.yield %y : tensor<7x16xf32>
}

// -----

#bag = affine_map<(b, p, c) -> (b)>
#row = affine_map<(b, p, c) -> (p, c)>
#sum = affine_map<(b, p, c) -> (b, c)>

// The greatest of the others counts here: all steps are taken.
// CHECK-LABEL: llvm.func @greatest(
// CHECK: scf.for %{{.+}} = %c0 to %c99
// CHECK: arith.cmpi sge, %{{.+}}, %{{.+}} : i64
// CHECK: arith.maximumf
exec.kernel @greatest(%first: tensor<7xi64>, %x: tensor<99x16xf32>) -> tensor<7x16xf32>
    domain(7, 16) access(read, read, write) work(flops = 22176, bytes = 6840) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<7x16xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<7x16xf32>) -> tensor<7x16xf32>
  %y = linalg.generic {indexing_maps = [#bag, #row, #sum], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%first, %x : tensor<7xi64>, tensor<99x16xf32>) outs(%f : tensor<7x16xf32>) {
  ^bb0(%a: i64, %v: f32, %out: f32):
    %i = linalg.index 1 : index
    %p = arith.index_cast %i : index to i64
    %c = arith.cmpi sge, %p, %a : i64
    %s = arith.select %c, %v, %zero : f32
    %r = arith.maximumf %out, %s : f32
    linalg.yield %r : f32
  } -> tensor<7x16xf32>
  exec.yield %y : tensor<7x16xf32>
}
