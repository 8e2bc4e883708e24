// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arithmetic of the emulator of CUDA devices against that of the reference
// evaluator: for each instruction and the ATen operator that it computes, all
// special values of the type, in pairs where there are two operands.
#include "../Reference/KernelTest.h"
#include "exec/Launch.h"
#include "isa/Numbers.h"
#include <cmath>
#include <random>

using namespace kiln;
using namespace kiln::reference;
namespace emu = kiln::emu;

namespace {
/// An element type of PTX and its name in IR.
struct ElementType {
  const char *ptx, *ir;
  unsigned bytes;
  const emu::Format *format; ///< of a float of up to 32 bits
};

/// Operands are %a and %b, the result is %d, of registers of their width.
struct Instruction {
  const char *ptx, *aten;
  ElementType from, to;
  unsigned operands = 2;
  /// Where PTX allows an error: units in the last place.
  double allowance = 0;
  /// Leaves out infinities, NaN and beyond i32, whose casts PTX defines
  /// otherwise than PyTorch, and zeros, by which integers are not divided.
  bool ordinaryOnly = false;
};
} // namespace

static const emu::Format f32Format{8, 23, true, 0x7fffffff};
static const ElementType F16{"f16", "f16", 2, &emu::halfFormat},
    BF16{"bf16", "bf16", 2, &emu::bfloatFormat},
    F32{"f32", "f32", 4, &f32Format}, F64{"f64", "f64", 8, nullptr},
    I32{"s32", "i32", 4, nullptr}, I64{"s64", "i64", 8, nullptr},
    I1{"u8", "i1", 1, nullptr};

static bool isFloat(const ElementType &type) {
  return type.format || type.ptx == F64.ptx;
}

/// The values whose treatment differs between implementations, and some others.
static std::vector<double> specialValues(const ElementType &type) {
  std::mt19937_64 random(11);
  std::vector<double> values;
  if (!isFloat(type)) {
    int64_t top = type.bytes == 4 ? INT32_MAX : INT64_C(1) << 52;
    for (int64_t value : {INT64_C(0), INT64_C(1), INT64_C(2), INT64_C(7),
                          INT64_C(100003), top - 1, top})
      values.insert(values.end(),
                    {static_cast<double>(value), -static_cast<double>(value)});
    for (int i = 0; i < 20; ++i)
      values.push_back(static_cast<int32_t>(random()));
    return values;
  }
  unsigned exponent = type.format ? type.format->exponent : 11;
  unsigned mantissa = type.format ? type.format->mantissa : 52;
  int low = 2 - (1 << (exponent - 1)); // of the least normal number
  double unit = std::ldexp(1, -static_cast<int>(mantissa));
  double least = std::ldexp(1, low), top = std::ldexp(2 - unit, 1 - low);
  for (double value : {0.0,
                       least * unit,
                       3 * least * unit,
                       least * (1 - unit),
                       least,
                       least * (1 + unit),
                       unit,
                       unit / 2,
                       unit * 0.75,
                       1 - unit / 2,
                       1.0,
                       1 + unit,
                       1.5,
                       2.0,
                       2.5,
                       3.0,
                       10.0,
                       0.5,
                       0.25,
                       1 / unit,
                       2 / unit + 2,
                       top / 2,
                       top,
                       std::numeric_limits<double>::infinity()})
    values.insert(values.end(), {value, -value});
  values.push_back(std::numeric_limits<double>::quiet_NaN());
  for (int i = 0; i < 30; ++i) {
    double value =
        std::ldexp(1 + std::ldexp(static_cast<double>(random() >> 32), -32),
                   static_cast<int>(random() % 20) - 10);
    values.push_back(random() & 1 ? value : -value);
  }
  return values;
}

static uint64_t bitsOf(double value, const ElementType &type) {
  uint64_t bits = 0;
  if (type.format)
    return emu::encode(value, *type.format, emu::Rounding::Nearest);
  if (isFloat(type))
    std::memcpy(&bits, &value, 8);
  else
    bits = static_cast<uint64_t>(static_cast<int64_t>(value));
  return bits;
}

