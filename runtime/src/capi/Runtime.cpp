// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C interface: version, dtypes, thread pools, modules.

#include "capi/Handles.h"
#include "device/DeviceName.h"
#include "device/cuda/CudaDevice.h"
#include "dtype/Dtype.h"

using namespace kiln::rt;

const char *kiln_runtime_version(void) { return KILN_RT_VERSION; }

int32_t kiln_abi_version(void) { return KILN_ABI_VERSION; }

void kiln_format_range(int32_t *lowest, int32_t *highest) {
  *lowest = *highest = static_cast<int32_t>(formatVersion);
}

const char *kiln_dtype_name(kiln_dtype dtype) { return dtypeName(dtype); }
size_t kiln_dtype_size(kiln_dtype dtype) { return dtypeBytes(dtype); }

kiln_error *kiln_device_parse(const char *text, kiln_device *device) {
  return guarded([&]() -> Status {
    KILN_RT_TRY(need(text, "text"));
    KILN_RT_TRY(need(device, "device"));
    KILN_RT_ASSIGN(*device, parseDevice(text));
    return {};
  });
}

kiln_error *kiln_register_extern(kiln_module_options *options,
                                 kiln_extern *storage, size_t capacity,
                                 const char *name,
                                 kiln_extern_function function, void *user) {
  return guarded([&]() -> Status {
    KILN_RT_TRY(need(options, "options"));
    KILN_RT_ASSIGN(kiln_module_options known,
                   readStruct(options, "kiln_module_options"));
    if (!name || !function)
      return makeError(Code::InvalidArgument,
                       "a routine needs a name and a function");
    if (known.extern_count >= capacity)
      return makeError(Code::ResourceExhausted, "no room for the routine '",
                       name, "' among ", capacity);
    storage[known.extern_count++] = {name, function, user};
    known.externs = storage;
    return writeStruct(options, known, "kiln_module_options");
  });
}

static Expected<size_t> readThreads(int32_t threads) {
  constexpr int32_t maxThreads = 4096;
  if (threads < 0 || threads > maxThreads)
    return makeError(Code::InvalidArgument, "the number of threads, ", threads,
                     ", is not between 0 and ", maxThreads);
  return static_cast<size_t>(threads);
}

static Expected<Logger> readLogger(const kiln_logger *given) {
  if (!given)
    return Logger();
  KILN_RT_ASSIGN(kiln_logger logger, readStruct(given, "kiln_logger"));
  if (!logger.log)
    return makeError(Code::InvalidArgument, "a logger needs its function");
  return Logger(logger);
}

kiln_error *kiln_thread_pool_create(const kiln_thread_pool_options *given,
                                    kiln_thread_pool **pool) {
  return guarded([&]() -> Status {
    KILN_RT_TRY(need(pool, "pool"));
    KILN_RT_ASSIGN(kiln_thread_pool_options known,
                   readStruct(given, "kiln_thread_pool_options"));
    KILN_RT_ASSIGN(size_t threads, readThreads(known.threads));
    KILN_RT_ASSIGN(Logger logger, readLogger(known.logger));
    *pool = new kiln_thread_pool{std::make_shared<ThreadPool>(threads, logger)};
    return {};
  });
}

void kiln_thread_pool_release(kiln_thread_pool *pool) { delete pool; }

/// The one of three that the caller wants computed on: a pool that is shared,
/// an executor, or a pool of the module's own.
static Status readThreading(const kiln_module_options &known,
                            ModuleOptions &options) {
  KILN_RT_ASSIGN(options.threads, readThreads(known.threads));
  if (known.thread_pool && (known.executor || known.threads != 0))
    return makeError(Code::InvalidArgument,
                     "a thread pool takes the place of an executor and of a "
                     "number of threads: give one of them");
  if (known.thread_pool)
    options.pool = known.thread_pool->pool;
  if (!known.executor)
    return {};
  KILN_RT_ASSIGN(options.executor, readStruct(known.executor, "kiln_executor"));
  if (!options.executor->parallel_for || !options.executor->concurrency)
    return makeError(Code::InvalidArgument,
                     "an executor needs both of its functions");
  return {};
}

static Status readExterns(const kiln_module_options &known,
                          ModuleOptions &options) {
  if (known.extern_count > 0)
    KILN_RT_TRY(need(known.externs, "options->externs"));
  for (size_t i = 0; i < known.extern_count; ++i) {
    const kiln_extern &routine = known.externs[i];
    if (!routine.name || !routine.function)
      return makeError(Code::InvalidArgument,
                       "a routine needs a name and a function");
    options.externs[routine.name] = {routine.function, routine.user};
  }
  return {};
}

