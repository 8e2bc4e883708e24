// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @randn_like_default(
ep.program @randn_like_default { ep.symbol @s0 range(2, 64)
  ep.graph @randn_like_default(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.randn.default size = [s0], dtype = f32
    %0 = aten.randn_like.default %x : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @bernoulli_default(
ep.program @bernoulli_default {
  ep.graph @bernoulli_default(%x: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.rand.default size = [], dtype = f32
    // CHECK-NEXT: aten.lt.Tensor %{{.*}}, %x
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    %0 = aten.bernoulli.default %x : (!ep.tensor<[], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @bernoulli_p(
ep.program @bernoulli_p { ep.symbol @s0 range(2, 64)
  ep.graph @bernoulli_p(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.rand.default size = [s0], dtype = f32
    // CHECK-NEXT: aten.lt.Scalar %{{.*}}, other = 0.5
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    %0 = aten.bernoulli.p %x, p = 0.5 : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @uniform_default(
ep.program @uniform_default { ep.symbol @s0 range(2, 64)
  ep.graph @uniform_default(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.rand.default size = [s0], dtype = f32
    // CHECK-NEXT: ep.number 3.0
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: ep.number -1.0
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    %0 = aten.uniform.default %x, from = -1.0, to = 2.0 : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @randint_default(
ep.program @randint_default { ep.symbol @s0 range(2, 64)
  ep.graph @randint_default()
    -> (!ep.tensor<[s0], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.rand.default size = [s0], dtype = f64
    // CHECK-NEXT: ep.number 6
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.floor.default %{{.*}}
    // CHECK-NEXT: ep.number 0
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    %0 = aten.randint.default high = 6, size = [s0] : () -> !ep.tensor<[s0], i64>
    ep.return %0 : !ep.tensor<[s0], i64>
} }

// -----

// CHECK-LABEL: ep.graph @randint_like_default(
ep.program @randint_like_default { ep.symbol @s0 range(2, 64)
  ep.graph @randint_like_default(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.rand.default size = [s0], dtype = f64
    // CHECK-NEXT: ep.number 6
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.floor.default %{{.*}}
    // CHECK-NEXT: ep.number 0
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    %0 = aten.randint_like.default %x, high = 6 : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @randint_like_low_dtype(
ep.program @randint_like_low_dtype { ep.symbol @s0 range(2, 64)
  ep.graph @randint_like_low_dtype(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.rand.default size = [s0], dtype = f64
    // CHECK-NEXT: ep.number 4
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.floor.default %{{.*}}
    // CHECK-NEXT: ep.number 2
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    %0 = aten.randint_like.low_dtype %x, low = 2, high = 6 : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @normal_Tensor_Tensor(
ep.program @normal_Tensor_Tensor { ep.symbol @s0 range(2, 64)
  ep.graph @normal_Tensor_Tensor(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.randn.default size = [s0], dtype = f32
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}, %y
    // CHECK-NEXT: aten.add.Tensor %{{.*}}, %x
    %0 = aten.normal.Tensor_Tensor %x, %y : (!ep.tensor<[s0], f32>, !ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @normal_Tensor_float(
ep.program @normal_Tensor_float { ep.symbol @s0 range(2, 64)
  ep.graph @normal_Tensor_float(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.randn.default size = [s0], dtype = f32
    // CHECK-NEXT: ep.number 2.0
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}, %x
    %0 = aten.normal.Tensor_float %x, std = 2.0 : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @normal_float_Tensor(
ep.program @normal_float_Tensor { ep.symbol @s0 range(2, 64)
  ep.graph @normal_float_Tensor(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.randn.default size = [s0], dtype = f32
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}, %x
    // CHECK-NEXT: ep.number 2.0
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    %0 = aten.normal.float_Tensor mean = 2.0, %x : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @normal_functional_default(
ep.program @normal_functional_default { ep.symbol @s0 range(2, 64)
  ep.graph @normal_functional_default(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.randn.default size = [s0], dtype = f32
    // CHECK-NEXT: ep.number 1.0
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 0.0
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    %0 = aten.normal_functional.default %x : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @exponential_default(
ep.program @exponential_default { ep.symbol @s0 range(2, 64)
  ep.graph @exponential_default(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.rand.default size = [s0], dtype = f32
    // CHECK-NEXT: aten.neg.default %{{.*}}
    // CHECK-NEXT: aten.log1p.default %{{.*}}
    // CHECK-NEXT: ep.number -1.0
    // CHECK-NEXT: aten.div.Tensor %{{.*}}
    %0 = aten.exponential.default %x : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @cauchy_default(
ep.program @cauchy_default { ep.symbol @s0 range(2, 64)
  ep.graph @cauchy_default(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.rand.default size = [s0], dtype = f32
    // CHECK-NEXT: ep.number 0.5
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 3.141592653589793
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.tan.default %{{.*}}
    // CHECK-NEXT: ep.number 1.0
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 0.0
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    %0 = aten.cauchy.default %x : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @log_normal_default(
ep.program @log_normal_default { ep.symbol @s0 range(2, 64)
  ep.graph @log_normal_default(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.randn.default size = [s0], dtype = f32
    // CHECK-NEXT: ep.number 2.0
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 1.0
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.exp.default %{{.*}}
    %0 = aten.log_normal.default %x : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @geometric_default(
ep.program @geometric_default { ep.symbol @s0 range(2, 64)
  ep.graph @geometric_default(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.rand.default size = [s0], dtype = f32
    // CHECK-NEXT: aten.neg.default %{{.*}}
    // CHECK-NEXT: aten.log1p.default %{{.*}}
    // CHECK-NEXT: ep.number -0.2876820724517809
    // CHECK-NEXT: aten.div.Tensor %{{.*}}
    // CHECK-NEXT: aten.ceil.default %{{.*}}
    %0 = aten.geometric.default %x, p = 0.25 : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @bernoulli_tensor(
ep.program @bernoulli_tensor {
  ep.graph @bernoulli_tensor(%x: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "x">},
                             %p: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "p">})
    -> (!ep.tensor<[3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.rand.default size = [3], dtype = f32
    // CHECK-NEXT: aten.lt.Tensor %{{.*}}, %p
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    %0 = aten.bernoulli.Tensor %x, %p : (!ep.tensor<[3], f32>, !ep.tensor<[3], f32>) -> !ep.tensor<[3], f32>
    ep.return %0 : !ep.tensor<[3], f32>
} }

// -----

// Overloads with a generator that is None are those without.
// CHECK-LABEL: ep.graph @generators(
ep.program @generators {
  ep.graph @generators(%x: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[3], f32> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[3], f32> {ep.output = #ep.output<user_output "1">},
        !ep.tensor<[3], i64> {ep.output = #ep.output<user_output "2">}) {
    // CHECK: aten.rand.default size = [3], dtype = f32
    // CHECK: aten.randn.default size = [3], dtype = f32
    // CHECK: aten.rand.default size = [3], dtype = f64
    // CHECK-NOT: generator
    // CHECK: ep.return
    %0 = aten.rand.generator size = [3] : () -> !ep.tensor<[3], f32>
    %1 = aten.randn_like.generator %x : (!ep.tensor<[3], f32>) -> !ep.tensor<[3], f32>
    %2 = aten.randint.low_generator low = -2, high = 6, size = [3] : () -> !ep.tensor<[3], i64>
    ep.return %0, %1, %2 : !ep.tensor<[3], f32>, !ep.tensor<[3], f32>, !ep.tensor<[3], i64>
} }

// -----

// CHECK-LABEL: ep.graph @rand_like_default(
ep.program @rand_like_default { ep.symbol @n range(2, 64)
  ep.graph @rand_like_default(%a: !ep.tensor<[n], bf16> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n], bf16> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.rand.default size = [n], dtype = bf16
    %0 = aten.rand_like.default %a : (!ep.tensor<[n], bf16>) -> !ep.tensor<[n], bf16>
    ep.return %0 : !ep.tensor<[n], bf16>
} }

// -----

// CHECK-LABEL: ep.graph @randint_low(
ep.program @randint_low {
  ep.graph @randint_low()
    -> (!ep.tensor<[4], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.rand.default size = [4], dtype = f64
    // CHECK-NEXT: ep.number 4
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.floor.default %{{.*}}
    // CHECK-NEXT: ep.number 2
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    %0 = aten.randint.low low = 2, high = 6, size = [4] : () -> !ep.tensor<[4], i64>
    ep.return %0 : !ep.tensor<[4], i64>
} }

// -----

// CHECK-LABEL: ep.graph @randn_generator(
ep.program @randn_generator {
  ep.graph @randn_generator()
    -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.randn.default size = [4], dtype = f32
    %0 = aten.randn.generator size = [4] : () -> !ep.tensor<[4], f32>
    ep.return %0 : !ep.tensor<[4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @rand_like_generator(
ep.program @rand_like_generator { ep.symbol @n range(2, 64)
  ep.graph @rand_like_generator(%a: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.rand.default size = [n], dtype = f32
    %0 = aten.rand_like.generator %a : (!ep.tensor<[n], f32>) -> !ep.tensor<[n], f32>
    ep.return %0 : !ep.tensor<[n], f32>
} }

// -----

// CHECK-LABEL: ep.graph @randint_generator(
ep.program @randint_generator {
  ep.graph @randint_generator()
    -> (!ep.tensor<[4], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.rand.default size = [4], dtype = f64
    // CHECK-NEXT: ep.number 6
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.floor.default %{{.*}}
    // CHECK-NEXT: ep.number 0
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    %0 = aten.randint.generator high = 6, size = [4] : () -> !ep.tensor<[4], i64>
    ep.return %0 : !ep.tensor<[4], i64>
} }

// -----

// CHECK-LABEL: ep.graph @randint_like_generator(
ep.program @randint_like_generator { ep.symbol @n range(2, 64)
  ep.graph @randint_like_generator(%a: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.rand.default size = [n], dtype = f64
    // CHECK-NEXT: ep.number 6
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.floor.default %{{.*}}
    // CHECK-NEXT: ep.number 0
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    %0 = aten.randint_like.generator %a, high = 6 : (!ep.tensor<[n], f32>) -> !ep.tensor<[n], f32>
    ep.return %0 : !ep.tensor<[n], f32>
} }

// -----

// CHECK-LABEL: ep.graph @randint_like_low_generator_dtype(
ep.program @randint_like_low_generator_dtype { ep.symbol @n range(2, 64)
  ep.graph @randint_like_low_generator_dtype(%a: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.rand.default size = [n], dtype = f64
    // CHECK-NEXT: ep.number 4
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.floor.default %{{.*}}
    // CHECK-NEXT: ep.number 2
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    %0 = aten.randint_like.low_generator_dtype %a, low = 2, high = 6 : (!ep.tensor<[n], f32>) -> !ep.tensor<[n], f32>
    ep.return %0 : !ep.tensor<[n], f32>
} }

// -----

// CHECK-LABEL: ep.graph @normal_float_float(
ep.program @normal_float_float {
  ep.graph @normal_float_float()
    -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.randn.default size = [4], dtype = f32
    // CHECK-NEXT: ep.number 2.0
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 1.0
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    %0 = aten.normal.float_float mean = 1.0, std = 2.0, size = [4] : () -> !ep.tensor<[4], f32>
    ep.return %0 : !ep.tensor<[4], f32>
} }
