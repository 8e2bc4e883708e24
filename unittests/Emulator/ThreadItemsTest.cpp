// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that move vectors where their buffers allow it, wherever those begin.
#include "exec/Launch.h"
#include "kiln/Target/Target.h"
#include "mlir/Parser/Parser.h"
#include <gtest/gtest.h>

using namespace kiln;
namespace emu = kiln::emu;

static const char kKernel[] = R"mlir(
  #ij = affine_map<(i, j) -> (i, j)>
  #j = affine_map<(i, j) -> (j)>
  exec.kernel @k(%x: tensor<40x32xf32>, %b: tensor<32xf32>) -> tensor<40x32xf32>
      domain(40, 32) access(read, read, write)
      work(flops = 1280, bytes = 10368) attributes {dims = [[], [], []]} {
    %e = tensor.empty() : tensor<40x32xf32>
    %y = linalg.generic {indexing_maps = [#ij, #j, #ij],
                         iterator_types = ["parallel", "parallel"]}
        ins(%x, %b : tensor<40x32xf32>, tensor<32xf32>)
        outs(%e : tensor<40x32xf32>) {
    ^bb0(%a: f32, %c: f32, %o: f32):
      %r = arith.addf %a, %c : f32
      linalg.yield %r : f32
    } -> tensor<40x32xf32>
    exec.yield %y : tensor<40x32xf32>
  })mlir";
static constexpr uint32_t rows = 40, columns = 32, items = rows * columns;

static std::string compileKernel() {
  mlir::DialectRegistry registry;
  registerTargetDialects(registry);
  MLIRContext context(registry);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(kKernel, &context);
  std::string error;
  auto target = parseTarget("cuda:sm_90", error);
  SmallVector<exec::KernelOp> kernels(module->getOps<exec::KernelOp>());
  return *(*target)->emit(kernels, EmitKind::Ptx, {});
}

/// Runs the kernel on buffers that begin `shifts` elements behind where an
/// allocation does, and counts its accesses to global memory.
static uint64_t countRequests(const std::string &ptx,
                              std::array<unsigned, 3> shifts) {
  emu::Memory memory;
  auto program =
      emu::loadProgram(std::move(*emu::parsePtx(ptx, "k.ptx")), memory);
  const size_t counts[] = {items, columns, items};
  std::array<emu::Allocation *, 3> buffers;
  uint64_t arguments[4] = {0, 0, 0, items};
  for (size_t i = 0; i < buffers.size(); ++i) {
    size_t count = counts[i] + shifts[i];
    buffers[i] = &memory.allocate(count * sizeof(float), "buffer");
    arguments[i] = buffers[i]->base + shifts[i] * sizeof(float);
    auto *values = reinterpret_cast<float *>(buffers[i]->data.get());
    if (i == 2)
      continue;
    for (size_t at = 0; at < count; ++at)
      values[at] = float(at) * (i == 0 ? 1.0f : 4096.0f);
    buffers[i]->shadow.setWritten(0, buffers[i]->size);
  }
  std::vector<uint8_t> params(sizeof(arguments));
  std::memcpy(params.data(), arguments, sizeof(arguments));
  emu::LaunchShape shape;
  shape.block[0] = 256;
  shape.grid[0] = 2;
  emu::Report report;
  emu::RunOptions options;
  options.stats = true;
  auto done = emu::runKernel(**program, *(*program)->kernel("k"), memory, shape,
                             params, options, report);
  EXPECT_TRUE(done.ok() && report.text("k.ptx").empty())
      << report.text("k.ptx");
  const auto *sums =
      reinterpret_cast<const float *>(buffers[2]->data.get()) + shifts[2];
  for (uint32_t i = 0; i < items; ++i)
    EXPECT_EQ(sums[i],
              float(i + shifts[0]) + 4096.0f * float(i % columns + shifts[1]));
  return done.ok() ? done->globalRequests : 0;
}

TEST(ThreadItems, AreRightWhereverBuffersBegin) {
  std::string ptx = compileKernel();
  ASSERT_NE(ptx.find("ld.global.nc.v4"), std::string::npos);
  uint64_t asVectors = countRequests(ptx, {0, 0, 0});
  for (std::array<unsigned, 3> shifts :
       {std::array<unsigned, 3>{1, 0, 0}, {0, 2, 0}, {0, 0, 3}, {1, 1, 1}})
    EXPECT_EQ(countRequests(ptx, shifts), 4 * asVectors);
  EXPECT_EQ(countRequests(ptx, {4, 8, 12}), asVectors);
}
