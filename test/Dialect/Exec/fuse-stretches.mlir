// RUN: kiln-opt %s --kiln-exec-fuse-elementwise --split-input-file | FileCheck %s

#bag = affine_map<(b, p) -> (b)>
#pair = affine_map<(b, p) -> (b, p)>
#place = affine_map<(p, c) -> (p)>
#cell = affine_map<(p, c) -> (p, c)>
#mask = affine_map<(b, p, c) -> (b, p)>
#row = affine_map<(b, p, c) -> (p, c)>
#sum = affine_map<(b, p, c) -> (b, c)>

// Which positions a bag has is no tensor, though two sums ask for it, and rows
// of the table are read where they are added: a bag goes through its own.
// CHECK-LABEL: ep.program @bags
// CHECK-NOT: tensor<7x99xi1>
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]
// CHECK: tensor.extract
// CHECK: arith.cmpi sge
// CHECK: arith.cmpi slt
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]
// CHECK: tensor.extract
// CHECK: arith.cmpi sge
// CHECK: arith.cmpi slt
// CHECK: arith.addf
ep.program @bags {
  ep.graph @forward(%a: !ep.tensor<[7], i64> {ep.input = #ep.input<user_input "a">}, %b: !ep.tensor<[7], i64> {ep.input = #ep.input<user_input "b">},
                    %n: !ep.tensor<[99], i64> {ep.input = #ep.input<user_input "n">}, %t: !ep.tensor<[50, 16], f32> {ep.input = #ep.input<user_input "t">})
      -> (!ep.tensor<[7, 16], f32> {ep.output = #ep.output<user_output "y">}, !ep.tensor<[7, 16], f32> {ep.output = #ep.output<user_output "z">}) {
    %zero = arith.constant 0.0 : f32
    %first = ep.to_builtin %a : !ep.tensor<[7], i64> -> tensor<7xi64>
    %last = ep.to_builtin %b : !ep.tensor<[7], i64> -> tensor<7xi64>
    %numbers = ep.to_builtin %n : !ep.tensor<[99], i64> -> tensor<99xi64>
    %table = ep.to_builtin %t : !ep.tensor<[50, 16], f32> -> tensor<50x16xf32>
    %e0 = tensor.empty() : tensor<7x99xi1>
    %inside = linalg.generic {indexing_maps = [#bag, #bag, #pair], iterator_types = ["parallel", "parallel"]}
        ins(%first, %last : tensor<7xi64>, tensor<7xi64>) outs(%e0 : tensor<7x99xi1>) {
    ^bb0(%from: i64, %to: i64, %out: i1):
      %i = linalg.index 1 : index
      %p = arith.index_cast %i : index to i64
      %c0 = arith.cmpi sge, %p, %from : i64
      %c1 = arith.cmpi slt, %p, %to : i64
      %c = arith.andi %c0, %c1 : i1
      linalg.yield %c : i1
    } -> tensor<7x99xi1>
    %e1 = tensor.empty() : tensor<99x16xf32>
    %rows = linalg.generic {indexing_maps = [#place, #cell], iterator_types = ["parallel", "parallel"]}
        ins(%numbers : tensor<99xi64>) outs(%e1 : tensor<99x16xf32>) {
    ^bb0(%number: i64, %out: f32):
      %i = arith.index_cast %number : i64 to index
      %j = linalg.index 1 : index
      %v = tensor.extract %table[%i, %j] : tensor<50x16xf32>
      linalg.yield %v : f32
    } -> tensor<99x16xf32>
    %more = linalg.generic {indexing_maps = [#place, #cell], iterator_types = ["parallel", "parallel"]}
        ins(%numbers : tensor<99xi64>) outs(%e1 : tensor<99x16xf32>) {
    ^bb0(%number: i64, %out: f32):
      %i = arith.index_cast %number : i64 to index
      %j = linalg.index 1 : index
      %v = tensor.extract %table[%i, %j] : tensor<50x16xf32>
      %w = arith.negf %v : f32
      linalg.yield %w : f32
    } -> tensor<99x16xf32>
    %e2 = tensor.empty() : tensor<7x16xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e2 : tensor<7x16xf32>) -> tensor<7x16xf32>
    %y = linalg.generic {indexing_maps = [#mask, #row, #sum], iterator_types = ["parallel", "reduction", "parallel"]}
        ins(%inside, %rows : tensor<7x99xi1>, tensor<99x16xf32>) outs(%f : tensor<7x16xf32>) {
    ^bb0(%c: i1, %v: f32, %out: f32):
      %s = arith.select %c, %v, %zero : f32
      %r = arith.addf %out, %s : f32
      linalg.yield %r : f32
    } -> tensor<7x16xf32>
    %z = linalg.generic {indexing_maps = [#mask, #row, #sum], iterator_types = ["parallel", "reduction", "parallel"]}
        ins(%inside, %more : tensor<7x99xi1>, tensor<99x16xf32>) outs(%f : tensor<7x16xf32>) {
    ^bb0(%c: i1, %v: f32, %out: f32):
      %s = arith.select %c, %v, %zero : f32
      %r = arith.addf %out, %s : f32
      linalg.yield %r : f32
    } -> tensor<7x16xf32>
    %0 = ep.from_builtin %y : tensor<7x16xf32> -> !ep.tensor<[7, 16], f32>
    %1 = ep.from_builtin %z : tensor<7x16xf32> -> !ep.tensor<[7, 16], f32>
    ep.return %0, %1 : !ep.tensor<[7, 16], f32>, !ep.tensor<[7, 16], f32>
  }
}

// -----

#place = affine_map<(p, c) -> (p)>
#cell = affine_map<(p, c) -> (p, c)>
#mask = affine_map<(b, p, c) -> (b, p)>
#row = affine_map<(b, p, c) -> (p, c)>
#sum = affine_map<(b, p, c) -> (b, c)>

// A mask that is data tells nothing of what a sum reads: rows are read once.
// CHECK-LABEL: ep.program @mask
// CHECK: tensor.extract
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]
// CHECK-NOT: tensor.extract
ep.program @mask {
  ep.graph @forward(%m: !ep.tensor<[7, 99], i1> {ep.input = #ep.input<user_input "m">},
                    %n: !ep.tensor<[99], i64> {ep.input = #ep.input<user_input "n">}, %t: !ep.tensor<[50, 16], f32> {ep.input = #ep.input<user_input "t">})
      -> (!ep.tensor<[7, 16], f32> {ep.output = #ep.output<user_output "y">}) {
    %zero = arith.constant 0.0 : f32
    %inside = ep.to_builtin %m : !ep.tensor<[7, 99], i1> -> tensor<7x99xi1>
    %numbers = ep.to_builtin %n : !ep.tensor<[99], i64> -> tensor<99xi64>
    %table = ep.to_builtin %t : !ep.tensor<[50, 16], f32> -> tensor<50x16xf32>
    %e1 = tensor.empty() : tensor<99x16xf32>
    %rows = linalg.generic {indexing_maps = [#place, #cell], iterator_types = ["parallel", "parallel"]}
        ins(%numbers : tensor<99xi64>) outs(%e1 : tensor<99x16xf32>) {
    ^bb0(%number: i64, %out: f32):
      %i = arith.index_cast %number : i64 to index
      %j = linalg.index 1 : index
      %v = tensor.extract %table[%i, %j] : tensor<50x16xf32>
      linalg.yield %v : f32
    } -> tensor<99x16xf32>
    %e2 = tensor.empty() : tensor<7x16xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e2 : tensor<7x16xf32>) -> tensor<7x16xf32>
    %y = linalg.generic {indexing_maps = [#mask, #row, #sum], iterator_types = ["parallel", "reduction", "parallel"]}
        ins(%inside, %rows : tensor<7x99xi1>, tensor<99x16xf32>) outs(%f : tensor<7x16xf32>) {
    ^bb0(%c: i1, %v: f32, %out: f32):
      %s = arith.select %c, %v, %zero : f32
      %r = arith.addf %out, %s : f32
      linalg.yield %r : f32
    } -> tensor<7x16xf32>
    %0 = ep.from_builtin %y : tensor<7x16xf32> -> !ep.tensor<[7, 16], f32>
    ep.return %0 : !ep.tensor<[7, 16], f32>
  }
}

// -----

#bag = affine_map<(b) -> (b)>
#mask = affine_map<(b, p) -> (b)>
#item = affine_map<(b, p) -> (p)>

// Bounds that are computed, here those of rows of ten, are stored: the loop
// reads them.
// CHECK-LABEL: ep.program @range
// CHECK: %[[FIRST:.+]] = linalg.generic {{.*}} iterator_types = ["parallel"]
// CHECK: arith.muli
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[FIRST]],
// CHECK-NOT: arith.muli
ep.program @range {
  ep.graph @forward(%x: !ep.tensor<[99], f32> {ep.input = #ep.input<user_input "x">}) -> (!ep.tensor<[7], f32> {ep.output = #ep.output<user_output "y">}) {
    %zero = arith.constant 0.0 : f32
    %ten = arith.constant 10 : i64
    %items = ep.to_builtin %x : !ep.tensor<[99], f32> -> tensor<99xf32>
    %e0 = tensor.empty() : tensor<7xi64>
    %first = linalg.generic {indexing_maps = [#bag], iterator_types = ["parallel"]} outs(%e0 : tensor<7xi64>) {
    ^bb0(%out: i64):
      %i = linalg.index 0 : index
      %b = arith.index_cast %i : index to i64
      %r = arith.muli %b, %ten : i64
      linalg.yield %r : i64
    } -> tensor<7xi64>
    %e1 = tensor.empty() : tensor<7xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e1 : tensor<7xf32>) -> tensor<7xf32>
    %y = linalg.generic {indexing_maps = [#mask, #item, #mask], iterator_types = ["parallel", "reduction"]}
        ins(%first, %items : tensor<7xi64>, tensor<99xf32>) outs(%f : tensor<7xf32>) {
    ^bb0(%from: i64, %v: f32, %out: f32):
      %i = linalg.index 1 : index
      %p = arith.index_cast %i : index to i64
      %c = arith.cmpi sge, %p, %from : i64
      %s = arith.select %c, %v, %zero : f32
      %r = arith.addf %out, %s : f32
      linalg.yield %r : f32
    } -> tensor<7xf32>
    %0 = ep.from_builtin %y : tensor<7xf32> -> !ep.tensor<[7], f32>
    ep.return %0 : !ep.tensor<[7], f32>
  }
}
