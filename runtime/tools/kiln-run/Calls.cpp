// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Calls.h"
#include "Routines.h"

#include <cstdio>
#include <cstring>

using namespace kiln::rt;
using namespace kiln::rt::tool;

/// Puts the weights of a file in the place of the package's: a package if its
/// name says so, else safetensors.
static Status replaceWeights(const Options &options, kiln_module *module) {
  constexpr std::string_view suffix = ".kiln";
  const std::string &path = options.weights;
  bool isPackage =
      path.size() >= suffix.size() &&
      path.compare(path.size() - suffix.size(), suffix.size(), suffix) == 0;
  kiln_weights *weights = nullptr;
  KILN_RT_TRY(statusOf(
      isPackage ? kiln_weights_from_package(path.c_str(), nullptr, &weights)
                : kiln_weights_from_file(path.c_str(), &weights)));
  Status status = statusOf(kiln_module_set_weights(module, weights, 0));
  kiln_weights_release(weights);
  return status;
}

static void printMessage(void *, kiln_log_level level, const char *message) {
  const char *const names[] = {"debug", "info", "warning", "error"};
  std::fprintf(stderr, "kiln-run: %s: %s\n", names[level], message);
}

Expected<Session> Session::load(const Options &options) {
  kiln_module_options moduleOptions = {};
  moduleOptions.struct_size = sizeof(moduleOptions);
  moduleOptions.target =
      options.target.empty() ? nullptr : options.target.c_str();
  moduleOptions.device = &options.device;
  moduleOptions.cuda_driver =
      options.cudaDriver.empty() ? nullptr : options.cudaDriver.c_str();
  moduleOptions.externs_on_host = 1;
  moduleOptions.threads = options.threads;
  moduleOptions.verify = options.verify == "full"   ? KILN_VERIFY_FULL
                         : options.verify == "lazy" ? KILN_VERIFY_LAZY
                                                    : KILN_VERIFY_NONE;
  kiln_logger logger = {};
  logger.struct_size = sizeof(logger);
  logger.log = printMessage;
  if (options.log) {
    logger.level = static_cast<kiln_log_level>(*options.log);
    moduleOptions.logger = &logger;
  }
  if (!options.routines.empty())
    KILN_RT_TRY(addRoutines(options.routines, moduleOptions));
  Session session;
  session.package = options.package;
  session.timeout = options.timeout;
  kiln_module *module = nullptr;
  KILN_RT_TRY(statusOf(
      kiln_module_load_file(options.package.c_str(), &moduleOptions, &module)));
  session.module.reset(module);
  if (!options.weights.empty())
    KILN_RT_TRY(replaceWeights(options, module));
  const char *wanted =
      options.program.empty() ? nullptr : options.program.c_str();
  int64_t program = kiln_module_find_program(module, wanted);
  if (program < 0)
    return makeError(Code::NotFound, options.package, ": there is no program '",
                     options.program, "'");
  session.program = static_cast<size_t>(program);
  kiln_program_info info = {};
  info.struct_size = sizeof(info);
  kiln_module_program(module, session.program, &info);
  session.programName = info.name;
  kiln_context *context = nullptr;
  kiln_context_options contextOptions = {};
  contextOptions.struct_size = sizeof(contextOptions);
  contextOptions.graphs = options.graphs;
  KILN_RT_TRY(statusOf(kiln_context_create(module, &contextOptions, &context)));
  session.context.reset(context);
  return session;
}

static kiln_value_info inputInfo(const Session &session, size_t index) {
  kiln_value_info info = {};
  info.struct_size = sizeof(info);
  kiln_module_input(session.module.get(), session.program, index, &info);
  return info;
}

static kiln_value_info outputInfo(const Session &session, size_t index) {
  kiln_value_info info = {};
  info.struct_size = sizeof(info);
  kiln_module_output(session.module.get(), session.program, index, &info);
  return info;
}

static kiln_program_info programInfo(const Session &session) {
  kiln_program_info info = {};
  info.struct_size = sizeof(info);
  kiln_module_program(session.module.get(), session.program, &info);
  return info;
}

/// A copy: calls may mutate their inputs.
static NpyArray copyOf(const NpyArray &array) {
  NpyArray copy(array.dtype(), array.sizes());
  std::memcpy(copy.data(), array.data(), array.bytes());
  return copy;
}

Expected<BoundCall> BoundCall::bind(Session &session, const std::string &name,
                                    const NpzArrays &arrays,
                                    const std::string &file) {
  BoundCall call;
  call.name = name;
  kiln_program_info program = programInfo(session);
  KILN_RT_TRY(checkInputCount(file, name, program.input_count, arrays));
  for (size_t i = 0; i < program.input_count; ++i) {
    kiln_value_info info = inputInfo(session, i);
    auto found = arrays.find(concat(name, ".in", i));
    if (found == arrays.end()) {
      if (info.kind != KILN_VALUE_CONSTANT)
        return missingInput(file, name, i, info.name);
      call.inputArrays.emplace_back();
      call.inputs.push_back({});
      continue;
    }
    call.inputArrays.push_back(copyOf(found->second));
    NpyArray &array = call.inputArrays.back();
    restoreDtype(array, info.dtype);
    call.inputs.push_back(tensorOf(array));
  }
  call.outputs.resize(program.result_count);
  KILN_RT_TRY(statusOf(kiln_output_sizes(
      session.context.get(), session.programName.c_str(), call.inputs.data(),
      call.inputs.size(), call.outputs.data(), call.outputs.size())));
  for (kiln_tensor &output : call.outputs) {
    bool known = output.dtype != KILN_DTYPE_NONE;
    for (int32_t d = 0; d < output.rank; ++d)
      known &= output.sizes[d] >= 0;
    // An array is dense: where the program declares other strides, its values
    // are delivered to it all the same.
    NpyArray array;
    if (known)
      array =
          NpyArray(output.dtype, {output.sizes, output.sizes + output.rank});
    call.outputArrays.push_back(std::move(array));
    output = known ? tensorOf(call.outputArrays.back()) : kiln_tensor{};
    call.ownedOutputs.push_back(!known);
  }
  return call;
}

