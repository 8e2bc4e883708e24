/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Other weights for a loaded module: from a file, from another package, or from
 * tensors in memory. Included by kiln.h.
 *
 * Weights are named as the state of programs is ("fc.weight"). A handle is
 * immutable and may be used by any number of threads.
 */

#ifndef KILN_RT_KILN_WEIGHTS_H
#define KILN_RT_KILN_WEIGHTS_H

#include "kiln-rt/kiln.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kiln_weights kiln_weights;

/* Maps a file in the safetensors format: a length of 8 bytes, a JSON header,
 * tensors. The file must stay as it is while the weights are in use.
 * Errors: NOT_FOUND, INVALID_ARGUMENT (no such file), DATA_LOSS (its header and
 * its content disagree), UNIMPLEMENTED (an element type). */
KILN_API kiln_error *kiln_weights_from_file(const char *path,
                                            kiln_weights **weights);
/* The state of a program (null: the first) of another package, which is mapped;
 * its weights' digests are verified. Code is not looked at. */
KILN_API kiln_error *kiln_weights_from_package(const char *path,
                                               const char *program,
                                               kiln_weights **weights);
/* Tensors in memory, in any strides. With a `release` function they are used
 * where they are, and release(user) is called once, from any thread, when
 * nothing uses them any longer; on an error it is not called. Without it, they
 * are copied. */
KILN_API kiln_error *
kiln_weights_from_tensors(const char *const *names, const kiln_tensor *tensors,
                          size_t count, void (*release)(void *user), void *user,
                          kiln_weights **weights);
/* Drops the caller's reference: modules and contexts that use the weights have
 * their own. Null is allowed. */
KILN_API void kiln_weights_release(kiln_weights *weights);

KILN_API size_t kiln_weights_count(const kiln_weights *weights);
/* Name and tensor of an index below the count; false (0) for others. Both live
 * as long as the weights; the tensor must not be written. */
KILN_API int32_t kiln_weights_item(const kiln_weights *weights, size_t index,
                                   const char **name, kiln_tensor *tensor);

/* ---- Comparing with a module ------------------------------------------ */

typedef enum kiln_weights_problem KILN_ENUM_INT32 {
  KILN_WEIGHTS_MISSING = 0,   /* the module has it, the weights do not */
  KILN_WEIGHTS_EXTRA = 1,     /* the weights have it, the module does not */
  KILN_WEIGHTS_MISMATCHED = 2 /* it cannot be replaced so */
} kiln_weights_problem;

typedef struct kiln_weights_issue {
  size_t struct_size;
  kiln_weights_problem problem;
  const char *name;
  const char *reason; /* one sentence, the name included */
} kiln_weights_issue;

typedef struct kiln_weights_report kiln_weights_report;

/* Lists every name that is missing, extra or mismatched. Constants of a program
 * are part of its code rather than of its weights: they are never missing.
 * Those that the compiler made are no weights at all: they are extra. */
KILN_API kiln_error *kiln_module_compare_weights(const kiln_module *module,
                                                 const kiln_weights *weights,
                                                 kiln_weights_report **report);
KILN_API size_t kiln_weights_report_count(const kiln_weights_report *report);
/* Texts live as long as the report. False (0) for an index out of range. */
KILN_API int32_t kiln_weights_report_item(const kiln_weights_report *report,
                                          size_t index,
                                          kiln_weights_issue *issue);
KILN_API void kiln_weights_report_free(kiln_weights_report *report);

/* ---- Replacing -------------------------------------------------------- */

/* Flags of kiln_module_set_weights. */
#define KILN_WEIGHTS_ALLOW_MISSING 1u /* these keep the package's values */
#define KILN_WEIGHTS_ALLOW_EXTRA 2u
#define KILN_WEIGHTS_KEEP_CURRENT 4u /* what is missing stays as it is now */

/* Makes all programs of a module use these weights; null: the package's own.
 * May be called at any time from any thread, and is atomic: calls that are
 * running finish on the old weights, calls that begin after it has returned use
 * the new ones, no call sees some of both. On an error, nothing changes.
 *
 * Mutable state belongs to contexts: one that exists keeps what it has until
 * kiln_context_reset_state, which then takes the new values. State that cannot
 * be used in place (strided or misaligned) is copied once. What the compiler
 * made from weights is made again, by kernels of the package on the module's
 * executor.
 *
 * With KILN_WEIGHTS_KEEP_CURRENT only these weights change, and the others stay
 * as the last replacement left them; of several such calls at once, none is
 * lost.
 *
 * Errors: FAILED_PRECONDITION, naming the first issue that is not allowed;
 * INVALID_ARGUMENT for unknown flags; those of kernels. */
KILN_API kiln_error *kiln_module_set_weights(kiln_module *module,
                                             const kiln_weights *weights,
                                             uint32_t flags);

#ifdef __cplusplus
}
#endif

#endif /* KILN_RT_KILN_WEIGHTS_H */
