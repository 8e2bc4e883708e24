// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The schema table: every overload that PyTorch (aten, prims, torch_nn,
// quantized_decomposed, _c10d_functional), torchao, torchvision and
// transformers may call in a program. It is data, lib/Dialect/Aten/IR/
// Schemas.inc of utils/generate-aten.py; a schema is parsed when it is first
// asked for. Everything here lives as long as the process, for any thread.
#ifndef KILN_DIALECT_ATEN_SCHEMA_H
#define KILN_DIALECT_ATEN_SCHEMA_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <variant>

namespace kiln::aten {

/// The base type of an argument or result, without list and optional.
enum class TypeKind {
  Tensor,
  Generator,
  Storage,
  Object, ///< a torchbind class
  Scalar, ///< int, float, bool or complex
  Int,
  SymInt,
  Float,
  Bool, ///< also SymBool
  Str,
  Dimname,
  ScalarType,
  Layout,
  MemoryFormat,
  Device,
  Complex,
  Any,  ///< anything; kept as an attribute
  Other ///< Stream, QScheme, Dict: kept as an attribute
};

/// `Tensor?[]` is {Tensor, list, optionalElement}; `SymInt[2]?` is
/// {SymInt, list, optional, length 2}.
struct SchemaType {
  TypeKind kind = TypeKind::Any;
  bool list = false;
  bool optional = false;        ///< None is allowed in place of the whole
  bool optionalElement = false; ///< None is allowed in place of an element
  unsigned length = 0;  ///< of `int[2]`: one int stands for so many; 0 is any
  llvm::StringRef text; ///< as PyTorch writes it, without alias annotations

  /// Is it passed as SSA operands (tensors, generators, objects)?
  bool isValue() const { return kind <= TypeKind::Object; }
  bool isTensor() const { return kind == TypeKind::Tensor; }
};

/// A default: None, bool, int, float, string, or a list of ints.
struct DefaultNone {};
using DefaultValue = std::variant<DefaultNone, bool, int64_t, double,
                                  std::string, llvm::SmallVector<int64_t>>;

/// An argument or a result.
struct SchemaArgument {
  llvm::StringRef name; ///< empty for most results
  SchemaType type;
  bool kwargOnly = false;
  bool mutated = false;  ///< annotated `(a!)`
  llvm::StringRef alias; ///< the text in the annotation's parentheses
  std::optional<DefaultValue> defaultValue;
};

/// How PyTorch brings an overload to core by default.
enum class DecompositionKind {
  None,
  Table,    ///< an explicit entry of the decomposition table
  Implicit, ///< a composite op, decomposed by its own kernel
  Preserved ///< implicit, but left alone by default
};

/// One overload.
class Schema {
public:
  /// Facts of the table that need no parsing, as bits.
  enum Flag : unsigned {
    Core = 1,          ///< tag core
    Random = 2,        ///< tag nondeterministic_seeded
    Pointwise = 4,     ///< tag pointwise
    Reduction = 8,     ///< tag reduction
    DynamicOutput = 16 ///< its result sizes or values depend on data
  };

  Schema(llvm::StringRef text, unsigned flags, DecompositionKind decomposition);
  Schema(const Schema &) = delete;

  /// A schema outside the table, for example of a custom op; the error says at
  /// which character the text is wrong. `text` is copied.
  static llvm::Expected<std::unique_ptr<Schema>> parse(llvm::StringRef text);

  /// The name of the operation: `aten.add.Tensor`, `aten.relu.default`.
  llvm::StringRef getName() const { return name; }
  /// `aten`
  llvm::StringRef getNamespace() const;
  /// `add`
  llvm::StringRef getBaseName() const;
  /// `Tensor`; `default` when PyTorch has none.
  llvm::StringRef getOverload() const;
  /// PyTorch's own text.
  llvm::StringRef getText() const { return text; }

  bool isCore() const { return flags & Core; }
  bool isRandom() const { return flags & Random; }
  bool isPointwise() const { return flags & Pointwise; }
  bool isReduction() const { return flags & Reduction; }
  bool isDynamicOutput() const { return flags & DynamicOutput; }
  /// Does it write an argument?
  bool isMutating() const { return mutating; }
  /// Has it an effect beside its results: it writes, draws random numbers, or
  /// checks something?
  bool hasEffects() const;
  DecompositionKind getDecomposition() const { return decomposition; }
  /// Is it composed of others, which its own kernel calls?
  bool isComposite() const {
    return decomposition == DecompositionKind::Implicit ||
           decomposition == DecompositionKind::Preserved;
  }

  llvm::ArrayRef<SchemaArgument> getArguments() const {
    parseOnce();
    return arguments;
  }
  llvm::ArrayRef<SchemaArgument> getResults() const {
    parseOnce();
    return results;
  }
  /// The position of an argument by its name.
  std::optional<unsigned> findArgument(llvm::StringRef name) const;
  /// Must the op say how its operands group to arguments? True when a value
  /// argument is optional or a list.
  bool needsSegments() const {
    parseOnce();
    return segmented;
  }

private:
  void parseOnce() const;
  llvm::Error parseText();

  std::unique_ptr<std::string> owned; ///< `text` when not of the table
  llvm::StringRef text;
  std::string name;
  unsigned flags = 0;
  DecompositionKind decomposition = DecompositionKind::None;
  bool mutating = false;
  mutable std::once_flag parsed;
  llvm::SmallVector<SchemaArgument, 0> arguments, results;
  bool segmented = false;
};

/// The schema of an operation name such as `aten.add.Tensor`; null when the
/// table has none.
const Schema *lookupSchema(llvm::StringRef name);

/// The same of a name that the compiler's own code spells. Where the table has
/// none that code is wrong: ends the process with the name.
const Schema &requireSchema(llvm::StringRef name);

/// Calls `fn` on every schema of the table, in its order.
void forEachSchema(llvm::function_ref<void(const Schema &)> fn);

} // namespace kiln::aten

#endif // KILN_DIALECT_ATEN_SCHEMA_H
