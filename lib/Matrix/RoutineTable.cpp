// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Matrix/Routines.h"
#include "llvm/ADT/STLExtras.h"
#include <vector>

using namespace kiln;
using namespace kiln::matrix;
using llvm::StringRef;

#define KILN_MATRIX_ROUTINE(name, inputs, outputs, scratch)                    \
  extern "C" int32_t kiln_matrix_##name##_real(const int64_t *, int64_t,       \
                                               void *const *);                 \
  extern "C" int32_t kiln_matrix_##name##_complex(const int64_t *, int64_t,    \
                                                  void *const *);
#include "kiln/Matrix/Routines.def"

/// Adds the operands of a text such as `Fmn Ij I`; returns how many.
static unsigned addOperands(Routine &routine, StringRef text) {
  llvm::SmallVector<StringRef> words;
  text.split(words, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef word : words) {
    routine.operands.push_back({word.front(), word.drop_front()});
    for (char letter : word.drop_front())
      if (routine.sizes.find(letter) == std::string::npos)
        routine.sizes += letter;
  }
  return words.size();
}

static Routine makeRoutine(StringRef name, StringRef inputs, StringRef outputs,
                           StringRef scratch, RoutineFunction real,
                           RoutineFunction complex) {
  Routine routine{name, {}, 0, 0, {}, real, complex};
  routine.numInputs = addOperands(routine, inputs);
  routine.numOutputs = addOperands(routine, outputs);
  addOperands(routine, scratch);
  return routine;
}

std::string Routine::getSymbol(bool isComplexForm) const {
  return ("kiln_matrix_" + name + (isComplexForm ? "_complex" : "_real")).str();
}

const Routine *matrix::lookupRoutine(StringRef name) {
  static const std::vector<Routine> routines = {
#define KILN_MATRIX_ROUTINE(name, inputs, outputs, scratch)                    \
  makeRoutine(#name, inputs, outputs, scratch, kiln_matrix_##name##_real,      \
              kiln_matrix_##name##_complex),
#include "kiln/Matrix/Routines.def"
  };
  auto found = llvm::find_if(
      routines, [&](const Routine &routine) { return routine.name == name; });
  return found == routines.end() ? nullptr : &*found;
}

static constexpr unsigned char kBitcode[] = {
#include "RoutineBitcode.inc"
};

StringRef matrix::getRoutineBitcode() {
  return {reinterpret_cast<const char *>(kBitcode), sizeof(kBitcode)};
}
