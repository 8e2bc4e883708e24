// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C interface: contexts and runs.

#include "capi/Handles.h"
#include "dtype/Dtype.h"

using namespace kiln::rt;

kiln_error *kiln_context_create(kiln_module *module,
                                const kiln_context_options *,
                                kiln_context **context) {
  return guarded([&]() -> Status {
    *context = new kiln_context(module);
    kiln_module_retain(module);
    return {};
  });
}

void kiln_context_destroy(kiln_context *context) {
  if (!context)
    return;
  kiln_module *owner = context->owner;
  delete context;
  kiln_module_release(owner);
}

kiln_error *kiln_context_reset_state(kiln_context *context) {
  return guarded([&] { return context->context.resetState(); });
}

kiln_error *kiln_context_read_state(kiln_context *context, const char *program,
                                    const char *name, kiln_tensor *tensor) {
  return guarded(
      [&] { return context->context.readState(program, name, *tensor); });
}

kiln_error *kiln_context_write_state(kiln_context *context, const char *program,
                                     const char *name,
                                     const kiln_tensor *tensor) {
  return guarded(
      [&] { return context->context.writeState(program, name, *tensor); });
}

void kiln_context_memory_use(const kiln_context *context,
                             kiln_memory_use *use) {
  kiln_memory_use value = {};
  context->context.memoryUse(value);
  writeStruct(use, value);
}

void kiln_context_set_observer(kiln_context *context,
                               const kiln_observer *observer) {
  std::optional<kiln_observer> copy;
  if (observer)
    copy = readStruct(observer);
  context->context.setObserver(copy);
}

kiln_error *kiln_run(kiln_context *context, const char *program,
                     const kiln_tensor *inputs, size_t input_count,
                     kiln_tensor *outputs, size_t output_count) {
  return guarded([&] {
    return context->context.run(program, inputs, input_count, outputs,
                                output_count);
  });
}

kiln_error *kiln_output_sizes(kiln_context *context, const char *program,
                              const kiln_tensor *inputs, size_t input_count,
                              kiln_tensor *outputs, size_t output_count) {
  return guarded([&] {
    return context->context.outputSizes(program, inputs, input_count, outputs,
                                        output_count);
  });
}

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
  const kiln_allocator &allocator = module->module->allocator();
  allocator.free(allocator.user, tensor->data, bytes.value_or(0));
  tensor->data = nullptr;
}
