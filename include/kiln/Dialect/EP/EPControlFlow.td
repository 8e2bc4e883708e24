// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations that hold graphs: control flow, modes, and calls with effects.
#ifndef KILN_DIALECT_EP_EPCONTROLFLOW_TD
#define KILN_DIALECT_EP_EPCONTROLFLOW_TD

// Included by EPOps.td, which declares EP_Op.
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

// A subgraph of an exported program captures nothing: every value that it uses
// is an operand here and a block argument there. Its effects are those of what
// it holds.
class EP_SubgraphOp<string mnemonic, list<Trait> traits = []>
    : EP_Op<mnemonic, !listconcat([
          IsolatedFromAbove, RecursiveMemoryEffects,
          SingleBlockImplicitTerminator<"YieldOp">], traits)> {
  let results = (outs Variadic<AnyType>:$results);
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

def EP_CondOp : EP_SubgraphOp<"cond", [
    DeclareOpInterfaceMethods<RegionBranchOpInterface,
        ["areTypesCompatible", "getEntrySuccessorOperands"]>]> {
  let summary = "one of two graphs, by a predicate";
  let description = [{
    Runs the first graph where the predicate is true, else the second; both take
    all inputs. The predicate is a bool tensor of one element or a bool number
    (a condition on sizes). Results agree with what both branches yield up to
    strides; where the branches yield different sizes, the result has an
    unbacked symbol in their place.

    Example:
    ```mlir
    %1 = ep.cond %p(%x) : (!ep.tensor<[], i1>, !ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32> {
    ^bb0(%a: !ep.tensor<[s0], f32>):
      %2 = aten.cos.default %a : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
      ep.yield %2 : !ep.tensor<[s0], f32>
    } else {
    ^bb0(%a: !ep.tensor<[s0], f32>):
      ep.yield %a : !ep.tensor<[s0], f32>
    }
    ```
  }];
  let arguments = (ins AnyType:$predicate, Variadic<AnyType>:$inputs);
  let regions = (region SizedRegion<1>:$true_graph, SizedRegion<1>:$false_graph);
  let assemblyFormat = [{
    $predicate `(` $inputs `)` attr-dict `:` functional-type(operands, results)
    $true_graph `else` $false_graph
  }];
}

def EP_WhileLoopOp : EP_SubgraphOp<"while_loop", [AttrSizedOperandSegments]> {
  let summary = "repeats a graph while another one says so";
  let description = [{
    `carried` are the values of the first round, `additional` (after `with`) are
    the same in every round. Both graphs take all of them. The condition yields
    one bool; the body yields the carried values of the next round; the results
    are the carried values of the round in which the condition is false. Types of
    carried values are the same in every round up to strides.

    Example:
    ```mlir
    %2:2 = ep.while_loop(%i, %x) with(%n) : (!i, !t, !i) -> (!i, !t) {
    ^bb0(%a: !i, %b: !t, %c: !i):
      %3 = aten.lt.Tensor %a, %c : (!i, !i) -> !ep.tensor<[], i1>
      ep.yield %3 : !ep.tensor<[], i1>
    } do {
    ^bb0(%a: !i, %b: !t, %c: !i):
      %3 = aten.add.Tensor %a, %c : (!i, !i) -> !i
      ep.yield %3, %b : !i, !t
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$carried, Variadic<AnyType>:$additional);
  let regions = (region SizedRegion<1>:$condition, SizedRegion<1>:$body);
  let assemblyFormat = [{
    `(` $carried `)` `with` `(` $additional `)` attr-dict `:`
    functional-type(operands, results) $condition `do` $body
  }];
}

def EP_ScanOp : EP_SubgraphOp<"scan", [AttrSizedOperandSegments]> {
  let summary = "carries values along the first dimension of tensors";
  let description = [{
    For each index of the first dimension of `xs`, in order, the body takes the
    carried values, the slice of each of `xs` (without that dimension), and
    `additional`; it yields the next carried values, then one value per stacked
    result. Results are the last carried values and the stacks of the others
    along a new first dimension. A scan over another dimension or in reverse has
    been written with `movedim` and `flip` around it.

    Example:
    ```mlir
    %1:2 = ep.scan init(%h) over(%xs) with() : (!t, !ep.tensor<[s0, 4], f32>) -> (!t, !ep.tensor<[s0, 4], f32>) {
    ^bb0(%a: !t, %b: !t):
      %2 = aten.add.Tensor %a, %b : (!t, !t) -> !t
      ep.yield %2, %b : !t, !t
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$init, Variadic<AnyType>:$xs,
                       Variadic<AnyType>:$additional);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `init` `(` $init `)` `over` `(` $xs `)` `with` `(` $additional `)` attr-dict `:`
    functional-type(operands, results) $body
  }];
}

def EP_AssociativeScanOp
    : EP_SubgraphOp<"associative_scan", [AttrSizedOperandSegments]> {
  let summary = "all prefixes of an associative combination";
  let description = [{
    Element `i` of the results along the first dimension is the combination of
    the elements 0 to `i` of `xs`. The body takes the left elements, the right
    elements and `additional`, and yields their combination. The grouping is
    PyTorch's: blocks of 2^k elements that begin at a multiple of 2^k combine
    their halves, and a prefix combines the blocks of its length's binary
    digits from the left, the longest first.

    Example:
    ```mlir
    %1 = ep.associative_scan over(%xs) with() : (!ep.tensor<[8, 4], f32>) -> !ep.tensor<[8, 4], f32> {
    ^bb0(%a: !t, %b: !t):
      %2 = aten.mul.Tensor %a, %b : (!t, !t) -> !t
      ep.yield %2 : !t
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$xs, Variadic<AnyType>:$additional);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `over` `(` $xs `)` `with` `(` $additional `)` attr-dict `:`
    functional-type(operands, results) $body
  }];
}

def EP_MapOp : EP_SubgraphOp<"map", [AttrSizedOperandSegments]> {
  let summary = "a graph for each index of the first dimension";
  let description = [{
    The body takes the slice of each of `xs` (without the first dimension), and
    `additional`; what it yields is stacked along a new first dimension. Rounds
    do not depend on each other.

    Example:
    ```mlir
    %1 = ep.map over(%xs) with(%y) : (!ep.tensor<[s0, 4], f32>, !t) -> !ep.tensor<[s0, 4], f32> {
    ^bb0(%a: !t, %b: !t):
      %2 = aten.add.Tensor %a, %b : (!t, !t) -> !t
      ep.yield %2 : !t
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$xs, Variadic<AnyType>:$additional);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `over` `(` $xs `)` `with` `(` $additional `)` attr-dict `:`
    functional-type(operands, results) $body
  }];
}

//===----------------------------------------------------------------------===//
// Regions that run once
//===----------------------------------------------------------------------===//

// Runs its body once, on its inputs; passes to `core` inline it.
class EP_OnceOp<string mnemonic> : EP_SubgraphOp<mnemonic> {
  let regions = (region SizedRegion<1>:$body);
}

def EP_GradModeOp : EP_OnceOp<"grad_mode"> {
  let summary = "a graph that runs with gradients enabled or disabled";
  let description = [{
    `torch.no_grad()` and `torch.enable_grad()` of a program: what is computed is
    the same. In-place operators inside write the inputs.

    Example:
    ```mlir
    %1 = ep.grad_mode enabled(false) (%x) : (!t) -> !t {
    ^bb0(%a: !t):
      %2 = aten.sin.default %a : (!t) -> !t
      ep.yield %2 : !t
    }
    ```
  }];
  let arguments = (ins BoolAttr:$enabled, Variadic<AnyType>:$inputs);
  let assemblyFormat = [{
    `enabled` `(` $enabled `)` `(` $inputs `)` attr-dict `:`
    functional-type(operands, results) $body
  }];
}

def EP_AutocastOp : EP_OnceOp<"autocast"> {
  let summary = "a graph that runs under autocast";
  let description = [{
    `torch.autocast` of a program. The operators inside are recorded without the
    casts that the mode makes: a linear of `f32` operands may have a `bf16`
    result. `dtype` is the lower precision (PyTorch's default for the device when
    absent); a region that is not enabled switches the mode off inside it.

    Example:
    ```mlir
    %1 = ep.autocast "cpu" dtype(bf16) enabled(true) cache(false) (%x) : (!t) -> !ep.tensor<[4, 4], bf16> {
    ^bb0(%a: !t):
      %2 = aten.mm.default %a, %a : (!t, !t) -> !ep.tensor<[4, 4], bf16>
      ep.yield %2 : !ep.tensor<[4, 4], bf16>
    }
    ```
  }];
  let arguments = (ins StrAttr:$device_type, OptionalAttr<TypeAttr>:$dtype,
                       BoolAttr:$enabled, OptionalAttr<BoolAttr>:$cache_enabled,
                       Variadic<AnyType>:$inputs);
  let assemblyFormat = [{
    $device_type (`dtype` `(` $dtype^ `)`)? `enabled` `(` $enabled `)`
    (`cache` `(` $cache_enabled^ `)`)? `(` $inputs `)` attr-dict `:`
    functional-type(operands, results) $body
  }];
}

def EP_JvpOp : EP_SubgraphOp<"jvp", [AttrSizedOperandSegments]> {
  let summary = "a graph and its derivative along tangents";
  let description = [{
    `torch.func.jvp` of a program. The body takes the primals, then `additional`,
    which have no tangent. Results are what it yields, then the tangent of each
    of these that is a tensor of floats: the derivative at the primals along
    their tangents.

    Example:
    ```mlir
    %1:2 = ep.jvp at(%x) along(%d) with(%w) : (!t, !t, !t) -> (!t, !t) {
    ^bb0(%a: !t, %b: !t):
      %2 = aten.mul.Tensor %a, %b : (!t, !t) -> !t
      ep.yield %2 : !t
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$primals, Variadic<AnyType>:$tangents,
                       Variadic<AnyType>:$additional);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `at` `(` $primals `)` `along` `(` $tangents `)` `with` `(` $additional `)`
    attr-dict `:` functional-type(operands, results) $body
  }];
  let extraClassDeclaration = [{
    /// Has a value of this type a tangent?
    static bool isDifferentiable(mlir::Type type);
  }];
}

def EP_InvokeOp : EP_OnceOp<"invoke"> {
  let summary = "one use of a graph that occurs several times";
  let description = [{
    `nested_compile_region` of a program. Uses of one graph have one identifier;
    the graph is written in full at each.

    Example:
    ```mlir
    %1 = ep.invoke "subgraph_0" (%x) : (!t) -> !t {
    ^bb0(%a: !t):
      %2 = aten.tanh.default %a : (!t) -> !t
      ep.yield %2 : !t
    }
    ```
  }];
  let arguments = (ins StrAttr:$identifier, Variadic<AnyType>:$inputs);
  let assemblyFormat = [{
    $identifier `(` $inputs `)` attr-dict `:` functional-type(operands, results) $body
  }];
}

def EP_WithEffectsOp : EP_OnceOp<"with_effects"> {
  let summary = "an operator that is ordered by a token";
  let description = [{
    The body holds one call of an operator with effects. Calls that a chain of
    tokens joins happen in the order of the chain. The first result is the next
    token, the others are what the body yields.

    Example:
    ```mlir
    %t1 = ep.with_effects %t0(%info) : (!ep.token, !ep.tensor<[], i32>) -> !ep.token {
    ^bb0(%a: !ep.tensor<[], i32>):
      aten._linalg_check_errors.default %a, api_name = "linalg.inv", is_matrix = true : (!ep.tensor<[], i32>) -> ()
      ep.yield
    }
    ```
  }];
  let arguments = (ins EP_TokenType:$token, Variadic<AnyType>:$inputs);
  let assemblyFormat = [{
    $token `(` $inputs `)` attr-dict `:` functional-type(operands, results) $body
  }];
}

def EP_AutoFunctionalizedOp
    : EP_SubgraphOp<"auto_functionalized", [AttrSizedOperandSegments]> {
  let summary = "an operator that writes its operands, made functional";
  let description = [{
    The body calls an operator that writes its operands. It runs on copies of
    `bases`, and yields the results of the operator, then each base as it is
    afterwards; `inputs` are only read.

    Example:
    ```mlir
    %1 = ep.auto_functionalized writes(%acc) reads(%x) : (!t, !t) -> !t {
    ^bb0(%a: !t, %b: !t):
      aten.operator "ns.accumulate.default"(x = %b, acc = %a) : (!t, !t) -> ()
      ep.yield %a : !t
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$bases, Variadic<AnyType>:$inputs);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `writes` `(` $bases `)` `reads` `(` $inputs `)` attr-dict `:`
    functional-type(operands, results) $body
  }];
}

def EP_YieldOp : EP_Op<"yield", [Pure, ReturnLike, Terminator,
    ParentOneOf<["CondOp", "WhileLoopOp", "ScanOp", "AssociativeScanOp", "MapOp",
                 "GradModeOp", "AutocastOp", "JvpOp", "InvokeOp",
                 "WithEffectsOp", "AutoFunctionalizedOp"]>]> {
  let summary = "ends a subgraph with its results";
  let description = "Example: `ep.yield %1 : !ep.tensor<[s0, 10], f32>`.";
  let arguments = (ins Variadic<AnyType>:$operands);
  let builders = [OpBuilder<(ins)>];
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
}

#endif // KILN_DIALECT_EP_EPCONTROLFLOW_TD
