// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "expr/Expression.h"

#include <cmath>
#include <limits>

using namespace kiln::rt;

const char *kiln::rt::sortName(Sort sort) {
  static const char *const names[] = {"int", "float", "bool"};
  return names[static_cast<int>(sort)];
}

const char *kiln::rt::evalFailureText(EvalFailure failure) {
  static const char *const texts[] = {
      "no failure",
      "the value does not fit 64 bits",
      "division by zero",
      "negative exponent",
      "shift by a number outside of 0 … 63",
      "the float has no integer value",
      "the argument is outside of the function's domain",
  };
  return texts[static_cast<int>(failure)];
}

static constexpr int64_t minInt = std::numeric_limits<int64_t>::min();

static EvalFailure checked(bool overflow) {
  return overflow ? EvalFailure::Overflow : EvalFailure::None;
}

/// Python's division: rounds down, `up` rounds up; exact.
static EvalFailure divide(int64_t a, int64_t b, bool up, Word &out) {
  if (b == 0)
    return EvalFailure::DivisionByZero;
  if (a == minInt && b == -1)
    return EvalFailure::Overflow;
  int64_t quotient = a / b, rest = a % b;
  bool sameSign = (rest < 0) == (b < 0);
  if (rest != 0 && up == sameSign)
    quotient += up ? 1 : -1;
  out = quotient;
  return EvalFailure::None;
}

/// Python's modulo: the sign of the divisor.
static EvalFailure modulo(int64_t a, int64_t b, Word &out) {
  if (b == 0)
    return EvalFailure::DivisionByZero;
  if (b == -1) {
    out = 0; // also where a / b would overflow
    return EvalFailure::None;
  }
  int64_t rest = a % b;
  out = rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
  return EvalFailure::None;
}

static EvalFailure power(int64_t base, int64_t exponent, Word &out) {
  if (exponent < 0)
    return EvalFailure::NegativeExponent;
  out = 1;
  if (base == 0 || base == 1 || base == -1) {
    out = exponent == 0 ? 1 : base == -1 && exponent % 2 == 0 ? 1 : base;
    return EvalFailure::None;
  }
  for (; exponent > 0; --exponent) // |base| >= 2: at most 63 rounds
    if (__builtin_mul_overflow(out, base, &out))
      return EvalFailure::Overflow;
  return EvalFailure::None;
}

static EvalFailure shiftLeft(int64_t a, int64_t b, Word &out) {
  if (b < 0 || b > 63)
    return EvalFailure::BadShift;
  if (b == 63) {
    out = a == 0 ? 0 : minInt;
    return checked(a != 0 && a != -1);
  }
  return checked(__builtin_mul_overflow(a, int64_t(1) << b, &out));
}

static EvalFailure toInt(double value, Word &out) {
  // 2^63 is a double, the greatest int64 is not.
  if (!(value >= -9223372036854775808.0 && value < 9223372036854775808.0))
    return EvalFailure::NotAnInteger;
  out = static_cast<int64_t>(value);
  return EvalFailure::None;
}

static EvalFailure trueDivide(int64_t a, int64_t b, Word &out) {
  if (b == 0)
    return EvalFailure::DivisionByZero;
  out = doubleToWord(static_cast<double>(static_cast<long double>(a) /
                                         static_cast<long double>(b)));
  return EvalFailure::None;
}

