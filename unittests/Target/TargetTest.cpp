// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Target/Target.h"
#include "CompiledKernels.h"
#include "kiln-rt/loader/Loader.h"
#include <gtest/gtest.h>
#include <thread>

using namespace kiln;

static const char kKernels[] = R"mlir(
  #id = affine_map<(i) -> (i)>
  exec.kernel @"a.b"(%x: tensor<?xf32>, %n: index) -> tensor<?xf32>
      attributes {dims = [[0], [0]]} {
    %e = tensor.empty(%n) : tensor<?xf32>
    %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
    ^bb0(%a: f32, %o: f32):
      %r = math.exp %a : f32
      linalg.yield %r : f32
    } -> tensor<?xf32>
    exec.yield %y : tensor<?xf32>
  }
  exec.kernel @a_b(%x: tensor<?xf32>, %n: index) -> tensor<?xf32>
      attributes {dims = [[0], [0]]} {
    exec.yield %x : tensor<?xf32>
  }
  exec.kernel @"7"(%x: tensor<?xf32>, %n: index) -> tensor<?xf32>
      attributes {dims = [[0], [0]]} {
    exec.yield %x : tensor<?xf32>
  })mlir";

TEST(Target, NamesAreCanonicalAndKnown) {
  std::vector<std::string> names;
  for (const TargetInfo &info : getKnownTargets())
    names.push_back(info.name);
  for (const std::string &name : names) {
    std::string error;
    auto target = parseTarget(name, error);
    ASSERT_TRUE(succeeded(target)) << error;
    EXPECT_EQ((*target)->getName(), name);
    EXPECT_EQ((*target)->getClass(), StringRef(name).split(':').first);
    std::string record = "code/" + name;
    record[record.find(':')] = '-';
    EXPECT_EQ((*target)->getRecordName(),
              record + (name[1] == 'p' ? ".so" : ".ptx"));
  }
  for (const char *name :
       {"", "cpu", "cpu:", "cuda:sm_1", "gpu:sm_90", "CPU"}) {
    std::string error;
    EXPECT_TRUE(failed(parseTarget(name, error)));
    EXPECT_NE(error.find("unknown target '" + std::string(name) + "'"),
              std::string::npos);
    EXPECT_NE(error.find("cuda:sm_90a"), std::string::npos);
  }
}

TEST(Target, NativeIsWhatTheRuntimeWouldTake) {
  std::optional<TargetInfo> native = getTargetInfo("cpu:native");
  ASSERT_TRUE(native);
  EXPECT_EQ(getTargetInfo(native->name)->name, native->name);
  std::string reason;
  int rank = rt::cpuTargetRank(native->name, reason);
  EXPECT_GE(rank, 0) << reason;
  for (const TargetInfo &info : getKnownTargets())
    EXPECT_LE(rt::cpuTargetRank(info.name, reason), rank);
}

TEST(Target, ExtensionsComeOnceAndInOrder) {
  std::optional<TargetInfo> target = getTargetInfo("cpu:x86-64-v4+amx+bf16");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->name, "cpu:x86-64-v4+bf16+amx");
  EXPECT_EQ(target->code.features, "+avx512bf16,+amx-tile,+amx-bf16,+amx-int8");
  EXPECT_TRUE(target->cpu.hasBf16Dots && target->cpu.hasTiles);
  EXPECT_FALSE(target->cpu.hasInt8Dots);
  for (const char *name : {"cpu:x86-64-v3+bf16", "cpu:x86-64-v4+",
                           "cpu:x86-64-v4+bf16+bf16", "cuda:sm_90+vnni"})
    EXPECT_FALSE(getTargetInfo(name)) << name;
}

static const char kProduct[] = R"mlir(
  exec.kernel @mm(%x: tensor<64x32xf32>, %y: tensor<32x64xf32>) -> tensor<64x64xf32>
      attributes {dims = [[], [], []]} {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<64x64xf32>
    %o = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
    %p = linalg.generic {
        indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>,
                         affine_map<(m, n, k) -> (m, n)>],
        iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%x, %y : tensor<64x32xf32>, tensor<32x64xf32>) outs(%o : tensor<64x64xf32>) {
    ^bb0(%a: f32, %b: f32, %s: f32):
      %q = arith.mulf %a, %b : f32
      %r = arith.addf %s, %q : f32
      linalg.yield %r : f32
    } -> tensor<64x64xf32>
    exec.yield %p : tensor<64x64xf32>
  })mlir";

