// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The manifest of a package as data: programs with their contracts and host
// programs, kernels, origins, records. docs/PackageFormat.md is the form on
// disk. A manifest that readManifest() and validateManifest() accept is
// consistent: every index in it is in range. Immutable once read.

#ifndef KILN_RT_SRC_PACKAGE_MANIFEST_H
#define KILN_RT_SRC_PACKAGE_MANIFEST_H

#include "expr/Expression.h"
#include "kiln-rt/archive/BumpArena.h"
#include "kiln-rt/archive/NameIndex.h"
#include "kiln-rt/kiln.h"
#include "package/Details.h"
#include "package/TargetCode.h"
#include "package/Tree.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kiln::rt {

constexpr int64_t formatVersion = 1;

/// Its texts end in a zero and lie in Manifest::arena, as those of kernels and
/// state.
struct Record {
  std::string_view name, sha256;
  uint64_t bytes = 0;
  uint32_t entry = noIndex; ///< of the archive, where that has been compared
};

/// What a driver would make of the code of a target, made beforehand.
struct Cubin {
  std::string architecture; ///< "sm_90a"
  std::string record;
};

struct Target {
  std::string name;   ///< "cpu:x86-64-v3"
  std::string record; ///< archive entry of its code
  std::vector<Cubin> cubins;
};

struct Storage {
  uint32_t record = noIndex; ///< index of Manifest::records
  uint64_t bytes = 0;
  bool isMutable = false; ///< some of it is state that calls change

  /// The package has no bytes of it: the entry `fold` makes them.
  bool isFolded() const { return record == noIndex; }
};

/// The access of a kernel to an operand.
struct Operand {
  bool reads = false;
  bool writes = false;
  kiln_dtype dtype = KILN_DTYPE_NONE;
};

struct Kernel {
  std::string_view name;
  ArenaList<Operand> operands;
  uint32_t sizes = 0;
  std::vector<std::pair<std::string_view, TargetCode>> code; ///< by target

  /// The code for a target; null where there is none.
  const TargetCode *findCode(std::string_view target) const {
    for (const auto &[of, found] : code)
      if (of == target)
        return &found;
    return nullptr;
  }
};

/// A specialised value of an input or output.
struct Constant {
  enum class Kind : uint8_t { Null, Bool, Int, Float, String };
  Kind kind = Kind::Null;
  int64_t integer = 0; ///< Bool and Int
  double number = 0;
  std::string string;
};

/// A symbol; its register is its index in the program.
struct Symbol {
  std::string name;
  std::optional<int64_t> min, max;
};

/// An input, an output, or a state entry. Sizes and strides are indices of
/// Program::expressions; strides, in elements, only where they are declared.
struct ValueDecl {
  kiln_value_kind kind = KILN_VALUE_USER_INPUT;
  std::string name;
  std::string target; ///< of a mutation or a gradient
  kiln_dtype dtype = KILN_DTYPE_NONE;
  std::vector<uint32_t> sizes;
  std::vector<uint32_t> strides;
  bool hasStrides = false;
  uint32_t number = noIndex; ///< expression of a KILN_VALUE_NUMBER
  Constant constant;
  uint32_t origin = noIndex;
  /// Of a mutation: the input's or the state entry's index.
  uint32_t targetIndex = noIndex;
  /// Of an output that is an input or a part of one: the input, and the
  /// expression of its first element there.
  uint32_t viewOf = noIndex, viewOffset = noIndex;

  bool isTensor() const {
    return kind != KILN_VALUE_CONSTANT && kind != KILN_VALUE_NUMBER;
  }
  bool isMutation() const {
    return kind == KILN_VALUE_BUFFER_MUTATION ||
           kind == KILN_VALUE_PARAMETER_MUTATION ||
           kind == KILN_VALUE_USER_INPUT_MUTATION;
  }
  /// Calls visit(expression) for what says where the elements lie.
  template <typename Visit>
  void forEachLayout(Visit visit) const {
    for (uint32_t size : sizes)
      visit(size);
    for (uint32_t stride : strides)
      visit(stride);
    if (viewOffset != noIndex)
      visit(viewOffset);
  }
};

