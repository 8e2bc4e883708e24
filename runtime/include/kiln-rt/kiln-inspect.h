/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Looking into packages and runs: everything that a manifest says, without
 * parsing JSON, and an observer of instructions. Included by kiln.h.
 *
 * The functions fill a struct whose struct_size the caller has set; texts and
 * arrays in it live as long as the module. An index that is out of range, or a
 * struct_size of 0, gives false (0) and leaves the struct alone. All may be
 * called from any thread.
 */

#ifndef KILN_RT_KILN_INSPECT_H
#define KILN_RT_KILN_INSPECT_H

#include "kiln-rt/kiln.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What an input or output of a program is. */
typedef enum kiln_value_kind KILN_ENUM_INT32 {
  KILN_VALUE_USER_INPUT = 0,
  KILN_VALUE_CONSTANT = 1, /* a specialised null, bool, int, float, string */
  KILN_VALUE_NUMBER = 2,   /* a Python number: a tensor of rank 0 */
  KILN_VALUE_USER_OUTPUT = 3,
  KILN_VALUE_LOSS_OUTPUT = 4,
  KILN_VALUE_GRADIENT_TO_PARAMETER = 5,
  KILN_VALUE_GRADIENT_TO_USER_INPUT = 6,
  KILN_VALUE_BUFFER_MUTATION = 7,    /* no result: seen as state */
  KILN_VALUE_PARAMETER_MUTATION = 8, /* no result: seen as state */
  KILN_VALUE_USER_INPUT_MUTATION = 9 /* no result: written to the input */
} kiln_value_kind;

typedef enum kiln_state_kind KILN_ENUM_INT32 {
  KILN_STATE_PARAMETER = 0,
  KILN_STATE_BUFFER = 1,
  KILN_STATE_CONSTANT = 2
} kiln_state_kind;

typedef enum kiln_constant_kind KILN_ENUM_INT32 {
  KILN_CONSTANT_NULL = 0,
  KILN_CONSTANT_BOOL = 1,
  KILN_CONSTANT_INT = 2,
  KILN_CONSTANT_FLOAT = 3,
  KILN_CONSTANT_STRING = 4
} kiln_constant_kind;

typedef struct kiln_program_info {
  size_t struct_size;
  const char *name;
  const char *in_tree; /* as torch.export wrote it, "" if there is none */
  const char *out_tree;
  size_t symbol_count;
  size_t input_count;
  size_t output_count; /* mutations included */
  size_t result_count; /* what kiln_run returns */
  size_t state_count;
  size_t instruction_count; /* of all entries */
  size_t in_tree_nodes;     /* 0 if there is no tree */
  size_t out_tree_nodes;
} kiln_program_info;

typedef struct kiln_symbol_info {
  size_t struct_size;
  const char *name;
  int32_t has_min, has_max;
  int64_t min, max;
} kiln_symbol_info;

typedef struct kiln_value_info {
  size_t struct_size;
  kiln_value_kind kind;
  const char *name;   /* of an input or result; "" if it has none */
  const char *target; /* of a mutation or gradient: a state name or input */
  kiln_dtype dtype;
  int32_t rank;
  int64_t sizes[KILN_MAX_RANK];          /* -1 where symbolic */
  const char *size_texts[KILN_MAX_RANK]; /* "8", "2*s77 + 1" */
  kiln_constant_kind constant_kind;
  int64_t constant_int; /* of bools, too */
  double constant_float;
  const char *constant_string;
  const char *number; /* expression of a KILN_VALUE_NUMBER */
  int32_t result;     /* an output's index among the results, else -1 */
  const char *file;   /* Python origin, "" and 0 if unknown */
  int64_t line;
  int32_t view_of; /* the input that an output is a view of, else -1 */
} kiln_value_info;

