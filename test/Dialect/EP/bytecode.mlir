// What version 1 of the dialect wrote, without layouts, is still read.
// RUN: kiln-opt %S/Inputs/version-1.mlirbc | FileCheck %s
// CHECK: ep.program @forward
// CHECK: ep.return %{{.*}} : !ep.tensor<[s0, 4], f32, strides = [1, s0], device = "cuda:0">

// Layouts are kept.
// RUN: kiln-opt %s --emit-bytecode | kiln-opt | FileCheck %s --check-prefix=LAYOUT
// LAYOUT: func.func private @f(!ep.tensor<[4], f32, layout = sparse_coo>, !ep.tensor<[4], f32>)
func.func private @f(!ep.tensor<[4], f32, layout = sparse_coo>, !ep.tensor<[4], f32>)
