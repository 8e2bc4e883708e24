// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RunOnZeros.h"
#include "dtype/Dtype.h"

#include <cstdlib>
#include <cstring>

using namespace kiln;
using namespace kiln::rt;

/// Memory of an allocation, and of an input, at most.
static constexpr uint64_t mostBytes = 16u << 20;

static int32_t doNothing(void *const *, const int64_t *, int64_t, int64_t,
                         void *) {
  return 0;
}

static void *allocate(void *, size_t bytes, size_t alignment) {
  if (bytes > mostBytes)
    return nullptr;
  void *memory =
      std::aligned_alloc(alignment, (bytes + alignment) & ~(alignment - 1));
  // Kernels that do nothing leave it as it is; results are compared.
  return memory ? std::memset(memory, 0, bytes) : nullptr;
}

ModuleOptions fuzz::makeOptions(const Manifest &manifest, bool standIn) {
  ModuleOptions options;
  options.threads = 1;
  options.verify = standIn ? KILN_VERIFY_NONE : KILN_VERIFY_FULL;
  options.allocator =
      kiln_allocator{sizeof(kiln_allocator), nullptr, allocate,
                     [](void *, void *memory, size_t) { std::free(memory); }};
  options.standIn = standIn ? doNothing : nullptr;
  for (const Program &program : manifest.programs)
    for (const std::string &routine : program.routines)
      options.externs[routine] = {
          [](void *, const kiln_extern_call *) { return int32_t(0); }, nullptr};
  return options;
}

namespace {
/// The inputs of one call.
struct Inputs {
  std::vector<kiln_tensor> tensors;
  std::vector<std::vector<int64_t>> memory; // aligned for any element

  /// False where one is too large.
  bool add(const Program &program, const ValueDecl &decl, const Word *symbols) {
    kiln_tensor tensor = {};
    uint64_t bytes = 16;
    int64_t number = 0;
    auto value = [&](uint32_t expression, Word &result) {
      return program.expressions[expression].evaluate(symbols, result) ==
             EvalFailure::None;
    };
    if (decl.kind == KILN_VALUE_NUMBER) {
      tensor.dtype = decl.dtype;
      if (!value(decl.number, number))
        return false;
    } else if (decl.isTensor()) {
      tensor.dtype = decl.dtype;
      bytes = dtypeBytes(decl.dtype);
      for (uint32_t size : decl.sizes) {
        Word extent = 0;
        if (!value(size, extent) || extent < 0 ||
            __builtin_mul_overflow(bytes, extent, &bytes) || bytes > mostBytes)
          return false;
        tensor.sizes[tensor.rank++] = extent;
      }
    }
    memory.emplace_back(bytes / sizeof(int64_t) + 2, 0);
    memory.back()[0] = number;
    if (decl.kind != KILN_VALUE_CONSTANT)
      tensor.data = memory.back().data();
    tensors.push_back(tensor);
    return true;
  }
};
} // namespace

/// Appends the elements of a tensor, unless a stride of 0 makes them too many.
static void append(const kiln_tensor &tensor, std::string &results) {
  constexpr uint64_t most = 1u << 24;
  uint64_t bytes = dtypeBytes(tensor.dtype);
  for (int32_t d = 0; d < tensor.rank && bytes <= most; ++d)
    bytes *= static_cast<uint64_t>(std::min<int64_t>(tensor.sizes[d], most));
  if (!tensor.data || bytes == 0 || bytes > most)
    return;
  size_t begin = results.size();
  results.resize(begin + bytes);
  copyStrided({dtypeBytes(tensor.dtype), tensor.rank, tensor.sizes,
               tensor.flags & KILN_TENSOR_STRIDED ? tensor.strides : nullptr,
               nullptr},
              tensor.data, results.data() + begin);
}

static bool runProgram(Module &module, Context &context, const Program &program,
                       int64_t deadline, std::string &results) {
  std::vector<Word> symbols(program.registers.size() + 1, 0);
  for (size_t i = 0; i < program.symbols.size(); ++i) {
    const Symbol &symbol = program.symbols[i];
    symbols[i] = std::min(symbol.max.value_or(3),
                          std::max(symbol.min.value_or(3), int64_t(3)));
  }
  Inputs inputs;
  for (const ValueDecl &decl : program.inputs)
    if (!inputs.add(program, decl, symbols.data()))
      return false;
  std::vector<kiln_tensor> outputs(program.results.size());
  RunControl control;
  control.deadline = deadline;
  Status status = context.run(program.name.c_str(), inputs.tensors.data(),
                              inputs.tensors.size(), outputs.data(),
                              outputs.size(), control);
  if (!status.ok())
    return false;
  for (kiln_tensor &output : outputs) {
    append(output, results);
    if (output.data && !(output.flags & KILN_TENSOR_VIEW))
      module.cpu().free(output.data, 0);
  }
  return true;
}

std::optional<std::string> fuzz::runOnZeros(Module &module,
                                            int64_t milliseconds) {
  std::string results;
  Context context(module);
  int64_t deadline = monotonicNow() + milliseconds * 1'000'000;
  for (const Program &program : module.manifest().programs) {
    if (!runProgram(module, context, program, deadline, results))
      return std::nullopt;
    results += '|';
  }
  return results;
}
