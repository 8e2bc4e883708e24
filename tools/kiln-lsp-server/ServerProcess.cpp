// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ServerProcess.h"
#include <csignal>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

using namespace kiln;
using namespace kiln::server;

llvm::Expected<ServerProcess>
server::startServer(llvm::function_ref<int()> main) {
  int in[2], out[2];
  if (::pipe(in) != 0 || ::pipe(out) != 0)
    return llvm::errorCodeToError(llvm::errnoAsErrorCode());
  pid_t process = ::fork();
  if (process < 0)
    return llvm::errorCodeToError(llvm::errnoAsErrorCode());
  if (process == 0) {
    ::dup2(in[0], STDIN_FILENO);
    ::dup2(out[1], STDOUT_FILENO);
    for (int end : {in[0], in[1], out[0], out[1]})
      ::close(end);
    std::exit(main());
  }
  ::close(in[0]);
  ::close(out[1]);
  // Where the server has ended, that is seen on its output.
  std::signal(SIGPIPE, SIG_IGN);
  return ServerProcess{process, ::fdopen(in[1], "w"), ::fdopen(out[0], "r")};
}

int server::waitFor(const ServerProcess &server) {
  int status = 0;
  ::waitpid(server.process, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
