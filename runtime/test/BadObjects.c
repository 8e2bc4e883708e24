/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Code objects that a loader must refuse; which one is a macro's matter. */

#include <stdint.h>

#if defined(KILN_TEST_UNDEFINED)
int32_t not_there(void);
int32_t k0(void) { return not_there(); }
#elif defined(KILN_TEST_CONSTRUCTOR)
int32_t value;
__attribute__((constructor)) static void set(void) {
  __asm__ volatile("" : "=r"(value));
}
int32_t k0(void) { return value; }
#elif defined(KILN_TEST_INIT)
int32_t _init(void) { return 0; }
int32_t k0(void) { return 0; }
#elif defined(KILN_TEST_TLS)
__thread int32_t value = 1;
int32_t k0(void) { return value; }
#elif defined(KILN_TEST_IFUNC)
static int32_t one(void) { return 1; }
static void *resolve(void) { return (void *)one; }
int32_t k0(void) __attribute__((ifunc("resolve")));
#elif defined(KILN_TEST_RELOCATED)
int32_t k0(void);
int32_t (*table[])(void) = {k0, k0};
int32_t k0(void) { return table[1] != 0; }
#else
int32_t k0(void) { return 0; }
#endif
