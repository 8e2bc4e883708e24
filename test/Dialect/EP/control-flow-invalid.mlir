// RUN: kiln-opt %s --split-input-file --verify-diagnostics

!t = !ep.tensor<[4], f32>
!i = !ep.tensor<[], i64>
!bool = !ep.tensor<[], i1>

func.func @predicate(%x: !t) {
  // expected-error @+1 {{'ep.cond' op predicate has type '!ep.tensor<[4], f32>', must be a bool}}
  ep.cond %x() : (!t) -> () {
  } else {
  }
  return
}

// -----

!t = !ep.tensor<[4], f32>
!sparse = !ep.tensor<[4], f32, layout = sparse_coo>
func.func @layouts(%p: !ep.tensor<[], i1>, %x: !sparse) {
  // expected-error @+1 {{'ep.cond' op end of the true branch has value 0 of type '!ep.tensor<[4], f32, layout = sparse_coo>', must be '!ep.tensor<[4], f32>'}}
  %0 = ep.cond %p(%x) : (!ep.tensor<[], i1>, !sparse) -> !t {
  ^bb0(%a: !sparse):
    ep.yield %a : !sparse
  } else {
  ^bb0(%a: !sparse):
    ep.yield %a : !sparse
  }
  return
}

// -----

func.func @number_predicate(%x: !ep.number<s0>) {
  // expected-error @+1 {{'ep.cond' op predicate has type '!ep.number<s0>', must be a bool}}
  ep.cond %x() : (!ep.number<s0>) -> () {
  } else {
  }
  return
}

// -----

func.func @long_predicate(%x: !ep.tensor<[2], i1>) {
  // expected-error @+1 {{'ep.cond' op predicate has type '!ep.tensor<[2], i1>', must be a bool}}
  ep.cond %x() : (!ep.tensor<[2], i1>) -> () {
  } else {
  }
  return
}

// -----

!t = !ep.tensor<[4], f32>
func.func @branches(%p: !ep.tensor<[], i1>, %x: !t) {
  // expected-error @+1 {{'ep.cond' op branches differ: one yields 1 values, the other 0}}
  %0 = ep.cond %p(%x) : (!ep.tensor<[], i1>, !t) -> !t {
  ^bb0(%a: !t):
    ep.yield %a : !t
  } else {
  ^bb0(%a: !t):
    ep.yield
  }
  return
}

// -----

!t = !ep.tensor<[4], f32>
func.func @branch_results(%p: !ep.tensor<[], i1>, %x: !t) {
  // expected-error @+1 {{'ep.cond' op end of the true branch has 1 values, must have 2}}
  %0:2 = ep.cond %p(%x) : (!ep.tensor<[], i1>, !t) -> (!t, !t) {
  ^bb0(%a: !t):
    ep.yield %a : !t
  } else {
  ^bb0(%a: !t):
    ep.yield %a : !t
  }
  return
}

// -----

!t = !ep.tensor<[4], f32>
func.func @branch_size(%p: !ep.tensor<[], i1>, %x: !t) {
  // expected-error @+1 {{'ep.cond' op end of the true branch has value 0 of type '!ep.tensor<[4], f32>', must be '!ep.tensor<[5], f32>'}}
  %0 = ep.cond %p(%x) : (!ep.tensor<[], i1>, !t) -> !ep.tensor<[5], f32> {
  ^bb0(%a: !t):
    ep.yield %a : !t
  } else {
  ^bb0(%a: !t):
    ep.yield %a : !t
  }
  return
}

// -----

!t = !ep.tensor<[4], f32>
func.func @branch_dtype(%p: !ep.tensor<[], i1>, %x: !t) {
  // expected-error @+1 {{'ep.cond' op end of the false branch has value 0 of type '!ep.tensor<[4], f16>', must be '!ep.tensor<[4], f32>'}}
  %0 = ep.cond %p(%x) : (!ep.tensor<[], i1>, !t) -> !t {
  ^bb0(%a: !t):
    ep.yield %a : !t
  } else {
  ^bb0(%a: !t):
    %b = aten._to_copy.default %a, dtype = f16 : (!t) -> !ep.tensor<[4], f16>
    ep.yield %b : !ep.tensor<[4], f16>
  }
  return
}

// -----

!t = !ep.tensor<[4], f32>
func.func @branch_arguments(%p: !ep.tensor<[], i1>, %x: !t) {
  // expected-error @+1 {{'ep.cond' op entry of the true branch has 0 values, must have 1}}
  ep.cond %p(%x) : (!ep.tensor<[], i1>, !t) -> () {
  } else {
  ^bb0(%a: !t):
  }
  return
}

// -----

