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

// -----

!t = !ep.tensor<[4], f32>
!s = !ep.tensor<[3, 4], f32>

// The tangents of a map are a map's: of what is sliced, and of what all rounds share. What is no float has none.
// CHECK-LABEL: ep.program @map
ep.program @map {
  ep.graph @forward(%xs: !s {ep.input = #ep.input<user_input "xs">}, %ds: !s {ep.input = #ep.input<user_input "ds">},
      %w: !t {ep.input = #ep.input<user_input "w">}, %d: !t {ep.input = #ep.input<user_input "d">})
      -> (!s {ep.output = #ep.output<user_output "0">}, !s {ep.output = #ep.output<user_output "1">},
          !ep.tensor<[3, 4], i1> {ep.output = #ep.output<user_output "2">}) {
    // CHECK: %[[M:.*]]:3 = ep.map over(%xs, %ds) with(%w, %w, %d)
    // CHECK-NEXT: ^bb0(%[[X:[^:]*]]: {{[^%]*}}, %[[DX:[^:]*]]: {{[^%]*}}, %[[W:[^:]*]]: {{[^%]*}}, %[[C:[^:]*]]: {{[^%]*}}, %[[DW:[^:]*]]: {{.*}}):
    // CHECK-NEXT: %[[Y:.*]] = aten.mul.Tensor %[[X]], %[[W]]
    // CHECK-NEXT: %[[A:.*]] = aten.mul.Tensor %[[DX]], %[[W]]
    // CHECK-NEXT: %[[B:.*]] = aten.mul.Tensor %[[X]], %[[DW]]
    // CHECK-NEXT: %[[T:.*]] = aten.add.Tensor %[[A]], %[[B]]
    // CHECK-NEXT: %[[G:.*]] = aten.gt.Tensor %[[Y]], %[[C]]
    // CHECK-NEXT: ep.yield %[[Y]], %[[G]], %[[T]]
    // CHECK: ep.return %[[M]]#0, %[[M]]#2, %[[M]]#1
    %0:3 = ep.jvp at(%xs, %w) along(%ds, %d) with(%w) : (!s, !t, !s, !t, !t) -> (!s, !ep.tensor<[3, 4], i1>, !s) {
    ^bb0(%a: !s, %b: !t, %c: !t):
      %1:2 = ep.map over(%a) with(%b, %c) : (!s, !t, !t) -> (!s, !ep.tensor<[3, 4], i1>) {
      ^bb0(%x: !t, %y: !t, %z: !t):
        %2 = aten.mul.Tensor %x, %y : (!t, !t) -> !t
        %3 = aten.gt.Tensor %2, %z : (!t, !t) -> !ep.tensor<[4], i1>
        ep.yield %2, %3 : !t, !ep.tensor<[4], i1>
      }
      ep.yield %1#0, %1#1 : !s, !ep.tensor<[3, 4], i1>
    }
    ep.return %0#0, %0#2, %0#1 : !s, !s, !ep.tensor<[3, 4], i1>
  }
}

// -----

!t = !ep.tensor<[4], f32>

// What is the same around each place has zeros.
// CHECK-LABEL: ep.program @steps
ep.program @steps {
  ep.graph @forward(%x: !t {ep.input = #ep.input<user_input "x">}, %d: !t {ep.input = #ep.input<user_input "d">})
      -> (!t {ep.output = #ep.output<user_output "0">}, !t {ep.output = #ep.output<user_output "1">}) {
    // CHECK: %[[F:.*]] = aten.floor.default %x
    // CHECK-NEXT: %[[Z:.*]] = aten.zeros_like.default %[[F]]
    // CHECK-NEXT: %[[R:.*]] = aten.threshold_backward.default %x, %[[F]]
    // CHECK-NEXT: %[[T:.*]] = aten.threshold_backward.default %d, %[[F]]
    // CHECK-NEXT: ep.return %[[R]], %[[T]]
    %0:2 = ep.jvp at(%x) along(%d) with() : (!t, !t) -> (!t, !t) {
    ^bb0(%a: !t):
      %1 = aten.floor.default %a : (!t) -> !t
      %2 = aten.threshold_backward.default %a, %1, threshold = 0 : (!t, !t) -> !t
      ep.yield %2 : !t
    }
    ep.return %0#0, %0#1 : !t, !t
  }
}
