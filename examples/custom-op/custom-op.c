/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Runs a program with custom operators, whose routines it brings along:
 *
 *   kiln_test::scaled_swish(x, beta)    x * sigmoid(beta * x)
 *   kiln_test::accumulate_(state, x)    state += x.sum(0), returns 2 * state
 *
 * custom-op PACKAGE ROWS... makes a call for each number of rows, with numbers
 * from the standard input, 6 to a row, and prints the results. */

#include <kiln-rt/kiln.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 6 };

static int64_t elements(const kiln_tensor *tensor) {
  int64_t count = 1;
  for (int d = 0; d < tensor->rank; ++d)
    count *= tensor->sizes[d];
  return count;
}

/* The number behind a text in the attributes; NAN where there is none. */
static double number(const kiln_extern_call *call, const char *text) {
  const char *found = strstr(call->attributes, text);
  return found ? strtod(found + strlen(text), NULL) : NAN;
}

/* The tensor that the attributes name so; null where there is none. */
static const kiln_tensor *tensor(const kiln_extern_call *call,
                                 const char *text) {
  double index = number(call, text);
  return call->tensors && index >= 0 && index < (double)call->count
             ? &call->tensors[(size_t)index]
             : NULL;
}

/* The last tensor is the result. */
static int32_t scaled_swish(void *user, const kiln_extern_call *call) {
  (void)user;
  const kiln_tensor *from = tensor(call, "\"x\":{\"tensor\":");
  double beta = number(call, "\"beta\":");
  if (call->count != 2 || !from || isnan(beta))
    return 1;
  const float *x = from->data;
  float *y = call->tensors[1].data;
  for (int64_t i = 0; i < elements(from); ++i)
    y[i] = (float)(x[i] / (1 + exp(-beta * x[i])));
  return 0;
}

/* The state is written in place. */
static int32_t accumulate(void *user, const kiln_extern_call *call) {
  (void)user;
  const kiln_tensor *from = tensor(call, "\"x\":{\"tensor\":"),
                    *to = tensor(call, "\"state\":{\"tensor\":");
  if (call->count != 3 || !from || !to || from->rank != 2)
    return 1;
  float *state = to->data, *result = call->tensors[2].data;
  const float *x = from->data;
  int64_t rows = from->sizes[0], width = from->sizes[1];
  for (int64_t column = 0; column < width; ++column) {
    double sum = state[column];
    for (int64_t row = 0; row < rows; ++row)
      sum += x[row * width + column];
    state[column] = (float)sum;
    result[column] = 2 * state[column];
  }
  return 0;
}

/* Prints an error and frees it; true if there was one. */
static int failed(kiln_error *error) {
  if (!error)
    return 0;
  fprintf(stderr, "%s\n", kiln_error_message(error));
  kiln_error_free(error);
  return 1;
}

static int run(kiln_module *module, kiln_context *context, int64_t rows) {
  float *numbers = malloc(rows * WIDTH * sizeof(float));
  for (int64_t i = 0; i < rows * WIDTH; ++i)
    if (scanf("%f", &numbers[i]) != 1)
      return 1;
  kiln_tensor x = {.data = numbers,
                   .dtype = KILN_DTYPE_F32,
                   .rank = 2,
                   .sizes = {rows, WIDTH}};
  kiln_tensor outputs[2] = {{0}}; /* no data: the library allocates */
  if (failed(kiln_run(context, NULL, &x, 1, outputs, 2, NULL)))
    return 1;
  for (int i = 0; i < 2; ++i) {
    const float *values = outputs[i].data;
    for (int64_t k = 0; k < elements(&outputs[i]); ++k)
      printf("%.9g%c", values[k], k % WIDTH == WIDTH - 1 ? '\n' : ' ');
    kiln_tensor_free(module, &outputs[i]);
  }
  free(numbers);
  return 0;
}

int main(int argc, char **argv) {
  kiln_module_options options = {.struct_size = sizeof(options)};
  kiln_extern storage[2];
  kiln_module *module = NULL;
  kiln_context *context = NULL;
  if (argc < 2 ||
      failed(kiln_register_extern(&options, storage, 2,
                                  "kiln_test.scaled_swish.default",
                                  scaled_swish, NULL)) ||
      failed(kiln_register_extern(&options, storage, 2,
                                  "kiln_test.accumulate_.default", accumulate,
                                  NULL)) ||
      failed(kiln_module_load_file(argv[1], &options, &module)) ||
      failed(kiln_context_create(module, NULL, &context)))
    return 1;
  for (int i = 2; i < argc; ++i)
    if (run(module, context, atoll(argv[i])))
      return 1;
  kiln_context_destroy(context);
  kiln_module_release(module);
  return 0;
}