!t = !ep.tensor<[4], f32>
func.func @condition(%x: !t) {
  // expected-error @+1 {{'ep.while_loop' op condition must yield one bool}}
  %0 = ep.while_loop(%x) with() : (!t) -> !t {
  ^bb0(%a: !t):
    ep.yield %a : !t
  } do {
  ^bb0(%a: !t):
    ep.yield %a : !t
  }
  return
}

// -----

!t = !ep.tensor<[4], f32>
func.func @condition_arguments(%x: !t) {
  // expected-error @+1 {{'ep.while_loop' op entry of the condition has 0 values, must have 1}}
  %0 = ep.while_loop(%x) with() : (!t) -> !t {
  } do {
  ^bb0(%a: !t):
    ep.yield %a : !t
  }
  return
}

// -----

!t = !ep.tensor<[4], f32>
func.func @carried(%p: !ep.tensor<[], i1>, %x: !t) {
  // expected-error @+1 {{'ep.while_loop' op end of the body has 1 values, must have 2}}
  %0:2 = ep.while_loop(%p, %x) with() : (!ep.tensor<[], i1>, !t) -> (!ep.tensor<[], i1>, !t) {
  ^bb0(%q: !ep.tensor<[], i1>, %a: !t):
    ep.yield %q : !ep.tensor<[], i1>
  } do {
  ^bb0(%q: !ep.tensor<[], i1>, %a: !t):
    ep.yield %a : !t
  }
  return
}

// -----

!t = !ep.tensor<[4], f32>
func.func @loop_results(%p: !ep.tensor<[], i1>) {
  // expected-error @+1 {{'ep.while_loop' op list of results has value 0 of type '!ep.tensor<[4], f32>', must be '!ep.tensor<[], i1>'}}
  %0 = ep.while_loop(%p) with() : (!ep.tensor<[], i1>) -> !t {
  ^bb0(%q: !ep.tensor<[], i1>):
    ep.yield %q : !ep.tensor<[], i1>
  } do {
  ^bb0(%q: !ep.tensor<[], i1>):
    ep.yield %q : !ep.tensor<[], i1>
  }
  return
}

// -----

func.func @scalar_scan(%x: !ep.tensor<[], f32>) {
  // expected-error @+1 {{'ep.scan' op operand 0 to go over has type '!ep.tensor<[], f32>', must have a first dimension}}
  ep.scan init() over(%x) with() : (!ep.tensor<[], f32>) -> () {
  }
  return
}

// -----

!t = !ep.tensor<[4], f32>
func.func @lengths(%x: !t, %y: !ep.tensor<[5], f32>) {
  // expected-error @+1 {{'ep.map' op goes over 4 and over 5 slices}}
  ep.map over(%x, %y) with() : (!t, !ep.tensor<[5], f32>) -> () {
  }
  return
}

// -----

func.func @nothing() {
  // expected-error @+1 {{'ep.associative_scan' op has nothing to go over}}
  ep.associative_scan over() with() : () -> () {
  }
  return
}

// -----

!t = !ep.tensor<[4], f32>
func.func @carries(%h: !t, %x: !t) {
  // expected-error @+1 {{'ep.scan' op carries 1 values, but yields 0 and has 1 results}}
  %0 = ep.scan init(%h) over(%x) with() : (!t, !t) -> !t {
  ^bb0(%a: !t, %b: !ep.tensor<[], f32>):
  }
  return
}

// -----

!t = !ep.tensor<[4], f32>
func.func @slices(%h: !t, %x: !t) {
  // expected-error @+1 {{'ep.scan' op entry of the body has value 1 of type '!ep.tensor<[4], f32>', must be '!ep.tensor<[], f32>'}}
  %0 = ep.scan init(%h) over(%x) with() : (!t, !t) -> !t {
  ^bb0(%a: !t, %b: !t):
    ep.yield %a : !t
  }
  return
}

// -----

!t = !ep.tensor<[4], f32>
func.func @yielded_carry(%h: !t, %x: !t) {
  // expected-error @+1 {{'ep.scan' op list of yielded carries has value 0 of type '!ep.tensor<[], f32>', must be '!ep.tensor<[4], f32>'}}
  %0 = ep.scan init(%h) over(%x) with() : (!t, !t) -> !t {
  ^bb0(%a: !t, %b: !ep.tensor<[], f32>):
    ep.yield %b : !ep.tensor<[], f32>
  }
  return
}

// -----

!t = !ep.tensor<[4], f32>
func.func @carried_result(%h: !t, %x: !t) {
  // expected-error @+1 {{'ep.scan' op list of carried results has value 0 of type '!ep.tensor<[], f32>', must be '!ep.tensor<[4], f32>'}}
  %0 = ep.scan init(%h) over(%x) with() : (!t, !t) -> !ep.tensor<[], f32> {
  ^bb0(%a: !t, %b: !ep.tensor<[], f32>):
    ep.yield %a : !t
  }
  return
}

// -----

