/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libkiln-rt: loads a .kiln package and runs its programs. A C interface: no
 * exceptions, no global state, UTF-8 text, opaque handles.
 *
 * Errors. A function that can fail returns a kiln_error, null for success; the
 * caller frees it with kiln_error_free. Output arguments are written only on
 * success unless said otherwise.
 *
 * Threads. A module may be used by any number of threads at once, a context by
 * one at a time; everything else belongs to whoever holds it. docs/Threading.md
 * has the details.
 *
 * A null argument is an error where nothing is said of it, in functions that
 * can fail; others take no null but for handles that they free.
 *
 * Versions. Structs of options and of inspection begin with struct_size, which
 * the caller sets to sizeof its struct; 0 is an error. Fields are only ever
 * added at the end: a library reads or writes no more than both sides know, and
 * refuses options that it does not know unless they are zero. kiln_tensor and
 * kiln_extern have none: they are passed in arrays and frozen for
 * KILN_ABI_VERSION 3.
 */

#ifndef KILN_RT_KILN_H
#define KILN_RT_KILN_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define KILN_API __attribute__((visibility("default")))
#else
#define KILN_API
#endif

/* Enums are 32 bits wide, and any number may stand in a struct that comes from
 * outside: in C++ that takes a fixed type, which C has anyway. */
#ifdef __cplusplus
#define KILN_ENUM_INT32 : int32_t
#else
#define KILN_ENUM_INT32
#endif

#define KILN_ABI_VERSION 3
/* Greatest rank of a tensor. */
#define KILN_MAX_RANK 16

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kiln_error kiln_error;
typedef struct kiln_module kiln_module;
typedef struct kiln_context kiln_context;

/* ---- Version ---------------------------------------------------------- */

/* The library's version, "0.1.0". Static. */
KILN_API const char *kiln_runtime_version(void);
/* The library's KILN_ABI_VERSION: a program must have been compiled with the
 * same. The name of the shared library ends in it, so that others are not
 * loaded. */
KILN_API int32_t kiln_abi_version(void);
/* The package formats that this library reads, both ends included. */
KILN_API void kiln_format_range(int32_t *lowest, int32_t *highest);

/* ---- Errors ----------------------------------------------------------- */

/* The canonical codes, with the values of absl::StatusCode. */
typedef enum kiln_code KILN_ENUM_INT32 {
  KILN_OK = 0,
  KILN_CANCELLED = 1,
  KILN_UNKNOWN = 2,
  KILN_INVALID_ARGUMENT = 3,
  KILN_DEADLINE_EXCEEDED = 4,
  KILN_NOT_FOUND = 5,
  KILN_ALREADY_EXISTS = 6,
  KILN_PERMISSION_DENIED = 7,
  KILN_RESOURCE_EXHAUSTED = 8,
  KILN_FAILED_PRECONDITION = 9,
  KILN_ABORTED = 10,
  KILN_OUT_OF_RANGE = 11,
  KILN_UNIMPLEMENTED = 12,
  KILN_INTERNAL = 13,
  KILN_UNAVAILABLE = 14,
  KILN_DATA_LOSS = 15
} kiln_code;

/* The parts of an error. Texts live as long as the error and are "" where they
 * do not apply; all functions take null and then say KILN_OK, "" and 0. */
KILN_API kiln_code kiln_error_code(const kiln_error *error);
/* The whole story in one line, all parts below included. */
KILN_API const char *kiln_error_message(const kiln_error *error);
KILN_API const char *kiln_error_program(const kiln_error *error);
/* Name of the input or output at fault. */
KILN_API const char *kiln_error_input(const kiln_error *error);
/* Name of the symbolic size at fault. */
KILN_API const char *kiln_error_symbol(const kiln_error *error);
/* What was expected: "<= 1024", "f32". */
KILN_API const char *kiln_error_bound(const kiln_error *error);
/* What was found: "2000", "f64". */
KILN_API const char *kiln_error_value(const kiln_error *error);
/* Python file and line where the program speaks of it; line 0 if unknown. */
KILN_API const char *kiln_error_file(const kiln_error *error);
KILN_API int64_t kiln_error_line(const kiln_error *error);
/* Frees an error; null is allowed. */
KILN_API void kiln_error_free(kiln_error *error);

