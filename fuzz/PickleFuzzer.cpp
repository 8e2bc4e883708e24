// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reader of pickles.
#include "Fuzzer.h"
#include "kiln/Pickle/Pickle.h"

using namespace kiln;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto pickle = pickle::Pickle::read(rt::ByteSpan(data, size), 64 << 20);
  if (pickle.ok())
    (void)pickle::readTensors(*pickle);
  return 0;
}
