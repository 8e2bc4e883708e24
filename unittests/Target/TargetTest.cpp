// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CompiledKernels.h"
#include "kiln/Target/TargetInfo.h"
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

TEST(Target, NativeIsALevel) {
  std::string error;
  auto target = parseTarget("cpu:native", error);
  ASSERT_TRUE(succeeded(target)) << error;
  EXPECT_TRUE((*target)->getName().starts_with("cpu:x86-64-v"));
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
