// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A device of the tests: loads PTX, holds arrays, runs kernels.

#ifndef KILN_EMULATOR_TEST_DEVICE_H
#define KILN_EMULATOR_TEST_DEVICE_H

#include "exec/Launch.h"

#include "gmock/gmock.h"

#include <fstream>
#include <sstream>

namespace kiln::emu::test {

/// A file of test/Inputs.
inline std::string input(const std::string &name) {
  std::ifstream file(std::string(KILN_EMULATOR_INPUTS) + "/" + name);
  EXPECT_TRUE(file.good()) << name;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// A kernel "k" around a body: `params` are 64-bit pointers p0, p1, …, whose
/// values are in %rd1, %rd2, …; %tid.x is in %r1.
inline std::string kernel(const std::string &body, int params = 1,
                          const std::string &target = "sm_90a") {
  std::string text = ".version 8.5\n.target " + target +
                     "\n.address_size 64\n.visible .entry k(";
  for (int i = 0; i < params; ++i)
    text += std::string(i ? ", " : "") + ".param .u64 p" + std::to_string(i);
  text += ") {\n.reg .pred %p<20>; .reg .b16 %h<40>; .reg .b32 %r<80>;\n"
          ".reg .b64 %rd<60>; .reg .f32 %f<80>; .reg .f64 %d<20>;\n";
  for (int i = 0; i < params; ++i)
    text += "ld.param.u64 %rd" + std::to_string(i + 1) + ", [p" +
            std::to_string(i) + "];\n";
  return text + "mov.u32 %r1, %tid.x;\n" + body + "\nret;\n}\n";
}

class Device {
public:
  explicit Device(const std::string &ptx) {
    auto module = parsePtx(ptx, "k.ptx");
    EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().message);
    if (!module.ok())
      return;
    auto loaded = loadProgram(std::move(*module), memory);
    EXPECT_TRUE(loaded.ok()) << (loaded.ok() ? "" : loaded.error().message);
    if (loaded.ok())
      program = std::move(*loaded);
  }

  template <typename T>
  uint64_t put(const std::vector<T> &values) {
    uint64_t address = make<T>(values.size());
    Allocation &made = *memory.find(address);
    std::memcpy(made.data.get(), values.data(), made.size);
    made.shadow.setWritten(0, made.size);
    return address;
  }
  template <typename T>
  uint64_t make(size_t count) {
    return memory.allocate(count * sizeof(T), "array").base;
  }
  template <typename T>
  std::vector<T> get(uint64_t address) {
    Allocation &from = *memory.find(address);
    std::vector<T> values(from.size / sizeof(T));
    std::memcpy(values.data(), from.data.get(), values.size() * sizeof(T));
    return values;
  }

  /// Runs a kernel; arguments are cut to the sizes of its parameters.
  const Report &run(const std::string &entry, const LaunchShape &shape,
                    const std::vector<uint64_t> &arguments) {
    report.clear();
    if (!program) {
      ADD_FAILURE() << "nothing is loaded";
      return report;
    }
    const Code *code = program->kernel(entry);
    if (!code || code->paramOffsets.size() != arguments.size()) {
      ADD_FAILURE() << "no kernel " << entry << " of these arguments";
      return report;
    }
    std::vector<uint8_t> params(code->paramBytes);
    for (size_t i = 0; i < arguments.size(); ++i)
      std::memcpy(params.data() + code->paramOffsets[i], &arguments[i],
                  std::min<size_t>(8, code->function->params[i].bytes));
    auto done =
        runKernel(*program, *code, memory, shape, params, options, report);
    EXPECT_TRUE(done.ok()) << (done.ok() ? "" : done.error().message);
    if (done.ok())
      stats = *done;
    return report;
  }

  /// The kinds of faults of the last run, by name, with spaces between.
  std::string faults() const {
    std::string text;
    for (const Fault &fault : report.faults())
      text += std::string(text.empty() ? "" : " ") + faultName(fault.kind);
    return text;
  }

  Memory memory;
  std::unique_ptr<Program> program;
  RunOptions options;
  Report report;
  Stats stats;
};

inline LaunchShape shape(uint32_t grid, uint32_t block, uint32_t shared = 0) {
  LaunchShape made;
  made.grid[0] = grid;
  made.block[0] = block;
  made.dynamicShared = shared;
  return made;
}

} // namespace kiln::emu::test

#endif // KILN_EMULATOR_TEST_DEVICE_H
