// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestPackage.h"
#include "kiln-rt/kiln-absl.hpp"

using namespace kiln::rt::test;
using namespace kiln::runtime;

TEST(AbslApi, GivesAbseilsTypes) {
  absl::StatusOr<Module> module =
      toAbsl(Module::loadFile(TestPackage().writeFile("absl.kiln")));
  ASSERT_TRUE(module.ok()) << module.status();
  absl::StatusOr<Context> context = toAbsl(Context::create(*module));
  ASSERT_TRUE(context.ok());
  std::vector<float> x(4, 1);
  kiln_tensor input = makeTensor(x.data(), {1, 4});
  absl::Span<const kiln_tensor> inputs(&input, 1);
  absl::StatusOr<Outputs> outputs = toAbsl(context->run(inputs));
  ASSERT_TRUE(outputs.ok()) << outputs.status();
  absl::Span<const float> row = toAbsl(outputs->values<float>(0));
  EXPECT_EQ(row.back(), 6);
  EXPECT_TRUE(toAbsl(Status()).ok());
}

TEST(AbslApi, KeepsThePartsOfErrors) {
  StatusOr<Module> module =
      Module::loadFile(TestPackage().writeFile("absl-error.kiln"));
  ASSERT_TRUE(module.ok());
  StatusOr<Context> context = Context::create(*module);
  std::vector<float> x(4);
  absl::Status status =
      toAbsl(context->run({makeTensor(x.data(), {0, 4})})).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kOutOfRange);
  EXPECT_EQ(status.GetPayload("kiln.symbol"), absl::Cord("s0"));
  EXPECT_EQ(status.GetPayload("kiln.origin"), absl::Cord("model.py:7"));
  EXPECT_EQ(status.GetPayload("kiln.path"), absl::nullopt);
}
