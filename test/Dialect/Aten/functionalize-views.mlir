// RUN: kiln-opt %s --kiln-aten-functionalize --cse --split-input-file | FileCheck %s
//
// Each family of views backwards. Other views of the same storage are made anew
// where they are read.

!t = !ep.tensor<[4, 6], f32>
!r = !ep.tensor<[6], f32>
!c = !ep.tensor<[4], f32, strides = [6]>
// CHECK-LABEL: ep.graph @chain
ep.program @chain {
  ep.graph @chain(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!r {ep.output = #ep.output<user_output "a">},
          !t {ep.output = #ep.output<user_output "b">}) {
    %0 = aten.clone.default %x : (!t) -> !t
    %row = aten.select.int %0, dim = 0, index = 1 : (!t) -> !r
    // CHECK: %[[X:.*]] = aten.clone.default
    // CHECK: %[[T:.*]] = aten.t.default %[[X]]
    %1 = aten.t.default %0 : (!t) -> !ep.tensor<[6, 4], f32, strides = [1, 6]>
    // CHECK: %[[COLUMN:.*]] = aten.select.int %[[T]], dim = 0, index = 2
    %2 = aten.select.int %1, dim = 0, index = 2 : (!ep.tensor<[6, 4], f32, strides = [1, 6]>) -> !c
    // CHECK: %[[NEG:.*]] = aten.neg.default %[[COLUMN]]
    // CHECK: %[[NEWT:.*]] = aten.select_scatter.default %[[T]], %[[NEG]], dim = 0, index = 2
    // CHECK: %[[NEWX:.*]] = aten.t.default %[[NEWT]]
    %3 = aten.neg_.default %2 : (!c) -> !c
    // CHECK: %[[ROW:.*]] = aten.select.int %[[NEWX]], dim = 0, index = 1
    // CHECK: ep.return %[[ROW]], %[[NEWX]]
    ep.return %row, %0 : !r, !t
  }
}

// -----

!t = !ep.tensor<[4, 6], f32>
!r = !ep.tensor<[6], f32>
!h = !ep.tensor<[4, 3], f32, strides = [6, 1]>
!d = !ep.tensor<[4], f32, strides = [7]>
// CHECK-LABEL: ep.graph @parts
ep.program @parts {
  ep.graph @parts(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_output "a">}) {
    %0 = aten.clone.default %x : (!t) -> !t
    // CHECK: aten.slice_scatter.default %{{.*}}, %{{.*}}, dim = 1, start = 3, end = 6
    %1:2 = aten.split.Tensor %0, split_size = 3, dim = 1 : (!t) -> (!h, !h)
    %2 = aten.zero_.default %1#1 : (!h) -> !h
    // CHECK: aten.slice_scatter.default %{{.*}}, %{{.*}}, dim = 1, start = 0, end = 3
    %3:2 = aten.hsplit.int %0, sections = 2 : (!t) -> (!h, !h)
    %4 = aten.zero_.default %3#0 : (!h) -> !h
    // CHECK: aten.select_scatter.default %{{.*}}, %{{.*}}, dim = 0, index = 3
    %5:4 = aten.unbind.int %0 : (!t) -> (!r, !r, !r, !r)
    %6 = aten.relu_.default %5#3 : (!r) -> !r
    // CHECK: aten.slice_scatter.default %{{.*}}, %{{.*}}, dim = 1, start = 3, end = 6
    %7 = aten.narrow.default %0, dim = -1, start = -3, length = 3 : (!t) -> !h
    %8 = aten.relu_.default %7 : (!h) -> !h
    // CHECK: aten.diagonal_scatter.default %{{.*}}, %{{.*}}, offset = 1
    %9 = aten.diagonal.default %0, offset = 1 : (!t) -> !d
    %10 = aten.relu_.default %9 : (!d) -> !d
    // CHECK: aten.diagonal_scatter.default
    %11 = aten.fill_diagonal_.default %0, fill_value = 1 : (!t) -> !t
    // CHECK: aten.as_strided_scatter.default %{{.*}}, %{{.*}}, size = [4], stride = [7]
    %12 = aten.as_strided.default %0, size = [4], stride = [7] : (!t) -> !d
    %13 = aten.relu_.default %12 : (!d) -> !d
    ep.return %0 : !t
  }
}

// -----

!t = !ep.tensor<[2, 3, 4], f32>
// CHECK-LABEL: ep.graph @arrangements
ep.program @arrangements {
  ep.graph @arrangements(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_output "a">}) {
    %0 = aten.clone.default %x : (!t) -> !t
    // CHECK: aten.permute.default %{{.*}}, dims = [2, 0, 1]
    // CHECK: aten.permute.default %{{.*}}, dims = [1, 2, 0]
    %1 = aten.permute.default %0, dims = [2, 0, 1] : (!t) -> !ep.tensor<[4, 2, 3], f32, strides = [1, 12, 4]>
    %2 = aten.relu_.default %1 : (!ep.tensor<[4, 2, 3], f32, strides = [1, 12, 4]>) -> !ep.tensor<[4, 2, 3], f32, strides = [1, 12, 4]>
    // CHECK: aten.movedim.int %{{.*}}, source = 0, destination = 2
    // CHECK: aten.movedim.int %{{.*}}, source = 2, destination = 0
    %3 = aten.movedim.int %0, source = 0, destination = 2 : (!t) -> !ep.tensor<[3, 4, 2], f32, strides = [4, 1, 12]>
    %4 = aten.relu_.default %3 : (!ep.tensor<[3, 4, 2], f32, strides = [4, 1, 12]>) -> !ep.tensor<[3, 4, 2], f32, strides = [4, 1, 12]>
    // CHECK: aten.flatten.using_ints
    // CHECK: aten.view.default %{{.*}}, size = [2, 3, 4]
    %5 = aten.flatten.using_ints %0 : (!t) -> !ep.tensor<[24], f32>
    %6 = aten.relu_.default %5 : (!ep.tensor<[24], f32>) -> !ep.tensor<[24], f32>
    // CHECK: aten.unsqueeze.default
    // CHECK: aten.view.default %{{.*}}, size = [2, 3, 4]
    %7 = aten.unsqueeze.default %0, dim = 0 : (!t) -> !ep.tensor<[1, 2, 3, 4], f32>
    %8 = aten.relu_.default %7 : (!ep.tensor<[1, 2, 3, 4], f32>) -> !ep.tensor<[1, 2, 3, 4], f32>
    // CHECK: aten.view.dtype %{{.*}}, dtype = i32
    // CHECK: aten.view.dtype %{{.*}}, dtype = f32
    %9 = aten.view.dtype %0, dtype = i32 : (!t) -> !ep.tensor<[2, 3, 4], i32>
    %10 = aten.bitwise_not_.default %9 : (!ep.tensor<[2, 3, 4], i32>) -> !ep.tensor<[2, 3, 4], i32>
    // What drops nothing returns its input.
    // CHECK: aten.dropout.default
    // CHECK: %[[LAST:.*]] = aten.neg.default
    %11 = aten.dropout.default %0, p = 0.5, train = false : (!t) -> !t
    %12 = aten.neg_.default %11 : (!t) -> !t
    // CHECK: ep.return %[[LAST]]
    ep.return %0 : !t
  }
}

