// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each struct is read by naming its members. The reader reports a member with
// its path and goes on: one run shows all that is malformed.
#include "Schema.h"
#include "llvm/ADT/StringSet.h"

using namespace kiln::pt2;
using kiln::json::Array;
using kiln::json::Object;

namespace {
/// Reads the members of one object; remembers whether all were well-formed.
class Members {
public:
  Members(const JSON &value, Path path)
      : object(value.getAsObject()), path(path) {
    if (!object)
      path.report("object expected");
  }

  bool ok() const { return object && good; }

  template <typename T>
  void require(StringRef key, T &out) {
    const JSON *value = find(key);
    if (value)
      good &= read(*value, out, path.field(key));
    else if (object)
      fail(key, "missing key");
  }

  /// Null and absent keep the default.
  template <typename T>
  void optional(StringRef key, T &out) {
    const JSON *value = find(key);
    if (value && !value->isNull())
      good &= read(*value, out, path.field(key));
  }

  const JSON *find(StringRef key) const {
    return object ? object->get(key) : nullptr;
  }
  /// Is the key there? Reports when it is not.
  bool has(StringRef key) {
    if (object && !object->get(key))
      fail(key, "missing key");
    return ok();
  }

private:
  const Object *object;
  Path path;
  bool good = true;

  void fail(StringRef key, llvm::StringLiteral what) {
    path.field(key).report(what);
    good = false;
  }

  static bool read(const JSON &value, StringRef &out, Path path) {
    std::optional<StringRef> text = value.getAsString();
    if (!text)
      path.report("string expected");
    out = text.value_or("");
    return text.has_value();
  }
  static bool read(const JSON &value, bool &out, Path path) {
    std::optional<bool> flag = value.getAsBoolean();
    if (!flag)
      path.report("bool expected");
    out = flag.value_or(false);
    return flag.has_value();
  }
  static bool read(const JSON &value, int64_t &out, Path path) {
    std::optional<int64_t> number = value.getAsInteger();
    if (!number)
      path.report(value.getKind() == JSON::Kind::HugeInteger
                      ? llvm::StringLiteral("integer out of range")
                      : llvm::StringLiteral("integer expected"));
    out = number.value_or(0);
    return number.has_value();
  }
  static bool read(const JSON &value, std::optional<int64_t> &out, Path path) {
    return read(value, out.emplace(), path);
  }
  static bool read(const JSON &value, Device &out, Path path) {
    Members members(value, path);
    members.require("type", out.type);
    members.optional("index", out.index);
    return members.ok();
  }
  static bool read(const JSON &value, NamedArgument &out, Path path) {
    Members members(value, path);
    members.require("name", out.name);
    members.require("arg", out.arg);
    return members.ok();
  }
  static bool read(const JSON &value, Node &out, Path path) {
    Members members(value, path);
    members.require("target", out.target);
    members.require("inputs", out.inputs);
    members.require("outputs", out.outputs);
    members.optional("metadata", out.metadata);
    return members.ok();
  }
  static bool read(const JSON &value, Graph &out, Path path) {
    Members members(value, path);
    members.require("inputs", out.inputs);
    members.require("outputs", out.outputs);
    members.require("nodes", out.nodes);
    members.require("tensor_values", out.tensorValues);
    members.optional("sym_int_values", out.symValues);
    members.optional("sym_bool_values", out.symValues);
    members.optional("sym_float_values", out.symValues);
    members.optional("is_single_tensor_return", out.isSingleTensorReturn);
    return members.ok();
  }
  static bool read(const JSON &value, RangeConstraint &out, Path path) {
    Members members(value, path);
    out.min = members.find("min_val");
    out.max = members.find("max_val");
    return members.ok();
  }
  static bool read(const JSON &value, ModuleCallSignature &out, Path path) {
    Members members(value, path);
    members.require("inputs", out.inputs);
    members.require("outputs", out.outputs);
    members.require("in_spec", out.inSpec);
    members.require("out_spec", out.outSpec);
    members.optional("forward_arg_names", out.forwardArgNames);
    return members.ok();
  }
  static bool read(const JSON &value, ModuleCallEntry &out, Path path) {
    Members members(value, path);
    members.require("fqn", out.fqn);
    const JSON *signature = members.find("signature");
    if (signature && !signature->isNull())
      members.require("signature", out.signature.emplace());
    return members.ok();
  }
  static bool read(const JSON &value, NamedTupleDef &out, Path path) {
    Members members(value, path);
    members.require("field_names", out.fieldNames);
    return members.ok();
  }
  static bool read(const JSON &value, Payload &out, Path path) {
    Members members(value, path);
    members.require("path_name", out.pathName);
    members.require("is_param", out.isParam);
    members.require("use_pickle", out.usePickle);
    const JSON *meta = members.find("tensor_meta");
    if (meta && !meta->isNull())
      members.require("tensor_meta", out.tensorMeta.emplace());
    return members.ok();
  }
  static bool read(const JSON &value, Union &out, Path path) {
    return fromJSON(value, out, path);
  }
  static bool read(const JSON &value, TensorMeta &out, Path path) {
    return fromJSON(value, out, path);
  }
  template <typename T>
  static bool read(const JSON &value, std::vector<T> &out, Path path) {
    const Array *array = value.getAsArray();
    if (!array) {
      path.report("list expected");
      return false;
    }
    out.reserve(array->size());
    for (const auto &[i, item] : llvm::enumerate(*array))
      if (!read(item, out.emplace_back(), path.index(i)))
        return false;
    return true;
  }
  /// Adds to `out`: several objects may fill one map.
  template <typename T>
  static bool read(const JSON &value, std::map<StringRef, T> &out, Path path) {
    const Object *object = value.getAsObject();
    if (!object) {
      path.report("object expected");
      return false;
    }
    for (const auto &[key, item] : *object)
      if (!read(item, out[key], path.field(key)))
        return false;
    return true;
  }

