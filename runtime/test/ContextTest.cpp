// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Runner.h"

#include <thread>

using namespace kiln::rt;
using namespace kiln::rt::test;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

namespace {
std::vector<float> ones(4000, 1.0f);
kiln_tensor x(int64_t rows) { return tensorOf(ones, {rows, 4}); }

/// Adds 1 to the buffer "b" at each call and returns it.
TestPackage counter(bool inPlace) {
  TestPackage package;
  package.inputs = package.symbols = "[]";
  package.outputs =
      R"([{"kind":"buffer_mutation","target":"b","dtype":"f32","sizes":[4]},)"
      R"({"kind":"user_output","dtype":"f32","sizes":[4]}])";
  // Slots: 0 mutation, 1 output, 2 b.
  package.state = R"([{"name":"b","kind":"buffer","storage":0,"dtype":"f32",)"
                  R"("sizes":[4],"strides":[1],"offset":0,"mutable":true}])";
  package.segments = "[]";
  const char *slot = inPlace ? "2" : "0";
  package.entries =
      concat(R"({"run":[)", inPlace ? "" : R"({"op":"copy","from":2,"to":0},)",
             R"({"op":"dispatch","kernel":2,"slots":[)", slot,
             R"(],"domain":4},{"op":"copy","from":)", slot,
             R"(,"to":1},{"op":"return"}]})");
  return package;
}

/// Doubles its input in place, by its own slot or by the mutation's.
TestPackage mutator(bool inPlace) {
  TestPackage package;
  package.outputs = R"([{"kind":"user_input_mutation","target":"x",)"
                    R"("dtype":"f32","sizes":["s0",4]}])";
  const char *slot = inPlace ? "0" : "1";
  package.entries = concat(R"({"run":[{"op":"dispatch","kernel":0,"slots":[0,)",
                           slot, R"(],"domain":"4*s0"},{"op":"return"}]})");
  return package;
}

/// An allocator that counts what is held, and has a limited number of blocks.
struct Count {
  int held = 0;
  int left = 1000;
  std::vector<size_t> asked; ///< bytes of each block so far

  kiln_allocator allocator() {
    return {sizeof(kiln_allocator), this,
            [](void *user, size_t bytes, size_t alignment) -> void * {
              auto *counter = static_cast<Count *>(user);
              if (counter->left-- <= 0)
                return nullptr;
              ++counter->held;
              counter->asked.push_back(bytes);
              return std::aligned_alloc(alignment, (bytes + alignment - 1) /
                                                       alignment * alignment);
            },
            [](void *user, void *memory, size_t) {
              --static_cast<Count *>(user)->held;
              std::free(memory);
            }};
  }
};
} // namespace

TEST(Context, KeepsMutableState) {
  for (bool inPlace : {false, true}) {
    Runner runner{counter(inPlace)};
    EXPECT_THAT(runner.numbersOf({}), ElementsAre(2, 3, 4, 5));
    EXPECT_THAT(runner.numbersOf({}), ElementsAre(3, 4, 5, 6));
    Context other(*runner.module);
    std::vector<float> values(4);
    kiln_tensor tensor = tensorOf(values, {4});
    ASSERT_TRUE(other.readState(nullptr, "b", tensor).ok());
    EXPECT_THAT(values, ElementsAre(1, 2, 3, 4));
    ASSERT_TRUE(runner.context->readState(nullptr, "b", tensor).ok());
    EXPECT_THAT(values, ElementsAre(3, 4, 5, 6));
    values = {10, 20, 30, 40};
    ASSERT_TRUE(runner.context->writeState(nullptr, "b", tensor).ok());
    EXPECT_THAT(runner.numbersOf({}), ElementsAre(11, 21, 31, 41));
    ASSERT_TRUE(runner.context->resetState().ok());
    EXPECT_THAT(runner.numbersOf({}), ElementsAre(2, 3, 4, 5));
  }
}