/// A named view of a storage. Programs have hundreds: what is of no fixed size
/// lies in Manifest::arena, where it is one piece.
struct StateDecl {
  std::string_view name;
  kiln_state_kind kind = KILN_STATE_PARAMETER;
  uint32_t storage = 0;
  kiln_dtype dtype = KILN_DTYPE_NONE;
  Numbers sizes, strides; ///< strides in elements
  int64_t offset = 0;     ///< in elements
  /// Per dimension: elements of a block, and their distance inside of it;
  /// `strides` are those of blocks then. Empty: there are no blocks.
  Numbers blocks, blockStrides;
  /// The sizes that blocks are cut in, as many elements; empty: `sizes`.
  Numbers blockSizes;
  const Numbers &stored() const {
    return blockSizes.empty() ? sizes : blockSizes;
  }
  bool isMutable = false;
  bool isUsed = false;       ///< by a call, found by the validator
  bool isSource = false;     ///< used by `prepare`, found by the validator
  bool isFoldSource = false; ///< used by `fold`, found by the validator
  bool isDense = true;       ///< row-major without gaps
  int64_t elements = 0;      ///< product of the sizes
  int64_t end = 0; ///< behind the last element, in elements of the storage
  /// Did the compiler compute it? Then it is no weight.
  bool isMade = false;
  /// Names of the weights that it was computed from.
  ArenaList<std::string_view> madeFrom;
  /// Does the entry `prepare` or `fold` compute it? Found by the validator.
  bool isRemade = false;
};

struct Constraint {
  uint32_t expression = 0;
  std::optional<int64_t> min, max;
};
struct Guard {
  uint32_t expression = 0;
  uint32_t origin = noIndex;
};
struct Segment {
  uint32_t bytes = 0; ///< expression
};

enum class Opcode : uint8_t {
  Size,        ///< register a = expression b
  Check,       ///< expression a, text b
  Segment,     ///< segment a
  View,        ///< slot a in slot b, offset expression c, bytes expression d
  Dispatch,    ///< dispatches[a]
  Extern,      ///< externs[a]
  Copy,        ///< from slot a to slot b
  Fill,        ///< slot a with the pattern text b
  ReadScalar,  ///< register a from slot b, kiln_dtype c
  Jump,        ///< to a; b: said to be the end of a while
  JumpIfFalse, ///< to a, expression b
  Return,
};
const char *opcodeName(Opcode opcode);

struct Instruction {
  Opcode opcode = Opcode::Return;
  uint32_t a = 0, b = 0, c = 0, d = 0;
  uint32_t origin = noIndex;
};

/// Ranges of Program::pool.
struct Dispatch {
  uint32_t kernel = 0;
  uint32_t slots = 0, slotCount = 0; ///< slot numbers
  uint32_t sizes = 0, sizeCount = 0; ///< expressions
  uint32_t domain = 0;               ///< expression
};

/// The description of a buffer for a routine.
struct ExternTensor {
  kiln_dtype dtype = KILN_DTYPE_NONE;
  uint32_t sizes = 0, rank = 0; ///< expressions, in Program::pool
};

struct ExternCall {
  std::string routine;
  std::string attributes; ///< JSON text
  uint32_t slots = 0, slotCount = 0;
  std::vector<ExternTensor> tensors; ///< of all slots, or none
  uint32_t binding = 0;              ///< index of Program::routines
};

struct Entry {
  std::string name;
  std::vector<Instruction> code;
};

struct RegisterDecl {
  std::string name;
  Sort sort = Sort::Int;
};

/// What binds one symbol: size = scale * symbol + offset. `dimension` is
/// noIndex where the input is a number.
struct BindingStep {
  uint32_t input = 0;
  uint32_t dimension = 0;
  uint32_t symbol = 0;
  int64_t scale = 1;
  int64_t offset = 0;
};

/// A size (or number) that must equal an expression.
struct SizeCheck {
  uint32_t input = 0;
  uint32_t dimension = 0;
  uint32_t expression = 0;
};

/// How the symbols of a program are solved from the sizes of its inputs.
struct BindingPlan {
  std::vector<BindingStep> steps;
  std::vector<SizeCheck> checks;
  std::vector<uint32_t> boundBy; ///< per symbol its step, noIndex if unused
};