typedef struct kiln_state_info {
  size_t struct_size;
  kiln_state_kind kind;
  const char *name;
  kiln_dtype dtype;
  int32_t rank;
  int64_t sizes[KILN_MAX_RANK];
  int64_t strides[KILN_MAX_RANK]; /* in the storage, in elements */
  int64_t offset;                 /* in the storage, in elements */
  size_t storage;                 /* equal numbers share memory */
  int32_t is_mutable;
  uint64_t bytes;      /* of the entry, row-major */
  int32_t is_made;     /* by the compiler: it is no weight */
  size_t source_count; /* of the weights that it was made from */
  int32_t in_blocks;   /* strides are those of blocks: a kernel's packed operand
                          holds the entry, which is read by its name alone */
} kiln_state_info;

typedef struct kiln_kernel_info {
  size_t struct_size;
  const char *name;
  size_t operand_count;
  const char *flops; /* expressions of the domain n and the sizes d0, d1 … */
  const char *bytes;
  int64_t grain;
  size_t origin_count;
} kiln_kernel_info;

typedef struct kiln_origin_info {
  size_t struct_size;
  const char *op, *module, *file, *text;
  int64_t line;
} kiln_origin_info;

/* The version of Kiln that wrote the package. */
KILN_API const char *kiln_module_writer(const kiln_module *module);
/* The target in use, "cpu:x86-64-v3". */
KILN_API const char *kiln_module_target(const kiln_module *module);
/* The device that the module runs on. */
typedef struct kiln_device_info {
  size_t struct_size;
  kiln_device device;
  const char *name;        /* "cpu", "cuda:1" */
  const char *description; /* one line */
} kiln_device_info;
KILN_API int32_t kiln_module_device(const kiln_module *module,
                                    kiln_device_info *info);
/* What the user of the compiler put into the package, in the order of the keys:
 * false (0) for an index out of range. Both live as long as the module. */
KILN_API size_t kiln_module_metadata_count(const kiln_module *module);
KILN_API int32_t kiln_module_metadata_item(const kiln_module *module,
                                           size_t index, const char **key,
                                           const char **value);
/* The value of a key; null where there is none. */
KILN_API const char *kiln_module_metadata(const kiln_module *module,
                                          const char *key);
/* Threads that a run may use at once. */
KILN_API size_t kiln_module_concurrency(kiln_module *module);

KILN_API size_t kiln_module_program_count(const kiln_module *module);
/* Index of the program of this name (null: the first), -1 if there is none. */
KILN_API int64_t kiln_module_find_program(const kiln_module *module,
                                          const char *name);
KILN_API int32_t kiln_module_program(const kiln_module *module, size_t program,
                                     kiln_program_info *info);
KILN_API int32_t kiln_module_symbol(const kiln_module *module, size_t program,
                                    size_t index, kiln_symbol_info *info);
KILN_API int32_t kiln_module_input(const kiln_module *module, size_t program,
                                   size_t index, kiln_value_info *info);
KILN_API int32_t kiln_module_output(const kiln_module *module, size_t program,
                                    size_t index, kiln_value_info *info);
KILN_API int32_t kiln_module_state(const kiln_module *module, size_t program,
                                   size_t index, kiln_state_info *info);

/* The name of the source-th weight that a state entry was made from; null where
 * there is none. */
KILN_API const char *kiln_module_state_source(const kiln_module *module,
                                              size_t program, size_t index,
                                              size_t source);

KILN_API size_t kiln_module_kernel_count(const kiln_module *module);
KILN_API int32_t kiln_module_kernel(const kiln_module *module, size_t index,
                                    kiln_kernel_info *info);
/* The origin-th origin of a kernel. */
KILN_API int32_t kiln_module_kernel_origin(const kiln_module *module,
                                           size_t kernel, size_t origin,
                                           kiln_origin_info *info);

/* ---- Trees ------------------------------------------------------------ */

/* torch.export calls a program with nested values, and kiln_run with their
 * leaves in order. The tree says which leaf stands where: its nodes are
 * numbered, each before its children, so that the first child of node n is
 * n + 1, and the child behind node c is the `end` of c. The root of the inputs
 * is the tuple of `args` and `kwargs`. A value of this form is checked against
 * the tree, and made flat, by kiln-tree.hpp in C++. */
typedef enum kiln_tree_side KILN_ENUM_INT32 {
  KILN_TREE_INPUTS = 0,
  KILN_TREE_RESULTS = 1
} kiln_tree_side;

