// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kiln-run as its users see it: command lines, what they print, exit statuses.

#include "TestPackage.h"
#include "kiln-rt/json/Document.h"
#include "kiln-rt/npz/Npz.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sys/wait.h>

using namespace kiln::rt;
namespace json = kiln::json;
using namespace kiln::rt::test;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {
struct Result {
  int status = -1;
  std::string text; ///< of both streams
};

std::FILE *startTool(const std::string &arguments) {
  std::string command = concat(KILN_TEST_RUN " ", arguments, " 2>&1");
  return ::popen(command.c_str(), "r");
}

Result finishTool(std::FILE *pipe) {
  Result result;
  char buffer[4096];
  while (size_t count = std::fread(buffer, 1, sizeof(buffer), pipe))
    result.text.append(buffer, count);
  int status = ::pclose(pipe);
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return result;
}

Result runTool(const std::string &arguments) {
  return finishTool(startTool(arguments));
}

/// A package, two calls, and what is expected of them.
class KilnRun : public ::testing::Test {
protected:
  void SetUp() override {
    std::string name =
        ::testing::UnitTest::GetInstance()->current_test_info()->name();
    base = concat(::testing::TempDir(), "run-", name);
    package = TestPackage().writeFile(concat("run-", name, ".kiln"));
    NpzArrays inputs, expected;
    for (int call = 0; call < 2; ++call) {
      NpyArray x(KILN_DTYPE_F32, {call + 1, 4}),
          y(KILN_DTYPE_F32, {call + 1, 4});
      NpyArray reference(KILN_DTYPE_F64, {call + 1, 4});
      for (int i = 0; i < 4 * (call + 1); ++i) {
        static_cast<float *>(x.data())[i] = static_cast<float>(i);
        static_cast<float *>(y.data())[i] =
            static_cast<float>(2 * i + i % 4 + 1);
        static_cast<double *>(reference.data())[i] = 2 * i + i % 4 + 1;
      }
      inputs.emplace(concat("call", call, ".in0"), std::move(x));
      expected.emplace(concat("call", call, ".out0"), std::move(y));
      expected.emplace(concat("call", call, ".ref0"), std::move(reference));
    }
    ASSERT_TRUE(writeNpz(base + ".in.npz", inputs).ok());
    ASSERT_TRUE(writeNpz(base + ".out.npz", expected).ok());
    static_cast<float *>(expected.at("call1.out0").data())[5] += 1;
    static_cast<double *>(expected.at("call1.ref0").data())[5] += 1;
    ASSERT_TRUE(writeNpz(base + ".wrong.npz", expected).ok());
    all = concat(package, " --inputs=", base, ".in.npz ");
  }

  std::string base, package, all;
};
} // namespace

TEST_F(KilnRun, SaysWhatItIs) {
  Result help = runTool("--help");
  EXPECT_EQ(help.status, 0);
  EXPECT_THAT(help.text, HasSubstr("usage: kiln-run model.kiln"));
  Result version = runTool("--version");
  EXPECT_EQ(version.status, 0);
  EXPECT_EQ(version.text, "Kiln 0.1.0 (runtime, interface 3)\n");
}

TEST_F(KilnRun, RunsEveryCall) {
  Result result = runTool(all);
  EXPECT_EQ(result.status, 0) << result.text;
  EXPECT_THAT(result.text, HasSubstr("call0: out0 f32 [1, 4]"));
  EXPECT_THAT(result.text, HasSubstr("call1: out0 f32 [2, 4]"));
  result = runTool(all + "--call=call1 --keep-state --threads=2");
  EXPECT_THAT(result.text, Not(HasSubstr("call0")));
  EXPECT_THAT(result.text, HasSubstr("call1"));
}

TEST_F(KilnRun, JudgesOutputs) {
  Result good = runTool(concat(all, "--expected=", base, ".out.npz"));
  EXPECT_EQ(good.status, 0) << good.text;
  EXPECT_THAT(good.text, HasSubstr("call0: ok"));
  EXPECT_THAT(good.text, HasSubstr("all calls: ok"));
  Result bad = runTool(concat(all, "--expected=", base, ".wrong.npz"));
  EXPECT_EQ(bad.status, 1);
  EXPECT_THAT(bad.text, HasSubstr("call0: ok"));
  EXPECT_THAT(bad.text, HasSubstr("call1: WRONG"));
  EXPECT_THAT(bad.text, HasSubstr("all calls: WRONG"));
  EXPECT_THAT(bad.text, HasSubstr("f32: the root mean square of errors"));
  Result missing = runTool(concat(all, "--expected=", base, ".in.npz"));
  EXPECT_EQ(missing.status, 1);
  EXPECT_THAT(missing.text, HasSubstr(".in.npz: call0.out0: no such array"));
}

