/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The operators of the program custom_op, for kiln-run --routines:
 * kiln_test::scaled_swish(x, beta, shift=0) = x*sigmoid(beta*x) + shift, here
 * with the beta of the program, 1.5; kiln_test::accumulate_(state, x) adds the
 * sum of x's rows to state and returns twice that.
 */
#include "kiln-rt/kiln.h"

#include <math.h>

static int32_t scaled_swish(void *user, const kiln_extern_call *call) {
  (void)user;
  const float *x = call->buffers[0];
  float *y = call->buffers[1];
  for (size_t i = 0; i < call->bytes[0] / sizeof(float); ++i)
    y[i] = (float)(x[i] / (1.0 + exp(-1.5 * x[i])));
  return 0;
}

static int32_t accumulate(void *user, const kiln_extern_call *call) {
  (void)user;
  /* As exported, state comes first; decomposed, what is only read does. */
  int first = call->tensors[0].rank == 1 ? 0 : 1;
  float *state = call->buffers[first], *result = call->buffers[2];
  const float *x = call->buffers[1 - first];
  int64_t columns = call->tensors[first].sizes[0];
  int64_t rows = call->tensors[1 - first].sizes[0];
  for (int64_t column = 0; column < columns; ++column) {
    double sum = 0;
    for (int64_t row = 0; row < rows; ++row)
      sum += x[row * columns + column];
    state[column] = (float)(state[column] + sum);
    result[column] = 2 * state[column];
  }
  return 0;
}

size_t kiln_routines(const kiln_extern **routines) {
  static const kiln_extern list[] = {
      {"kiln_test.scaled_swish.default", scaled_swish, 0},
      {"kiln_test.accumulate_.default", accumulate, 0},
  };
  *routines = list;
  return sizeof(list) / sizeof(list[0]);
}
