// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Against.h"
#include "Arrays.h"
#include "Epsilons.h"
#include "Watcher.h"

using namespace kiln;
using namespace kiln::interpret;
using namespace kiln::reference;

static rt::Status statusOf(kiln_error *error) {
  if (!error)
    return {};
  rt::Error result = rt::makeError(
      static_cast<rt::Code>(kiln_error_code(error)), kiln_error_message(error));
  kiln_error_free(error);
  return result;
}

namespace {
struct Session {
  ~Session() {
    kiln_context_destroy(context);
    kiln_module_release(module);
  }
  kiln_module *module = nullptr;
  kiln_context *context = nullptr;
};
} // namespace

/// Runs a call of the package under a watcher; results are not looked at.
static rt::Status runPackage(Session &session, const std::string &program,
                             const std::string &call,
                             const rt::NpzArrays &arrays, Watcher &watcher) {
  int64_t index = kiln_module_find_program(session.module, program.c_str());
  kiln_program_info info = {};
  info.struct_size = sizeof(info);
  if (index < 0 || !kiln_module_program(session.module, index, &info))
    return rt::makeError(rt::Code::NotFound, "the package has no program '",
                         program, "'");
  std::vector<kiln_tensor> inputs(info.input_count), outputs(info.result_count);
  std::vector<rt::NpyArray> memory(info.input_count);
  for (size_t i = 0; i < inputs.size(); ++i) {
    auto found = arrays.find(call + ".in" + std::to_string(i));
    if (found == arrays.end())
      continue; // a constant; the evaluator has asked for the others
    kiln_value_info value = {};
    value.struct_size = sizeof(value);
    kiln_module_input(session.module, index, i, &value);
    const rt::NpyArray &array = found->second;
    memory[i] = rt::NpyArray(array.dtype(), array.sizes());
    if (array.bytes() > 0)
      std::memcpy(memory[i].data(), array.data(), array.bytes());
    rt::restoreDtype(memory[i], value.dtype);
    inputs[i].data = memory[i].data();
    inputs[i].dtype = memory[i].dtype();
    inputs[i].rank = static_cast<int32_t>(array.sizes().size());
    llvm::copy(array.sizes(), inputs[i].sizes);
  }
  kiln_observer observer = {sizeof(observer), &watcher,
                            [](void *user, const kiln_instruction_info *seen) {
                              static_cast<Watcher *>(user)->before(*seen);
                            },
                            [](void *user, const kiln_instruction_info *seen) {
                              static_cast<Watcher *>(user)->after(*seen);
                            }};
  kiln_context_set_observer(session.context, &observer);
  KILN_RT_TRY(statusOf(kiln_context_reset_state(session.context)));
  KILN_RT_TRY(statusOf(kiln_run(session.context, program.c_str(), inputs.data(),
                                inputs.size(), outputs.data(), outputs.size(),
                                nullptr)));
  for (kiln_tensor &output : outputs)
    kiln_tensor_free(session.module, &output);
  return {};
}

/// The values of the core program in a call.
static rt::Expected<Values> evaluate(Interpreter &interpreter,
                                     const std::string &call,
                                     const rt::NpzArrays &arrays,
                                     const std::string &file) {
  Values values;
  KILN_RT_ASSIGN(RuntimeValues inputs,
                 interpreter.makeInputs(call, arrays, file));
  Program &program = interpreter.getProgram();
  program.reset();
  llvm::DenseMap<Operation *, double> epsilons =
      traceEpsilons(interpreter.getProgramOp());
  program.observe([&](Operation *op, ArrayRef<RuntimeValue> results) {
    Made &made = values[*getNumber(op)];
    made.values.emplace_back(results.begin(), results.end());
    made.epsilon = epsilons.lookup(op);
  });
  llvm::Expected<CallResults> results = program.call(inputs);
  if (!results)
    return rt::makeError(rt::Code::InvalidArgument, call, ": ",
                         llvm::toString(results.takeError()));
  return values;
}

/// "; kernels before it that were not judged: a, b"
static std::string listUnjudged(const std::vector<std::string> &names) {
  return names.empty() ? ""
                       : "; kernels before it that were not judged: " +
                             llvm::join(names, ", ");
}

rt::Status interpret::runAgainst(Interpreter &interpreter,
                                 const AgainstOptions &options,
                                 const rt::PrintLine &print, bool &wrong) {
  ep::ProgramOp program = interpreter.getProgramOp();
  numberOperations(program);
  Session session;
  KILN_RT_TRY(statusOf(kiln_module_load_file(options.package.c_str(), nullptr,
                                             &session.module)));
  KILN_RT_TRY(
      statusOf(kiln_context_create(session.module, nullptr, &session.context)));
  KILN_RT_ASSIGN(SmallVector<std::string> targets,
                 readTargets(options.package));
  llvm::Expected<Launches> launches =
      findLaunches(interpreter.getModule(), program, targets,
                   kiln_module_target(session.module));
  if (!launches)
    return rt::makeError(rt::Code::FailedPrecondition,
                         llvm::toString(launches.takeError()));
  rt::NpzArrays arrays;
  if (!options.inputs.empty()) {
    KILN_RT_ASSIGN(arrays, rt::readNpz(options.inputs));
  }
  for (const std::string &call : rt::callsOf(arrays)) {
    if (!options.call.empty() && options.call != call)
      continue;
    KILN_RT_ASSIGN(Values values,
                   evaluate(interpreter, call, arrays, options.inputs));
    Watcher watcher(*launches, values);
    KILN_RT_TRY(
        runPackage(session, program.getSymName().str(), call, arrays, watcher));
    if (watcher.isOtherProgram)
      return rt::makeError(rt::Code::FailedPrecondition, options.package,
                           ": its kernels are not those that this compiler "
                           "makes of the program by default");
    if (watcher.wrong.empty()) {
      print(rt::concat(call, ": ", watcher.numJudged,
                       " kernels agree with the evaluator; ",
                       watcher.numUnjudged, " cannot be judged"));
      continue;
    }
    wrong = true;
    print(call + ": " + watcher.wrong + listUnjudged(watcher.unjudged));
    std::string target = kiln_module_target(session.module);
    KILN_RT_ASSIGN(std::string schedule,
                   readSchedule(options.package, target, watcher.call.kernel));
    if (!schedule.empty())
      print("written for " + target + " by " + schedule);
    KILN_RT_TRY(
        writeReproducer(options.package, target, watcher.call, options.folder));
    print(rt::concat("replay: kiln-run ", options.folder,
                     "/kernel.kiln --inputs=", options.folder,
                     "/inputs.npz --expected=", options.folder,
                     "/outputs.npz"));
    return {};
  }
  return {};
}
