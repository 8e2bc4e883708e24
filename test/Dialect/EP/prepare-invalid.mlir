// RUN: kiln-opt %s --split-input-file --verify-diagnostics

ep.program @p {
  ep.storage @s bytes(8)
  // expected-error @+1 {{'ep.constant' op ep.made_from is no list of names}}
  ep.constant @c : !ep.tensor<[2], f32> storage(@s) {ep.made_from = [1]}
}

// -----

ep.program @p {
  ep.storage @s bytes(8)
  // expected-error @+1 {{'ep.constant' op is made from "w", which is not in the state}}
  ep.constant @c : !ep.tensor<[2], f32> storage(@s) {ep.made_from = ["w"]}
}

// -----

ep.program @p {
  ep.storage @s bytes(8)
  ep.constant @b : !ep.tensor<[2], f32> storage(@s) {ep.made_from = []}
  // expected-error @+1 {{'ep.constant' op is made from "b", which is made itself}}
  ep.constant @c : !ep.tensor<[2], f32> storage(@s) {ep.made_from = ["b"]}
}

// -----

// expected-error @+1 {{'ep.program' op has more than one graph that makes constants}}
ep.program @p {
  ep.graph @a() attributes {ep.prepare} {
    ep.return
  }
  ep.graph @b() attributes {ep.prepare} {
    ep.return
  }
}

// -----

