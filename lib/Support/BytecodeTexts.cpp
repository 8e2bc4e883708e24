// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks the sections of bytecode: one has all attributes and types end to end,
// another says how long each is and how it is encoded.
#include "BytecodeTexts.h"
#include "mlir/Bytecode/Encoding.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include <array>

using namespace kiln;
using llvm::StringRef;

namespace {
/// Reads numbers; past the end, zeros.
struct Cursor {
  StringRef bytes;
  size_t at = 0;

  bool isAtEnd() const { return at >= bytes.size(); }
  StringRef take(uint64_t count) {
    StringRef taken = bytes.substr(at, count);
    at = std::min<uint64_t>(bytes.size(),
                            at + std::min<uint64_t>(count, bytes.size()));
    return taken;
  }
  /// The zeros at the low end of the first byte say how many bytes follow.
  uint64_t takeNumber() {
    StringRef first = take(1);
    if (first.empty())
      return 0;
    auto low = static_cast<uint8_t>(first.front());
    unsigned more = low ? llvm::countr_zero(low) : 8;
    std::array<uint8_t, 8> rest = {};
    llvm::copy(take(more), rest.begin());
    uint64_t high = llvm::support::endian::read64le(rest.data());
    return low ? (high << (7 - more)) | (low >> (more + 1)) : high;
  }
};
} // namespace

/// The sections by their kind.
static std::array<StringRef, mlir::bytecode::Section::kNumSections>
readSections(StringRef file) {
  std::array<StringRef, mlir::bytecode::Section::kNumSections> sections;
  Cursor cursor{file, file.find('\0')}; // the producer's name ends there
  cursor.take(1);
  while (!cursor.isAtEnd()) {
    auto kind = static_cast<uint8_t>(cursor.take(1).front());
    uint64_t length = cursor.takeNumber();
    if (kind & 0x80) {
      uint64_t alignment = std::max<uint64_t>(1, cursor.takeNumber());
      cursor.take((alignment - cursor.at % alignment) % alignment);
    }
    kind &= 0x7f;
    if (kind >= sections.size())
      break;
    sections[kind] = cursor.take(length);
  }
  return sections;
}

bool kiln::isBytecode(StringRef file) { return file.starts_with("ML\xefR"); }

void kiln::forEachBytecodeText(StringRef file,
                               llvm::function_ref<void(StringRef)> visit) {
  auto sections = readSections(file);
  Cursor data{sections[mlir::bytecode::Section::kAttrType]};
  Cursor table{sections[mlir::bytecode::Section::kAttrTypeOffset]};
  table.takeNumber(); // attributes
  table.takeNumber(); // types
  while (!table.isAtEnd()) {
    table.takeNumber(); // dialect
    uint64_t count = table.takeNumber();
    for (; count > 0 && !table.isAtEnd(); --count) {
      uint64_t entry = table.takeNumber();
      bool hasEncoding = entry & 1;
      StringRef bytes = data.take(entry >> 1);
      if (!hasEncoding)
        visit(bytes);
    }
  }
}
