// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors, weights, thread pools and modules in C++: a part of kiln.hpp.

#ifndef KILN_RT_KILN_MODULE_HPP
#define KILN_RT_KILN_MODULE_HPP

#include "kiln-rt/kiln-status.hpp"

#include <functional>
#include <map>
#include <vector>

namespace kiln::runtime {

/// The element type of a C++ type.
template <typename T>
constexpr kiln_dtype dtypeOf() {
  using U = std::remove_cv_t<T>;
  if constexpr (std::is_same_v<U, bool>)
    return KILN_DTYPE_BOOL;
  else if constexpr (std::is_same_v<U, float>)
    return KILN_DTYPE_F32;
  else if constexpr (std::is_same_v<U, double>)
    return KILN_DTYPE_F64;
  else if constexpr (std::is_integral_v<U> && sizeof(U) == 1)
    return std::is_signed_v<U> ? KILN_DTYPE_I8 : KILN_DTYPE_U8;
  else if constexpr (std::is_integral_v<U> && sizeof(U) == 2)
    return std::is_signed_v<U> ? KILN_DTYPE_I16 : KILN_DTYPE_U16;
  else if constexpr (std::is_integral_v<U> && sizeof(U) == 4)
    return std::is_signed_v<U> ? KILN_DTYPE_I32 : KILN_DTYPE_U32;
  else if constexpr (std::is_integral_v<U> && sizeof(U) == 8)
    return std::is_signed_v<U> ? KILN_DTYPE_I64 : KILN_DTYPE_U64;
  else
    static_assert(sizeof(U) == 0, "the type has no kiln_dtype");
}

/// A row-major tensor over memory that stays the caller's. At most
/// KILN_MAX_RANK sizes; more are cut off, and refused by the run.
template <typename T>
kiln_tensor makeTensor(T *data, Span<const int64_t> sizes) {
  kiln_tensor tensor = {};
  tensor.data = const_cast<std::remove_cv_t<T> *>(data);
  tensor.dtype = dtypeOf<T>();
  tensor.rank = static_cast<int32_t>(sizes.size());
  size_t count = sizes.size() < KILN_MAX_RANK ? sizes.size() : KILN_MAX_RANK;
  for (size_t i = 0; i < count; ++i)
    tensor.sizes[i] = sizes[i];
  return tensor;
}

/// Reads "cpu", "cuda", "cuda:1".
inline StatusOr<kiln_device> parseDevice(const std::string &text) {
  kiln_device device = {};
  Status status = Status::take(kiln_device_parse(text.c_str(), &device));
  if (!status.ok())
    return status;
  return device;
}

/// The elements of a row-major tensor; empty if its type is another, or if it
/// is not on the host.
template <typename T>
Span<const T> valuesOf(const kiln_tensor &tensor) {
  if (tensor.dtype != dtypeOf<T>() || (tensor.flags & KILN_TENSOR_STRIDED) ||
      tensor.device.type != KILN_DEVICE_CPU)
    return {};
  size_t count = 1;
  for (int32_t d = 0; d < tensor.rank; ++d)
    count *= static_cast<size_t>(tensor.sizes[d]);
  return {static_cast<const T *>(tensor.data), count};
}

/// Weights that can take the place of a module's; copies share them. Any number
/// of threads.
class Weights {
public:
  /// Maps a file in the safetensors format.
  static StatusOr<Weights> fromFile(const std::string &path) {
    kiln_weights *weights = nullptr;
    return take(kiln_weights_from_file(path.c_str(), &weights), weights);
  }
  /// Maps the state of a program (null: the first) of another package.
  static StatusOr<Weights> fromPackage(const std::string &path,
                                       const char *program = nullptr) {
    kiln_weights *weights = nullptr;
    return take(kiln_weights_from_package(path.c_str(), program, &weights),
                weights);
  }
  /// Copies tensors.
  static StatusOr<Weights>
  fromTensors(const std::map<std::string, kiln_tensor> &tensors) {
    std::vector<const char *> names;
    std::vector<kiln_tensor> items;
    for (const auto &[name, tensor] : tensors) {
      names.push_back(name.c_str());
      items.push_back(tensor);
    }
    kiln_weights *weights = nullptr;
    return take(kiln_weights_from_tensors(names.data(), items.data(),
                                          items.size(), nullptr, nullptr,
                                          &weights),
                weights);
  }

