// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The assembler of PTX, a program of CUDA's toolkit, which is run where
// somebody asks for cubins.
#include "CUDATarget.h"
#include "kiln/Support/TemporaryFolder.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

using namespace mlir;
using namespace kiln;

/// The bytes of a file that may be absent.
static std::string readWholeFile(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

FailureOr<std::string> kiln::assemblePtx(Location loc, StringRef ptx,
                                         StringRef architecture,
                                         StringRef assembler) {
  auto fail = [&](const Twine &what, StringRef why) -> FailureOr<std::string> {
    return emitError(loc, "cannot assemble the kernels for ")
           << architecture << ": " << what << ": " << why;
  };
  auto program = llvm::sys::findProgramByName(assembler);
  if (!program)
    return fail(assembler, program.getError().message());
  TemporaryFolder folder;
  if (std::error_code error = folder.create("kiln-ptxas"))
    return fail("no temporary folder", error.message());
  std::string input = folder.file("kernels.ptx"),
              output = folder.file("kernels.cubin"),
              log = folder.file("log.txt");
  if (std::error_code error = writeWholeFile(input, ptx))
    return fail("no temporary file", error.message());
  std::string option = ("-arch=" + architecture).str(), reason;
  StringRef none = "";
  int status = llvm::sys::ExecuteAndWait(
      *program, {*program, option, input, "-o", output},
      /*Env=*/std::nullopt, {none, log, log}, /*SecondsToWait=*/0,
      /*MemoryLimit=*/0, &reason);
  if (status != 0)
    return fail(assembler, reason.empty()
                               ? StringRef(readWholeFile(log)).rtrim().str()
                               : reason);
  return readWholeFile(output);
}
