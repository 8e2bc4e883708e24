// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modules and launches of their kernels.

#include "api/State.h"

using namespace kiln::emu;

namespace {
/// Where the caller wants to read why a module is refused.
struct ErrorLog {
  char *text = nullptr;
  size_t size = 0;
  void write(const std::string &message) const {
    if (text && size)
      std::snprintf(text, size, "%s", message.c_str());
  }
};
} // namespace

/// Options 5 and 6 are the buffer for errors and its size.
static ErrorLog errorLog(unsigned count, const int *options, void **values) {
  ErrorLog log;
  for (unsigned i = 0; i < count; ++i)
    if (options[i] == 5)
      log.text = static_cast<char *>(values[i]);
    else if (options[i] == 6)
      log.size = reinterpret_cast<size_t>(values[i]);
  return log;
}

static CUresult load(CUcontext context, const char *image, const ErrorLog &log,
                     CUmodule *module) {
  if (std::memcmp(image,
                  "\x7f"
                  "ELF",
                  4) == 0) {
    log.write("the emulator runs PTX, not code of a device");
    return CUDA_ERROR_NO_BINARY_FOR_GPU;
  }
  auto parsed = parsePtx(image, "ptx");
  if (!parsed.ok()) {
    log.write(parsed.error().message);
    return CUDA_ERROR_INVALID_PTX;
  }
  const Driver &state = driver();
  bool fits = parsed->architectureSpecific
                  ? state.architectureSpecific &&
                        parsed->architecture == state.architecture
                  : parsed->architecture <= state.architecture;
  if (!fits) {
    log.write(rt::concat("the PTX is for sm_", parsed->architecture,
                         ", the device is sm_", state.architecture));
    return CUDA_ERROR_NO_BINARY_FOR_GPU;
  }
  auto program = loadProgram(std::move(*parsed), context->memory);
  if (!program.ok()) {
    log.write(program.error().message);
    return CUDA_ERROR_INVALID_PTX;
  }
  *module = new CUmod_st();
  (*module)->context = context;
  (*module)->program = std::move(*program);
  context->modules.insert(*module);
  return CUDA_SUCCESS;
}

KILN_EMULATOR_API CUresult cuModuleLoadDataEx(CUmodule *module,
                                              const void *image, unsigned count,
                                              int *options, void **values) {
  KILN_EMULATOR_ENTER();
  return load(context, static_cast<const char *>(image),
              errorLog(count, options, values), module);
}

KILN_EMULATOR_API CUresult cuModuleLoadData(CUmodule *module,
                                            const void *image) {
  return cuModuleLoadDataEx(module, image, 0, nullptr, nullptr);
}

KILN_EMULATOR_API CUresult cuModuleUnload(CUmodule module) {
  KILN_EMULATOR_ENTER();
  awaitAll(context);
  if (!context->modules.erase(module))
    return CUDA_ERROR_INVALID_HANDLE;
  for (auto &[name, variable] : module->program->variables)
    context->memory.free(variable->base);
  delete module;
  return context->sticky;
}

KILN_EMULATOR_API CUresult cuModuleGetFunction(CUfunction *function,
                                               CUmodule module,
                                               const char *name) {
  KILN_EMULATOR_ENTER();
  const Code *code = module->program->kernel(name);
  if (!code)
    return CUDA_ERROR_NOT_FOUND;
  auto &made = module->functions[name];
  if (!made)
    made = std::make_unique<CUfunc_st>(CUfunc_st{module, code});
  *function = made.get();
  return CUDA_SUCCESS;
}

KILN_EMULATOR_API CUresult cuModuleGetGlobal_v2(CUdeviceptr *address,
                                                size_t *size, CUmodule module,
                                                const char *name) {
  KILN_EMULATOR_ENTER();
  auto found = module->program->variables.find(name);
  if (found == module->program->variables.end())
    return CUDA_ERROR_NOT_FOUND;
  if (address)
    *address = found->second->base;
  if (size)
    *size = found->second->size;
  return CUDA_SUCCESS;
}

/// 8 is the limit of dynamic shared memory, which must be raised beyond 48 KB.
KILN_EMULATOR_API CUresult cuFuncSetAttribute(CUfunction function,
                                              int attribute, int value) {
  if (attribute == 8) {
    if (value < 0 ||
        static_cast<uint32_t>(value) + function->code->sharedBytes >
            maxSharedBytes)
      return CUDA_ERROR_INVALID_VALUE;
    function->dynamicShared = static_cast<unsigned>(value);
  }
  return CUDA_SUCCESS;
}

