// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kiln-ptx-emu: runs a kernel of a PTX file on arrays, and reports its faults.

#include "exec/Launch.h"
#include "kiln-rt/archive/MappedFile.h"
#include "tool/Arguments.h"

#include <cstdio>
#include <cstdlib>

using namespace kiln::emu;

static const char *const usage =
    "usage: kiln-ptx-emu FILE.ptx --entry=NAME --grid=X[,Y[,Z]] "
    "--block=X[,Y[,Z]] [options]\n"
    "\n"
    "Runs a kernel on an emulated device that checks every access.\n"
    "\n"
    "  --cluster=X[,Y[,Z]]   blocks of a cluster\n"
    "  --shared=BYTES        dynamic shared memory\n"
    "  --arch=sm_90a         refuse PTX that this device does not run\n"
    "  --seed=N              how warps interleave\n"
    "  --arg=in:FILE.npy     an array that the kernel reads\n"
    "  --arg=inout:FILE.npy  one that is written back\n"
    "  --arg=out:DTYPE:SHAPE:FILE.npy   one that it writes: out:f32:3x4:y.npy\n"
    "  --arg=TYPE:VALUE      a scalar: s32:5, u64:7, f32:1.5\n"
    "                        (arguments in the order of the parameters)\n"
    "  --no-check=WHAT       leave out checks: races, content\n"
    "  --stats               count instructions and transactions\n"
    "  --workers=N           threads that run blocks; by itself, what pays "
    "off\n"
    "  --trace=thread        print each instruction of thread 0\n"
    "  --json                print the report, and the counts, as JSON\n"
    "\n"
    "Exits 0, or 1 where the kernel is at fault, with a report on stderr.\n";

namespace {
struct Options {
  std::string file, entry, architecture;
  LaunchShape shape;
  RunOptions run;
  std::vector<std::string> arguments;
  bool json = false, help = false;
};
} // namespace

static rt::Error bad(const std::string &text) {
  return rt::makeError(rt::Code::InvalidArgument, "kiln-ptx-emu: ", text);
}

static bool parseNumber(const std::string &text, uint64_t &value) {
  char *end = nullptr;
  value = std::strtoull(text.c_str(), &end, 10);
  return !text.empty() && !*end && text[0] != '-';
}

/// X[,Y[,Z]]
static bool parseSizes(const std::string &text, uint32_t (&sizes)[3]) {
  size_t at = 0;
  for (uint32_t &size : sizes) {
    size_t end = std::min(text.find(',', at), text.size());
    uint64_t value = 0;
    if (!parseNumber(text.substr(at, end - at), value) || value > UINT32_MAX)
      return false;
    size = static_cast<uint32_t>(value);
    if (end == text.size())
      return true;
    at = end + 1;
  }
  return false;
}

static bool parseOption(const std::string &name, const std::string &value,
                        Options &options) {
  uint64_t number = 0;
  if (name == "--entry")
    options.entry = value;
  else if (name == "--grid")
    return parseSizes(value, options.shape.grid);
  else if (name == "--block")
    return parseSizes(value, options.shape.block);
  else if (name == "--cluster")
    return parseSizes(value, options.shape.cluster);
  else if (name == "--shared" && parseNumber(value, number))
    options.shape.dynamicShared = static_cast<uint32_t>(number);
  else if (name == "--seed" && parseNumber(value, number))
    options.run.seed = number;
  else if (name == "--workers" && parseNumber(value, number) && number >= 1 &&
           number <= 64)
    options.run.workers = static_cast<unsigned>(number);
  else if (name == "--arch" && value.rfind("sm_", 0) == 0)
    options.architecture = value;
  else if (name == "--arg")
    options.arguments.push_back(value);
  else if (name == "--no-check" && value == "races")
    options.run.checkRaces = false;
  else if (name == "--no-check" && value == "content")
    options.run.checkWritten = false;
  else if (name == "--stats" && value.empty())
    options.run.stats = true;
  else if (name == "--trace" && value == "thread")
    options.run.trace = true;
  else if (name == "--json" && value.empty())
    options.json = true;
  else
    return false;
  return true;
}

static rt::Expected<Options> parseOptions(int argc, char **argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    std::string text = argv[i];
    if (text == "--help") {
      options.help = true;
      return options;
    }
    if (text.rfind("--", 0) != 0) {
      options.file = text;
      continue;
    }
    size_t equals = std::min(text.find('='), text.size());
    std::string value =
        equals < text.size() ? text.substr(equals + 1) : std::string();
    if (!parseOption(text.substr(0, equals), value, options))
      return bad("malformed option " + text);
  }
  if (options.file.empty() || options.entry.empty())
    return bad("a file and --entry are needed, see --help");
  return options;
}

/// PTX for an older architecture runs on newer ones; that for sm_90a on itself
/// alone.
static rt::Status checkArchitecture(const Module &module,
                                    const std::string &device) {
  if (device.empty())
    return {};
  auto number =
      static_cast<unsigned>(std::strtoul(device.c_str() + 3, nullptr, 10));
  bool fits = module.architectureSpecific
                  ? number == module.architecture && device.back() == 'a'
                  : number >= module.architecture;
  if (fits)
    return {};
  return bad(rt::concat("PTX for sm_", module.architecture,
                        module.architectureSpecific ? "a" : "",
                        " does not run on ", device));
}

static void print(const Options &options, const Report &report,
                  const Stats &stats) {
  if (options.json) {
    std::string counts =
        options.run.stats ? ",\"stats\":" + stats.json() : std::string();
    std::printf("{\"faults\":%s%s}\n", report.json().c_str(), counts.c_str());
  } else if (options.run.stats) {
    std::printf("%s", stats.text().c_str());
  }
  if (!report.empty())
    std::fprintf(stderr, "%s", report.text(options.file).c_str());
}

static rt::Expected<int> run(const Options &options) {
  KILN_RT_ASSIGN(auto file, rt::MappedFile::open(options.file));
  KILN_RT_ASSIGN(Module module, parsePtx(file.bytes().text(), options.file));
  KILN_RT_TRY(checkArchitecture(module, options.architecture));
  Memory memory;
  KILN_RT_ASSIGN(auto program, loadProgram(std::move(module), memory));
  const Code *kernel = program->kernel(options.entry);
  if (!kernel)
    return bad("no entry '" + options.entry + "' in " + options.file);
  std::vector<Argument> arguments;
  for (const std::string &text : options.arguments) {
    KILN_RT_ASSIGN(Argument argument, parseArgument(text));
    arguments.push_back(std::move(argument));
  }
  KILN_RT_ASSIGN(auto params, placeArguments(arguments, *kernel, memory));
  Report report;
  KILN_RT_ASSIGN(Stats stats,
                 runKernel(*program, *kernel, memory, options.shape, params,
                           options.run, report));
  KILN_RT_TRY(writeArguments(arguments));
  print(options, report, stats);
  return report.empty() ? 0 : 1;
}

int main(int argc, char **argv) {
  auto fail = [](const rt::Error &error) {
    std::fprintf(stderr, "%s\n", error.message.c_str());
    return 1;
  };
  auto options = parseOptions(argc, argv);
  if (!options.ok())
    return fail(options.error());
  if (options->help) {
    std::printf("%s", usage);
    return 0;
  }
  auto code = run(*options);
  return code.ok() ? *code : fail(code.error());
}