TEST_F(KilnRun, JudgesAllThatWasRecorded) {
  Expected<NpzArrays> recorded = readNpz(base + ".out.npz");
  ASSERT_TRUE(recorded.ok());
  recorded->emplace("call1.state.count", NpyArray(KILN_DTYPE_F32, {1}));
  ASSERT_TRUE(writeNpz(base + ".more.npz", *recorded).ok());
  std::string line = concat(all, "--expected=", base, ".more.npz");
  Result unmade = runTool(line);
  EXPECT_EQ(unmade.status, 1);
  EXPECT_THAT(unmade.text,
              HasSubstr("call1.state.count: the run did not produce it"));
  EXPECT_THAT(unmade.text, Not(HasSubstr("all calls")));
  Result outputs = runTool(line + " --judge=outputs");
  EXPECT_EQ(outputs.status, 0) << outputs.text;
  EXPECT_THAT(outputs.text, HasSubstr("all calls: ok"));
}

TEST_F(KilnRun, TakesRoutinesOfALibrary) {
  Result absent = runTool(all + "--routines=/absent/routines.so");
  EXPECT_EQ(absent.status, 1);
  EXPECT_THAT(absent.text, HasSubstr("kiln-run: --routines: /absent"));
  std::string object = objectBytes("kernels");
  std::ofstream(base + ".so", std::ios::binary) << object;
  Result other = runTool(concat(all, "--routines=", base, ".so"));
  EXPECT_EQ(other.status, 1);
  EXPECT_THAT(other.text, HasSubstr(".so: has no function kiln_routines"));
}

TEST_F(KilnRun, RefusesArraysThatNoCallTakes) {
  NpzArrays inputs;
  inputs.emplace("call0.in0", NpyArray(KILN_DTYPE_F32, {1, 3}));
  inputs.emplace("call0.in7", NpyArray(KILN_DTYPE_F32, {1}));
  ASSERT_TRUE(writeNpz(base + ".many.npz", inputs).ok());
  Result many = runTool(concat(package, " --inputs=", base, ".many.npz"));
  EXPECT_EQ(many.status, 1);
  EXPECT_THAT(many.text, HasSubstr(".many.npz: call0.in7: the program takes"));
  inputs.erase("call0.in7");
  ASSERT_TRUE(writeNpz(base + ".one.npz", inputs).ok());
  Result one = runTool(concat(package, " --inputs=", base,
                              ".one.npz --expected=", base, ".out.npz"));
  EXPECT_EQ(one.status, 1);
  EXPECT_THAT(one.text, HasSubstr(".one.npz: call1: no inputs for a call"));
}

TEST_F(KilnRun, WritesOutputs) {
  std::string path = base + ".made.npz";
  std::remove(path.c_str());
  Result result = runTool(concat(all, "--outputs=", path));
  EXPECT_EQ(result.status, 0) << result.text;
  Expected<NpzArrays> made = readNpz(path);
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made->size(), 2u);
  EXPECT_EQ(static_cast<float *>(made->at("call1.out0").data())[7], 18);
}

TEST_F(KilnRun, WritesMutationsAsFixturesNameThem) {
  TestPackage counter;
  counter.outputs = R"([{"kind":"user_input_mutation","target":"x",)"
                    R"("dtype":"f32","sizes":["s0",4]},)"
                    R"({"kind":"buffer_mutation","target":"b","dtype":"f32",)"
                    R"("sizes":[4]}])";
  counter.state = R"([{"name":"b","kind":"buffer","storage":0,"dtype":"f32",)"
                  R"("sizes":[4],"strides":[1],"offset":0,"mutable":true}])";
  counter.entries =
      R"({"run":[{"op":"dispatch","kernel":0,"slots":[0,1],)"
      R"("domain":"4*s0"},{"op":"dispatch","kernel":2,"slots":[3],)"
      R"("domain":4},{"op":"return"}]})";
  std::string file = counter.writeFile("run-mutations.kiln");
  std::string path = base + ".made.npz";
  std::string line =
      concat(file, " --inputs=", base, ".in.npz --outputs=", path);
  for (bool keep : {false, true}) {
    Result result = runTool(line + (keep ? " --keep-state" : ""));
    EXPECT_EQ(result.status, 0) << result.text;
    Expected<NpzArrays> made = readNpz(path);
    ASSERT_TRUE(made.ok());
    EXPECT_EQ(made->size(), 4u);
    EXPECT_EQ(static_cast<float *>(made->at("call0.mut0").data())[3], 6);
    EXPECT_EQ(static_cast<float *>(made->at("call1.state.b").data())[0],
              keep ? 3 : 2);
  }
}