// -----

!c = !ep.tensor<[3], complex<f32>>
!p = !ep.tensor<[3, 2], f32>
!f = !ep.tensor<[3], f32, strides = [2]>
// CHECK-LABEL: ep.graph @complex
ep.program @complex {
  ep.graph @complex(%x: !c {ep.input = #ep.input<user_input "x">},
                    %y: !p {ep.input = #ep.input<user_input "y">})
      -> (!c {ep.output = #ep.output<user_output "a">},
          !p {ep.output = #ep.output<user_output "b">}) {
    %0 = aten.clone.default %x : (!c) -> !c
    // CHECK: aten.view_as_real.default
    // CHECK: aten.view_as_complex.default
    %1 = aten.view_as_real.default %0 : (!c) -> !p
    %2 = aten.neg_.default %1 : (!p) -> !p
    // CHECK: aten.imag.default
    // CHECK: aten.neg.default
    // CHECK: %[[PARTS:.*]] = aten.view_as_real.default
    // CHECK: %[[MERGED:.*]] = aten.select_scatter.default %[[PARTS]], %{{.*}}, dim = 1, index = 1
    // CHECK: aten.view_as_complex.default %[[MERGED]]
    %3 = aten.imag.default %0 : (!c) -> !f
    %4 = aten.neg_.default %3 : (!f) -> !f
    // CHECK: aten._conj.default
    // CHECK: aten._conj.default
    %5 = aten._conj.default %0 : (!c) -> !c
    %6 = aten.neg_.default %5 : (!c) -> !c
    // CHECK: aten.view_as_complex.default
    // CHECK: aten.view_as_real.default
    %7 = aten.clone.default %y : (!p) -> !p
    %8 = aten.view_as_complex.default %7 : (!p) -> !c
    %9 = aten.neg_.default %8 : (!c) -> !c
    ep.return %0, %7 : !c, !p
  }
}

// -----

// A reshape is a view where the strides allow it, and a copy elsewhere.
!t = !ep.tensor<[4, 6], f32>
!u = !ep.tensor<[6, 4], f32, strides = [1, 6]>
// CHECK-LABEL: ep.graph @reshape
ep.program @reshape {
  ep.graph @reshape(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_output "a">},
          !ep.tensor<[24], f32> {ep.output = #ep.output<user_output "b">}) {
    // CHECK: %[[X:.*]] = aten.clone.default
    %0 = aten.clone.default %x : (!t) -> !t
    // CHECK: %[[T:.*]] = aten.t.default %[[X]]
    %1 = aten.t.default %0 : (!t) -> !u
    // CHECK: %[[COPY:.*]] = aten.reshape.default %[[T]], shape = [24]
    %2 = aten.reshape.default %1, shape = [24] : (!u) -> !ep.tensor<[24], f32>
    // CHECK: %[[A:.*]] = aten.relu.default %[[COPY]]
    %3 = aten.relu_.default %2 : (!ep.tensor<[24], f32>) -> !ep.tensor<[24], f32>
    // CHECK: %[[SPLIT:.*]] = aten.reshape.default %[[T]], shape = [3, 2, 4]
    %4 = aten.reshape.default %1, shape = [3, 2, 4] : (!u) -> !ep.tensor<[3, 2, 4], f32, strides = [2, 1, 6]>
    // CHECK: %[[B:.*]] = aten.neg.default %[[SPLIT]]
    // CHECK: %[[BT:.*]] = aten.view.default %[[B]], size = [6, 4]
    // CHECK: %[[BX:.*]] = aten.t.default %[[BT]]
    %5 = aten.neg_.default %4 : (!ep.tensor<[3, 2, 4], f32, strides = [2, 1, 6]>) -> !ep.tensor<[3, 2, 4], f32, strides = [2, 1, 6]>
    // CHECK: ep.return %[[BX]], %[[A]]
    ep.return %0, %2 : !t, !ep.tensor<[24], f32>
  }
}

// -----

// A fill of an expanded tensor is one of the tensor itself.
!t = !ep.tensor<[1, 6], f32>
// CHECK-LABEL: ep.graph @expand
ep.program @expand {
  ep.graph @expand(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_output "a">}) {
    // CHECK: %[[X:.*]] = aten.clone.default
    %0 = aten.clone.default %x : (!t) -> !t
    %1 = aten.expand.default %0, size = [4, 6] : (!t) -> !ep.tensor<[4, 6], f32, strides = [0, 1]>
    // CHECK: %[[FILLED:.*]] = aten.fill.Scalar %[[X]], value = 2
    %2 = aten.fill_.Scalar %1, value = 2 : (!ep.tensor<[4, 6], f32, strides = [0, 1]>) -> !ep.tensor<[4, 6], f32, strides = [0, 1]>
    // CHECK: ep.return %[[FILLED]]
    ep.return %0 : !t
  }
}

// -----

// Whether the view ends within the input is known when its size is.
// CHECK-LABEL: ep.graph @strided
ep.program @strided {
  ep.symbol @s0 range(2, 64)
  ep.graph @strided(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[2, 2], f32, strides = [1, 2]> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: ep.assert Le(0, s0 - 4), "aten.as_strided.default strides beyond the input that it views"
    // CHECK-NEXT: aten.as_strided.default %x
    %0 = aten.as_strided.default %x, size = [2, 2], stride = [1, 2] : (!ep.tensor<[s0], f32>) -> !ep.tensor<[2, 2], f32, strides = [1, 2]>
    ep.return %0 : !ep.tensor<[2, 2], f32, strides = [1, 2]>
  }
}

// -----

// Windows side by side are a part of the dimension.
!t = !ep.tensor<[2, s0], f32>
!w = !ep.tensor<[2, FloorDiv(s0, 4), 4], f32, strides = [s0, 4, 1]>
// CHECK-LABEL: ep.graph @windows
ep.program @windows {
  ep.symbol @s0 range(8, 64)
  ep.graph @windows(%x: !t {ep.input = #ep.input<user_input "x">}) {
    // CHECK: %[[W:.*]] = aten.relu.default
    // CHECK: %[[P:.*]] = aten.permute.default %[[W]], dims = [0, 1, 2]
    // CHECK: %[[R:.*]] = aten.reshape.default %[[P]], shape = [2, 4*FloorDiv(s0, 4)]
    // CHECK: %[[X:.*]] = aten.slice_scatter.default %x, %[[R]], dim = 1, start = 0, end = 4*FloorDiv(s0, 4)
    // CHECK: ep.return %[[X]]
    %0 = aten.unfold.default %x, dimension = 1, size = 4, step = 4 : (!t) -> !w
    %1 = aten.relu_.default %0 : (!w) -> !w
    ep.return
  }
}

// -----

// With gaps between them, each position in the window is a slice.
!t = !ep.tensor<[10, 2], f32>
!w = !ep.tensor<[3, 2, 2], f32, strides = [6, 1, 2]>
// CHECK-LABEL: ep.graph @gaps
ep.program @gaps {
  ep.graph @gaps(%x: !t {ep.input = #ep.input<user_input "x">}) {
    // CHECK: %[[W:.*]] = aten.relu.default
    // CHECK: %[[A:.*]] = aten.select.int %[[W]], dim = 2, index = 0
    // CHECK: %[[Y:.*]] = aten.slice_scatter.default %x, %[[A]], {{.*}}end = 7, step = 3
    // CHECK: %[[B:.*]] = aten.select.int %[[W]], dim = 2, index = 1
    // CHECK: %[[Z:.*]] = aten.slice_scatter.default %[[Y]], %[[B]], {{.*}}start = 1, end = 8, step = 3
    // CHECK: ep.return %[[Z]]
    %0 = aten.unfold.default %x, dimension = 0, size = 2, step = 3 : (!t) -> !w
    %1 = aten.relu_.default %0 : (!w) -> !w
    ep.return
  }
}
