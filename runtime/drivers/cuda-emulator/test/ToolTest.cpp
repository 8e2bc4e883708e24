// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kiln-ptx-emu from its command line.

#include "kiln-rt/archive/MappedFile.h"
#include "kiln-rt/archive/OutputFile.h"
#include "kiln-rt/npz/Npz.h"
#include "test/Device.h"

#include <filesystem>
#include <sys/wait.h>

using namespace kiln;
using namespace kiln::emu::test;
using ::testing::HasSubstr;

namespace {
struct Outcome {
  int code;
  std::string output; ///< both streams
};

class Tool : public ::testing::Test {
protected:
  void SetUp() override {
    folder = std::filesystem::temp_directory_path() /
             ("kiln-ptx-emu-" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    write("k.ptx", kernel(R"(
      ld.param.u32 %r2, [p2];
      mul.wide.u32 %rd4, %r1, 4;
      add.u64 %rd5, %rd1, %rd4; add.u64 %rd6, %rd2, %rd4;
      ld.global.u32 %r3, [%rd5];
      add.u32 %r3, %r3, %r2;
      st.global.u32 [%rd6], %r3;)",
                          3));
    rt::NpyArray x(KILN_DTYPE_I32, {4});
    for (int i = 0; i < 4; ++i)
      static_cast<int32_t *>(x.data())[i] = i;
    auto bytes = rt::writeNpy(x);
    write("x.npy", std::string(bytes.begin(), bytes.end()));
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  void write(const std::string &name, const std::string &text) {
    auto done = rt::writeFile(folder / name, rt::ByteSpan(text));
    EXPECT_TRUE(done.ok());
  }

  Outcome run(const std::string &arguments) {
    std::string tool = std::filesystem::absolute(KILN_EMULATOR_TOOL);
    std::string command =
        "cd " + folder.string() + " && " + tool + " " + arguments + " 2>&1";
    FILE *pipe = popen(command.c_str(), "r");
    Outcome outcome{0, ""};
    char buffer[512];
    while (size_t size = fread(buffer, 1, sizeof buffer, pipe))
      outcome.output.append(buffer, size);
    outcome.code = WEXITSTATUS(pclose(pipe));
    return outcome;
  }

  static constexpr const char *call =
      "k.ptx --entry=k --grid=1 --block=4 --arch=sm_90a --seed=3 "
      "--arg=in:x.npy --arg=out:i32:2x2:y.npy --arg=u64:7 ";
  std::filesystem::path folder;
};
} // namespace

TEST_F(Tool, RunsAKernel) {
  Outcome outcome = run(std::string(call) + "--stats");
  EXPECT_EQ(outcome.code, 0) << outcome.output;
  EXPECT_THAT(outcome.output,
              HasSubstr("global memory: 2 requests, 2 sectors"));
  auto file = rt::MappedFile::open(folder / "y.npy");
  ASSERT_TRUE(file.ok());
  auto y = rt::parseNpy(file->bytes(), "y.npy");
  ASSERT_TRUE(y.ok());
  EXPECT_EQ(y->sizes(), (std::vector<int64_t>{2, 2}));
  EXPECT_EQ(static_cast<const int32_t *>(y->data())[3], 10);
}

TEST_F(Tool, ReportsFaults) {
  std::string wrong = "k.ptx --entry=k --grid=1 --block=5 --arg=in:x.npy "
                      "--arg=out:i32:5:y.npy --arg=u64:7 ";
  Outcome outcome = run(wrong);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.output,
              HasSubstr("out-of-bounds: reads 4 bytes out of bounds"));
  EXPECT_THAT(outcome.output,
              HasSubstr("0 bytes after the end of allocation 'x.npy'"));
  outcome = run(wrong + "--json --stats");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("{\"faults\":[{\"kind\":"
                                        "\"out-of-bounds\",\"kernel\":\"k\""));
  EXPECT_THAT(outcome.output, HasSubstr("\"stats\":{\"instructions\":"));
}

TEST_F(Tool, TracesAThread) {
  EXPECT_THAT(run(std::string(call) + "--trace=thread").output,
              HasSubstr("trace: line 15: ld.global.u32"));
}

TEST_F(Tool, CountsTheSameOnAnyNumberOfThreads) {
  std::string grid = "k.ptx --entry=k --grid=2 --block=2 --stats "
                     "--arg=in:x.npy --arg=out:i32:2x2:y.npy --arg=u64:7 ";
  Outcome one = run(grid + "--workers=1"), two = run(grid + "--workers=2");
  EXPECT_EQ(one.code, two.code);
  EXPECT_EQ(one.output, two.output);
  EXPECT_THAT(run(grid + "--workers=0").output,
              HasSubstr("malformed option --workers=0"));
}

TEST_F(Tool, LeavesOutChecks) {
  EXPECT_EQ(run(std::string(call) + "--no-check=races --no-check=content").code,
            0);
}

TEST_F(Tool, RefusesWhatItDoesNotUnderstand) {
  const std::pair<const char *, const char *> cases[] = {
      {"", "kiln-ptx-emu: a file and --entry are needed"},
      {"k.ptx --entry=k --grid=x", "kiln-ptx-emu: malformed option --grid=x"},
      {"k.ptx --entry=f", "no entry 'f' in k.ptx"},
      {"k.ptx --entry=k --arch=sm_80", "PTX for sm_90a does not run on sm_80"},
      {"k.ptx --entry=k", "kernel k takes 3 arguments, not 0"},
      {"k.ptx --entry=k --arg=5",
       "expected in:, inout:, out: or the type of a scalar"},
      {"k.ptx --entry=k --arg=x32:5",
       "expected in:, inout:, out: or the type of a scalar"},
      {"k.ptx --entry=k --arg=u7:5", "unknown type 'u7'"},
      {"k.ptx --entry=k --arg=u32:x", "malformed value 'x'"},
      {"k.ptx --entry=k --arg=out:i32", "expected out:DTYPE:SHAPE:FILE.npy"},
      {"k.ptx --entry=k --arg=out:i33:4:y.npy", "unknown dtype 'i33'"},
      {"k.ptx --entry=k --arg=out:i32:4y:y.npy",
       "malformed shape '4y', expected 3x4"},
      {"k.ptx --entry=k --arg=in:none.npy", "none.npy"},
      {"k.ptx --entry=k --arg=in:x.npy --arg=in:x.npy --arg=u32:7",
       "argument 2 has 4 bytes, but parameter 'p2' has 8"},
  };
  for (auto [arguments, why] : cases) {
    Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 1) << arguments;
    EXPECT_THAT(outcome.output, HasSubstr(why)) << arguments;
  }
  EXPECT_THAT(run("--help").output, HasSubstr("usage: kiln-ptx-emu"));
}