TEST_F(KilnRun, ReplacesWeights) {
  TestPackage other;
  other.weights = {10, 20, 30, 40};
  std::string weights = other.writeFile("run-weights.kiln");
  std::string path = base + ".made.npz";
  Result result =
      runTool(concat(all, "--weights=", weights, " --outputs=", path));
  EXPECT_EQ(result.status, 0) << result.text;
  Expected<NpzArrays> made = readNpz(path);
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(static_cast<float *>(made->at("call0.out0").data())[3], 46);
  result = runTool(concat(all, "--weights=", base, ".in.npz"));
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.text, HasSubstr(".in.npz: "));
}

TEST_F(KilnRun, Traces) {
  Result result = runTool(
      concat(all, "--call=call0 --trace --dump-values=", base, ".values"));
  EXPECT_EQ(result.status, 0) << result.text;
  EXPECT_THAT(result.text, HasSubstr("run[2] dispatch add_row over 4 sizes 4 "
                                     "bytes 16, 16, 16"));
  EXPECT_THAT(result.text, HasSubstr("# aten.add.Tensor model.py:12"));
  std::ifstream file(base + ".values/call0/00002.add_row.2.npy",
                     std::ios::binary);
  std::stringstream content;
  content << file.rdbuf();
  Expected<NpyArray> value = parseNpy(ByteSpan(content.str()), "value");
  ASSERT_TRUE(value.ok()) << value.error().message;
  EXPECT_EQ(static_cast<float *>(value->data())[3], 10);
}

TEST_F(KilnRun, RunsOnTheEmulator) {
  package = TestPackage::forCuda().writeFile("run-RunsOnTheEmulator.kiln");
  std::string flags = concat(package, " --inputs=", base, ".in.npz");
  Result result = runTool(concat(flags, " --device=cuda-emulator:sm_90a,seed=3",
                                 " --expected=", base, ".out.npz"));
  EXPECT_EQ(result.status, 0) << result.text;
  result = runTool(concat(flags, " --device=cuda-emulator --call=call0",
                          " --dump-values=", base, ".values"));
  EXPECT_EQ(result.status, 0) << result.text;
  std::ifstream file(base + ".values/call0/00002.add_row.2.npy",
                     std::ios::binary);
  std::stringstream content;
  content << file.rdbuf();
  Expected<NpyArray> value = parseNpy(ByteSpan(content.str()), "value");
  ASSERT_TRUE(value.ok()) << value.error().message;
  EXPECT_EQ(static_cast<float *>(value->data())[3], 10);
}

/// Each has a context of its own on the one device, and loads the same package.
TEST_F(KilnRun, RunsInTwoProcessesOnOneDevice) {
  package = TestPackage::forCuda().writeFile("run-two-processes.kiln");
  std::string flags = concat(package, " --inputs=", base, ".in.npz --device=",
                             "cuda-emulator --expected=", base, ".out.npz");
  std::FILE *processes[] = {startTool(flags), startTool(flags)};
  for (std::FILE *process : processes) {
    Result result = finishTool(process);
    EXPECT_EQ(result.status, 0) << result.text;
    EXPECT_THAT(result.text, HasSubstr("all calls: ok"));
  }
}

/// 2 calls of 2 kernels; of the first call 4 lanes work.
TEST_F(KilnRun, CountsWhatKernelsDo) {
  package = TestPackage::forCuda().writeFile("run-CountsWhatKernelsDo.kiln");
  std::string flags = concat(package, " --inputs=", base,
                             ".in.npz --device=cuda-emulator --stats");
  Result table = runTool(flags);
  EXPECT_EQ(table.status, 0) << table.text;
  EXPECT_THAT(table.text, HasSubstr("call0: out0 f32 [1, 4]"));
  EXPECT_THAT(table.text, HasSubstr("launches    lane instr."));
  EXPECT_THAT(table.text, HasSubstr("100.0%  k_add_row\n"));
  // The lines of the calls are not among the JSON.
  Result result = runTool(flags + " --json 2>/dev/null #");
  EXPECT_EQ(result.status, 0) << result.text;
  Expected<json::Document> document = json::Document::parse(result.text);
  ASSERT_TRUE(document.ok()) << result.text;
  const json::Array &kernels =
      *document->getRoot().getAsObject()->getArray("kernels");
  ASSERT_EQ(kernels.size(), 2u);
  const json::Object &last = *kernels[1].getAsObject();
  EXPECT_EQ(last.getString("kernel"), "k_add_row");
  EXPECT_EQ(last.getInteger("launches"), 2);
  const json::Object &counts = *last.getObject("counts");
  // x, w and out; of the first call 16 bytes, of the second one 32.
  EXPECT_EQ(counts.getInteger("globalRequests"), 6);
  EXPECT_EQ(counts.getInteger("globalSectors"), 6);
  EXPECT_EQ(counts.getInteger("globalBytes"), 3 * (16 + 32));
  EXPECT_EQ(counts.getInteger("bankConflicts"), 0);
  EXPECT_EQ(counts.getNumber("occupancy"), 1.0);
}

