// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Schema.h"

using namespace kiln::pt2;
using llvm::json::Array;
using llvm::json::Object;

namespace {
/// Reads the members of one object; remembers whether all were well-formed.
class Members {
public:
  Members(const JSON &value, Path path)
      : object(value.getAsObject()), path(path) {
    if (!object)
      path.report("expected an object");
  }

  bool ok() const { return object && good; }

  template <typename T>
  void require(StringRef key, T &out) {
    const JSON *value = find(key);
    if (value)
      good &= read(*value, out, path.field(key));
    else if (object)
      fail(key, "missing");
  }

  /// Null and absent keep the default.
  template <typename T>
  void optional(StringRef key, T &out) {
    const JSON *value = find(key);
    if (value && !value->getAsNull())
      good &= read(*value, out, path.field(key));
  }

  const JSON *find(StringRef key) const {
    return object ? object->get(key) : nullptr;
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
      path.report("expected a string");
    out = text.value_or("");
    return text.has_value();
  }
  static bool read(const JSON &value, bool &out, Path path) {
    return fromJSON(value, out, path);
  }
  static bool read(const JSON &value, int64_t &out, Path path) {
    return fromJSON(value, out, path);
  }
  static bool read(const JSON &value, std::optional<int64_t> &out, Path path) {
    return fromJSON(value, out.emplace(), path);
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
    if (signature && !signature->getAsNull())
      members.require("signature", out.signature.emplace());
    return members.ok();
  }
  static bool read(const JSON &value, Payload &out, Path path) {
    Members members(value, path);
    members.require("path_name", out.pathName);
    members.require("is_param", out.isParam);
    members.require("use_pickle", out.usePickle);
    const JSON *meta = members.find("tensor_meta");
    if (meta && !meta->getAsNull())
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
      path.report("expected an array");
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
      path.report("expected an object");
      return false;
    }
    for (const auto &[key, item] : *object)
      if (!read(item, out[key], path.field(key)))
        return false;
    return true;
  }

  friend bool kiln::pt2::fromJSON(const JSON &, std::map<StringRef, Payload> &,
                                  Path);
};
} // namespace

std::optional<Union> kiln::pt2::asUnion(const JSON *value) {
  const Object *object = value ? value->getAsObject() : nullptr;
  if (!object || object->size() != 1)
    return std::nullopt;
  return Union{object->begin()->first, &object->begin()->second};
}

bool kiln::pt2::fromJSON(const JSON &value, Union &out, Path path) {
  std::optional<Union> read = asUnion(&value);
  if (!read) {
    path.report("expected an object with exactly one key");
    return false;
  }
  out = *read;
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

bool kiln::pt2::fromJSON(const JSON &value, std::map<StringRef, Payload> &out,
                         Path path) {
  Members members(value, path);
  members.require("config", out);
  return members.ok();
}

bool kiln::pt2::fromJSON(const JSON &value, ExportedProgram &out, Path path) {
  Members program(value, path);
  const JSON *graphModule = program.find("graph_module");
  const JSON *version = program.find("schema_version");
  if (!graphModule || !version) {
    path.field(graphModule ? "schema_version" : "graph_module")
        .report("missing");
    return false;
  }
  Path modulePath = path.field("graph_module");
  Members module(*graphModule, modulePath);
  module.require("graph", out.graph);
  module.require("module_call_graph", out.moduleCallGraph);
  const JSON *signatureValue = module.find("signature");
  if (!signatureValue) {
    modulePath.field("signature").report("missing");
    return false;
  }
  Members signature(*signatureValue, modulePath.field("signature"));
  signature.require("input_specs", out.inputSpecs);
  signature.require("output_specs", out.outputSpecs);
  Members schema(*version, path.field("schema_version"));
  schema.require("major", out.major);
  schema.require("minor", out.minor);
  program.require("range_constraints", out.rangeConstraints);
  program.optional("guards_code", out.guardsCode);
  program.optional("torch_version", out.torchVersion);
  return program.ok() && module.ok() && signature.ok() && schema.ok();
}
