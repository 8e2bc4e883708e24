// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors are made in hundreds of places, so what makes them is kept out of
// line.

#include "kiln-rt/archive/Error.h"

#include <charconv>
#include <cstdio>

using namespace kiln::rt;

void MessagePart::format(int64_t value) {
  auto result = std::to_chars(digits_, digits_ + sizeof(digits_), value);
  text_ = {digits_, static_cast<size_t>(result.ptr - digits_)};
}

void MessagePart::format(uint64_t value) {
  auto result = std::to_chars(digits_, digits_ + sizeof(digits_), value);
  text_ = {digits_, static_cast<size_t>(result.ptr - digits_)};
}

void MessagePart::format(double value) {
  int length = std::snprintf(digits_, sizeof(digits_), "%.12g", value);
  text_ = {digits_, static_cast<size_t>(length)};
}

std::string kiln::rt::concatParts(const MessagePart *const *parts,
                                  size_t count) {
  size_t size = 0;
  for (size_t i = 0; i < count; ++i)
    size += parts[i]->text().size();
  std::string out;
  out.reserve(size);
  for (size_t i = 0; i < count; ++i)
    out += parts[i]->text();
  return out;
}

Error kiln::rt::errorOf(Code code, std::string message) {
  Error error;
  error.code = code;
  error.message = std::move(message);
  return error;
}

Status::Status(Error error)
    : error_(std::make_unique<Error>(std::move(error))) {}
