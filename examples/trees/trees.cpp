// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls a program with nested values, as Python does, and takes its result
// apart. Then makes the mistakes that the tree finds.

#include <kiln-rt/kiln-tree.hpp>

#include <iostream>
#include <vector>

using kiln::runtime::Value;

static kiln::runtime::Status run(const char *path) {
  kiln::runtime::StatusOr<kiln::runtime::Module> module =
      kiln::runtime::Module::loadFile(path);
  if (!module.ok())
    return module.status();
  kiln::runtime::StatusOr<kiln::runtime::Context> context =
      kiln::runtime::Context::create(*module);
  if (!context.ok())
    return context.status();

  std::vector<float> features = {1, -2, 3, -4, 5, 6, 7, 8}, bias(4, 1);
  Value table = Value::dict(
      {{"bias", kiln::runtime::makeTensor(bias.data(), {4})},
       {"features", kiln::runtime::makeTensor(features.data(), {2, 4})}});
  Value mode = Value::dict({{"mode", "sum"}});
  kiln::runtime::StatusOr<kiln::runtime::Results> results =
      kiln::runtime::call(*context, "forward", Value::tuple({table}), mode);
  if (!results.ok())
    return results.status();

  const kiln_tensor &scores = *results->value.at("scores")->tensor();
  for (int64_t i = 0; i < scores.sizes[0] * scores.sizes[1]; ++i)
    std::cout << static_cast<const float *>(scores.data)[i] << " ";
  // The inputs came back as they are: the same memory, not a copy of it.
  const Value &inputs = *results->value.at("inputs");
  bool isInput = inputs.at(0)->tensor()->data == features.data();
  bool isRow = inputs.at(1)->tensor()->data == features.data() + 4;
  std::cout << "\n" << isInput << isRow << "\n";

  for (const auto &[args, kwargs] :
       {std::pair(Value::tuple({table}), Value::dict({{"mode", "mean"}})),
        std::pair(Value::tuple({Value::list({})}), mode),
        std::pair(Value::tuple({Value::dict({{"bias", 1}})}), mode)})
    std::cout << kiln::runtime::call(*context, "forward", args, kwargs)
                     .status()
                     .message()
              << "\n";
  return kiln::runtime::Status();
}

int main(int argc, char **argv) {
  kiln::runtime::Status status =
      argc == 2 ? run(argv[1])
                : kiln::runtime::Status(KILN_INVALID_ARGUMENT, "trees MODEL");
  if (!status.ok())
    std::cerr << status.message() << "\n";
  return status.ok() ? 0 : 1;
}