  static bool read(const JSON &value, Payloads &out, Path path) {
    const Object *object = value.getAsObject();
    if (!object) {
      path.report("object expected");
      return false;
    }
    for (const auto &[key, item] : *object)
      if (!read(item, out.emplace_back(key, Payload()).second, path.field(key)))
        return false;
    return true;
  }
};
} // namespace

std::optional<Union> kiln::pt2::asUnion(const JSON *value) {
  const Object *object = value ? value->getAsObject() : nullptr;
  if (!object || object->size() != 1)
    return std::nullopt;
  json::Member only = *object->begin();
  return Union{only.first, &only.second};
}

/// The kind of JSON value that a member must have.
static bool isWellFormed(StringRef kind, const JSON &value) {
  using Kind = JSON::Kind;
  Kind is = value.getKind();
  if (kind == "as_int" || kind == "as_scalar_type" || kind == "as_layout" ||
      kind == "as_memory_format")
    return is == Kind::Integer || is == Kind::HugeInteger;
  if (kind == "as_bool")
    return is == Kind::Bool;
  if (kind == "as_string" || kind == "as_name" || kind == "as_operator")
    return is == Kind::String;
  if (kind == "as_float") // NaN and infinities are texts
    return is == Kind::String || value.getAsNumber();
  return true;
}

/// The members of all unions of the schema.
static bool isKnownMember(StringRef kind) {
  static const llvm::StringSet<> known = {"as_bool",
                                          "as_bools",
                                          "as_complex",
                                          "as_custom_obj",
                                          "as_device",
                                          "as_expr",
                                          "as_float",
                                          "as_float_lists",
                                          "as_floats",
                                          "as_graph",
                                          "as_int",
                                          "as_int_lists",
                                          "as_ints",
                                          "as_layout",
                                          "as_memory_format",
                                          "as_name",
                                          "as_nested_tensors",
                                          "as_none",
                                          "as_operator",
                                          "as_optional_tensor",
                                          "as_optional_tensors",
                                          "as_scalar_type",
                                          "as_string",
                                          "as_string_to_argument",
                                          "as_strings",
                                          "as_sym_bool",
                                          "as_sym_bools",
                                          "as_sym_float",
                                          "as_sym_floats",
                                          "as_sym_int",
                                          "as_sym_ints",
                                          "as_tensor",
                                          "as_tensors"};
  return known.contains(kind);
}

bool kiln::pt2::fromJSON(const JSON &value, Union &out, Path path) {
  std::optional<Union> read = asUnion(&value);
  if (!read) {
    path.report("exactly one member expected");
    return false;
  }
  out = *read;
  // Specs have members of their own, which the signature's reader knows.
  if (out.kind.starts_with("as_") && !isKnownMember(out.kind)) {
    path.field(out.kind).report("unknown member");
    return false;
  }
  if (!isWellFormed(out.kind, *out.value)) {
    path.field(out.kind).report(
        out.kind == "as_bool"    ? llvm::StringLiteral("bool expected")
        : out.kind == "as_float" ? llvm::StringLiteral("number expected")
        : out.kind == "as_string" || out.kind == "as_name" ||
                out.kind == "as_operator"
            ? llvm::StringLiteral("string expected")
            : llvm::StringLiteral("integer expected"));
    return false;
  }
  return true;
}

bool kiln::pt2::fromJSON(const JSON &value, TensorMeta &out, Path path) {
  Members members(value, path);
  members.require("dtype", out.dtype);
  members.require("sizes", out.sizes);
  members.require("requires_grad", out.requiresGrad);
  members.require("device", out.device);
  members.require("strides", out.strides);
  members.require("storage_offset", out.storageOffset);
  members.require("layout", out.layout);
  return members.ok();
}

bool kiln::pt2::fromJSON(const JSON &value, GraphArgument &out, Path path) {
  Members members(value, path);
  members.require("name", out.name);
  members.require("graph", out.graph);
  return members.ok();
}

bool kiln::pt2::fromJSON(const JSON &value, Payloads &out, Path path) {
  Members members(value, path);
  members.require("config", out);
  return members.ok();
}

bool kiln::pt2::fromJSON(const JSON &value, ExportedProgram &out, Path path) {
  Members program(value, path);
  // The version first: another major version may have other fields.
  const JSON none;
  if (!program.ok())
    return false;
  const JSON *version = program.find("schema_version");
  Members schema(version ? *version : none, path.field("schema_version"));
  schema.require("major", out.major);
  schema.require("minor", out.minor);
  if (!program.has("schema_version") || !schema.ok())
    return false;
  const JSON *graphModule = program.find("graph_module");
  Path modulePath = path.field("graph_module");
  Members module(graphModule ? *graphModule : none, modulePath);
  const JSON *specs = module.find("signature");
  Members signature(specs ? *specs : none, modulePath.field("signature"));
  module.require("graph", out.graph);
  module.require("module_call_graph", out.moduleCallGraph);
  module.optional("treespec_namedtuple_fields", out.treespecNamedtupleFields);
  signature.require("input_specs", out.inputSpecs);
  signature.require("output_specs", out.outputSpecs);
  program.require("range_constraints", out.rangeConstraints);
  program.optional("guards_code", out.guardsCode);
  program.optional("torch_version", out.torchVersion);
  return program.has("graph_module") && module.has("signature") &&
         program.ok() && module.ok() && signature.ok();
}