static double valueOf(const uint8_t *bytes, const ElementType &type) {
  uint64_t bits = 0;
  std::memcpy(&bits, bytes, type.bytes);
  if (type.format)
    return emu::decode(static_cast<uint32_t>(bits), *type.format);
  if (isFloat(type)) {
    double value;
    std::memcpy(&value, &bits, 8);
    return value;
  }
  unsigned unused = 64 - 8 * type.bytes;
  return static_cast<double>(static_cast<int64_t>(bits << unused) >> unused);
}

/// What is left of a value in the type.
static double rounded(double value, const ElementType &type) {
  uint64_t bits = bitsOf(value, type);
  return valueOf(reinterpret_cast<const uint8_t *>(&bits), type);
}

namespace {
class EmulatorArithmetic : public KernelTest {
protected:
  uint64_t put(const std::vector<double> &values, const ElementType &type) {
    emu::Allocation &array =
        memory.allocate(values.size() * type.bytes, "operand");
    for (size_t i = 0; i < values.size(); ++i) {
      uint64_t bits = bitsOf(values[i], type);
      std::memcpy(array.data.get() + i * type.bytes, &bits, type.bytes);
    }
    array.shadow.setWritten(0, array.size);
    return array.base;
  }

  std::vector<double> emulate(const Instruction &instruction,
                              const std::vector<double> &a,
                              const std::vector<double> &b);
  void compare(const Instruction &instruction);

  emu::Memory memory;
};
} // namespace

static std::string kernelText(const Instruction &instruction) {
  auto width = [](const ElementType &type) {
    return std::to_string(8 * type.bytes);
  };
  auto wide = [](const ElementType &type) { // registers have 16 bits or more
    return std::to_string(8 * std::max(type.bytes, 2u));
  };
  const ElementType &from = instruction.from, &to = instruction.to;
  std::string text = ".version 8.6\n.target sm_90a\n.address_size 64\n"
                     ".visible .entry k(.param .u64 p0, .param .u64 p1, "
                     ".param .u64 p2) {\n.reg .pred %p; .reg .b32 %i<4>; .reg "
                     ".b64 %at<7>;\n.reg .b" +
                     wide(from) + " %a, %b; .reg .b" + wide(to) + " %d;\n";
  text += "mov.u32 %i1, %tid.x; mov.u32 %i2, %ctaid.x; mad.lo.u32 %i3, %i2, "
          "128, %i1;\n";
  const char *names[] = {"%a", "%b", "%d"};
  for (int i = 0; i < 3; ++i) {
    const ElementType &type = i < 2 ? from : to;
    std::string number = std::to_string(i), address = "%at" + number;
    text += "ld.param.u64 " + address + ", [p" + number + "]; mad.wide.u32 " +
            address + ", %i3, " + std::to_string(type.bytes) + ", " + address +
            ";\n";
    if (i < 2)
      text += "ld.global.b" + width(type) + " " + names[i] + ", [" + address +
              "];\n";
  }
  return text + instruction.ptx + "\nst.global.b" + width(to) +
         " [%at2], %d;\nret;\n}\n";
}

std::vector<double> EmulatorArithmetic::emulate(const Instruction &instruction,
                                                const std::vector<double> &a,
                                                const std::vector<double> &b) {
  auto module = emu::parsePtx(kernelText(instruction), "k.ptx");
  if (!module.ok()) {
    ADD_FAILURE() << module.error().message;
    return {};
  }
  auto program = emu::loadProgram(std::move(*module), memory);
  if (!program.ok()) {
    ADD_FAILURE() << program.error().message;
    return {};
  }
  emu::Allocation &out =
      memory.allocate(a.size() * instruction.to.bytes, "result");
  uint64_t arguments[] = {put(a, instruction.from), put(b, instruction.from),
                          out.base};
  std::vector<uint8_t> params(sizeof(arguments));
  std::memcpy(params.data(), arguments, sizeof(arguments));
  emu::LaunchShape shape;
  shape.block[0] = 128;
  shape.grid[0] = static_cast<uint32_t>(a.size() / 128);
  emu::Report report;
  auto done = emu::runKernel(**program, *(*program)->kernel("k"), memory, shape,
                             params, {}, report);
  EXPECT_TRUE(done.ok() && report.text("k.ptx").empty())
      << report.text("k.ptx");
  std::vector<double> values;
  for (size_t i = 0; i < a.size(); ++i)
    values.push_back(
        valueOf(out.data.get() + i * instruction.to.bytes, instruction.to));
  return values;
}

