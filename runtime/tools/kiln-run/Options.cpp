// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Options.h"
#include "Emulator.h"

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "kiln-rt/kiln.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

ABSL_FLAG(std::string, inputs, "", "recorded inputs, callN.inI, as .npz");
ABSL_FLAG(std::string, call, "", "run this call only");
ABSL_FLAG(std::string, expected, "", "recorded outputs to compare with, .npz");
ABSL_FLAG(std::string, judge, "all", "what is judged: all, outputs");
ABSL_FLAG(std::string, outputs, "", "write outputs to this .npz");
ABSL_FLAG(std::string, device, "cpu",
          "where to run: cpu, cuda:N, cuda-emulator");
ABSL_FLAG(std::string, program, "", "which program of the package");
ABSL_FLAG(std::string, target, "", "which target of the package");
ABSL_FLAG(std::string, verify, "none", "weights' digests: none, lazy, full");
ABSL_FLAG(std::string, weights, "", "weights in place of the package's");
ABSL_FLAG(std::string, routines, "", "shared library of custom operators");
ABSL_FLAG(int, threads, 0, "threads of a run; 0: as the affinity mask says");
ABSL_FLAG(int, graphs, 0, "CUDA graphs that are kept for calls");
ABSL_FLAG(bool, keep_state, false, "one state through all calls");
ABSL_FLAG(bool, trace, false, "print each instruction");
ABSL_FLAG(std::string, dump_values, "", "write each value to this folder");
ABSL_FLAG(double, benchmark, 0, "time the call for so many seconds");
ABSL_FLAG(double, profile, 0, "time each instruction for so many seconds");
ABSL_FLAG(std::string, profile_trace, "",
          "the profile of a call, for Perfetto");
ABSL_FLAG(double, timeout, 0, "seconds that a call may take; 0: no limit");
ABSL_FLAG(std::string, log, "", "messages: debug, info, warning, error");
ABSL_FLAG(bool, stats, false, "count what kernels do on the emulator");
ABSL_FLAG(bool, json, false, "print JSON");

using namespace kiln::rt;
using namespace kiln::rt::tool;

static const char *const usage =
    "usage: kiln-run model.kiln --inputs=inputs.npz [options]\n"
    "\n"
    "Runs the calls recorded in a .npz file (arrays callN.inI) on a package.\n"
    "\n"
    "  --inputs=FILE.npz     recorded inputs, stored or deflated\n"
    "  --call=callN          run this call only; otherwise all, in order\n"
    "  --expected=FILE.npz   judge the outputs by the error rule; exit 1 when\n"
    "                        one is wrong\n"
    "  --judge=all|outputs   judge outputs alone, or state and mutations, "
    "too\n"
    "  --outputs=FILE.npz    write callN.outK, callN.mutK, callN.state.NAME\n"
    "  --device=cpu|cuda:N   where to run\n"
    "  --device=cuda-emulator[:sm_90a]   on an emulator of a CUDA device\n"
    "  --threads=N           threads of a run (default: the affinity mask)\n"
    "  --graphs=N            keep N CUDA graphs, and launch calls as those\n"
    "  --keep-state          one state through all calls, not a fresh one "
    "each\n"
    "  --trace               print each instruction, with sizes and time\n"
    "  --dump-values=DIR     write what each instruction writes, as .npy\n"
    "  --benchmark=SECONDS   time one call over and over\n"
    "  --profile=SECONDS     the same with a clock at each instruction: what "
    "takes\n"
    "                        how much, of which bound, for which Python line\n"
    "  --profile-trace=FILE.json   the last call of a profile, for Perfetto\n"
    "  --timeout=SECONDS     end a call that takes longer, between two "
    "instructions\n"
    "  --log=debug|info|warning|error   print messages of the runtime from "
    "this\n"
    "                        level on, to standard error\n"
    "  --stats               count what each kernel does on the emulator:\n"
    "                        launches, instructions, transactions, "
    "occupancy\n"
    "  --json                print JSON\n"
    "  --program=NAME        which program of the package (default: the "
    "first)\n"
    "  --target=NAME         which target (default: the best for this CPU)\n"
    "  --weights=FILE        use these weights (.safetensors, or a package)\n"
    "  --routines=FILE.so    custom operators: a library that exports\n"
    "                        size_t kiln_routines(const kiln_extern **)\n"
    "  --verify=none|lazy|full   when to verify the weights' digests: never, "
    "before\n"
    "                            the first call, at load\n"
    "  --help, --version\n";

/// Flags are written with hyphens; Abseil knows them with underscores.
static std::string withUnderscores(std::string argument) {
  if (argument.rfind("--", 0) != 0)
    return argument;
  size_t end = std::min(argument.find('='), argument.size());
  std::replace(argument.begin() + 2,
               argument.begin() + static_cast<ptrdiff_t>(end), '-', '_');
  return argument;
}

static std::optional<int32_t> parseLevel(const std::string &name) {
  if (name == "debug")
    return KILN_LOG_DEBUG;
  if (name == "info")
    return KILN_LOG_INFO;
  if (name == "warning")
    return KILN_LOG_WARNING;
  if (name == "error")
    return KILN_LOG_ERROR;
  return std::nullopt;
}

