// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With x = sx (p - zx), where p has no sign, and w = sw[o] q:
//
//   y[o] = sum x w + b[o] = sx sw[o] (sum p q - zx sum q) + b[o]
//
// The sum of q is of weights alone, and not needed where zx is 0. Around an
// image is what p has for zero: zx.
#include "kiln/Dialect/Aten/Match.h"
#include "kiln/Dialect/Aten/Term.h"
#include "kiln/Reference/Passes.h"
#include "kiln/Reference/Program.h"
#include "kiln/Support/PassCount.h"
#include "mlir/IR/Remarks.h"

namespace kiln::reference {
#define GEN_PASS_DEF_FORMINTEGERPRODUCTS
#include "kiln/Reference/Passes.h.inc"
} // namespace kiln::reference

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

static constexpr StringLiteral kRemarks = "kiln-integer-products";
static constexpr StringLiteral kDequantize =
    "quantized_decomposed.dequantize_per_tensor.default";

//===----------------------------------------------------------------------===//
// Products and their operands
//===----------------------------------------------------------------------===//

namespace {
/// A product of an image, which differs from call to call, and a weight whose
/// dimension 0 numbers outputs.
struct Product {
  AtenOp op;
  Value image, weight, bias;
  bool isConvolution = false;
};

/// The numbers of an operand, of 8 bits, and what they stand for.
struct Image {
  Value numbers;
  Sizes sizes; ///< that the product sees them in
  double scale;
  int64_t zero;
};
struct Weight {
  Value numbers;                 ///< signed
  Value scales = {}, zeros = {}; ///< of the outputs; none: `scale`, and zero
  double scale = 1;
};
} // namespace

/// Core ATen has a linear layer as a product of matrices, of which the second
/// is a transposed weight.
static std::optional<Product> matchMatrixProduct(AtenOp op, bool hasBias) {
  AtenOp transposed = getProducer(op.tensor("mat2"), {"aten.permute.default"});
  if (!transposed || transposed.ints("dims") != ArrayRef<int64_t>{1, 0})
    return std::nullopt;
  Value weight = transposed.tensor("self");
  if (!hasBias)
    return Product{op, op.tensor("self"), weight, Value()};
  if (getSizes(op.tensor("self")).size() != 1 ||
      getInteger(op.attribute("alpha")) != 1 ||
      getInteger(op.attribute("beta")) != 1)
    return std::nullopt;
  return Product{op, op.tensor("mat1"), weight, op.tensor("self")};
}

static std::optional<Product> matchProduct(AtenOp op) {
  StringRef name = op->getName().getStringRef();
  if (name == "aten.mm.default" || name == "aten.addmm.default")
    return matchMatrixProduct(op, name == "aten.addmm.default");
  constexpr StringLiteral kConvolutions[] = {
      "aten.conv1d.default", "aten.conv2d.default", "aten.conv3d.default",
      "aten.convolution.default"};
  bool isConvolution = llvm::is_contained(kConvolutions, name);
  if (!isConvolution && name != "aten.linear.default")
    return std::nullopt;
  return Product{op, op.tensor("input"), op.tensor("weight"), op.tensor("bias"),
                 isConvolution};
}

static std::optional<Image> matchImage(Value value) {
  SizesRef sizes = getSizes(value);
  if (AtenOp view = getProducer(value, {"aten.view.default"}))
    value = view.tensor("self");
  AtenOp op = getProducer(value, {kDequantize});
  if (!op || !getDtype(op.tensor("input")).isInteger(8))
    return std::nullopt;
  return Image{op.tensor("input"), Sizes(sizes), op.getFloat("scale"),
               op.getInt("zero_point")};
}

