// RUN: kiln-opt %s --kiln-aten-functionalize --split-input-file | FileCheck %s

!t = !ep.tensor<[s0, 64], f32>

// CHECK-LABEL: ep.graph @in_place
ep.program @in_place {
  ep.graph @in_place(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_output "y">}) {
    // CHECK: %[[A:.*]] = aten.neg.default
    %0 = aten.neg.default %x : (!t) -> !t
    // An earlier use keeps the old value.
    // CHECK: aten.abs.default %[[A]]
    %1 = aten.abs.default %0 : (!t) -> !t
    // CHECK: %[[B:.*]] = aten.relu.default %[[A]]
    %2 = aten.relu_.default %0 : (!t) -> !t
    // CHECK: %[[C:.*]] = aten.add.Tensor %[[B]], %{{.*}}, alpha = 2
    %3 = aten.add_.Tensor %2, %1, alpha = 2 : (!t, !t) -> !t
    // A later use of any name of the value sees the result.
    // CHECK: aten.mul.Tensor %[[C]], %[[C]]
    %4 = aten.mul.Tensor %0, %3 : (!t, !t) -> !t
    ep.return %4 : !t
  }
}

// -----

// The result of an in-place operator has the dtype of what it writes.
!t = !ep.tensor<[4], f32>
!h = !ep.tensor<[4], f16>
// CHECK-LABEL: ep.graph @dtypes
ep.program @dtypes {
  ep.graph @dtypes(%x: !t {ep.input = #ep.input<user_input "x">},
                   %h: !h {ep.input = #ep.input<user_input "h">})
      -> (!t {ep.output = #ep.output<user_output "y">},
          !h {ep.output = #ep.output<user_output "z">}) {
    %0 = aten.clone.default %x : (!t) -> !t
    // CHECK: %[[EQ:.*]] = aten.eq.Tensor %{{.*}}, %x : {{.*}} -> !ep.tensor<[4], i1>
    // CHECK: %[[CAST:.*]] = aten._to_copy.default %[[EQ]], dtype = f32 {{.*}} -> !ep.tensor<[4], f32>
    %1 = aten.eq_.Tensor %0, %x : (!t, !t) -> !t
    %2 = aten.clone.default %h : (!h) -> !h
    // CHECK: %[[ADD:.*]] = aten.add.Tensor %{{.*}}, %x : {{.*}} -> !ep.tensor<[4], f32>
    // CHECK: %[[HALF:.*]] = aten._to_copy.default %[[ADD]], dtype = f16
    %3 = aten.add_.Tensor %2, %x : (!h, !t) -> !h
    // A mask takes no part in promotion.
    %m = aten.gt.Scalar %x, other = 0 : (!t) -> !ep.tensor<[4], i1>
    // CHECK: %[[FILLED:.*]] = aten.masked_fill.Scalar %[[HALF]]
    // CHECK: ep.return %[[CAST]], %[[FILLED]]
    %4 = aten.masked_fill_.Scalar %3, %m, value = 0 : (!h, !ep.tensor<[4], i1>) -> !h
    ep.return %1, %4 : !t, !h
  }
}

// -----

// A copy is the source, in the dtype and sizes of the destination; a copy to
// itself is nothing.
!t = !ep.tensor<[4, 3], f32>
!d = !ep.tensor<[3], f64>
// CHECK-LABEL: ep.graph @copies
ep.program @copies {
  ep.graph @copies(%x: !t {ep.input = #ep.input<user_input "x">},
                   %y: !t {ep.input = #ep.input<user_input "y">},
                   %d: !d {ep.input = #ep.input<user_input "d">})
      -> (!t {ep.output = #ep.output<user_output "a">},
          !t {ep.output = #ep.output<user_output "b">},
          !t {ep.output = #ep.output<user_output "c">},
          !t {ep.output = #ep.output<user_output "e">}) {
    // CHECK: %[[CLONE:.*]] = aten.clone.default %x
    // CHECK-NOT: copy_
    %0 = aten.clone.default %x : (!t) -> !t
    %1 = aten.copy_.default %0, %y : (!t, !t) -> !t
    // CHECK: %[[CAST:.*]] = aten._to_copy.default %d, dtype = f32 : {{.*}} -> !ep.tensor<[3], f32>
    // CHECK: %[[WIDE:.*]] = aten.expand.default %[[CAST]], size = [4, 3] : {{.*}} -> !ep.tensor<[4, 3], f32, strides = [0, 1]>
    // CHECK: %[[COPY:.*]] = aten.clone.default %[[WIDE]], memory_format = contiguous_format
    %2 = aten.clone.default %x : (!t) -> !t
    %3 = aten.copy_.default %2, %d : (!t, !d) -> !t
    %4 = aten.copy_.default %x, %x : (!t, !t) -> !t
    // CHECK: %[[FULL:.*]] = aten.full.default size = [4, 3], fill_value = 2, dtype = f32
    %5 = aten.clone.default %x : (!t) -> !t
    %n = ep.number 2
    %6 = aten.copy_.default %5, %n : (!t, !ep.number<2>) -> !t
    // CHECK: ep.return %y, %[[COPY]], %x, %[[FULL]]
    ep.return %0, %2, %4, %5 : !t, !t, !t, !t
  }
}

// -----

// Overloads under another name: out=, lists, operators that return more than
// what they write.
!t = !ep.tensor<[4], f32>
// CHECK-LABEL: ep.graph @overloads
ep.program @overloads {
  ep.graph @overloads(%x: !t {ep.input = #ep.input<user_input "x">},
                      %y: !t {ep.input = #ep.input<user_input "y">})
      -> (!t {ep.output = #ep.output<user_output "a">},
          !t {ep.output = #ep.output<user_output "b">},
          !t {ep.output = #ep.output<user_output "c">}) {
    %0 = aten.clone.default %x : (!t) -> !t
    // CHECK: %[[A:.*]] = aten.atan2.default %x, %y
    %1 = aten.atan2.out %x, %y, %0 : (!t, !t, !t) -> !t
    %2 = aten.clone.default %x : (!t) -> !t
    %3 = aten.clone.default %y : (!t) -> !t
    // CHECK: %[[B:.*]]:2 = aten._foreach_add.Scalar [%{{.*}}, %{{.*}}], scalar = 1
    aten._foreach_add_.Scalar [%2, %3], scalar = 1 : (!t, !t) -> ()
    // CHECK: %[[C:.*]] = aten.normal_functional.default %[[B]]#1
    %4 = aten.normal_.default %3 : (!t) -> !t
    // CHECK: ep.return %[[A]], %[[B]]#0, %[[C]]
    ep.return %0, %2, %3 : !t, !t, !t
  }
}

// -----

// Operators that change how a tensor sees its storage.
!t = !ep.tensor<[4, 3], f32>
!u = !ep.tensor<[3, 4], f32, strides = [1, 3]>
// CHECK-LABEL: ep.graph @metadata
ep.program @metadata {
  ep.graph @metadata(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_output "a">},
          !ep.tensor<[2, 6], f32> {ep.output = #ep.output<user_output "b">},
          !ep.tensor<[2], f32, strides = [3]> {ep.output = #ep.output<user_output "c">}) {
    // CHECK: %[[X:.*]] = aten.clone.default %x
    %0 = aten.clone.default %x : (!t) -> !t
    %1 = aten.alias.default %0 : (!t) -> !t
    // CHECK: %[[T:.*]] = aten.transpose.int %[[X]], dim0 = 0, dim1 = 1
    %2 = aten.transpose_.default %0, dim0 = 0, dim1 = 1 : (!t) -> !u
    // CHECK: %[[R:.*]] = aten.relu.default %[[T]]
    %3 = aten.relu_.default %2 : (!u) -> !u
    // CHECK: %[[BASE:.*]] = aten.transpose.int %[[R]], dim0 = 0, dim1 = 1 : {{.*}} -> !ep.tensor<[4, 3], f32>
    // CHECK: %[[Y:.*]] = aten.clone.default
    %4 = aten.clone.default %x : (!t) -> !t
    // CHECK: %[[RESIZED:.*]] = aten.as_strided.default %[[Y]], size = [2, 6], stride = [6, 1]
    %5 = aten.resize_.default %4, size = [2, 6] : (!t) -> !ep.tensor<[2, 6], f32>
    %6 = aten.detach_.default %5 : (!ep.tensor<[2, 6], f32>) -> !ep.tensor<[2, 6], f32>
    // CHECK: %[[ROW:.*]] = aten.select.int %[[RESIZED]], dim = 0, index = 1
    %7 = aten.select.int %6, dim = 0, index = 1 : (!ep.tensor<[2, 6], f32>) -> !ep.tensor<[6], f32>
    // Positions count in the storage: those of a view are added.
    // CHECK: %[[PART:.*]] = aten.as_strided.default %[[Y]], size = [2], stride = [3], storage_offset = 6
    %8 = aten.as_strided_.default %7, size = [2], stride = [3] : (!ep.tensor<[6], f32>) -> !ep.tensor<[2], f32, strides = [3]>
    // CHECK: %[[ALIAS:.*]] = aten.alias.default %[[BASE]]
    // CHECK: ep.return %[[ALIAS]], %[[RESIZED]], %[[PART]]
    ep.return %1, %5, %8 : !t, !ep.tensor<[2, 6], f32>, !ep.tensor<[2], f32, strides = [3]>
  }
}

// -----

// A number beside a tensor does not change the dtype of what is written.
!t = !ep.tensor<[4], f32>
// CHECK-LABEL: ep.graph @number
ep.program @number {
  ep.graph @number(%x: !t {ep.input = #ep.input<user_input "x">},
                   %y: !t {ep.input = #ep.input<user_input "y">})
      -> (!t {ep.output = #ep.output<user_output "a">}) {
    // CHECK: %[[SUM:.*]] = aten.add.Tensor %x, %{{.*}} : (!ep.tensor<[4], f32>, !ep.number<1>) -> !ep.tensor<[4], f32>
    // CHECK: ep.return %[[SUM]]
    %n = ep.number 1
    %0 = aten.clone.default %y : (!t) -> !t
    %1 = aten.add.out %x, %n, %0 : (!t, !ep.number<1>, !t) -> !t
    ep.return %0 : !t
  }
}
