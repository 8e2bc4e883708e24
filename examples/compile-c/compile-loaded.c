/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Loads libkiln-c when it runs, and compiles IR in memory to a package in
 * memory: `compile-loaded libkiln-c.so < program.mlir > program.kiln`. */

#include <kiln-c/Compiler.h>

#include <dlfcn.h>
#include <stdio.h>

/* The functions that are called, by their declarations. */
static __typeof__(&kiln_compiler_create) create;
static __typeof__(&kiln_compiler_parse) parse;
static __typeof__(&kiln_compiler_make_package) makePackage;
static __typeof__(&kiln_compiler_destroy) destroy;

static int load(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    fprintf(stderr, "%s\n", dlerror());
    return 0;
  }
  *(void **)&create = dlsym(library, "kiln_compiler_create");
  *(void **)&parse = dlsym(library, "kiln_compiler_parse");
  *(void **)&makePackage = dlsym(library, "kiln_compiler_make_package");
  *(void **)&destroy = dlsym(library, "kiln_compiler_destroy");
  return create && parse && makePackage && destroy;
}

static void writeTo(void *user, const char *bytes, size_t size) {
  fwrite(bytes, 1, size, user);
}

int main(int argc, char **argv) {
  static char text[1 << 16];
  size_t size = fread(text, 1, sizeof text, stdin);
  if (argc != 2 || !load(argv[1]))
    return 2;
  kiln_compiler *compiler = create();
  int failed = !compiler || parse(compiler, text, size, KILN_PHASE_EXPORTED) ||
               makePackage(compiler, writeTo, stdout);
  destroy(compiler);
  return failed;
}
