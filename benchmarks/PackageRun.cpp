// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PackageRun.h"
#include "kiln-rt/kiln.h"
#include "kiln-rt/npz/Npz.h"

#include <algorithm>
#include <chrono>

using namespace kiln;
using namespace kiln::bench;

static constexpr double kSecondsPerMeasurement = 1.0;
static constexpr size_t kLeastRuns = 5;

static double now() {
  auto time = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(time).count();
}

/// The error of the library as a value; it is freed.
static rt::Status take(kiln_error *error) {
  if (!error)
    return {};
  rt::Error result = rt::makeError(rt::Code(kiln_error_code(error)),
                                   kiln_error_message(error));
  kiln_error_free(error);
  return result;
}

namespace {

/// Collects the time of each dispatch; the n-th of every run is the same.
class Recorder {
public:
  explicit Recorder(std::vector<DispatchTimes> &dispatches)
      : dispatches_(dispatches) {}

  void startRun() { next_ = 0; }
  kiln_observer observer() {
    kiln_observer result = {};
    result.struct_size = sizeof result;
    result.user = this;
    result.before = [](void *self, const kiln_instruction_info *) {
      static_cast<Recorder *>(self)->begin_ = now();
    };
    result.after = [](void *self, const kiln_instruction_info *instruction) {
      double end = now();
      static_cast<Recorder *>(self)->record(*instruction, end);
    };
    return result;
  }

private:
  void record(const kiln_instruction_info &instruction, double end) {
    if (std::string_view(instruction.opcode) != "dispatch")
      return;
    if (next_ == dispatches_.size())
      dispatches_.push_back(describe(instruction));
    dispatches_[next_++].seconds.push_back(end - begin_);
  }

  static DispatchTimes describe(const kiln_instruction_info &instruction) {
    DispatchTimes result;
    result.kernel = instruction.kernel;
    result.origin = rt::concat(instruction.op, " ", instruction.file, ":",
                               instruction.line);
    for (size_t i = 0; i < instruction.buffer_count; ++i)
      result.bytes += double(instruction.buffer_bytes[i]);
    return result;
  }

  std::vector<DispatchTimes> &dispatches_;
  size_t next_ = 0;
  double begin_ = 0;
};

/// A loaded package with bound inputs and outputs.
class Session {
public:
  ~Session() {
    for (kiln_tensor &output : outputs_)
      kiln_tensor_free(module_, &output);
    kiln_context_destroy(context_);
    kiln_module_release(module_);
  }

  rt::Status load(const PackageRequest &request, int threads) {
    kiln_module_options options = {};
    options.struct_size = sizeof options;
    options.threads = threads;
    KILN_RT_TRY(take(
        kiln_module_load_file(request.package.c_str(), &options, &module_)));
    KILN_RT_TRY(take(kiln_context_create(module_, nullptr, &context_)));
    KILN_RT_ASSIGN(arrays_, rt::readNpz(request.inputs));
    kiln_program_info program = {};
    program.struct_size = sizeof program;
    kiln_module_program(module_, 0, &program);
    for (size_t i = 0; i < program.input_count; ++i)
      KILN_RT_TRY(bind(rt::concat(request.call, ".in", i)));
    outputs_.resize(program.result_count);
    return run(); // allocates the outputs, and warms up
  }

  rt::Status run() {
    return take(kiln_run(context_, nullptr, inputs_.data(), inputs_.size(),
                         outputs_.data(), outputs_.size(), nullptr));
  }

  void observe(const kiln_observer *observer) {
    kiln_context_set_observer(context_, observer);
  }

private:
  rt::Status bind(const std::string &name) {
    auto found = arrays_.find(name);
    if (found == arrays_.end())
      return rt::makeError(rt::Code::NotFound, "no array '", name, "'");
    rt::NpyArray &array = found->second;
    kiln_tensor tensor = {};
    tensor.data = array.data();
    tensor.dtype = array.dtype();
    tensor.rank = int32_t(array.sizes().size());
    std::copy(array.sizes().begin(), array.sizes().end(), tensor.sizes);
    inputs_.push_back(tensor);
    return {};
  }

  kiln_module *module_ = nullptr;
  kiln_context *context_ = nullptr;
  rt::NpzArrays arrays_;
  std::vector<kiln_tensor> inputs_, outputs_;
};

} // namespace

/// Runs until the time is up; `prepare` before each run, its time after it.
template <typename Prepare, typename Record>
static rt::Status repeat(Session &session, Prepare prepare, Record record) {
  double start = now(), last = start;
  for (size_t runs = 0;
       runs < kLeastRuns || last - start < kSecondsPerMeasurement; ++runs) {
    prepare();
    double begin = now();
    KILN_RT_TRY(session.run());
    last = now();
    record(last - begin);
  }
  return {};
}

rt::Expected<PackageTimes>
kiln::bench::timePackage(const PackageRequest &request, int threads) {
  PackageTimes times;
  times.name = request.package.substr(request.package.rfind('/') + 1);
  times.name.resize(std::min(times.name.rfind('.'), times.name.size()));
  Session session;
  KILN_RT_TRY(session.load(request, threads));
  KILN_RT_TRY(repeat(
      session, [] {},
      [&](double seconds) { times.seconds.push_back(seconds); }));
  Recorder recorder(times.dispatches);
  kiln_observer observer = recorder.observer();
  session.observe(&observer);
  KILN_RT_TRY(repeat(session, [&] { recorder.startRun(); }, [](double) {}));
  session.observe(nullptr);
  return times;
}
