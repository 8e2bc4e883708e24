// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Runner.h"

#include <chrono>

using namespace kiln::rt;
using namespace kiln::rt::test;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

namespace {
std::vector<float> ones(4000, 1.0f);
kiln_tensor x(int64_t rows) { return tensorOf(ones, {rows, 4}); }

/// The test's package with another host program.
TestPackage programOf(const std::string &instructions,
                      const std::string &more = "") {
  TestPackage package;
  package.entries =
      concat("{\"run\":[", instructions, "{\"op\":\"return\"}]", more, "}");
  return package;
}
std::string errorOf(const std::string &instructions) {
  return Runner(programOf(instructions)).errorOf({x(2)});
}
} // namespace

TEST(Interpreter, RunsKernels) {
  Runner runner{TestPackage()};
  EXPECT_THAT(runner.numbersOf({x(2)}), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  EXPECT_THAT(runner.numbersOf({x(1)}), ElementsAre(3, 4, 5, 6));
}

TEST(Interpreter, GivesTheSameBitsForAnyThreads) {
  std::vector<std::vector<float>> results;
  for (size_t threads : {1, 2, 3, 8, 20}) {
    ModuleOptions options;
    options.threads = threads;
    Runner runner(TestPackage(), options);
    for (int64_t rows : {1, 3, 1000})
      results.push_back(runner.numbersOf({x(rows)}));
  }
  for (size_t i = 3; i < results.size(); ++i)
    EXPECT_EQ(results[i], results[i % 3]);
}

TEST(Interpreter, GivesScratchToKernels) {
  for (size_t threads : {3, 20}) {
    ModuleOptions options;
    options.threads = threads;
    Runner runner(
        programOf(
            R"({"op":"copy","from":0,"to":1},)"
            R"({"op":"dispatch","kernel":2,"slots":[1],"domain":"4*s0"},)"),
        options);
    std::vector<float> values = runner.numbersOf({x(1000)});
    EXPECT_THAT(values, ::testing::Each(2.0f));
  }
}

TEST(Interpreter, ReportsMissingScratch) {
  static bool refuse;
  refuse = false;
  kiln_allocator allocator = defaultAllocator();
  allocator.allocate = [](void *, size_t bytes, size_t alignment) -> void * {
    return refuse ? nullptr
                  : std::aligned_alloc(alignment, (bytes + alignment - 1) /
                                                      alignment * alignment);
  };
  ModuleOptions options;
  options.allocator = allocator;
  Runner runner(
      programOf(R"({"op":"dispatch","kernel":2,"slots":[1],"domain":1},)"),
      options);
  std::vector<kiln_tensor> sizes(1);
  kiln_tensor input = x(1);
  ASSERT_TRUE(
      runner.context->outputSizes(nullptr, &input, 1, sizes.data(), 1).ok());
  refuse = true;
  std::vector<float> room(4);
  std::vector<kiln_tensor> given = {tensorOf(room, {1, 4})};
  EXPECT_THAT(messageOf(runner.run({input}, given)),
              HasSubstr("no memory for 64 bytes of kernel scratch"));
}

TEST(Interpreter, ReportsKernelErrors) {
  EXPECT_EQ(errorOf(R"({"op":"dispatch","kernel":3,"slots":[],"sizes":[1],)"
                    R"("domain":1},)"),
            "test.kiln: forward: kernel 'fail' reported error 1: an index is "
            "out of range (model.py:12)");
  EXPECT_THAT(errorOf(R"({"op":"dispatch","kernel":3,"slots":[],"sizes":[7],)"
                      R"("domain":1000},)"),
              HasSubstr("kernel 'fail' reported error 7: it failed"));
  // Over no items a kernel is not called.
  EXPECT_EQ(errorOf(R"({"op":"dispatch","kernel":3,"slots":[],"sizes":[1],)"
                    R"("domain":0},)"),
            "(no error)");
  EXPECT_THAT(errorOf(R"({"op":"dispatch","kernel":3,"slots":[],"sizes":[1],)"
                      R"("domain":"-s0"},)"),
              HasSubstr("a dispatch over -2 items"));
}

TEST(Interpreter, ChecksViews) {
  EXPECT_THAT(errorOf(R"({"op":"view","slot":4,"base":0,"offset":24,)"
                      R"("bytes":16},)"),
              HasSubstr("a view of 16 bytes at byte 24 leaves slot 0 of 32 "
                        "bytes"));
  EXPECT_THAT(errorOf(R"({"op":"view","slot":4,"base":0,"offset":-1,)"
                      R"("bytes":1},)"),
              HasSubstr("a view of 1 bytes at byte -1 leaves slot 0"));
  Runner runner(programOf(
      R"({"op":"view","slot":4,"base":1,"offset":0,"bytes":"16*s0 - 16"},)"
      R"({"op":"view","slot":5,"base":1,"offset":"16*s0 - 16","bytes":16},)"
      R"({"op":"fill","slot":4,"pattern":"0000803f"},)"
      R"({"op":"copy","from":2,"to":5},)"));
  EXPECT_THAT(runner.numbersOf({x(2)}), ElementsAre(1, 1, 1, 1, 1, 2, 3, 4));
  EXPECT_THAT(runner.numbersOf({x(1)}), ElementsAre(1, 2, 3, 4));
}

TEST(Interpreter, ChecksMoves) {
  EXPECT_THAT(errorOf(R"({"op":"copy","from":2,"to":1},)"),
              HasSubstr("a copy from slot 2 of 16 bytes to slot 1 of 32 "
                        "bytes"));
  EXPECT_THAT(errorOf(R"({"op":"view","slot":4,"base":1,"offset":0,)"
                      R"("bytes":7},{"op":"fill","slot":4,)"
                      R"("pattern":"00000000"},)"),
              HasSubstr("a fill of slot 4 of 7 bytes with 4 bytes at a time"));
}

TEST(Interpreter, ChecksSegments) {
  TestPackage package;
  package.segments = R"([{"bytes":"-s0"}])";
  EXPECT_THAT(Runner(package).errorOf({x(2)}),
              HasSubstr("no memory for a segment of -2 bytes"));
  package.segments = R"([{"bytes":"1152921504606846976*s0"}])";
  EXPECT_THAT(Runner(package).errorOf({x(2)}),
              HasSubstr("no memory for a segment of 2305843009213693952 "
                        "bytes"));
  package.segments = R"([{"bytes":"9223372036854775807*s0"}])";
  EXPECT_THAT(Runner(package).errorOf({x(2)}),
              HasSubstr("expression '9223372036854775807*s0': the value does "
                        "not fit 64 bits"));
}

TEST(Interpreter, ReadsScalars) {
  EXPECT_EQ(
      errorOf(R"({"op":"read_scalar","name":"u0","slot":2,)"
              R"json("dtype":"f32"},{"op":"check","cond":"Eq(u0, 2.0)",)json"
              R"("message":"first weight","origin":1},)"),
      "test.kiln: forward: check failed: first weight: Eq(u0, 2.0) with "
      "u0 = 1 (model.py:12)");
  // A symbol that stands twice is told once.
  EXPECT_THAT(errorOf(R"({"op":"read_scalar","name":"u0","slot":2,)"
                      R"json("dtype":"f32"},{"op":"check",)json"
                      R"json("cond":"And(Lt(u0, 1.0), Lt(0.0, u0))",)json"
                      R"("message":"","origin":1},)"),
              HasSubstr("with u0 = 1 (model.py:12)"));
  EXPECT_THAT(errorOf(R"({"op":"view","slot":4,"base":2,"offset":0,)"
                      R"("bytes":2},{"op":"read_scalar","name":"u0",)"
                      R"("slot":4,"dtype":"i64"},)"),
              HasSubstr("slot 4 has no scalar to read"));
  EXPECT_THAT(errorOf(R"({"op":"segment","index":0},{"op":"fill","slot":3,)"
                      R"("pattern":"ff"},{"op":"read_scalar","name":"u0",)"
                      R"("slot":3,"dtype":"u64"},)"),
              HasSubstr("the scalar in slot 3 does not fit 64 bits"));
  EXPECT_EQ(
      errorOf(R"({"op":"segment","index":0},{"op":"fill","slot":3,)"
              R"("pattern":"ff"},{"op":"read_scalar","name":"u0",)"
              R"("slot":3,"dtype":"i16"},)"
              R"json({"op":"check","cond":"Eq(u0, -1)","message":""},)json"),
      "(no error)");
}

TEST(Interpreter, FollowsControlFlow) {
  // Adds 1 to a copy of x for i in 0 … 4.
  Runner runner(programOf(
      R"({"op":"copy","from":0,"to":1},{"op":"size","name":"i","expr":0},)"
      R"json({"op":"jump_if_false","cond":"Lt(i, 5)","to":6},)json"
      R"({"op":"dispatch","kernel":2,"slots":[1],"domain":"4*s0"},)"
      R"({"op":"size","name":"i","expr":"i + 1"},{"op":"jump","to":2},)"));
  EXPECT_THAT(runner.numbersOf({x(1)}), ElementsAre(6, 6, 6, 6));
  EXPECT_THAT(runner.numbersOf({x(1)}), ElementsAre(6, 6, 6, 6));
}

TEST(Interpreter, SizesOutputsByData) {
  TestPackage package = programOf(
      R"({"op":"segment","index":0},)"
      R"({"op":"dispatch","kernel":4,"slots":[0,3],"sizes":["4*s0"],)"
      R"("domain":1},{"op":"read_scalar","name":"u0","slot":3,)"
      R"("dtype":"i64"},{"op":"fill","slot":1,"pattern":"00004040"},)");
  package.outputs = R"([{"kind":"user_output","dtype":"f32","sizes":["u0"]}])";
  Runner runner{package};
  std::vector<float> values = {1, -1, 1, 1, 0, 0, 2, 0};
  EXPECT_THAT(runner.numbersOf({tensorOf(values, {2, 4})}),
              ElementsAre(3, 3, 3, 3));
  values[0] = -1;
  EXPECT_THAT(runner.numbersOf({tensorOf(values, {2, 4})}),
              ElementsAre(3, 3, 3));
  std::vector<kiln_tensor> sizes(1);
  kiln_tensor input = tensorOf(values, {2, 4});
  ASSERT_TRUE(
      runner.context->outputSizes(nullptr, &input, 1, sizes.data(), 1).ok());
  EXPECT_EQ(sizes[0].sizes[0], -1);
  // Into memory of a size that does not fit.
  std::vector<float> room(4);
  std::vector<kiln_tensor> given = {tensorOf(room, {4})};
  EXPECT_THAT(messageOf(runner.run({input}, given)),
              HasSubstr("output 0: size is 4, but 3 is expected"));
}

TEST(Interpreter, CallsRoutines) {
  struct Seen {
    std::string attributes;
    size_t bytes = 0;
    bool hasTensors = false;
    kiln_tensor output = {};
    int32_t result = 0;
  } seen;
  ModuleOptions options;
  options.externs["mylib.triple"] = {
      [](void *user, const kiln_extern_call *call) {
        auto *record = static_cast<Seen *>(user);
        record->attributes = call->attributes;
        record->bytes = call->bytes[0];
        record->hasTensors = call->tensors;
        if (call->tensors)
          record->output = call->tensors[1];
        const auto *from = static_cast<const float *>(call->buffers[0]);
        auto *to = static_cast<float *>(call->buffers[1]);
        for (size_t i = 0; i < call->bytes[0] / sizeof(float); ++i)
          to[i] = 3 * from[i];
        return record->result;
      },
      &seen};
  Runner runner(
      programOf(R"({"op":"extern","routine":"mylib.triple","slots":[0,1],)"
                R"("attributes":{"k":[1,"a"]}},)"),
      options);
  EXPECT_THAT(runner.numbersOf({x(1)}), ElementsAre(3, 3, 3, 3));
  EXPECT_EQ(seen.attributes, R"({"k":[1,"a"]})");
  EXPECT_EQ(seen.bytes, 16u);
  EXPECT_FALSE(seen.hasTensors);
  Runner described(
      programOf(R"({"op":"extern","routine":"mylib.triple","slots":[0,1],)"
                R"("tensors":[{"dtype":"f32","sizes":["s0",4]},)"
                R"({"dtype":"f32","sizes":["s0",2,"s0 + 1"]}]},)"),
      options);
  EXPECT_THAT(described.numbersOf({x(1)}), ElementsAre(3, 3, 3, 3));
  EXPECT_TRUE(seen.hasTensors);
  EXPECT_EQ(seen.output.dtype, KILN_DTYPE_F32);
  EXPECT_EQ(seen.output.rank, 3);
  EXPECT_THAT(std::vector<int64_t>(seen.output.sizes, seen.output.sizes + 3),
              ElementsAre(1, 2, 2));
  EXPECT_EQ(seen.output.strides[0], 4);
  // A routine trusts its sizes: one that its slot does not hold is an error.
  EXPECT_THAT(described.errorOf({x(2)}),
              HasSubstr("tensor 1 of the routine 'mylib.triple' leaves slot 1 "
                        "of 32 bytes"));
  seen.result = 5;
  EXPECT_THAT(runner.errorOf({x(1)}),
              HasSubstr("the routine 'mylib.triple' failed with 5"));
}

TEST(Interpreter, IsFast) {
  // A loop of 100,000 rounds of five instructions.
  Runner runner(programOf(
      R"({"op":"copy","from":0,"to":1},{"op":"size","name":"i","expr":0},)"
      R"json({"op":"jump_if_false","cond":"Lt(i, 100000)","to":7},)json"
      R"({"op":"view","slot":4,"base":1,"offset":"4*s0 - 4","bytes":4},)"
      R"({"op":"dispatch","kernel":2,"slots":[4],"domain":1},)"
      R"({"op":"size","name":"i","expr":"i + 1"},{"op":"jump","to":2},)"));
  auto start = std::chrono::steady_clock::now();
  runner.numbersOf({x(1)});
  double nanoseconds = std::chrono::duration<double, std::nano>(
                           std::chrono::steady_clock::now() - start)
                           .count() /
                       500000;
  RecordProperty("nanoseconds_per_instruction", concat(nanoseconds));
  std::printf("  %.1f ns per instruction\n", nanoseconds);
  // The design's limit is 60 ns; sanitizers and busy machines need more.
  EXPECT_LT(nanoseconds, 2000);
}