!t = !ep.tensor<[4], f32>
func.func @stacks(%x: !t) {
  // expected-error @+1 {{'ep.map' op list of stacked results has value 0 of type '!ep.tensor<[3], f32>', must be '!ep.tensor<[4], f32>'}}
  %0 = ep.map over(%x) with() : (!t) -> !ep.tensor<[3], f32> {
  ^bb0(%b: !ep.tensor<[], f32>):
    ep.yield %b : !ep.tensor<[], f32>
  }
  return
}

// -----

!t = !ep.tensor<[4], f32>
func.func @stacked_number(%x: !t, %n: !ep.number<3>) {
  // expected-error @+1 {{'ep.map' op cannot stack values of type '!ep.number<3>'}}
  %0 = ep.map over(%x) with(%n) : (!t, !ep.number<3>) -> !t {
  ^bb0(%b: !ep.tensor<[], f32>, %m: !ep.number<3>):
    ep.yield %m : !ep.number<3>
  }
  return
}

// -----

!t = !ep.tensor<[4], f32>
func.func @mode(%x: !t) {
  // expected-error @+1 {{'ep.grad_mode' op end of the body has 0 values, must have 1}}
  %0 = ep.grad_mode enabled(true)(%x) : (!t) -> !t {
  ^bb0(%a: !t):
  }
  return
}

// -----

func.func @autocast() {
  // expected-error @+1 {{'ep.autocast' op dtype 'i32' is no float}}
  ep.autocast "cpu" dtype(i32) enabled(true)() : () -> () {
  }
  return
}

// -----

!i = !ep.tensor<[4], i64>
func.func @jvp_of_integers(%x: !i) {
  // expected-error @+1 {{'ep.jvp' op primal 0 has type '!ep.tensor<[4], i64>', must be a tensor of floats}}
  ep.jvp at(%x) along(%x) with() : (!i, !i) -> () {
  ^bb0(%a: !i):
  }
  return
}

// -----

!t = !ep.tensor<[4], f32>
func.func @jvp_tangents(%x: !t, %d: !ep.tensor<[4], f64>) {
  // expected-error @+1 {{'ep.jvp' op tangents must have the types of the primals}}
  ep.jvp at(%x) along(%d) with() : (!t, !ep.tensor<[4], f64>) -> () {
  ^bb0(%a: !t):
  }
  return
}

// -----

!t = !ep.tensor<[4], f32>
func.func @jvp_arguments(%x: !t, %d: !t) {
  // expected-error @+1 {{'ep.jvp' op entry of the body has 2 values, must have 1}}
  ep.jvp at(%x) along(%d) with() : (!t, !t) -> () {
  ^bb0(%a: !t, %b: !t):
  }
  return
}

// -----

!t = !ep.tensor<[4], f32>
func.func @jvp_results(%x: !t, %d: !t) {
  // expected-error @+1 {{'ep.jvp' op list of results has 1 values, must have 2}}
  %0 = ep.jvp at(%x) along(%d) with() : (!t, !t) -> !t {
  ^bb0(%a: !t):
    ep.yield %a : !t
  }
  return
}

// -----

!t = !ep.tensor<[4], f32>
func.func @invoke(%x: !t) {
  // expected-error @+1 {{'ep.invoke' op entry of the body has 0 values, must have 1}}
  ep.invoke "g"(%x) : (!t) -> () {
  }
  return
}

// -----

func.func @token(%t: !ep.token) {
  // expected-error @+1 {{'ep.with_effects' op first result must be a token}}
  ep.with_effects %t() : (!ep.token) -> () {
  }
  return
}

// -----

!t = !ep.tensor<[4], f32>
func.func @bases(%x: !t) {
  // expected-error @+1 {{'ep.auto_functionalized' op writes 1 values but has 0 results}}
  ep.auto_functionalized writes(%x) reads() : (!t) -> () {
  ^bb0(%a: !t):
  }
  return
}

// -----

!t = !ep.tensor<[4], f32>
func.func @written(%x: !t) {
  // expected-error @+1 {{'ep.auto_functionalized' op list of written results has value 0 of type '!ep.number<3>', must be '!ep.tensor<[4], f32>'}}
  %0 = ep.auto_functionalized writes(%x) reads() : (!t) -> !ep.number<3> {
  ^bb0(%a: !t):
  }
  return
}

// -----

// Subgraphs capture nothing.
!t = !ep.tensor<[4], f32>
func.func @capture(%x: !t) {
  // expected-note @+1 {{required by region isolation constraints}}
  %0 = ep.invoke "g"() : () -> !t {
    // expected-error @+1 {{'ep.yield' op using value defined outside the region}}
    ep.yield %x : !t
  }
  return
}

// -----

// expected-error @+1 {{'ep.yield' op expects parent op to be one of}}
ep.yield
