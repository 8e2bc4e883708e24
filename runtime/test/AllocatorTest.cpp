// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The caller's allocator: what it gives is what is used, and it gets back each
// block once.

#include "TestPackage.h"

#include <map>

using namespace kiln::rt;
using namespace kiln::rt::test;
using ::testing::HasSubstr;

namespace {

/// Blocks of one piece of memory, which are never used again.
class Arena {
public:
  kiln_allocator allocator() {
    return {sizeof(kiln_allocator), this, &Arena::allocate, &Arena::free};
  }
  bool holds(const void *memory, size_t bytes) const {
    auto found = live_.find(const_cast<void *>(memory));
    return found != live_.end() && found->second == bytes;
  }
  size_t held() const { return live_.size(); }

  size_t misalignedBy = 0;
  int left = 1000; ///< blocks before there are none
  size_t asked = 0;
  int wrongFrees = 0; ///< of unknown blocks, twice, or of other sizes

private:
  static void *allocate(void *user, size_t bytes, size_t alignment) {
    auto &arena = *static_cast<Arena *>(user);
    ++arena.asked;
    if (arena.left-- <= 0)
      return nullptr;
    EXPECT_EQ(alignment & (alignment - 1), 0u);
    arena.next_ = (arena.next_ + alignment - 1) & ~(alignment - 1);
    void *memory = arena.memory_ + arena.next_ + arena.misalignedBy;
    arena.next_ += bytes + arena.misalignedBy;
    EXPECT_LE(arena.next_, sizeof(arena.memory_));
    arena.live_[memory] = bytes;
    return memory;
  }
  static void free(void *user, void *memory, size_t bytes) {
    auto &arena = *static_cast<Arena *>(user);
    arena.wrongFrees += !arena.holds(memory, bytes);
    arena.live_.erase(memory);
  }

  alignas(4096) char memory_[1 << 18];
  size_t next_ = 0;
  std::map<void *, size_t> live_;
};

/// The small program on an arena, through the C interface.
class Allocator : public LoadedPackage {
protected:
  void load(const TestPackage &package = {}) {
    kiln_allocator allocator = arena.allocator();
    kiln_module_options options = {};
    options.struct_size = sizeof(options);
    options.allocator = &allocator;
    LoadedPackage::load(package, &options);
  }
  void TearDown() override {
    LoadedPackage::TearDown();
    EXPECT_EQ(arena.held(), 0u);
    EXPECT_EQ(arena.wrongFrees, 0);
  }
  std::string run(size_t outputs = 1) {
    kiln_tensor input = tensorOf(ones, {100, 4});
    results.assign(outputs, {});
    return takeMessage(kiln_run(context, nullptr, &input, 1, results.data(),
                                outputs, nullptr));
  }

  std::vector<float> ones = std::vector<float>(400, 1.0f);
  std::vector<kiln_tensor> results;
  Arena arena;
};

} // namespace

TEST_F(Allocator, GivesTheMemoryOfOutputsAndContexts) {
  load();
  ASSERT_EQ(run(), "(no error)");
  EXPECT_TRUE(arena.holds(results[0].data, 1600));
  EXPECT_EQ(static_cast<float *>(results[0].data)[399], 6);
  EXPECT_EQ(arena.held(), 2u) << "a segment, and the output";
  kiln_tensor_free(module, &results[0]);
  EXPECT_EQ(results[0].data, nullptr);
  EXPECT_EQ(arena.held(), 1u);
  kiln_tensor_free(module, &results[0]); // nothing is there to be freed
}

TEST_F(Allocator, IsNotAskedForWhatTheCallerGives) {
  load();
  ASSERT_EQ(run(), "(no error)");
  kiln_tensor_free(module, &results[0]);
  size_t asked = arena.asked;
  std::vector<float> room(400);
  kiln_tensor input = tensorOf(ones, {100, 4}),
              output = tensorOf(room, {100, 4});
  ASSERT_EQ(kiln_run(context, nullptr, &input, 1, &output, 1, nullptr),
            nullptr);
  EXPECT_EQ(arena.asked, asked);
  EXPECT_EQ(output.data, room.data());
}

