// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Measurements decide which schedule is taken, and nothing else: here they are
// distorted, and the packages that come of them compared.
#include "kiln/Tune/Tune.h"
#include "../Target/CompiledKernels.h"
#include "kiln/Dialect/Exec/KernelDigest.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace kiln;
using namespace mlir;

static constexpr const char *kProduct = R"mlir(
exec.variant @cpu for ["cpu:x86-64-v2"] {
ep.program @p {
  exec.kernel @product(%a: tensor<20x600xf32>, %b: tensor<600x24xf32>) -> tensor<20x24xf32>
      domain(20, 24) access(read, read, write) work(flops = 576000, bytes = 107520)
      attributes {dims = [[], [], []]} {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<20x24xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<20x24xf32>) -> tensor<20x24xf32>
    %p = linalg.generic {
        indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
        iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%a, %b : tensor<20x600xf32>, tensor<600x24xf32>) outs(%f : tensor<20x24xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %q = arith.mulf %x, %y : f32
      %r = arith.addf %o, %q : f32
      linalg.yield %r : f32
    } -> tensor<20x24xf32>
    exec.yield %p : tensor<20x24xf32>
  }
}
})mlir";

namespace {
struct Tuned {
  Tuned() : target(createTarget(*getTargetInfo("cpu:x86-64-v2"))) {
    DialectRegistry registry;
    registerTargetDialects(registry);
    context.appendDialectRegistry(registry);
    module = parseSourceString<ModuleOp>(kProduct, &context);
    variant = *module->getOps<exec::VariantOp>().begin();
    variant.walk([&](exec::KernelOp op) { kernel = op; });
  }

  /// The record of a tuning where the schedule that `rank` ranks least wins.
  llvm::json::Object tune(std::function<double(const Schedule &)> rank) {
    TuneOptions options;
    options.seconds = 60;
    options.judge = [&](exec::KernelOp, const Schedule &schedule, double) {
      tried.push_back(schedule);
      return rank(schedule);
    };
    llvm::json::Array records;
    tuneSchedules(variant, *target, options, records);
    EXPECT_EQ(records.size(), 1u);
    return records.empty() ? llvm::json::Object()
                           : *records.front().getAsObject();
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  exec::VariantOp variant;
  exec::KernelOp kernel;
  std::unique_ptr<Target> target;
  SmallVector<Schedule> tried;
};
} // namespace

TEST(Tune, WritesTheFastestAsARecord) {
  Tuned tuned;
  ASSERT_TRUE(tuned.kernel);
  auto record = tuned.tune([](const Schedule &schedule) {
    return schedule.emitter == "naive" ? 1.0 : 2.0;
  });
  EXPECT_EQ(record.getString("emitter"), "naive");
  EXPECT_EQ(record.getString("target"), "cpu:x86-64-v2");
  EXPECT_EQ(record.getString("kernel"), exec::getKernelDigest(tuned.kernel));
  record = tuned.tune([](const Schedule &schedule) {
    return schedule.depth == 128 ? 1.0 : 2.0;
  });
  EXPECT_EQ(record.getInteger("depth"), 128);
  EXPECT_GT(tuned.tried.size(), 8u);
}

/// The bits of the product, written as `schedule` says.
static std::vector<float> compute(Tuned &tuned, const Schedule &schedule) {
  setSchedule(tuned.kernel, tuned.target->getInfo(), schedule);
  std::string errors, text;
  llvm::raw_string_ostream os(text);
  tuned.kernel->print(os);
  auto code = CompiledKernels::compile(text, "cpu:x86-64-v2", errors);
  EXPECT_TRUE(code) << errors;
  std::vector<float> a(20 * 600), b(600 * 24), c(20 * 24);
  for (auto [i, x] : llvm::enumerate(a))
    x = float(i % 97) / 31;
  for (auto [i, x] : llvm::enumerate(b))
    x = float(i % 89) / 37 - 1;
  if (code)
    EXPECT_EQ(code->run("product", {a.data(), b.data(), c.data()}, {}, 480, {}),
              0);
  return c;
}

// Whatever is measured: where sums are taken in one order, bits are equal. They
// differ where the steps between two stops (`depth`) do, and from those of
// `naive`, which adds in f64.
TEST(Tune, OnlyTheOrderOfSumsChangesBits) {
  Tuned tuned;
  tuned.tune([](const Schedule &) { return 1.0; });
  std::vector<float> chosen = compute(tuned, tuned.tried.front());
  unsigned others = 0;
  for (const Schedule &schedule : tuned.tried) {
    bool isSameOrder = schedule.emitter == tuned.tried.front().emitter &&
                       schedule.depth == tuned.tried.front().depth;
    if (isSameOrder)
      EXPECT_EQ(compute(tuned, schedule), chosen);
    else if (compute(tuned, schedule) != chosen)
      ++others;
  }
  EXPECT_GT(others, 0u);
}

TEST(Tune, NeighborsDifferInOneNumber) {
  auto near = getNeighbors({"gemm", {4, 8}, {1}, 256});
  EXPECT_TRUE(llvm::is_contained(near, Schedule{"gemm", {4, 8}, {1}, 512}));
  EXPECT_TRUE(llvm::is_contained(near, Schedule{"gemm", {3, 8}, {1}, 256}));
  EXPECT_FALSE(llvm::is_contained(near, Schedule{"gemm", {4, 8}, {0}, 256}));
  EXPECT_FALSE(llvm::is_contained(near, Schedule{"gemm", {4, 8}, {1}, 256}));
}

TEST(Tune, OnlyWhatRunsHereIsMeasured) {
  EXPECT_EQ(checkTunable(*getTargetInfo("cpu:x86-64-v2")), "");
  EXPECT_NE(checkTunable(*getTargetInfo("cuda:sm_90")), "");
}
