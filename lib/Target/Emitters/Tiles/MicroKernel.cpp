// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "MicroKernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace kiln;

MicroKernel::~MicroKernel() = default;

// As LLVM writes a splat, which instruction selection turns into a broadcast.
Value MicroKernel::spread(OpBuilder &builder, Location loc, Value word) const {
  auto type = VectorType::get(getLanes(), word.getType());
  Value zero = LLVM::ConstantOp::create(builder, loc, builder.getI32Type(),
                                        builder.getI32IntegerAttr(0));
  Value any = LLVM::PoisonOp::create(builder, loc, type);
  Value first =
      LLVM::InsertElementOp::create(builder, loc, type, any, word, zero);
  SmallVector<int32_t> lanes(getLanes(), 0);
  return LLVM::ShuffleVectorOp::create(builder, loc, first, any, lanes);
}

Value MicroKernel::join(OpBuilder &builder, Location loc,
                        ArrayRef<Value> steps) const {
  assert(getSteps() == 1 && "no steps to put side by side");
  return steps.front();
}

Value MicroKernel::addSums(OpBuilder &builder, Location loc, Value a,
                           Value b) const {
  if (isa<FloatType>(sums.getElementType()))
    return arith::AddFOp::create(builder, loc, a, b);
  return arith::AddIOp::create(builder, loc, a, b);
}

static VectorType getRegister(const CpuInfo &info, Type element) {
  return VectorType::get(info.vectorBits / element.getIntOrFloatBitWidth(),
                         element);
}

bool kiln::takesHalves(const CpuInfo &info, Type type) {
  return type.isBF16() || (type.isF16() && info.hasFma);
}

bool kiln::canWiden(const CpuInfo &info, Type type, Type sum) {
  return type == sum || (sum.isF32() && takesHalves(info, type));
}

Value kiln::takeHalf(OpBuilder &builder, Location loc, Value words, Type half,
                     unsigned number) {
  auto type = cast<VectorType>(words.getType());
  auto constant = [&](uint32_t bits) -> Value {
    return arith::ConstantOp::create(
        builder, loc, DenseElementsAttr::get(type, APInt(32, bits)));
  };
  VectorType wide = type.clone(builder.getF32Type());
  // bf16 is the upper half of an f32.
  if (half.isBF16() && number == 1)
    return arith::BitcastOp::create(
        builder, loc, wide,
        arith::AndIOp::create(builder, loc, words, constant(0xFFFF0000u)));
  if (half.isBF16())
    return arith::BitcastOp::create(
        builder, loc, wide,
        arith::ShLIOp::create(builder, loc, words, constant(16)));
  if (number == 1)
    words = arith::ShRUIOp::create(builder, loc, words, constant(16));
  Value bits = arith::TruncIOp::create(builder, loc,
                                       type.clone(builder.getI16Type()), words);
  Value halves = arith::BitcastOp::create(builder, loc, type.clone(half), bits);
  return arith::ExtFOp::create(builder, loc, wide, halves);
}

namespace {
class FmaKernel : public MicroKernel {
public:
  FmaKernel(const CpuInfo &info, Type sum)
      : MicroKernel(1, getRegister(info, sum), getRegister(info, sum)),
        hasFma(info.hasFma) {}

  Value addProducts(OpBuilder &builder, Location loc, Value left, Value right,
                    Value sum) const override {
    if (hasFma)
      return math::FmaOp::create(builder, loc, left, right, sum);
    // The product is rounded before it is added.
    Value product = arith::MulFOp::create(builder, loc, left, right);
    return arith::AddFOp::create(builder, loc, sum, product);
  }

private:
  bool hasFma;
};

/// Products of the parts of words.
class SplitKernel : public MicroKernel {
public:
  Value addProducts(OpBuilder &builder, Location loc, Value left, Value right,
                    Value sum) const override {
    return addParts(builder, loc, split(builder, loc, left), right, sum);
  }

protected:
  using MicroKernel::MicroKernel;
};

/// Two steps of bf16 or f16 where no instruction takes them: an f32 holds each.
/// Operands stay half as long.
class HalfSplitKernel : public SplitKernel {
public:
  HalfSplitKernel(const CpuInfo &info, Type half, Type sum)
      : SplitKernel(2,
                    getRegister(info, IntegerType::get(sum.getContext(), 32)),
                    getRegister(info, sum)),
        half(cast<FloatType>(half)), fma(info, sum) {}

  unsigned countParts() const override { return 2; }
  double countOperations() const override {
    return 2 + (splitsSlowly() ? 2 : 1);
  }
  bool splitsSlowly() const override { return half.isF16(); }

  SmallVector<Value> split(OpBuilder &builder, Location loc,
                           Value words) const override {
    return {takeHalf(builder, loc, words, half, 0),
            takeHalf(builder, loc, words, half, 1)};
  }