TEST_F(Allocator, MisalignedMemoryIsGivenBack) {
  load();
  for (size_t by : {1, 8, 32}) {
    arena.misalignedBy = by;
    EXPECT_THAT(run(), HasSubstr("output 0 'y': no memory for 1600 bytes"));
    EXPECT_EQ(results[0].data, nullptr);
    EXPECT_EQ(arena.held(), 0u);
  }
  arena.misalignedBy = 0;
  ASSERT_EQ(run(), "(no error)");
  kiln_tensor_free(module, &results[0]);
}

TEST_F(Allocator, GetsEveryBlockBackWhereverACallFails) {
  TestPackage package;
  package.outputs = R"([{"kind":"user_output","dtype":"f32","sizes":["s0",4]},)"
                    R"({"kind":"user_output","dtype":"f32","sizes":["s0",2]},)"
                    R"({"kind":"number","value":"s0"}])";
  package.state = "[]";
  package.entries = R"({"run":[{"op":"segment","index":0},)"
                    R"({"op":"dispatch","kernel":2,"slots":[4],"domain":1},)"
                    R"({"op":"return"}]})";
  load(package);
  // The outputs, the segment, the kernel's scratch: each may be the one that
  // there is no memory for.
  for (int blocks = 0; blocks < 5; ++blocks) {
    arena.left = blocks;
    EXPECT_THAT(run(3), HasSubstr("no memory for")) << blocks;
    for (const kiln_tensor &result : results)
      EXPECT_EQ(result.data, nullptr);
    kiln_context_destroy(context);
    EXPECT_EQ(arena.held(), 0u);
    ASSERT_EQ(kiln_context_create(module, nullptr, &context), nullptr);
  }
  arena.left = 5;
  EXPECT_EQ(run(3), "(no error)");
  for (kiln_tensor &result : results)
    kiln_tensor_free(module, &result);
}

TEST_F(Allocator, GetsBackWhatAPreparedCallHeld) {
  load();
  kiln_tensor input = tensorOf(ones, {100, 4}), none = {};
  kiln_call *call = nullptr;
  ASSERT_EQ(kiln_call_prepare(context, nullptr, &input, 1, &none, 1, &call),
            nullptr);
  ASSERT_EQ(kiln_call_run(call, nullptr), nullptr);
  size_t asked = arena.asked;
  ASSERT_EQ(kiln_call_run(call, nullptr), nullptr);
  EXPECT_EQ(arena.asked, asked);
  kiln_tensor output = {};
  ASSERT_TRUE(kiln_call_output(call, 0, &output));
  EXPECT_TRUE(arena.holds(output.data, 1600));
  kiln_call_destroy(call);
  EXPECT_FALSE(arena.holds(output.data, 1600));
}

TEST_F(Allocator, GetsBackWhatAWarmUpTook) {
  TestPackage package;
  package.outputs = R"([{"kind":"user_input_mutation","target":"x",)"
                    R"("dtype":"f32","sizes":["s0",4]}])";
  package.entries = R"({"run":[{"op":"dispatch","kernel":2,"slots":[0],)"
                    R"("domain":"4*s0"},{"op":"return"}]})";
  package.segments = "[]";
  load(package);
  kiln_tensor input = tensorOf(ones, {100, 4});
  arena.left = 0;
  EXPECT_THAT(takeMessage(kiln_warm_up(context, nullptr, &input, 1, nullptr)),
              HasSubstr("no memory for 1600 bytes of an input that is "
                        "mutated"));
  arena.left = 1000;
  ASSERT_EQ(takeMessage(kiln_warm_up(context, nullptr, &input, 1, nullptr)),
            "(no error)");
  EXPECT_EQ(arena.held(), 1u) << "the kernel's scratch";
}