/* ---- Tensors ---------------------------------------------------------- */

/* Element types. c32, c64, c128 are complex numbers of that many bits. */
typedef enum kiln_dtype KILN_ENUM_INT32 {
  KILN_DTYPE_NONE = 0,
  KILN_DTYPE_BOOL = 1,
  KILN_DTYPE_U8 = 2,
  KILN_DTYPE_I8 = 3,
  KILN_DTYPE_I16 = 4,
  KILN_DTYPE_U16 = 5,
  KILN_DTYPE_I32 = 6,
  KILN_DTYPE_U32 = 7,
  KILN_DTYPE_I64 = 8,
  KILN_DTYPE_U64 = 9,
  KILN_DTYPE_F16 = 10,
  KILN_DTYPE_BF16 = 11,
  KILN_DTYPE_F32 = 12,
  KILN_DTYPE_F64 = 13,
  KILN_DTYPE_C32 = 14,
  KILN_DTYPE_C64 = 15,
  KILN_DTYPE_C128 = 16,
  KILN_DTYPE_F8E4M3FN = 17,
  KILN_DTYPE_F8E5M2 = 18,
  KILN_DTYPE_F8E4M3FNUZ = 19,
  KILN_DTYPE_F8E5M2FNUZ = 20,
  KILN_DTYPE_F8E8M0FNU = 21
} kiln_dtype;

/* The name of an element type as packages write it ("f32"). Static. */
KILN_API const char *kiln_dtype_name(kiln_dtype dtype);
/* Bytes of one element; 0 for KILN_DTYPE_NONE and unknown numbers. */
KILN_API size_t kiln_dtype_size(kiln_dtype dtype);

typedef enum kiln_device_type KILN_ENUM_INT32 {
  KILN_DEVICE_CPU = 0, /* the host; of its index nothing is said */
  KILN_DEVICE_CUDA = 1
} kiln_device_type;

typedef struct kiln_device {
  kiln_device_type type;
  int32_t index; /* among those of its type */
} kiln_device;

/* Reads "cpu", "cuda" (the first one) or "cuda:1". Whether there is such a
 * device, and whether this library drives it, is found by loading a module for
 * it. Errors: INVALID_ARGUMENT. */
KILN_API kiln_error *kiln_device_parse(const char *text, kiln_device *device);

/* A queue of a device's work as its driver knows it: a CUstream of CUDA. The
 * CPU has none. */
typedef void *kiln_stream;

/* kiln_tensor.flags: `strides` holds; otherwise the tensor is row-major. */
#define KILN_TENSOR_STRIDED 1u
/* kiln_tensor.flags, of an output of kiln_run: it is an input, or a part of
 * one. Its memory belongs to whoever owns the input's and lives as long;
 * kiln_tensor_free leaves it alone. */
#define KILN_TENSOR_VIEW 2u

/* A view of memory. It owns nothing; sizes and strides count elements. A null
 * `data` is allowed where there are no elements, for constants that the caller
 * does not want to repeat, and for outputs that the library shall allocate. */
typedef struct kiln_tensor {
  void *data;
  kiln_dtype dtype;
  int32_t rank;
  kiln_device device; /* where `data` is */
  uint32_t flags;
  uint32_t reserved; /* 0 */
  int64_t sizes[KILN_MAX_RANK];
  int64_t strides[KILN_MAX_RANK];
} kiln_tensor;

/* ---- Hooks ------------------------------------------------------------ */

/* Runs functions in parallel. `parallel_for` calls task(argument, i) once for
 * each i in [0, count), on any threads, and returns when all have returned;
 * count is at most `concurrency`. Both may be called from several threads. */
typedef struct kiln_executor {
  size_t struct_size;
  void *user;
  void (*parallel_for)(void *user, size_t count,
                       void (*task)(void *argument, size_t index),
                       void *argument);
  size_t (*concurrency)(void *user);
} kiln_executor;

/* Memory of contexts and of outputs. `allocate` returns memory aligned to
 * `alignment`, a power of two, or null; memory that is not so aligned is given
 * back and counts as null. `free` gets each block once, with the bytes that
 * were asked for. Called from any thread. */
typedef struct kiln_allocator {
  size_t struct_size;
  void *user;
  void *(*allocate)(void *user, size_t bytes, size_t alignment);
  void (*free)(void *user, void *memory, size_t bytes);
} kiln_allocator;

