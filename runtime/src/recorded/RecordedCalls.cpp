// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kiln-rt/recorded/RecordedCalls.h"
#include "dtype/Dtype.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <set>

using namespace kiln::rt;

namespace {
/// What to do with the results of the calls.
struct Results {
  NpzArrays expected;
  NpzArrays toWrite;
  ErrorRule all;
};
} // namespace

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

/// Is the state that `call` left the same, by the record, as what every call
/// left, and `call` not the last?
static bool isRecordedLater(const std::string &kind, const std::string &call,
                            const std::vector<std::string> &calls,
                            const NpzArrays &expected) {
  if (kind.rfind("state.", 0) != 0 || call == calls.back())
    return false;
  auto bytesOf = [&](const std::string &of) -> const NpyArray * {
    auto found = expected.find(concat(of, ".", kind));
    return found == expected.end() ? nullptr : &found->second;
  };
  const NpyArray *last = bytesOf(calls.back());
  return std::all_of(calls.begin(), calls.end(), [&](const std::string &each) {
    const NpyArray *array = bytesOf(each);
    return last && array && array->bytes() == last->bytes() &&
           std::memcmp(array->data(), last->data(), last->bytes()) == 0;
  });
}

/// What was recorded under `name`, or null. Recorders leave out an input that
/// a call mutates to what it was: then the input itself is expected.
static const NpyArray *findExpected(const std::string &name,
                                    const std::string &call,
                                    const NpzArrays &inputs,
                                    const NpzArrays &expected) {
  auto found = expected.find(name);
  if (found != expected.end())
    return &found->second;
  std::string mutation = call + ".mut";
  if (name.rfind(mutation, 0) != 0)
    return nullptr;
  auto input = inputs.find(call + ".in" + name.substr(mutation.size()));
  return input == inputs.end() ? nullptr : &input->second;
}

/// Judges the results of one call of `calls`; what is missing is an error.
static Expected<ErrorRule>
judge(const RecordedOptions &options, const std::string &call,
      const std::vector<std::string> &calls, const NpzArrays &results,
      const NpzArrays &inputs, const NpzArrays &expected) {
  ErrorRule rule;
  for (const auto &[name, array] : results) {
    if (options.keepState &&
        isRecordedLater(name.substr(call.size() + 1), call, calls, expected))
      continue;
    const NpyArray *theirs = findExpected(name, call, inputs, expected);
    if (!theirs)
      return makeError(Code::NotFound, options.expected, ": ", name,
                       ": no such array");
    // callN.outK → callN.refK; callN.mutK → callN.refmutK; and so for state.
    std::string kind = name.substr(call.size() + 1);
    std::string reference =
        concat(call, ".ref", kind.rfind("out", 0) == 0 ? kind.substr(3) : kind);
    auto found = expected.find(reference);
    rule.addOutput(name, array, *theirs,
                   found == expected.end() ? nullptr : &found->second);
  }
  return rule;
}

static std::string milliseconds(double seconds) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.3f ms", seconds * 1e3);
  return text;
}

static Status judgeCall(const RecordedOptions &options, const std::string &call,
                        const std::vector<std::string> &calls,
                        const NpzArrays &made, const NpzArrays &inputs,
                        double seconds, Results &results,
                        const PrintLine &print) {
  if (options.expected.empty()) {
    std::string text;
    for (const auto &[name, array] : made)
      text += concat(text.empty() ? "" : ", ", name.substr(call.size() + 1),
                     " ", describe(array));
    print(concat(call, ": ", text, "  ", milliseconds(seconds)));
    return {};
  }
  KILN_RT_ASSIGN(ErrorRule rule,
                 judge(options, call, calls, made, inputs, results.expected));
  print(concat(call, ": ", rule.holds() ? "ok" : "WRONG", "  ", rule.summary(),
               "  ", milliseconds(seconds)));
  // The rule is over all calls: what only one call exceeds is shown by its
  // line, but decided at the end.
  for (const std::string &line : rule.failures())
    print(concat("  ", line));
  results.all.add(rule);
  return {};
}

static Status runCalls(const RecordedOptions &options, const RunRecorded &run,
                       const PrintLine &print, Results &results) {
  NpzArrays inputs;
  if (!options.inputs.empty()) {
    KILN_RT_ASSIGN(inputs, readNpz(options.inputs));
  }
  if (!options.expected.empty()) {
    KILN_RT_ASSIGN(results.expected, readNpz(options.expected));
  }
  KILN_RT_ASSIGN(std::vector<std::string> calls,
                 chooseCalls(options, inputs, results.expected));
  for (const std::string &name : calls) {
    double seconds = 0;
    KILN_RT_ASSIGN(NpzArrays made, run(name, inputs, seconds));
    KILN_RT_TRY(
        judgeCall(options, name, calls, made, inputs, seconds, results, print));
    if (!options.outputs.empty())
      results.toWrite.merge(made);
  }
  return {};
}

Status kiln::rt::runRecordedCalls(const RecordedOptions &options,
                                  const RunRecorded &run,
                                  const PrintLine &print, bool &wrong) {
  wrong = false;
  Results results;
  KILN_RT_TRY(runCalls(options, run, print, results));
  if (!options.outputs.empty())
    KILN_RT_TRY(writeNpz(options.outputs, results.toWrite));
  if (options.expected.empty())
    return {};
  std::vector<std::string> lines = results.all.explain();
  wrong = !lines.empty();
  print(concat("all calls: ", wrong ? "WRONG" : "ok", "  ",
               results.all.summary()));
  for (const std::string &line : lines)
    print(concat("  ", line));
  return {};
}
