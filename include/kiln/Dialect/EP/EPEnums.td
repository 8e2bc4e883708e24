// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_DIALECT_EP_EPENUMS_TD
#define KILN_DIALECT_EP_EPENUMS_TD

include "mlir/IR/EnumAttr.td"

class EP_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::kiln::ep";
  let genSpecializedAttr = 0;
}

// Input and output kinds carry the names of torch.export's InputKind and
// OutputKind.
def EP_InputKind : EP_Enum<"InputKind", "kind of a graph input", [
  I32EnumAttrCase<"UserInput", 0, "user_input">,
  I32EnumAttrCase<"Parameter", 1, "parameter">,
  I32EnumAttrCase<"Buffer", 2, "buffer">,
  I32EnumAttrCase<"ConstantTensor", 3, "constant_tensor">,
  I32EnumAttrCase<"CustomObject", 4, "custom_object">,
  I32EnumAttrCase<"Token", 5, "token">,
  I32EnumAttrCase<"ConstantInput", 6, "constant_input">]>;

def EP_OutputKind : EP_Enum<"OutputKind", "kind of a graph output", [
  I32EnumAttrCase<"UserOutput", 0, "user_output">,
  I32EnumAttrCase<"Loss", 1, "loss">,
  I32EnumAttrCase<"BufferMutation", 2, "buffer_mutation">,
  I32EnumAttrCase<"ParameterMutation", 3, "parameter_mutation">,
  I32EnumAttrCase<"UserInputMutation", 4, "user_input_mutation">,
  I32EnumAttrCase<"GradientToParameter", 5, "gradient_to_parameter">,
  I32EnumAttrCase<"GradientToUserInput", 6, "gradient_to_user_input">,
  I32EnumAttrCase<"Token", 7, "token">,
  I32EnumAttrCase<"ConstantOutput", 8, "constant_output">]>;

// The numbers and names of torch.layout.
def EP_Layout : EP_Enum<"Layout", "how the elements of a tensor are kept", [
  I32EnumAttrCase<"SparseCoo", 1, "sparse_coo">,
  I32EnumAttrCase<"SparseCsr", 2, "sparse_csr">,
  I32EnumAttrCase<"SparseCsc", 3, "sparse_csc">,
  I32EnumAttrCase<"SparseBsr", 4, "sparse_bsr">,
  I32EnumAttrCase<"SparseBsc", 5, "sparse_bsc">,
  I32EnumAttrCase<"Mkldnn", 6, "_mkldnn">,
  I32EnumAttrCase<"Strided", 7, "strided">]>;

// Nodes of an expression. Names are those of the text form; sorts and meaning
// are in Expr.h.
def EP_ExprKind : EP_Enum<"ExprKind", "node of an expression", [
  I32EnumAttrCase<"Int", 0>, I32EnumAttrCase<"Float", 1>,
  I32EnumAttrCase<"Bool", 2>, I32EnumAttrCase<"Symbol", 3>,
  I32EnumAttrCase<"Add", 4>, I32EnumAttrCase<"Mul", 5>,
  I32EnumAttrCase<"FloorDiv", 6>, I32EnumAttrCase<"Mod", 7>,
  I32EnumAttrCase<"Pow", 8>, I32EnumAttrCase<"Max", 9>,
  I32EnumAttrCase<"Min", 10>, I32EnumAttrCase<"Abs", 11>,
  I32EnumAttrCase<"ToFloat", 12>, I32EnumAttrCase<"TrueDiv", 13>,
  I32EnumAttrCase<"TruncToInt", 14>, I32EnumAttrCase<"FloorToInt", 15>,
  I32EnumAttrCase<"CeilToInt", 16>, I32EnumAttrCase<"RoundToInt", 17>,
  I32EnumAttrCase<"FloatPow", 18>, I32EnumAttrCase<"Sqrt", 19>,
  I32EnumAttrCase<"Exp", 20>, I32EnumAttrCase<"Log", 21>,
  I32EnumAttrCase<"Sin", 22>, I32EnumAttrCase<"Cos", 23>,
  I32EnumAttrCase<"Tanh", 24>, I32EnumAttrCase<"Eq", 25>,
  I32EnumAttrCase<"Ne", 26>, I32EnumAttrCase<"Lt", 27>,
  I32EnumAttrCase<"Le", 28>, I32EnumAttrCase<"And", 29>,
  I32EnumAttrCase<"Or", 30>, I32EnumAttrCase<"Not", 31>,
  I32EnumAttrCase<"Where", 32>, I32EnumAttrCase<"BitAnd", 33>,
  I32EnumAttrCase<"BitOr", 34>, I32EnumAttrCase<"BitXor", 35>,
  I32EnumAttrCase<"LShift", 36>, I32EnumAttrCase<"RShift", 37>]>;

#endif // KILN_DIALECT_EP_EPENUMS_TD
