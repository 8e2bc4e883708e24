// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on sizes. The file has an expression for each result beside the
// node that computes it; both must say the same. The expression is kept, since
// the types that follow are written in its terms.
#include "ProgramImporter.h"
#include "kiln/Dialect/Aten/Shape.h"
#include "kiln/Dialect/EP/Expr.h"
#include "kiln/Dialect/EP/Facts.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::pt2;
using ep::ExprAttr;
using ep::ExprKind;

static constexpr llvm::StringLiteral kOfTensor = "torch.ops.aten.sym_";

bool pt2::isSizeArithmetic(StringRef target) {
  return target.starts_with("_operator.") || target.starts_with("math.") ||
         target.starts_with("torch.sym_") || target == "torch._sym_sqrt" ||
         target.starts_with("torch.ops.aten.sym_size.") ||
         target.starts_with("torch.ops.aten.sym_stride.") ||
         target.starts_with("torch.ops.aten.sym_numel.") ||
         target.starts_with("torch.ops.aten.sym_storage_offset.");
}

/// The kind that a Python function on numbers is, where it is one.
static std::optional<ExprKind> findKind(StringRef target) {
  static const llvm::StringMap<ExprKind> kinds = {
      {"_operator.add", ExprKind::Add},
      {"_operator.mul", ExprKind::Mul},
      {"_operator.floordiv", ExprKind::FloorDiv},
      {"_operator.mod", ExprKind::Mod},
      {"_operator.truediv", ExprKind::TrueDiv},
      {"_operator.eq", ExprKind::Eq},
      {"_operator.ne", ExprKind::Ne},
      {"_operator.lt", ExprKind::Lt},
      {"_operator.le", ExprKind::Le},
      {"math.trunc", ExprKind::TruncToInt},
      {"math.floor", ExprKind::FloorToInt},
      {"math.ceil", ExprKind::CeilToInt},
      {"torch.sym_max", ExprKind::Max},
      {"torch.sym_min", ExprKind::Min},
      {"torch.sym_not", ExprKind::Not},
      {"torch.sym_float", ExprKind::ToFloat},
      {"torch.sym_int", ExprKind::TruncToInt},
      {"torch._sym_sqrt", ExprKind::Sqrt},
  };
  auto found = kinds.find(target);
  if (found == kinds.end())
    return std::nullopt;
  return found->second;
}

namespace {
struct Function {
  ExprKind kind = ExprKind::Int;
  SmallVector<ExprAttr> operands; ///< none where no function is known
};
} // namespace

/// A shift by a known number of bits is written as PyTorch writes it.
static Function shift(bool isLeft, ExprAttr number, ExprAttr bits) {
  if (!bits.isInt() || bits.getValue() < 0 || bits.getValue() > 62)
    return {isLeft ? ExprKind::LShift : ExprKind::RShift, {number, bits}};
  ExprAttr factor =
      ep::makeInt(number.getContext(), int64_t(1) << bits.getValue());
  return {isLeft ? ExprKind::Mul : ExprKind::FloorDiv, {number, factor}};
}

/// The function of a node, on its arguments.
static Function findFunction(StringRef target, ArrayRef<ExprAttr> numbers) {
  auto isAll = [&](ep::Sort sort) {
    return llvm::all_of(numbers,
                        [&](ExprAttr e) { return ep::getSort(e) == sort; });
  };
  if (std::optional<ExprKind> kind = findKind(target))
    return {*kind, llvm::to_vector(numbers)};
  bool isUnary = numbers.size() == 1;
  if (isUnary && target == "_operator.pos")
    return {ExprKind::Add, {numbers[0]}};
  if (isUnary && target == "_operator.neg")
    return {ExprKind::Mul,
            {ep::makeInt(numbers[0].getContext(), -1), numbers[0]}};
  if (numbers.size() == 3 && target == "torch.sym_ite")
    return {ExprKind::Where, llvm::to_vector(numbers)};
  if (numbers.size() != 2)
    return {};
  if (target == "_operator.gt" || target == "_operator.ge")
    return {target == "_operator.gt" ? ExprKind::Lt : ExprKind::Le,
            {numbers[1], numbers[0]}};
  if (target == "_operator.sub" && ep::getSort(numbers[1]) != ep::Sort::Bool)
    return {ExprKind::Add, {numbers[0], ep::neg(numbers[1])}};
  if (target == "_operator.lshift" || target == "_operator.rshift")
    return shift(target == "_operator.lshift", numbers[0], numbers[1]);
  if (target == "_operator.pow")
    return {isAll(ep::Sort::Int) ? ExprKind::Pow : ExprKind::FloatPow,
            llvm::to_vector(numbers)};
  bool isLogic = isAll(ep::Sort::Bool);
  if (target == "_operator.and_")
    return {isLogic ? ExprKind::And : ExprKind::BitAnd,
            llvm::to_vector(numbers)};
  if (target == "_operator.or_")
    return {isLogic ? ExprKind::Or : ExprKind::BitOr, llvm::to_vector(numbers)};
  return {};
}