static Expected<std::optional<kiln_allocator>>
readAllocator(const kiln_allocator *given) {
  if (!given)
    return std::optional<kiln_allocator>();
  KILN_RT_ASSIGN(kiln_allocator known, readStruct(given, "kiln_allocator"));
  if (!known.allocate || !known.free)
    return makeError(Code::InvalidArgument,
                     "an allocator needs both of its functions");
  return std::optional<kiln_allocator>(known);
}

/// Null for the CPU.
static Expected<std::shared_ptr<Device>>
openDevice(const kiln_module_options &known) {
  KILN_RT_ASSIGN(std::optional<kiln_allocator> allocator,
                 readAllocator(known.device_allocator));
  if (!known.device || known.device->type == KILN_DEVICE_CPU) {
    if (allocator)
      return makeError(Code::InvalidArgument,
                       "an allocator of device memory needs a device that is "
                       "not the CPU");
    return std::shared_ptr<Device>();
  }
  if (known.device->type != KILN_DEVICE_CUDA)
    return makeError(Code::Unimplemented, "the ", deviceName(*known.device),
                     " is of a kind that this library does not drive");
  return cuda::CudaDevice::open(known.device->index,
                                known.cuda_driver ? known.cuda_driver : "",
                                allocator);
}

static Expected<ModuleOptions> readOptions(const kiln_module_options *given) {
  KILN_RT_ASSIGN(kiln_module_options known,
                 readStruct(given, "kiln_module_options"));
  ModuleOptions options;
  options.target = known.target ? known.target : "";
  options.verify = known.verify;
  options.prefetch = known.prefetch != 0;
  options.outputsOnDevice = known.outputs_on_device != 0;
  options.routinesOnHost = known.externs_on_host != 0;
  KILN_RT_ASSIGN(options.device, openDevice(known));
  KILN_RT_TRY(readThreading(known, options));
  KILN_RT_ASSIGN(options.allocator, readAllocator(known.allocator));
  KILN_RT_TRY(readExterns(known, options));
  KILN_RT_ASSIGN(options.logger, readLogger(known.logger));
  return options;
}

template <typename Open>
static kiln_error *loadModule(const char *name,
                              const kiln_module_options *given,
                              kiln_module **module, Open open) {
  return guarded([&]() -> Status {
    KILN_RT_TRY(need(name, "name"));
    KILN_RT_TRY(need(module, "module"));
    KILN_RT_ASSIGN(ModuleOptions options, readOptions(given));
    KILN_RT_ASSIGN(ZipReader archive, open());
    KILN_RT_ASSIGN(std::unique_ptr<Module> loaded,
                   Module::load(std::move(archive), options));
    *module = new kiln_module(std::move(loaded));
    return {};
  });
}

/// Of options that are in order.
static FileBytes bytesOf(const kiln_module_options *options) {
  Expected<kiln_module_options> known =
      readStruct(options, "kiln_module_options");
  return known.ok() && known->copy_file ? FileBytes::Copied : FileBytes::Shared;
}

/// Weights are found when they are first used.
static ZipLimits packageLimits() {
  ZipLimits limits;
  limits.localHeaders = LocalHeaders::WhenRead;
  return limits;
}

kiln_error *kiln_module_load_file(const char *path,
                                  const kiln_module_options *options,
                                  kiln_module **module) {
  return loadModule(path, options, module, [&]() -> Expected<ZipReader> {
    KILN_RT_ASSIGN(MappedFile file, MappedFile::open(path, bytesOf(options)));
    return ZipReader::openMapped(std::move(file), packageLimits());
  });
}

kiln_error *kiln_module_load_memory(const void *data, size_t size,
                                    const char *name,
                                    const kiln_module_options *options,
                                    kiln_module **module) {
  return loadModule(name, options, module, [&]() -> Expected<ZipReader> {
    KILN_RT_TRY(need(data, "data"));
    return ZipReader::openMemory(ByteSpan(data, size), name, packageLimits());
  });
}

kiln_error *kiln_module_load_descriptor(int descriptor, const char *name,
                                        const kiln_module_options *options,
                                        kiln_module **module) {
  return loadModule(name, options, module, [&]() -> Expected<ZipReader> {
    KILN_RT_ASSIGN(MappedFile file, MappedFile::openDescriptor(
                                        descriptor, name, bytesOf(options)));
    return ZipReader::openMapped(std::move(file), packageLimits());
  });
}

void kiln_module_retain(kiln_module *module) {
  if (module)
    module->references.fetch_add(1, std::memory_order_relaxed);
}

void kiln_module_release(kiln_module *module) {
  if (module && module->references.fetch_sub(1, std::memory_order_acq_rel) == 1)
    delete module;
}

const char *kiln_module_explain(const kiln_module *module) {
  return module->module->explanation().c_str();
}
