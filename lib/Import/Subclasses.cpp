// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Subclasses.h"
#include "ProgramImporter.h"
#include "llvm/ADT/StringSwitch.h"

using namespace kiln;
using namespace kiln::pt2;

namespace {
/// A tensor inside of a state input: `.qdata`, or `.impl.scale` through two.
struct Part {
  StringRef input;
  std::string path;
};

class Unwrapper {
public:
  explicit Unwrapper(ExportedProgram &program) : program(program) {}
  json::Document run(std::string &text);

private:
  void collectParts();
  void chooseInputs();
  llvm::json::Array describeInputs();
  void replaceInputs(const json::Array &described);
  void replaceNodes();

  ExportedProgram &program;
  llvm::StringMap<Part> parts; ///< by the name of the value
  llvm::StringSet<> wrappers;  ///< values that are taken apart
  /// The values that become inputs, by the input that they are parts of; and
  /// the stand-in for other values of the same parts.
  llvm::StringMap<SmallVector<StringRef>> chosen;
  llvm::StringMap<StringRef> same;
  llvm::StringMap<Argument> inputs; ///< the new ones by name
};
} // namespace

static bool takesApart(const Node &node) {
  return node.target == kTakeApart && node.inputs.size() == 2 &&
         node.outputs.size() == 1;
}

/// Where the specification of an input has the name of its state; empty for
/// inputs that are no state.
static StringRef getNameKey(const Union &spec) {
  return llvm::StringSwitch<StringRef>(spec.kind)
      .Case("parameter", "parameter_name")
      .Case("buffer", "buffer_name")
      .Case("tensor_constant", "tensor_constant_name")
      .Default("");
}

void Unwrapper::collectParts() {
  for (auto [input, spec] : llvm::zip(program.graph.inputs, program.inputSpecs))
    if (!getNameKey(spec).empty() && spec.value->getAsObject())
      parts[nameOf(input)] = {nameOf(input), ""};
  for (const Node &node : program.graph.nodes) {
    if (!takesApart(node))
      continue;
    auto whole = parts.find(nameOf(node.inputs[0].arg));
    std::optional<StringRef> name = node.inputs[1].arg.value->getAsString();
    if (whole == parts.end() || !name)
      continue;
    wrappers.insert(whole->first());
    Part part = whole->second;
    part.path += ("." + *name).str();
    parts[nameOf(node.outputs[0])] = std::move(part);
  }
}

/// The first value of each part becomes an input.
void Unwrapper::chooseInputs() {
  llvm::StringMap<StringRef> first;
  for (const Node &node : program.graph.nodes) {
    StringRef value = takesApart(node) ? nameOf(node.outputs[0]) : "";
    auto part = parts.find(value);
    if (value.empty() || part == parts.end() || wrappers.contains(value))
      continue;
    const auto &[input, path] = part->second;
    auto [it, isFirst] = first.try_emplace((input + path).str(), value);
    if (isFirst)
      chosen[input].push_back(value);
    else
      same[value] = it->second;
  }
}

/// The new inputs as the file would have them, each before its specification.
llvm::json::Array Unwrapper::describeInputs() {
  llvm::json::Array described;
  for (auto [input, spec] : llvm::zip(program.graph.inputs, program.inputSpecs))
    for (StringRef value : chosen.lookup(nameOf(input))) {
      const json::Object &body = *spec.value->getAsObject();
      StringRef key = getNameKey(spec);
      llvm::json::Object name{{"name", value}};
      std::string state(body.getString(key).value_or(""));
      llvm::json::Object entry{{"arg", llvm::json::Object(name)},
                               {key, state + parts[value].path}};
      const JSON *flag = body.get("persistent");
      if (flag && flag->getAsBoolean())
        entry["persistent"] = *flag->getAsBoolean();
      described.push_back(llvm::json::Object{{"as_tensor", std::move(name)}});
      described.push_back(llvm::json::Object{{spec.kind, std::move(entry)}});
    }
  return described;
}

void Unwrapper::replaceInputs(const json::Array &described) {
  std::vector<Argument> arguments;
  std::vector<Union> specs;
  const JSON *next = described.begin();
  for (auto [input, spec] :
       llvm::zip(program.graph.inputs, program.inputSpecs)) {
    StringRef name = nameOf(input);
    if (!wrappers.contains(name)) {
      arguments.push_back(input);
      specs.push_back(spec);
      continue;
    }
    program.unwrapped.insert(name);
    for (StringRef value : chosen.lookup(name)) {
      arguments.push_back(*asUnion(next++));
      specs.push_back(*asUnion(next++));
      inputs[value] = arguments.back();
    }
  }
  program.graph.inputs = std::move(arguments);
  program.inputSpecs = std::move(specs);
}

/// Nodes whose values are inputs go; others of the same parts pass these on.
void Unwrapper::replaceNodes() {
  std::vector<Node> nodes;
  for (Node &node : program.graph.nodes) {
    StringRef value = takesApart(node) ? nameOf(node.outputs[0]) : "";
    if (value.empty() || !parts.contains(value)) {
      nodes.push_back(std::move(node));
    } else if (same.contains(value)) {
      node.target = "torch.ops.aten.alias.default";
      node.inputs = {{"self", inputs.lookup(same.lookup(value))}};
      nodes.push_back(std::move(node));
    }
  }
  program.graph.nodes = std::move(nodes);
}

json::Document Unwrapper::run(std::string &text) {
  if (program.graph.inputs.size() == program.inputSpecs.size())
    collectParts();
  chooseInputs();
  llvm::raw_string_ostream(text) << llvm::json::Value(describeInputs());
  json::Document described = *json::Document::parse(text);
  if (!wrappers.empty()) {
    replaceInputs(*described.getRoot().getAsArray());
    replaceNodes();
  }
  return described;
}

json::Document kiln::pt2::unwrapSubclasses(ExportedProgram &program,
                                           std::string &text) {
  return Unwrapper(program).run(text);
}
