// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads digits.kiln and asks for a batch that the program was not exported for,
// in a program that speaks Abseil.

#include <kiln-rt/kiln-absl.hpp>

#include <iostream>
#include <vector>

using kiln::runtime::toAbsl;

static absl::Status run(const char *path) {
  absl::StatusOr<kiln::runtime::Module> module =
      toAbsl(kiln::runtime::Module::loadFile(path));
  if (!module.ok())
    return module.status();
  absl::StatusOr<kiln::runtime::Context> context =
      toAbsl(kiln::runtime::Context::create(*module));
  if (!context.ok())
    return context.status();
  std::vector<float> many(5000 * 64);
  kiln_tensor input = kiln::runtime::makeTensor(many.data(), {5000, 1, 8, 8});
  return toAbsl(context->run(absl::MakeConstSpan(&input, 1))).status();
}

int main(int argc, char **argv) {
  absl::Status status =
      argc == 2 ? run(argv[1])
                : absl::InvalidArgumentError("embed-absl MODEL.kiln");
  std::cout << status << "\n";
  return status.ok() ? 0 : 1;
}
