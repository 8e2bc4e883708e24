// RUN: kiln-opt %s --kiln-aten-inline-jvp --split-input-file | FileCheck %s

!t = !ep.tensor<[4], f32>

// The primal beside its dual has no tangent; what is no float has none either.
// CHECK-LABEL: ep.program @product
ep.program @product {
  // CHECK: ep.graph @forward(
  // CHECK-NEXT: %x:
  // CHECK-NEXT: %d:
  // CHECK-NEXT: ) ->
  ep.graph @forward(%x: !t {ep.input = #ep.input<user_input "x">}, %d: !t {ep.input = #ep.input<user_input "d">})
      -> (!t {ep.output = #ep.output<user_output "0">}, !t {ep.output = #ep.output<user_output "1">},
          !ep.tensor<[4], i1> {ep.output = #ep.output<user_output "2">}) {
    // CHECK: %[[Y:.*]] = aten.mul.Tensor %x, %x
    // CHECK-NEXT: %[[T:.*]] = aten.mul.Tensor %d, %x
    // CHECK-NEXT: %[[E:.*]] = aten.exp.default %[[Y]]
    // CHECK-NEXT: %[[U:.*]] = aten.mul.Tensor %[[T]], %[[E]]
    // CHECK-NEXT: %[[B:.*]] = aten.gt.Scalar %[[E]]
    // CHECK-NEXT: ep.return %[[E]], %[[U]], %[[B]]
    %0:3 = ep.jvp at(%x) along(%d) with(%x) : (!t, !t, !t) -> (!t, !ep.tensor<[4], i1>, !t) {
    ^bb0(%a: !t, %c: !t):
      %1 = aten.mul.Tensor %a, %c : (!t, !t) -> !t
      %2 = aten.exp.default %1 : (!t) -> !t
      %3 = aten.gt.Scalar %2, other = 1 : (!t) -> !ep.tensor<[4], i1>
      ep.yield %2, %3 : !t, !ep.tensor<[4], i1>
    }
    ep.return %0#0, %0#2, %0#1 : !t, !t, !ep.tensor<[4], i1>
  }
}

// -----

!t = !ep.tensor<[4], f32>

// What depends on no dual has zeros; an argument that is returned has its own.
// CHECK-LABEL: ep.program @constant
ep.program @constant {
  ep.graph @forward(%x: !t {ep.input = #ep.input<user_input "x">}, %d: !t {ep.input = #ep.input<user_input "d">})
      -> (!t {ep.output = #ep.output<user_output "0">}, !t {ep.output = #ep.output<user_output "1">}) {
    // CHECK: %[[Y:.*]] = aten.sin.default %x
    // CHECK-NEXT: %[[Z:.*]] = aten.zeros_like.default %[[Y]]
    // CHECK-NEXT: ep.return %[[Z]], %d
    %0:4 = ep.jvp at(%x) along(%d) with(%x) : (!t, !t, !t) -> (!t, !t, !t, !t) {
    ^bb0(%a: !t, %c: !t):
      %1 = aten.sin.default %c : (!t) -> !t
      ep.yield %1, %a : !t, !t
    }
    ep.return %0#2, %0#3 : !t, !t
  }
}

// -----

!t = !ep.tensor<[4], f32>

// A composite operator by its parts, whose primal is made once more.
// CHECK-LABEL: ep.program @composite
ep.program @composite {
  ep.graph @forward(%x: !t {ep.input = #ep.input<user_input "x">}, %d: !t {ep.input = #ep.input<user_input "d">})
      -> (!t {ep.output = #ep.output<user_output "0">}, !t {ep.output = #ep.output<user_output "1">}) {
    // CHECK: %[[Y:.*]] = aten.silu.default %x
    // CHECK-NEXT: %[[S:.*]] = aten.sigmoid.default %x
    // CHECK: %[[Q:.*]] = aten.mul.Tensor %[[S]], %[[S]]
    // CHECK: %[[T:.*]] = aten.add.Tensor
    // CHECK: ep.return %[[Y]], %[[T]]
    %0:2 = ep.jvp at(%x) along(%d) with() : (!t, !t) -> (!t, !t) {
    ^bb0(%a: !t):
      %1 = aten.silu.default %a : (!t) -> !t
      ep.yield %1 : !t
    }
    ep.return %0#0, %0#1 : !t, !t
  }
}

// -----

!t = !ep.tensor<[4], f32>

// Inside of another, and of a loop: the second derivative of sin.
// CHECK-LABEL: ep.program @nested
ep.program @nested {
  ep.graph @forward(%xs: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "xs">}, %d: !t {ep.input = #ep.input<user_input "d">})
      -> (!ep.tensor<[3, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: ep.map
    // CHECK-NEXT: ^bb0(%[[X:.*]]: {{.*}}, %[[D:.*]]: {{.*}}):
    // CHECK: aten.sin.default %[[X]]
    // CHECK: %[[C:.*]] = aten.cos.default %[[X]]
    // CHECK: %[[S:.*]] = aten.sin.default %[[X]]
    // CHECK: %[[P:.*]] = aten.mul.Tensor %[[D]], %[[S]]
    // CHECK: %[[N:.*]] = aten.neg.default %[[P]]
    // CHECK: %[[T:.*]] = aten.mul.Tensor %[[D]], %[[N]]
    // CHECK: ep.yield %[[T]]
    %0 = ep.map over(%xs) with(%d) : (!ep.tensor<[3, 4], f32>, !t) -> !ep.tensor<[3, 4], f32> {
    ^bb0(%x: !t, %e: !t):
      %1:2 = ep.jvp at(%x) along(%e) with(%e) : (!t, !t, !t) -> (!t, !t) {
      ^bb0(%a: !t, %f: !t):
        %2:2 = ep.jvp at(%a) along(%f) with() : (!t, !t) -> (!t, !t) {
        ^bb0(%b: !t):
          %3 = aten.sin.default %b : (!t) -> !t
          ep.yield %3 : !t
        }
        ep.yield %2#1 : !t
      }
      ep.yield %1#1 : !t
    }
    ep.return %0 : !ep.tensor<[3, 4], f32>
  }
}
