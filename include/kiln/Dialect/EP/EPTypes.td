// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_DIALECT_EP_EPTYPES_TD
#define KILN_DIALECT_EP_EPTYPES_TD

include "kiln/Dialect/EP/EPAttrs.td"
include "mlir/IR/AttrTypeBase.td"

class EP_Type<string name, string typeMnemonic, list<Trait> traits = []>
    : TypeDef<EP_Dialect, name, traits> {
  let mnemonic = typeMnemonic;
}

def EP_TensorType : EP_Type<"Tensor", "tensor"> {
  let summary = "a PyTorch tensor: sizes as expressions, dtype, strides, device, layout";
  let description = [{
    The metadata that PyTorch keeps about a tensor. Sizes and strides are int
    expressions. Strides are absent when contiguous (row-major), so that equal
    tensors have equal types. The device is absent for the CPU.

    The layout is absent where it is `strided`. A tensor of another layout, such
    as a sparse one, has no strides; nothing later than phase `exported` takes it.

    The element type is PyTorch's dtype: `i1` bool, `ui8` uint8, signless
    integers for the signed dtypes, builtin floats, `complex<...>`.

    Example: `!ep.tensor<[s0, 2*s0 + 1], f32, strides = [1, s0], device = "cuda:0">`,
    `!ep.tensor<[6, 5], f32, layout = sparse_coo>`.
  }];
  let parameters = (ins ArrayRefParameter<"::kiln::ep::ExprAttr">:$sizes,
                        "::mlir::Type":$elementType,
                        ArrayRefParameter<"::kiln::ep::ExprAttr">:$strides,
                        OptionalParameter<"::mlir::StringAttr">:$device,
                        DefaultValuedParameter<"::kiln::ep::Layout",
                          "::kiln::ep::Layout::Strided">:$layout);
  let builders = [
    TypeBuilder<(ins "ArrayRef<ExprAttr>":$sizes, "Type":$elementType,
                     "ArrayRef<ExprAttr>":$strides, "StringAttr":$device), [{
      return $_get($_ctxt, sizes, elementType, strides, device, Layout::Strided);
    }]>,
    TypeBuilderWithInferredContext<(ins "ArrayRef<ExprAttr>":$sizes, "Type":$elementType), [{
      return $_get(elementType.getContext(), sizes, elementType,
                   ArrayRef<ExprAttr>(), StringAttr(), Layout::Strided);
    }]>];
  let genVerifyDecl = 1;
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    int64_t getRank() const { return getSizes().size(); }
    /// Are its elements kept by strides, as all but sparse tensors are?
    bool isStrided() const { return getLayout() == Layout::Strided; }
    /// No strides are written: row-major.
    bool isContiguous() const { return getStrides().empty(); }
    /// The strides, computed when contiguous (a dimension's stride is the
    /// product of max(1, size) of the later ones, as PyTorch computes it).
    SmallVector<ExprAttr> getStridesOrDefault() const;
    /// The same tensor with other sizes or element type, contiguous.
    TensorType withSizes(ArrayRef<ExprAttr> sizes) const;
    TensorType withElementType(Type elementType) const;
    /// The builtin tensor: static sizes stay, all others become dynamic.
    RankedTensorType getBuiltinType() const;
  }];
}

def EP_NumberType : EP_Type<"Number", "number"> {
  let summary = "a Python number; the type says its value";
  let description = [{
    An int, float or bool of Python: an int input, the result of `item()`, or a
    number where an operator takes a tensor (PyTorch's "wrapped number"). Its
    value is the expression in the type.

    Example: `!ep.number<2>`, `!ep.number<u0>`.
  }];
  let parameters = (ins "::kiln::ep::ExprAttr":$value);
  let assemblyFormat = "`<` custom<SymExpr>($value) `>`";
}

def EP_TokenType : EP_Type<"Token", "token"> {
  let summary = "an effect token of `with_effects`";
  let description = "Orders effectful operators. Example: `!ep.token`.";
}

def EP_ObjectType : EP_Type<"Object", "object"> {
  let summary = "a custom object by its class name";
  let description = "A torchbind or opaque object. Example: `!ep.object<\"ns.Class\">`.";
  let parameters = (ins "::mlir::StringAttr":$className);
  let assemblyFormat = "`<` $className `>`";
}

// Without its C++ class, so that ops print the whole type.
def EP_AnyTensor : Type<CPred<"::llvm::isa<::kiln::ep::TensorType>($_self)">,
                        "an !ep.tensor">;

#endif // KILN_DIALECT_EP_EPTYPES_TD
