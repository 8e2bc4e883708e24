// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads digits.kiln and classifies images, from C++17 with nothing but its
// standard library. Prepares a call once and runs it for each image; then asks
// for a batch that the program was not exported for.

#include <kiln-rt/kiln.hpp>

#include <algorithm>
#include <iostream>
#include <vector>

using namespace kiln::runtime;

static Status run(const char *path) {
  ModuleOptions options;
  options.log = {[](kiln_log_level, const char *message) {
    std::cerr << message << "\n";
  }};
  StatusOr<Module> module = Module::loadFile(path, options);
  if (!module.ok())
    return module.status();
  for (const auto &[key, value] : module->metadata())
    std::cout << key << ": " << value << "\n";
  StatusOr<Context> context = Context::create(*module);
  if (!context.ok())
    return context.status();

  const std::string program = module->program().name;
  std::vector<float> image(8 * 8);
  kiln_tensor input = makeTensor(image.data(), {1, 1, 8, 8});
  Status warm = context->warmUp(program, {input});
  if (!warm.ok())
    return warm;
  StatusOr<PreparedCall> call = context->prepare(program, {input});
  if (!call.ok())
    return call.status();
  for (int column = 3; column < 5; ++column) { // a stroke that gets wider
    for (int row = 0; row < 8; ++row)
      image[8 * row + column] = 1;
    RunOptions limits;
    limits.deadline =
        std::chrono::steady_clock::now() + std::chrono::minutes(1);
    limits.tag = "column " + std::to_string(column);
    Status status = call->run(limits);
    if (!status.ok())
      return status;
  }
  Span<const float> logits = call->values<float>(0);
  std::cout << "image: "
            << std::max_element(logits.begin(), logits.end()) - logits.begin()
            << "\n";

  std::vector<float> many(5000 * 64);
  Status refused =
      context->run({makeTensor(many.data(), {5000, 1, 8, 8})}).status();
  std::cout << "5000 images: " << refused.message() << "\n"
            << "symbol " << refused.error().symbol << ", bound "
            << refused.error().bound << "\n";
  return Status();
}

int main(int argc, char **argv) {
  Status status = argc == 2
                      ? run(argv[1])
                      : Status(KILN_INVALID_ARGUMENT, "embed-cpp MODEL.kiln");
  if (!status.ok())
    std::cerr << status.message() << "\n";
  return status.ok() ? 0 : 1;
}