/// Equal, zeros by their sign and NaN as NaN, or as near as is allowed. The
/// less of two zeros is the negative one by PTX, and either by C.
static bool agree(double found, double expected, const Instruction &by) {
  if (std::isnan(expected) || std::isnan(found))
    return std::isnan(expected) && std::isnan(found);
  if (found == expected)
    return std::signbit(found) == std::signbit(expected) ||
           StringRef(by.ptx).starts_with("min") ||
           StringRef(by.ptx).starts_with("max");
  unsigned mantissa = by.to.format ? by.to.format->mantissa : 52;
  return std::abs(found - expected) <=
         by.allowance *
             std::ldexp(std::abs(expected), -static_cast<int>(mantissa));
}

void EmulatorArithmetic::compare(const Instruction &instruction) {
  SCOPED_TRACE(instruction.ptx);
  std::vector<double> special, a, b;
  for (double value : specialValues(instruction.from))
    if (!instruction.ordinaryOnly || (std::abs(value) < 0x1p31 && value != 0))
      special.push_back(rounded(value, instruction.from));
  for (double x : special)
    for (double y :
         instruction.operands == 2 ? special : std::vector<double>{1}) {
      a.push_back(x);
      b.push_back(y);
    }
  // Whole blocks.
  while (a.size() % 128) {
    a.push_back(1);
    b.push_back(1);
  }
  std::vector<int64_t> sizes = {static_cast<int64_t>(a.size())};
  std::vector<Values> inputs = {{instruction.from.ir, sizes, a}};
  if (instruction.operands == 2)
    inputs.push_back({instruction.from.ir, sizes, b});
  auto evaluated =
      evaluate(instruction.aten, inputs, {{instruction.to.ir, sizes, {}}});
  ASSERT_TRUE(static_cast<bool>(evaluated))
      << llvm::toString(evaluated.takeError());
  std::vector<double> expected = valuesOf(evaluated->front());
  std::vector<double> found = emulate(instruction, a, b);
  ASSERT_EQ(found.size(), expected.size());
  int wrong = 0;
  for (size_t i = 0; i < found.size() && wrong < 5; ++i)
    if (!agree(found[i], expected[i], instruction)) {
      ++wrong;
      ADD_FAILURE() << "of " << a[i] << " and " << b[i] << ": " << found[i]
                    << ", not " << expected[i];
    }
}

TEST_F(EmulatorArithmetic, OfFloats) {
  for (const ElementType &type : {F32, F64}) {
    std::string t = type.ptx;
    for (auto [ptx, aten] :
         {std::pair("add.rn", "add.Tensor"), std::pair("sub.rn", "sub.Tensor"),
          std::pair("mul.rn", "mul.Tensor"), std::pair("div.rn", "div.Tensor"),
          std::pair("min", "fmin.default"), std::pair("max", "fmax.default")})
      compare({(ptx + ("." + t) + " %d, %a, %b;").c_str(),
               ("aten." + std::string(aten) + " %0, %1").c_str(), type, type});
    for (auto [ptx, aten] :
         {std::pair("sqrt.rn", "sqrt"), std::pair("rcp.rn", "reciprocal"),
          std::pair("neg", "neg"), std::pair("abs", "abs")})
      compare({(ptx + ("." + t) + " %d, %a;").c_str(),
               ("aten." + std::string(aten) + ".default %0").c_str(), type,
               type, 1});
    for (auto [ptx, aten] :
         {std::pair("rni", "round"), std::pair("rzi", "trunc"),
          std::pair("rmi", "floor"), std::pair("rpi", "ceil")})
      compare({("cvt." + (ptx + ("." + t)) + "." + t + " %d, %a;").c_str(),
               ("aten." + std::string(aten) + ".default %0").c_str(), type,
               type, 1});
    for (const char *comparison : {"lt", "le", "gt", "ge", "eq"})
      compare({("setp." + (comparison + ("." + t)) +
                " %p, %a, %b; selp.u16 %d, 1, 0, %p;")
                   .c_str(),
               ("aten." + std::string(comparison) + ".Tensor %0, %1").c_str(),
               type, I1});
    // An unordered pair is not equal.
    compare({("setp.neu." + t + " %p, %a, %b; selp.u16 %d, 1, 0, %p;").c_str(),
             "aten.ne.Tensor %0, %1", type, I1});
  }
}

