// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where an op comes from, read from its location: the graph node by name, the
// operator, the module and the innermost Python line.
//
//   NameLoc("<node>" at <frames>)   one origin; the first file line of the
//                                   frames is its Python line
//   FusedLoc<{op, module, text}>    what the metadata says of the origins in it
//   FusedLoc                        several origins
#ifndef KILN_DIALECT_EXEC_ORIGIN_H
#define KILN_DIALECT_EXEC_ORIGIN_H

#include "kiln/Support/LLVM.h"
#include <string>

namespace kiln::exec {

struct Origin {
  std::string node;   ///< "linear_1"; empty when unknown
  std::string op;     ///< "aten.linear.default"; empty when unknown
  std::string module; ///< "layers.0.fc"; empty when unknown
  std::string file;   ///< Python file; empty when unknown
  int64_t line = 0;   ///< 0 when unknown
  std::string text;   ///< the source line; empty when unknown

  bool operator==(const Origin &other) const {
    return node == other.node && op == other.op && module == other.module &&
           file == other.file && line == other.line && text == other.text;
  }
};

/// The origins in `location`, in order, each once.
SmallVector<Origin> getOrigins(Location location);

/// The word that a kernel's name uses for `origin`: `linear` for
/// `aten.linear.default` and for the node `linear_1`. Empty when unknown.
std::string getOriginWord(const Origin &origin);

} // namespace kiln::exec

#endif // KILN_DIALECT_EXEC_ORIGIN_H
