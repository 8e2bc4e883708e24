// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_SUPPORT_JSON_H
#define KILN_SUPPORT_JSON_H

#include "llvm/Support/JSON.h"

namespace kiln {

/// Parses JSON that somebody else wrote: LLVM's parser recurses, so text that
/// nests deeper than 500 is an error here, not the end of the stack.
llvm::Expected<llvm::json::Value> parseJSON(llvm::StringRef text);

} // namespace kiln

#endif // KILN_SUPPORT_JSON_H
