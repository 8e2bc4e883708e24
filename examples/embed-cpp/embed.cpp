// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads digits.kiln and classifies an image, from C++ with Abseil's types. Then
// asks for a batch that the program was not exported for.

#include <kiln-rt/kiln.hpp>

#include <algorithm>
#include <iostream>
#include <vector>

static absl::Status run(const char *path) {
  absl::StatusOr<kiln::runtime::Module> module =
      kiln::runtime::Module::loadFile(path);
  if (!module.ok())
    return module.status();
  absl::StatusOr<kiln::runtime::Context> context =
      kiln::runtime::Context::create(*module);
  if (!context.ok())
    return context.status();

  std::vector<float> image(8 * 8); // a vertical stroke: a one
  for (int row = 0; row < 8; ++row)
    image[8 * row + 3] = image[8 * row + 4] = 1;
  absl::StatusOr<kiln::runtime::Outputs> outputs =
      context->run({kiln::runtime::makeTensor(image.data(), {1, 1, 8, 8})});
  if (!outputs.ok())
    return outputs.status();
  absl::Span<const float> logits = outputs->values<float>(0);
  std::cout << "image: "
            << std::max_element(logits.begin(), logits.end()) - logits.begin()
            << "\n";

  std::vector<float> many(5000 * 64);
  std::cout
      << "5000 images: "
      << context->run({kiln::runtime::makeTensor(many.data(), {5000, 1, 8, 8})})
             .status()
             .message()
      << "\n";
  return absl::OkStatus();
}

int main(int argc, char **argv) {
  absl::Status status =
      argc == 2 ? run(argv[1])
                : absl::InvalidArgumentError("embed-cpp MODEL.kiln");
  if (!status.ok())
    std::cerr << status.message() << "\n";
  return status.ok() ? 0 : 1;
}
