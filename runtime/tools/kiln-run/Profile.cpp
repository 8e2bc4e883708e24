// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Profile.h"
#include "Limits.h"
#include "kiln-rt/archive/OutputFile.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>

using namespace kiln::rt;
using namespace kiln::rt::tool;

namespace {
using Clock = std::chrono::steady_clock;

/// An instruction of an entry; loops run it several times in a call.
struct Line {
  std::string name, op, file;
  std::string products; ///< the type of both factors, "" for f32
  int64_t line = 0;
  size_t times = 0;            ///< in the last call
  double flops = 0, bytes = 0; ///< of all times in the last call
  double inCall = 0;           ///< seconds of the call so far
  std::vector<double> seconds; ///< of each call

  double median() {
    std::sort(seconds.begin(), seconds.end());
    return seconds[seconds.size() / 2];
  }
};

/// One run of an instruction in the last call.
struct Event {
  const Line *line;
  double start, seconds; ///< from the call's start
  int64_t flops, bytes;
};

class Profiler {
public:
  explicit Profiler(kiln_context *context) {
    kiln_observer observer = {};
    observer.struct_size = sizeof(observer);
    observer.user = this;
    observer.before = before;
    observer.after = after;
    kiln_context_set_observer(context, &observer);
  }

  void startCall() {
    callStart_ = Clock::now();
    events.clear();
    for (auto &[key, line] : lines_) {
      line.times = 0;
      line.flops = line.bytes = line.inCall = 0;
    }
  }
  void endCall() {
    for (auto &[key, line] : lines_)
      line.seconds.push_back(line.inCall);
  }

  /// Those that take most first.
  std::vector<Line *> sorted() {
    std::vector<Line *> all;
    for (auto &[key, line] : lines_)
      all.push_back(&line);
    std::sort(all.begin(), all.end(),
              [](Line *a, Line *b) { return a->median() > b->median(); });
    return all;
  }

  std::vector<Event> events; ///< of the last call

private:
  static double since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }
  static void before(void *user, const kiln_instruction_info *) {
    static_cast<Profiler *>(user)->started_ = Clock::now();
  }
  static void after(void *user, const kiln_instruction_info *info) {
    auto *profiler = static_cast<Profiler *>(user);
    double seconds = since(profiler->started_);
    profiler->add(*info, seconds);
  }
  void add(const kiln_instruction_info &info, double seconds) {
    Line &line = lines_[{info.entry, info.index}];
    if (line.name.empty()) {
      line.name = info.kernel[0] ? info.kernel : info.opcode;
      line.op = info.op;
      line.file = info.file;
      line.line = info.line;
      line.products = info.products;
    }
    ++line.times;
    line.inCall += seconds;
    line.flops += static_cast<double>(info.flops);
    line.bytes += static_cast<double>(info.traffic);
    events.push_back({&line, since(callStart_) - seconds, seconds, info.flops,
                      info.traffic});
  }

  std::map<std::pair<std::string, size_t>, Line> lines_;
  Clock::time_point started_, callStart_;
};
} // namespace

static std::string place(const Line &line) {
  return line.file.empty() ? "" : concat(line.file, ":", line.line);
}

static double leastSeconds(const Line &line, const MachineLimits &limits) {
  return limits.leastSeconds(line.flops, line.products, line.bytes);
}

static void printTable(const std::vector<Line *> &lines, double call,
                       const MachineLimits &limits, size_t threads) {
  std::printf("%.3f ms a call on %zu threads; at best ", call * 1e3, threads);
  for (const auto &[type, rate] : limits.flops)
    std::printf("%.1f Gflop/s in %s, ", rate / 1e9,
                type.empty() ? "f32" : type.c_str());
  std::printf("%.1f GB/s from memory\n", limits.bandwidth / 1e9);
  std::printf("%10s %6s %6s %9s %8s %7s  %s\n", "ms", "share", "times",
              "Gflop/s", "GB/s", "bound", "kernel");
  for (Line *line : lines) {
    double seconds = line->median();
    double least = leastSeconds(*line, limits);
    char bound[16] = "-";
    if (least > 0 && seconds > 0)
      std::snprintf(bound, sizeof(bound), "%.0f%%", 100 * least / seconds);
    auto rate = [&](double count) {
      return seconds > 0 ? count / seconds / 1e9 : 0;
    };
    std::printf("%10.4f %5.1f%% %6zu %9.2f %8.2f %7s  %s  # %s %s\n",
                seconds * 1e3, 100 * seconds / call, line->times,
                rate(line->flops), rate(line->bytes), bound, line->name.c_str(),
                line->op.c_str(), place(*line).c_str());
  }
}