  kiln_weights *get() const { return handle_.get(); }
  /// Views of the tensors by name. They must not be written.
  std::map<std::string, kiln_tensor> tensors() const {
    std::map<std::string, kiln_tensor> all;
    const char *name = nullptr;
    kiln_tensor tensor = {};
    for (size_t i = 0; kiln_weights_item(get(), i, &name, &tensor); ++i)
      all.emplace(name, tensor);
    return all;
  }

private:
  static StatusOr<Weights> take(kiln_error *error, kiln_weights *&weights) {
    Status status = Status::take(error);
    if (!status.ok())
      return status;
    return Weights(weights);
  }
  explicit Weights(kiln_weights *weights)
      : handle_(weights, kiln_weights_release) {}
  std::shared_ptr<kiln_weights> handle_;
};

/// Where messages go, and the least that is told.
struct LogTo {
  std::function<void(kiln_log_level level, const char *message)> function;
  kiln_log_level level = KILN_LOG_INFO;
};

namespace detail {
/// A logger of the C interface over a function that stays.
inline kiln_logger loggerOf(LogTo &log) {
  kiln_logger logger = {};
  logger.struct_size = sizeof(logger);
  logger.user = &log;
  logger.level = log.level;
  logger.log = [](void *user, kiln_log_level level, const char *message) {
    static_cast<LogTo *>(user)->function(level, message);
  };
  return logger;
}
} // namespace detail

/// Threads that modules share; copies share them.
class ThreadPool {
public:
  /// `threads` counts the caller; 0: as many as this process may use.
  static StatusOr<ThreadPool> create(int32_t threads = 0, LogTo log = {}) {
    ThreadPool made;
    made.log_ = std::make_shared<LogTo>(std::move(log));
    kiln_logger logger = detail::loggerOf(*made.log_);
    kiln_thread_pool_options options = {};
    options.struct_size = sizeof(options);
    options.threads = threads;
    options.logger = made.log_->function ? &logger : nullptr;
    kiln_thread_pool *pool = nullptr;
    Status status = Status::take(kiln_thread_pool_create(&options, &pool));
    if (!status.ok())
      return status;
    made.handle_.reset(pool, kiln_thread_pool_release);
    return made;
  }
  kiln_thread_pool *get() const { return handle_.get(); }

private:
  friend class Module;
  ThreadPool() = default;
  std::shared_ptr<LogTo> log_; ///< outlives the pool
  std::shared_ptr<kiln_thread_pool> handle_;
};

/// A routine of a custom operator: 0, or a number that the error will name.
using Routine = std::function<int32_t(const kiln_extern_call &call)>;

/// How a module is loaded; see kiln_module_options.
struct ModuleOptions {
  std::string target; ///< empty: the best
  int32_t threads = 0;
  std::optional<ThreadPool> pool; ///< instead of threads and executor
  kiln_verify verify = KILN_VERIFY_NONE;
  bool prefetch = false;
  bool copyFile = false; ///< against files that become shorter meanwhile
  const kiln_executor *executor = nullptr;
  const kiln_allocator *allocator = nullptr;
  const kiln_allocator *deviceAllocator = nullptr;
  std::optional<kiln_device> device; ///< nothing: the CPU
  bool outputsOnDevice = false;      ///< of those that the library allocates
  std::string cudaDriver; ///< library of the CUDA driver; empty: the usual one
  std::map<std::string, Routine> routines; ///< by name
  bool routinesOnHost = false; ///< they get buffers of devices as copies
  LogTo log;
};

/// The differences that kiln_module_compare_weights finds.
struct WeightsIssue {
  kiln_weights_problem problem;
  std::string name, reason;
};

/// A loaded package; copies share it. Any number of threads.
class Module {
public:
  static StatusOr<Module> loadFile(const std::string &path,
                                   ModuleOptions options = {}) {
    return load(std::move(options), [&](auto *known, kiln_module **module) {
      return kiln_module_load_file(path.c_str(), known, module);
    });
  }
  /// `bytes` must outlive all copies of the module.
  static StatusOr<Module> loadMemory(Span<const char> bytes,
                                     const std::string &name,
                                     ModuleOptions options = {}) {
    return load(std::move(options), [&](auto *known, kiln_module **module) {
      return kiln_module_load_memory(bytes.data(), bytes.size(), name.c_str(),
                                     known, module);
    });
  }
  static StatusOr<Module> loadDescriptor(int descriptor,
                                         const std::string &name,
                                         ModuleOptions options = {}) {
    return load(std::move(options), [&](auto *known, kiln_module **module) {
      return kiln_module_load_descriptor(descriptor, name.c_str(), known,
                                         module);
    });
  }

  /// Uses other weights from the next call on; see kiln_module_set_weights.
  Status setWeights(const Weights &weights, uint32_t flags = 0) {
    return Status::take(kiln_module_set_weights(get(), weights.get(), flags));
  }
  /// Uses the package's weights again.
  Status resetWeights() {
    return Status::take(kiln_module_set_weights(get(), nullptr, 0));
  }
  StatusOr<std::vector<WeightsIssue>>
  compareWeights(const Weights &weights) const {
    kiln_weights_report *report = nullptr;
    Status status = Status::take(
        kiln_module_compare_weights(get(), weights.get(), &report));
    if (!status.ok())
      return status;
    std::vector<WeightsIssue> issues;
    kiln_weights_issue issue = {};
    issue.struct_size = sizeof(issue);
    for (size_t i = 0; kiln_weights_report_item(report, i, &issue); ++i)
      issues.push_back({issue.problem, issue.name, issue.reason});
    kiln_weights_report_free(report);
    return issues;
  }