/* One call of an extern routine: a custom operator. `buffers[i]` has
 * `bytes[i]` bytes; `attributes` is the JSON text of the package. A package
 * that Kiln made gives the tensors among the operator's arguments, in order,
 * then its results, all row-major; of the arguments only those may be written
 * that the operator writes. The attributes are the arguments by name: a tensor
 * is {"tensor": its index}, a list of them {"tensors": [0, null]}. */
typedef struct kiln_extern_call {
  size_t struct_size;
  const char *routine;
  const char *attributes;
  size_t count;
  void *const *buffers;
  const size_t *bytes;
  const kiln_tensor *tensors; /* the same with dtype and sizes; may be null */
  kiln_device device;         /* where the buffers are */
  kiln_stream stream;         /* where work on them goes; null on the host */
} kiln_extern_call;

/* Returns 0, or a number that the error of kiln_run will name. */
typedef int32_t (*kiln_extern_function)(void *user,
                                        const kiln_extern_call *call);

typedef struct kiln_extern {
  const char *name;
  kiln_extern_function function;
  void *user;
} kiln_extern;

/* How much a message matters. */
typedef enum kiln_log_level KILN_ENUM_INT32 {
  KILN_LOG_DEBUG = 0,   /* what a call cost or ended in */
  KILN_LOG_INFO = 1,    /* what was loaded, chosen, replaced */
  KILN_LOG_WARNING = 2, /* what works, but not as it should */
  KILN_LOG_ERROR = 3
} kiln_log_level;

/* Told of what happens inside. `log` gets one line without an end of line,
 * valid during the call, on whatever thread it happens; it must call nothing of
 * this library. Errors are returned to their callers, and logged for them only.
 */
typedef struct kiln_logger {
  size_t struct_size;
  void *user;
  kiln_log_level level; /* the least that is told */
  void (*log)(void *user, kiln_log_level level, const char *message);
} kiln_logger;

/* ---- Thread pools ----------------------------------------------------- */

/* Threads that modules share. It runs one kernel at a time; a call that finds
 * it busy computes on its own thread. */
typedef struct kiln_thread_pool kiln_thread_pool;

typedef struct kiln_thread_pool_options {
  size_t struct_size;
  int32_t threads; /* the caller's included; 0: as the affinity mask says */
  const kiln_logger *logger; /* copied; may be null */
} kiln_thread_pool_options;

/* Makes a pool, whose threads start at the first kernel that is split.
 * `options` may be null. */
KILN_API kiln_error *
kiln_thread_pool_create(const kiln_thread_pool_options *options,
                        kiln_thread_pool **pool);
/* Drops the caller's reference: modules have their own. Null is allowed. */
KILN_API void kiln_thread_pool_release(kiln_thread_pool *pool);

/* ---- Modules ---------------------------------------------------------- */

/* When all weights are compared with their digests; code always is, at load. */
typedef enum kiln_verify KILN_ENUM_INT32 {
  KILN_VERIFY_NONE = 0,
  KILN_VERIFY_FULL = 1, /* at load */
  KILN_VERIFY_LAZY = 2  /* before the first run that uses them */
} kiln_verify;

typedef struct kiln_module_options {
  size_t struct_size;
  const char *target; /* name of a target of the package; null: the best */
  int32_t threads;    /* of the built-in pool; 0: as the affinity mask says */
  kiln_verify verify;
  int32_t prefetch; /* not 0: ask the system to read the weights ahead */
  const kiln_executor *executor;   /* null: the built-in pool; copied */
  const kiln_allocator *allocator; /* null: the C library; copied */
  const kiln_extern *externs;      /* copied, but not what they point to */
  size_t extern_count;
  /* Not 0: the file is read into memory, so that nothing that happens to it
   * later matters. Otherwise its weights are used in place: a file that becomes
   * shorter while the module lives ends the process with SIGBUS. */
  int32_t copy_file;
  kiln_thread_pool *thread_pool; /* instead of threads and executor */
  const kiln_logger *logger;     /* null: nothing is logged; copied */
  /* Where it runs: weights, state and temporaries are there. Null: the CPU. */
  const kiln_device *device;
  /* Not 0: outputs with null data are allocated on the device. */
  int32_t outputs_on_device;
  /* The library of the CUDA driver, or an emulator; null: libcuda.so.1. */
  const char *cuda_driver;
  /* Not 0: extern routines are functions of the host. On another device they
   * get copies of their buffers, which are copied back behind them. */
  int32_t externs_on_host;
  /* Memory of the device, whose context is current meanwhile; it gets back what
   * no work uses. Null: the driver's pool; copied. */
  const kiln_allocator *device_allocator;
} kiln_module_options;

