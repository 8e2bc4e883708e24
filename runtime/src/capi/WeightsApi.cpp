// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C interface: weights.

#include "capi/Handles.h"
#include "weights/CompareWeights.h"

using namespace kiln::rt;

struct kiln_weights {
  WeightSourcePtr source;
};

struct kiln_weights_report {
  std::vector<WeightIssue> issues;
};

template <typename Make>
static kiln_error *makeWeights(kiln_weights **weights, Make make) {
  return guarded([&]() -> Status {
    KILN_RT_TRY(need(weights, "weights"));
    KILN_RT_ASSIGN(WeightSourcePtr source, make());
    *weights = new kiln_weights{std::move(source)};
    return {};
  });
}

kiln_error *kiln_weights_from_file(const char *path, kiln_weights **weights) {
  return makeWeights(weights, [&]() -> Expected<WeightSourcePtr> {
    KILN_RT_TRY(need(path, "path"));
    return readSafetensors(path);
  });
}

kiln_error *kiln_weights_from_package(const char *path, const char *program,
                                      kiln_weights **weights) {
  return makeWeights(weights, [&]() -> Expected<WeightSourcePtr> {
    KILN_RT_TRY(need(path, "path"));
    return readPackageWeights(path, program);
  });
}

namespace {
/// Calls the caller's function at its end, once it has been armed.
struct Release {
  void (*function)(void *user);
  void *user;
  bool armed = false;
  ~Release() {
    if (armed)
      function(user);
  }
};
} // namespace

kiln_error *kiln_weights_from_tensors(const char *const *names,
                                      const kiln_tensor *tensors, size_t count,
                                      void (*release)(void *user), void *user,
                                      kiln_weights **weights) {
  return makeWeights(weights, [&]() -> Expected<WeightSourcePtr> {
    if (count > 0) {
      KILN_RT_TRY(need(names, "names"));
      KILN_RT_TRY(need(tensors, "tensors"));
    }
    std::shared_ptr<Release> owner;
    if (release)
      owner = std::make_shared<Release>(Release{release, user});
    KILN_RT_ASSIGN(WeightSourcePtr source,
                   useTensors(names, tensors, count, owner));
    if (owner)
      owner->armed = true;
    return source;
  });
}

void kiln_weights_release(kiln_weights *weights) { delete weights; }

size_t kiln_weights_count(const kiln_weights *weights) {
  return weights->source->tensors().size();
}

int32_t kiln_weights_item(const kiln_weights *weights, size_t index,
                          const char **name, kiln_tensor *tensor) {
  const std::vector<NamedTensor> &tensors = weights->source->tensors();
  if (index >= tensors.size())
    return 0;
  *name = tensors[index].name.c_str();
  *tensor = tensors[index].tensor;
  return 1;
}

kiln_error *kiln_module_compare_weights(const kiln_module *module,
                                        const kiln_weights *weights,
                                        kiln_weights_report **report) {
  return guarded([&]() -> Status {
    KILN_RT_TRY(need(module, "module"));
    KILN_RT_TRY(need(weights, "weights"));
    KILN_RT_TRY(need(report, "report"));
    *report = new kiln_weights_report{
        compareWeights(module->module->manifest(), *weights->source)};
    return {};
  });
}

size_t kiln_weights_report_count(const kiln_weights_report *report) {
  return report->issues.size();
}

int32_t kiln_weights_report_item(const kiln_weights_report *report,
                                 size_t index, kiln_weights_issue *issue) {
  if (index >= report->issues.size())
    return 0;
  const WeightIssue &found = report->issues[index];
  kiln_weights_issue value = {};
  value.problem = found.problem;
  value.name = found.name.c_str();
  value.reason = found.reason.c_str();
  return writeStruct(issue, value);
}

void kiln_weights_report_free(kiln_weights_report *report) { delete report; }

kiln_error *kiln_module_set_weights(kiln_module *module,
                                    const kiln_weights *weights,
                                    uint32_t flags) {
  return guarded([&]() -> Status {
    KILN_RT_TRY(need(module, "module"));
    constexpr uint32_t known = KILN_WEIGHTS_ALLOW_MISSING |
                               KILN_WEIGHTS_ALLOW_EXTRA |
                               KILN_WEIGHTS_KEEP_CURRENT;
    if (flags & ~known)
      return makeError(Code::InvalidArgument,
                       "unknown flags of weights: ", flags & ~known);
    Module &loaded = *module->module;
    if (!weights)
      return loaded.setWeights(nullptr, /*keepCurrent=*/false);
    constexpr uint32_t missing =
        KILN_WEIGHTS_ALLOW_MISSING | KILN_WEIGHTS_KEEP_CURRENT;
    for (const WeightIssue &issue :
         compareWeights(loaded.manifest(), *weights->source)) {
      bool allowed =
          (issue.problem == KILN_WEIGHTS_MISSING && (flags & missing)) ||
          (issue.problem == KILN_WEIGHTS_EXTRA &&
           (flags & KILN_WEIGHTS_ALLOW_EXTRA));
      if (!allowed)
        return makeError(Code::FailedPrecondition, loaded.file(), ": ",
                         issue.reason);
    }
    return loaded.setWeights(weights->source,
                             (flags & KILN_WEIGHTS_KEEP_CURRENT) != 0);
  });
}
