// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reader of archives: opens the input and reads every record.
#include "Fuzzer.h"
#include "kiln-rt/archive/RecordReader.h"

using namespace kiln::rt;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  ZipLimits limits;
  limits.maxInflatedBytes = 1 << 20;
  auto zip = ZipReader::openMemory(ByteSpan(data, size), "fuzz", limits);
  if (!zip.ok())
    return 0;
  RecordReader reader(*std::move(zip), limits);
  for (const ZipEntry &entry : reader.outer().entries()) {
    auto bytes = reader.read(entry.name);
    volatile uint8_t last = 0;
    if (bytes.ok() && bytes->span.size)
      last = bytes->span.data[bytes->span.size - 1];
    (void)last;
    (void)reader.outer().checkCrc(entry);
    (void)reader.read(std::string(entry.name) + "!archive/data.pkl");
  }
  return 0;
}