TEST(Context, ChecksStateAccess) {
  Runner runner{TestPackage()};
  std::vector<float> values(5);
  kiln_tensor right = tensorOf(values, {4}), wrong = tensorOf(values, {5});
  EXPECT_THAT(messageOf(runner.context->readState(nullptr, "v", right)),
              HasSubstr("test.kiln: there is no state 'v'"));
  EXPECT_THAT(messageOf(runner.context->readState("backward", "w", right)),
              HasSubstr("test.kiln: there is no program 'backward'"));
  EXPECT_THAT(messageOf(runner.context->readState(nullptr, "w", wrong)),
              HasSubstr("test.kiln: the tensor does not have the dtype and "
                        "sizes of the state 'w'"));
  EXPECT_THAT(messageOf(runner.context->writeState(nullptr, "w", right)),
              HasSubstr("the state 'w' is not mutable"));
  EXPECT_THAT(
      messageOf(runner.context->run("backward", nullptr, 0, nullptr, 0)),
      HasSubstr("there is no program 'backward'"));
}

TEST(Context, MutatesInputs) {
  for (bool inPlace : {false, true}) {
    Runner runner{mutator(inPlace)};
    std::vector<float> values = {1, 2, 3, 4, 5, 6, 7, 8};
    std::vector<kiln_tensor> none;
    ASSERT_TRUE(runner.run({tensorOf(values, {2, 4})}, none).ok());
    EXPECT_THAT(values, ElementsAre(2, 4, 6, 8, 10, 12, 14, 16));
    // A strided one is packed, and written back.
    kiln_tensor turned = tensorOf(values, {2, 4});
    turned.flags = KILN_TENSOR_STRIDED;
    turned.strides[0] = 1;
    turned.strides[1] = 2;
    ASSERT_TRUE(runner.run({turned}, none).ok());
    EXPECT_THAT(values, ElementsAre(4, 8, 12, 16, 20, 24, 28, 32));
  }
}

TEST(Context, RefusesMutatedInputsThatShareMemory) {
  TestPackage package = mutator(/*inPlace=*/true);
  package.inputs.insert(1, R"({"name":"other","kind":"user_input",)"
                           R"("dtype":"f32","sizes":[4]},)");
  package.entries = R"({"run":[{"op":"dispatch","kernel":0,"slots":[1,1],)"
                    R"("domain":"4*s0"},{"op":"return"}]})";
  Runner runner{package};
  std::vector<float> values(12);
  auto with = [&](size_t at, kiln_tensor x) {
    kiln_tensor other = tensorOf(values, {4});
    other.data = values.data() + at;
    return runner.errorOf({other, x}, 0);
  };
  kiln_tensor mutated = tensorOf(values, {2, 4});
  EXPECT_EQ(with(8, mutated), "(no error)");
  EXPECT_THAT(with(7, mutated),
              HasSubstr("input 'x': the memory overlaps input "
                        "'other', but is mutated"));
  mutated.flags = KILN_TENSOR_STRIDED;
  mutated.strides[0] = 0;
  mutated.strides[1] = 1;
  EXPECT_THAT(with(8, mutated), HasSubstr("input 'x', dimension 0: the stride "
                                          "is 0, but the input is mutated"));
  // A row of one, or none, is no other row.
  mutated.sizes[0] = 1;
  EXPECT_EQ(with(8, mutated), "(no error)");
}

TEST(Context, RefusesStridesThatLeaveTheAddressSpace) {
  Runner runner{TestPackage()};
  for (int64_t stride : {INT64_MAX, INT64_MIN, INT64_MAX / 4}) {
    kiln_tensor far = x(3);
    far.flags = KILN_TENSOR_STRIDED;
    far.strides[0] = stride;
    far.strides[1] = 1;
    EXPECT_THAT(runner.errorOf({far}),
                HasSubstr("input 'x': the strides leave the address space"));
    std::vector<kiln_tensor> outputs = {far};
    EXPECT_THAT(messageOf(runner.run({x(3)}, outputs)),
                HasSubstr("output 0 'y': the strides leave the address space"));
  }
}

TEST(Context, TakesInputsAndOutputsOfNothing) {
  // No memory is touched: it may lie anywhere, also inside of other tensors.
  TestPackage package;
  package.symbols = R"([{"name":"s0","min":0,"max":10}])";
  Runner runner{package};
  EXPECT_TRUE(runner.numbersOf({x(0)}).empty());
  std::vector<kiln_tensor> outputs = {x(0)};
  outputs[0].data = ones.data() + 1;
  EXPECT_TRUE(runner.run({x(0)}, outputs).ok());
  kiln_tensor nowhere = x(0);
  nowhere.data = nullptr;
  EXPECT_TRUE(runner.numbersOf({nowhere}).empty());
}