TEST_F(KilnRun, Benchmarks) {
  std::string path = base + ".bench.npz";
  Result result = runTool(
      concat(all, "--benchmark=0.05 --json --threads=2 --outputs=", path));
  EXPECT_EQ(result.status, 0) << result.text;
  Expected<json::Document> document = json::Document::parse(result.text);
  ASSERT_TRUE(document.ok()) << result.text;
  const json::Object &json = *document->getRoot().getAsObject();
  EXPECT_GT(*json.getNumber("load_s"), 0);
  EXPECT_GT(*json.getInteger("load_peak_rss"), 1 << 20);
  EXPECT_GT(*json.getNumber("first_call_s"), 0);
  EXPECT_GT(json.getArray("latencies_s")->size(), 10u);
  EXPECT_EQ(*json.getInteger("threads"), 2);
  EXPECT_TRUE(readNpz(path).ok());
  Result table = runTool(all + "--benchmark=0.02");
  EXPECT_THAT(table.text, HasSubstr("median"));
  EXPECT_THAT(table.text, HasSubstr("p99"));
}

TEST_F(KilnRun, Profiles) {
  std::string trace = base + ".trace.json";
  Result result = runTool(concat(all, "--profile=0.02 --json --threads=1 ",
                                 "--profile-trace=", trace));
  EXPECT_EQ(result.status, 0) << result.text;
  Expected<json::Document> document = json::Document::parse(result.text);
  ASSERT_TRUE(document.ok()) << result.text;
  const json::Object &json = *document->getRoot().getAsObject();
  EXPECT_GT(*json.getNumber("call_s"), 0);
  EXPECT_GT(*json.getNumber("flops_per_s"), 1e8);
  EXPECT_GT(*json.getNumber("bytes_per_s"), 1e8);
  const json::Object *row = nullptr;
  for (const json::Value &line : *json.getArray("instructions"))
    if (line.getAsObject()->getString("name") == "add_row")
      row = line.getAsObject();
  ASSERT_TRUE(row) << result.text;
  EXPECT_EQ(row->getInteger("line"), 12);
  EXPECT_EQ(row->getInteger("times"), 1);
  // 4 elements of 1 row, 12 bytes each.
  EXPECT_EQ(row->getInteger("flops"), 4);
  EXPECT_EQ(row->getString("products"), "");
  EXPECT_EQ(row->getInteger("bytes"), 48);
  std::ifstream file(trace);
  std::stringstream content;
  content << file.rdbuf();
  std::string text = content.str();
  Expected<json::Document> events = json::Document::parse(text);
  ASSERT_TRUE(events.ok()) << text;
  EXPECT_GE(events->getRoot().find("traceEvents")->getAsArray()->size(), 3u);
  Result table = runTool(all + "--profile=0.01");
  EXPECT_THAT(table.text, HasSubstr("Gflop/s"));
  EXPECT_THAT(table.text, HasSubstr("add_row  # aten.add.Tensor model.py:12"));
}

/// What vectors take several of is held against their rate, where there is one.
TEST_F(KilnRun, ProfilesProducts) {
  TestPackage packed;
  size_t at = packed.kernels.find(R"("bytes":"12*n")");
  packed.kernels.insert(at, R"("products":"i8",)");
  Result result =
      runTool(concat(packed.writeFile("run-products.kiln"), " --inputs=", base,
                     ".in.npz --profile=0.01 --json --threads=1"));
  Expected<json::Document> document = json::Document::parse(result.text);
  ASSERT_TRUE(document.ok()) << result.text;
  const json::Object &json = *document->getRoot().getAsObject();
  std::optional<double> rate = json.getNumber("i8_flops_per_s");
  double plain = *json.getNumber("flops_per_s");
  EXPECT_GT(rate.value_or(2 * plain), plain);
  for (const json::Value &line : *json.getArray("instructions")) {
    const json::Object &row = *line.getAsObject();
    bool multiplies = row.getString("name") == "add_row";
    EXPECT_EQ(row.getString("products"), multiplies ? "i8" : "");
    EXPECT_NEAR(*row.getNumber("least_s"),
                *row.getNumber("flops") /
                    (multiplies ? rate.value_or(plain) : plain),
                1e-12);
  }
}

