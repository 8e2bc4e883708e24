// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLD as a library. It has global state, so one link runs at a time, and after
// a crash inside it no further one.
#include "CPUTarget.h"
#include "kiln/Support/TemporaryFolder.h"
#include "lld/Common/Driver.h"
#include "llvm/Support/MemoryBuffer.h"
#include <mutex>

LLD_HAS_DRIVER(elf)

using namespace mlir;
using namespace kiln;

/// Runs LLD on `inputs`. `messages` gets its output.
static bool runLinker(ArrayRef<std::string> inputs, const std::string &output,
                      bool lineTables, std::string &messages) {
  static std::mutex mutex;
  static bool usable = true;
  std::lock_guard<std::mutex> lock(mutex);
  llvm::raw_string_ostream stream(messages);
  if (!usable) {
    stream << "the linker crashed earlier in this process";
    return false;
  }
  // No names of files and no time goes into the output, and the build id is a
  // hash of the contents: the same objects give the same bytes.
  SmallVector<const char *> arguments = {"ld.lld",
                                         "-shared",
                                         "--no-undefined",
                                         "--build-id=sha1",
                                         "--hash-style=gnu",
                                         "--threads=1",
                                         "--gc-sections",
                                         "-z",
                                         "noexecstack",
                                         "-z",
                                         "now",
                                         "-o",
                                         output.c_str()};
  if (!lineTables)
    arguments.push_back("--strip-all");
  for (const std::string &input : inputs)
    arguments.push_back(input.c_str());
  lld::Result result =
      lld::lldMain(arguments, stream, stream, {{lld::Gnu, &lld::elf::link}});
  usable = result.canRunAgain;
  return result.retCode == 0;
}

FailureOr<std::string> kiln::linkSharedObject(Location loc,
                                              ArrayRef<std::string> objects,
                                              bool lineTables) {
  TemporaryFolder folder;
  auto fail = [&](const Twine &what, StringRef why) -> FailureOr<std::string> {
    return emitError(loc, "cannot link the kernels: ") << what << ": " << why;
  };
  if (std::error_code error = folder.create("kiln-link"))
    return fail("no temporary folder", error.message());
  std::vector<std::string> inputs;
  for (const std::string &object : objects) {
    inputs.push_back(folder.file(std::to_string(inputs.size()) + ".o"));
    if (std::error_code error = writeWholeFile(inputs.back(), object))
      return fail("no temporary file", error.message());
  }
  std::string output = folder.file("kernels.so");
  std::string messages;
  if (!runLinker(inputs, output, lineTables, messages))
    return fail("lld", messages);
  auto buffer = llvm::MemoryBuffer::getFile(output, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return fail("no output", buffer.getError().message());
  return (*buffer)->getBuffer().str();
}
