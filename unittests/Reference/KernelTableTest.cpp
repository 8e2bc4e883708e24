// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Reference/Kernel.h"
#include "gtest/gtest.h"

using namespace kiln;
using namespace kiln::reference;

TEST(KernelTableTest, EveryKernelIsAnOverload) {
  for (const auto &item : KernelTable::get().getKernels()) {
    const aten::Schema *schema = aten::lookupSchema(item.first());
    EXPECT_TRUE(schema) << item.first().str();
    // One overload of core writes by its schema; its kernel does not.
    EXPECT_TRUE(!schema || !schema->isMutating() || schema->isCore())
        << item.first().str();
  }
}

TEST(KernelTableTest, UnknownOverload) {
  EXPECT_EQ(KernelTable::get().lookup("aten.nothing.default"), nullptr);
}
