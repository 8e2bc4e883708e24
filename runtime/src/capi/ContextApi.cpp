// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C interface: contexts.

#include "capi/Handles.h"

using namespace kiln::rt;

kiln_error *kiln_context_create(kiln_module *module,
                                const kiln_context_options *options,
                                kiln_context **context) {
  return guarded([&]() -> Status {
    KILN_RT_TRY(need(module, "module"));
    KILN_RT_TRY(need(context, "context"));
    KILN_RT_ASSIGN(kiln_context_options known,
                   readStruct(options, "kiln_context_options"));
    if (known.graphs < 0)
      return makeError(Code::InvalidArgument, "the number of graphs, ",
                       known.graphs, ", is negative");
    *context = new kiln_context(module, static_cast<size_t>(known.graphs));
    return {};
  });
}

void kiln_context_destroy(kiln_context *context) {
  if (context)
    context->release();
}

kiln_error *kiln_context_reset_state(kiln_context *context) {
  return guarded([&]() -> Status {
    KILN_RT_TRY(need(context, "context"));
    return context->context.resetState();
  });
}

kiln_error *kiln_context_read_state(kiln_context *context, const char *program,
                                    const char *name, kiln_tensor *tensor) {
  return guarded([&]() -> Status {
    KILN_RT_TRY(need(context, "context"));
    KILN_RT_TRY(need(name, "name"));
    KILN_RT_TRY(need(tensor, "tensor"));
    return context->context.readState(program, name, *tensor);
  });
}

kiln_error *kiln_context_write_state(kiln_context *context, const char *program,
                                     const char *name,
                                     const kiln_tensor *tensor) {
  return guarded([&]() -> Status {
    KILN_RT_TRY(need(context, "context"));
    KILN_RT_TRY(need(name, "name"));
    KILN_RT_TRY(need(tensor, "tensor"));
    return context->context.writeState(program, name, *tensor);
  });
}

kiln_error *kiln_context_memory_use(const kiln_context *context,
                                    kiln_memory_use *use) {
  return guarded([&]() -> Status {
    KILN_RT_TRY(need(context, "context"));
    kiln_memory_use value = {};
    context->context.memoryUse(value);
    return writeStruct(use, value, "kiln_memory_use");
  });
}

kiln_error *kiln_context_set_observer(kiln_context *context,
                                      const kiln_observer *observer) {
  return guarded([&]() -> Status {
    KILN_RT_TRY(need(context, "context"));
    std::optional<kiln_observer> copy;
    if (observer) {
      KILN_RT_ASSIGN(copy, readStruct(observer, "kiln_observer"));
    }
    context->context.setObserver(copy);
    return {};
  });
}
