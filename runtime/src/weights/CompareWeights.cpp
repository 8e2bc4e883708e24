// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weights/CompareWeights.h"
#include "dtype/Dtype.h"

#include <algorithm>
#include <set>

using namespace kiln::rt;

namespace {
class Comparison {
public:
  Comparison(const Manifest &manifest, const WeightSource &weights)
      : manifest_(manifest), weights_(weights) {}

  std::vector<WeightIssue> run() {
    for (const Program &program : manifest_.programs)
      for (const StateDecl &entry : program.state)
        compareEntry(program, entry);
    for (const NamedTensor &named : weights_.tensors())
      if (known_.count(named.name) == 0)
        add(KILN_WEIGHTS_EXTRA, named.name,
            made_.count(named.name) ? "the compiler makes it"
                                    : "no program has it");
    std::vector<WeightIssue> all;
    for (kiln_weights_problem problem :
         {KILN_WEIGHTS_MISMATCHED, KILN_WEIGHTS_MISSING, KILN_WEIGHTS_EXTRA})
      for (WeightIssue &issue : issues_[problem])
        all.push_back(std::move(issue));
    return all;
  }

private:
  template <typename... Ts>
  void add(kiln_weights_problem problem, std::string_view name,
           const Ts &...parts) {
    // Programs share names: one issue of a kind is enough for each.
    if (reported_.emplace(problem, name).second)
      issues_[problem].push_back(
          {problem, std::string(name),
           concat("the weight '", name, "': ", parts...)});
  }

  void compareEntry(const Program &program, const StateDecl &entry) {
    if (entry.isMade) {
      compareSources(entry);
      return;
    }
    known_.insert(entry.name);
    const kiln_tensor *tensor = weights_.find(entry.name);
    if (!tensor) {
      if (entry.kind != KILN_STATE_CONSTANT)
        add(KILN_WEIGHTS_MISSING, entry.name, "it is not given");
      return;
    }
    compareTensor(entry, *tensor);
    for (const StateDecl &other : program.state)
      if (overlaps(entry, other) && !weights_.find(other.name))
        add(KILN_WEIGHTS_MISMATCHED, entry.name, "it shares its memory with '",
            other.name, "', which is not given");
  }

  /// Values that the compiler made of weights must be made again to follow
  /// them.
  void compareSources(const StateDecl &entry) {
    made_.insert(entry.name);
    for (std::string_view source : entry.madeFrom) {
      known_.insert(source);
      if (!entry.isRemade && weights_.find(source))
        add(KILN_WEIGHTS_MISMATCHED, source, "the compiler has made '",
            entry.name, "' of it; compile the program again");
    }
  }

  void compareTensor(const StateDecl &entry, const kiln_tensor &tensor) {
    std::string given = describe(tensor.dtype, tensor.sizes, tensor.rank);
    std::string wanted = describe(entry.dtype, entry.sizes.data(),
                                  static_cast<int32_t>(entry.sizes.size()));
    if (given != wanted)
      add(KILN_WEIGHTS_MISMATCHED, entry.name, "it is ", given, ", but ",
          wanted, " is expected");
  }

  static std::string describe(kiln_dtype dtype, const int64_t *sizes,
                              int32_t rank) {
    std::string text = concat(dtypeName(dtype), "[");
    for (int32_t d = 0; d < rank; ++d)
      text += concat(d == 0 ? "" : ", ", sizes[d]);
    return text + "]";
  }

  /// Bytes [first, second) of its storage that an entry reaches.
  static std::pair<int64_t, int64_t> extent(const StateDecl &entry) {
    auto element = static_cast<int64_t>(dtypeBytes(entry.dtype));
    return {entry.offset * element, entry.end * element};
  }

  static bool overlaps(const StateDecl &a, const StateDecl &b) {
    // What the compiler made follows its weights by itself.
    if (a.storage != b.storage || a.name == b.name || b.isMade)
      return false;
    auto [aBegin, aEnd] = extent(a);
    auto [bBegin, bEnd] = extent(b);
    return aBegin < bEnd && bBegin < aEnd;
  }

  const Manifest &manifest_;
  const WeightSource &weights_;
  std::set<std::string_view> known_, made_;
  std::set<std::pair<kiln_weights_problem, std::string_view>> reported_;
  std::vector<WeightIssue> issues_[3]; ///< by problem
};
} // namespace

std::vector<WeightIssue> kiln::rt::compareWeights(const Manifest &manifest,
                                                  const WeightSource &weights) {
  return Comparison(manifest, weights).run();
}
