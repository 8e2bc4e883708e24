/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Running programs: once, or many times with tensors that stay. Included by
 * kiln.h.
 */

#ifndef KILN_RT_KILN_RUN_H
#define KILN_RT_KILN_RUN_H

#include "kiln-rt/kiln.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Options ---------------------------------------------------------- */

/* A flag by which one thread ends the calls of others. */
typedef struct kiln_cancellation kiln_cancellation;
KILN_API kiln_error *kiln_cancellation_create(kiln_cancellation **cancellation);
/* Ends the calls that run with this flag, and all later ones until the reset.
 * From any thread; null is allowed. */
KILN_API void kiln_cancellation_cancel(kiln_cancellation *cancellation);
KILN_API void kiln_cancellation_reset(kiln_cancellation *cancellation);
/* Not while a call uses it. Null is allowed. */
KILN_API void kiln_cancellation_free(kiln_cancellation *cancellation);

/* The deadline so many nanoseconds from now. */
KILN_API int64_t kiln_deadline_after(int64_t nanoseconds);

/* How a program runs. Deadline and cancellation are looked at before each
 * instruction of the host program; a kernel that has begun is finished. Such a
 * call ends with DEADLINE_EXCEEDED or CANCELLED, and is otherwise like any call
 * that fails: the context can be used again. */
typedef struct kiln_run_options {
  size_t struct_size;
  int64_t deadline; /* nanoseconds of CLOCK_MONOTONIC; 0: none */
  const kiln_cancellation *cancellation; /* null: none */
  const char *tag; /* names the call for observers, logs, errors; may be null */
  /* Where the work goes, after what is there: a stream of the module's device,
   * else INVALID_ARGUMENT. The run returns when outputs on the host are there;
   * those on the device are ordered by the stream. Null: the run returns when
   * all is done. */
  kiln_stream stream;
} kiln_run_options;

/* ---- Run -------------------------------------------------------------- */

/* Runs a program (null: the package's first).
 *
 * inputs   one tensor per input of the program, in its order, on the host or
 *          the module's device; numbers are on the host. Constants may
 *          have null data; otherwise they must equal the constant. The memory
 *          of inputs that the program mutates is written: it must not overlap
 *          another input, nor itself by a stride of 0.
 * outputs  one tensor per result, in the order of the output tree. With data:
 *          dtype, rank and sizes must be right, the memory may be strided and
 *          must not overlap an input or another output. With null data: the
 *          library fills in the whole tensor, allocates through the allocator,
 *          and the caller owns it (kiln_tensor_free). On an error no output is
 *          left allocated. An output that the program returns as an input or
 *          a view of one is not allocated: it is that memory, in the strides
 *          of the view, and has KILN_TENSOR_VIEW. A view of an input that does
 *          not lie as at export is allocated like any other output. State
 *          is never returned so: its pointers stay inside.
 * options  may be null.
 *
 * The whole contract is checked before anything is computed or written. An
 * error in the course of the computation leaves outputs undefined, and mutable
 * state possibly half-way. */
KILN_API kiln_error *kiln_run(kiln_context *context, const char *program,
                              const kiln_tensor *inputs, size_t input_count,
                              kiln_tensor *outputs, size_t output_count,
                              const kiln_run_options *options);

/* Checks the inputs as kiln_run does and fills dtype, rank, sizes and strides
 * of the outputs; data is left alone. A size that depends on data is -1. */
KILN_API kiln_error *kiln_output_sizes(kiln_context *context,
                                       const char *program,
                                       const kiln_tensor *inputs,
                                       size_t input_count, kiln_tensor *outputs,
                                       size_t output_count);

/* Does all that a first call pays for and later ones do not: verifies and reads
 * the weights, starts the threads, makes the memory for temporaries of these
 * sizes, and computes once. Nothing of it is seen: results are thrown away,
 * mutable state and inputs that the program mutates keep their values. Routines
 * that the caller registered are called. */
KILN_API kiln_error *kiln_warm_up(kiln_context *context, const char *program,
                                  const kiln_tensor *inputs, size_t input_count,
                                  const kiln_run_options *options);

/* Frees the memory of an output that kiln_run allocated; data becomes null. Of
 * a view of an input nothing is freed. The module must be the one that it ran
 * on, or its allocator's equal. */
KILN_API void kiln_tensor_free(kiln_module *module, kiln_tensor *tensor);

/* Copies bytes of the module's device to the host, when all work of the module's
 * own stream is done: of outputs there, or of what an observer is shown. */
KILN_API kiln_error *kiln_module_read_memory(kiln_module *module,
                                             const void *from, void *to,
                                             size_t bytes);

/* ---- Prepared calls --------------------------------------------------- */

/* A call whose tensors stay where they are: found, checked and bound once, run
 * many times. Each run reads the contents of the inputs by then, and costs no
 * look-up, no check of the contract and no allocation but for results whose
 * sizes depend on data. Numbers and constants among the inputs are read once,
 * when the call is prepared. */
typedef struct kiln_call kiln_call;

/* Prepares a call of a program (null: the first) with the tensors of kiln_run,
 * whose descriptions are copied; their memory must stay. An output with null
 * data is allocated and belongs to the call. The call belongs to its context,
 * which it keeps, and counts as the context's one call while it runs. */
KILN_API kiln_error *kiln_call_prepare(kiln_context *context,
                                       const char *program,
                                       const kiln_tensor *inputs,
                                       size_t input_count,
                                       const kiln_tensor *outputs,
                                       size_t output_count, kiln_call **call);
/* Runs it; `options` may be null. State and weights are those of the context
 * now. */
KILN_API kiln_error *kiln_call_run(kiln_call *call,
                                   const kiln_run_options *options);
/* An output as the last run left it: false (0) for an index out of range. What
 * the call allocated lives as long as the call or, where its size depends on
 * data, until the next run. */
KILN_API int32_t kiln_call_output(const kiln_call *call, size_t index,
                                  kiln_tensor *tensor);
KILN_API void kiln_call_destroy(kiln_call *call);

/* ---- Streams ---------------------------------------------------------- */

/* Later work of `stream` follows what `other` has to do by now; the host does
 * not wait. Both are streams of the module's device, and null is the module's
 * own; CUDA's default streams are 1 (legacy) and 2 (per thread), as in DLPack.
 * Before a run reads what another stream writes, the run's stream follows that
 * one; before a stream reads the output of a run, it follows the run's; and
 * before memory of the module is freed, null follows the streams that read it.
 * Errors: INVALID_ARGUMENT for a stream on the CPU, which has none. */
KILN_API kiln_error *kiln_stream_follow(kiln_module *module, kiln_stream stream,
                                        kiln_stream other);

#ifdef __cplusplus
}
#endif

#endif /* KILN_RT_KILN_RUN_H */
