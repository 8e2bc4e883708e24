// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The signature: the kind and target of each input and output of the graph.
#include "ProgramImporter.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::pt2;

/// The name that an argument of a spec carries, if any.
static StringRef argumentName(const json::Object &body) {
  const json::Object *arg = body.getObject("arg");
  if (!arg || arg->empty())
    return "";
  if (std::optional<StringRef> name = arg->getString("name"))
    return *name;
  const json::Object *inner = (*arg->begin()).second.getAsObject();
  if (!inner)
    return "";
  if (std::optional<StringRef> name = inner->getString("name"))
    return *name;
  return inner->getString("as_name").value_or("");
}

/// The value of a specialised input or of a constant output; unit for None.
static Attribute readConstant(MLIRContext *context, const Union &value) {
  Builder b(context);
  if (value.kind == "as_none")
    return b.getUnitAttr();
  if (std::optional<bool> flag = value.value->getAsBoolean())
    return b.getBoolAttr(*flag);
  if (std::optional<int64_t> number = value.value->getAsInteger();
      number && value.kind == "as_int")
    return b.getI64IntegerAttr(*number);
  if (std::optional<double> number = readFloat(*value.value))
    return b.getF64FloatAttr(*number);
  if (std::optional<StringRef> text = value.value->getAsString())
    return b.getStringAttr(*text);
  return {};
}

namespace {
/// The graph's counterpart of an input or output of a kind in the signature.
enum class Form { Tensor, Object, Constant, Given, Made };

/// How the signature writes one kind of input or output.
template <typename Kind>
struct SpecRow {
  StringRef name; ///< the key of the union
  StringRef key;  ///< where the target is; empty: the name of the argument
  Kind kind;
  Form form = Form::Tensor;
};

template <typename Kind>
struct Spec {
  Kind kind;
  StringRef target;
  const json::Object *body;
};
} // namespace

static bool hasForm(const Argument &argument, Form form) {
  StringRef kind = argument.kind;
  switch (form) {
  case Form::Tensor:
    return kind == "as_tensor";
  case Form::Object:
    return kind == "as_custom_obj";
  case Form::Constant:
    return isConstantArgument(argument);
  case Form::Given:
    return kind == "as_tensor" || kind == "as_custom_obj" ||
           kind == "as_sym_int";
  case Form::Made:
    return hasForm(argument, Form::Given) || isConstantArgument(argument) ||
           kind == "as_sym_float" || kind == "as_sym_bool";
  }
  llvm_unreachable("unknown form");
}

/// The kind and target of `spec` by the table `rows`; the graph has `argument`
/// in its place.
template <typename Kind, size_t N>
static llvm::Expected<Spec<Kind>>
readSpec(const Union &spec, const Argument &argument, StringRef what,
         const SpecRow<Kind> (&rows)[N]) {
  const json::Object *body = spec.value->getAsObject();
  const SpecRow<Kind> *row = llvm::find_if(
      rows, [&](const SpecRow<Kind> &r) { return r.name == spec.kind; });
  if (row == std::end(rows) || !body)
    return llvm::createStringError("unknown " + what + " kind " + spec.kind);
  if (!hasForm(argument, row->form))
    return llvm::createStringError("does not match the graph: the " + what +
                                   " of kind " + spec.kind + " is " +
                                   argument.kind);
  if (row->key.empty())
    return Spec<Kind>{row->kind, argumentName(*body), body};
  std::optional<StringRef> target = body->getString(row->key);
  if (!target)
    return llvm::createStringError("the " + what + " of kind " + spec.kind +
                                   " has no " + row->key);
  return Spec<Kind>{row->kind, *target, body};
}

