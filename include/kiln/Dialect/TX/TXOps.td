// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_DIALECT_TX_TXOPS_TD
#define KILN_DIALECT_TX_TXOPS_TD

include "kiln/Dialect/TX/TXDialect.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class TX_Op<string mnemonic, list<Trait> traits = []>
    : Op<TX_Dialect, mnemonic, !listconcat([Pure], traits)>;

/// On tensors; each result has the type and the sizes of its destination.
class TX_TensorOp<string mnemonic, list<Trait> traits = []>
    : TX_Op<mnemonic, !listconcat([DestinationStyleOpInterface], traits)> {
  let hasVerifier = 1;
}

def TX_ScanOp : TX_TensorOp<"scan"> {
  let summary = "a running combination along a dimension";
  let description = [{
    Element `i` along `dim` is the combination of the elements `0` to `i`. Floats
    are accumulated in f64 and rounded once per element; NaN stays. The contents
    of the destination are not read.

    Example:
    ```mlir
    %y = tx.scan add %x into %init along 1
        : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
    ```
  }];
  let arguments = (ins TX_CombineKind:$kind, AnyRankedTensor:$input,
                       AnyRankedTensor:$init, I64Attr:$dim,
                       UnitAttr:$is_unsigned);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $kind $input `into` $init `along` $dim (`unsigned` $is_unsigned^)? attr-dict
    `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getInitMutable(); }
  }];
}

def TX_ScatterOp : TX_TensorOp<"scatter", [
    AllTypesMatch<["init", "result"]>]> {
  let summary = "writes updates to places that are data";
  let description = [{
    The result is `init` into which the elements of `updates` are combined one
    after another, in row-major order: the last assignment wins, and sums are
    taken in that order.

    The sizes of the index tensors are the leading sizes of `updates`. An update at `p`
    goes to the element whose dimension `dims[j]` is the element of index tensor `j`
    at the leading part of `p`, and whose other dimensions, in order, are the
    entries of `p` that `window` names. An index that is out of range is an
    error of the call. Sizes along window loops do not exceed the destination's.

    Example: rows of `%u` are added to the rows of `%x` that `%i` names.
    ```mlir
    %y = tx.scatter add %u at[%i] into %x dims = [0] window = [1]
        : tensor<?x64xf32>, tensor<?xi64> into tensor<10x64xf32>
    ```
  }];
  let arguments = (ins TX_CombineKind:$kind, AnyRankedTensor:$updates,
                       AnyRankedTensor:$init,
                       Variadic<TensorOf<[AnySignlessInteger]>>:$indices,
                       DenseI64ArrayAttr:$dims,
                       DenseI64ArrayAttr:$window, UnitAttr:$is_unsigned);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $kind $updates `at` `[` $indices `]` `into` $init `dims` `=` $dims
    `window` `=` $window (`unsigned` $is_unsigned^)? attr-dict `:`
    type($updates) `,` type($indices) `into` type($init)
  }];
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getInitMutable(); }
  }];
}

def TX_CompactOp : TX_TensorOp<"compact", [
    AllTypesMatch<["init", "result"]>]> {
  let summary = "the places of the elements that are true";
  let description = [{
    Row `k` of the result has the indices of the `k`-th true element of `mask` in
    row-major order. Rows beyond the last such element are those of `init`;
    elements beyond the last row are dropped.

    Example:
    ```mlir
    %y = tx.compact %mask into %init : tensor<?x8xi1> into tensor<?x2xi64>
    ```
  }];
  let arguments = (ins TensorOf<[I1]>:$mask, TensorOf<[I64]>:$init);
  let results = (outs TensorOf<[I64]>:$result);
  let assemblyFormat = [{
    $mask `into` $init attr-dict `:` type($mask) `into` type($init)
  }];
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getInitMutable(); }
  }];
}

def TX_MatrixOp : TX_TensorOp<"matrix", [AttrSizedOperandSegments]> {
  let summary = "a routine on each matrix of a batch";
  let description = [{
    Calls a routine of `kiln/Matrix/Routines.def` on each matrix of a batch. The
    leading dimensions of all operands are the batch; after them come the sizes
    that the routine gives the operand, and 2 where its elements are complex
    numbers, which are those of every `F` operand of a `complex` op. Elements are
    f32 or f64, and signless integers for `I`; the routine itself computes in f64.

    The last destination is room for one matrix: words of 8 bytes, as many as the
    operands and the scratch of the routine take together. The contents of the
    destinations are not read. What a routine cannot do with the data, such as
    finding the eigenvalues of NaN, is an error of the call.

    Example:
    ```mlir
    %lu, %pivots, %info, %room = tx.matrix "lu"(%a) into(%l, %p, %i, %r)
        : (tensor<?x4x4xf32>, tensor<?x4x4xf32>, tensor<?x4xi32>, tensor<?xi32>, tensor<?x37xf64>)
        -> (tensor<?x4x4xf32>, tensor<?x4xi32>, tensor<?xi32>, tensor<?x37xf64>)
    ```
  }];
  let arguments = (ins StrAttr:$routine, Variadic<AnyRankedTensor>:$inputs,
      Variadic<AnyRankedTensor>:$inits,
      DefaultValuedAttr<TX_MatrixFlags, "::kiln::tx::MatrixFlags::None">:$flags,
      UnitAttr:$is_complex);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    $routine `(` $inputs `)` `into` `(` $inits `)` (`complex` $is_complex^)?
    (`flags` `=` $flags^)? attr-dict `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getInitsMutable(); }
    /// The number of leading dimensions that count matrices.
    int64_t getBatchRank();
    /// The operand that holds each letter of Routine::sizes that an operand has,
    /// and the dimension of it: `%x` and 3.
    std::pair<::mlir::Value, int64_t> getSizeSource(char letter);
  }];
}