TEST(Context, PacksStridedAndMisalignedInputs) {
  Runner runner{TestPackage()};
  std::vector<float> values = {1, 5, 2, 6, 3, 7, 4, 8};
  kiln_tensor turned = tensorOf(values, {2, 4});
  turned.flags = KILN_TENSOR_STRIDED;
  turned.strides[0] = 1;
  turned.strides[1] = 2;
  EXPECT_THAT(runner.numbersOf({turned}),
              ElementsAre(3, 6, 9, 12, 11, 14, 17, 20));
  std::vector<char> bytes(1 + 4 * sizeof(float));
  std::memcpy(bytes.data() + 1, ones.data(), 4 * sizeof(float));
  kiln_tensor odd = x(1);
  odd.data = bytes.data() + 1;
  EXPECT_THAT(runner.numbersOf({odd}), ElementsAre(3, 4, 5, 6));
  // Broadcast rows, and rows that run backwards.
  kiln_tensor rows = tensorOf(values, {3, 4});
  rows.flags = KILN_TENSOR_STRIDED;
  rows.strides[0] = 0;
  rows.strides[1] = 1;
  EXPECT_EQ(runner.numbersOf({rows}).size(), 12u);
  rows.sizes[0] = 2;
  rows.data = values.data() + 4;
  rows.strides[0] = -4;
  EXPECT_THAT(runner.numbersOf({rows}),
              ElementsAre(7, 16, 11, 20, 3, 12, 7, 16));
  kiln_memory_use use = {};
  runner.context->memoryUse(use);
  EXPECT_EQ(use.packed_inputs, 4u);
  EXPECT_EQ(use.packed_bytes, 32u + 16 + 48 + 32);
  EXPECT_GT(use.arena_bytes, 0u);
  EXPECT_EQ(use.mapped_bytes, 16u);
  // A dense tensor that says its strides is used in place.
  rows = x(2);
  rows.flags = KILN_TENSOR_STRIDED;
  rows.strides[0] = 4;
  rows.strides[1] = 1;
  runner.numbersOf({rows});
  kiln_memory_use after = {};
  runner.context->memoryUse(after);
  EXPECT_EQ(after.packed_inputs, 4u);
}