/// A call that never ends but by its deadline.
TEST_F(KilnRun, EndsCallsThatTakeTooLong) {
  EXPECT_EQ(runTool(all + "--timeout=1000").status, 0);
  TestPackage endless;
  endless.entries =
      R"js({"run":[{"op":"size","name":"i","expr":"0"},)js"
      R"js({"op":"jump_if_false","cond":"Lt(i, 2)","to":3},)js"
      R"js({"op":"jump","to":1,"while":true},{"op":"return"}]})js";
  Result result = runTool(concat(endless.writeFile("run-endless.kiln"),
                                 " --inputs=", base, ".in.npz --timeout=0.01"));
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.text, HasSubstr("came to its deadline"));
  EXPECT_THAT(result.text, HasSubstr("call0"));
}

TEST_F(KilnRun, PrintsMessagesOfTheRuntime) {
  Result result = runTool(all + "--log=info");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.text, HasSubstr("kiln-run: info: "));
  EXPECT_THAT(runTool(all + "--log=warning").text, Not(HasSubstr("info: ")));
  EXPECT_THAT(runTool(all).text, Not(HasSubstr("info: ")));
}

TEST_F(KilnRun, NamesWhatIsWrong) {
  auto fails = [](const std::string &arguments, const std::string &text) {
    Result result = runTool(arguments);
    EXPECT_EQ(result.status, 1);
    EXPECT_THAT(result.text, HasSubstr(text));
  };
  fails("", "kiln-run: one package is expected, not 0; see kiln-run --help");
  fails("a b", "one package is expected, not 2");
  fails("/nowhere.kiln", "/nowhere.kiln: cannot open the file");
  fails(package,
        "--inputs: call0.in0: no such array; the program takes 'x' there");
  fails(all + "--call=call7", ": call7: no such call");
  fails(all + "--device=cuda-emulator:sm_xx",
        "kiln-run: --device: the emulator does not know 'sm_xx'; an "
        "architecture is expected: sm_90a");
  fails(all + "--device=cuda-emulator",
        "no target of the package runs here: cpu:x86-64 is for another kind of "
        "device");
  fails(all + "--device=gpu", "kiln-run: --device: 'gpu' is no device: cpu or "
                              "cuda:N is expected");
  fails(all + "--stats", "kiln-run: --stats: 'cpu' counts nothing; "
                         "--device=cuda-emulator does");
  fails(all + "--stats --device=cuda-emulator --benchmark=1",
        "kiln-run: --stats counts recorded calls, not those of --benchmark or "
        "--profile");
  fails(all + "--threads=-1", "--threads=-1: the number is negative");
  fails(all + "--benchmark=0", "the number of seconds is not positive");
  fails(all + "--profile=0", "--profile: the number of seconds");
  fails(all + "--profile-trace=x.json",
        "--profile-trace is written with --profile=SECONDS alone");
  fails(all + "--timeout=0", "--timeout: the number of seconds");
  fails(all + "--log=loud",
        "--log=loud: debug, info, warning or error is expected");
  fails(all + "--judge=some", "--judge=some: all or outputs is expected");
  fails(all + "--verify=maybe",
        "--verify=maybe: none, lazy or full is expected");
  fails(all + "--program=backward", "there is no program 'backward'");
  fails(all + "--target=cpu:z80", "there is no target 'cpu:z80'");
  fails(all + "--dump-values=/proc/nothing",
        "/proc/nothing/call0: cannot make the folder: ");
  std::string value = base + ".blocked/call0/00002.add_row.2.npy";
  std::filesystem::create_directories(value);
  fails(concat(all, "--dump-values=", base, ".blocked"),
        value + ": cannot write the file: Is a directory");
  NpzArrays wrong;
  wrong.emplace("call0.in0", NpyArray(KILN_DTYPE_F32, {1001, 4}));
  ASSERT_TRUE(writeNpz(base + ".large.npz", wrong).ok());
  fails(concat(package, " --inputs=", base, ".large.npz"),
        ": forward: input 'x', dimension 0: symbol s0 is 1001, but must be <= "
        "1000 (model.py:7)");
}
