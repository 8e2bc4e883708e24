/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Loads digits.kiln and classifies two images, from C. */

#include <kiln-rt/kiln.h>

#include <stdio.h>

/* Prints an error and frees it; true if there was one. */
static int failed(kiln_error *error) {
  if (!error)
    return 0;
  fprintf(stderr, "%s\n", kiln_error_message(error));
  kiln_error_free(error);
  return 1;
}

int main(int argc, char **argv) {
  kiln_module *module = NULL;
  kiln_context *context = NULL;
  if (argc != 2 || failed(kiln_module_load_file(argv[1], NULL, &module)) ||
      failed(kiln_context_create(module, NULL, &context)))
    return 1;

  /* Two images of 8 x 8: a vertical stroke, which is a one, and nothing. */
  float images[2][1][8][8] = {{{{0}}}};
  for (int row = 0; row < 8; ++row)
    images[0][0][row][3] = images[0][0][row][4] = 1.0f;
  kiln_tensor input = {.data = images,
                       .dtype = KILN_DTYPE_F32,
                       .rank = 4,
                       .sizes = {2, 1, 8, 8}};
  kiln_tensor logits = {0}; /* no data: the library allocates */
  if (failed(kiln_run(context, NULL, &input, 1, &logits, 1, NULL)))
    return 1;
  const float *values = logits.data;
  for (int image = 0; image < 2; ++image) {
    int best = 0;
    for (int digit = 1; digit < 10; ++digit)
      if (values[10 * image + digit] > values[10 * image + best])
        best = digit;
    printf("image %d: %d\n", image, best);
  }

  kiln_tensor_free(module, &logits);
  kiln_context_destroy(context);
  kiln_module_release(module);
  return 0;
}
