// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Fuzzer.h"

extern "C" const char *__asan_default_options() {
  return "detect_container_overflow=0:allow_user_poisoning=0";
}
