// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Classifies handwritten digits with a compiled package, through the C
// interface of libkiln-rt:
//
//   digits digits.kiln test.npz
//
// prints the accuracy over the test images, the time per image at batch 1 and
// at batch 256, what loading costs, and one of the images with its prediction.
#include "kiln-rt/kiln.h"
#include "kiln-rt/npz/Npz.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <sys/stat.h>
#include <unistd.h>

namespace {

constexpr int64_t kSide = 8, kPixels = kSide * kSide, kClasses = 10;

/// The arrays of test.npz, as dense memory.
struct TestSet {
  kiln::rt::NpyArray images; // float32, n x 1 x 8 x 8, from 0 to 1
  kiln::rt::NpyArray labels; // int64, n
  int64_t size() const { return labels.elements(); }
  const float *image(int64_t index) const {
    return static_cast<const float *>(images.data()) + index * kPixels;
  }
  int64_t label(int64_t index) const {
    return static_cast<const int64_t *>(labels.data())[index];
  }
};

/// Ends the program with what the library says, unless `error` is null.
void check(kiln_error *error) {
  if (!error)
    return;
  std::fprintf(stderr, "digits: %s\n", kiln_error_message(error));
  std::exit(1);
}

double seconds() {
  auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

/// A dense float32 tensor over memory of the caller's.
kiln_tensor tensorOver(float *data, std::initializer_list<int64_t> sizes) {
  kiln_tensor tensor = {};
  tensor.data = data;
  tensor.dtype = KILN_DTYPE_F32;
  tensor.rank = int32_t(sizes.size());
  std::copy(sizes.begin(), sizes.end(), tensor.sizes);
  return tensor;
}

/// One call of the network: `count` images in, as many rows of logits out.
void classify(kiln_context *context, const float *images, int64_t count,
              float *logits) {
  // The library only reads its inputs unless the program mutates them.
  kiln_tensor input =
      tensorOver(const_cast<float *>(images), {count, 1, kSide, kSide});
  kiln_tensor output = tensorOver(logits, {count, kClasses});
  check(kiln_run(context, /*program=*/nullptr, &input, 1, &output, 1, nullptr));
}

int64_t argmax(const float *logits) {
  return std::max_element(logits, logits + kClasses) - logits;
}

/// Median time of one image in microseconds, over calls of `batch` images made
/// for half a second.
double timePerImage(kiln_context *context, const TestSet &test, int64_t batch) {
  std::vector<float> images(batch * kPixels), logits(batch * kClasses);
  for (int64_t i = 0; i < batch; ++i)
    std::copy_n(test.image(i % test.size()), kPixels,
                images.begin() + i * kPixels);
  classify(context, images.data(), batch, logits.data()); // warm-up
  std::vector<double> times;
  for (double start = seconds(), last = start; last - start < 0.5;) {
    double begin = seconds();
    classify(context, images.data(), batch, logits.data());
    last = seconds();
    times.push_back(last - begin);
  }
  std::nth_element(times.begin(), times.begin() + times.size() / 2,
                   times.end());
  return times[times.size() / 2] / double(batch) * 1e6;
}

/// Draws an image, two characters a pixel: in shades of grey on a terminal,
/// else in letters.
void draw(const float *image, int64_t predicted, int64_t label) {
  bool colours = isatty(STDOUT_FILENO);
  for (int64_t row = 0; row < kSide; ++row) {
    std::printf("  ");
    for (int64_t column = 0; column < kSide; ++column) {
      float value = std::clamp(image[row * kSide + column], 0.0f, 1.0f);
      if (colours)
        std::printf("\x1b[48;5;%dm  ", 232 + int(value * 23.0f));
      else
        std::printf("%c%c", " .:-=+*#%@"[int(value * 9.0f)],
                    " .:-=+*#%@"[int(value * 9.0f)]);
    }
    std::printf("%s", colours ? "\x1b[0m" : "");
    if (row == kSide / 2 - 1)
      std::printf("   predicted: %d", int(predicted));
    if (row == kSide / 2)
      std::printf("   written:   %d", int(label));
    std::printf("\n");
  }
}

kiln::rt::Expected<TestSet> readTestSet(const char *path) {
  KILN_RT_ASSIGN(kiln::rt::NpzArrays arrays, kiln::rt::readNpz(path));
  TestSet test = {std::move(arrays["images"]), std::move(arrays["labels"])};
  if (test.images.dtype() != KILN_DTYPE_F32 ||
      test.labels.dtype() != KILN_DTYPE_I64 || test.size() == 0 ||
      test.images.elements() != test.size() * kPixels)
    return kiln::rt::makeError(kiln::rt::Code::InvalidArgument, path,
                               ": not images and their labels");
  return test;
}

void report(kiln_context *context, const TestSet &test) {
  std::vector<float> logits(test.size() * kClasses);
  classify(context, test.image(0), test.size(), logits.data());
  int64_t right = 0;
  for (int64_t i = 0; i < test.size(); ++i)
    right += argmax(&logits[i * kClasses]) == test.label(i);
  std::printf("accuracy       %.2f %% (%d of %d images)\n",
              100.0 * double(right) / double(test.size()), int(right),
              int(test.size()));
  std::printf("time per image %.1f us at batch 1, %.1f us at batch 256\n\n",
              timePerImage(context, test, 1), timePerImage(context, test, 256));
  draw(test.image(0), argmax(logits.data()), test.label(0));
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: digits PACKAGE.kiln TEST.npz\n");
    return 2;
  }
  kiln::rt::Expected<TestSet> test = readTestSet(argv[2]);
  if (!test.ok()) {
    std::fprintf(stderr, "digits: %s\n", test.error().message.c_str());
    return 1;
  }
  double start = seconds();
  kiln_module *module = nullptr;
  kiln_context *context = nullptr;
  check(kiln_module_load_file(argv[1], /*options=*/nullptr, &module));
  check(kiln_context_create(module, /*options=*/nullptr, &context));
  double loaded = seconds();

  struct stat package = {};
  stat(argv[1], &package);
  std::printf("package        %.1f KB, loaded in %.2f ms\n",
              double(package.st_size) / 1e3, (loaded - start) * 1e3);
  report(context, *test);
  kiln_context_destroy(context);
  kiln_module_release(module);
  return 0;
}
