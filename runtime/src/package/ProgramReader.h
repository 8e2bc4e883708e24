// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads one program of the manifest. Private to the manifest reader.

#ifndef KILN_RT_SRC_PACKAGE_PROGRAMREADER_H
#define KILN_RT_SRC_PACKAGE_PROGRAMREADER_H

#include "package/JsonNode.h"
#include "package/Manifest.h"

#include <unordered_map>
#include <unordered_set>

namespace kiln::rt {

/// The member "dtype" of a value; the default, if any, where there is none.
Expected<kiln_dtype>
readDtype(const JsonNode &node,
          std::optional<kiln_dtype> fallback = std::nullopt);

class ProgramReader {
public:
  /// `manifest` already holds storages, kernels and origins.
  explicit ProgramReader(Manifest &manifest) : manifest_(manifest) {}

  Expected<Program> read(const JsonNode &node);

private:
  // The contract.
  Status readSymbols(const JsonNode &node);
  Status readRanges(const JsonNode &node);
  Status readSizes(const JsonNode &node);
  Status readInputs(const JsonNode &node);
  Status readOutputs(const JsonNode &node);
  Status readState(const JsonNode &node);
  Status readStateEntry(const JsonNode &item, uint32_t next, StateDecl &state);
  Status readStateView(const JsonNode &node, StateDecl &state);
  Status readTensor(const JsonNode &node, ValueDecl &value);
  Status readViewOf(const JsonNode &node, ValueDecl &output);
  Status readNumber(const JsonNode &node, ValueDecl &value);
  Status readConstant(const JsonNode &node, ValueDecl &value);
  Status resolveTargets(const JsonNode &node);
  Status readTrees(const JsonNode &node);
  Expected<Tree> readTreeMember(const JsonNode &node, json::Key key,
                                const NamedTuples &namedTuples, size_t leaves,
                                std::string &text) const;

  // The host program.
  Status readSegments(const JsonNode &node);
  Status readOpcodes(const JsonNode &entries);
  Status declareRegisters(const JsonNode &entries);
  Status declareRegister(const JsonNode &instruction, Opcode opcode,
                         bool &postponed);
  Status readEntries(const JsonNode &node);
  /// The index of the entry; noIndex where there is none.
  Expected<uint32_t> readEntry(const JsonNode &node, json::Key name,
                               size_t firstOpcode);
  Expected<Instruction> readInstruction(const JsonNode &node, Opcode opcode,
                                        size_t count);
  Status readView(const JsonNode &node, Instruction &out);
  Status readDispatch(const JsonNode &node, Instruction &out);
  Status readExtern(const JsonNode &node, Instruction &out);
  Status readExternTensors(const JsonNode &node, ExternCall &call);
  Status readFill(const JsonNode &node, Instruction &out);
  Status readScalarLoad(const JsonNode &node, Instruction &out);
  Status readSlots(const JsonNode &node, uint32_t &first, uint32_t &count);

  // Expressions: a number or a text, interned.
  Expected<uint32_t> expression(const JsonNode &node, Sort sort);
  /// The index of an expression of any sort.
  Expected<uint32_t> internExpression(const JsonNode &node);
  uint32_t addExpression(Expression expression);
  Expected<uint32_t> expressionMember(const JsonNode &node, json::Key key,
                                      Sort sort);
  Expected<uint32_t> slot(const JsonNode &node, json::Key key) const;
  std::optional<NameBinding> lookUp(std::string_view name) const;
  uint32_t addText(std::string text);

  Manifest &manifest_; ///< for its arena, and what is declared in it
  Program program_;
  /// By names and texts that live as long as the document.
  std::unordered_map<std::string_view, NameBinding> names_;
  std::unordered_map<std::string_view, uint32_t> expressionIndex_;
  std::unordered_map<int64_t, uint32_t> constantIndex_;
  std::unordered_map<std::string_view, uint32_t> routineIndex_;
  std::unordered_set<std::string_view> inputNames_;
  /// Of all instructions, those of `run` first.
  std::vector<Opcode> opcodes_;
};

} // namespace kiln::rt

#endif // KILN_RT_SRC_PACKAGE_PROGRAMREADER_H
