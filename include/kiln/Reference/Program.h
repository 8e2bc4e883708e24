// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program with its state, called as a user calls it: user inputs in, user
// outputs and mutations out.
#ifndef KILN_REFERENCE_PROGRAM_H
#define KILN_REFERENCE_PROGRAM_H

#include "kiln/Dialect/EP/Storage.h"
#include "kiln/Reference/Evaluator.h"

namespace kiln::reference {

/// The results of one call. Names and positions are those of the signature.
struct CallResults {
  /// The user's outputs in order; a constant output is its number, or None.
  RuntimeValues outputs;
  /// User inputs by their position among the user's inputs, after the call.
  std::vector<std::pair<unsigned, Tensor>> mutatedInputs;
  /// Mutated buffers and parameters, after the call.
  std::vector<std::pair<std::string, Tensor>> mutatedState;
};

/// The value of a parameter, buffer or constant by its name. An error names the
/// storage that cannot be read. The result may lie in memory that `reader`
/// maps.
llvm::Expected<Tensor> readState(ep::StorageReader &reader,
                                 ep::ProgramOp program, StringAttr name);

/// A program in phase `core` and the present content of its storages. One
/// thread at a time.
class Program {
public:
  /// Reads every storage that the graph's inputs view. `program` must have a
  /// graph and outlive the result.
  static llvm::Expected<Program> load(ep::ProgramOp program);

  /// State as the archive has it. Random numbers start again, too.
  void reset();

  /// User inputs in order, constants included (their values are ignored).
  unsigned getNumInputs() const { return userInputs.size(); }
  StringRef getInputName(unsigned index) const;
  /// The graph's type of an input: a tensor or a number; None for a constant.
  Type getInputType(unsigned index) const;

  /// Calls the program. Mutations of buffers and parameters stay in the state:
  /// every name that views a storage sees them.
  llvm::Expected<CallResults> call(ArrayRef<RuntimeValue> inputs);
  /// Shows the operations of later calls.
  void observe(Evaluator::Observer shown) { observer = std::move(shown); }

  /// A named view of a storage.
  struct Entry {
    ep::TensorType type;
    StringRef storage;
    int64_t offset = 0;
  };

private:
  using Bytes = std::shared_ptr<std::vector<uint8_t>>;

  explicit Program(ep::ProgramOp program) : program(program) {}
  void addEntry(StringRef name);
  llvm::Error fold(ep::StorageReader &reader);
  llvm::Error readStorages();
  Tensor readState(const Entry &entry) const;
  void writeState(const Entry &entry, const Tensor &tensor);
  void collectResult(unsigned index, const RuntimeValue &value,
                     CallResults &results);

  ep::ProgramOp program;
  SmallVector<unsigned> userInputs; ///< positions among the graph's inputs
  llvm::StringMap<Entry> entries;   ///< by name
  llvm::StringMap<Bytes> initial, storages; ///< by the storage's name
  Evaluator evaluator;
  Evaluator::Observer observer;
};

} // namespace kiln::reference

#endif // KILN_REFERENCE_PROGRAM_H
