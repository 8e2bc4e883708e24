// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C interface: version, errors, dtypes, modules.

#include "capi/Handles.h"
#include "dtype/Dtype.h"

using namespace kiln::rt;

const char *kiln_runtime_version(void) { return KILN_RT_VERSION; }

void kiln_format_range(int32_t *lowest, int32_t *highest) {
  *lowest = *highest = static_cast<int32_t>(formatVersion);
}

kiln_code kiln_error_code(const kiln_error *error) {
  return error ? static_cast<kiln_code>(error->value.code) : KILN_OK;
}

static const char *textOf(const kiln_error *error, std::string Error::*field) {
  return error ? (error->value.*field).c_str() : "";
}

const char *kiln_error_message(const kiln_error *error) {
  return textOf(error, &Error::message);
}
const char *kiln_error_program(const kiln_error *error) {
  return textOf(error, &Error::program);
}
const char *kiln_error_input(const kiln_error *error) {
  return textOf(error, &Error::input);
}
const char *kiln_error_symbol(const kiln_error *error) {
  return textOf(error, &Error::symbol);
}
const char *kiln_error_bound(const kiln_error *error) {
  return textOf(error, &Error::bound);
}
const char *kiln_error_value(const kiln_error *error) {
  return textOf(error, &Error::value);
}
const char *kiln_error_file(const kiln_error *error) {
  return textOf(error, &Error::file);
}
int64_t kiln_error_line(const kiln_error *error) {
  return error ? error->value.line : 0;
}
void kiln_error_free(kiln_error *error) { delete error; }

const char *kiln_dtype_name(kiln_dtype dtype) { return dtypeName(dtype); }
size_t kiln_dtype_size(kiln_dtype dtype) { return dtypeBytes(dtype); }

kiln_error *kiln_register_extern(kiln_module_options *options,
                                 kiln_extern *storage, size_t capacity,
                                 const char *name,
                                 kiln_extern_function function, void *user) {
  return guarded([&]() -> Status {
    if (!name || !function)
      return makeError(Code::InvalidArgument,
                       "a routine needs a name and a function");
    if (options->extern_count >= capacity)
      return makeError(Code::ResourceExhausted, "no room for the routine '",
                       name, "' among ", capacity);
    storage[options->extern_count++] = {name, function, user};
    options->externs = storage;
    return {};
  });
}

static Expected<ModuleOptions> readOptions(const kiln_module_options *given) {
  kiln_module_options known = readStruct(given);
  ModuleOptions options;
  options.target = known.target ? known.target : "";
  constexpr int32_t maxThreads = 4096;
  if (known.threads < 0 || known.threads > maxThreads)
    return makeError(Code::InvalidArgument, "the number of threads, ",
                     known.threads, ", is not between 0 and ", maxThreads);
  options.threads = static_cast<size_t>(known.threads);
  options.verify = known.verify;
  options.prefetch = known.prefetch != 0;
  if (known.executor) {
    options.executor = readStruct(known.executor);
    if (!options.executor->parallel_for || !options.executor->concurrency)
      return makeError(Code::InvalidArgument,
                       "an executor needs both of its functions");
  }
  if (known.allocator) {
    options.allocator = readStruct(known.allocator);
    if (!options.allocator->allocate || !options.allocator->free)
      return makeError(Code::InvalidArgument,
                       "an allocator needs both of its functions");
  }
  for (size_t i = 0; i < known.extern_count; ++i)
    options.externs[known.externs[i].name] = {known.externs[i].function,
                                              known.externs[i].user};
  return options;
}

template <typename Open>
static kiln_error *loadModule(const kiln_module_options *given,
                              kiln_module **module, Open open) {
  return guarded([&]() -> Status {
    KILN_RT_ASSIGN(ModuleOptions options, readOptions(given));
    KILN_RT_ASSIGN(ZipReader archive, open());
    KILN_RT_ASSIGN(std::unique_ptr<Module> loaded,
                   Module::load(std::move(archive), options));
    *module = new kiln_module(std::move(loaded));
    return {};
  });
}

static FileBytes bytesOf(const kiln_module_options *options) {
  return readStruct(options).copy_file ? FileBytes::Copied : FileBytes::Shared;
}

kiln_error *kiln_module_load_file(const char *path,
                                  const kiln_module_options *options,
                                  kiln_module **module) {
  return loadModule(options, module, [&]() -> Expected<ZipReader> {
    KILN_RT_ASSIGN(MappedFile file, MappedFile::open(path, bytesOf(options)));
    return ZipReader::openMapped(std::move(file));
  });
}

kiln_error *kiln_module_load_memory(const void *data, size_t size,
                                    const char *name,
                                    const kiln_module_options *options,
                                    kiln_module **module) {
  return loadModule(options, module, [&] {
    return ZipReader::openMemory(ByteSpan(data, size), name);
  });
}

kiln_error *kiln_module_load_descriptor(int descriptor, const char *name,
                                        const kiln_module_options *options,
                                        kiln_module **module) {
  return loadModule(options, module, [&]() -> Expected<ZipReader> {
    KILN_RT_ASSIGN(MappedFile file, MappedFile::openDescriptor(
                                        descriptor, name, bytesOf(options)));
    return ZipReader::openMapped(std::move(file));
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
