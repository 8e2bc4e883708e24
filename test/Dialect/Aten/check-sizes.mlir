// RUN: kiln-opt %s --kiln-aten-check-sizes --split-input-file | FileCheck %s

// Parts of a concatenation are as long as each other: what data tell is checked before the operator.
// CHECK-LABEL: ep.graph @cat
// CHECK-NOT: ep.assert
// CHECK: aten.nonzero.default %n
// CHECK-NEXT: ep.assert Eq(u0, u1), "the sizes are not those that the program was exported with"
// CHECK-NEXT: aten.cat.default
ep.program @cat { ep.symbol @u0 range(0, 8) ep.symbol @u1 range(0, 8)
  ep.graph @cat(%m: !ep.tensor<[8], i1> {ep.input = #ep.input<user_input "m">},
                %n: !ep.tensor<[8], i1> {ep.input = #ep.input<user_input "n">})
      -> (!ep.tensor<[u0, 2], i64> {ep.output = #ep.output<user_output "0">}) {
    %0 = aten.nonzero.default %m : (!ep.tensor<[8], i1>) -> !ep.tensor<[u0, 1], i64>
    %1 = aten.nonzero.default %n : (!ep.tensor<[8], i1>) -> !ep.tensor<[u1, 1], i64>
    %2 = aten.cat.default [%0, %1], dim = 1 : (!ep.tensor<[u0, 1], i64>, !ep.tensor<[u1, 1], i64>) -> !ep.tensor<[u0, 2], i64>
    ep.return %2 : !ep.tensor<[u0, 2], i64>
} }

// -----

// What an earlier assertion says need not be asserted again.
// CHECK-LABEL: ep.graph @asserted
// CHECK: ep.assert Eq(u0, u1), "as many of both"
// CHECK-NOT: ep.assert
ep.program @asserted { ep.symbol @u0 range(0, 8) ep.symbol @u1 range(0, 8)
  ep.graph @asserted(%m: !ep.tensor<[8], i1> {ep.input = #ep.input<user_input "m">},
                %n: !ep.tensor<[8], i1> {ep.input = #ep.input<user_input "n">})
      -> (!ep.tensor<[u0, 2], i64> {ep.output = #ep.output<user_output "0">}) {
    %0 = aten.nonzero.default %m : (!ep.tensor<[8], i1>) -> !ep.tensor<[u0, 1], i64>
    %1 = aten.nonzero.default %n : (!ep.tensor<[8], i1>) -> !ep.tensor<[u1, 1], i64>
    ep.assert Eq(u0, u1), "as many of both"
    %2 = aten.cat.default [%0, %1], dim = 1 : (!ep.tensor<[u0, 1], i64>, !ep.tensor<[u1, 1], i64>) -> !ep.tensor<[u0, 2], i64>
    %3 = aten.add.Tensor %2, %1 : (!ep.tensor<[u0, 2], i64>, !ep.tensor<[u1, 1], i64>) -> !ep.tensor<[u0, 2], i64>
    ep.return %3 : !ep.tensor<[u0, 2], i64>
} }

// -----

// Nor what a guard says, also of a sum; the other product needs a check, which comes first.
// CHECK-LABEL: ep.graph @guarded
// CHECK: {{^ *\) .*\{$}}
// CHECK-NEXT: ep.assert Eq(s0, s2), "the sizes are not those
// CHECK-NEXT: aten.mm.default
// CHECK-NEXT: aten.mm.default
ep.program @guarded { ep.symbol @s0 range(1, 8) ep.symbol @s1 range(1, 8) ep.symbol @s2 range(1, 8)
  ep.guard Eq(s0, s1 + 1) from "L['x'].size()[0] == 1 + L['y'].size()[0]"
  ep.graph @guarded(%x: !ep.tensor<[4, s0], f32> {ep.input = #ep.input<user_input "x">},
                    %y: !ep.tensor<[s1 + 1, 4], f32> {ep.input = #ep.input<user_input "y">},
                    %z: !ep.tensor<[s2, 4], f32> {ep.input = #ep.input<user_input "z">})
      -> (!ep.tensor<[4, 4], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[4, 4], f32> {ep.output = #ep.output<user_output "1">}) {
    %0 = aten.mm.default %x, %y : (!ep.tensor<[4, s0], f32>, !ep.tensor<[s1 + 1, 4], f32>) -> !ep.tensor<[4, 4], f32>
    %1 = aten.mm.default %x, %z : (!ep.tensor<[4, s0], f32>, !ep.tensor<[s2, 4], f32>) -> !ep.tensor<[4, 4], f32>
    ep.return %0, %1 : !ep.tensor<[4, 4], f32>, !ep.tensor<[4, 4], f32>
} }

// -----

// `x[:, -n:]` is the whole where n is 0, which the type does not say.
// CHECK-LABEL: ep.graph @from_end
// CHECK: {{^ *\) .*\{$}}
// CHECK-NEXT: ep.assert {{.*}}Where(Lt(-n, 0), -n + 5, -n)
// CHECK-NEXT: aten.slice.Tensor
ep.program @from_end { ep.symbol @n range(0, 5)
  ep.graph @from_end(%x: !ep.tensor<[4, 5], f32> {ep.input = #ep.input<user_input "x">},
                     %y: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "y">})
      -> (!ep.tensor<[4, n], f32> {ep.output = #ep.output<user_output "0">}) {
    %0 = aten.slice.Tensor %x, dim = 1, start = -n : (!ep.tensor<[4, 5], f32>) -> !ep.tensor<[4, n], f32>
    ep.return %0 : !ep.tensor<[4, n], f32>
} }

// -----

// Where it is at least 1 nothing is open.
// CHECK-LABEL: ep.graph @from_end
// CHECK: {{^ *\) .*\{$}}
// CHECK-NEXT: aten.slice.Tensor
ep.program @from_end { ep.symbol @n range(1, 5)
  ep.graph @from_end(%x: !ep.tensor<[4, 5], f32> {ep.input = #ep.input<user_input "x">},
                     %y: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "y">})
      -> (!ep.tensor<[4, n], f32> {ep.output = #ep.output<user_output "0">}) {
    %0 = aten.slice.Tensor %x, dim = 1, start = -n : (!ep.tensor<[4, 5], f32>) -> !ep.tensor<[4, n], f32>
    ep.return %0 : !ep.tensor<[4, n], f32>
} }

// -----

// An index, parts of a split, channels, what broadcasts, and elements of a view.
// CHECK-LABEL: ep.graph @others
ep.program @others { ep.symbol @s0 range(1, 8) ep.symbol @s1 range(1, 8) ep.symbol @s2 range(1, 8) ep.symbol @s3 range(1, 8) ep.symbol @s4 range(1, 8)
  ep.graph @others(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
                   %a: !ep.tensor<[s1], f32> {ep.input = #ep.input<user_input "a">},
                   %i: !ep.tensor<[1, s2, 9], f32> {ep.input = #ep.input<user_input "i">},
                   %w: !ep.tensor<[4, 3, 2], f32> {ep.input = #ep.input<user_input "w">},
                   %b: !ep.tensor<[s3], f32> {ep.input = #ep.input<user_input "b">},
                   %v: !ep.tensor<[s4, 2], f32> {ep.input = #ep.input<user_input "v">})
      -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK-DAG: ep.assert Lt(2, s0)
    // CHECK-DAG: ep.assert Eq(s1, 5)
    // CHECK-DAG: ep.assert Eq(s2, 3)
    // CHECK-DAG: ep.assert Or(Eq(s0, s3), Eq(s3, 1))
    // CHECK-DAG: ep.assert Eq(6, 2*s4)
    // CHECK: aten.select.int
    %0 = aten.select.int %x, dim = 0, index = 2 : (!ep.tensor<[s0], f32>) -> !ep.tensor<[], f32>
    %1:2 = aten.split_with_sizes.default %a, split_sizes = [2, 3] : (!ep.tensor<[s1], f32>) -> (!ep.tensor<[2], f32>, !ep.tensor<[3], f32>)
    %2 = aten.convolution.default %i, %w, none, stride = [1], padding = [0], dilation = [1], transposed = false, output_padding = [0], groups = 1 : (!ep.tensor<[1, s2, 9], f32>, !ep.tensor<[4, 3, 2], f32>) -> !ep.tensor<[1, 4, 8], f32>
    %3 = aten.add.Tensor %x, %b : (!ep.tensor<[s0], f32>, !ep.tensor<[s3], f32>) -> !ep.tensor<[s0], f32>
    %4 = aten.view.default %v, size = [6] : (!ep.tensor<[s4, 2], f32>) -> !ep.tensor<[6], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// A branch checks what it alone needs, and what it yields is what the result is said to be.
// CHECK-LABEL: ep.graph @branch
// CHECK: {{^ *\) .*\{$}}
// CHECK-NEXT: ep.cond
// CHECK-NEXT: ^bb0
// CHECK-DAG: ep.assert Or(Eq(s0, s1), Eq(s1, 1))
// CHECK-DAG: ep.assert Eq(s0, 4)
// CHECK: } else {
// CHECK-NEXT: ^bb0
// CHECK-NEXT: ep.yield
ep.program @branch { ep.symbol @s0 range(1, 8) ep.symbol @s1 range(1, 8)
  ep.graph @branch(%p: !ep.tensor<[], i1> {ep.input = #ep.input<user_input "p">},
                   %x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
                   %y: !ep.tensor<[s1], f32> {ep.input = #ep.input<user_input "y">},
                   %z: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "z">})
      -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "0">}) {
    %0 = ep.cond %p(%x, %y, %z) : (!ep.tensor<[], i1>, !ep.tensor<[s0], f32>, !ep.tensor<[s1], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[4], f32> {
    ^bb0(%a: !ep.tensor<[s0], f32>, %b: !ep.tensor<[s1], f32>, %c: !ep.tensor<[4], f32>):
      %1 = aten.cat.default [%a, %a] : (!ep.tensor<[s0], f32>, !ep.tensor<[s0], f32>) -> !ep.tensor<[2*s0], f32>
      %2 = aten.mul.Tensor %a, %b : (!ep.tensor<[s0], f32>, !ep.tensor<[s1], f32>) -> !ep.tensor<[s0], f32>
      ep.yield %2 : !ep.tensor<[s0], f32>
    } else {
    ^bb0(%a: !ep.tensor<[s0], f32>, %b: !ep.tensor<[s1], f32>, %c: !ep.tensor<[4], f32>):
      ep.yield %c : !ep.tensor<[4], f32>
    }
    ep.return %0 : !ep.tensor<[4], f32>
} }

// -----

// What a loop carries is as long in each round.
// CHECK-LABEL: ep.graph @loop
// CHECK: ep.while_loop
// CHECK: } do {
// CHECK-NEXT: ^bb0
// CHECK-NEXT: ep.assert Eq(6, 2*s0)
// CHECK-NEXT: aten.slice.Tensor
ep.program @loop { ep.symbol @s0 range(1, 8)
  ep.graph @loop(%p: !ep.tensor<[], i1> {ep.input = #ep.input<user_input "p">},
                 %x: !ep.tensor<[6], f32> {ep.input = #ep.input<user_input "x">},
                 %y: !ep.tensor<[2*s0], f32> {ep.input = #ep.input<user_input "y">})
      -> (!ep.tensor<[6], f32> {ep.output = #ep.output<user_output "0">}) {
    %0 = ep.while_loop(%x) with(%p, %y) : (!ep.tensor<[6], f32>, !ep.tensor<[], i1>, !ep.tensor<[2*s0], f32>) -> !ep.tensor<[6], f32> {
    ^bb0(%a: !ep.tensor<[6], f32>, %b: !ep.tensor<[], i1>, %c: !ep.tensor<[2*s0], f32>):
      ep.yield %b : !ep.tensor<[], i1>
    } do {
    ^bb0(%a: !ep.tensor<[6], f32>, %b: !ep.tensor<[], i1>, %c: !ep.tensor<[2*s0], f32>):
      %1 = aten.slice.Tensor %c : (!ep.tensor<[2*s0], f32>) -> !ep.tensor<[2*s0], f32>
      ep.yield %1 : !ep.tensor<[2*s0], f32>
    }
    ep.return %0 : !ep.tensor<[6], f32>
} }

// -----

// Gathers, what is chosen or padded, ranges, and results that are as large as each other.
// CHECK-LABEL: ep.graph @indexing
ep.program @indexing { ep.symbol @a range(1, 8) ep.symbol @b range(1, 8) ep.symbol @c range(1, 8) ep.symbol @d range(1, 8) ep.symbol @e range(1, 8)
  ep.graph @indexing(%x: !ep.tensor<[8], f32> {ep.input = #ep.input<user_input "x">},
                     %i: !ep.tensor<[a], i64> {ep.input = #ep.input<user_input "i">},
                     %y: !ep.tensor<[b, c, d], f32> {ep.input = #ep.input<user_input "y">})
      -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK-DAG: ep.assert Eq(a, 4)
    // CHECK-DAG: ep.assert Eq(b, 3)
    // CHECK-DAG: ep.assert Eq(c, 5)
    // CHECK-DAG: ep.assert Eq(d, 2)
    // CHECK-DAG: ep.assert Eq(6, Max(0, e))
    // CHECK: aten.gather.default
    %0 = aten.gather.default %x, dim = 0, %i : (!ep.tensor<[8], f32>, !ep.tensor<[a], i64>) -> !ep.tensor<[4], f32>
    %1 = aten.constant_pad_nd.default %y, pad = [1, 1, 0, 0] : (!ep.tensor<[b, c, d], f32>) -> !ep.tensor<[3, c, d + 2], f32>
    %2:2 = aten.sort.default %y : (!ep.tensor<[b, c, d], f32>) -> (!ep.tensor<[b, c, d], f32>, !ep.tensor<[b, 5, 2], i64>)
    %3 = aten.arange.start_step start = 0, end = e : () -> !ep.tensor<[6], i64>
    ep.return %0 : !ep.tensor<[4], f32>
} }
