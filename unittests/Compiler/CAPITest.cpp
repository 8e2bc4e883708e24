// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln-c/Compiler.h"
#include <gtest/gtest.h>
#include <string>
#include <vector>

static const char kProgram[] = R"mlir(
  ep.program @forward {
    ep.graph @forward(%x: !ep.tensor<[8], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[8], f32> {ep.output = #ep.output<user_output "x">}) {
      ep.return %x : !ep.tensor<[8], f32>
    }
  })mlir";

namespace {
struct CAPI : testing::Test {
  CAPI() : compiler(kiln_compiler_create()) {
    kiln_compiler_on_diagnostic(
        compiler,
        [](void *user, kiln_severity severity, const char *message) {
          auto *test = static_cast<CAPI *>(user);
          bool isNote = severity == KILN_SEVERITY_NOTE;
          EXPECT_TRUE(isNote || severity == KILN_SEVERITY_ERROR);
          (isNote ? test->notes : test->errors).push_back(message);
        },
        this);
  }
  ~CAPI() override { kiln_compiler_destroy(compiler); }

  int parse(kiln_phase phase) {
    return kiln_compiler_parse(compiler, kProgram, sizeof kProgram - 1, phase);
  }

  kiln_compiler *compiler;
  std::vector<std::string> errors, notes;
};
} // namespace

TEST_F(CAPI, NeedsAProgram) {
  EXPECT_TRUE(kiln_compiler_run_to(compiler, KILN_PHASE_CORE));
  EXPECT_EQ(errors, std::vector<std::string>{"no program is loaded"});
}

TEST_F(CAPI, GoesForwardAlone) {
  EXPECT_FALSE(parse(KILN_PHASE_EXPORTED));
  EXPECT_FALSE(kiln_compiler_run_to(compiler, KILN_PHASE_TENSORS));
  EXPECT_TRUE(kiln_compiler_run_to(compiler, KILN_PHASE_CORE));
  EXPECT_EQ(errors,
            std::vector<std::string>{"the program is behind phase core"});
}

TEST_F(CAPI, RefusesIRofAnotherPhase) {
  EXPECT_FALSE(parse(KILN_PHASE_HOST));
  EXPECT_TRUE(kiln_compiler_run_to(compiler, KILN_PHASE_HOST));
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_NE(errors[0].find("is part of phase exported"), std::string::npos);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].find("--compile-from names the phase"), std::string::npos);
}

TEST_F(CAPI, SaysOnceWhatIsWrongWithText) {
  std::string text = "\n\nsoup";
  EXPECT_TRUE(kiln_compiler_parse(compiler, text.data(), text.size(),
                                  KILN_PHASE_EXPORTED));
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].rfind("<program>:3: ", 0), 0u) << errors[0];
}

TEST_F(CAPI, TakesNoNull) {
  EXPECT_TRUE(kiln_compiler_load(nullptr, "x", KILN_PHASE_EXPORTED));
  EXPECT_TRUE(kiln_compiler_load(compiler, nullptr, KILN_PHASE_EXPORTED));
  EXPECT_TRUE(kiln_compiler_add_target(compiler, nullptr));
  EXPECT_TRUE(kiln_compiler_set_option(compiler, "keep", nullptr));
  EXPECT_TRUE(errors.empty());
}
