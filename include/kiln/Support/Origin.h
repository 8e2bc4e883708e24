// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where an operation comes from: the node of the exported graph, the module and
// the line of Python. The importer encodes it in locations; diagnostics, kernel
// names and packages read it back.
//
// The encoding is a FusedLoc of the Python frames, the user's innermost frame
// first, with the metadata {node, op, module, text}. Passes that make ops of
// several others fuse their locations; each origin then is found once.
#ifndef KILN_SUPPORT_ORIGIN_H
#define KILN_SUPPORT_ORIGIN_H

#include "kiln/Support/LLVM.h"

namespace kiln {

/// One frame of a Python stack.
struct Frame {
  StringRef file;
  unsigned line = 0;
  StringRef text;
};

/// The texts live as long as the MLIRContext. Unknown parts are empty.
struct Origin {
  StringRef op;     ///< "aten.linear.default"
  StringRef node;   ///< the name of the node in the exported graph
  StringRef module; ///< "features.0", empty for the root
  StringRef text;   ///< the line of source of the user's frame
  StringRef file;   ///< file of the user's frame
  unsigned line = 0;

  /// "model.py:12: aten.linear.default", as far as known.
  std::string str() const;
};

/// The location of a node: `frames` from the outermost to the innermost.
Location makeOriginLoc(MLIRContext *context, StringRef op, StringRef node,
                       StringRef module, ArrayRef<Frame> frames);

/// Every origin in `loc`, in order, each once.
SmallVector<Origin> getOrigins(Location loc);

/// The first origin, or one with only file and line, or an empty one.
Origin getOrigin(Location loc);

/// Emits `reason` as an error of the operation, and where it comes from. A
/// hint, what the user may do about it, is a note. Fails.
LogicalResult refuse(Operation *op, const llvm::Twine &reason,
                     StringRef hint = {});

} // namespace kiln

#endif // KILN_SUPPORT_ORIGIN_H