KILN_EMULATOR_API CUresult cuFuncGetAttribute(int *value, int attribute,
                                              CUfunction function) {
  const uint32_t *most = function->code->function->maxThreads;
  switch (attribute) {
  case 0: // threads of a block
    *value = static_cast<int>(most[0] ? most[0] * most[1] * most[2]
                                      : maxThreadsOfBlock);
    return CUDA_SUCCESS;
  case 1: // static shared memory
    *value = static_cast<int>(function->code->sharedBytes);
    return CUDA_SUCCESS;
  case 8:
    *value = static_cast<int>(function->dynamicShared);
    return CUDA_SUCCESS;
  default:
    *value = 0;
    return CUDA_ERROR_INVALID_VALUE;
  }
}

CUresult kiln::emu::resultOf(const Report &report) {
  if (report.empty())
    return CUDA_SUCCESS;
  switch (report.faults().front().kind) {
  case FaultKind::OutOfBounds:
  case FaultKind::UseAfterFree:
    return CUDA_ERROR_ILLEGAL_ADDRESS;
  case FaultKind::Misaligned:
    return CUDA_ERROR_MISALIGNED_ADDRESS;
  case FaultKind::TooLong:
  case FaultKind::Deadlock:
    return CUDA_ERROR_LAUNCH_TIMEOUT;
  case FaultKind::Trap:
    return CUDA_ERROR_ASSERT;
  default:
    return CUDA_ERROR_LAUNCH_FAILED;
  }
}

static CUresult launch(CUcontext context, CUfunction function,
                       const LaunchShape &shape, bool cooperative,
                       CUstream handle, void **arguments) {
  const Code &code = *function->code;
  RunOptions options = driver().options;
  options.cooperative = cooperative;
  if (!checkLaunch(code, shape).ok() ||
      shape.dynamicShared > function->dynamicShared)
    return CUDA_ERROR_INVALID_VALUE;
  std::vector<uint8_t> params(code.paramBytes);
  for (size_t i = 0; i < code.paramOffsets.size(); ++i)
    std::memcpy(params.data() + code.paramOffsets[i], arguments[i],
                code.function->params[i].bytes);
  return enqueue(streamOf(handle), [=, &code] {
    const Program &program = *function->module->program;
    context->running->name = "kernel " + code.function->name;
    context->running->program = &program;
    context->running->shape = shape;
    auto done = runKernel(program, code, context->memory, shape, params,
                          options, context->report, &context->order);
    if (!done.ok())
      return CUDA_ERROR_LAUNCH_FAILED;
    if (options.stats)
      driver().counts.add(code.function->name, *done);
    return resultOf(context->report);
  });
}

KILN_EMULATOR_API CUresult cuLaunchKernelEx(const CUlaunchConfig *config,
                                            CUfunction function,
                                            void **arguments, void **) {
  KILN_EMULATOR_ENTER();
  LaunchShape shape;
  shape.grid[0] = config->gridDimX;
  shape.grid[1] = config->gridDimY;
  shape.grid[2] = config->gridDimZ;
  shape.block[0] = config->blockDimX;
  shape.block[1] = config->blockDimY;
  shape.block[2] = config->blockDimZ;
  shape.dynamicShared = config->sharedMemBytes;
  bool cooperative = false;
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    const CUlaunchAttribute &attribute = config->attrs[i];
    if (attribute.id == 2)
      cooperative = attribute.value.flag;
    if (attribute.id == 4)
      std::copy(attribute.value.dimensions, attribute.value.dimensions + 3,
                shape.cluster);
  }
  return launch(context, function, shape, cooperative, config->hStream,
                arguments);
}

KILN_EMULATOR_API CUresult cuLaunchKernel(CUfunction function, unsigned gridX,
                                          unsigned gridY, unsigned gridZ,
                                          unsigned blockX, unsigned blockY,
                                          unsigned blockZ, unsigned shared,
                                          CUstream stream, void **arguments,
                                          void **extra) {
  CUlaunchConfig config{gridX,  gridY,  gridZ,  blockX,  blockY,
                        blockZ, shared, stream, nullptr, 0};
  return cuLaunchKernelEx(&config, function, arguments, extra);
}