  Value addParts(OpBuilder &builder, Location loc, ArrayRef<Value> left,
                 Value right, Value sum) const override {
    for (auto [a, b] : llvm::zip_equal(left, split(builder, loc, right)))
      sum = fma.addProducts(builder, loc, a, b, sum);
    return sum;
  }

  // An instruction widens neighbours while it loads them.
  Value addDots(OpBuilder &builder, Location loc, Value left, Value right,
                Value sum) const override {
    if (!half.isF16())
      return addProducts(builder, loc, left, right, sum);
    for (unsigned number : {0, 1})
      sum = fma.addProducts(builder, loc, widen(builder, loc, left, number),
                            widen(builder, loc, right, number), sum);
    return sum;
  }

private:
  /// The first or the second half of all steps of `words`.
  Value widen(OpBuilder &builder, Location loc, Value words,
              unsigned number) const {
    int64_t lanes = getLanes();
    Value steps = LLVM::BitcastOp::create(
        builder, loc, VectorType::get(2 * lanes, half), words);
    SmallVector<int32_t> mask;
    for (int64_t lane = 0; lane < lanes; ++lane)
      mask.push_back(number * lanes + lane);
    Value part =
        LLVM::ShuffleVectorOp::create(builder, loc, steps, steps, mask);
    return arith::ExtFOp::create(builder, loc, getSums(), part);
  }

  FloatType half;
  FmaKernel fma;
};

/// Several steps by one instruction of x86 on words of 32 bits.
class DotKernel : public MicroKernel {
protected:
  DotKernel(const CpuInfo &info, Type element, Type sum)
      : MicroKernel(32 / element.getIntOrFloatBitWidth(),
                    getRegister(info, IntegerType::get(sum.getContext(), 32)),
                    getRegister(info, sum)),
        elements(getRegister(info, element)) {}

  Value call(OpBuilder &builder, Location loc, StringRef name, Value left,
             Value right, Value sum) const {
    auto toElements = [&](Value words) -> Value {
      return LLVM::BitcastOp::create(builder, loc, elements, words);
    };
    return LLVM::CallIntrinsicOp::create(
               builder, loc, getSums(), builder.getStringAttr(name),
               ValueRange{sum, toElements(left), toElements(right)})
        .getResult(0);
  }

  VectorType elements; ///< a register of them
};

/// Sums two products of bf16 in f32: `vdpbf16ps`. Products are exact and sums
/// rounded to nearest, but subnormal numbers count as zero.
class Bf16DotKernel : public DotKernel {
public:
  Bf16DotKernel(const CpuInfo &info, const ProductTypes &types)
      : DotKernel(info, types.left, types.sum) {}

  Value join(OpBuilder &builder, Location loc,
             ArrayRef<Value> steps) const override {
    int64_t lanes = cast<VectorType>(steps.front().getType()).getNumElements();
    auto round = [&](Value value) -> Value {
      return arith::TruncFOp::create(
          builder, loc, VectorType::get(lanes, builder.getBF16Type()), value);
    };
    SmallVector<int32_t> mask;
    for (int64_t lane = 0; lane < lanes; ++lane)
      llvm::append_values(mask, lane, lanes + lane);
    auto interleave = [&](Value first, Value second) -> Value {
      Value pairs =
          LLVM::ShuffleVectorOp::create(builder, loc, first, second, mask);
      return LLVM::BitcastOp::create(builder, loc,
                                     VectorType::get(lanes, getWord()), pairs);
    };
    if (lanes != getLanes())
      return interleave(round(steps[0]), round(steps[1]));
    // A whole register of both, the first step in its low half.
    Value both =
        LLVM::CallIntrinsicOp::create(
            builder, loc, elements,
            builder.getStringAttr("llvm.x86.avx512bf16.cvtne2ps2bf16.512"),
            ValueRange{steps[1], steps[0]})
            .getResult(0);
    return interleave(both, both);
  }

  Value addProducts(OpBuilder &builder, Location loc, Value left, Value right,
                    Value sum) const override {
    return call(builder, loc, "llvm.x86.avx512bf16.dpbf16ps.512", left, right,
                sum);
  }
};

/// Sums four products of 8 bits in 32: `vpdpbusd`, which takes one operand
/// without a sign. Where neither is, the left one is moved up by 128, and sums
/// begin with what that adds taken off: exact, since they count modulo 2^32.
class Int8DotKernel : public DotKernel {
public:
  Int8DotKernel(const CpuInfo &info, const ProductTypes &types)
      : DotKernel(info, types.left, types.sum), types(types) {}

  bool needsCorrection() const override {
    return !types.isLeftUnsigned && !types.isRightUnsigned;
  }

