// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel on a tensor of more than 2^32 elements, of which few take memory
// here: indices have 64 bits where they need them.
#include "exec/Launch.h"
#include "kiln/Target/Target.h"
#include "mlir/Parser/Parser.h"
#include <gtest/gtest.h>

using namespace kiln;
namespace emu = kiln::emu;

static const char kKernel[] = R"mlir(
  #i = affine_map<(i) -> (i)>
  exec.kernel @k(%x: tensor<4294967306xi8>) -> tensor<10xi8>
      domain(10) access(read, write) work(flops = 0, bytes = 4294967316)
      attributes {dims = [[], []]} {
    %s = tensor.extract_slice %x[4294967296] [10] [1]
        : tensor<4294967306xi8> to tensor<10xi8>
    %e = tensor.empty() : tensor<10xi8>
    %y = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]}
        ins(%s : tensor<10xi8>) outs(%e : tensor<10xi8>) {
    ^bb0(%a: i8, %o: i8):
      %r = arith.addi %a, %a : i8
      linalg.yield %r : i8
    } -> tensor<10xi8>
    exec.yield %y : tensor<10xi8>
  })mlir";
static constexpr uint64_t skipped = UINT64_C(1) << 32, items = 10;

static std::string compileKernel() {
  mlir::DialectRegistry registry;
  registerTargetDialects(registry);
  MLIRContext context(registry);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(kKernel, &context);
  SmallVector<exec::KernelOp> kernels(module->getOps<exec::KernelOp>());
  auto target = createTarget(*getTargetInfo("cuda:sm_90"));
  return *target->emit(kernels, EmitKind::Ptx, {});
}

TEST(LargeTensor, IsReadBehind32Bits) {
  emu::Memory memory;
  auto program = emu::loadProgram(
      std::move(*emu::parsePtx(compileKernel(), "k.ptx")), memory);
  emu::Allocation &x = memory.allocate(skipped + items, "x");
  emu::Allocation &y = memory.allocate(items, "y");
  for (uint64_t i = 0; i < items; ++i)
    x.data[skipped + i] = static_cast<uint8_t>(i + 1);
  // What 32 bits lose would read what nobody wrote.
  x.shadow.setWritten(skipped, items);
  const uint64_t arguments[] = {x.base, y.base, items};
  std::vector<uint8_t> params(sizeof(arguments));
  std::memcpy(params.data(), arguments, sizeof(arguments));
  emu::LaunchShape shape;
  shape.block[0] = 256;
  emu::Report report;
  auto done = emu::runKernel(**program, *(*program)->kernel("k"), memory, shape,
                             params, {}, report);
  ASSERT_TRUE(done.ok());
  EXPECT_EQ(report.text("k.ptx"), "");
  for (uint64_t i = 0; i < items; ++i)
    EXPECT_EQ(y.data[i], 2 * (i + 1));
}