/// JSON's form of a text.
static std::string quote(const std::string &text) {
  std::string result = "\"";
  for (char c : text) {
    char code[8];
    std::snprintf(code, sizeof(code), "\\u%04x", c);
    if (c == '"' || c == '\\')
      result += concat("\\", std::string(1, c));
    else if (static_cast<unsigned char>(c) < 0x20)
      result += code;
    else
      result += c;
  }
  return result + "\"";
}

static void printJson(const std::vector<Line *> &lines, double call,
                      const MachineLimits &limits, size_t threads) {
  std::printf("{\"call_s\": %.9g, \"threads\": %zu, ", call, threads);
  for (const auto &[type, rate] : limits.flops)
    std::printf("\"%s%sflops_per_s\": %.9g, ", type.c_str(),
                type.empty() ? "" : "_", rate);
  std::printf("\"bytes_per_s\": %.9g, \"instructions\": [", limits.bandwidth);
  for (Line *line : lines)
    std::printf("%s{\"name\": %s, \"op\": %s, \"file\": %s, \"line\": %lld, "
                "\"times\": %zu, \"seconds\": %.9g, \"least_s\": %.9g, "
                "\"flops\": %.17g, \"products\": %s, \"bytes\": %.17g}",
                line == lines.front() ? "" : ", ", quote(line->name).c_str(),
                quote(line->op).c_str(), quote(line->file).c_str(),
                static_cast<long long>(line->line), line->times, line->median(),
                leastSeconds(*line, limits), line->flops,
                quote(line->products).c_str(), line->bytes);
  std::printf("]}\n");
}

/// The trace event format of Chrome, which Perfetto reads.
static Status writeTrace(const std::string &path,
                         const std::vector<Event> &events) {
  std::string text = "{\"traceEvents\": [";
  for (const Event &event : events) {
    char numbers[160];
    std::snprintf(numbers, sizeof(numbers),
                  "\"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"ts\": %.3f, "
                  "\"dur\": %.3f",
                  event.start * 1e6, event.seconds * 1e6);
    text += concat(&event == &events.front() ? "" : ",\n",
                   "{\"name\": ", quote(event.line->name), ", ", numbers,
                   ", \"args\": {\"op\": ", quote(event.line->op),
                   ", \"at\": ", quote(place(*event.line)),
                   ", \"flops\": ", event.flops, ", \"bytes\": ", event.bytes,
                   "}}");
  }
  text += "]}\n";
  return writeFile(path, ByteSpan(text.data(), text.size()));
}

Status tool::runProfile(const Options &options) {
  KILN_RT_ASSIGN(Session session, Session::load(options));
  size_t threads = kiln_module_concurrency(session.module.get());
  NpzArrays arrays;
  if (!options.inputs.empty()) {
    KILN_RT_ASSIGN(arrays, readNpz(options.inputs));
  }
  KILN_RT_ASSIGN(BoundCall call,
                 BoundCall::bind(session, chooseCall(options, arrays), arrays,
                                 options.inputs));
  // The first call has new memory, which others have not.
  KILN_RT_TRY(call.run(session));
  Profiler profiler(session.context.get());
  std::vector<double> calls;
  Clock::time_point start = Clock::now();
  do {
    if (!options.keepState)
      KILN_RT_TRY(statusOf(kiln_context_reset_state(session.context.get())));
    profiler.startCall();
    Clock::time_point begin = Clock::now();
    KILN_RT_TRY(call.run(session));
    calls.push_back(
        std::chrono::duration<double>(Clock::now() - begin).count());
    profiler.endCall();
  } while (std::chrono::duration<double>(Clock::now() - start).count() <
           *options.profile);
  kiln_context_set_observer(session.context.get(), nullptr);
  std::sort(calls.begin(), calls.end());
  double median = calls[calls.size() / 2];
  std::vector<Line *> lines = profiler.sorted();
  std::set<std::string> products;
  for (const Line *line : lines)
    products.insert(line->products);
  MachineLimits limits = measureLimits(threads, products);
  (options.json ? printJson : printTable)(lines, median, limits, threads);
  return options.profileTrace.empty()
             ? Status()
             : writeTrace(options.profileTrace, profiler.events);
}