namespace {
/// One kernel in a context of its own.
struct Product {
  Product() {
    mlir::DialectRegistry registry;
    registerTargetDialects(registry);
    context.appendDialectRegistry(registry);
    module = parseKernels(kProduct, context);
    kernel = *module->getOps<exec::KernelOp>().begin();
  }
  MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  exec::KernelOp kernel;
};
} // namespace

// What a new level needs is its row: no emitter knows it. This one has half the
// width of v4, and all its registers.
TEST(Target, ANewLevelIsARow) {
  TargetInfo row = *getTargetInfo("cpu:x86-64-v4");
  row.name = "cpu:x86-64-v4-narrow";
  row.cpu.vectorBits = 256;
  Product product;
  EXPECT_EQ(planKernel(product.kernel, row)->schedule,
            (Schedule{"gemm", {8, 16}, {256}, 256}));
  std::unique_ptr<Target> target = createTarget(row);
  EXPECT_EQ(target->getRecordName(), "code/cpu-x86-64-v4-narrow.so");
  FailureOr<std::string> text = target->emit(product.kernel, EmitKind::Asm, {});
  ASSERT_TRUE(succeeded(text));
  EXPECT_NE(text->find("ymm16"), std::string::npos);
}

// A schedule that is wanted is taken where it fits the registers.
TEST(Target, TakesWantedSchedules) {
  TargetInfo target = *getTargetInfo("cpu:x86-64-v4");
  Product product;
  auto plan = [&](Schedule wanted) {
    return planKernel(product.kernel, target, &wanted);
  };
  Schedule narrow = {"gemm", {14, 32}, {64}, 128};
  ASSERT_TRUE(plan(narrow));
  EXPECT_EQ(plan(narrow)->schedule, narrow);
  EXPECT_TRUE(plan({"naive", {}, {}}));
  for (const Schedule &impossible :
       {Schedule{"gemm", {16, 32}, {64}, 128},
        Schedule{"gemm", {4, 24}, {64}, 128},
        Schedule{"gemm", {4, 32}, {0}, 128}, Schedule{"gemm", {4, 32}, {64}, 0},
        Schedule{"window", {4, 32}, {4, 64}}, Schedule{"naive", {1}, {}},
        Schedule{"none", {}, {}}})
    EXPECT_FALSE(plan(impossible));
}

TEST(Target, SymbolsAreIdentifiersAndUnique) {
  std::string errors;
  auto kernels = CompiledKernels::compile(kKernels, "cpu:x86-64-v2", errors);
  ASSERT_TRUE(kernels) << errors;
  std::vector<std::string> symbols;
  for (const KernelCode &kernel : kernels->getCode().kernels)
    symbols.push_back(kernel.symbol);
  EXPECT_EQ(symbols, (std::vector<std::string>{"a_b", "a_b_1", "k7"}));
  for (const std::string &symbol : symbols)
    EXPECT_TRUE(kernels->get(symbol));
  EXPECT_FALSE(kernels->get("exp"));
}

TEST(Target, ThreadsCompileTheSameBytes) {
  std::vector<std::string> bytes(4);
  std::vector<std::thread> threads;
  for (std::string &result : bytes)
    threads.emplace_back([&result] {
      for (int i = 0; i < 3; ++i) {
        std::string errors;
        auto kernels =
            CompiledKernels::compile(kKernels, "cpu:x86-64-v2", errors);
        result += kernels ? kernels->getCode().bytes : errors;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  ASSERT_FALSE(bytes[0].empty());
  EXPECT_EQ(bytes[0].substr(0, 4), "\x7f"
                                   "ELF");
  for (const std::string &other : bytes)
    EXPECT_EQ(other, bytes[0]);
}
