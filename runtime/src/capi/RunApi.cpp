// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C interface: runs.

#include "capi/Handles.h"
#include "dtype/Dtype.h"

using namespace kiln::rt;

struct kiln_cancellation {
  std::atomic<bool> cancelled{false};
};

/// The context outlives the call, which has buffers and slots of it.
struct kiln_call {
  kiln_call(kiln_context *context, std::unique_ptr<PreparedCall> call)
      : context(context), call(std::move(call)) {
    context->references.fetch_add(1, std::memory_order_relaxed);
  }
  ~kiln_call() {
    call.reset();
    context->release();
  }
  kiln_context *context;
  std::unique_ptr<PreparedCall> call;
};

kiln_error *kiln_cancellation_create(kiln_cancellation **cancellation) {
  return guarded([&]() -> Status {
    KILN_RT_TRY(need(cancellation, "cancellation"));
    *cancellation = new kiln_cancellation;
    return {};
  });
}
void kiln_cancellation_cancel(kiln_cancellation *cancellation) {
  if (cancellation)
    cancellation->cancelled.store(true, std::memory_order_relaxed);
}
void kiln_cancellation_reset(kiln_cancellation *cancellation) {
  if (cancellation)
    cancellation->cancelled.store(false, std::memory_order_relaxed);
}
void kiln_cancellation_free(kiln_cancellation *cancellation) {
  delete cancellation;
}

int64_t kiln_deadline_after(int64_t nanoseconds) {
  int64_t deadline = 0;
  if (__builtin_add_overflow(monotonicNow(), nanoseconds, &deadline))
    return nanoseconds < 0 ? 1 : INT64_MAX;
  // 0 is no deadline.
  return std::max<int64_t>(deadline, 1);
}

static Expected<RunControl> readControl(const kiln_run_options *given) {
  KILN_RT_ASSIGN(kiln_run_options known, readStruct(given, "kiln_run_options"));
  RunControl control;
  control.deadline = known.deadline;
  if (known.cancellation)
    control.cancelled = &known.cancellation->cancelled;
  if (known.tag)
    control.tag = known.tag;
  control.stream = known.stream;
  return control;
}

/// The tensors of a call, of which only the lists can be wrong here.
static Status needTensors(const kiln_context *context,
                          const kiln_tensor *inputs, size_t inputCount,
                          const kiln_tensor *outputs, size_t outputCount) {
  KILN_RT_TRY(need(context, "context"));
  if (inputCount > 0)
    KILN_RT_TRY(need(inputs, "inputs"));
  if (outputCount > 0)
    KILN_RT_TRY(need(outputs, "outputs"));
  return {};
}

kiln_error *kiln_run(kiln_context *context, const char *program,
                     const kiln_tensor *inputs, size_t input_count,
                     kiln_tensor *outputs, size_t output_count,
                     const kiln_run_options *options) {
  return guarded([&]() -> Status {
    KILN_RT_TRY(
        needTensors(context, inputs, input_count, outputs, output_count));
    KILN_RT_ASSIGN(RunControl control, readControl(options));
    return context->context.run(program, inputs, input_count, outputs,
                                output_count, control);
  });
}

kiln_error *kiln_output_sizes(kiln_context *context, const char *program,
                              const kiln_tensor *inputs, size_t input_count,
                              kiln_tensor *outputs, size_t output_count) {
  return guarded([&]() -> Status {
    KILN_RT_TRY(
        needTensors(context, inputs, input_count, outputs, output_count));
    return context->context.outputSizes(program, inputs, input_count, outputs,
                                        output_count);
  });
}

kiln_error *kiln_warm_up(kiln_context *context, const char *program,
                         const kiln_tensor *inputs, size_t input_count,
                         const kiln_run_options *options) {
  return guarded([&]() -> Status {
    KILN_RT_TRY(needTensors(context, inputs, input_count, nullptr, 0));
    KILN_RT_ASSIGN(RunControl control, readControl(options));
    return context->context.warmUp(program, inputs, input_count, control);
  });
}

kiln_error *kiln_call_prepare(kiln_context *context, const char *program,
                              const kiln_tensor *inputs, size_t input_count,
                              const kiln_tensor *outputs, size_t output_count,
                              kiln_call **call) {
  return guarded([&]() -> Status {
    KILN_RT_TRY(
        needTensors(context, inputs, input_count, outputs, output_count));
    KILN_RT_TRY(need(call, "call"));
    KILN_RT_ASSIGN(std::unique_ptr<PreparedCall> prepared,
                   context->context.prepare(program, inputs, input_count,
                                            outputs, output_count));
    *call = new kiln_call(context, std::move(prepared));
    return {};
  });
}

kiln_error *kiln_call_run(kiln_call *call, const kiln_run_options *options) {
  return guarded([&]() -> Status {
    KILN_RT_TRY(need(call, "call"));
    KILN_RT_ASSIGN(RunControl control, readControl(options));
    return call->context->context.run(*call->call, control);
  });
}

int32_t kiln_call_output(const kiln_call *call, size_t index,
                         kiln_tensor *tensor) {
  const std::vector<kiln_tensor> &outputs = call->call->outputs();
  if (index >= outputs.size())
    return 0;
  *tensor = outputs[index];
  return 1;
}

void kiln_call_destroy(kiln_call *call) { delete call; }

void kiln_tensor_free(kiln_module *module, kiln_tensor *tensor) {
  if (!tensor->data)
    return;
  if (tensor->flags & KILN_TENSOR_VIEW) {
    tensor->data = nullptr;
    return;
  }
  std::optional<uint64_t> bytes = touchedBytes(
      dtypeBytes(tensor->dtype), tensor->rank, tensor->sizes,
      tensor->flags & KILN_TENSOR_STRIDED ? tensor->strides : nullptr);
  Module &owner = *module->module;
  Device &device =
      tensor->device.type == KILN_DEVICE_CPU ? owner.cpu() : owner.device();
  device.free(tensor->data, bytes.value_or(0));
  tensor->data = nullptr;
}

kiln_error *kiln_stream_follow(kiln_module *module, kiln_stream stream,
                               kiln_stream other) {
  return guarded([&]() -> Status {
    KILN_RT_TRY(need(module, "module"));
    return module->module->follow(stream, other);
  });
}

kiln_error *kiln_module_read_memory(kiln_module *module, const void *from,
                                    void *to, size_t bytes) {
  return guarded([&]() -> Status {
    KILN_RT_TRY(need(module, "module"));
    if (bytes == 0)
      return {};
    KILN_RT_TRY(need(from, "from"));
    KILN_RT_TRY(need(to, "to"));
    return module->module->device().copy(to, Place::Host, from, Place::Device,
                                         bytes, nullptr);
  });
}
