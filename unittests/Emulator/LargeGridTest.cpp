// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of more blocks than the first axis of a grid has: a target that has
// few of them stands for one whose items are many.
#include "exec/Launch.h"
#include "kiln/Target/Target.h"
#include "mlir/Parser/Parser.h"
#include <gtest/gtest.h>

using namespace kiln;
namespace emu = kiln::emu;

static const char kKernel[] = R"mlir(
  #i = affine_map<(i) -> (i)>
  exec.kernel @k(%x: tensor<1000xf64>) -> tensor<1000xf64>
      domain(1000) access(read, write) work(flops = 1000, bytes = 16000)
      attributes {dims = [[], []]} {
    %e = tensor.empty() : tensor<1000xf64>
    %y = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]}
        ins(%x : tensor<1000xf64>) outs(%e : tensor<1000xf64>) {
    ^bb0(%a: f64, %o: f64):
      %r = arith.addf %a, %a : f64
      linalg.yield %r : f64
    } -> tensor<1000xf64>
    exec.yield %y : tensor<1000xf64>
  })mlir";
static constexpr uint32_t items = 1000, threads = 32;

namespace {
struct Compiled {
  std::string ptx;
  Launch launch;
};
} // namespace

/// The kernel, an item a thread, for a target with so many blocks on a row.
static Compiled compileKernel(int64_t maxBlocks) {
  mlir::DialectRegistry registry;
  registerTargetDialects(registry);
  MLIRContext context(registry);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(kKernel, &context);
  TargetInfo info = *getTargetInfo("cuda:sm_90");
  info.cuda.maxBlocks = maxBlocks;
  SmallVector<exec::KernelOp> kernels(module->getOps<exec::KernelOp>());
  setSchedule(kernels.front(), info, {"naive", {}, {threads}});
  FailureOr<TargetCode> code = createTarget(info)->compile(kernels, {});
  return {code->bytes, code->kernels.front()};
}

/// Runs the kernel on a grid, and wants every item computed.
static void expectAll(const Compiled &kernel, uint32_t columns, uint32_t rows) {
  emu::Memory memory;
  auto program =
      emu::loadProgram(std::move(*emu::parsePtx(kernel.ptx, "k.ptx")), memory);
  emu::Allocation &x = memory.allocate(items * sizeof(double), "x");
  emu::Allocation &y = memory.allocate(items * sizeof(double), "y");
  auto *values = reinterpret_cast<double *>(x.data.get());
  for (uint32_t i = 0; i < items; ++i)
    values[i] = i;
  x.shadow.setWritten(0, x.size);
  const uint64_t arguments[] = {x.base, y.base, items};
  std::vector<uint8_t> params(sizeof(arguments));
  std::memcpy(params.data(), arguments, sizeof(arguments));
  emu::LaunchShape shape;
  shape.block[0] = threads;
  shape.grid[0] = columns;
  shape.grid[1] = rows;
  emu::Report report;
  auto done = emu::runKernel(**program, *(*program)->kernel("k"), memory, shape,
                             params, {}, report);
  ASSERT_TRUE(done.ok());
  EXPECT_EQ(report.text("k.ptx"), "");
  const auto *sums = reinterpret_cast<const double *>(y.data.get());
  for (uint32_t i = 0; i < items; ++i)
    ASSERT_EQ(sums[i], 2.0 * i);
}

TEST(LargeGrid, GoesOnAlongTheSecondAxis) {
  Compiled kernel = compileKernel(5);
  EXPECT_EQ(kernel.launch.grid[0], "Min(CeilDiv(n, 32), 5)");
  EXPECT_EQ(kernel.launch.grid[1], "CeilDiv(n, 160)");
  EXPECT_EQ(kernel.launch.grid[2], "1");
  expectAll(kernel, 5, 7);
}

TEST(LargeGrid, IsOneRowWhereItemsAreFew) {
  Compiled kernel = compileKernel(32);
  EXPECT_EQ(kernel.launch.grid[0], "CeilDiv(n, 32)");
  EXPECT_EQ(kernel.launch.grid[1], "1");
  expectAll(kernel, 32, 1);
}
