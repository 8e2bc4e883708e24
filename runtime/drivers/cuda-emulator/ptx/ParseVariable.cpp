// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables: .global .align 4 .b8 name[16] = {1, 2, symbol+4};

#include "ptx/TokenStream.h"

#include <cstring>

using namespace kiln::emu;

static constexpr int64_t maxElements = INT64_C(1) << 31;
static constexpr int64_t maxCopies = 1 << 12;

/// Elements of an array, by its sizes; 0 where the first is left out.
static bool parseSizes(TokenStream &in, uint64_t &count) {
  while (in.takeMark('[')) {
    int64_t size = 0;
    if (!in.isMark(']') && !parseConstant(in, size))
      return false;
    count *= static_cast<uint64_t>(size);
    if (size < 0 || size > maxElements || count > maxElements)
      return in.fail(rt::concat("an array of ", size,
                                " elements, or of more than ", maxElements,
                                " in all"));
    if (!in.expect(']'))
      return false;
  }
  return true;
}

static void append(std::vector<uint8_t> &bytes, uint64_t bits, unsigned size) {
  for (unsigned i = 0; i < size; ++i)
    bytes.push_back(static_cast<uint8_t>(bits >> (8 * i)));
}

static bool parseNumber(TokenStream &in, Variable &variable, unsigned size) {
  bool minus = in.isMark('-') && in.peek(1).kind == Token::Float;
  if (minus)
    in.take();
  if (in.peek().kind == Token::Float) {
    double value = minus ? -in.peek().value : in.peek().value;
    in.take();
    uint64_t bits = 0;
    if (size == 4) {
      float narrow = static_cast<float>(value);
      std::memcpy(&bits, &narrow, 4);
    } else {
      std::memcpy(&bits, &value, 8);
    }
    append(variable.initial, bits, size);
    return true;
  }
  int64_t value = 0;
  if (!parseConstant(in, value))
    return false;
  append(variable.initial, static_cast<uint64_t>(value), size);
  return true;
}

/// symbol, symbol+4, generic(symbol), as the content of a variable.
static bool parseRelocation(TokenStream &in, Variable &variable,
                            unsigned size) {
  Relocation relocation;
  relocation.offset = variable.initial.size();
  relocation.bytes = size;
  relocation.symbol = in.take().text;
  bool generic = relocation.symbol == "generic" && in.takeMark('(');
  if (generic && !in.name(relocation.symbol, "a variable"))
    return false;
  if (generic && !in.expect(')'))
    return false;
  if (in.takeMark('+') && !parseConstant(in, relocation.addend))
    return false;
  append(variable.initial, 0, size);
  variable.relocations.push_back(relocation);
  return true;
}

static bool parseInitial(TokenStream &in, Variable &variable, unsigned size) {
  if (in.takeMark('{')) {
    while (!in.isMark('}')) {
      if (!parseInitial(in, variable, size))
        return false;
      if (!in.takeMark(','))
        break;
    }
    return in.expect('}');
  }
  if (in.peek().kind == Token::Name && in.peek().text != "WARP_SZ")
    return parseRelocation(in, variable, size);
  return parseNumber(in, variable, size);
}

/// What may stand between the state space and the name.
static bool parseAttributes(TokenStream &in, Variable &variable,
                            uint64_t &vector) {
  while (in.peek().kind == Token::Dotted) {
    Token token = in.take();
    int64_t value = 0;
    if (token.text == "align") {
      if (!in.integer(value))
        return false;
      if (value <= 0 || (value & (value - 1)) || value > 1 << 20)
        return in.fail(token.at,
                       rt::concat("alignment ", value, " is no power of two"));
      (variable.pointerAlign ? variable.pointerAlign : variable.align) =
          static_cast<unsigned>(value);
    } else if (token.text == "v2" || token.text == "v4") {
      vector = token.text == "v2" ? 2 : 4;
    } else if (token.text == "ptr") {
      variable.pointerAlign = 4;
    } else if (token.text == "attribute") {
      while (!in.takeMark(')') && !in.isAtEnd())
        in.take();
    } else if (auto type = typeFromName(token.text)) {
      variable.type = *type;
    } else if (!variable.pointerAlign ||
               (token.text != "global" && token.text != "shared" &&
                token.text != "const" && token.text != "local" &&
                token.text != "generic")) {
      return in.fail(token.at,
                     "unknown attribute of a variable: ." + token.text);
    }
  }
  return true;
}

bool kiln::emu::parseVariable(TokenStream &in, Space space, Variable &variable,
                              unsigned &count) {
  uint64_t vector = 1, elements = 1;
  variable.space = space;
  variable.at = in.peek().at;
  if (!parseAttributes(in, variable, vector))
    return false;
  if (variable.type == Type::None)
    return in.fail("the variable has no type");
  if (!in.name(variable.name, "a variable"))
    return false;
  count = 1;
  if (in.takeMark('<')) {
    int64_t copies = 0;
    if (!in.integer(copies) || !in.expect('>'))
      return false;
    if (copies < 0 || copies > maxCopies)
      return in.fail(rt::concat("more than ", maxCopies, " copies of '",
                                variable.name, "'"));
    count = static_cast<unsigned>(copies);
  }
  if (!parseSizes(in, elements))
    return false;
  unsigned size = bytesOf(variable.type);
  variable.bytes = elements * vector * size;
  variable.align =
      std::max(variable.align, static_cast<unsigned>(size * vector));
  if (!in.takeMark('='))
    return true;
  if (!parseInitial(in, variable, size))
    return false;
  if (variable.bytes == 0)
    variable.bytes = variable.initial.size();
  if (variable.initial.size() > variable.bytes)
    return in.fail(variable.at,
                   rt::concat("'", variable.name, "' has ", variable.bytes,
                              " bytes, but ", variable.initial.size(),
                              " are given"));
  variable.initial.resize(variable.bytes);
  return true;
}