static EvalFailure evaluateInt(ExprOp op, int64_t a, int64_t b, Word &out) {
  switch (op) {
  case ExprOp::AddI:
    return checked(__builtin_add_overflow(a, b, &out));
  case ExprOp::SubI:
    return checked(__builtin_sub_overflow(a, b, &out));
  case ExprOp::MulI:
    return checked(__builtin_mul_overflow(a, b, &out));
  case ExprOp::NegI:
    return checked(__builtin_sub_overflow(int64_t(0), a, &out));
  case ExprOp::AbsI:
    out = a;
    return a < 0 ? checked(__builtin_sub_overflow(int64_t(0), a, &out))
                 : EvalFailure::None;
  case ExprOp::FloorDivI:
    return divide(a, b, /*up=*/false, out);
  case ExprOp::CeilDivI:
    return divide(a, b, /*up=*/true, out);
  case ExprOp::ModI:
    return modulo(a, b, out);
  case ExprOp::PowI:
    return power(a, b, out);
  case ExprOp::ToFloatI:
    out = doubleToWord(static_cast<double>(a));
    return EvalFailure::None;
  case ExprOp::TrueDivI:
    return trueDivide(a, b, out);
  case ExprOp::LShiftI:
    return shiftLeft(a, b, out);
  case ExprOp::RShiftI:
    out = b < 0 ? 0 : a >> (b > 63 ? 63 : b);
    return b < 0 ? EvalFailure::BadShift : EvalFailure::None;
  default:
    break;
  }
  out = op == ExprOp::MaxI                            ? (a > b ? a : b)
        : op == ExprOp::MinI                          ? (a < b ? a : b)
        : op == ExprOp::EqI                           ? a == b
        : op == ExprOp::NeI                           ? a != b
        : op == ExprOp::LtI                           ? a < b
        : op == ExprOp::LeI                           ? a <= b
        : op == ExprOp::NotB                          ? !a
        : op == ExprOp::BitXorI                       ? (a ^ b)
        : op == ExprOp::BitAndI || op == ExprOp::AndB ? (a & b)
                                                      : (a | b);
  return EvalFailure::None;
}

static EvalFailure evaluateFloat(ExprOp op, double a, double b, Word &out) {
  double value = 0;
  switch (op) {
  case ExprOp::EqF:
    out = a == b;
    return EvalFailure::None;
  case ExprOp::NeF:
    out = a != b;
    return EvalFailure::None;
  case ExprOp::LtF:
    out = a < b;
    return EvalFailure::None;
  case ExprOp::LeF:
    out = a <= b;
    return EvalFailure::None;
  case ExprOp::TruncF:
    return toInt(std::trunc(a), out);
  case ExprOp::FloorF:
    return toInt(std::floor(a), out);
  case ExprOp::CeilF:
    return toInt(std::ceil(a), out);
  case ExprOp::RoundF: // half to even, as Python
    return toInt(std::nearbyint(a), out);
  case ExprOp::AddF:
    value = a + b;
    break;
  case ExprOp::SubF:
    value = a - b;
    break;
  case ExprOp::MulF:
    value = a * b;
    break;
  case ExprOp::NegF:
    value = -a;
    break;
  case ExprOp::AbsF:
    value = std::fabs(a);
    break;
  case ExprOp::PowF:
    value = std::pow(a, b);
    break;
  case ExprOp::MaxF:
    value = a > b ? a : b;
    break;
  case ExprOp::MinF:
    value = a < b ? a : b;
    break;
  case ExprOp::TrueDivF:
    if (b == 0)
      return EvalFailure::DivisionByZero;
    value = a / b;
    break;
  case ExprOp::SqrtF:
    if (a < 0)
      return EvalFailure::Domain;
    value = std::sqrt(a);
    break;
  case ExprOp::LogF:
    if (a <= 0)
      return EvalFailure::Domain;
    value = std::log(a);
    break;
  case ExprOp::ExpF:
    value = std::exp(a);
    break;
  case ExprOp::SinF:
    value = std::sin(a);
    break;
  case ExprOp::CosF:
    value = std::cos(a);
    break;
  default:
    value = std::tanh(a);
    break;
  }
  out = doubleToWord(value);
  return EvalFailure::None;
}

static bool isUnary(ExprOp op) {
  switch (op) {
  case ExprOp::NegI:
  case ExprOp::NegF:
  case ExprOp::AbsI:
  case ExprOp::AbsF:
  case ExprOp::ToFloatI:
  case ExprOp::TruncF:
  case ExprOp::FloorF:
  case ExprOp::CeilF:
  case ExprOp::RoundF:
  case ExprOp::SqrtF:
  case ExprOp::ExpF:
  case ExprOp::LogF:
  case ExprOp::SinF:
  case ExprOp::CosF:
  case ExprOp::TanhF:
  case ExprOp::NotB:
    return true;
  default:
    return false;
  }
}