/* Registers an extern routine in options: appends to `storage`, which has room
 * for `capacity` and belongs to the caller, and points options->externs to it.
 * Errors: RESOURCE_EXHAUSTED, INVALID_ARGUMENT. */
KILN_API kiln_error *kiln_register_extern(kiln_module_options *options,
                                          kiln_extern *storage, size_t capacity,
                                          const char *name,
                                          kiln_extern_function function,
                                          void *user);

/* Loads a package and validates it, but for weights, which their first use finds
 * (or `verify`, `prefetch`). `options` may be null. It has one reference. */
KILN_API kiln_error *kiln_module_load_file(const char *path,
                                           const kiln_module_options *options,
                                           kiln_module **module);
/* The same from memory, which must stay until the last reference is gone.
 * `name` stands for the file in errors. */
KILN_API kiln_error *kiln_module_load_memory(const void *data, size_t size,
                                             const char *name,
                                             const kiln_module_options *options,
                                             kiln_module **module);
/* The same from an open file, which stays the caller's. */
KILN_API kiln_error *
kiln_module_load_descriptor(int descriptor, const char *name,
                            const kiln_module_options *options,
                            kiln_module **module);

/* Adds and drops a reference. Contexts hold one. Null is allowed. */
KILN_API void kiln_module_retain(kiln_module *module);
KILN_API void kiln_module_release(kiln_module *module);

/* Which target was taken and why, a line per target of the package. Lives as
 * long as the module. */
KILN_API const char *kiln_module_explain(const kiln_module *module);

/* ---- Contexts --------------------------------------------------------- */

typedef struct kiln_context_options {
  size_t struct_size;
  /* On a CUDA device: keep what calls enqueue as graphs, the last so many by
   * sizes, and launch one where sizes and addresses are those of an earlier
   * call. Results are the same. Calls in which the host reads data, runs
   * routines or may have to stop are enqueued step by step all the same. */
  int32_t graphs;
} kiln_context_options;

/* Makes a context: the memory and the mutable state of one caller. `options`
 * may be null. */
KILN_API kiln_error *kiln_context_create(kiln_module *module,
                                         const kiln_context_options *options,
                                         kiln_context **context);
KILN_API void kiln_context_destroy(kiln_context *context);

/* Sets mutable state back to what the package holds. */
KILN_API kiln_error *kiln_context_reset_state(kiln_context *context);
/* Copies a state entry of a program (null: the first) into `tensor`, or from
 * it, in row-major order. dtype and sizes must agree; only mutable entries can
 * be written. */
KILN_API kiln_error *kiln_context_read_state(kiln_context *context,
                                             const char *program,
                                             const char *name,
                                             kiln_tensor *tensor);
KILN_API kiln_error *kiln_context_write_state(kiln_context *context,
                                              const char *program,
                                              const char *name,
                                              const kiln_tensor *tensor);

typedef struct kiln_memory_use {
  size_t struct_size;
  uint64_t arena_bytes;   /* held for temporaries */
  uint64_t scratch_bytes; /* held for kernels and for packing */
  uint64_t state_bytes;   /* held for mutable state */
  uint64_t mapped_bytes;  /* of the package, shared by all contexts */
  uint64_t packed_inputs; /* inputs copied because of strides or alignment */
  uint64_t packed_bytes;  /* bytes of those copies, since creation */
} kiln_memory_use;
KILN_API kiln_error *kiln_context_memory_use(const kiln_context *context,
                                             kiln_memory_use *use);

#ifdef __cplusplus
}
#endif

#include "kiln-rt/kiln-inspect.h"
#include "kiln-rt/kiln-run.h"
#include "kiln-rt/kiln-weights.h"

#endif /* KILN_RT_KILN_H */