  /// Later work of `stream` follows what `other` has to do by now; null is the
  /// module's own. See kiln_stream_follow.
  Status follow(kiln_stream stream, kiln_stream other) const {
    return Status::take(kiln_stream_follow(get(), stream, other));
  }

  kiln_module *get() const { return handle_.get(); }
  std::string explain() const { return kiln_module_explain(get()); }
  std::string target() const { return kiln_module_target(get()); }
  std::string writer() const { return kiln_module_writer(get()); }
  /// Where the programs run; the texts live as long as the module.
  kiln_device_info device() const {
    return info<kiln_device_info>(kiln_module_device);
  }
  size_t concurrency() const { return kiln_module_concurrency(get()); }
  /// The metadata that the user of the compiler put into the package.
  std::map<std::string, std::string> metadata() const {
    std::map<std::string, std::string> all;
    const char *key = nullptr, *value = nullptr;
    for (size_t i = 0; kiln_module_metadata_item(get(), i, &key, &value); ++i)
      all.emplace(key, value);
    return all;
  }

  // Descriptions: all zero where there is no such thing. Their texts live as
  // long as the module.
  size_t programCount() const { return kiln_module_program_count(get()); }
  kiln_program_info program(size_t index = 0) const {
    return info<kiln_program_info>(kiln_module_program, index);
  }
  /// Nothing where there is no program of this name.
  std::optional<size_t> findProgram(const std::string &name) const {
    int64_t index = kiln_module_find_program(get(), name.c_str());
    return index < 0 ? std::nullopt : std::optional<size_t>(index);
  }
  kiln_symbol_info symbol(size_t program, size_t index) const {
    return info<kiln_symbol_info>(kiln_module_symbol, program, index);
  }
  kiln_value_info input(size_t program, size_t index) const {
    return info<kiln_value_info>(kiln_module_input, program, index);
  }
  kiln_value_info output(size_t program, size_t index) const {
    return info<kiln_value_info>(kiln_module_output, program, index);
  }
  kiln_state_info state(size_t program, size_t index) const {
    return info<kiln_state_info>(kiln_module_state, program, index);
  }
  size_t kernelCount() const { return kiln_module_kernel_count(get()); }
  kiln_kernel_info kernel(size_t index) const {
    return info<kiln_kernel_info>(kiln_module_kernel, index);
  }
  kiln_origin_info kernelOrigin(size_t kernel, size_t origin) const {
    return info<kiln_origin_info>(kiln_module_kernel_origin, kernel, origin);
  }

private:
  /// The callbacks of the module, and the objects its options point to.
  struct Hooks {
    LogTo log;
    std::map<std::string, Routine> routines;
    std::optional<ThreadPool> pool;
  };

  template <typename Info, typename Function, typename... Indices>
  Info info(Function function, Indices... indices) const {
    Info filled = {};
    filled.struct_size = sizeof(filled);
    function(get(), indices..., &filled);
    return filled;
  }

  template <typename Load>
  static StatusOr<Module> load(ModuleOptions options, Load loadFrom) {
    auto hooks = std::make_shared<Hooks>();
    hooks->log = std::move(options.log);
    hooks->routines = std::move(options.routines);
    hooks->pool = options.pool;
    std::vector<kiln_extern> externs;
    for (auto &[name, routine] : hooks->routines)
      externs.push_back({name.c_str(),
                         [](void *user, const kiln_extern_call *call) {
                           return (*static_cast<Routine *>(user))(*call);
                         },
                         &routine});
    kiln_logger logger = detail::loggerOf(hooks->log);
    kiln_module_options known = {};
    known.struct_size = sizeof(known);
    known.target = options.target.empty() ? nullptr : options.target.c_str();
    known.threads = options.threads;
    known.verify = options.verify;
    known.prefetch = options.prefetch;
    known.copy_file = options.copyFile;
    known.executor = options.executor;
    known.allocator = options.allocator;
    known.device_allocator = options.deviceAllocator;
    known.externs = externs.data();
    known.extern_count = externs.size();
    known.device = options.device ? &*options.device : nullptr;
    known.outputs_on_device = options.outputsOnDevice;
    known.cuda_driver =
        options.cudaDriver.empty() ? nullptr : options.cudaDriver.c_str();
    known.externs_on_host = options.routinesOnHost;
    known.thread_pool = hooks->pool ? hooks->pool->get() : nullptr;
    known.logger = hooks->log.function ? &logger : nullptr;
    kiln_module *module = nullptr;
    Status status = Status::take(loadFrom(&known, &module));
    if (!status.ok())
      return status;
    return Module(module, std::move(hooks));
  }

  // The module goes first: its last messages and threads need the hooks.
  Module(kiln_module *module, std::shared_ptr<Hooks> hooks)
      : handle_(module,
                [hooks](kiln_module *last) { kiln_module_release(last); }) {}
  std::shared_ptr<kiln_module> handle_;
};

} // namespace kiln::runtime

#endif // KILN_RT_KILN_MODULE_HPP
