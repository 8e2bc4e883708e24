// RUN: kiln-opt %s | kiln-opt | FileCheck %s
// RUN: kiln-opt %s --emit-bytecode | kiln-opt | FileCheck %s

// CHECK-LABEL: func.func @scan
func.func @scan(%x: tensor<?x64xf32>, %b: tensor<4xi8>) -> (tensor<?x64xf32>, tensor<4xi8>) {
  // CHECK: tx.scan add %{{.*}} into %{{.*}} along 1 : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  %0 = tx.scan add %x into %x along 1 : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  // CHECK: tx.scan max %{{.*}} into %{{.*}} along 0 unsigned : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
  %1 = tx.scan max %b into %b along 0 unsigned : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
  return %0, %1 : tensor<?x64xf32>, tensor<4xi8>
}

// CHECK-LABEL: func.func @scatter
func.func @scatter(%u: tensor<?x64xf32>, %i: tensor<?xi64>, %x: tensor<10x64xf32>,
                   %v: tensor<?xf32>) -> (tensor<10x64xf32>, tensor<10x64xf32>) {
  // CHECK: tx.scatter add %{{.*}} at[%{{.*}}] into %{{.*}} dims = [0] window = [1] : tensor<?x64xf32>, tensor<?xi64> into tensor<10x64xf32>
  %0 = tx.scatter add %u at[%i] into %x dims = [0] window = [1]
      : tensor<?x64xf32>, tensor<?xi64> into tensor<10x64xf32>
  // CHECK: tx.scatter assign %{{.*}} at[%{{.*}}, %{{.*}}] into %{{.*}} dims = [0, 1] window = [] : tensor<?xf32>, tensor<?xi64>, tensor<?xi64> into tensor<10x64xf32>
  %1 = tx.scatter assign %v at[%i, %i] into %0 dims = [0, 1] window = []
      : tensor<?xf32>, tensor<?xi64>, tensor<?xi64> into tensor<10x64xf32>
  return %0, %1 : tensor<10x64xf32>, tensor<10x64xf32>
}

// CHECK-LABEL: func.func @compact
func.func @compact(%m: tensor<?x8xi1>, %i: tensor<?x2xi64>) -> tensor<?x2xi64> {
  // CHECK: tx.compact %{{.*}} into %{{.*}} : tensor<?x8xi1> into tensor<?x2xi64>
  %0 = tx.compact %m into %i : tensor<?x8xi1> into tensor<?x2xi64>
  return %0 : tensor<?x2xi64>
}

// CHECK-LABEL: func.func @matrix
func.func @matrix(%a: tensor<?x4x4xf32>, %p: tensor<?x4xi32>, %i: tensor<?xi32>, %r: tensor<?x37xf64>,
                  %x: tensor<3x4x5x2xf64>, %s: tensor<3x?xf64>)
    -> (tensor<?x4x4xf32>, tensor<3x4x5x2xf64>) {
  // CHECK: tx.matrix "lu"(%{{.*}}) into(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (tensor<?x4x4xf32>, tensor<?x4x4xf32>,
  %lu:4 = tx.matrix "lu"(%a) into(%a, %p, %i, %r)
      : (tensor<?x4x4xf32>, tensor<?x4x4xf32>, tensor<?x4xi32>, tensor<?xi32>, tensor<?x37xf64>)
      -> (tensor<?x4x4xf32>, tensor<?x4xi32>, tensor<?xi32>, tensor<?x37xf64>)
  // CHECK: tx.matrix "triangular"(%{{.*}}, %{{.*}}) into(%{{.*}}, %{{.*}}) complex flags = "upper|conjugate" :
  %c = tensor.empty() : tensor<3x4x4x2xf64>
  %t:2 = tx.matrix "triangular"(%c, %x) into(%x, %s) complex flags = "upper|conjugate"
      : (tensor<3x4x4x2xf64>, tensor<3x4x5x2xf64>, tensor<3x4x5x2xf64>, tensor<3x?xf64>)
      -> (tensor<3x4x5x2xf64>, tensor<3x?xf64>)
  return %lu#0, %t#0 : tensor<?x4x4xf32>, tensor<3x4x5x2xf64>
}