  Value spread(OpBuilder &builder, Location loc, Value word) const override {
    Value left = MicroKernel::spread(builder, loc, word);
    if (!needsCorrection())
      return left;
    Value up = arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(getWords(), APInt(32, 0x80808080u)));
    // LLVM would move the word up before it spreads it; as it does not know
    // the vector, one instruction reads, spreads and moves it up.
    up = LLVM::InlineAsmOp::create(
             builder, loc, getWords(), up, /*asm_string=*/"",
             /*constraints=*/"=v,0", /*has_side_effects=*/false,
             /*is_align_stack=*/false, LLVM::TailCallKind::None,
             /*asm_dialect=*/nullptr, /*operand_attrs=*/nullptr)
             .getResult(0);
    return arith::XOrIOp::create(builder, loc, left, up);
  }

  Value addProducts(OpBuilder &builder, Location loc, Value left, Value right,
                    Value sum) const override {
    if (types.isRightUnsigned)
      std::swap(left, right);
    return call(builder, loc, "llvm.x86.avx512.vpdpbusd.512", left, right, sum);
  }

private:
  ProductTypes types;
};

/// Sums four products of 8 bits where no instruction takes these: the even and
/// the odd ones as numbers of 16 bits, two of them in a lane (`pmaddwd`).
class Int8SplitKernel : public SplitKernel {
public:
  Int8SplitKernel(const CpuInfo &info, const ProductTypes &types)
      : SplitKernel(4, getRegister(info, types.sum),
                    getRegister(info, types.sum)),
        types(types),
        halves(getRegister(info, IntegerType::get(types.sum.getContext(), 16))),
        name(info.vectorBits == 512   ? "llvm.x86.avx512.pmaddw.d.512"
             : info.vectorBits == 256 ? "llvm.x86.avx2.pmadd.wd"
                                      : "llvm.x86.sse2.pmadd.wd") {}

  unsigned countParts() const override { return 2; }
  double countOperations() const override { return 4 + 2; }

  SmallVector<Value> split(OpBuilder &builder, Location loc,
                           Value words) const override {
    return {toWords(builder, loc,
                    widen(builder, loc, words, false, types.isLeftUnsigned)),
            toWords(builder, loc,
                    widen(builder, loc, words, true, types.isLeftUnsigned))};
  }

  Value addParts(OpBuilder &builder, Location loc, ArrayRef<Value> left,
                 Value right, Value sum) const override {
    for (auto [isOdd, part] : llvm::enumerate(left)) {
      Value other =
          widen(builder, loc, right, isOdd != 0, types.isRightUnsigned);
      Value products =
          LLVM::CallIntrinsicOp::create(
              builder, loc, getSums(), builder.getStringAttr(name),
              ValueRange{LLVM::BitcastOp::create(builder, loc, halves, part),
                         other})
              .getResult(0);
      sum = arith::AddIOp::create(builder, loc, sum, products);
    }
    return sum;
  }

private:
  Value toWords(OpBuilder &builder, Location loc, Value value) const {
    return LLVM::BitcastOp::create(builder, loc, getWords(), value);
  }

  /// Every other byte of `words`.
  Value widen(OpBuilder &builder, Location loc, Value words, bool isOdd,
              bool isUnsigned) const {
    Value value = LLVM::BitcastOp::create(builder, loc, halves, words);
    Value byte = arith::ConstantOp::create(
        builder, loc, DenseElementsAttr::get(halves, APInt(16, 8)));
    if (!isOdd)
      value = arith::ShLIOp::create(builder, loc, value, byte);
    if (isUnsigned)
      return arith::ShRUIOp::create(builder, loc, value, byte);
    return arith::ShRSIOp::create(builder, loc, value, byte);
  }

  ProductTypes types;
  VectorType halves;
  StringRef name;
};
} // namespace

std::unique_ptr<MicroKernel> kiln::makeFmaKernel(const CpuInfo &info,
                                                 Type sum) {
  return std::make_unique<FmaKernel>(info, sum);
}

std::unique_ptr<MicroKernel>
kiln::chooseMicroKernel(const CpuInfo &info, const ProductTypes &types) {
  auto are = [&](auto isType) {
    return isType(types.left) && isType(types.right);
  };
  if (isa<FloatType>(types.sum)) {
    bool areHalves = takesHalves(info, types.left) && types.left == types.right;
    if (!types.sum.isF32() || !areHalves)
      return makeFmaKernel(info, types.sum);
    if (types.left.isBF16() && info.hasBf16Dots)
      return std::make_unique<Bf16DotKernel>(info, types);
    if (!info.hasFma) // a product would take a register beside the parts
      return makeFmaKernel(info, types.sum);
    return std::make_unique<HalfSplitKernel>(info, types.left, types.sum);
  }
  if (!types.sum.isInteger(32) ||
      !are([](Type type) { return type.isInteger(8); }))
    return nullptr;
  if (info.hasInt8Dots && !(types.isLeftUnsigned && types.isRightUnsigned))
    return std::make_unique<Int8DotKernel>(info, types);
  if (info.hasInt16Dots)
    return std::make_unique<Int8SplitKernel>(info, types);
  return nullptr;
}
