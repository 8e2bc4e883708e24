/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * load-package PACKAGE COUNT: loads a package so many times, one after the
 * other. */

#include <kiln-rt/kiln.h>

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc != 3)
    return 1;
  for (long i = atol(argv[2]); i > 0; --i) {
    kiln_module *module = NULL;
    kiln_error *error = kiln_module_load_file(argv[1], NULL, &module);
    if (error) {
      fprintf(stderr, "%s\n", kiln_error_message(error));
      return 1;
    }
    kiln_module_release(module);
  }
  return 0;
}
