/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Kernels for the tests, in the form that packages hold. */

#include <stdint.h>

/* out[i] = 2 * x[i] */
int32_t k_double(void *const *buffers, const int64_t *sizes, int64_t begin,
                 int64_t end, void *scratch) {
  (void)sizes, (void)scratch;
  const float *x = buffers[0];
  float *out = buffers[1];
  for (int64_t i = begin; i < end; ++i)
    out[i] = 2 * x[i];
  return 0;
}

/* out[i] = x[i] + w[i % sizes[0]] */
int32_t k_add_row(void *const *buffers, const int64_t *sizes, int64_t begin,
                  int64_t end, void *scratch) {
  (void)scratch;
  const float *x = buffers[0], *w = buffers[1];
  float *out = buffers[2];
  for (int64_t i = begin; i < end; ++i)
    out[i] = x[i] + w[i % sizes[0]];
  return 0;
}

/* x[i] += 1, through scratch */
int32_t k_increment(void *const *buffers, const int64_t *sizes, int64_t begin,
                    int64_t end, void *scratch) {
  (void)sizes;
  float *x = buffers[0];
  volatile float *one = scratch;
  one[0] = 1;
  for (int64_t i = begin; i < end; ++i)
    x[i] += one[0];
  return 0;
}

/* Fails with the code sizes[0]. */
int32_t k_fail(void *const *buffers, const int64_t *sizes, int64_t begin,
               int64_t end, void *scratch) {
  (void)buffers, (void)begin, (void)end, (void)scratch;
  return (int32_t)sizes[0];
}

/* out = the number of elements of x above 0: what nonzero would find. */
int32_t k_count(void *const *buffers, const int64_t *sizes, int64_t begin,
                int64_t end, void *scratch) {
  (void)begin, (void)end, (void)scratch;
  const float *x = buffers[0];
  int64_t count = 0;
  for (int64_t i = 0; i < sizes[0]; ++i)
    count += x[i] > 0;
  *(int64_t *)buffers[1] = count;
  return 0;
}
