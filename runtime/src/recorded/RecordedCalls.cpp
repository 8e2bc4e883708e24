// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kiln-rt/recorded/RecordedCalls.h"
#include "dtype/Dtype.h"

#include <algorithm>
#include <cstdio>
#include <set>

using namespace kiln::rt;

std::vector<std::string> kiln::rt::callsOf(const NpzArrays &arrays) {
  std::set<long> numbers;
  for (const auto &item : arrays) {
    const std::string &name = item.first;
    size_t digits = name.find_first_not_of("0123456789", 4);
    if (name.rfind("call", 0) == 0 && digits != std::string::npos &&
        digits > 4 && digits < 13 && name[digits] == '.')
      numbers.insert(std::stol(name.substr(4, digits - 4)));
  }
  std::vector<std::string> calls;
  for (long number : numbers)
    calls.push_back(concat("call", number));
  return calls;
}

void kiln::rt::restoreDtype(NpyArray &array, kiln_dtype dtype) {
  bool fits =
      array.dtype() == KILN_DTYPE_U16
          ? dtype == KILN_DTYPE_BF16
          : array.dtype() == KILN_DTYPE_U8 && dtype >= KILN_DTYPE_F8E4M3FN;
  if (fits && dtypeBytes(dtype) == dtypeBytes(array.dtype()))
    array.setDtype(dtype);
}

Error kiln::rt::missingInput(const std::string &file, const std::string &call,
                             size_t index, const std::string &name) {
  return makeError(Code::NotFound, file.empty() ? "--inputs" : file, ": ", call,
                   ".in", index, ": no such array; the program takes '", name,
                   "' there");
}

Status kiln::rt::checkInputCount(const std::string &file,
                                 const std::string &call, size_t count,
                                 const NpzArrays &inputs) {
  std::string prefix = call + ".in";
  for (auto item = inputs.lower_bound(prefix);
       item != inputs.end() && item->first.rfind(prefix, 0) == 0; ++item) {
    std::string digits = item->first.substr(prefix.size());
    bool isNumber = !digits.empty() && digits.size() < 10 &&
                    digits.find_first_not_of("0123456789") == std::string::npos;
    if (isNumber && std::stoul(digits) >= count)
      return makeError(Code::InvalidArgument, file, ": ", item->first,
                       ": the program takes ", count, " inputs");
  }
  return {};
}

/// "f32 [1, 10]".
static std::string describe(const NpyArray &array) {
  std::string sizes;
  for (int64_t size : array.sizes())
    sizes += concat(sizes.empty() ? "" : ", ", size);
  return concat(dtypeName(array.dtype()), " [", sizes, "]");
}

static Expected<std::vector<std::string>>
chooseCalls(const RecordedOptions &options, const NpzArrays &inputs,
            const NpzArrays &expected) {
  std::vector<std::string> calls = callsOf(inputs);
  if (calls.empty())
    calls = callsOf(expected); // a program without inputs
  if (options.call.empty()) {
    for (const std::string &call : callsOf(expected))
      if (std::find(calls.begin(), calls.end(), call) == calls.end())
        return makeError(Code::NotFound, options.inputs, ": ", call,
                         ": no inputs for a call of which there are results");
    return calls.empty() ? std::vector<std::string>{"call0"} : calls;
  }
  if (!calls.empty() &&
      std::find(calls.begin(), calls.end(), options.call) == calls.end())
    return makeError(Code::NotFound, options.inputs, ": ", options.call,
                     ": no such call");
  return std::vector<std::string>{options.call};
}

/// The role of an array of a call, by its name without "callN.".
static bool isOutput(const std::string &kind) {
  return kind.rfind("out", 0) == 0;
}
static bool isResult(const std::string &kind) {
  return isOutput(kind) || kind.rfind("mut", 0) == 0 ||
         kind.rfind("state.", 0) == 0;
}

/// Is this array of a call judged?
static bool isJudged(const RecordedOptions &options, const std::string &kind) {
  return isOutput(kind) || (isResult(kind) && !options.onlyOutputs);
}

/// An error where a result was recorded that the run did not produce.
static Status checkProduced(const RecordedOptions &options,
                            const std::string &call, const NpzArrays &made,
                            const NpzArrays &expected) {
  std::string prefix = call + ".";
  for (auto item = expected.lower_bound(prefix);
       item != expected.end() && item->first.rfind(prefix, 0) == 0; ++item)
    if (isJudged(options, item->first.substr(prefix.size())) &&
        made.count(item->first) == 0)
      return makeError(Code::NotFound, options.expected, ": ", item->first,
                       ": the run did not produce it");
  return {};
}

