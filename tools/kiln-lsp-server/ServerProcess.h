// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A part of the tool as a process of its own, behind pipes.
#ifndef KILN_TOOLS_KILN_LSP_SERVER_SERVERPROCESS_H
#define KILN_TOOLS_KILN_LSP_SERVER_SERVERPROCESS_H

#include "kiln/Support/LLVM.h"
#include "llvm/Support/Error.h"
#include <cstdio>
#include <sys/types.h>

namespace kiln::server {

struct ServerProcess {
  pid_t process;
  std::FILE *input;  ///< what is written here it reads as standard input
  std::FILE *output; ///< its standard output
};

/// Runs `main`, whose result is the status, in a copy of this process, which
/// must have but one thread.
llvm::Expected<ServerProcess> startServer(llvm::function_ref<int()> main);

/// Waits for its end. Returns its status, 1 where a signal ended it.
int waitFor(const ServerProcess &server);

} // namespace kiln::server

#endif // KILN_TOOLS_KILN_LSP_SERVER_SERVERPROCESS_H
