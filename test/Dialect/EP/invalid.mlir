// RUN: kiln-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{'ep.program' op has more than one graph}}
ep.program @two {
  ep.graph @a() { ep.return }
  ep.graph @b() { ep.return }
}

// -----

ep.program @p {
  // expected-error @+1 {{'ep.symbol' op range is empty: 5 is greater than 2}}
  ep.symbol @s0 range(5, 2)
}

// -----

ep.program @p {
  // Bounds have signs.
  ep.symbol @s0 range(-5, 2)
  ep.symbol @s1 range(-9223372036854775808, -3)
  // expected-error @+1 {{'ep.symbol' op range is empty: 5 is greater than -2}}
  ep.symbol @s2 range(5, -2)
}

// -----

ep.program @p {
  // expected-error @+1 {{'ep.constraint' op range is empty: 5 is greater than 2}}
  ep.constraint 2*s0 range(5, 2)
}

// -----

ep.program @p {
  // expected-error @+1 {{'ep.constraint' op expression Lt(s0, 3) is not a number}}
  ep.constraint Lt(s0, 3) range(0, 1)
}

// -----

ep.program @p {
  // expected-error @+1 {{'ep.guard' op condition s0 + 1 is not a bool}}
  ep.guard s0 + 1 from "s0 + 1"
}

// -----

ep.program @p {
  ep.graph @g() {
    // expected-error @+1 {{'ep.assert' op condition 3 is not a bool}}
    ep.assert 3, "three"
    ep.return
  }
}

// -----

ep.program @p {
  // expected-error @+1 {{'ep.storage' op size is negative}}
  ep.storage @w bytes(-4)
}

// -----

ep.program @p {
  // expected-error @+1 {{'ep.storage' op has both a record and data}}
  ep.storage @w bytes(4) record("w") data(dense<1> : tensor<4xi8>)
}

// -----

ep.program @p {
  // expected-error @+1 {{'ep.parameter' op names an unknown storage @w}}
  ep.parameter @x : !ep.tensor<[4], f32> storage(@w)
}

// -----

ep.program @p {
  ep.storage @w bytes(16) record("w")
  // expected-error @+1 {{'ep.buffer' op reaches byte 20 of a storage of 16}}
  ep.buffer @x : !ep.tensor<[4], f32> storage(@w, 1)
}

// -----

ep.program @p {
  ep.storage @w bytes(16) record("w")
  // expected-error @+1 {{'ep.constant' op has a symbolic size}}
  ep.constant @x : !ep.tensor<[s0], f32> storage(@w)
}

// -----

ep.program @p {
  ep.storage @w bytes(16) record("w")
  // expected-error @+1 {{'ep.constant' op has a negative offset}}
  ep.constant @x : !ep.tensor<[4], f32> storage(@w, -1)
}

// -----

ep.program @p {
  ep.storage @w bytes(16) record("w")
  // expected-error @+1 {{'ep.constant' op has a negative size or stride}}
  ep.constant @x : !ep.tensor<[4], f32, strides = [-1]> storage(@w)
}

// -----

ep.program @p {
  ep.storage @w bytes(16) record("w")
  // expected-error @+1 {{'ep.constant' op has sizes that overflow}}
  ep.constant @x : !ep.tensor<[4611686018427387904, 4], f32, strides = [0, 0]> storage(@w)
}

// -----

ep.program @p {
  // expected-error @+1 {{'ep.graph' op output 0 mutates an unknown buffer "running"}}
  ep.graph @g(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[4], f32> {ep.output = #ep.output<buffer_mutation "running">}) {
    ep.return %x : !ep.tensor<[4], f32>
  }
}

// -----

ep.program @p {
  // expected-error @+1 {{'ep.graph' op input 0 has no ep.input}}
  ep.graph @g(%x: !ep.tensor<[4], f32>) { ep.return }
}

// -----

ep.program @p {
  // expected-error @+1 {{'ep.graph' op output 0 has no ep.output}}
  ep.graph @g(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">}) -> !ep.tensor<[4], f32> {
    ep.return %x : !ep.tensor<[4], f32>
  }
}

// -----

ep.program @p {
  // expected-error @+1 {{'ep.graph' op input 0 names an unknown parameter "w"}}
  ep.graph @g(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<parameter "w">}) { ep.return }
}

// -----

ep.program @p {
  ep.storage @s bytes(16) record("w")
  ep.buffer @w : !ep.tensor<[4], i32> storage(@s)
  // expected-error @+1 {{'ep.graph' op input 0 has type '!ep.tensor<[4], f32>' but buffer "w" has '!ep.tensor<[4], i32>'}}
  ep.graph @g(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<buffer "w">}) { ep.return }
}

// -----

ep.program @p {
  ep.graph @g(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">}) {
    // expected-error @+1 {{'ep.return' op operands do not match the graph's results}}
    ep.return %x : !ep.tensor<[4], f32>
  }
}

// -----

ep.program @p {
  ep.graph @g() {
    // expected-error @+1 {{'ep.size' op expression 1.5 is not an int}}
    %0 = ep.size 1.5
    ep.return
  }
}

// -----

ep.program @p {
  ep.graph @g(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">}) {
    // expected-error @+1 {{'ep.to_builtin' op result must be 'tensor<?x4xf32>'}}
    %0 = ep.to_builtin %x : !ep.tensor<[s0, 4], f32> -> tensor<?x?xf32>
    ep.return
  }
}

// -----