static bool takesFloat(ExprOp op) {
  switch (op) {
#define KILN_EXPR_OP(name)                                                     \
  case ExprOp::name:                                                           \
    return std::string_view(#name).back() == 'F';
#include "expr/ExprOps.def"
  }
  return false;
}

EvalFailure Expression::evaluateCode(const Word *registers,
                                     Word &result) const {
  // Each nesting level holds at most three operands (Where) and the running
  // sum and product, so the parser's depth limit bounds the stack.
  Word stack[5 * maxExprDepth + 8];
  size_t top = 0;
  for (const ExprInstruction &instruction : code_) {
    ExprOp op = instruction.op;
    if (op == ExprOp::Constant || op == ExprOp::Register) {
      stack[top++] = op == ExprOp::Constant ? instruction.payload
                                            : registers[instruction.payload];
      continue;
    }
    if (op == ExprOp::Where) {
      top -= 2;
      stack[top - 1] = stack[top - 1] ? stack[top] : stack[top + 1];
      continue;
    }
    bool unary = isUnary(op);
    top -= unary ? 0 : 1;
    Word a = stack[top - 1], b = unary ? 0 : stack[top];
    EvalFailure failure = takesFloat(op)
                              ? evaluateFloat(op, wordToDouble(a),
                                              wordToDouble(b), stack[top - 1])
                              : evaluateInt(op, a, b, stack[top - 1]);
    if (failure != EvalFailure::None)
      return failure;
  }
  result = stack[0];
  return EvalFailure::None;
}

void Expression::forEachRegister(
    const std::function<void(uint32_t)> &visit) const {
  if (kind_ == Kind::Register)
    visit(static_cast<uint32_t>(payload_));
  for (const ExprInstruction &instruction : code_)
    if (instruction.op == ExprOp::Register)
      visit(static_cast<uint32_t>(instruction.payload));
}

/// a op b of affine forms; nothing where the result is not affine in one
/// symbol or does not fit.
static std::optional<AffineForm> combine(ExprOp op, AffineForm a,
                                         AffineForm b) {
  if (op == ExprOp::MulI) {
    if (a.hasSymbol && b.hasSymbol)
      return std::nullopt;
    if (b.hasSymbol)
      std::swap(a, b);
    if (__builtin_mul_overflow(a.scale, b.offset, &a.scale) ||
        __builtin_mul_overflow(a.offset, b.offset, &a.offset))
      return std::nullopt;
    return a;
  }
  if (a.hasSymbol && b.hasSymbol && a.reg != b.reg)
    return std::nullopt;
  bool overflow =
      op == ExprOp::AddI
          ? __builtin_add_overflow(a.scale, b.scale, &a.scale) ||
                __builtin_add_overflow(a.offset, b.offset, &a.offset)
          : __builtin_sub_overflow(a.scale, b.scale, &a.scale) ||
                __builtin_sub_overflow(a.offset, b.offset, &a.offset);
  if (overflow)
    return std::nullopt;
  if (b.hasSymbol)
    a.reg = b.reg;
  a.hasSymbol |= b.hasSymbol;
  return a;
}

std::optional<AffineForm> Expression::affineForm() const {
  if (sort_ != Sort::Int)
    return std::nullopt;
  if (kind_ == Kind::Constant)
    return AffineForm{false, 0, 0, payload_};
  if (kind_ == Kind::Register)
    return AffineForm{true, static_cast<uint32_t>(payload_), 1, 0};
  std::vector<AffineForm> stack;
  for (const ExprInstruction &instruction : code_) {
    switch (instruction.op) {
    case ExprOp::Constant:
      stack.push_back({false, 0, 0, instruction.payload});
      break;
    case ExprOp::Register:
      stack.push_back({true, static_cast<uint32_t>(instruction.payload), 1, 0});
      break;
    case ExprOp::NegI:
      stack.push_back(stack.back());
      stack[stack.size() - 2] = AffineForm{};
      [[fallthrough]];
    case ExprOp::AddI:
    case ExprOp::SubI:
    case ExprOp::MulI: {
      AffineForm b = stack.back();
      stack.pop_back();
      ExprOp op =
          instruction.op == ExprOp::NegI ? ExprOp::SubI : instruction.op;
      std::optional<AffineForm> form = combine(op, stack.back(), b);
      if (!form)
        return std::nullopt;
      stack.back() = *form;
      break;
    }
    default:
      return std::nullopt;
    }
  }
  return stack.back();
}
