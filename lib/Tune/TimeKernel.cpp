// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One kernel, compiled, loaded from memory and called as the runtime calls it.
#include "kiln/Tune/Tune.h"
#include "mlir/IR/OwningOpRef.h"
#include <chrono>
#include <dlfcn.h>
#include <random>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;
using namespace kiln;

namespace {
/// A shared object, mapped from memory.
class LoadedCode {
public:
  explicit LoadedCode(StringRef bytes)
      : file(memfd_create("kiln-tune", MFD_CLOEXEC)) {
    if (file < 0 || write(file, bytes.data(), bytes.size()) !=
                        static_cast<ssize_t>(bytes.size()))
      return;
    std::string path = "/proc/self/fd/" + std::to_string(file);
    library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  }
  LoadedCode(const LoadedCode &) = delete;
  LoadedCode &operator=(const LoadedCode &) = delete;
  ~LoadedCode() {
    if (library)
      dlclose(library);
    if (file >= 0)
      close(file);
  }

  using Function = int32_t (*)(void *const *buffers, const int64_t *sizes,
                               int64_t begin, int64_t end, void *scratch);
  Function get(const std::string &symbol) const {
    return library ? reinterpret_cast<Function>(dlsym(library, symbol.c_str()))
                   : nullptr;
  }

private:
  int file;
  void *library = nullptr;
};

/// Memory aligned as the runtime aligns it.
class Memory {
public:
  explicit Memory(uint64_t bytes) : bytes(bytes + kAlignment) {
    void *start = this->bytes.data();
    size_t room = this->bytes.size();
    data = std::align(kAlignment, bytes, start, room);
  }
  void *data;

private:
  static constexpr size_t kAlignment = 64;
  std::vector<char> bytes;
};
} // namespace

/// Fills a buffer: floats below 1, integers that any tensor has as an index.
static void fill(void *data, RankedTensorType type, int64_t count) {
  std::minstd_rand random(1);
  auto next = [&] { return float(random() % 1024) / 1024; };
  if (type.getElementType().isF32())
    std::generate_n(static_cast<float *>(data), count, next);
  else if (type.getElementType().isF64())
    std::generate_n(static_cast<double *>(data), count, next);
}

static double countSeconds(llvm::function_ref<void()> work) {
  auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
      .count();
}

/// The least time of some calls: others are disturbed.
static std::optional<double> timeCalls(llvm::function_ref<int32_t()> call) {
  constexpr double kEnough = 0.02;
  constexpr int kCalls = 200;
  int32_t status = 0;
  double best = countSeconds([&] { status = call(); }), all = best;
  for (int i = 0; i < kCalls && all < kEnough && status == 0; ++i) {
    double seconds = countSeconds([&] { status = call(); });
    best = std::min(best, seconds);
    all += seconds;
  }
  return status == 0 ? std::optional(best) : std::nullopt;
}

std::optional<double> kiln::timeKernel(exec::KernelOp kernel,
                                       const Target &target,
                                       const Schedule &schedule) {
  OwningOpRef<exec::KernelOp> copy = kernel.clone();
  setSchedule(*copy, target.getInfo(), schedule);
  TargetOptions options;
  options.threads = 1;
  FailureOr<TargetCode> code = target.compile(*copy, options);
  if (failed(code))
    return std::nullopt;
  LoadedCode loaded(code->bytes);
  auto function = loaded.get(code->kernels.front().symbol);
  if (!function)
    return std::nullopt;
  std::vector<Memory> memory;
  std::vector<void *> buffers;
  for (unsigned i = 0, e = kernel.getNumBuffers(); i < e; ++i) {
    RankedTensorType type = kernel.getBufferType(i);
    auto count = static_cast<int64_t>(countPoints(type.getShape()));
    uint64_t bits = type.getElementTypeBitWidth();
    memory.emplace_back(count * llvm::divideCeil(bits, 8));
    fill(memory.back().data, type, count);
    buffers.push_back(memory.back().data);
  }
  std::vector<int64_t> sizes(kernel.getSizeArguments().size(), kUnknownSize);
  Memory scratch(code->kernels.front().scratch);
  auto items = static_cast<int64_t>(countItems(kernel));
  return timeCalls([&] {
    return function(buffers.data(), sizes.data(), 0, items, scratch.data);
  });
}
