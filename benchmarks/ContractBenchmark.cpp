// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the contract of a program of ten inputs costs at every call: `again` for
// the sizes of the last call, `changed` for other sizes each time, `refused`
// for the error of an input that is too large.
#include "exec/Contract.h"
#include "package/Accesses.h"

#include <benchmark/benchmark.h>
#include <cstdio>
#include <cstdlib>

using namespace kiln::rt;

static constexpr size_t numInputs = 10;

/// Ten inputs [s0, s1 + i, 64] with ranges, a derived size and a guard.
static std::string makeManifest() {
  std::string inputs;
  for (size_t i = 0; i < numInputs; ++i)
    inputs +=
        concat(i == 0 ? "" : ",", R"({"name":"x)", i,
               R"(","kind":"user_input","dtype":"f32","sizes":["s0","s1 + )", i,
               R"(",64],"origin":0})");
  return concat(
      R"({"kiln":{"format":1,"writer":"0.1.0","requires":[]},"targets":[)",
      R"({"name":"cpu:x86-64","record":"code/k.so"}],"storages":[],)",
      R"("programs":[{"name":"forward","symbols":[{"name":"s0","min":1,)",
      R"("max":1024},{"name":"s1","min":2,"max":512}],"constraints":[)",
      R"({"expr":"2*s0","min":2,"max":2048}],"guards":[{"expr":)",
      R"json("Le(s1, 600*s0)","origin":0}],"inputs":[)json", inputs,
      R"(],"outputs":[],"state":[],"segments":[],"entries":{"run":[)",
      R"({"op":"return"}]}}],"kernels":[],"origins":[{"op":"placeholder",)",
      R"("module":"","file":"model.py","line":7,"text":""}],"records":[)",
      R"({"name":"code/k.so","bytes":0,"sha256":")", std::string(64, '0'),
      R"("}]})");
}

static Manifest readOwnManifest() {
  Expected<Manifest> read = readManifest(makeManifest(), "benchmark");
  if (!read.ok()) {
    std::fprintf(stderr, "%s\n", read.error().message.c_str());
    std::exit(1);
  }
  return *std::move(read);
}

namespace {
struct Contract {
  Contract()
      : manifest(readOwnManifest()),
        plan(*planBinding(manifest.programs[0], file)),
        registers(manifest.programs[0].registers.size()),
        checker(manifest, manifest.programs[0], plan, file, kiln_device{}) {
    for (size_t i = 0; i < numInputs; ++i) {
      kiln_tensor tensor = {};
      tensor.data = &memory;
      tensor.dtype = KILN_DTYPE_F32;
      tensor.rank = 3;
      tensor.sizes[2] = 64;
      inputs.push_back(tensor);
    }
  }
  void setSizes(int64_t rows) {
    for (size_t i = 0; i < numInputs; ++i) {
      inputs[i].sizes[0] = rows;
      inputs[i].sizes[1] = 8 + static_cast<int64_t>(i);
    }
  }

  using Check = Status (ContractChecker::*)(const kiln_tensor *,
                                            const Word *) const;
  bool accepts(Check check) {
    return checker.bind(inputs.data(), numInputs, registers.data()).ok() &&
           (checker.*check)(inputs.data(), registers.data()).ok();
  }

  std::string file = "benchmark";
  float memory = 0;
  Manifest manifest;
  BindingPlan plan;
  std::vector<kiln_tensor> inputs;
  std::vector<Word> registers;
  ContractChecker checker;
};
} // namespace

static void again(benchmark::State &state) {
  Contract contract;
  contract.setSizes(7);
  for (auto _ : state) {
    if (!contract.accepts(&ContractChecker::checkSizes))
      state.SkipWithError("refused");
  }
}

static void changed(benchmark::State &state) {
  Contract contract;
  int64_t rows = 0;
  for (auto _ : state) {
    contract.setSizes(rows = rows % 1000 + 1);
    if (!contract.accepts(&ContractChecker::check))
      state.SkipWithError("refused");
  }
}

static void refused(benchmark::State &state) {
  Contract contract;
  contract.setSizes(5000);
  for (auto _ : state) {
    if (contract.accepts(&ContractChecker::check))
      state.SkipWithError("accepted");
  }
}

BENCHMARK(again)->Name("contract_of_ten_inputs/again");
BENCHMARK(changed)->Name("contract_of_ten_inputs/changed");
BENCHMARK(refused)->Name("contract_of_ten_inputs/refused");
BENCHMARK_MAIN();