static llvm::Expected<ep::InputAttr> readInputSpec(MLIRContext *context,
                                                   const Union &spec,
                                                   const Argument &argument) {
  using K = ep::InputKind;
  static constexpr SpecRow<K> rows[] = {
      {"user_input", "", K::UserInput, Form::Given},
      {"parameter", "parameter_name", K::Parameter},
      {"buffer", "buffer_name", K::Buffer},
      {"tensor_constant", "tensor_constant_name", K::ConstantTensor},
      {"custom_obj", "custom_obj_name", K::CustomObject, Form::Object},
      {"token", "", K::Token},
      {"constant_input", "name", K::ConstantInput, Form::Constant}};
  llvm::Expected<Spec<K>> read = readSpec(spec, argument, "input", rows);
  if (!read)
    return read.takeError();
  Attribute value;
  if (read->kind == K::ConstantInput) {
    value = readConstant(context, argument);
    std::optional<Union> said = asUnion(read->body->get("value"));
    if (!said || readConstant(context, *said) != value)
      return llvm::createStringError(
          "does not match the graph: a constant input differs");
  }
  return ep::InputAttr::get(context, read->kind,
                            StringAttr::get(context, read->target), value);
}

static llvm::Expected<ep::OutputAttr> readOutputSpec(MLIRContext *context,
                                                     const Union &spec,
                                                     const Argument &argument) {
  using K = ep::OutputKind;
  static constexpr SpecRow<K> rows[] = {
      {"user_output", "", K::UserOutput, Form::Made},
      {"loss_output", "", K::Loss},
      {"buffer_mutation", "buffer_name", K::BufferMutation},
      {"parameter_mutation", "parameter_name", K::ParameterMutation},
      {"user_input_mutation", "user_input_name", K::UserInputMutation},
      {"gradient_to_parameter", "parameter_name", K::GradientToParameter},
      {"gradient_to_user_input", "user_input_name", K::GradientToUserInput},
      {"token", "", K::Token}};
  llvm::Expected<Spec<K>> read = readSpec(spec, argument, "output", rows);
  if (!read)
    return read.takeError();
  Attribute value;
  if (isConstantArgument(argument)) {
    read->kind = K::ConstantOutput;
    value = readConstant(context, argument);
    std::optional<Union> said = asUnion(read->body->get("arg"));
    if (!said || readConstant(context, *said) != value)
      return llvm::createStringError(
          "does not match the graph: a constant output differs");
  }
  return ep::OutputAttr::get(context, read->kind,
                             StringAttr::get(context, read->target), value);
}

/// Signature and graph name the same value.
llvm::Error ProgramImporter::checkName(const Union &spec,
                                       const Argument &argument) {
  const json::Object *body = spec.value->getAsObject();
  StringRef said = body ? argumentName(*body) : "", is = nameOf(argument);
  if (said == is || said.empty() || is.empty())
    return llvm::Error::success();
  return fail(ImportError::Signature,
              "does not match the graph: the signature names '" + said +
                  "' where the graph has '" + is + "'");
}

llvm::Error ProgramImporter::checkSignatureSize() {
  const Graph &graph = program.graph;
  auto refuse = [&](StringRef what, size_t said, size_t is) {
    return fail(ImportError::Signature,
                "does not match the graph: the signature has " + Twine(said) +
                    " " + what + " but the graph has " + Twine(is));
  };
  if (program.inputSpecs.size() != graph.inputs.size())
    return refuse("inputs", program.inputSpecs.size(), graph.inputs.size());
  if (program.outputSpecs.size() != graph.outputs.size())
    return refuse("outputs", program.outputSpecs.size(), graph.outputs.size());
  return llvm::Error::success();
}

llvm::Error
ProgramImporter::readSignature(SmallVectorImpl<ep::InputAttr> &inputs,
                               SmallVectorImpl<ep::OutputAttr> &outputs) {
  const Graph &graph = program.graph;
  for (auto [spec, argument] : llvm::zip(program.inputSpecs, graph.inputs)) {
    llvm::Expected<ep::InputAttr> input =
        readInputSpec(context, spec, argument);
    if (!input)
      return fail(ImportError::Signature, llvm::toString(input.takeError()));
    if (llvm::Error error = checkName(spec, argument))
      return error;
    inputs.push_back(*input);
  }
  for (auto [spec, argument] : llvm::zip(program.outputSpecs, graph.outputs)) {
    llvm::Expected<ep::OutputAttr> output =
        readOutputSpec(context, spec, argument);
    if (!output)
      return fail(ImportError::Signature, llvm::toString(output.takeError()));
    if (llvm::Error error = checkName(spec, argument))
      return error;
    outputs.push_back(*output);
  }
  return llvm::Error::success();
}
