// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The emulator of CUDA devices: PTX is parsed and loaded, and its kernels run
// for a moment, two blocks of 40 threads each, with an array for every
// parameter. Whatever they do ends in a report of faults.
#include "Fuzzer.h"
#include "exec/Launch.h"
#include <cstring>

using namespace kiln::emu;

/// Parameters of 8 bytes get an array, and others small numbers.
static std::vector<uint8_t> makeArguments(const Code &code, Memory &memory) {
  std::vector<uint8_t> bytes(code.paramBytes, 1);
  for (size_t i = 0; i < code.paramOffsets.size(); ++i) {
    if (code.function->params[i].bytes != 8)
      continue;
    Allocation &array = memory.allocate(4096, "array");
    array.shadow.setWritten(0, array.size);
    std::memcpy(bytes.data() + code.paramOffsets[i], &array.base, 8);
  }
  return bytes;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view text(reinterpret_cast<const char *>(data), size);
  auto module = parsePtx(text, "fuzz.ptx");
  if (!module.ok())
    return 0;
  Memory memory;
  auto program = loadProgram(std::move(*module), memory);
  if (!program.ok())
    return 0;
  LaunchShape shape;
  shape.grid[0] = 2;
  shape.block[0] = 40;
  RunOptions options;
  options.maxInstructions = 2000;
  for (const Function &function : (*program)->module.functions) {
    const Code *code = (*program)->kernel(function.name);
    if (!code)
      continue;
    Report report;
    (void)runKernel(**program, *code, memory, shape,
                    makeArguments(*code, memory), options, report);
    (void)report.text("fuzz.ptx");
  }
  return 0;
}