struct Program {
  std::string name, inTree, outTree; ///< the trees as texts
  Tree inputTree, resultTree;
  std::vector<Symbol> symbols;
  /// Expressions of the symbols that have names: registers behind the symbols.
  std::vector<uint32_t> sizes;
  std::vector<Constraint> constraints;
  std::vector<Guard> guards;
  std::vector<ValueDecl> inputs, outputs;
  std::vector<uint32_t> results; ///< outputs that are no mutation, in order
  std::vector<StateDecl> state;
  std::vector<Segment> segments;
  std::vector<RegisterDecl> registers; ///< symbols and named sizes first
  std::vector<Expression> expressions;
  /// Per expression: reads symbols, named sizes and constants only, so that its
  /// value is the same for a whole call.
  std::vector<bool> fixedPerCall;
  std::vector<Entry> entries;
  uint32_t runEntry = 0;
  uint32_t prepareEntry = noIndex; ///< makes constants again from weights
  uint32_t foldEntry = noIndex;    ///< makes those that the package lacks
  std::vector<Dispatch> dispatches;
  std::vector<ExternCall> externs;
  std::vector<std::string> routines; ///< names of extern routines, once each
  std::vector<std::string> texts;
  std::vector<uint32_t> pool;
  uint32_t slotCount = 0;
  BindingPlan binding; ///< found by the validator
  /// Per output: does the host program write its slot? A mutation whose slot
  /// it never writes was made in place, in the target's slot.
  std::vector<bool> outputWritten;

  /// What the leaves of the result tree are: all results but gradients.
  std::vector<uint32_t> treeResults;

  /// The registers that are set when the contract has been checked.
  size_t givenRegisters() const { return symbols.size() + sizes.size(); }
  uint32_t outputSlot(size_t output) const {
    return static_cast<uint32_t>(inputs.size() + output);
  }
  uint32_t stateSlot(size_t entry) const {
    return static_cast<uint32_t>(inputs.size() + outputs.size() + entry);
  }
  uint32_t segmentSlot(size_t segment) const {
    return stateSlot(state.size()) + static_cast<uint32_t>(segment);
  }
};

/// What runs: the programs as one class of targets runs them.
struct Manifest {
  std::string writer;
  std::vector<std::string> requires_;
  std::map<std::string, std::string> metadata; ///< of the user, by key
  std::vector<Target> targets;
  std::vector<Storage> storages;
  std::vector<Program> programs;
  std::vector<Kernel> kernels;
  std::vector<Record> records;
  NameIndex recordIndex;
  std::unique_ptr<Details> details; ///< null in an index of variants
  uint32_t detailsRecord = noIndex; ///< noIndex: they are in the manifest
  BumpArena arena;                  ///< of texts and numbers

  /// The index of a record; noIndex where it is not listed.
  uint32_t findRecord(std::string_view record) const {
    return recordIndex.find(record,
                            [&](uint32_t i) { return records[i].name; });
  }
};

/// One class of targets, for which the programs were lowered.
struct VariantDecl {
  std::string name;                 ///< "cpu"; empty where it is the package
  std::string record;               ///< of its manifest
  std::vector<std::string> targets; ///< their names
};

/// What a package says of itself before a variant is chosen. Variants have a
/// manifest each, but that of a single one is the package's own.
struct PackageIndex {
  std::vector<VariantDecl> variants;
  /// Of the single variant; where there are several, the package's records and
  /// what it requires, and nothing else.
  Manifest manifest;
  bool isSingle = false;
};

/// Reads the text of the manifest `document`, "model.kiln: manifest.json".
/// Errors: "<document>: <path>: <reason>", InvalidArgument or, for what this
/// runtime does not have, Unimplemented.
Expected<Manifest> readManifest(std::string_view json,
                                const std::string &document);

/// Reads the text of manifest.json, of a package with variants or without.
/// Errors are those of readManifest().
Expected<PackageIndex> readIndex(std::string_view json,
                                 const std::string &document);

/// The validator of host programs: registers, slots and segments are set on
/// every path before their use, operands agree with the kernels, jumps stay
/// inside, loops are counted or said to be a while, state that is written can
/// be copied, inputs bind every symbol. Fills Program::outputWritten and
/// Program::binding. What this accepts can be loaded, where there is a target
/// and routines.
Status validateManifest(Manifest &manifest, const std::string &file);

} // namespace kiln::rt

#endif // KILN_RT_SRC_PACKAGE_MANIFEST_H