static std::optional<Weight> matchWeight(Value value) {
  AtenOp op = getProducer(
      value,
      {kDequantize, "quantized_decomposed.dequantize_per_channel.default"});
  if (!op)
    return std::nullopt;
  Weight weight{op.tensor("input")};
  Type dtype = getDtype(weight.numbers);
  if (!dtype.isInteger(8) || dtype.isUnsignedInteger())
    return std::nullopt;
  if (op.getSchema().getBaseName() == "dequantize_per_tensor") {
    weight.scale = op.getFloat("scale");
    return op.getInt("zero_point") == 0 ? std::optional(weight) : std::nullopt;
  }
  weight.scales = op.tensor("scales");
  weight.zeros = op.tensor("zero_points");
  return op.getInt("axis") == 0 ? std::optional(weight) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// The product of integers
//===----------------------------------------------------------------------===//

namespace {
class ProductFormer : core::Builder {
public:
  ProductFormer(OpBuilder &builder, const Product &product, const Image &image,
                const Weight &weight)
      : Builder(builder, product.op->getLoc(),
                getTensorType(image.numbers).getDevice()),
        product(product), weight(weight), scale(image.scale), zero(image.zero),
        image(view(Term(*this, image.numbers), image.sizes)),
        numbers(*this, weight.numbers) {}

  Value form() {
    if (weight.zeros)
      requireZeros();
    Term wide = to(numbers, int32());
    Term sums = product.isConvolution ? convolve(wide) : multiply(wide);
    if (zero != 0)
      sums = sums - alongOutputs(sumOfZeros(wide));
    Term result = to(sums, float32()) * getFactors();
    if (product.bias)
      result = result + alongOutputs(Term(*this, product.bias));
    return result;
  }

private:
  Type int32() { return builder.getI32Type(); }

  /// Weights are zero at zero now, but may be replaced.
  void requireZeros() {
    Term isOther = any(ne(Term(*this, weight.zeros), Number(0)), {});
    build("aten._assert_async.msg", TypeRange{}, logical_not(isOther),
          "weights of a product of integers have zero points other than 0");
  }

  /// The image is widened right before the product, which then reads bytes.
  Term multiply(Term wide) {
    Sizes sizes(image.sizes());
    sizes.back() = wide.size(0);
    Term rows = image.rank() > 2 ? flatten(image, 0, -2) : image;
    return view(linear(to(rows, int32()), wide, {}), sizes);
  }

  Term convolve(Term wide) {
    size_t spatial = wide.rank() - 2;
    auto list = [&](StringRef name) {
      Sizes values = product.op.symInts(name);
      return values.size() == 1 ? Sizes(spatial, values[0]) : values;
    };
    Sizes none(spatial, expr(0)), around;
    for (ExprAttr padding : llvm::reverse(list("padding")))
      around.append(2, padding);
    if (llvm::any_of(around, [](ExprAttr size) { return !size.isInt(0); }))
      image = pad(image, around, Number(zero));
    auto type = getTensorType(product.op->getResult(0));
    return make(*this, "aten.convolution.default",
                type.withElementType(int32()), to(image, int32()), wide,
                std::nullopt, list("stride"), none, list("dilation"), false,
                none, Attribute(expr(1)));
  }

  Term sumOfZeros(Term wide) {
    auto steps = llvm::to_vector(llvm::seq<int64_t>(1, numbers.rank()));
    return to(sum(wide, steps, /*keepdim=*/false, int32()) * Number(zero),
              int32());
  }

  Term getFactors() {
    if (!weight.scales)
      return scalar(*this, Number(scale * weight.scale), float32());
    Term scales = to(Term(*this, weight.scales), float32());
    return alongOutputs(scales * Number(scale));
  }

  /// As it is added to the result, whose last dimensions are those of pixels.
  Term alongOutputs(Term vector) {
    Sizes sizes = {numbers.size(0)};
    if (product.isConvolution)
      sizes.append(numbers.rank() - 2, expr(1));
    return view(vector, sizes);
  }

  const Product &product;
  const Weight &weight;
  double scale;
  int64_t zero;
  Term image, numbers;
};

//===----------------------------------------------------------------------===//
// Images without a sign
//===----------------------------------------------------------------------===//

static constexpr int64_t kUp = 128;

/// Makes `dequantize` read `numbers`, which are those that it reads moved up.
static void readMoved(AtenOp dequantize, Value numbers) {
  mlir::Builder builder(numbers.getContext());
  dequantize->replaceUsesOfWith(dequantize.tensor("input"), numbers);
  for (StringRef name : {"zero_point", "quant_min", "quant_max"})
    dequantize->setAttr(
        name, builder.getI64IntegerAttr(dequantize.getInt(name) + kUp));
  dequantize->setAttr("dtype", TypeAttr::get(getDtype(numbers)));
}

/// `numbers`, which have a sign, moved up to where they need none. All that
/// dequantises them reads these: nothing else need be stored.
static Value moveUp(Value numbers) {
  OpBuilder builder(numbers.getContext());
  builder.setInsertionPointAfterValue(numbers);
  core::Builder ops(builder, numbers.getLoc(),
                    getTensorType(numbers).getDevice());
  SmallVector<AtenOp> readers;
  for (Operation *user : numbers.getUsers())
    if (user->getName().getStringRef() == kDequantize)
      readers.push_back(cast<AtenOp>(user));
  Value moved = to(to(Term(ops, numbers), builder.getI32Type()) + Number(kUp),
                   builder.getIntegerType(8, /*isSigned=*/false));
  for (AtenOp reader : readers)
    readMoved(reader, moved);
  return moved;
}

//===----------------------------------------------------------------------===//
// Which products are formed
//===----------------------------------------------------------------------===//

class ProductFinder {
public:
  explicit ProductFinder(ep::GraphOp graph) : graph(graph) {}

  /// Returns the number of products that are formed.
  uint64_t run() {
    graph.walk([&](AtenOp op) { match(op); });
    for (Candidate &candidate : candidates)
      form(candidate);
    return numFormed;
  }

private:
  struct Candidate {
    Product product;
    Image image;
    Weight weight;
  };

  void match(AtenOp op) {
    std::optional<Product> product = matchProduct(op);
    if (!product)
      return;
    std::optional<Image> image = matchImage(product->image);
    std::optional<Weight> weight = matchWeight(product->weight);
    if (image && weight)
      candidates.push_back({*product, *image, *weight});
  }

  void removeSign(Image &image) {
    if (getDtype(image.numbers).isUnsignedInteger())
      return;
    Value &numbers = moved[image.numbers];
    if (!numbers)
      numbers = moveUp(image.numbers);
    image.numbers = numbers;
    image.zero += kUp;
  }

  void form(Candidate &candidate) {
    auto &[product, image, weight] = candidate;
    Operation *op = product.op;
    if (std::string why = refuse(product, weight); !why.empty()) {
      remark::missed(op->getLoc(),
                     remark::RemarkOpts::name("floats").category(kRemarks))
          << remark::add("stays a product of floats: {0}", why);
      return;
    }
    removeSign(image);
    OpBuilder builder(op);
    Value result = ProductFormer(builder, product, image, weight).form();
    if (result.getType() != op->getResult(0).getType())
      result = createView(builder, op->getLoc(), result,
                          getTensorType(op->getResult(0)));
    op->getResult(0).replaceAllUsesWith(result);
    op->erase();
    ++numFormed;
    remark::passed(result.getLoc(),
                   remark::RemarkOpts::name("integers").category(kRemarks))
        << "multiplies integers of 8 bits";
  }

  /// Why the product is not formed; empty where it is.
  std::string refuse(const Product &product, const Weight &weight) {
    AtenOp op = product.op;
    if (!getDtype(op->getResult(0)).isF32())
      return "its result is not f32";
    if (!staysInside(weight.numbers))
      return "its sums may need more than 32 bits";
    if (getSizes(product.image).size() <
        (product.isConvolution ? getSizes(weight.numbers).size() : 2))
      return "its image has no batch";
    if (product.isConvolution && !op.symInt(op.indexOf("groups")).isInt(1))
      return "it has groups";
    if (op.getSchema().getBaseName() == "convolution" &&
        op.getBool("transposed"))
      return "it is transposed";
    if (weight.zeros && !areZeros(weight.zeros))
      return "the zero points of its weights are not known to be 0";
    return "";
  }

  static bool staysInside(Value weight) {
    constexpr int64_t kMost = std::numeric_limits<int32_t>::max() / (255 * 128);
    int64_t steps = 1;
    for (ExprAttr size : getSizes(weight).drop_front())
      if (!size.isInt() || llvm::MulOverflow(steps, size.getValue(), steps))
        return false;
    return steps <= kMost;
  }

  /// Is `zeros` state, and does it hold nothing but zeros?
  bool areZeros(Value zeros) {
    auto argument = dyn_cast<BlockArgument>(zeros);
    if (!argument || argument.getOwner() != &graph.getBody().front())
      return false;
    StringAttr name = graph.getInput(argument.getArgNumber()).getTarget();
    if (!name)
      return false;
    llvm::Expected<reference::Tensor> state =
        reference::readState(reader, graph.getProgram(), name);
    if (!state) {
      llvm::consumeError(state.takeError());
      return false;
    }
    return llvm::all_of(ArrayRef(state->getData(), state->getNumBytes()),
                        [](uint8_t byte) { return byte == 0; });
  }

  ep::GraphOp graph;
  SmallVector<Candidate> candidates;
  llvm::DenseMap<Value, Value> moved; ///< numbers without a sign, for others
  uint64_t numFormed = 0;
  ep::StorageReader reader;
};

struct FormIntegerProductsPass
    : reference::impl::FormIntegerProductsBase<FormIntegerProductsPass> {
  void runOnOperation() override {
    if (ep::GraphOp graph = getOperation().getGraph())
      count(getOperation(), *this, numFormed, ProductFinder(graph).run(),
            "products of integers formed");
  }
};
} // namespace