ep.program @p {
  // expected-error @+1 {{'ep.graph' op makes constants, but input 0 is a user_input}}
  ep.graph @prepare(%x: !ep.tensor<[2], f32> {ep.input = #ep.input<user_input "x">}) attributes {ep.prepare} {
    ep.return
  }
}

// -----

ep.program @p {
  ep.storage @s bytes(8)
  ep.parameter @w : !ep.tensor<[2], f32> storage(@s)
  // expected-error @+1 {{'ep.graph' op makes constants, but output 0 is a parameter_mutation}}
  ep.graph @prepare(%w: !ep.tensor<[2], f32> {ep.input = #ep.input<parameter "w">})
      -> (!ep.tensor<[2], f32> {ep.output = #ep.output<parameter_mutation "w">}) attributes {ep.prepare} {
    ep.return %w : !ep.tensor<[2], f32>
  }
}

// -----

ep.program @p {
  ep.storage @s bytes(8)
  ep.parameter @w : !ep.tensor<[2], f32> storage(@s)
  ep.constant @c : !ep.tensor<[2], f32> storage(@s) {ep.made_from = []}
  // expected-error @+1 {{'ep.graph' op makes "c", which is no constant that is made from state}}
  ep.graph @prepare(%w: !ep.tensor<[2], f32> {ep.input = #ep.input<parameter "w">})
      -> (!ep.tensor<[2], f32> {ep.output = #ep.output<user_output "c">}) attributes {ep.prepare} {
    ep.return %w : !ep.tensor<[2], f32>
  }
}

// -----

ep.program @p {
  ep.storage @s bytes(8)
  ep.parameter @w : !ep.tensor<[2], f32> storage(@s)
  ep.constant @c : !ep.tensor<[1], f32> storage(@s) {ep.made_from = ["w"]}
  // expected-error @+1 {{'ep.graph' op makes "c" of type '!ep.tensor<[2], f32>', but it has '!ep.tensor<[1], f32>'}}
  ep.graph @prepare(%w: !ep.tensor<[2], f32> {ep.input = #ep.input<parameter "w">})
      -> (!ep.tensor<[2], f32> {ep.output = #ep.output<user_output "c">}) attributes {ep.prepare} {
    ep.return %w : !ep.tensor<[2], f32>
  }
}

// -----

ep.program @p {
  ep.storage @s bytes(8)
  ep.parameter @w : !ep.tensor<[2], f32> storage(@s)
  ep.constant @c : !ep.tensor<[2], f32> storage(@s) {ep.made_from = ["w"]}
  // expected-error @+1 {{'ep.graph' op makes "c" twice}}
  ep.graph @prepare(%w: !ep.tensor<[2], f32> {ep.input = #ep.input<parameter "w">})
      -> (!ep.tensor<[2], f32> {ep.output = #ep.output<user_output "c">}, !ep.tensor<[2], f32> {ep.output = #ep.output<user_output "c">}) attributes {ep.prepare} {
    ep.return %w, %w : !ep.tensor<[2], f32>, !ep.tensor<[2], f32>
  }
}

// -----

ep.program @p {
  ep.storage @s bytes(16)
  ep.storage @t bytes(256) {ep.packs = {state = "w"}}
  ep.parameter @w : !ep.tensor<[2, 2], f32> storage(@s)
  // expected-error @+1 {{'ep.constant' op has a storage with ep.packs that is no state, strides, blocks and block_strides}}
  ep.constant @c : !ep.tensor<[1, 2, 32], f32> storage(@t) {ep.made_from = ["w"]}
}

// -----

ep.program @p {
  ep.storage @s bytes(16)
  ep.storage @t bytes(256) {ep.packs = {state = "w", strides = array<i64: 64, 32>, blocks = array<i64: 32, 1>, block_strides = array<i64: 1, 0>}}
  ep.parameter @w : !ep.tensor<[2, 2], f32> storage(@s)
  // expected-error @+1 {{'ep.constant' op has a storage that packs "w", but it is not made from that}}
  ep.constant @c : !ep.tensor<[1, 2, 32], f32> storage(@t) 
}

// -----

ep.program @p {
  ep.storage @s bytes(16)
  ep.storage @t bytes(256) {ep.packs = {state = "w", strides = array<i64: 64, 32>, blocks = array<i64: 32, 1>, block_strides = array<i64: 1, 0>}}
  ep.parameter @w : !ep.tensor<[2, 2], f32, strides = [1, 2]> storage(@s)
  // expected-error @+1 {{'ep.constant' op packs "w" of type '!ep.tensor<[2, 2], f32, strides = [1, 2]>', which is not row-major in the constant's element type}}
  ep.constant @c : !ep.tensor<[1, 2, 32], f32> storage(@t) {ep.made_from = ["w"]}
}

// -----

ep.program @p {
  ep.storage @s bytes(16)
  ep.storage @t bytes(256) {ep.packs = {state = "w", strides = array<i64: 64, 64>, blocks = array<i64: 32, 1>, block_strides = array<i64: 1, 0>}}
  ep.parameter @w : !ep.tensor<[2, 2], f32> storage(@s)
  // expected-error @+1 {{'ep.constant' op packs "w" in a layout that does not fit}}
  ep.constant @c : !ep.tensor<[1, 2, 32], f32> storage(@t) {ep.made_from = ["w"]}
}

// -----

ep.program @p {
  ep.storage @s bytes(16)
  ep.storage @t bytes(256) {ep.packs = {state = "w", strides = array<i64: 64>, blocks = array<i64: 32, 1>, block_strides = array<i64: 1, 0>}}
  ep.parameter @w : !ep.tensor<[2, 2], f32> storage(@s)
  // expected-error @+1 {{'ep.constant' op packs "w" in a layout that does not fit}}
  ep.constant @c : !ep.tensor<[1, 2, 32], f32> storage(@t) {ep.made_from = ["w"]}
}

// -----

ep.program @p {
  ep.storage @s bytes(16)
  ep.storage @t bytes(252) {ep.packs = {state = "w", strides = array<i64: 64, 32>, blocks = array<i64: 32, 1>, block_strides = array<i64: 1, 0>}}
  ep.parameter @w : !ep.tensor<[2, 2], f32> storage(@s)
  // expected-error @+1 {{'ep.constant' op reaches byte 256 of a storage of 252}}
  ep.constant @c : !ep.tensor<[1, 2, 32], f32> storage(@t) {ep.made_from = ["w"]}
}

// -----

ep.program @p {
  ep.storage @s bytes(16)
  ep.storage @t bytes(16) {ep.packs = {state = "w", strides = array<i64: 1>, blocks = array<i64: 1>, block_strides = array<i64: 0>, sizes = array<i64: 3>}}
  ep.parameter @w : !ep.tensor<[2, 2], f32> storage(@s)
  // expected-error @+1 {{'ep.constant' op packs "w" in a layout that does not fit}}
  ep.constant @c : !ep.tensor<[4], f32> storage(@t) {ep.made_from = ["w"]}
}

// -----

ep.program @p {
  ep.storage @s bytes(16)
  ep.storage @t bytes(16) {ep.packs = {state = "w", strides = array<i64: 1>, blocks = array<i64: 1>, block_strides = array<i64: 0>, sizes = array<i64: 4>}}
  ep.parameter @w : !ep.tensor<[2, 2], f32> storage(@s)
  ep.constant @c : !ep.tensor<[4], f32> storage(@t) {ep.made_from = ["w"]}
}

// -----

ep.program @p {
  // expected-error @+1 {{'ep.storage' op is folded, but has bytes}}
  ep.storage @s bytes(2) data(dense<0> : tensor<2xi8>) {ep.fold}
}

// -----

ep.program @p {
  ep.storage @s bytes(8) {ep.fold}
  // expected-error @+1 {{'ep.constant' op is folded, but not made from state}}
  ep.constant @c : !ep.tensor<[2], f32> storage(@s) {ep.made_from = []}
}

// -----

ep.program @p {
  ep.storage @s bytes(8)
  ep.storage @t bytes(8) {ep.fold}
  ep.parameter @w : !ep.tensor<[2], f32> storage(@s)
  // expected-error @+1 {{'ep.constant' op is folded, but not all of its storage}}
  ep.constant @c : !ep.tensor<[1], f32> storage(@t) {ep.made_from = ["w"]}
}

// -----

ep.program @p {
  ep.storage @t bytes(8) {ep.fold}
  // expected-error @+1 {{'ep.constant' op reaches byte 12 of a storage of 8}}
  ep.constant @c : !ep.tensor<[3], f32> storage(@t) {ep.made_from = ["w"]}
}

// -----

// expected-error @+1 {{'ep.program' op has more than one graph that folds constants}}
ep.program @p {
  ep.graph @a() attributes {ep.fold, ep.prepare} {
    ep.return
  }
  ep.graph @b() attributes {ep.fold, ep.prepare} {
    ep.return
  }
}

// -----

ep.program @p {
  ep.storage @s bytes(8)
  ep.storage @t bytes(8) {ep.fold}
  ep.parameter @w : !ep.tensor<[2], f32> storage(@s)
  ep.constant @c : !ep.tensor<[2], f32> storage(@t) {ep.made_from = ["w"]}
  // expected-error @+1 {{'ep.graph' op makes "c", whose bytes a package does not have}}
  ep.graph @prepare(%w: !ep.tensor<[2], f32> {ep.input = #ep.input<parameter "w">})
      -> (!ep.tensor<[2], f32> {ep.output = #ep.output<user_output "c">}) attributes {ep.prepare} {
    ep.return %w : !ep.tensor<[2], f32>
  }
}

// -----

ep.program @p {
  ep.storage @s bytes(8)
  ep.storage @t bytes(8)
  ep.parameter @w : !ep.tensor<[2], f32> storage(@s)
  ep.constant @c : !ep.tensor<[2], f32> storage(@t) {ep.made_from = ["w"]}
  // expected-error @+1 {{'ep.graph' op makes "c", whose bytes a package has}}
  ep.graph @fold(%w: !ep.tensor<[2], f32> {ep.input = #ep.input<parameter "w">})
      -> (!ep.tensor<[2], f32> {ep.output = #ep.output<user_output "c">}) attributes {ep.fold, ep.prepare} {
    ep.return %w : !ep.tensor<[2], f32>
  }
}

// -----

ep.program @p {
  ep.storage @s bytes(8)
  ep.parameter @w : !ep.tensor<[2], f32> storage(@s)
  // expected-error @+1 {{'ep.constant' op names an unknown storage @t}}
  ep.constant @c : !ep.tensor<[2], f32> storage(@t) {ep.made_from = ["w"]}
  ep.graph @fold(%w: !ep.tensor<[2], f32> {ep.input = #ep.input<parameter "w">})
      -> (!ep.tensor<[2], f32> {ep.output = #ep.output<user_output "c">}) attributes {ep.fold, ep.prepare} {
    ep.return %w : !ep.tensor<[2], f32>
  }
}
