// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a CUDA device says where something fails, on an emulator.

#include "CudaFixture.h"

using namespace kiln::rt;
using namespace kiln::rt::test;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(CudaDriver, MustBeThere) {
  EXPECT_THAT(messageOf(cuda::CudaDevice::open(0, "/nowhere/libcuda.so")),
              HasSubstr("the CUDA driver cannot be opened: "
                        "/nowhere/libcuda.so: cannot open shared object file"));
  EXPECT_EQ(messageOf(cuda::CudaDevice::open(0, "libc.so.6")),
            "libc.so.6: the CUDA driver has no 'cuInit'; it may be too old");
}

TEST_F(CudaTest, MustHaveTheDevice) {
  EXPECT_EQ(messageOf(cuda::CudaDevice::open(2, KILN_TEST_EMULATOR)),
            "there is no device cuda:2; the driver has 2");
}

TEST_F(CudaTest, MustHaveCodeInThePackage) {
  Expected<std::shared_ptr<Device>> opened =
      cuda::CudaDevice::open(0, KILN_TEST_EMULATOR);
  options.device = *opened;
  auto loading = [&](TestPackage package) {
    return messageOf(package.load(options));
  };
  TestPackage package = TestPackage::forCuda();
  package.targetName = "cuda:sm_100";
  EXPECT_EQ(loading(package),
            "test.kiln: manifest.json: no target of the package runs here: "
            "cuda:sm_100 needs a newer device\n");
  EXPECT_THAT(loading(TestPackage()),
              HasSubstr("cpu:x86-64 is for another kind of device"));
  package = TestPackage::forCuda();
  package.code.insert(package.code.find("ret;"), "fma.rn.q7 %f, %f;\n\t");
  EXPECT_THAT(loading(package),
              AllOf(HasSubstr("test.kiln: code/kernels.so: the driver does not "
                              "load the code: CUDA_ERROR_INVALID_PTX (a PTX "
                              "JIT compilation failed): ptx:38:"),
                    HasSubstr("q7")));
  package = TestPackage::forCuda();
  package.code.replace(package.code.find("k_count("), 8, "k_counts(");
  EXPECT_EQ(loading(package),
            "test.kiln: code/kernels.so: the code has no kernel 'k_count'");
  package = TestPackage::forCuda();
  package.grid += R"(,"shared":1000000)";
  EXPECT_EQ(loading(package),
            "test.kiln: code/kernels.so: kernel 'double' takes 1000000 bytes "
            "of shared memory: CUDA_ERROR_INVALID_VALUE (invalid argument)");
}

TEST_F(CudaTest, KeepsTheFirstCauseOfALoss) {
  loadProgram(R"({"op":"segment","index":0},)"
              R"({"op":"dispatch","kernel":0,"slots":[2,3],"domain":4},)"
              R"({"op":"dispatch","kernel":3,"slots":[],"sizes":[1],)"
              R"("domain":1},)"
              R"({"op":"dispatch","kernel":0,"slots":[2,3],"domain":4},)");
  std::string first = runner->errorOf({tensorOf(ones, {2, 4})});
  EXPECT_THAT(
      first,
      AllOf(HasSubstr("cuda:0 is lost to this process, by CUDA_ERROR_ASSERT "
                      "(device-side assert triggered) in kernel 'fail' of "
                      "dispatch 1 (model.py:12); met when "),
            HasSubstr("trap")));
  EXPECT_EQ(runner->lastError.code, Code::Aborted);
  EXPECT_EQ(runner->lastError.file, "model.py");
  EXPECT_EQ(runner->lastError.line, 12);
  EXPECT_EQ(runner->errorOf({tensorOf(ones, {2, 4})}), first);
  EXPECT_EQ(device->allocate(64), nullptr);
  Context other(*runner->module);
  kiln_tensor input = tensorOf(ones, {2, 4}), output = {};
  EXPECT_EQ(messageOf(other.run(nullptr, &input, 1, &output, 1)), first);
}

TEST_F(CudaTest, IsThereAgainForTheNextUser) {
  load();
  EXPECT_THAT(runner->numbersOf({tensorOf(ones, {1, 4})}),
              ElementsAre(3, 4, 5, 6));
}

TEST_F(CudaTest, TellsWhereAnAccessLeavesItsMemory) {
  loadProgram(R"({"op":"segment","index":0},)"
              R"({"op":"dispatch","kernel":0,"slots":[2,3],"domain":1000},)");
  EXPECT_THAT(runner->errorOf({tensorOf(ones, {2, 4})}),
              AllOf(HasSubstr("CUDA_ERROR_ILLEGAL_ADDRESS"),
                    HasSubstr("in kernel 'double' of dispatch 0 (model.py:12)"),
                    HasSubstr("out-of-bounds")));
}

TEST_F(CudaTest, RefusesGridsBeyondItsLimits) {
  TestPackage package = TestPackage::forCuda();
  package.entries =
      R"({"run":[{"op":"dispatch","kernel":0,"slots":[0,1],"sizes":[],)"
      R"("domain":"s0*4000000000000"},{"op":"return"}]})";
  load(package);
  EXPECT_EQ(runner->errorOf({tensorOf(ones, {1, 4})}),
            "test.kiln: forward: kernel 'double': a grid of 62500000000 blocks "
            "along axis 0 is not between 1 and 2147483647 (model.py:12)");
  for (const char *axes : {R"("1","16384*n","1")", R"("1","1","16384*n")"}) {
    package = TestPackage::forCuda();
    package.grid = concat(R"("block":[64,1,1],"grid":[)", axes, "]");
    load(package);
    EXPECT_THAT(runner->errorOf({tensorOf(ones, {1, 4})}),
                AllOf(HasSubstr("kernel 'double': a grid of 65536 blocks along "
                                "axis "),
                      HasSubstr(" is not between 1 and 65535 (model.py:12)")));
  }
  package = TestPackage::forCuda();
  package.grid = R"json("block":[64,1,1],"grid":["1 + FloorDiv(n, n - 4)",)json"
                 R"json("1","1"])json";
  load(package);
  EXPECT_THAT(
      runner->errorOf({tensorOf(ones, {1, 4})}),
      HasSubstr("kernel 'double': the grid '1 + FloorDiv(n, n - 4)': "));
}

/// Blocks of all but the first axis compute the same once more.
TEST_F(CudaTest, RunsTheLargestGrids) {
  for (const char *axes : {R"("1","65535","1")", R"("1","1","65535")"}) {
    TestPackage package = TestPackage::forCuda();
    package.grid = concat(R"("block":[64,1,1],"grid":[)", axes, "]");
    load(package);
    EXPECT_THAT(runner->numbersOf({tensorOf(ones, {1, 4})}),
                ElementsAre(3, 4, 5, 6));
  }
}

TEST_F(CudaTest, LosesNothingWhereMemoryEnds) {
  // Room for the weights, the input and the output, but not for the segment.
  configure("memory=700");
  load();
  std::vector<float> x(64, 1.0f);
  EXPECT_EQ(runner->errorOf({tensorOf(x, {16, 4})}),
            "test.kiln: forward: no memory for a segment of 256 bytes");
  EXPECT_EQ(runner->lastError.code, Code::ResourceExhausted);
  EXPECT_THAT(runner->numbersOf({tensorOf(ones, {1, 4})}),
              ElementsAre(3, 4, 5, 6));
}
