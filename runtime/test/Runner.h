// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a test's package, for tests of contexts, contracts and instructions.

#ifndef KILN_RT_TEST_RUNNER_H
#define KILN_RT_TEST_RUNNER_H

#include "TestPackage.h"

namespace kiln::rt::test {

class Runner {
public:
  explicit Runner(TestPackage source, const ModuleOptions &options = {})
      : package(std::move(source)) {
    Expected<std::unique_ptr<Module>> loaded = package.load(options);
    EXPECT_TRUE(loaded.ok()) << (loaded.ok() ? "" : loaded.error().message);
    if (!loaded.ok())
      return;
    module = *std::move(loaded);
    context = std::make_unique<Context>(*module);
  }

  /// Runs the first program; outputs with null data are freed by the runner.
  Status run(std::vector<kiln_tensor> inputs,
             std::vector<kiln_tensor> &outputs) {
    return context->run(nullptr, inputs.data(), inputs.size(), outputs.data(),
                        outputs.size());
  }
  /// The error of a run whose outputs are to be allocated.
  std::string errorOf(std::vector<kiln_tensor> inputs, size_t outputs = 1) {
    std::vector<kiln_tensor> results(outputs);
    Status status = run(std::move(inputs), results);
    lastError = status.ok() ? Error() : std::move(status.error());
    if (status.ok())
      for (kiln_tensor &tensor : results)
        module->cpu().free(tensor.data, 0);
    else
      for (const kiln_tensor &tensor : results)
        EXPECT_EQ(tensor.data, nullptr);
    return status.ok() ? "(no error)" : lastError.message;
  }
  /// The numbers of a run's only output.
  std::vector<float> numbersOf(std::vector<kiln_tensor> inputs) {
    std::vector<kiln_tensor> results(1);
    Status status = run(std::move(inputs), results);
    EXPECT_TRUE(status.ok()) << (status.ok() ? "" : status.error().message);
    if (!status.ok())
      return {};
    size_t count = 1;
    for (int32_t d = 0; d < results[0].rank; ++d)
      count *= static_cast<size_t>(results[0].sizes[d]);
    std::vector<float> values(count);
    if (count > 0)
      std::memcpy(values.data(), results[0].data, count * sizeof(float));
    module->cpu().free(results[0].data, 0);
    return values;
  }

  TestPackage package;
  std::unique_ptr<Module> module;
  std::unique_ptr<Context> context;
  Error lastError;
};

} // namespace kiln::rt::test

#endif // KILN_RT_TEST_RUNNER_H