/// A device that the runtime knows, or the emulator with its settings.
static Status readDevice(const std::string &text, Options &options) {
  constexpr std::string_view emulator = "cuda-emulator";
  std::string name = text;
  std::string_view rest = text;
  if (rest.substr(0, emulator.size()) == emulator &&
      (rest.size() == emulator.size() || rest[emulator.size()] == ':')) {
    std::string settings =
        text.substr(std::min(text.size(), emulator.size() + 1));
    Expected<std::string> library = prepareEmulator(settings, options.stats);
    if (!library.ok())
      return makeError(library.error().code,
                       "kiln-run: --device: ", library.error().message);
    options.cudaDriver = *std::move(library);
    name = "cuda";
  } else if (options.stats) {
    return makeError(Code::InvalidArgument, "kiln-run: --stats: '", text,
                     "' counts nothing; --device=cuda-emulator does");
  }
  kiln_error *error = kiln_device_parse(name.c_str(), &options.device);
  if (!error)
    return {};
  Error bad = makeError(Code::InvalidArgument,
                        "kiln-run: --device: ", kiln_error_message(error));
  kiln_error_free(error);
  return bad;
}

static Status checkOptions(const Options &options) {
  auto bad = [](const auto &...parts) {
    return makeError(Code::InvalidArgument, "kiln-run: ", parts...);
  };
  std::string judge = absl::GetFlag(FLAGS_judge);
  if (judge != "all" && judge != "outputs")
    return bad("--judge=", judge, ": all or outputs is expected");
  if (options.threads < 0)
    return bad("--threads=", options.threads, ": the number is negative");
  if (options.benchmark && !(*options.benchmark > 0))
    return bad("--benchmark: the number of seconds is not positive");
  if (options.profile && !(*options.profile > 0))
    return bad("--profile: the number of seconds is not positive");
  if (options.stats && (options.benchmark || options.profile))
    return bad("--stats counts recorded calls, not those of --benchmark or "
               "--profile");
  if (!options.profileTrace.empty() && !options.profile)
    return bad("--profile-trace is written with --profile=SECONDS alone");
  if (options.timeout && !(*options.timeout > 0))
    return bad("--timeout: the number of seconds is not positive");
  std::string log = absl::GetFlag(FLAGS_log);
  if (!log.empty() && !options.log)
    return bad("--log=", log, ": debug, info, warning or error is expected");
  if (options.verify != "lazy" && options.verify != "full" &&
      options.verify != "none")
    return bad("--verify=", options.verify, ": none, lazy or full is expected");
  return {};
}

Expected<std::optional<Options>> tool::parseOptions(int argc, char **argv) {
  std::vector<std::string> arguments;
  bool benchmark = false, profile = false, timeout = false;
  for (int i = 0; i < argc; ++i) {
    arguments.push_back(i == 0 ? argv[i] : withUnderscores(argv[i]));
    if (arguments.back() == "--help") {
      std::fputs(usage, stdout);
      return std::optional<Options>();
    }
    if (arguments.back() == "--version") {
      std::printf("Kiln %s (runtime, interface %d)\n", kiln_runtime_version(),
                  static_cast<int>(kiln_abi_version()));
      return std::optional<Options>();
    }
    benchmark |= arguments.back().rfind("--benchmark", 0) == 0;
    profile |= arguments.back().rfind("--profile=", 0) == 0;
    timeout |= arguments.back().rfind("--timeout", 0) == 0;
  }
  std::vector<char *> pointers;
  for (std::string &argument : arguments)
    pointers.push_back(argument.data());
  std::vector<char *> rest = absl::ParseCommandLine(argc, pointers.data());
  if (rest.size() != 2)
    return makeError(Code::InvalidArgument,
                     "kiln-run: one package is expected, not ", rest.size() - 1,
                     "; see kiln-run --help");
  Options options;
  options.package = rest[1];
  options.inputs = absl::GetFlag(FLAGS_inputs);
  options.call = absl::GetFlag(FLAGS_call);
  options.expected = absl::GetFlag(FLAGS_expected);
  options.outputs = absl::GetFlag(FLAGS_outputs);
  options.program = absl::GetFlag(FLAGS_program);
  options.target = absl::GetFlag(FLAGS_target);
  options.weights = absl::GetFlag(FLAGS_weights);
  options.routines = absl::GetFlag(FLAGS_routines);
  options.verify = absl::GetFlag(FLAGS_verify);
  options.threads = absl::GetFlag(FLAGS_threads);
  options.graphs = absl::GetFlag(FLAGS_graphs);
  options.keepState = absl::GetFlag(FLAGS_keep_state);
  options.onlyOutputs = absl::GetFlag(FLAGS_judge) == "outputs";
  options.trace = absl::GetFlag(FLAGS_trace);
  options.dumpValues = absl::GetFlag(FLAGS_dump_values);
  options.stats = absl::GetFlag(FLAGS_stats);
  options.json = absl::GetFlag(FLAGS_json);
  if (benchmark)
    options.benchmark = absl::GetFlag(FLAGS_benchmark);
  if (profile)
    options.profile = absl::GetFlag(FLAGS_profile);
  options.profileTrace = absl::GetFlag(FLAGS_profile_trace);
  if (timeout)
    options.timeout = absl::GetFlag(FLAGS_timeout);
  KILN_RT_TRY(readDevice(absl::GetFlag(FLAGS_device), options));
  options.log = parseLevel(absl::GetFlag(FLAGS_log));
  KILN_RT_TRY(checkOptions(options));
  return std::optional<Options>(std::move(options));
}
