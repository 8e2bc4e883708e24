/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Compiles an exported program from C: prints its core form, then writes the
 * package. `compile-c model.pt2 core.mlir model.kiln [option=value | cancel]…`
 */

#include <kiln-c/Compiler.h>

#include <stdio.h>
#include <string.h>

static void diagnose(void *user, kiln_severity severity, const char *message) {
  (void)user;
  fprintf(stderr, "%s%s\n", severity == KILN_SEVERITY_ERROR ? "error: " : "",
          message);
}

static void showProgress(void *user, size_t done, size_t count) {
  (void)user;
  if (done == count)
    printf("%zu kernels\n", count);
}

static int isCancelled(void *user) {
  (void)user;
  return 1;
}

static void writeTo(void *user, const char *bytes, size_t size) {
  fwrite(bytes, 1, size, user);
}

/* Takes "cancel", or "option=value". */
static int setOption(kiln_compiler *compiler, char *text) {
  char *value = strchr(text, '=');
  if (strcmp(text, "cancel") == 0) {
    kiln_compiler_on_cancel(compiler, isCancelled, NULL);
    return 0;
  }
  if (!value)
    return 1;
  *value = 0;
  return kiln_compiler_set_option(compiler, text, value + 1);
}

static int compile(kiln_compiler *compiler, char **arguments, int count) {
  kiln_compiler_on_diagnostic(compiler, diagnose, NULL);
  kiln_compiler_on_progress(compiler, showProgress, NULL);
  for (int i = 4; i < count; ++i)
    if (setOption(compiler, arguments[i]))
      return 1;
  if (kiln_compiler_add_target(compiler, "cpu:x86-64-v3") ||
      kiln_compiler_load(compiler, arguments[1], KILN_PHASE_EXPORTED) ||
      kiln_compiler_run_to(compiler, KILN_PHASE_CORE))
    return 1;
  FILE *core = fopen(arguments[2], "w");
  if (!core)
    return 1;
  int failed = kiln_compiler_print(compiler, writeTo, core);
  fclose(core);
  return failed || kiln_compiler_write_package(compiler, arguments[3]);
}

int main(int argc, char **argv) {
  if (argc < 4)
    return 2;
  kiln_compiler *compiler = kiln_compiler_create();
  int failed = !compiler || compile(compiler, argv, argc);
  kiln_compiler_destroy(compiler);
  return failed;
}