TEST(Context, WritesIntoGivenMemory) {
  Runner runner{TestPackage()};
  std::vector<float> room(8);
  std::vector<kiln_tensor> outputs = {tensorOf(room, {2, 4})};
  ASSERT_TRUE(runner.run({x(2)}, outputs).ok());
  EXPECT_THAT(room, ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  outputs[0].flags = KILN_TENSOR_STRIDED;
  outputs[0].strides[0] = 1;
  outputs[0].strides[1] = 2;
  ASSERT_TRUE(runner.run({x(2)}, outputs).ok());
  EXPECT_THAT(room, ElementsAre(3, 3, 4, 4, 5, 5, 6, 6));
}

TEST(Context, ChecksGivenMemory) {
  Runner runner{TestPackage()};
  std::vector<float> room(12);
  auto with = [&](kiln_tensor output) {
    std::vector<kiln_tensor> outputs = {output};
    return messageOf(runner.run({x(2)}, outputs));
  };
  EXPECT_THAT(with(tensorOf(room, {3, 4})),
              HasSubstr("output 0 'y': size is 3, but 2 is expected"));
  EXPECT_THAT(with(tensorOf(room, {8})),
              HasSubstr("output 0 'y': rank is 1, but 2 is expected"));
  kiln_tensor wrong = tensorOf(room, {2, 4});
  wrong.dtype = KILN_DTYPE_I32;
  EXPECT_THAT(with(wrong),
              HasSubstr("output 0 'y': dtype is i32, but f32 is expected"));
  wrong = tensorOf(room, {2, 4});
  wrong.device = {KILN_DEVICE_CUDA, 0};
  EXPECT_THAT(with(wrong),
              HasSubstr("the device is cuda:0, but cpu is expected"));
  wrong = tensorOf(room, {2, 4});
  wrong.flags = KILN_TENSOR_STRIDED;
  wrong.strides[0] = 0;
  wrong.strides[1] = 1;
  EXPECT_THAT(with(wrong), HasSubstr("the stride of dimension 0 is 0"));
  EXPECT_THAT(with(x(2)),
              HasSubstr("output 0 'y': the memory overlaps input 'x'"));
}

TEST(Context, RefusesOverlappingOutputs) {
  TestPackage package;
  package.outputs = R"([{"kind":"user_output","dtype":"f32","sizes":["s0",4]},)"
                    R"({"kind":"user_output","dtype":"f32","sizes":["s0",4]}])";
  package.entries = R"({"run":[{"op":"copy","from":0,"to":1},)"
                    R"({"op":"copy","from":0,"to":2},{"op":"return"}]})";
  package.state = "[]";
  Runner runner{package};
  std::vector<float> room(20);
  std::vector<kiln_tensor> outputs = {tensorOf(room, {2, 4}),
                                      tensorOf(room, {2, 4})};
  outputs[1].data = room.data() + 7;
  EXPECT_THAT(messageOf(runner.run({x(2)}, outputs)),
              HasSubstr("output 0: the memory overlaps output 1"));
  outputs[1].data = room.data() + 8;
  EXPECT_TRUE(runner.run({x(2)}, outputs).ok());
}

TEST(Context, DeliversDeclaredStrides) {
  TestPackage package;
  size_t at = package.outputs.find("null");
  package.outputs.replace(at, 4, R"([1,"s0"])");
  Runner runner{package};
  std::vector<kiln_tensor> outputs(1);
  ASSERT_TRUE(runner.run({x(2)}, outputs).ok());
  EXPECT_EQ(outputs[0].flags, KILN_TENSOR_STRIDED);
  EXPECT_EQ(outputs[0].strides[1], 2);
  const auto *values = static_cast<const float *>(outputs[0].data);
  EXPECT_EQ(values[0], values[1]);
  EXPECT_EQ(values[2], 4);
  runner.module->cpu().free(outputs[0].data, 0);
}

TEST(Context, AllocatesAllThatDeclaredStridesReach) {
  TestPackage package;
  package.outputs.replace(package.outputs.find("null"), 4, "[9,2]");
  Count count;
  ModuleOptions options;
  options.allocator = count.allocator();
  Runner runner{package, options};
  std::vector<kiln_tensor> outputs(1);
  ASSERT_TRUE(runner.run({x(2)}, outputs).ok());
  EXPECT_THAT(count.asked, Contains((9 + 3 * 2 + 1) * sizeof(float)));
  const auto *values = static_cast<const float *>(outputs[0].data);
  EXPECT_EQ(values[9 + 3 * 2], 6);
  runner.module->cpu().free(outputs[0].data, 0);
}

TEST(Context, RefusesDeclaredStridesThatLeaveMemory) {
  for (const char *strides : {"[-4,1]", "[4611686018427387904,1]"}) {
    TestPackage package;
    package.outputs.replace(package.outputs.find("null"), 4, strides);
    Runner runner{package};
    EXPECT_THAT(runner.errorOf({x(3)}),
                HasSubstr("output 0 'y': the declared strides leave 64 bits or "
                          "are negative"));
  }
}

TEST(Context, EvaluatesNamedSizesOncePerCall) {
  TestPackage package;
  package.trees = R"(,"sizes":[{"name":"n","expr":"4*s0"},)"
                  R"json({"name":"rows","expr":"FloorDiv(n, 4)"}])json";
  package.outputs = R"([{"kind":"user_output","name":"y","dtype":"f32",)"
                    R"("sizes":["rows",4],"strides":null}])";
  package.segments = R"([{"bytes":"4*n","after":[]}])";
  package.entries =
      R"({"run":[{"op":"segment","index":0},)"
      R"({"op":"dispatch","kernel":0,"slots":[0,3],"sizes":[],"domain":"n"},)"
      R"({"op":"dispatch","kernel":1,"slots":[3,2,1],"sizes":[4],)"
      R"("domain":"n"},{"op":"return"}]})";
  Runner runner{package};
  for (int64_t rows : {3, 7, 3}) {
    std::vector<float> y = runner.numbersOf({x(rows)});
    ASSERT_EQ(y.size(), size_t(4 * rows));
    EXPECT_EQ(y.back(), 6.0f);
  }
}

TEST(Context, ReturnsNumbersAndConstants) {
  TestPackage package;
  package.outputs =
      R"([{"kind":"number","value":"2*s0"},{"kind":"constant","value":3},)"
      R"({"kind":"constant","value":null},{"kind":"constant","value":true},)"
      R"json({"kind":"number","value":"ToFloat(s0)"},)json"
      R"({"kind":"constant","value":0.5},{"kind":"constant","value":"x"},)"
      R"json({"kind":"number","value":"Lt(s0, 3)"}])json";
  package.state = "[]";
  package.entries = R"({"run":[{"op":"return"}]})";
  Runner runner{package};
  std::vector<kiln_tensor> outputs(8);
  int64_t given = 0;
  outputs[1] = scalarOf(given);
  Status status = runner.run({x(2)}, outputs);
  ASSERT_TRUE(status.ok()) << status.error().message;
  EXPECT_EQ(*static_cast<int64_t *>(outputs[0].data), 4);
  EXPECT_EQ(outputs[0].dtype, KILN_DTYPE_I64);
  EXPECT_EQ(given, 3);
  EXPECT_EQ(outputs[2].data, nullptr);
  EXPECT_EQ(outputs[2].dtype, KILN_DTYPE_NONE);
  EXPECT_TRUE(*static_cast<bool *>(outputs[3].data));
  EXPECT_EQ(*static_cast<double *>(outputs[4].data), 2);
  EXPECT_EQ(*static_cast<double *>(outputs[5].data), 0.5);
  EXPECT_EQ(outputs[6].data, nullptr);
  EXPECT_TRUE(*static_cast<bool *>(outputs[7].data));
  for (size_t i : {0, 3, 4, 5, 7})
    runner.module->cpu().free(outputs[i].data, 0);
}

TEST(Context, FreesOutputsOnErrors) {
  Count count;
  TestPackage package;
  package.outputs.insert(
      1, R"({"kind":"user_output","dtype":"f32","sizes":[4]},)");
  package.entries =
      R"({"run":[{"op":"fill","slot":1,"pattern":"00"},)"
      R"({"op":"fill","slot":2,"pattern":"00"},)"
      R"({"op":"segment","index":0},)"
      R"json({"op":"check","cond":"Eq(s0, 1)","message":"one"},)json"
      R"({"op":"return"}]})";
  ModuleOptions options;
  options.allocator = count.allocator();
  {
    Runner runner(package, options);
    EXPECT_THAT(runner.errorOf({x(2)}, 2), HasSubstr("check failed: one"));
    runner.context.reset();
    EXPECT_EQ(count.held, 0);
    runner.context = std::make_unique<Context>(*runner.module);
    count.left = 1;
    EXPECT_THAT(runner.errorOf({x(2)}, 2),
                HasSubstr("output 1 'y': no memory for 32 bytes"));
    count.left = 2;
    EXPECT_THAT(runner.errorOf({x(2)}, 2),
                HasSubstr("no memory for a segment of 32 bytes"));
  }
  EXPECT_EQ(count.held, 0);
}

TEST(Context, ReportsMissingMemory) {
  Count count;
  count.left = 0;
  ModuleOptions options;
  options.allocator = count.allocator();
  Runner state(counter(false), options);
  EXPECT_THAT(state.errorOf({}), HasSubstr("no memory for 16 bytes of state"));
  TestPackage turnedWeights;
  turnedWeights.state =
      R"([{"name":"w","kind":"parameter","storage":0,"dtype":"f32",)"
      R"("sizes":[2,2],"strides":[1,2],"offset":0,"mutable":false}])";
  Runner weights(turnedWeights, options);
  EXPECT_THAT(weights.errorOf({x(2)}),
              HasSubstr("no memory for 16 bytes of weights"));
  Runner pack(mutator(false), options);
  kiln_tensor turned = x(2);
  turned.flags = KILN_TENSOR_STRIDED;
  turned.strides[0] = 1;
  turned.strides[1] = 2;
  EXPECT_THAT(pack.errorOf({turned}, 0),
              HasSubstr("input 'x': no memory for a copy of 32 bytes"));
}

TEST(Context, SharesAModuleAmongThreads) {
  ModuleOptions options;
  options.threads = 3;
  Runner runner(TestPackage(), options);
  std::vector<std::thread> threads;
  for (int t = 0; t < 16; ++t)
    threads.emplace_back([&, t] {
      Context context(*runner.module);
      std::vector<float> room(4000);
      for (int i = 0; i < 20; ++i) {
        int64_t rows = 1 + (t * 37 + i * 101) % 1000;
        kiln_tensor input = x(rows);
        kiln_tensor output = tensorOf(room, {rows, 4});
        Status status = context.run(nullptr, &input, 1, &output, 1);
        ASSERT_TRUE(status.ok());
        for (int64_t k = 0; k < 4 * rows; ++k)
          ASSERT_EQ(room[static_cast<size_t>(k)],
                    static_cast<float>(3 + k % 4));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}