/// A size, stride, offset or count of a tensor, as its type has it.
llvm::Expected<ExprAttr> ProgramImporter::computeOfTensor(const Node &node) {
  llvm::Expected<Value> value = readValue(node, 0);
  if (!value)
    return value.takeError();
  auto type = dyn_cast<ep::TensorType>(value->getType());
  if (!type)
    return fail(ImportError::Operator, "argument 0 is no tensor");
  StringRef of = StringRef(node.target).drop_front(kOfTensor.size());
  if (of == "numel.default")
    return ep::product(context, type.getSizes());
  auto meta = graph->tensorValues.find(nameOf(node.inputs[0].arg));
  if (of == "storage_offset.default" && meta != graph->tensorValues.end())
    return readExpr(meta->second.storageOffset);
  if (of != "size.int" && of != "stride.int")
    return fail(ImportError::Operator, "is not supported");
  llvm::Expected<ExprAttr> dim = readNumber(node, 1);
  if (!dim)
    return dim.takeError();
  FailureOr<int64_t> at = failure();
  if (dim->isInt() && type.getRank() > 0)
    at = aten::wrapDim(dim->getValue(), type.getRank());
  if (failed(at))
    return fail(ImportError::Operator, "dimension " + dim->str() +
                                           " of a tensor that has " +
                                           Twine(type.getRank()));
  return of == "size.int" ? type.getSizes()[*at]
                          : type.getStridesOrDefault()[*at];
}

/// The expression that the node computes from its arguments.
llvm::Expected<ExprAttr> ProgramImporter::computeNumber(const Node &node) {
  if (StringRef(node.target).starts_with(kOfTensor))
    return computeOfTensor(node);
  SmallVector<ExprAttr> operands;
  for (const NamedArgument &input : node.inputs) {
    llvm::Expected<Attribute> attribute = readAttribute(input.arg);
    if (!attribute)
      return attribute.takeError();
    ExprAttr number = toNumber(*attribute);
    if (!number)
      return fail(ImportError::Operator,
                  "argument of kind " + input.arg.kind + " is no number");
    operands.push_back(number);
  }
  Function function = findFunction(node.target, operands);
  if (function.operands.empty())
    return fail(ImportError::Operator,
                "unknown function of " + Twine(operands.size()) + " numbers");
  if (std::optional<std::string> wrong =
          ep::checkOperands(function.kind, function.operands))
    return fail(ImportError::Operator, *wrong);
  return ep::makeExpr(function.kind, function.operands);
}

/// The condition that two numbers are the same; null where one is a bool and
/// the other is none.
static ExprAttr makeSame(ExprAttr a, ExprAttr b) {
  bool isBool = ep::getSort(a) == ep::Sort::Bool;
  if (isBool != (ep::getSort(b) == ep::Sort::Bool))
    return {};
  if (isBool && b.getKind() == ExprKind::Bool)
    std::swap(a, b);
  if (a.getKind() == ExprKind::Bool)
    return a.getValue() ? b : ep::makeExpr(ExprKind::Not, {b});
  return ep::makeExpr(ExprKind::Eq, {a, b});
}

/// Are they equal but for the order of two floats that are added or multiplied?
static bool isSwapped(ExprAttr a, ExprAttr b) {
  bool commutes = a.getKind() == ExprKind::Add || a.getKind() == ExprKind::Mul;
  return commutes && a.getKind() == b.getKind() &&
         a.getOperands().size() == 2 && b.getOperands().size() == 2 &&
         a.getOperands()[0] == b.getOperands()[1] &&
         a.getOperands()[1] == b.getOperands()[0];
}

static bool isLiteral(ExprAttr expr) {
  return !expr.isSymbol() && expr.getOperands().empty();
}

llvm::Error ProgramImporter::failClaim(const NumberClaim &claim) {
  return fail(ImportError::Symbols,
              "'" + claim.name + "' is " + claim.computed.str() +
                  ", and the file says " + claim.claimed.str());
}

llvm::Error ProgramImporter::importNumber(const Node &node, Location loc) {
  if (node.outputs.size() != 1)
    return fail(ImportError::Operator,
                "one number expected, found " + Twine(node.outputs.size()));
  StringRef name = nameOf(node.outputs[0]);
  if (!numbers.contains(name))
    return fail("value without a type: result '" + name + "'");
  llvm::Expected<ExprAttr> computed = computeNumber(node);
  if (!computed)
    return computed.takeError();
  pendingNumbers.erase(name);
  NumberClaim claim{&node, name, numbers.lookup(name), *computed, nullptr};
  if (claim.claimed == claim.computed)
    return llvm::Error::success();
  ExprAttr same = makeSame(claim.claimed, claim.computed);
  bool isFloat = ep::getSort(*computed) == ep::Sort::Float;
  if (!same || (isFloat && isLiteral(*computed) && isLiteral(claim.claimed)))
    return failClaim(claim);
  // Rounding differs with the order of terms, so floats are not compared.
  if (isFloat) {
    if (!isSwapped(claim.claimed, *computed))
      numbers[name] = *computed;
    return llvm::Error::success();
  }
  claim.assertion = ep::AssertOp::create(
      builder, loc, same,
      ("'" + name + "' is not the number that the program says").str());
  claims.push_back(claim);
  return llvm::Error::success();
}

llvm::Error ProgramImporter::checkClaims() {
  if (claims.empty())
    return llvm::Error::success();
  ep::Knowledge knowledge(op);
  for (NumberClaim &claim : claims) {
    ExprAttr same = claim.assertion.getCondition();
    if (knowledge.proves(ep::makeExpr(ExprKind::Not, {same}))) {
      currentNode = claim.node;
      return failClaim(claim);
    }
    if (knowledge.proves(same))
      claim.assertion.erase();
  }
  return llvm::Error::success();
}
