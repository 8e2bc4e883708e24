// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Want of memory is an error wherever it hits, never a crash or a success.

#include "FailingMemory.h"
#include "TestPackage.h"
#if KILN_TEST_MEMORY

using namespace kiln::rt;
using namespace kiln::rt::test;

namespace {
class OutOfMemory : public LoadedPackage {
protected:
  /// Calls `body` with no memory left after 0, 1, 2 … allocations, until it
  /// succeeds; returns how often it failed. Steps grow: what comes late in a
  /// long call is like what came before.
  template <typename Body>
  size_t failuresOf(Body body) {
    size_t failures = 0;
    for (size_t after = 0; after < 1000000; after += 1 + after / 100) {
      kiln_error *error = nullptr;
      {
        FailingMemory noMemory(after);
        error = body();
      }
      if (!error)
        return failures;
      ++failures;
      EXPECT_EQ(kiln_error_code(error), KILN_RESOURCE_EXHAUSTED)
          << after << ": " << kiln_error_message(error);
      EXPECT_STRNE(kiln_error_message(error), "");
      kiln_error_free(error);
    }
    ADD_FAILURE() << "it never succeeds";
    return failures;
  }
};
} // namespace

TEST_F(OutOfMemory, FailsALoad) {
  std::vector<uint8_t> bytes = TestPackage().bytes();
  size_t failures = failuresOf([&] {
    return kiln_module_load_memory(bytes.data(), bytes.size(), "memory",
                                   nullptr, &module);
  });
  EXPECT_GT(failures, 100u);
}

TEST_F(OutOfMemory, FailsACallOnce) {
  load();
  std::vector<float> ones(4, 1), room(4);
  kiln_tensor input = tensorOf(ones, {1, 4}), output = tensorOf(room, {1, 4});
  EXPECT_GT(failuresOf([&] {
              return kiln_run(context, nullptr, &input, 1, &output, 1, nullptr);
            }),
            0u);
  EXPECT_EQ(room[3], 6);
}

/// A query has no error to give: it says what it can, and all the next time.
TEST_F(OutOfMemory, LeavesDetailsForTheNext) {
  TestPackage package;
  package.details = package.ownDetails();
  load(package);
  size_t failures = 0;
  for (;; ++failures) {
    kiln_kernel_info info = {};
    info.struct_size = sizeof(info);
    {
      FailingMemory noMemory(failures);
      ASSERT_EQ(kiln_module_kernel(module, 1, &info), 1);
    }
    EXPECT_STREQ(info.name, "add_row");
    if (*info.flops) {
      EXPECT_STREQ(info.bytes, "12*n");
      break;
    }
  }
  EXPECT_GT(failures, 5u);
}

/// Not even an error has memory: it must be one all the same.
TEST_F(OutOfMemory, IsAnErrorInPlaceOfAnother) {
  load();
  EXPECT_EQ(run()[0], 3);
  std::vector<float> values(4);
  kiln_tensor input = tensorOf(values, {0, 4}), output = {};
  for (size_t after = 0;; ++after) {
    kiln_error *error = nullptr;
    {
      FailingMemory noMemory(after);
      error = kiln_run(context, nullptr, &input, 1, &output, 1, nullptr);
    }
    ASSERT_NE(error, nullptr) << after;
    std::string message = takeMessage(error);
    if (message != "out of memory") {
      EXPECT_GT(after, 0u);
      EXPECT_THAT(message, ::testing::HasSubstr("symbol s0 is 0"));
      return;
    }
  }
}

TEST_F(OutOfMemory, GivesTheSameErrorTwice) {
  FailingMemory noMemory(0);
  kiln_error *first = kiln_module_load_file("a", nullptr, &module);
  kiln_error *second = kiln_module_load_file("b", nullptr, &module);
  EXPECT_EQ(kiln_error_code(first), KILN_RESOURCE_EXHAUSTED);
  EXPECT_STREQ(kiln_error_message(first), "out of memory");
  EXPECT_STREQ(kiln_error_input(first), "");
  kiln_error_free(first);
  EXPECT_STREQ(kiln_error_message(second), "out of memory");
  kiln_error_free(second);
}

#endif // KILN_TEST_MEMORY
