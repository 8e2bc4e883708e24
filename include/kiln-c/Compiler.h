/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libkiln-c: compiles exported programs from C. Opaque handles, UTF-8 text, no
 * exceptions.
 *
 * Errors. A function that can fail returns 0 for success. Why it failed was
 * said to the diagnostic callback, or on standard error where there is none. A
 * null handle, text or function is an error of them, of which nothing is told.
 *
 * Threads. A compiler is used by one thread at a time, and different ones at
 * once. Callbacks may come from any thread, each once at a time, but for
 * kiln_is_cancelled_fn, which several may call at once; they do not call the
 * compiler.
 */
#ifndef KILN_C_COMPILER_H
#define KILN_C_COMPILER_H

#include <stddef.h>

#ifdef _WIN32
#define KILN_C_EXPORT
#else
#define KILN_C_EXPORT __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kiln_compiler kiln_compiler;

/* How far a program is. See docs/Architecture.md. */
typedef enum kiln_phase {
  KILN_PHASE_EXPORTED = 0,   /* ATen as exported */
  KILN_PHASE_CORE = 1,       /* functional, Core ATen only */
  KILN_PHASE_TENSORS = 2,    /* linalg on builtin tensors */
  KILN_PHASE_DISPATCHES = 3, /* kernels and their uses */
  KILN_PHASE_HOST = 4        /* memory plan and host program */
} kiln_phase;

typedef enum kiln_severity {
  KILN_SEVERITY_NOTE = 0,
  KILN_SEVERITY_WARNING = 1,
  KILN_SEVERITY_ERROR = 2,
  KILN_SEVERITY_REMARK = 3
} kiln_severity;

/* A diagnostic, with the Python line that it is about where one is known. Its
 * notes, hints such as what to do, follow as calls of their own of
 * KILN_SEVERITY_NOTE. The text lives for the call. */
typedef void (*kiln_diagnostic_fn)(void *user, kiln_severity severity,
                                   const char *message);
/* So many of the kernels of a target are compiled. */
typedef void (*kiln_progress_fn)(void *user, size_t done, size_t count);
/* Other than 0 ends the compilation, at the next phase or kernel. */
typedef int (*kiln_is_cancelled_fn)(void *user);
/* Takes the next `size` bytes of what is written. */
typedef void (*kiln_write_fn)(void *user, const char *bytes, size_t size);

/* Null where memory is out. */
KILN_C_EXPORT kiln_compiler *kiln_compiler_create(void);
KILN_C_EXPORT void kiln_compiler_destroy(kiln_compiler *compiler);

/* Set the callbacks, which get `user`; a null one is none. */
KILN_C_EXPORT void kiln_compiler_on_diagnostic(kiln_compiler *compiler,
                                               kiln_diagnostic_fn callback,
                                               void *user);
KILN_C_EXPORT void kiln_compiler_on_progress(kiln_compiler *compiler,
                                             kiln_progress_fn callback,
                                             void *user);
KILN_C_EXPORT void kiln_compiler_on_cancel(kiln_compiler *compiler,
                                           kiln_is_cancelled_fn callback,
                                           void *user);

/* Sets an option of the pipelines: "fold-limit", "keep", … (kiln-compile --help
 * has them). */
KILN_C_EXPORT int kiln_compiler_set_option(kiln_compiler *compiler,
                                           const char *name, const char *value);
/* Adds a target that is compiled for: "cpu:x86-64-v3", "cuda:sm_90". */
KILN_C_EXPORT int kiln_compiler_add_target(kiln_compiler *compiler,
                                           const char *name);

/* Reads an archive (of phase EXPORTED), or a file of IR of a phase, in the
 * place of the program that was there. */
KILN_C_EXPORT int kiln_compiler_load(kiln_compiler *compiler, const char *path,
                                     kiln_phase phase);
/* The same of IR in memory, text or bytecode of `size` bytes. */
KILN_C_EXPORT int kiln_compiler_parse(kiln_compiler *compiler, const char *text,
                                      size_t size, kiln_phase phase);

/* Brings the program to a phase; it may be there already, not behind it. */
KILN_C_EXPORT int kiln_compiler_run_to(kiln_compiler *compiler,
                                       kiln_phase phase);
/* Writes the IR of the program as text. */
KILN_C_EXPORT int kiln_compiler_print(kiln_compiler *compiler,
                                      kiln_write_fn write, void *user);

/* Compiles the program for all targets, for this machine where none was added,
 * to a package: a file, or bytes for kiln_module_load_memory of libkiln-rt. */
KILN_C_EXPORT int kiln_compiler_write_package(kiln_compiler *compiler,
                                              const char *path);
KILN_C_EXPORT int kiln_compiler_make_package(kiln_compiler *compiler,
                                             kiln_write_fn write, void *user);

#ifdef __cplusplus
}
#endif

#endif /* KILN_C_COMPILER_H */
