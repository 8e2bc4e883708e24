// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libkiln-rt in C++17, over the standard library alone and header only: no
// exception is thrown, and none is needed. Handles own their objects; the
// rules for threads and lifetimes are those of kiln.h. kiln-absl.hpp adds
// Abseil's types, kiln-tree.hpp calls with nested values.

#ifndef KILN_RT_KILN_HPP
#define KILN_RT_KILN_HPP

#include "kiln-rt/kiln-module.hpp"

#include <chrono>

namespace kiln::runtime {

/// The library's version, "0.1.0".
inline std::string runtimeVersion() { return kiln_runtime_version(); }
/// Is the library one of those that these headers were made for?
inline bool hasExpectedAbi() { return kiln_abi_version() == KILN_ABI_VERSION; }

/// A flag by which one thread ends the calls of others; copies share it.
class Cancellation {
public:
  static StatusOr<Cancellation> create() {
    kiln_cancellation *made = nullptr;
    Status status = Status::take(kiln_cancellation_create(&made));
    if (!status.ok())
      return status;
    return Cancellation(made);
  }
  void cancel() const { kiln_cancellation_cancel(get()); }
  void reset() const { kiln_cancellation_reset(get()); }
  kiln_cancellation *get() const { return handle_.get(); }

private:
  explicit Cancellation(kiln_cancellation *made)
      : handle_(made, kiln_cancellation_free) {}
  std::shared_ptr<kiln_cancellation> handle_;
};

/// How one call runs; see kiln_run_options.
struct RunOptions {
  std::optional<std::chrono::steady_clock::time_point> deadline;
  std::optional<Cancellation> cancellation;
  std::string tag;
  kiln_stream stream = nullptr; ///< null: the run returns when all is done

  /// As the C interface takes it, for as long as this stays.
  kiln_run_options get() const {
    kiln_run_options options = {};
    options.struct_size = sizeof(options);
    if (deadline)
      options.deadline = kiln_deadline_after(
          std::chrono::duration_cast<std::chrono::nanoseconds>(
              *deadline - std::chrono::steady_clock::now())
              .count());
    options.cancellation = cancellation ? cancellation->get() : nullptr;
    options.tag = tag.c_str();
    options.stream = stream;
    return options;
  }
};

/// Results that the library allocated, freed with their holder. One that is a
/// view of an input (KILN_TENSOR_VIEW) is the input's memory, which must stay.
class Outputs {
public:
  Outputs(Module module, size_t count)
      : module_(std::move(module)), tensors_(count) {}
  Outputs(Outputs &&) = default;
  Outputs &operator=(Outputs &&) = delete;
  ~Outputs() {
    for (kiln_tensor &tensor : tensors_)
      kiln_tensor_free(module_.get(), &tensor);
  }

  size_t size() const { return tensors_.size(); }
  const kiln_tensor &operator[](size_t index) const { return tensors_[index]; }
  kiln_tensor *data() { return tensors_.data(); }
  /// The elements of a row-major result; empty if its type is another.
  template <typename T>
  Span<const T> values(size_t index) const {
    return valuesOf<T>(tensors_[index]);
  }

private:
  Module module_;
  std::vector<kiln_tensor> tensors_;
};

/// A call whose tensors stay where they are: checked and bound once, run many
/// times. It counts as its context's one call while it runs.
class PreparedCall {
public:
  Status run(const RunOptions &options = {}) {
    kiln_run_options known = options.get();
    return Status::take(kiln_call_run(get(), &known));
  }
  /// A result as the last run left it; all zero where there is none.
  kiln_tensor output(size_t index) const {
    kiln_tensor tensor = {};
    kiln_call_output(get(), index, &tensor);
    return tensor;
  }
  template <typename T>
  Span<const T> values(size_t index) const {
    return valuesOf<T>(output(index));
  }
  kiln_call *get() const { return handle_.get(); }

private:
  friend class Context;
  PreparedCall(Module module, kiln_call *call)
      : module_(std::move(module)), handle_(call, kiln_call_destroy) {}
  Module module_;
  std::unique_ptr<kiln_call, void (*)(kiln_call *)> handle_;
};

/// Memory and mutable state of one caller. One thread at a time.
class Context {
public:
  static StatusOr<Context> create(const Module &module) {
    kiln_context *context = nullptr;
    Status status =
        Status::take(kiln_context_create(module.get(), nullptr, &context));
    if (!status.ok())
      return status;
    return Context(module, context);
  }