ep.program @p {
  ep.graph @g(%x: !ep.tensor<[s0, 4], ui8> {ep.input = #ep.input<user_input "x">}) {
    %0 = ep.to_builtin %x : !ep.tensor<[s0, 4], ui8> -> tensor<?x4xi8>
    // expected-error @+1 {{'ep.from_builtin' op operand must be 'tensor<?x4xf32>'}}
    %1 = ep.from_builtin %0 : tensor<?x4xi8> -> !ep.tensor<[s0, 4], f32>
    ep.return
  }
}

// -----

// expected-error @+1 {{tensor element type 'i7' is not a PyTorch dtype}}
func.func private @f(!ep.tensor<[4], i7>)

// -----

// expected-error @+1 {{tensor has 1 sizes but 2 strides}}
func.func private @f(!ep.tensor<[4], f32, strides = [1, 2]>)

// -----

// expected-error @+1 {{tensor of layout sparse_csr has strides}}
func.func private @f(!ep.tensor<[4], f32, strides = [1], layout = sparse_csr>)

// -----

// expected-error @+1 {{unknown layout 'jagged'}}
func.func private @f(!ep.tensor<[4], f32, layout = jagged>)

// -----

ep.program @p {
  ep.storage @w bytes(16) record("w")
  // expected-error @+1 {{'ep.buffer' op has layout sparse_coo; state is strided}}
  ep.buffer @x : !ep.tensor<[4], f32, layout = sparse_coo> storage(@w)
}

// -----

// expected-error @+1 {{tensor size 1.5 is not an int}}
func.func private @f(!ep.tensor<[1.5], f32>)

// -----

// expected-error @+1 {{unknown function 'Foo' in an expression}}
func.func private @f(!ep.number<Foo(1)>)

// -----

// expected-error @+1 {{integer does not fit 64 bits}}
func.func private @f(!ep.number<9223372036854775808>)

// -----

// expected-error @+1 {{FloorDiv wants two ints}}
func.func private @f(!ep.number<FloorDiv(1.5, 2)>)

// -----

// expected-error @+1 {{Mul wants one or more numbers}}
func.func private @f(!ep.number<True*2>)

// -----

// expected-error @+1 {{Add wants one or more numbers}}
func.func private @f(!ep.number<True + 2>)

// -----

ep.program @items {
  ep.symbol @u0 range(?, ?)
  ep.graph @forward(%x: !ep.tensor<[4], i64> {ep.input = #ep.input<user_input "x">}) {
    %0 = ep.to_builtin %x : !ep.tensor<[4], i64> -> tensor<4xi64>
    // expected-error @+1 {{'ep.item' op operand must have one element, has type 'tensor<4xi64>'}}
    %1 = ep.item %0 : tensor<4xi64> -> !ep.number<u0>
    ep.return
  }
}

// -----

ep.program @p {
  // expected-error @+1 {{'ep.module_call' op has one tree without the other}}
  ep.module_call "sub" in(#ep.tree<*>)
}

// -----

ep.program @p {
  // expected-error @+1 {{'ep.module_call' op is the program's but has no trees}}
  ep.module_call ""
}

// -----

ep.program @p {
  // expected-error @+1 {{'ep.module_call' op names inputs but has no trees}}
  ep.module_call "sub" inputs ["x"]
}

// -----

ep.program @p {
  // expected-error @+1 {{'ep.module_call' op names 2 outputs but its tree has 1 leaves}}
  ep.module_call "sub" in(#ep.tree<*>) out(#ep.tree<*>) inputs ["x"] outputs ["y", "z"]
}

// -----

ep.program @p {
  ep.module_call "sub"
  // expected-error @+1 {{'ep.module_call' op is the second one of 'sub'}}
  ep.module_call "sub"
}

// -----

ep.program @p {
  ep.module_call "sub"
  // expected-error @+1 {{'ep.module_call' op is the program's but not the first one}}
  ep.module_call "" in(#ep.tree<*>) out(#ep.tree<*>)
}

// -----

!t = !ep.tensor<[4], f32>
ep.program @p {
  ep.graph @g(%x: !t {ep.input = #ep.input<user_input "x">}) -> (!t {ep.output = #ep.output<user_output "0">}) {
    ep.return %x : !t
  }
  // expected-error @+1 {{'ep.module_call' op has 2 leaves for 1 inputs of the graph}}
  ep.module_call "" in(#ep.tree<"builtins.tuple"["builtins.tuple"[*, *], "builtins.dict"[]]>) out(#ep.tree<*>)
}

// -----

!t = !ep.tensor<[4], f32>
ep.program @p {
  ep.graph @g(%x: !t {ep.input = #ep.input<user_input "x">}) -> (!t {ep.output = #ep.output<user_output "0">}) {
    ep.return %x : !t
  }
  // expected-error @+1 {{'ep.module_call' op has 0 leaves for 1 outputs of the graph}}
  ep.module_call "" in(#ep.tree<"builtins.tuple"["builtins.tuple"[*], "builtins.dict"[]]>) out(#ep.tree<"builtins.tuple"("null")[]>)
}

// -----

ep.program @p {
  // expected-error @+1 {{'ep.module_call' op has an input tree that is no tuple of a tuple (args) and a dict (kwargs)}}
  ep.module_call "" in(#ep.tree<*>) out(#ep.tree<*>)
}

// -----

ep.program @p {
  // expected-error @+1 {{has an input tree that is no tuple of a tuple (args) and a dict (kwargs)}}
  ep.module_call "sub" in(#ep.tree<"builtins.tuple"["builtins.tuple"[*], "builtins.tuple"[]]>) out(#ep.tree<*>)
}

// -----

ep.program @p {
  // expected-error @+1 {{has an input tree that is no tuple of a tuple (args) and a dict (kwargs)}}
  ep.module_call "sub" in(#ep.tree<"builtins.tuple"["builtins.tuple"[*]]>) out(#ep.tree<*>)
}
