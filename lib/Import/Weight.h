// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One parameter, buffer or constant of the archive, however it is written.
#ifndef KILN_LIB_IMPORT_WEIGHT_H
#define KILN_LIB_IMPORT_WEIGHT_H

#include "kiln/Dialect/EP/EP.h"
#include "llvm/Support/Error.h"
#include <string>

namespace kiln::pt2 {

struct Weight {
  std::string name;    ///< fully qualified
  std::string record;  ///< full name of the record that is its storage
  std::string storage; ///< short name of the storage
  std::string wrapper; ///< class of the tensor that it is a part of, if any
  ep::TensorType type;
  int64_t offset = 0; ///< of the view in its storage, in elements
  bool requiresGrad = false;
  bool isParameter = false;
  bool isConstant = false; ///< stands among the constants
  /// Of a buffer: is it a part of the state that is saved?
  bool isPersistent = false;
};

/// The number of bytes from the start of the storage to the end of the view's
/// last element; 0 for a view without elements. The error says what is wrong:
/// a number is symbolic or negative, or 64 bits do not hold the result.
llvm::Expected<uint64_t> getReach(ep::TensorType type, int64_t offset);

/// Bytes of one element.
uint64_t getElementBytes(ep::TensorType type);

} // namespace kiln::pt2

#endif // KILN_LIB_IMPORT_WEIGHT_H