  /// Runs the first program; the results are allocated.
  StatusOr<Outputs> run(Span<const kiln_tensor> inputs,
                        const RunOptions &options = {}) {
    return run(module_.program().name, inputs, options);
  }
  StatusOr<Outputs> run(const std::string &program,
                        Span<const kiln_tensor> inputs,
                        const RunOptions &options = {}) {
    Outputs outputs(module_, resultCount(program));
    Status status =
        runInto(program, inputs, {outputs.data(), outputs.size()}, options);
    if (!status.ok())
      return status;
    return outputs;
  }
  /// Runs into the caller's memory.
  Status runInto(const std::string &program, Span<const kiln_tensor> inputs,
                 Span<kiln_tensor> outputs, const RunOptions &options = {}) {
    kiln_run_options known = options.get();
    return Status::take(kiln_run(get(), program.c_str(), inputs.data(),
                                 inputs.size(), outputs.data(), outputs.size(),
                                 &known));
  }
  /// The results' descriptions; a size that depends on data is -1.
  StatusOr<std::vector<kiln_tensor>>
  outputSizes(const std::string &program, Span<const kiln_tensor> inputs) {
    std::vector<kiln_tensor> outputs(resultCount(program));
    Status status = Status::take(
        kiln_output_sizes(get(), program.c_str(), inputs.data(), inputs.size(),
                          outputs.data(), outputs.size()));
    if (!status.ok())
      return status;
    return outputs;
  }
  /// Does all that a first call pays for; see kiln_warm_up.
  Status warmUp(const std::string &program, Span<const kiln_tensor> inputs,
                const RunOptions &options = {}) {
    kiln_run_options known = options.get();
    return Status::take(kiln_warm_up(get(), program.c_str(), inputs.data(),
                                     inputs.size(), &known));
  }
  /// Binds a call; without outputs, the results are allocated.
  StatusOr<PreparedCall> prepare(const std::string &program,
                                 Span<const kiln_tensor> inputs,
                                 Span<const kiln_tensor> outputs = {}) {
    std::vector<kiln_tensor> ours(outputs.begin(), outputs.end());
    if (ours.empty())
      ours.resize(resultCount(program));
    kiln_call *call = nullptr;
    Status status = Status::take(
        kiln_call_prepare(get(), program.c_str(), inputs.data(), inputs.size(),
                          ours.data(), ours.size(), &call));
    if (!status.ok())
      return status;
    return PreparedCall(module_, call);
  }

  Status resetState() { return Status::take(kiln_context_reset_state(get())); }
  /// Copies a state entry of a program into the tensor, or from it.
  Status readState(const std::string &program, const std::string &name,
                   kiln_tensor &tensor) {
    return Status::take(
        kiln_context_read_state(get(), program.c_str(), name.c_str(), &tensor));
  }
  Status writeState(const std::string &program, const std::string &name,
                    const kiln_tensor &tensor) {
    return Status::take(kiln_context_write_state(get(), program.c_str(),
                                                 name.c_str(), &tensor));
  }
  StatusOr<kiln_memory_use> memoryUse() const {
    kiln_memory_use use = {};
    use.struct_size = sizeof(use);
    Status status = Status::take(kiln_context_memory_use(get(), &use));
    if (!status.ok())
      return status;
    return use;
  }
  /// Copied; null ends it.
  Status setObserver(const kiln_observer *observer) {
    return Status::take(kiln_context_set_observer(get(), observer));
  }

  kiln_context *get() const { return handle_.get(); }
  const Module &module() const { return module_; }

private:
  Context(const Module &module, kiln_context *context)
      : module_(module), handle_(context, kiln_context_destroy) {}
  /// 0 of a program that is not there: the run says so.
  size_t resultCount(const std::string &program) const {
    std::optional<size_t> index = module_.findProgram(program);
    return index ? module_.program(*index).result_count : 0;
  }

  Module module_;
  std::unique_ptr<kiln_context, void (*)(kiln_context *)> handle_;
};

} // namespace kiln::runtime

#endif // KILN_RT_KILN_HPP
