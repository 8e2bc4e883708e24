// RUN: kiln-opt %s --kiln-reference-fold-constants --split-input-file | FileCheck %s
// RUN: kiln-opt %s --kiln-reference-fold-constants=limit=0 --split-input-file | FileCheck %s --check-prefix=OFF
// RUN: kiln-opt %s --kiln-reference-fold-constants --split-input-file --remark-format=emitRemark --remarks-filter=kiln-fold -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// OFF-NOT: ep.made_from

// Made of literals: a value and no more.
// CHECK-LABEL: ep.program @literals
// CHECK-NEXT: ep.storage @storage.folded_0 bytes(24) data(dense_resource<folded_0> : tensor<24xi8>)
// CHECK-NEXT: ep.constant @folded_0 : !ep.tensor<[3], i64> storage(@storage.folded_0) {ep.made_from = []}
// CHECK-NEXT: ep.graph @forward(
// CHECK-NEXT: %x: !ep.tensor<[3], i64> {ep.input = #ep.input<user_input "x">},
// CHECK-NEXT: %folded_0: !ep.tensor<[3], i64> {ep.input = #ep.input<constant_tensor "folded_0">}
// CHECK-NEXT: ) ->
// CHECK-NEXT: aten.add.Tensor %x, %folded_0
// CHECK-NEXT: ep.return
// CHECK-NOT: ep.graph
// CHECK: folded_0: "0x10000000010000000000000002000000000000000500000000000000"
// REMARK: folded to 24 bytes, made from 0 weights
ep.program @literals {
  ep.graph @forward(%x: !ep.tensor<[3], i64> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[3], i64> {ep.output = #ep.output<user_output "y">}) {
    %0 = aten.arange.default end = 3, dtype = i64 : () -> !ep.tensor<[3], i64>
    %1 = aten.mul.Tensor %0, %0 : (!ep.tensor<[3], i64>, !ep.tensor<[3], i64>) -> !ep.tensor<[3], i64>
    %2 = ep.number 1
    %3 = aten.add.Tensor %1, %2 : (!ep.tensor<[3], i64>, !ep.number<1>) -> !ep.tensor<[3], i64>
    %4 = aten.add.Tensor %x, %3 : (!ep.tensor<[3], i64>, !ep.tensor<[3], i64>) -> !ep.tensor<[3], i64>
    ep.return %4 : !ep.tensor<[3], i64>
  }
}

// -----

// Made of weights: they stay inputs, and a second graph makes the constant of
// them. The view of it stays a view, and is what the graph reads.
// CHECK-LABEL: ep.program @weights
// CHECK: ep.constant @folded_0 : !ep.tensor<[2], f32> storage(@storage.folded_0) {ep.made_from = ["w", "v"]}
// CHECK: ep.graph @forward(
// CHECK-NEXT: %w: {{.*}} "w">},
// CHECK-NEXT: %v: {{.*}} "v">},
// CHECK-NEXT: %x:
// CHECK-NEXT: %folded_0: {{.*}} {ep.input = #ep.input<constant_tensor "folded_0">}
// CHECK-NEXT: ) ->
// CHECK-NEXT: %[[V:.*]] = aten.view.default %folded_0, size = [1, 2]
// CHECK-NEXT: aten.mul.Tensor %x, %[[V]]
// CHECK-NEXT: ep.return
// CHECK: ep.graph @prepare(
// CHECK-NEXT: %w: {{.*}} {ep.input = #ep.input<parameter "w">},
// CHECK-NEXT: %v: {{.*}} {ep.input = #ep.input<buffer "v">}
// CHECK-NEXT: ) -> (!ep.tensor<[2], f32> {ep.output = #ep.output<user_output "folded_0">}) attributes {ep.prepare}
// CHECK-NEXT: %[[R:.*]] = aten.sqrt.default %v
// CHECK-NEXT: %[[M:.*]] = aten.mul.Tensor %[[R]], %w
// CHECK-NEXT: ep.return %[[M]]
// CHECK: folded_0: "0x100000000000C0400000A040"
// REMARK: folded to 8 bytes, made from 2 weights
ep.program @weights {
  ep.storage @s bytes(16) data(dense<[0, 0, 64, 64, 0, 0, 160, 64, 0, 0, 128, 64, 0, 0, 128, 63]> : tensor<16xi8>)
  ep.parameter @w : !ep.tensor<[2], f32> storage(@s)
  ep.buffer @v : !ep.tensor<[2], f32> storage(@s, 2)
  ep.graph @forward(%w: !ep.tensor<[2], f32> {ep.input = #ep.input<parameter "w">},
      %v: !ep.tensor<[2], f32> {ep.input = #ep.input<buffer "v">},
      %x: !ep.tensor<[3, 2], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[3, 2], f32> {ep.output = #ep.output<user_output "y">}) {
    %0 = aten.sqrt.default %v : (!ep.tensor<[2], f32>) -> !ep.tensor<[2], f32>
    %1 = aten.mul.Tensor %0, %w : (!ep.tensor<[2], f32>, !ep.tensor<[2], f32>) -> !ep.tensor<[2], f32>
    %2 = aten.view.default %1, size = [1, 2] : (!ep.tensor<[2], f32>) -> !ep.tensor<[1, 2], f32>
    %3 = aten.mul.Tensor %x, %2 : (!ep.tensor<[3, 2], f32>, !ep.tensor<[1, 2], f32>) -> !ep.tensor<[3, 2], f32>
    ep.return %3 : !ep.tensor<[3, 2], f32>
  }
}

// -----

// What a call writes is no constant, nor is what shares its memory; a view or a
// copy of state, a fill and a range stay what they are; so does what is random
// or depends on a symbol, and what has no bytes.
// CHECK-LABEL: ep.program @others
// CHECK-NOT: ep.made_from
// REMARK: not folded: cannot read storage absent: its bytes are not known
ep.program @others {
  ep.symbol @s0 range(1, 8)
  ep.storage @s bytes(16) data(dense<0> : tensor<16xi8>)
  ep.storage @t bytes(16) data(dense<0> : tensor<16xi8>)
  ep.storage @absent bytes(8)
  ep.buffer @state : !ep.tensor<[2], f32> storage(@s)
  ep.buffer @beside : !ep.tensor<[2], f32> storage(@s, 2)
  ep.parameter @w : !ep.tensor<[2, 2], f32> storage(@t)
  ep.parameter @fake : !ep.tensor<[2], f32> storage(@absent)
  ep.graph @forward(%m: !ep.tensor<[2], f32> {ep.input = #ep.input<buffer "state">},
      %b: !ep.tensor<[2], f32> {ep.input = #ep.input<buffer "beside">},
      %w: !ep.tensor<[2, 2], f32> {ep.input = #ep.input<parameter "w">},
      %f: !ep.tensor<[2], f32> {ep.input = #ep.input<parameter "fake">},
      %x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[2], f32> {ep.output = #ep.output<buffer_mutation "state">},
          !ep.tensor<[2], f32> {ep.output = #ep.output<user_output "y">},
          !ep.tensor<[2, 2], f32, strides = [1, 2]> {ep.output = #ep.output<user_output "t">},
          !ep.tensor<[2], f32> {ep.output = #ep.output<user_output "z">},
          !ep.tensor<[2], f32> {ep.output = #ep.output<user_output "r">},
          !ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "n">},
          !ep.tensor<[2], f32> {ep.output = #ep.output<user_output "a">}) {
    // CHECK: aten.exp.default %state
    %0 = aten.exp.default %m : (!ep.tensor<[2], f32>) -> !ep.tensor<[2], f32>
    // CHECK: aten.exp.default %beside
    %1 = aten.exp.default %b : (!ep.tensor<[2], f32>) -> !ep.tensor<[2], f32>
    // CHECK: aten.permute.default
    %2 = aten.permute.default %w, dims = [1, 0] : (!ep.tensor<[2, 2], f32>) -> !ep.tensor<[2, 2], f32, strides = [1, 2]>
    // CHECK: aten.full.default
    %3 = aten.full.default size = [2], fill_value = 0, dtype = f32 : () -> !ep.tensor<[2], f32>
    // CHECK: aten.rand.default
    %4 = aten.rand.default size = [2], dtype = f32 : () -> !ep.tensor<[2], f32>
    // CHECK: aten.exp.default
    %5 = aten.full.default size = [s0], fill_value = 1, dtype = f32 : () -> !ep.tensor<[s0], f32>
    %6 = aten.exp.default %5 : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    // CHECK: aten.exp.default %fake
    %7 = aten.exp.default %f : (!ep.tensor<[2], f32>) -> !ep.tensor<[2], f32>
    ep.return %0, %1, %2, %3, %4, %6, %7 : !ep.tensor<[2], f32>, !ep.tensor<[2], f32>, !ep.tensor<[2, 2], f32, strides = [1, 2]>, !ep.tensor<[2], f32>, !ep.tensor<[2], f32>, !ep.tensor<[s0], f32>, !ep.tensor<[2], f32>
  }
}

// -----

// Larger than the limit, or larger than what it is made from and not small: the
// graph computes it, of a constant where there is one.
// CHECK-LABEL: ep.program @sizes
// CHECK-COUNT-1: {ep.made_from = []}
// CHECK-NOT: ep.made_from
// CHECK: ep.graph @forward
// CHECK: aten.expand.default %folded_0
// CHECK: aten.exp.default
// CHECK: aten.exp.default
// REMARK: folded to 1024 bytes, made from 0 weights
ep.program @sizes {
  ep.graph @forward()
      -> (!ep.tensor<[512, 256], f32> {ep.output = #ep.output<user_output "y">},
          !ep.tensor<[524288], f32> {ep.output = #ep.output<user_output "z">}) {
    %0 = aten.arange.default end = 256, dtype = f32 : () -> !ep.tensor<[256], f32>
    %1 = aten.exp.default %0 : (!ep.tensor<[256], f32>) -> !ep.tensor<[256], f32>
    %2 = aten.expand.default %1, size = [512, 256] : (!ep.tensor<[256], f32>) -> !ep.tensor<[512, 256], f32, strides = [0, 1]>
    %3 = aten.exp.default %2 : (!ep.tensor<[512, 256], f32, strides = [0, 1]>) -> !ep.tensor<[512, 256], f32>
    %4 = aten.arange.default end = 524288, dtype = f32 : () -> !ep.tensor<[524288], f32>
    %5 = aten.exp.default %4 : (!ep.tensor<[524288], f32>) -> !ep.tensor<[524288], f32>
    ep.return %3, %5 : !ep.tensor<[512, 256], f32>, !ep.tensor<[524288], f32>
  }
}

// -----

// A table that few weights are spread to is a constant where each call would
// store it, and no more than the limit; one that kernels compute where they
// read it is not, whatever it is spread from, nor is one that is rearranged.
// CHECK-LABEL: ep.program @spread
// CHECK: ep.storage @storage.folded_0 bytes(524288) {ep.fold}
// CHECK: ep.constant @folded_0 : !ep.tensor<[1024, 128], f32>
// CHECK: ep.constant @folded_1 : !ep.tensor<[], f32>
// CHECK-NOT: ep.constant
// CHECK: ep.graph @forward(
// CHECK: aten.mul.Tensor %folded_1
// CHECK: aten.mul.Tensor %w
// CHECK: aten.mm.default
// CHECK: aten.cat.default
// CHECK: ep.return %folded_0
// CHECK: ep.graph @fold(
// CHECK: aten.mm.default
// CHECK-NEXT: %[[S:.*]] = aten.sigmoid.default
// CHECK-NEXT: ep.return %[[S]]
ep.program @spread {
  ep.storage @s bytes(512) data(dense<0> : tensor<512xi8>)
  ep.parameter @w : !ep.tensor<[1, 128], f32> storage(@s)
  ep.graph @forward(%w: !ep.tensor<[1, 128], f32> {ep.input = #ep.input<parameter "w">})
      -> (!ep.tensor<[1024, 128], f32> {ep.output = #ep.output<user_output "stored">},
          !ep.tensor<[1024, 128], f32> {ep.output = #ep.output<user_output "of_sum">},
          !ep.tensor<[1024, 128], f32> {ep.output = #ep.output<user_output "pointwise">},
          !ep.tensor<[4096, 128], f32> {ep.output = #ep.output<user_output "large">},
          !ep.tensor<[1024, 128], f32> {ep.output = #ep.output<user_output "rearranged">}) {
    %ones = aten.full.default size = [1024, 1], fill_value = 1.0, dtype = f32 : () -> !ep.tensor<[1024, 1], f32>
    %0 = aten.mm.default %ones, %w : (!ep.tensor<[1024, 1], f32>, !ep.tensor<[1, 128], f32>) -> !ep.tensor<[1024, 128], f32>
    %1 = aten.sigmoid.default %0 : (!ep.tensor<[1024, 128], f32>) -> !ep.tensor<[1024, 128], f32>
    %2 = aten.sum.dim_IntList %w, dim = [0, 1], dtype = f32 : (!ep.tensor<[1, 128], f32>) -> !ep.tensor<[], f32>
    %wide = aten.full.default size = [1024, 128], fill_value = 1.0, dtype = f32 : () -> !ep.tensor<[1024, 128], f32>
    %3 = aten.mul.Tensor %2, %wide : (!ep.tensor<[], f32>, !ep.tensor<[1024, 128], f32>) -> !ep.tensor<[1024, 128], f32>
    %4 = aten.mul.Tensor %w, %ones : (!ep.tensor<[1, 128], f32>, !ep.tensor<[1024, 1], f32>) -> !ep.tensor<[1024, 128], f32>
    %many = aten.full.default size = [4096, 1], fill_value = 1.0, dtype = f32 : () -> !ep.tensor<[4096, 1], f32>
    %5 = aten.mm.default %many, %w : (!ep.tensor<[4096, 1], f32>, !ep.tensor<[1, 128], f32>) -> !ep.tensor<[4096, 128], f32>
    %6 = aten.expand.default %w, size = [512, 128] : (!ep.tensor<[1, 128], f32>) -> !ep.tensor<[512, 128], f32, strides = [0, 1]>
    %7 = aten.cat.default [%6, %6], dim = 0 : (!ep.tensor<[512, 128], f32, strides = [0, 1]>, !ep.tensor<[512, 128], f32, strides = [0, 1]>) -> !ep.tensor<[1024, 128], f32>
    ep.return %1, %3, %4, %5, %7 : !ep.tensor<[1024, 128], f32>, !ep.tensor<[1024, 128], f32>, !ep.tensor<[1024, 128], f32>, !ep.tensor<[4096, 128], f32>, !ep.tensor<[1024, 128], f32>
  }
}

// -----

// What is over the limit, or made of what is, is made when the weights are
// there: by a graph of its own.
// CHECK-LABEL: ep.program @large
// CHECK: ep.storage @storage.folded_0 bytes(2097152) {ep.fold}
// CHECK: ep.constant @folded_0 : !ep.tensor<[524288], f32> storage(@storage.folded_0) {ep.made_from = ["w"]}
// CHECK: ep.storage @storage.folded_1 bytes(4) {ep.fold}
// CHECK: ep.constant @folded_1
// CHECK: ep.graph @forward(
// CHECK: ) ->
// CHECK: aten.mul.Tensor %folded_0, %x
// CHECK: aten.mul.Tensor %folded_1, %x
// CHECK: ep.graph @fold(%w: {{.*}} "w">})
// CHECK: attributes {ep.fold, ep.prepare} {
// CHECK-NEXT: %[[E:.*]] = aten.exp.default %w
// CHECK-NEXT: %[[S:.*]] = aten.sum.dim_IntList %w
// CHECK-NEXT: ep.return %[[E]], %[[S]]
// REMARK: folded to 2097152 bytes once 1 weights are there
ep.program @large {
  ep.storage @s bytes(2097152) data(dense<0> : tensor<2097152xi8>)
  ep.parameter @w : !ep.tensor<[524288], f32> storage(@s)
  ep.graph @forward(%w: !ep.tensor<[524288], f32> {ep.input = #ep.input<parameter "w">},
      %x: !ep.tensor<[524288], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[524288], f32> {ep.output = #ep.output<user_output "y">},
          !ep.tensor<[524288], f32> {ep.output = #ep.output<user_output "z">}) {
    %0 = aten.exp.default %w : (!ep.tensor<[524288], f32>) -> !ep.tensor<[524288], f32>
    %1 = aten.sum.dim_IntList %w, dim = [0], dtype = f32 : (!ep.tensor<[524288], f32>) -> !ep.tensor<[], f32>
    %2 = aten.mul.Tensor %0, %x : (!ep.tensor<[524288], f32>, !ep.tensor<[524288], f32>) -> !ep.tensor<[524288], f32>
    %3 = aten.mul.Tensor %1, %x : (!ep.tensor<[], f32>, !ep.tensor<[524288], f32>) -> !ep.tensor<[524288], f32>
    ep.return %2, %3 : !ep.tensor<[524288], f32>, !ep.tensor<[524288], f32>
  }
}

// -----

// So is what is as large as weights are; both are made by the graph of their
// own.
// CHECK-LABEL: ep.program @later
// CHECK: ep.storage @storage.folded_0 bytes(65536) {ep.fold}
// CHECK: ep.storage @storage.folded_1 bytes(4) data(
// CHECK: ep.graph @forward
// CHECK: ep.graph @fold
// CHECK-NEXT: aten.exp.default
// CHECK-NEXT: ep.return
// CHECK: ep.graph @prepare
// CHECK-NEXT: aten.sum.dim_IntList
// CHECK-NEXT: ep.return
ep.program @later {
  ep.storage @s bytes(65536) data(dense<0> : tensor<65536xi8>)
  ep.parameter @w : !ep.tensor<[16384], f32> storage(@s)
  ep.graph @forward(%w: !ep.tensor<[16384], f32> {ep.input = #ep.input<parameter "w">})
      -> (!ep.tensor<[16384], f32> {ep.output = #ep.output<user_output "y">},
          !ep.tensor<[], f32> {ep.output = #ep.output<user_output "z">}) {
    %0 = aten.exp.default %w : (!ep.tensor<[16384], f32>) -> !ep.tensor<[16384], f32>
    %1 = aten.sum.dim_IntList %w, dim = [0], dtype = f32 : (!ep.tensor<[16384], f32>) -> !ep.tensor<[], f32>
    ep.return %0, %1 : !ep.tensor<[16384], f32>, !ep.tensor<[], f32>
  }
}

// -----

// What is only stored in more bits stays a copy, which kernels read through; a
// sum of it is computed. A condition that holds is checked where weights are
// replaced; one that does not hold stays.
// CHECK-LABEL: ep.program @checks
// CHECK: ep.constant @folded_0 : !ep.tensor<[], i32>
// CHECK: ep.constant @folded_1 : !ep.tensor<[], i1>
// CHECK-NOT: ep.constant
// CHECK: ep.graph @forward
// CHECK-NOT: "nothing"
// CHECK: %[[WIDE:.*]] = aten._to_copy.default %w, dtype = i32
// CHECK-NEXT: aten._assert_async.msg %folded_1, assert_msg = "something"
// CHECK-NEXT: ep.return %[[WIDE]], %folded_0
// CHECK: ep.graph @prepare
// CHECK: %[[NOTHING:.*]] = aten.eq.Scalar
// CHECK: aten._assert_async.msg %[[NOTHING]], assert_msg = "nothing"
// CHECK-NEXT: ep.return
ep.program @checks {
  ep.storage @s bytes(2) data(dense<0> : tensor<2xi8>)
  ep.parameter @w : !ep.tensor<[2], i8> storage(@s)
  ep.graph @forward(%w: !ep.tensor<[2], i8> {ep.input = #ep.input<parameter "w">})
      -> (!ep.tensor<[2], i32> {ep.output = #ep.output<user_output "y">},
          !ep.tensor<[], i32> {ep.output = #ep.output<user_output "z">}) {
    %0 = aten._to_copy.default %w, dtype = i32 : (!ep.tensor<[2], i8>) -> !ep.tensor<[2], i32>
    %1 = aten.sum.dim_IntList %0, dim = [0], dtype = i32 : (!ep.tensor<[2], i32>) -> !ep.tensor<[], i32>
    %2 = aten.eq.Scalar %1, other = 0 : (!ep.tensor<[], i32>) -> !ep.tensor<[], i1>
    aten._assert_async.msg %2, assert_msg = "nothing" : (!ep.tensor<[], i1>) -> ()
    %3 = aten.ne.Scalar %1, other = 0 : (!ep.tensor<[], i32>) -> !ep.tensor<[], i1>
    aten._assert_async.msg %3, assert_msg = "something" : (!ep.tensor<[], i1>) -> ()
    ep.return %0, %1 : !ep.tensor<[2], i32>, !ep.tensor<[], i32>
  }
}

// -----

// So does a narrow float, or an integer that a float holds: kernels read it through the copy, as long as it is.
// CHECK-LABEL: ep.program @floats
// CHECK-NOT: ep.constant
// CHECK: aten._to_copy.default %w, dtype = f32
// CHECK: aten._to_copy.default %v, dtype = f32
ep.program @floats {
  ep.storage @s bytes(4) data(dense<0> : tensor<4xi8>)
  ep.parameter @w : !ep.tensor<[2], bf16> storage(@s)
  ep.storage @t bytes(2) data(dense<0> : tensor<2xi8>)
  ep.buffer @v : !ep.tensor<[2], i8> storage(@t)
  ep.graph @forward(%w: !ep.tensor<[2], bf16> {ep.input = #ep.input<parameter "w">},
      %v: !ep.tensor<[2], i8> {ep.input = #ep.input<buffer "v">})
      -> (!ep.tensor<[2], f32> {ep.output = #ep.output<user_output "y">},
          !ep.tensor<[2], f32> {ep.output = #ep.output<user_output "z">}) {
    %0 = aten._to_copy.default %w, dtype = f32 : (!ep.tensor<[2], bf16>) -> !ep.tensor<[2], f32>
    %1 = aten._to_copy.default %v, dtype = f32 : (!ep.tensor<[2], i8>) -> !ep.tensor<[2], f32>
    ep.return %0, %1 : !ep.tensor<[2], f32>, !ep.tensor<[2], f32>
  }
}

// -----

// Complex numbers are none of these, and floats of 8 bits would be decoded by each call.
// CHECK-LABEL: ep.program @decoded
// CHECK: ep.constant @folded_0 : !ep.tensor<[2], complex<f64>>
// CHECK: ep.constant @folded_1 : !ep.tensor<[2], f32>
ep.program @decoded {
  ep.storage @s bytes(16) data(dense<0> : tensor<16xi8>)
  ep.parameter @w : !ep.tensor<[2], complex<f32>> storage(@s)
  ep.storage @t bytes(2) data(dense<0> : tensor<2xi8>)
  ep.buffer @v : !ep.tensor<[2], f8E4M3FN> storage(@t)
  ep.graph @forward(%w: !ep.tensor<[2], complex<f32>> {ep.input = #ep.input<parameter "w">},
      %v: !ep.tensor<[2], f8E4M3FN> {ep.input = #ep.input<buffer "v">})
      -> (!ep.tensor<[2], complex<f64>> {ep.output = #ep.output<user_output "y">},
          !ep.tensor<[2], f32> {ep.output = #ep.output<user_output "z">}) {
    %0 = aten._to_copy.default %w, dtype = complex<f64> : (!ep.tensor<[2], complex<f32>>) -> !ep.tensor<[2], complex<f64>>
    %1 = aten._to_copy.default %v, dtype = f32 : (!ep.tensor<[2], f8E4M3FN>) -> !ep.tensor<[2], f32>
    ep.return %0, %1 : !ep.tensor<[2], complex<f64>>, !ep.tensor<[2], f32>
  }
}

// -----

// A permuted copy whose dimensions a view joins is stored, which is done once;
// one that is read as it is, or whose dimensions are split, stays.
// CHECK-LABEL: ep.program @joined
// CHECK: ep.constant @folded_0 : !ep.tensor<[3, 2], f32>
// CHECK-NOT: ep.constant
// CHECK: ep.graph @forward
// CHECK: %[[T:.+]] = aten.permute.default %w
// CHECK: aten.view.default %folded_0, size = [6]
// CHECK: aten.clone.default %[[T]]
// CHECK: aten.clone.default %[[T]]
// CHECK: ep.graph @prepare
ep.program @joined {
  ep.storage @s bytes(24) data(dense<0> : tensor<24xi8>)
  ep.parameter @w : !ep.tensor<[2, 3], f32> storage(@s)
  ep.graph @forward(%w: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<parameter "w">})
      -> (!ep.tensor<[6], f32> {ep.output = #ep.output<user_output "y">},
          !ep.tensor<[3, 2], f32> {ep.output = #ep.output<user_output "z">},
          !ep.tensor<[3, 1, 2], f32> {ep.output = #ep.output<user_output "s">}) {
    %0 = aten.permute.default %w, dims = [1, 0] : (!ep.tensor<[2, 3], f32>) -> !ep.tensor<[3, 2], f32, strides = [1, 3]>
    %1 = aten.clone.default %0, memory_format = contiguous_format : (!ep.tensor<[3, 2], f32, strides = [1, 3]>) -> !ep.tensor<[3, 2], f32>
    %2 = aten.view.default %1, size = [6] : (!ep.tensor<[3, 2], f32>) -> !ep.tensor<[6], f32>
    %3 = aten.clone.default %0, memory_format = contiguous_format : (!ep.tensor<[3, 2], f32, strides = [1, 3]>) -> !ep.tensor<[3, 2], f32>
    %4 = aten.clone.default %0, memory_format = contiguous_format : (!ep.tensor<[3, 2], f32, strides = [1, 3]>) -> !ep.tensor<[3, 2], f32>
    %5 = aten.view.default %4, size = [3, 1, 2] : (!ep.tensor<[3, 2], f32>) -> !ep.tensor<[3, 1, 2], f32>
    ep.return %2, %3, %5 : !ep.tensor<[6], f32>, !ep.tensor<[3, 2], f32>, !ep.tensor<[3, 1, 2], f32>
  }
}
