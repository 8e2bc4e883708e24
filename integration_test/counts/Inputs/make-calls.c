/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * make-calls PACKAGE COUNT: the same call of a package so many times, on one
 * thread, with float32 inputs of zeros whose unknown sizes are 2, and one output
 * of 2 x 4. */

#include <kiln-rt/kiln.h>

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 64 };

static void require(kiln_error *error) {
  if (error) {
    fprintf(stderr, "%s\n", kiln_error_message(error));
    exit(1);
  }
}

int main(int argc, char **argv) {
  kiln_module_options options = {.struct_size = sizeof(options), .threads = 1};
  kiln_program_info program = {.struct_size = sizeof(program)};
  kiln_module *module = NULL;
  kiln_context *context = NULL;
  kiln_tensor inputs[MOST] = {{0}}, output = {0};
  float zeros[16] = {0}, made[8];
  if (argc != 3)
    return 1;
  require(kiln_module_load_file(argv[1], &options, &module));
  require(kiln_context_create(module, NULL, &context));
  if (!kiln_module_program(module, 0, &program) || program.input_count > MOST)
    return 1;
  for (size_t i = 0; i < program.input_count; ++i) {
    inputs[i] = (kiln_tensor){
        .data = zeros, .dtype = KILN_DTYPE_F32, .rank = 2, .sizes = {2, 4}};
  }
  output = (kiln_tensor){
      .data = made, .dtype = KILN_DTYPE_F32, .rank = 2, .sizes = {2, 4}};
  for (long i = atol(argv[2]); i > 0; --i)
    require(kiln_run(context, NULL, inputs, program.input_count, &output, 1,
                     NULL));
  kiln_context_destroy(context);
  kiln_module_release(module);
  return 0;
}