typedef enum kiln_tree_kind KILN_ENUM_INT32 {
  KILN_TREE_LEAF = 0,
  KILN_TREE_TUPLE = 1,
  KILN_TREE_LIST = 2, /* and deque */
  KILN_TREE_DICT = 3, /* and OrderedDict, defaultdict */
  KILN_TREE_NAMED_TUPLE = 4,
  KILN_TREE_OBJECT = 5 /* a dataclass, or another registered type */
} kiln_tree_kind;

/* What a node is found under in its parent. */
typedef enum kiln_tree_key KILN_ENUM_INT32 {
  KILN_TREE_KEY_NONE = 0,   /* the root */
  KILN_TREE_KEY_INDEX = 1,  /* of a tuple, a list, or fields without names */
  KILN_TREE_KEY_FIELD = 2,  /* of a named tuple or a dataclass */
  KILN_TREE_KEY_STRING = 3, /* of a dict */
  KILN_TREE_KEY_INT = 4,
  KILN_TREE_KEY_OTHER = 5 /* of a dict: what JSON says of the key */
} kiln_tree_key;

typedef struct kiln_tree_info {
  size_t struct_size;
  kiln_tree_kind kind;
  const char *type;       /* "builtins.dict", "model.Config"; "" of a leaf */
  const char *class_name; /* of a named tuple, else "" */
  const char *path;       /* "args[1]['mask']", "result.logits" */
  kiln_tree_key key_kind;
  int64_t key_index; /* of INDEX, and of a FIELD of a named tuple; of INT */
  const char *key;   /* the key as text: "mask", "1" */
  size_t parent;     /* 0 of the root, too */
  size_t child_count;
  size_t end;        /* the node behind the last one below this */
  size_t leaf_count; /* 1 of a leaf */
  size_t value;      /* first leaf: the index of the input or result */
} kiln_tree_info;

/* The node of this number, of the inputs or the results of a program. */
KILN_API int32_t kiln_module_tree_node(const kiln_module *module,
                                       size_t program, kiln_tree_side side,
                                       size_t node, kiln_tree_info *info);

/* ---- Observation ------------------------------------------------------ */

/* An instruction as an observer sees it. Only valid during the callback. */
typedef struct kiln_instruction_info {
  size_t struct_size;
  const char *program, *entry;
  size_t index;        /* in its entry */
  const char *opcode;  /* "dispatch", "copy" … */
  const char *kernel;  /* of a dispatch, routine of an extern, else "" */
  int64_t domain;      /* of a dispatch, else 0 */
  size_t buffer_count; /* operands of a dispatch, extern, copy or fill */
  void *const *buffers;
  const size_t *buffer_bytes;
  const kiln_dtype *buffer_dtypes; /* NONE where unknown */
  const int32_t *buffer_written;   /* 1 where the instruction writes */
  size_t size_count;               /* of a dispatch */
  const int64_t *sizes;
  const char *op, *module, *file; /* first origin, "" if unknown */
  int64_t line;
  const char *tag;    /* of the call's options, "" if it has none */
  kiln_device device; /* where the buffers are */
  int64_t flops;      /* of a dispatch, as the package counts them; else 0 */
  int64_t traffic;    /* bytes that a dispatch reads and writes; else 0 */
  /* "bf16" or "i8" where a dispatch sums products of two such operands, which
   * some processors take several at a time; else "" */
  const char *products;
} kiln_instruction_info;

typedef struct kiln_observer {
  size_t struct_size;
  void *user;
  void (*before)(void *user, const kiln_instruction_info *instruction);
  void (*after)(void *user, const kiln_instruction_info *instruction);
} kiln_observer;

/* Calls the observer around each instruction of later runs; copied. Null ends
 * it. Either function may be null. The callbacks must not use the context. */
KILN_API kiln_error *kiln_context_set_observer(kiln_context *context,
                                               const kiln_observer *observer);

#ifdef __cplusplus
}
#endif

#endif /* KILN_RT_KILN_INSPECT_H */
