// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operator dialects: every overload of the schema table is a registered
// operation (`aten.add.Tensor`, `prims.…`), all of one shape. See
// docs/Dialects/Aten/RationaleAten.md.
#ifndef KILN_DIALECT_ATEN_ATEN_H
#define KILN_DIALECT_ATEN_ATEN_H

#include "kiln/Dialect/Aten/Schema.h"
#include "kiln/Dialect/EP/EP.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"

namespace kiln::aten {

/// Marks an `aten._to_copy` that computes inside of an operator: what it rounds
/// may stay as it is computed in a kernel. A cast of the program rounds.
inline constexpr StringRef kInnerCastAttr = "aten.inner";

//===----------------------------------------------------------------------===//
// Dialects
//===----------------------------------------------------------------------===//

/// A dialect whose operations are the rows of one namespace of the table.
class SchemaDialect : public mlir::Dialect {
public:
  void *getRegisteredInterfaceForOp(mlir::TypeID interface,
                                    mlir::OperationName name) override;

protected:
  SchemaDialect(StringRef space, MLIRContext *context, mlir::TypeID id);

private:
  mlir::TypeIDAllocator ids;
};

/// `aten`, and `aten.operator "ns.name.overload"` for custom operators.
class AtenDialect : public SchemaDialect {
public:
  explicit AtenDialect(MLIRContext *context);
  static constexpr llvm::StringLiteral getDialectNamespace() { return "aten"; }
};

/// `prims`
class PrimsDialect : public SchemaDialect {
public:
  explicit PrimsDialect(MLIRContext *context);
  static constexpr llvm::StringLiteral getDialectNamespace() { return "prims"; }
};

/// `quantized_decomposed`
class QuantizedDialect : public SchemaDialect {
public:
  explicit QuantizedDialect(MLIRContext *context);
  static constexpr llvm::StringLiteral getDialectNamespace() {
    return "quantized_decomposed";
  }
};

/// `_c10d_functional`
class CollectiveDialect : public SchemaDialect {
public:
  explicit CollectiveDialect(MLIRContext *context);
  static constexpr llvm::StringLiteral getDialectNamespace() {
    return "_c10d_functional";
  }
};

//===----------------------------------------------------------------------===//
// Generic view
//===----------------------------------------------------------------------===//

/// Where the operands of one value argument lie.
struct OperandSegment {
  unsigned start = 0;
  /// Per element: is there an operand, or is it None? One entry for a single
  /// tensor.
  SmallVector<bool, 1> present;
  bool isNone = false; ///< the whole argument is None
};

/// Any operation of the schema table. Arguments are read by position or by
/// name; those that the op leaves out have the schema's default. Asking for an
/// argument that the schema lacks, or as another kind than it is, is a bug of
/// the caller: nothing checks it in a release build.
class AtenOp : public mlir::OpState {
public:
  explicit AtenOp(Operation *op = nullptr) : OpState(op) {}
  static bool classof(Operation *op);

  const Schema &getSchema() const;
  unsigned indexOf(StringRef argument) const;

  /// The tensor, generator or object; null for None.
  Value tensor(unsigned index) const;
  /// Tensor[] and Tensor?[], with null for None.
  SmallVector<Value> tensors(unsigned index) const;
  /// Any argument that is not a value; null for None.
  Attribute attribute(unsigned index) const;
  ArrayAttr attributes(unsigned index) const;
  /// Is the argument other than None?
  bool hasValue(unsigned index) const;
  int64_t integer(unsigned index) const;
  std::optional<int64_t> optionalInteger(unsigned index) const;
  double number(unsigned index) const;
  std::optional<double> optionalNumber(unsigned index) const;
  bool boolean(unsigned index) const;
  std::optional<bool> optionalBoolean(unsigned index) const;
  /// str, Layout, MemoryFormat, Device, Dimname; empty for None.
  StringRef string(unsigned index) const;
  /// Null for None and for a dtype that MLIR has no type for.
  Type dtype(unsigned index) const;
  /// Null for None.
  ep::ExprAttr symInt(unsigned index) const;
  /// Lists; empty for None.
  SmallVector<int64_t> integers(unsigned index) const;
  SmallVector<ep::ExprAttr> symInts(unsigned index) const;
  SmallVector<double> numbers(unsigned index) const;
  SmallVector<bool> booleans(unsigned index) const;

  Value tensor(StringRef name) const { return tensor(indexOf(name)); }
  SmallVector<Value> tensors(StringRef name) const {
    return tensors(indexOf(name));
  }
  Attribute attribute(StringRef name) const { return attribute(indexOf(name)); }
  bool hasValue(StringRef name) const { return hasValue(indexOf(name)); }
  int64_t getInt(StringRef name) const { return integer(indexOf(name)); }
  double getFloat(StringRef name) const { return number(indexOf(name)); }
  bool getBool(StringRef name) const { return boolean(indexOf(name)); }
  StringRef getString(StringRef name) const { return string(indexOf(name)); }
  Type getDtype(StringRef name) const { return dtype(indexOf(name)); }
  SmallVector<int64_t> ints(StringRef name) const {
    return integers(indexOf(name));
  }
  SmallVector<ep::ExprAttr> symInts(StringRef name) const {
    return symInts(indexOf(name));
  }

  /// The operands of a value argument.
  OperandSegment getSegment(unsigned index) const;

  /// The attribute that says how operands group to arguments: for each value
  /// argument 0 or 1 (a tensor), -1 (a list that is None), or the length of the
  /// list; the length of a Tensor?[] is followed by 0 or 1 for each element.
  static constexpr llvm::StringLiteral getSegmentsName() {
    return "operand_segments";
  }
  /// The lengths of list results where an op has several such results.
  static constexpr llvm::StringLiteral getResultSegmentsName() {
    return "result_segments";
  }
};

/// The attribute that a default stands for; null for None.
Attribute getDefault(MLIRContext *context, const SchemaArgument &argument);

/// `value` in the one form that an argument of this type has (see Builder.h);
/// null when it cannot stand for the argument.
Attribute normalizeArgument(Attribute value, const SchemaType &type);

} // namespace kiln::aten

MLIR_DECLARE_EXPLICIT_TYPE_ID(kiln::aten::AtenDialect)
MLIR_DECLARE_EXPLICIT_TYPE_ID(kiln::aten::PrimsDialect)
MLIR_DECLARE_EXPLICIT_TYPE_ID(kiln::aten::QuantizedDialect)
MLIR_DECLARE_EXPLICIT_TYPE_ID(kiln::aten::CollectiveDialect)

#endif // KILN_DIALECT_ATEN_ATEN_H