/// The float64 reference of an array: callN.outK → callN.refK; callN.mutK →
/// callN.refmutK; and so for state. Null where there is none.
static const NpyArray *findReference(const std::string &call,
                                     const std::string &kind,
                                     const NpzArrays &expected) {
  auto found = expected.find(
      concat(call, ".ref", isOutput(kind) ? kind.substr(3) : kind));
  return found == expected.end() ? nullptr : &found->second;
}

namespace {
/// A call that was run: its line, but for the verdict.
struct JudgedCall {
  std::string name;
  ErrorRule rule;
  std::vector<std::string> notRecorded; ///< state and mutations
  double seconds;
};
} // namespace

/// Judges the results of one call. State and mutations are judged where they
/// were recorded; an output that was not is an error.
static Expected<JudgedCall> judge(const RecordedOptions &options,
                                  const std::string &call,
                                  const NpzArrays &made,
                                  const NpzArrays &expected, double seconds) {
  KILN_RT_TRY(checkProduced(options, call, made, expected));
  JudgedCall judged = {call, {}, {}, seconds};
  for (const auto &[name, array] : made) {
    std::string kind = name.substr(call.size() + 1);
    if (!isJudged(options, kind))
      continue;
    auto theirs = expected.find(name);
    if (theirs != expected.end())
      judged.rule.addOutput(name, array, theirs->second,
                            findReference(call, kind, expected));
    else if (isOutput(kind))
      return makeError(Code::NotFound, options.expected, ": ", name,
                       ": no such array");
    else
      judged.notRecorded.push_back(kind);
  }
  return judged;
}

static std::string milliseconds(double seconds) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.3f ms", seconds * 1e3);
  return text;
}

/// The results of a call of which nothing is expected.
static std::string list(const std::string &call, const NpzArrays &made,
                        double seconds) {
  std::string text;
  for (const auto &[name, array] : made)
    text += concat(text.empty() ? "" : ", ", name.substr(call.size() + 1), " ",
                   describe(array));
  return concat(call, ": ", text, "  ", milliseconds(seconds));
}

static Status runCalls(const RecordedOptions &options, const RunRecorded &run,
                       const PrintLine &print,
                       std::vector<JudgedCall> &judged) {
  NpzArrays inputs, expected, toWrite;
  if (!options.inputs.empty()) {
    KILN_RT_ASSIGN(inputs, readNpz(options.inputs));
  }
  if (!options.expected.empty()) {
    KILN_RT_ASSIGN(expected, readNpz(options.expected));
  }
  KILN_RT_ASSIGN(std::vector<std::string> calls,
                 chooseCalls(options, inputs, expected));
  for (const std::string &name : calls) {
    double seconds = 0;
    KILN_RT_ASSIGN(NpzArrays made, run(name, inputs, seconds));
    if (options.expected.empty()) {
      print(list(name, made, seconds));
    } else {
      KILN_RT_ASSIGN(JudgedCall call,
                     judge(options, name, made, expected, seconds));
      judged.push_back(std::move(call));
    }
    if (!options.outputs.empty())
      toWrite.merge(made);
  }
  return options.outputs.empty() ? Status()
                                 : writeNpz(options.outputs, toWrite);
}

/// "; not recorded: state.count"
static std::string listNotRecorded(const std::vector<std::string> &names) {
  std::string text;
  for (const std::string &name : names)
    text += concat(text.empty() ? "; not recorded: " : ", ", name);
  return text;
}

/// Prints a line for each call and one for all of them. The rule is over all
/// calls: one that exceeds its limits alone is wrong only where they do
/// together, and where they do, one at least does alone. Where an error ended
/// the calls there is no verdict on all of them.
static bool printVerdict(const std::vector<JudgedCall> &judged, bool isComplete,
                         const PrintLine &print) {
  ErrorRule all;
  for (const JudgedCall &call : judged)
    all.add(call.rule);
  std::vector<std::string> lines = all.explain();
  bool wrong = !lines.empty();
  for (const JudgedCall &call : judged) {
    print(concat(call.name, ": ", wrong && !call.rule.holds() ? "WRONG" : "ok",
                 "  ", call.rule.summary(), "  ", milliseconds(call.seconds),
                 listNotRecorded(call.notRecorded)));
    for (const std::string &line : call.rule.failures())
      print(concat("  ", line));
  }
  if (!isComplete)
    return wrong;
  print(concat("all calls: ", wrong ? "WRONG" : "ok", "  ", all.summary()));
  for (const std::string &line : lines)
    print(concat("  ", line));
  return wrong;
}

Status kiln::rt::runRecordedCalls(const RecordedOptions &options,
                                  const RunRecorded &run,
                                  const PrintLine &print, bool &wrong) {
  std::vector<JudgedCall> judged;
  Status status = runCalls(options, run, print, judged);
  wrong = !judged.empty() && printVerdict(judged, status.ok(), print);
  return status;
}