// CHECK-LABEL: func.func @philox
func.func @philox(%seed: i64, %place: i64) -> i64 {
  // CHECK: tx.philox %{{.*}} at %{{.*}}
  %0 = tx.philox %seed at %place
  return %0 : i64
}

// CHECK-LABEL: func.func @divisor
func.func @divisor(%y: i64, %z: i8) -> (i64, i8) {
  // CHECK: tx.divisor %{{.*}} : i64
  %0 = tx.divisor %y : i64
  // CHECK: tx.divisor %{{.*}} : i8
  %1 = tx.divisor %z : i8
  return %0, %1 : i64, i8
}

#query = affine_map<(h, i, n, j, d) -> (h, i, d)>
#key = affine_map<(h, i, n, j, d) -> (h, j, d)>
#value = affine_map<(h, i, n, j, d) -> (h, j, n)>
#bias = affine_map<(h, i, n, j, d) -> (j)>

// CHECK-LABEL: func.func @attention
func.func @attention(%q: tensor<2x?x64xf32>, %k: tensor<2x?x64xf32>, %v: tensor<2x?x64xf32>,
                     %bias: tensor<?xf32>, %init: tensor<2x?x64xf32>) -> tensor<2x?x64xf32> {
  // CHECK: tx.attention safe %{{.*}}, %{{.*}}, %{{.*}} with %{{.*}} into %{{.*}} maps = [{{.*}}] {
  // CHECK: ^bb0(%[[SCORE:.*]]: f32, %[[BIAS:.*]]: f32, %{{.*}}: index, %[[I:.*]]: index, %[[J:.*]]: index):
  // CHECK: arith.addf %[[SCORE]], %[[BIAS]] : f32
  // CHECK: arith.cmpi sge, %[[I]], %[[J]] : index
  // CHECK: tx.yield %{{.*}} : f32
  // CHECK: } : (tensor<2x?x64xf32>, tensor<2x?x64xf32>, tensor<2x?x64xf32>, tensor<?xf32>, tensor<2x?x64xf32>) -> tensor<2x?x64xf32>
  %y = tx.attention safe %q, %k, %v with %bias into %init maps = [#query, #key, #value, #bias] {
  ^bb0(%score: f32, %b: f32, %h: index, %i: index, %j: index):
    %low = arith.constant 0xFF800000 : f32
    %sum = arith.addf %score, %b : f32
    %isSeen = arith.cmpi sge, %i, %j : index
    %s = arith.select %isSeen, %sum, %low : f32
    tx.yield %s : f32
  } : (tensor<2x?x64xf32>, tensor<2x?x64xf32>, tensor<2x?x64xf32>, tensor<?xf32>, tensor<2x?x64xf32>) -> tensor<2x?x64xf32>
  return %y : tensor<2x?x64xf32>
}

// Half floats in, half floats out, scores in f32.
// CHECK-LABEL: func.func @half
func.func @half(%q: tensor<4x8xbf16>, %k: tensor<6x8xbf16>, %v: tensor<6x16xf16>,
                %init: tensor<4x16xbf16>) -> tensor<4x16xbf16> {
  // CHECK: tx.attention %{{[^ ]*}}, %{{[^ ]*}}, %{{[^ ]*}} into
  %y = tx.attention %q, %k, %v into %init maps = [
      affine_map<(i, n, j, d) -> (i, d)>, affine_map<(i, n, j, d) -> (j, d)>,
      affine_map<(i, n, j, d) -> (j, n)>] {
  ^bb0(%score: f32, %i: index, %j: index):
    tx.yield %score : f32
  } : (tensor<4x8xbf16>, tensor<6x8xbf16>, tensor<6x16xf16>, tensor<4x16xbf16>) -> tensor<4x16xbf16>
  return %y : tensor<4x16xbf16>
}
