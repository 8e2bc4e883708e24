// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libkiln-rt in C++, over absl::Status, StatusOr and Span: header only, so that
// it is compiled against your own Abseil. Handles own what they hold; the
// rules for threads and lifetimes are those of kiln.h. C++17.

#ifndef KILN_RT_KILN_HPP
#define KILN_RT_KILN_HPP

#include "kiln-rt/kiln.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/cord.h"
#include "absl/types/span.h"

#include <cstring>
#include <initializer_list>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace kiln::runtime {

/// Takes over an error of the C interface. Its parts travel as payloads named
/// "kiln.program", "kiln.input", "kiln.symbol", "kiln.bound", "kiln.value" and
/// "kiln.origin" ("model.py:12"), where they apply.
inline absl::Status takeError(kiln_error *error) {
  if (!error)
    return absl::OkStatus();
  absl::Status status(static_cast<absl::StatusCode>(kiln_error_code(error)),
                      kiln_error_message(error));
  auto add = [&](const char *key, const std::string &text) {
    if (!text.empty())
      status.SetPayload(key, absl::Cord(text));
  };
  add("kiln.program", kiln_error_program(error));
  add("kiln.input", kiln_error_input(error));
  add("kiln.symbol", kiln_error_symbol(error));
  add("kiln.bound", kiln_error_bound(error));
  add("kiln.value", kiln_error_value(error));
  std::string file = kiln_error_file(error);
  add("kiln.origin", file.empty()
                         ? file
                         : file + ":" + std::to_string(kiln_error_line(error)));
  kiln_error_free(error);
  return status;
}

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
kiln_tensor makeTensor(T *data, absl::Span<const int64_t> sizes) {
  kiln_tensor tensor = {};
  tensor.data = const_cast<std::remove_cv_t<T> *>(data);
  tensor.dtype = dtypeOf<T>();
  tensor.rank = static_cast<int32_t>(sizes.size());
  size_t count = sizes.size() < KILN_MAX_RANK ? sizes.size() : KILN_MAX_RANK;
  for (size_t i = 0; i < count; ++i)
    tensor.sizes[i] = sizes[i];
  return tensor;
}
template <typename T>
kiln_tensor makeTensor(T *data, std::initializer_list<int64_t> sizes) {
  return makeTensor(data,
                    absl::Span<const int64_t>(sizes.begin(), sizes.size()));
}

/// Weights that can take the place of a module's; copies share them. Any number
/// of threads.
class Weights {
public:
  /// Maps a file in the safetensors format.
  static absl::StatusOr<Weights> fromFile(const std::string &path) {
    kiln_weights *weights = nullptr;
    absl::Status status =
        takeError(kiln_weights_from_file(path.c_str(), &weights));
    if (!status.ok())
      return status;
    return Weights(weights);
  }
  /// Maps the state of the first program of another package.
  static absl::StatusOr<Weights> fromPackage(const std::string &path) {
    kiln_weights *weights = nullptr;
    absl::Status status =
        takeError(kiln_weights_from_package(path.c_str(), nullptr, &weights));
    if (!status.ok())
      return status;
    return Weights(weights);
  }
  kiln_weights *get() const { return handle_.get(); }

private:
  explicit Weights(kiln_weights *weights)
      : handle_(weights, kiln_weights_release) {}
  std::shared_ptr<kiln_weights> handle_;
};

/// A loaded package; copies share it. Any number of threads.
class Module {
public:
  static absl::StatusOr<Module>
  loadFile(const std::string &path, const kiln_module_options *options = {}) {
    kiln_module *module = nullptr;
    absl::Status status =
        takeError(kiln_module_load_file(path.c_str(), options, &module));
    if (!status.ok())
      return status;
    return Module(module);
  }
  /// `bytes` must outlive all copies of the module.
  static absl::StatusOr<Module>
  loadMemory(absl::Span<const char> bytes, const std::string &name,
             const kiln_module_options *options = {}) {
    kiln_module *module = nullptr;
    absl::Status status = takeError(kiln_module_load_memory(
        bytes.data(), bytes.size(), name.c_str(), options, &module));
    if (!status.ok())
      return status;
    return Module(module);
  }

  /// Uses other weights from the next call on; see kiln_module_set_weights.
  absl::Status setWeights(const Weights &weights, uint32_t flags = 0) {
    return takeError(kiln_module_set_weights(get(), weights.get(), flags));
  }

  kiln_module *get() const { return handle_.get(); }
  std::string explain() const { return kiln_module_explain(get()); }
  /// The description of a program; all zero if there is none.
  kiln_program_info program(size_t index = 0) const {
    kiln_program_info info = {};
    info.struct_size = sizeof(info);
    kiln_module_program(get(), index, &info);
    return info;
  }

private:
  explicit Module(kiln_module *module) : handle_(module, kiln_module_release) {}
  std::shared_ptr<kiln_module> handle_;
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
  absl::Span<const T> values(size_t index) const {
    const kiln_tensor &tensor = tensors_[index];
    if (tensor.dtype != dtypeOf<T>() || (tensor.flags & KILN_TENSOR_STRIDED))
      return {};
    size_t count = 1;
    for (int32_t d = 0; d < tensor.rank; ++d)
      count *= static_cast<size_t>(tensor.sizes[d]);
    return {static_cast<const T *>(tensor.data), count};
  }

private:
  Module module_;
  std::vector<kiln_tensor> tensors_;
};

/// Memory and mutable state of one caller. One thread at a time.
class Context {
public:
  static absl::StatusOr<Context> create(const Module &module) {
    kiln_context *context = nullptr;
    absl::Status status =
        takeError(kiln_context_create(module.get(), nullptr, &context));
    if (!status.ok())
      return status;
    return Context(module, context);
  }

  /// Runs the first program; the results are allocated.
  absl::StatusOr<Outputs> run(absl::Span<const kiln_tensor> inputs) {
    return run(module_.program().name, inputs);
  }
  absl::StatusOr<Outputs> run(const std::string &program,
                              absl::Span<const kiln_tensor> inputs) {
    int64_t index = kiln_module_find_program(module_.get(), program.c_str());
    size_t count =
        index < 0 ? 0
                  : module_.program(static_cast<size_t>(index)).result_count;
    Outputs outputs(module_, count);
    absl::Status status =
        takeError(kiln_run(get(), program.c_str(), inputs.data(), inputs.size(),
                           outputs.data(), count));
    if (!status.ok())
      return status;
    return outputs;
  }
  /// Runs into the caller's memory.
  absl::Status runInto(const std::string &program,
                       absl::Span<const kiln_tensor> inputs,
                       absl::Span<kiln_tensor> outputs) {
    return takeError(kiln_run(get(), program.c_str(), inputs.data(),
                              inputs.size(), outputs.data(), outputs.size()));
  }
  absl::Status resetState() {
    return takeError(kiln_context_reset_state(get()));
  }

  kiln_context *get() const { return handle_.get(); }
  const Module &module() const { return module_; }

private:
  Context(const Module &module, kiln_context *context)
      : module_(module), handle_(context, kiln_context_destroy) {}
  Module module_;
  std::unique_ptr<kiln_context, void (*)(kiln_context *)> handle_;
};

} // namespace kiln::runtime

#endif // KILN_RT_KILN_HPP
