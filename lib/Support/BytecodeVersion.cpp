// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Support/BytecodeVersion.h"

using namespace mlir;
using namespace kiln;

namespace {
struct NumberedVersion : DialectVersion {
  explicit NumberedVersion(uint64_t number) : number(number) {}
  uint64_t number;
};
} // namespace

void BytecodeVersionInterface::writeVersion(
    DialectBytecodeWriter &writer) const {
  writer.writeVarInt(current);
}

std::unique_ptr<DialectVersion>
BytecodeVersionInterface::readVersion(DialectBytecodeReader &reader) const {
  uint64_t number;
  if (failed(reader.readVarInt(number)))
    return nullptr;
  if (number > current) {
    reader.emitError() << getDialect()->getNamespace() << " dialect version "
                       << number << " is newer than the supported " << current;
    return nullptr;
  }
  return std::make_unique<NumberedVersion>(number);
}