TEST_F(EmulatorArithmetic, OfSmallFloats) {
  for (const ElementType &type : {F16, BF16}) {
    std::string t = type.ptx;
    for (auto [ptx, aten] :
         {std::pair("add.rn", "add.Tensor"), std::pair("sub.rn", "sub.Tensor"),
          std::pair("mul.rn", "mul.Tensor"),
          std::pair("min.NaN", "minimum.default"),
          std::pair("max.NaN", "maximum.default")})
      compare({(ptx + ("." + t) + " %d, %a, %b;").c_str(),
               ("aten." + std::string(aten) + " %0, %1").c_str(), type, type});
    for (auto [ptx, aten] : {std::pair("neg", "neg"), std::pair("abs", "abs")})
      compare({(ptx + ("." + t) + " %d, %a;").c_str(),
               ("aten." + std::string(aten) + ".default %0").c_str(), type,
               type, 1});
    compare({("cvt.f32." + t + " %d, %a;").c_str(),
             "aten._to_copy.default %0, dtype = f32", type, F32, 1});
    compare({("cvt.rn." + t + ".f32 %d, %a;").c_str(),
             ("aten._to_copy.default %0, dtype = " + t).c_str(), F32, type, 1});
  }
  compare({"cvt.f64.f32 %d, %a;", "aten._to_copy.default %0, dtype = f64", F32,
           F64, 1});
  compare({"cvt.rn.f32.f64 %d, %a;", "aten._to_copy.default %0, dtype = f32",
           F64, F32, 1});
}

/// Functions that hardware only approaches; see docs/PTXEmulator.md.
TEST_F(EmulatorArithmetic, OfApproximations) {
  for (auto [ptx, aten] :
       {std::pair("ex2.approx.f32", "exp2"),
        std::pair("lg2.approx.f32", "log2"),
        std::pair("rsqrt.approx.f32", "rsqrt"),
        std::pair("sqrt.approx.f32", "sqrt"),
        std::pair("sin.approx.f32", "sin"), std::pair("cos.approx.f32", "cos"),
        std::pair("tanh.approx.f32", "tanh")})
    compare({(std::string(ptx) + " %d, %a;").c_str(),
             ("aten." + std::string(aten) + ".default %0").c_str(), F32, F32, 1,
             2});
}

TEST_F(EmulatorArithmetic, OfIntegers) {
  for (const ElementType &type : {I32, I64}) {
    std::string t = type.ptx, bits = type.bytes == 4 ? "b32" : "b64";
    for (auto [ptx, aten] : {std::pair("add." + t, "add.Tensor"),
                             std::pair("sub." + t, "sub.Tensor"),
                             std::pair("mul.lo." + t, "mul.Tensor"),
                             std::pair("min." + t, "minimum.default"),
                             std::pair("max." + t, "maximum.default"),
                             std::pair("and." + bits, "bitwise_and.Tensor"),
                             std::pair("or." + bits, "bitwise_or.Tensor"),
                             std::pair("xor." + bits, "bitwise_xor.Tensor")})
      compare({(ptx + " %d, %a, %b;").c_str(),
               ("aten." + std::string(aten) + " %0, %1").c_str(), type, type});
    compare({("div." + t + " %d, %a, %b;").c_str(),
             "aten.div.Tensor_mode %0, %1, rounding_mode = \"trunc\"", type,
             type, 2, 0, true});
    compare({("rem." + t + " %d, %a, %b;").c_str(), "aten.fmod.Tensor %0, %1",
             type, type, 2, 0, true});
    for (auto [ptx, aten] :
         {std::pair("neg." + t, "neg"), std::pair("abs." + t, "abs"),
          std::pair("not." + bits, "bitwise_not")})
      compare({(ptx + " %d, %a;").c_str(),
               ("aten." + std::string(aten) + ".default %0").c_str(), type,
               type, 1});
    compare({("cvt.rn.f32." + t + " %d, %a;").c_str(),
             "aten._to_copy.default %0, dtype = f32", type, F32, 1});
    compare(
        {("cvt.rzi." + t + ".f32 %d, %a;").c_str(),
         ("aten._to_copy.default %0, dtype = " + std::string(type.ir)).c_str(),
         F32, type, 1, 0, true});
  }
}
