/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Code objects that a loader must refuse; which one is a macro's matter. One is
 * of another architecture, for which a machine need not have headers. */

#if defined(KILN_TEST_UNDEFINED)
int not_there(void);
int k0(void) { return not_there(); }
#elif defined(KILN_TEST_CONSTRUCTOR)
int value;
__attribute__((constructor)) static void set(void) {
  __asm__ volatile("" : "=r"(value));
}
int k0(void) { return value; }
#elif defined(KILN_TEST_INIT)
int _init(void) { return 0; }
int k0(void) { return 0; }
#elif defined(KILN_TEST_TLS)
__thread int value = 1;
int k0(void) { return value; }
#elif defined(KILN_TEST_IFUNC)
static int one(void) { return 1; }
static void *resolve(void) { return (void *)one; }
int k0(void) __attribute__((ifunc("resolve")));
#elif defined(KILN_TEST_RELOCATED)
int k0(void);
int (*table[])(void) = {k0, k0};
int k0(void) { return table[1] != 0; }
#else
int k0(void) { return 0; }
#endif