def TX_AttentionOp : TX_TensorOp<"attention"> {
  let summary = "means of values, weighted by the softmax of scores";
  let description = [{
    The loops are the dimensions of the result, then the keys, then the depth.
    `maps` says where each of `query`, `key`, `value` and `inputs` is read: each
    of its dimensions along a loop, or at one place. The last dimension of the
    result runs through the elements of a value. For each row of the result,
    with everything computed in the type of the scores:

    * the score of a key is the sum of `query` times `key` along the depth, from
      which the region computes the one that counts. Its arguments are that sum,
      the elements of `inputs`, and the places along the loops but those of the
      elements of a value and of the depth;
    * the weight of a key is exp(score - maximum) over the sum of these;
    * the row is the sum of the weights times the values, rounded once.

    A row whose scores are all -inf is NaN, but 0 with `safe`. The contents of
    the destination are not read.

    Example: two heads, a number that is added to all scores of a key, and no
    key behind the query.
    ```mlir
    %y = tx.attention safe %q, %k, %v with %bias into %init maps = [
        affine_map<(h, i, n, j, d) -> (h, i, d)>, affine_map<(h, i, n, j, d) -> (h, j, d)>,
        affine_map<(h, i, n, j, d) -> (h, j, n)>, affine_map<(h, i, n, j, d) -> (j)>] {
    ^bb0(%score: f32, %b: f32, %h: index, %i: index, %j: index):
      %low = arith.constant 0xFF800000 : f32
      %sum = arith.addf %score, %b : f32
      %isSeen = arith.cmpi sge, %i, %j : index
      %s = arith.select %isSeen, %sum, %low : f32
      tx.yield %s : f32
    } : (tensor<2x?x64xf32>, tensor<2x?x64xf32>, tensor<2x?x64xf32>, tensor<?xf32>, tensor<2x?x64xf32>) -> tensor<2x?x64xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$query, AnyRankedTensor:$key,
                       AnyRankedTensor:$value,
                       Variadic<AnyRankedTensor>:$inputs, AnyRankedTensor:$init,
                       AffineMapArrayAttr:$maps, UnitAttr:$is_safe);
  let results = (outs AnyRankedTensor:$result);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    (`safe` $is_safe^)? $query `,` $key `,` $value (`with` $inputs^)? `into` $init
    `maps` `=` $maps $body attr-dict `:` functional-type(operands, results)
  }];
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getInitMutable(); }
    /// The loops: those of the result, of which the last goes through the
    /// elements of a value, then the keys, then the depth.
    unsigned getNumLoops() { return getType().getRank() + 2; }
    unsigned getColumnLoop() { return getType().getRank() - 1; }
    unsigned getKeyLoop() { return getType().getRank(); }
    unsigned getDepthLoop() { return getType().getRank() + 1; }
    /// Is `loop` one of the result that no key and no value depends on?
    bool isRowLoop(unsigned loop);
    /// Where operand `number`, or the result behind the last, is at `loops`.
    ::mlir::AffineMap getMap(unsigned operand);
    /// The type of all computation: f32 or f64.
    ::mlir::FloatType getScoreType() {
      return ::mlir::cast<::mlir::FloatType>(getBody().getArgument(0).getType());
    }
  }];
}

def TX_YieldOp : TX_Op<"yield", [Terminator, ParentOneOf<["AttentionOp"]>]> {
  let summary = "ends the region of an operation";
  let description = [{
    Example: `tx.yield %score : f32`.
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

def TX_PhiloxOp : TX_Op<"philox"> {
  let summary = "64 random bits at a place of a stream";
  let description = [{
    The generator Philox 4x32 with 10 rounds, a function of seed and place. A
    block of four words has the bits of two places; the first word of a pair is
    the high one.

    Example: `%bits = tx.philox %seed at %place`.
  }];
  let arguments = (ins I64:$seed, I64:$place);
  let results = (outs I64:$result);
  let assemblyFormat = "$seed `at` $place attr-dict";
}

def TX_DivisorOp : TX_Op<"divisor", [SameOperandsAndResultType]> {
  let summary = "an integer to divide by";
  let description = [{
    The operand, which must not be zero: a zero is an error of the call, as an
    index out of range is. What the result then is nobody may rely on, but it is
    not zero.

    Example: `%d = tx.divisor %y : i64`.
  }];
  let arguments = (ins AnySignlessInteger:$value);
  let results = (outs AnySignlessInteger:$result);
  let assemblyFormat = "$value attr-dict `:` type($value)";
  let hasFolder = 1;
}

#endif // KILN_DIALECT_TX_TXOPS_TD
