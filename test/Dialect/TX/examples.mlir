// RUN: kiln-opt %s --split-input-file | kiln-opt --split-input-file -o %t

// The examples in the descriptions of tx's ops, where they may stand
// (utils/structure/examples.py looks for them here).

func.func @scan(%x: tensor<?x64xf32>, %init: tensor<?x64xf32>) {
  %y = tx.scan add %x into %init along 1 : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  return
}

func.func @scatter(%x: tensor<10x64xf32>, %i: tensor<?xi64>, %u: tensor<?x64xf32>) {
  %y = tx.scatter add %u at[%i] into %x dims = [0] window = [1]
      : tensor<?x64xf32>, tensor<?xi64> into tensor<10x64xf32>
  return
}

func.func @compact(%mask: tensor<?x8xi1>, %init: tensor<?x2xi64>) {
  %y = tx.compact %mask into %init : tensor<?x8xi1> into tensor<?x2xi64>
  return
}

func.func @matrix(%a: tensor<?x4x4xf32>, %l: tensor<?x4x4xf32>, %p: tensor<?x4xi32>, %i: tensor<?xi32>, %r: tensor<?x37xf64>) {
  %lu, %pivots, %info, %room = tx.matrix "lu"(%a) into(%l, %p, %i, %r)
      : (tensor<?x4x4xf32>, tensor<?x4x4xf32>, tensor<?x4xi32>, tensor<?xi32>, tensor<?x37xf64>)
      -> (tensor<?x4x4xf32>, tensor<?x4xi32>, tensor<?xi32>, tensor<?x37xf64>)
  return
}

func.func @numbers(%seed: i64, %place: i64, %y: i64) {
  %bits = tx.philox %seed at %place
  %d = tx.divisor %y : i64
  return
}

func.func @attention(%q: tensor<2x?x64xf32>, %k: tensor<2x?x64xf32>, %v: tensor<2x?x64xf32>, %bias: tensor<?xf32>, %init: tensor<2x?x64xf32>) {
  %y = tx.attention safe %q, %k, %v with %bias into %init maps = [
      affine_map<(h, i, n, j, d) -> (h, i, d)>, affine_map<(h, i, n, j, d) -> (h, j, d)>,
      affine_map<(h, i, n, j, d) -> (h, j, n)>, affine_map<(h, i, n, j, d) -> (j)>] {
  ^bb0(%score: f32, %b: f32, %h: index, %i: index, %j: index):
    %low = arith.constant 0xFF800000 : f32
    %sum = arith.addf %score, %b : f32
    %isSeen = arith.cmpi sge, %i, %j : index
    %s = arith.select %isSeen, %sum, %low : f32
    tx.yield %s : f32
  } : (tensor<2x?x64xf32>, tensor<2x?x64xf32>, tensor<2x?x64xf32>, tensor<?xf32>, tensor<2x?x64xf32>) -> tensor<2x?x64xf32>
  return
}
