// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code of a CUDA device: loaded by the driver, launched in grids.

#include "device/cuda/CudaDevice.h"

#include <algorithm>

using namespace kiln::rt;
using namespace kiln::rt::cuda;

Status CudaDevice::load(CodeImage code, const std::string &name,
                        const std::vector<KernelCode> &kernels) {
  PrimaryContext::Scope scope(context_);
  kernels_.clear();
  std::string log;
  Result result = LoadedCode::load(context_, code.bytes(), code_, log);
  if (result != Result::Success)
    return makeError(Code::FailedPrecondition, name,
                     ": the driver does not load the code: ",
                     driver_.describe(result), log.empty() ? "" : ": ", log);
  for (const KernelCode &kernel : kernels)
    KILN_RT_TRY(addKernel(kernel, name));
  return {};
}

Status CudaDevice::addKernel(const KernelCode &kernel,
                             const std::string &name) {
  FunctionHandle function = nullptr;
  Result result = driver_.moduleGetFunction(&function, code_->module,
                                            kernel.code->symbol.data());
  if (result != Result::Success)
    return makeError(Code::NotFound, name, ": the code has no kernel '",
                     kernel.code->symbol, "'");
  // More than this a kernel must ask for.
  constexpr int64_t usualSharedBytes = 48 << 10;
  if (kernel.code->shared > usualSharedBytes)
    result = driver_.funcSetAttribute(function,
                                      FunctionAttribute::MaxDynamicSharedBytes,
                                      static_cast<int>(kernel.code->shared));
  if (result != Result::Success)
    return makeError(Code::FailedPrecondition, name, ": kernel '", kernel.name,
                     "' takes ", kernel.code->shared,
                     " bytes of shared memory: ", driver_.describe(result));
  kernels_.push_back({kernel, function});
  return {};
}

namespace {
/// What a kernel is called with: its operands, sizes and the domain, each a
/// word; and where each is, as the driver wants it.
class Parameters {
public:
  explicit Parameters(const Launch &launch)
      : count_(size_t(launch.bufferCount) + launch.sizeCount + 1) {
    if (count_ > usual) {
      more_.resize(2 * count_);
      words_ = more_.data();
      addresses_ = reinterpret_cast<void **>(words_ + count_);
    }
    int64_t *next = words_;
    for (uint32_t i = 0; i < launch.bufferCount; ++i)
      *next++ =
          static_cast<int64_t>(reinterpret_cast<uintptr_t>(launch.buffers[i]));
    sizes_ = next;
    next = std::copy_n(launch.sizes, launch.sizeCount, next);
    *next = launch.domain;
    for (size_t i = 0; i < count_; ++i)
      addresses_[i] = words_ + i;
  }
  Parameters(const Parameters &) = delete;

  void **addresses() { return addresses_; }
  /// The sizes, then the domain: the registers of the grid's expressions.
  const Word *registers() const { return sizes_; }

private:
  static constexpr size_t usual = 32;
  size_t count_;
  int64_t inlineWords_[usual];
  void *inlineAddresses_[usual];
  std::vector<int64_t> more_;
  int64_t *words_ = inlineWords_;
  void **addresses_ = inlineAddresses_;
  const int64_t *sizes_;
};

struct Grid {
  unsigned blocks[3];
};
} // namespace

static Expected<Grid> gridOf(const KernelCode &kernel, const Word *registers) {
  constexpr int64_t limits[3] = {INT32_MAX, UINT16_MAX, UINT16_MAX};
  Grid grid = {};
  for (size_t axis = 0; axis < 3; ++axis) {
    const Expression &expression = kernel.code->grid[axis];
    Word blocks = 0;
    EvalFailure failure = expression.evaluate(registers, blocks);
    if (failure != EvalFailure::None)
      return makeError(Code::OutOfRange, "kernel '", kernel.name,
                       "': the grid '", expression.text(),
                       "': ", evalFailureText(failure));
    if (blocks < 1 || blocks > limits[axis])
      return makeError(Code::OutOfRange, "kernel '", kernel.name,
                       "': a grid of ", blocks, " blocks along axis ", axis,
                       " is not between 1 and ", limits[axis]);
    grid.blocks[axis] = static_cast<unsigned>(blocks);
  }
  return Grid(grid);
}

Status CudaDevice::launch(const Launch &launch) {
  const Kernel &kernel = kernels_[launch.kernel];
  const TargetCode &code = *kernel.source.code;
  Parameters parameters(launch);
  KILN_RT_ASSIGN(Grid grid, gridOf(kernel.source, parameters.registers()));
  PrimaryContext::Scope scope(context_);
  KILN_RT_ASSIGN(StreamHandle stream, enter(launch.stream));
  KILN_RT_TRY(followUploads(launch.buffers, launch.bufferCount, stream));
  auto extent = [](int64_t threads) { return static_cast<unsigned>(threads); };
  Result result = driver_.launchKernel(
      kernel.function, grid.blocks[0], grid.blocks[1], grid.blocks[2],
      extent(code.block[0]), extent(code.block[1]), extent(code.block[2]),
      extent(code.shared), stream, parameters.addresses(), nullptr);
  if (result != Result::Success)
    return check(result,
                 concat("launching kernel '", kernel.source.name, "'").c_str());
  if (stream == capture_)
    captured_.push_back({launch.kernel, launch.dispatch, nullptr, true});
  else
    launches_.add(launch.kernel, launch.dispatch, stream);
  return {};
}
