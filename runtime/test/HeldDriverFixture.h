// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs on emulated CUDA devices whose driver counts and holds uploads.

#ifndef KILN_RT_TEST_HELDDRIVERFIXTURE_H
#define KILN_RT_TEST_HELDDRIVERFIXTURE_H

#include "CudaFixture.h"
#include "HeldDriver.h"

#include <dlfcn.h>

namespace kiln::rt::test {

class HeldDriverTest : public CudaTest {
protected:
  void SetUp() override {
    CudaTest::SetUp();
    library = KILN_TEST_HELD_DRIVER;
    void *opened = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(opened, nullptr) << ::dlerror();
    driver = reinterpret_cast<HeldDriver *(*)()>(
        ::dlsym(opened, "kilnHeldDriver"))();
    driver->launchesBeforeCopy = driver->launchesBeforeEnd = 0;
    driver->leavesWaitsOut = driver->hasGivenUp = false;
    driver->copyResult = 0;
    driver->copies = driver->waits = driver->launches = 0;
    driver->graphs = driver->ends = driver->loads = driver->cubins = 0;
    driver->cubinAsPtx = nullptr;
    driver->caller = std::this_thread::get_id();
  }
  void TearDown() override {
    CudaTest::TearDown();
    EXPECT_FALSE(driver->hasGivenUp);
  }

  std::vector<float> numbers() {
    return runner->numbersOf({tensorOf(ones, {2, 4})});
  }
  void awaitEnd() {
    while (driver->ends == 0)
      std::this_thread::yield();
  }

  HeldDriver *driver = nullptr;
};

} // namespace kiln::rt::test

#endif // KILN_RT_TEST_HELDDRIVERFIXTURE_H
