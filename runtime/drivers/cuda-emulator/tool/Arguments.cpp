// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tool/Arguments.h"

#include "dtype/Dtype.h"
#include "kiln-rt/archive/MappedFile.h"
#include "kiln-rt/archive/OutputFile.h"

#include <cstring>
#include <sstream>

using namespace kiln::emu;
using kiln::rt::concat;

static rt::Failure bad(const std::string &text, const std::string &why) {
  return rt::Status(rt::makeError(rt::Code::InvalidArgument, "--arg=", text,
                                  ": ", why))
      .takeError();
}

static rt::Expected<rt::NpyArray> readArray(const std::string &path) {
  KILN_RT_ASSIGN(auto file, rt::MappedFile::open(path));
  return rt::parseNpy(file.bytes(), path);
}

/// out:DTYPE:SHAPE:FILE, the shape as 3x4, or nothing for a scalar.
static rt::Expected<Argument> parseOutput(const std::string &text,
                                          const std::string &rest) {
  Argument made;
  size_t first = rest.find(':');
  size_t second =
      first == std::string::npos ? first : rest.find(':', first + 1);
  if (second == std::string::npos)
    return bad(text, "expected out:DTYPE:SHAPE:FILE.npy");
  auto dtype = rt::dtypeFromName(rest.substr(0, first));
  if (!dtype)
    return bad(text, "unknown dtype '" + rest.substr(0, first) + "'");
  std::vector<int64_t> sizes;
  std::string shape = rest.substr(first + 1, second - first - 1);
  int64_t elements = 1;
  std::istringstream parts(shape);
  for (std::string part; std::getline(parts, part, 'x');) {
    char *end = nullptr;
    sizes.push_back(std::strtoll(part.c_str(), &end, 10));
    if (part.empty() || *end || sizes.back() < 0 ||
        __builtin_mul_overflow(elements, sizes.back(), &elements) ||
        elements > INT64_C(1) << 40)
      return bad(text, "malformed shape '" + shape + "', expected 3x4");
  }
  made.array = rt::NpyArray(*dtype, sizes);
  made.file = rest.substr(second + 1);
  made.written = true;
  made.initialized = false;
  return made;
}

template <typename T>
static void append(std::vector<uint8_t> &bytes, T value) {
  bytes.resize(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
}

static rt::Expected<Argument> parseScalar(const std::string &text,
                                          const std::string &type,
                                          const std::string &value) {
  Argument made;
  char *end = nullptr;
  bool sign = type[0] == 's';
  if (type == "f32")
    append(made.scalar, std::strtof(value.c_str(), &end));
  else if (type == "f64")
    append(made.scalar, std::strtod(value.c_str(), &end));
  else if (sign || type[0] == 'u' || type[0] == 'b') {
    append(made.scalar,
           sign ? static_cast<uint64_t>(std::strtoll(value.c_str(), &end, 0))
                : std::strtoull(value.c_str(), &end, 0));
    auto parsed = typeFromName(type);
    if (!parsed || isFloat(*parsed) || bitsOf(*parsed) < 8 ||
        bitsOf(*parsed) > 64)
      return bad(text, "unknown type '" + type + "'");
    made.scalar.resize(bytesOf(*parsed));
  } else {
    return bad(text, "expected in:, inout:, out: or the type of a scalar");
  }
  if (value.empty() || *end)
    return bad(text, "malformed value '" + value + "'");
  return made;
}

rt::Expected<Argument> kiln::emu::parseArgument(const std::string &text) {
  size_t colon = text.find(':');
  if (colon == std::string::npos || colon == 0)
    return bad(text, "expected in:, inout:, out: or the type of a scalar");
  std::string kind = text.substr(0, colon), rest = text.substr(colon + 1);
  if (kind == "out")
    return parseOutput(text, rest);
  if (kind != "in" && kind != "inout")
    return parseScalar(text, kind, rest);
  Argument made;
  made.file = rest;
  made.written = kind == "inout";
  KILN_RT_ASSIGN(made.array, readArray(rest));
  return made;
}

rt::Expected<std::vector<uint8_t>>
kiln::emu::placeArguments(std::vector<Argument> &arguments, const Code &kernel,
                          Memory &memory) {
  const auto &params = kernel.function->params;
  if (arguments.size() != params.size())
    return rt::makeError(rt::Code::InvalidArgument, "kernel ",
                         kernel.function->name, " takes ", params.size(),
                         " arguments, not ", arguments.size());
  std::vector<uint8_t> bytes(kernel.paramBytes);
  for (size_t i = 0; i < arguments.size(); ++i) {
    Argument &argument = arguments[i];
    if (argument.array) {
      Allocation &made =
          memory.allocate(argument.array->bytes(), argument.file);
      if (argument.initialized) {
        std::memcpy(made.data.get(), argument.array->data(), made.size);
        made.shadow.setWritten(0, made.size);
      }
      argument.allocation = &made;
      append(argument.scalar, made.base);
    }
    if (argument.scalar.size() != params[i].bytes)
      return rt::makeError(rt::Code::InvalidArgument, "argument ", i, " has ",
                           argument.scalar.size(), " bytes, but parameter '",
                           params[i].name, "' has ", params[i].bytes);
    std::memcpy(bytes.data() + kernel.paramOffsets[i], argument.scalar.data(),
                argument.scalar.size());
  }
  return bytes;
}

rt::Status kiln::emu::writeArguments(const std::vector<Argument> &arguments) {
  for (const Argument &argument : arguments) {
    if (!argument.written)
      continue;
    rt::NpyArray array(argument.array->dtype(), argument.array->sizes());
    std::memcpy(array.data(), argument.allocation->data.get(), array.bytes());
    std::vector<uint8_t> bytes = rt::writeNpy(array);
    KILN_RT_TRY(
        rt::writeFile(argument.file, rt::ByteSpan(bytes.data(), bytes.size())));
  }
  return {};
}
