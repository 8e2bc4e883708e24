// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Packages with a cubin of sm_90 beside PTX for sm_80: which of them is loaded.

#include "HeldDriverFixture.h"
#include "device/cuda/CudaTarget.h"

using namespace kiln::rt;
using namespace kiln::rt::test;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

namespace {
class CudaCubinTest : public HeldDriverTest {
protected:
  void SetUp() override {
    HeldDriverTest::SetUp();
    package.cubin = "\x7f"
                    "ELF of a device";
    kiln_logger logger = {};
    logger.struct_size = sizeof(logger);
    logger.user = &messages;
    logger.level = KILN_LOG_INFO;
    logger.log = [](void *user, kiln_log_level level, const char *message) {
      auto &lines = *static_cast<std::string *>(user);
      lines +=
          concat(level == KILN_LOG_WARNING ? "warning: " : "", message, "\n");
    };
    options.logger = Logger(logger);
  }

  TestPackage package = TestPackage::forCuda();
  std::string ptx = kernelsAsPtx(), messages;
};
} // namespace

TEST_F(CudaCubinTest, IsLoadedWhereItFits) {
  driver->cubinAsPtx = ptx.c_str();
  load(package);
  EXPECT_EQ(driver->cubins, 1u);
  EXPECT_EQ(driver->loads, 1u);
  EXPECT_THAT(numbers(), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  EXPECT_THAT(messages, HasSubstr("code/kernels.cubin is taken\n"));
}

TEST_F(CudaCubinTest, GivesWayToPtxWhereTheDriverRefusesIt) {
  load(package);
  EXPECT_EQ(driver->cubins, 1u);
  EXPECT_EQ(driver->loads, 2u);
  EXPECT_THAT(numbers(), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
  EXPECT_THAT(
      messages,
      AllOf(HasSubstr("warning: test.kiln: code/kernels.cubin: the driver does "
                      "not load the code: CUDA_ERROR_NO_BINARY_FOR_GPU"),
            HasSubstr("; code/kernels.so is taken instead\n")));
}

TEST_F(CudaCubinTest, IsNotLookedAtOnOtherDevices) {
  configure("arch=sm_80");
  load(package);
  EXPECT_EQ(driver->cubins, 0u);
  EXPECT_EQ(driver->loads, 1u);
  EXPECT_THAT(numbers(), ElementsAre(3, 4, 5, 6, 3, 4, 5, 6));
}

TEST_F(CudaCubinTest, MustHaveTheKernels) {
  const char *empty = ".version 7.0\n.target sm_80\n.address_size 64\n";
  driver->cubinAsPtx = empty;
  Expected<std::shared_ptr<Device>> opened = cuda::CudaDevice::open(0, library);
  ASSERT_EQ(messageOf(opened), "(no error)");
  options.device = *opened;
  EXPECT_EQ(messageOf(package.load(options)),
            "test.kiln: code/kernels.cubin: the code has no kernel 'k_double'");
}

TEST(CudaTarget, TakesCubinsOfTheSameMajorVersion) {
  EXPECT_EQ(cuda::rankCubin("sm_80", 89), 160);
  EXPECT_EQ(cuda::rankCubin("sm_89", 89), 178);
  EXPECT_EQ(cuda::rankCubin("sm_89", 86), -1);
  EXPECT_EQ(cuda::rankCubin("sm_80", 90), -1);
  EXPECT_EQ(cuda::rankCubin("sm_90a", 90), 181);
  EXPECT_EQ(cuda::rankCubin("sm_100a", 103), -1);
  EXPECT_EQ(cuda::rankCubin("sm_100", 103), 200);
  EXPECT_EQ(cuda::rankCubin("sm_100f", 100), -1);
}
