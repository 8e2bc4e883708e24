// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The signature: what each input and output of the graph is.
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
  const json::Object *inner = arg->begin()->second.getAsObject();
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
/// How the signature writes one kind of input or output.
template <typename Kind>
struct SpecRow {
  StringRef name; ///< the key of the union
  StringRef key;  ///< where the target is; empty: the name of the argument
  Kind kind;
};

template <typename Kind>
struct Spec {
  Kind kind;
  StringRef target;
  const json::Object *body;
};
} // namespace

/// The kind and target of `spec` by the table `rows`; nothing when it has none.
template <typename Kind, size_t N>
static std::optional<Spec<Kind>> readSpec(const Union &spec,
                                          const SpecRow<Kind> (&rows)[N]) {
  const json::Object *body = spec.value->getAsObject();
  const SpecRow<Kind> *row = llvm::find_if(
      rows, [&](const SpecRow<Kind> &r) { return r.name == spec.kind; });
  if (row == std::end(rows) || !body)
    return std::nullopt;
  StringRef target = row->key.empty() ? argumentName(*body)
                                      : body->getString(row->key).value_or("");
  return Spec<Kind>{row->kind, target, body};
}

static llvm::Expected<ep::InputAttr> readInputSpec(MLIRContext *context,
                                                   const Union &spec) {
  using K = ep::InputKind;
  static constexpr SpecRow<K> rows[] = {
      {"user_input", "", K::UserInput},
      {"parameter", "parameter_name", K::Parameter},
      {"buffer", "buffer_name", K::Buffer},
      {"tensor_constant", "tensor_constant_name", K::ConstantTensor},
      {"custom_obj", "custom_obj_name", K::CustomObject},
      {"token", "", K::Token},
      {"constant_input", "name", K::ConstantInput}};
  std::optional<Spec<K>> read = readSpec(spec, rows);
  if (!read)
    return llvm::createStringError("unknown input kind " + spec.kind);
  Attribute value;
  if (read->kind == K::ConstantInput)
    if (std::optional<Union> constant = asUnion(read->body->get("value")))
      value = readConstant(context, *constant);
  return ep::InputAttr::get(context, read->kind,
                            StringAttr::get(context, read->target), value);
}

static llvm::Expected<ep::OutputAttr> readOutputSpec(MLIRContext *context,
                                                     const Union &spec) {
  using K = ep::OutputKind;
  static constexpr SpecRow<K> rows[] = {
      {"user_output", "", K::UserOutput},
      {"loss_output", "", K::Loss},
      {"buffer_mutation", "buffer_name", K::BufferMutation},
      {"parameter_mutation", "parameter_name", K::ParameterMutation},
      {"user_input_mutation", "user_input_name", K::UserInputMutation},
      {"gradient_to_parameter", "parameter_name", K::GradientToParameter},
      {"gradient_to_user_input", "user_input_name", K::GradientToUserInput},
      {"token", "", K::Token}};
  std::optional<Spec<K>> read = readSpec(spec, rows);
  if (!read)
    return llvm::createStringError("unknown output kind " + spec.kind);
  std::optional<Union> arg = asUnion(read->body->get("arg"));
  Attribute value;
  if (read->kind == K::UserOutput && arg && read->target.empty() &&
      !arg->kind.starts_with("as_sym_")) {
    read->kind = K::ConstantOutput;
    value = readConstant(context, *arg);
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
    llvm::Expected<ep::InputAttr> input = readInputSpec(context, spec);
    if (!input)
      return fail(ImportError::Signature, llvm::toString(input.takeError()));
    if (llvm::Error error = checkName(spec, argument))
      return error;
    inputs.push_back(*input);
  }
  for (auto [spec, argument] : llvm::zip(program.outputSpecs, graph.outputs)) {
    llvm::Expected<ep::OutputAttr> output = readOutputSpec(context, spec);
    if (!output)
      return fail(ImportError::Signature, llvm::toString(output.takeError()));
    if (llvm::Error error = checkName(spec, argument))
      return error;
    outputs.push_back(*output);
  }
  return llvm::Error::success();
}
