// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The JSON of an exported program as structs, named as in PyTorch's
// torch/_export/serde/schema.py (schema 8.20). Unknown keys are ignored, keys
// that older releases leave out take their defaults. Texts and values point
// into the parsed document, which must outlive them.
#ifndef KILN_LIB_IMPORT_SCHEMA_H
#define KILN_LIB_IMPORT_SCHEMA_H

#include "kiln-rt/json/Document.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <optional>
#include <vector>

namespace kiln::pt2 {

using llvm::StringRef;
using llvm::json::Path;
using JSON = json::Value;

/// A union: an object with exactly one key. `value` is its value, and a
/// number, text or bool where the key says so.
struct Union {
  StringRef kind;
  const JSON *value = nullptr;
};
using Argument = Union;
using SymInt = Union;

struct NamedArgument {
  StringRef name;
  Argument arg;
};

struct Device {
  StringRef type;
  std::optional<int64_t> index;
};

struct TensorMeta {
  int64_t dtype = 0;
  std::vector<SymInt> sizes, strides;
  bool requiresGrad = false;
  Device device;
  SymInt storageOffset;
  int64_t layout = 7;
};

struct Node {
  StringRef target;
  std::vector<NamedArgument> inputs;
  std::vector<Argument> outputs;
  std::map<StringRef, StringRef> metadata;
};

struct Graph {
  std::vector<Argument> inputs, outputs;
  std::vector<Node> nodes;
  std::map<StringRef, TensorMeta> tensorValues;
  /// sym_int_values, sym_float_values and sym_bool_values in one.
  std::map<StringRef, Union> symValues;
  /// Has one output, which is no tuple of one.
  bool isSingleTensorReturn = false;
};

/// A graph inside a node.
struct GraphArgument {
  StringRef name;
  Graph graph;
};

struct RangeConstraint {
  const JSON *min = nullptr, *max = nullptr;
};

struct ModuleCallSignature {
  std::vector<Argument> inputs, outputs;
  StringRef inSpec, outSpec;
  std::vector<StringRef> forwardArgNames;
};

struct ModuleCallEntry {
  StringRef fqn;
  std::optional<ModuleCallSignature> signature;
};

struct NamedTupleDef {
  std::vector<StringRef> fieldNames;
};

struct ExportedProgram {
  Graph graph;
  std::vector<Union> inputSpecs, outputSpecs;
  std::vector<ModuleCallEntry> moduleCallGraph;
  std::map<StringRef, NamedTupleDef> treespecNamedtupleFields;
  std::map<StringRef, RangeConstraint> rangeConstraints;
  std::vector<StringRef> guardsCode;
  /// Inputs in whose place their parts stand, see Subclasses.h.
  llvm::StringSet<> unwrapped;
  int64_t major = 0, minor = 0;
  StringRef torchVersion = "<=2.4";
};

/// An entry of a weights or constants config.
struct Payload {
  StringRef pathName;
  bool isParam = false, usePickle = false;
  std::optional<TensorMeta> tensorMeta;
};

// Readers in the manner of llvm/Support/JSON.h: false, and the path reports,
// when a value does not have the form.
bool fromJSON(const JSON &value, Union &out, Path path);
bool fromJSON(const JSON &value, TensorMeta &out, Path path);
bool fromJSON(const JSON &value, GraphArgument &out, Path path);
bool fromJSON(const JSON &value, ExportedProgram &out, Path path);
/// The entries of a config, in the order of the file.
using Payloads = std::vector<std::pair<StringRef, Payload>>;
bool fromJSON(const JSON &value, Payloads &out, Path path);

/// `value` as a union, where it is there and is one.
std::optional<Union> asUnion(const JSON *value);

} // namespace kiln::pt2

#endif // KILN_LIB_IMPORT_SCHEMA_H