/// Copies dimension `dim` and those behind it in row-major order to `to`.
/// Returns the end of the text written.
static char *copyDense(const kiln_tensor &tensor, int32_t dim, const char *from,
                       char *to) {
  size_t element = kiln_dtype_size(tensor.dtype);
  if (!(tensor.flags & KILN_TENSOR_STRIDED)) {
    for (int32_t d = 0; d < tensor.rank; ++d)
      element *= static_cast<size_t>(tensor.sizes[d]);
    std::memcpy(to, from, element);
    return to + element;
  }
  if (dim == tensor.rank) {
    std::memcpy(to, from, element);
    return to + element;
  }
  for (int64_t i = 0; i < tensor.sizes[dim]; ++i)
    to = copyDense(
        tensor, dim + 1,
        from + i * tensor.strides[dim] * static_cast<int64_t>(element), to);
  return to;
}

static kiln_run_options runOptions(const Session &session,
                                   const BoundCall &call) {
  kiln_run_options options = {};
  options.struct_size = sizeof(options);
  options.tag = call.name.c_str();
  if (session.timeout)
    options.deadline =
        kiln_deadline_after(static_cast<int64_t>(*session.timeout * 1e9));
  return options;
}

Status BoundCall::run(Session &session) {
  kiln_run_options options = runOptions(session, *this);
  return statusOf(kiln_run(session.context.get(), session.programName.c_str(),
                           inputs.data(), inputs.size(), outputs.data(),
                           outputs.size(), &options));
}

Status BoundCall::prepare(Session &session) {
  for (size_t i = 0; i < outputs.size(); ++i)
    if (ownedOutputs[i]) {
      kiln_tensor_free(session.module.get(), &outputs[i]);
      outputs[i] = {};
    }
  kiln_call *call = nullptr;
  KILN_RT_TRY(statusOf(kiln_call_prepare(
      session.context.get(), session.programName.c_str(), inputs.data(),
      inputs.size(), outputs.data(), outputs.size(), &call)));
  prepared.reset(call);
  return {};
}

Status BoundCall::runPrepared(const Session &session) {
  kiln_run_options options = runOptions(session, *this);
  return statusOf(kiln_call_run(prepared.get(), &options));
}

Expected<NpzArrays> BoundCall::results(Session &session) {
  NpzArrays made;
  kiln_program_info program = programInfo(session);
  for (size_t i = 0; i < outputs.size(); ++i) {
    kiln_tensor &output = outputs[i];
    if (prepared)
      kiln_call_output(prepared.get(), i, &output);
    if (output.dtype == KILN_DTYPE_NONE)
      continue; // None, or a string
    NpyArray array(output.dtype, {output.sizes, output.sizes + output.rank});
    if (array.bytes() > 0)
      copyDense(output, 0, static_cast<const char *>(output.data),
                static_cast<char *>(array.data()));
    made.emplace(concat(name, ".out", i), std::move(array));
    if (ownedOutputs[i] && !prepared) {
      kiln_tensor_free(session.module.get(), &output);
      output = {};
    }
  }
  for (size_t i = 0; i < program.output_count; ++i) {
    kiln_value_info info = outputInfo(session, i);
    if (info.kind == KILN_VALUE_USER_INPUT_MUTATION)
      for (size_t input = 0; input < program.input_count; ++input)
        if (std::strcmp(inputInfo(session, input).name, info.target) == 0)
          made.emplace(concat(name, ".mut", input), copyOf(inputArrays[input]));
    if (info.kind == KILN_VALUE_BUFFER_MUTATION ||
        info.kind == KILN_VALUE_PARAMETER_MUTATION) {
      kiln_state_info state = {};
      state.struct_size = sizeof(state);
      for (size_t k = 0; k < program.state_count; ++k) {
        kiln_module_state(session.module.get(), session.program, k, &state);
        if (std::strcmp(state.name, info.target) == 0)
          break;
      }
      NpyArray array(state.dtype, {state.sizes, state.sizes + state.rank});
      kiln_tensor tensor = tensorOf(array);
      KILN_RT_TRY(statusOf(kiln_context_read_state(session.context.get(),
                                                   session.programName.c_str(),
                                                   info.target, &tensor)));
      made.emplace(concat(name, ".state.", info.target), std::move(array));
    }
  }
  return made;
}

std::string tool::chooseCall(const Options &options, const NpzArrays &arrays) {
  std::vector<std::string> calls = callsOf(arrays);
  return !options.call.empty() ? options.call
         : calls.empty()       ? std::string("call0")
                               : calls.front();
}
