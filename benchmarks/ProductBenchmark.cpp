// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of matrices of f32, bf16 and int8 on this processor, one thread, in
// one process: operations per second, and how many times those of f32.
#include "../unittests/Target/CompiledKernels.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <limits>
#include <map>

using namespace kiln;

namespace {
struct Types {
  const char *name, *element, *sum, *widen, *zero, *suffix;
  size_t bytes;
};
struct Shape {
  int64_t m, n, k;
};
} // namespace

static const Types kTypes[] = {
    {"f32", "f32", "f32", "", "0.0", "f", 4},
    {"bf16", "bf16", "f32", "extf", "0.0", "f", 2},
    {"int8", "i8", "i32", "extsi", "0", "i", 1},
};
static const Shape kShapes[] = {
    {512, 512, 512}, {1024, 1024, 1024}, {128, 3072, 768}, {128, 768, 3072}};

/// The kernel of a product with a right operand as of a linear layer.
static std::string makeKernel(const Types &types, const Shape &shape) {
  std::string widen;
  for (const char *name : {"a", "b"})
    widen += *types.widen
                 ? llvm::formatv("%{0}w = arith.{1} %{0} : {2} to {3}\n", name,
                                 types.widen, types.element, types.sum)
                       .str()
                 : "";
  return llvm::formatv(
      R"mlir(exec.kernel @mm(%x: tensor<{0}x{2}x{3}>, %y: tensor<{1}x{2}x{3}>) -> tensor<{0}x{1}x{4}>
        attributes {{dims = [[], [], []]} {{
      %zero = arith.constant {5} : {4}
      %e = tensor.empty() : tensor<{0}x{1}x{4}>
      %o = linalg.fill ins(%zero : {4}) outs(%e : tensor<{0}x{1}x{4}>) -> tensor<{0}x{1}x{4}>
      %p = linalg.generic {{
          indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
                           affine_map<(m, n, k) -> (m, n)>],
          iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%x, %y : tensor<{0}x{2}x{3}>, tensor<{1}x{2}x{3}>) outs(%o : tensor<{0}x{1}x{4}>) {{
      ^bb0(%a: {3}, %b: {3}, %s: {4}):
        {6}
        %q = arith.mul{7} {8}, {9} : {4}
        %r = arith.add{7} %s, %q : {4}
        linalg.yield %r : {4}
      } -> tensor<{0}x{1}x{4}>
      exec.yield %p : tensor<{0}x{1}x{4}>
    })mlir",
      shape.m, shape.n, shape.k, types.element, types.sum, types.zero, widen,
      types.suffix, *types.widen ? "%aw" : "%a", *types.widen ? "%bw" : "%b");
}

static void measure(benchmark::State &state, const Types &types,
                    const Shape &shape, double &baseline) {
  std::string errors;
  auto kernels =
      CompiledKernels::compile(makeKernel(types, shape), "cpu:native", errors);
  if (!kernels) {
    state.SkipWithError(errors.c_str());
    return;
  }
  // Small numbers of every type: no denormal ones, which cost more.
  std::vector<uint32_t> x(shape.m * shape.k), y(shape.n * shape.k);
  std::vector<float> result(shape.m * shape.n);
  uint32_t pattern = types.bytes == 4   ? 0x3f800000
                     : types.bytes == 2 ? 0x3f803f80
                                        : 0x01ff0203;
  std::fill(x.begin(), x.end(), pattern);
  std::fill(y.begin(), y.end(), pattern);
  int64_t domain = shape.m * shape.n;
  double seconds = std::numeric_limits<double>::infinity();
  for (auto _ : state) {
    auto begin = std::chrono::steady_clock::now();
    kernels->run("mm", {x.data(), y.data(), result.data()}, {}, domain);
    std::chrono::duration<double> time =
        std::chrono::steady_clock::now() - begin;
    seconds = std::min(seconds, time.count());
  }
  double rate = 2.0 * shape.m * shape.n * shape.k / seconds;
  baseline = baseline ? baseline : rate;
  state.counters["Gop/s"] = rate / 1e9;
  state.counters["of_f32"] = rate / baseline;
}

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  static std::map<const Shape *, double> baselines;
  for (const Shape &shape : kShapes)
    for (const Types &types : kTypes)
      benchmark::RegisterBenchmark(llvm::formatv("{0}x{1}x{2}/{3}", shape.m,
                                                 shape.n, shape.k, types.name)
                                       .str()
                                       .c_str(),
                                   [&](benchmark::State &state) {
                                     measure(state, types, shape,
                                             baselines[&shape]);
                                   })
          ->Unit(benchmark::kMicrosecond)
          ->Iterations(15);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
