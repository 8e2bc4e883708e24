// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Aten/Rule.h"
#include "kiln/Dialect/EP/EP.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

//===----------------------------------------------------------------------===//
// Call
//===----------------------------------------------------------------------===//

StringAttr Call::getDevice(Operation *op) {
  for (Type type : op->getResultTypes())
    if (auto tensor = dyn_cast<ep::TensorType>(type))
      return tensor.getDevice();
  return {};
}

Term Call::raw(StringRef argument) {
  Value value = op.tensor(argument);
  return value ? Term(*this, value) : Term();
}

Term Call::wide(StringRef argument) {
  Term x = raw(argument);
  return x ? to(x, getComputeType(x.dtype())) : x;
}

Term Call::operator()(StringRef argument) {
  Term term = raw(argument);
  return widens && term && !term.isNumber() ? to(term, computeType()) : term;
}

Terms Call::list(StringRef argument) {
  return llvm::map_to_vector(op.tensors(argument), [&](Value value) {
    return value ? Term(*this, value) : Term();
  });
}

int64_t Call::integer(StringRef argument) {
  Attribute attr = op.attribute(argument);
  if (auto integer = dyn_cast_or_null<IntegerAttr>(attr))
    return integer.getInt();
  if (auto expr = dyn_cast_or_null<ExprAttr>(attr); expr && expr.isInt())
    return expr.getValue();
  reject("a number is symbolic");
  return 0;
}

double Call::number(StringRef argument) {
  Attribute attr = op.attribute(argument);
  if (auto real = dyn_cast_or_null<FloatAttr>(attr))
    return real.getValueAsDouble();
  if (auto boolean = dyn_cast_or_null<BoolAttr>(attr))
    return boolean.getValue();
  auto expr = dyn_cast_or_null<ExprAttr>(attr);
  if (expr && expr.getKind() == ep::ExprKind::Float)
    return expr.getFloat();
  return static_cast<double>(integer(argument));
}

int64_t Call::dim(StringRef argument, int64_t rank) {
  FailureOr<int64_t> wrapped = wrapDim(integer(argument), rank);
  if (succeeded(wrapped))
    return *wrapped;
  reject("dimension out of range");
  return 0;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// Are these the same sizes as far as can be told?
static bool mayBeSame(SizesRef a, SizesRef b) {
  return a.size() == b.size() && llvm::all_of(llvm::zip(a, b), [](auto pair) {
           return ep::proveEqual(std::get<0>(pair), std::get<1>(pair)) !=
                  ep::Answer::No;
         });
}

/// Does the op fill new memory, so that it may as well have other strides?
static bool isFresh(Operation *op) {
  auto aten = dyn_cast_or_null<AtenOp>(op);
  return aten &&
         llvm::all_of(aten.getSchema().getResults(),
                      [](const SchemaArgument &r) { return r.alias.empty(); });
}

/// `term` with exactly the type `wanted`; null when it is another tensor.
/// `made` says whether this rewrite has made an op.
static Value finish(Term term, ep::TensorType wanted,
                    llvm::function_ref<bool(Operation *)> made) {
  ep::TensorType type = term.type();
  if (type == wanted)
    return term;
  if (type.getElementType() != wanted.getElementType() ||
      !mayBeSame(type.getSizes(), wanted.getSizes()))
    return {};
  Operation *op = term.get().getDefiningOp();
  if (op && made(op) && isFresh(op) && term.get().use_empty()) {
    term.get().setType(wanted);
    return term;
  }
  // Another spelling of the sizes, then other strides.
  Value value = term;
  if (type.getSizes() != wanted.getSizes())
    value = createView(term.in().builder, term.in().loc, value,
                       type.withSizes(wanted.getSizes()));
  if (value.getType() == wanted)
    return value;
  core::Builder &in = term.in();
  if (wanted.isContiguous())
    return make(in, "aten.clone.default", wanted, value, "contiguous_format");
  return make(in, "aten.clone.default", wanted, value);
}

//===----------------------------------------------------------------------===//
// Pattern
//===----------------------------------------------------------------------===//

namespace {
struct RulePattern : RewritePattern {
  RulePattern(MLIRContext *context, Rule rule, RuleKind kind)
      : RewritePattern(requireSchema(rule.name).getName(), /*benefit=*/1,
                       context),
        rule(rule), widens(kind == RuleKind::Pointwise) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    Operation *before = op->getPrevNode();
    Call call(rewriter, AtenOp(op), widens);
    Terms terms;
    if (rule.one)
      terms.push_back(rule.one(call));
    else
      terms = rule.many(call);
    SmallVector<Value> values;
    StringRef why = call.getReason();
    if (why.empty())
      why = replace(call, before, terms, values);
    if (why.empty()) {
      rewriter.replaceOp(op, values);
      return success();
    }
    // As if nothing had been built.
    while (op->getPrevNode() != before)
      rewriter.eraseOp(op->getPrevNode());
    return rewriter.notifyMatchFailure(op, why);
  }

  /// Fills `values` with a value of the right type for each result; returns
  /// why that is not possible.
  StringRef replace(Call &call, Operation *before, ArrayRef<Term> terms,
                    SmallVectorImpl<Value> &values) const {
    Operation *op = call.op;
    auto made = [&](Operation *maker) {
      for (Operation *at = op->getPrevNode(); at != before;
           at = at->getPrevNode())
        if (at == maker)
          return true;
      return false;
    };
    if (terms.size() != op->getNumResults())
      return "gives another number of results";
    for (auto [given, result] : llvm::zip(terms, op->getResults())) {
      Term term = given;
      if (isa<NoneType>(result.getType())) {
        values.push_back(ep::NoneOp::create(call.builder, call.loc));
        continue;
      }
      if (!term || term.isNumber())
        return "operands do not fit";
      auto wanted = dyn_cast<ep::TensorType>(result.getType());
      if (!wanted)
        return "a result is no tensor";
      if (widens)
        term = to(term, wanted.getElementType());
      Value value = finish(term, wanted, made);
      if (!value)
        return "the decomposition has another type";
      values.push_back(value);
    }
    return {};
  }

  Rule rule;
  bool widens;
};
} // namespace

void core::addRules(RewritePatternSet &patterns, const KeepSet &keep,
                    ArrayRef<Rule> rules, RuleKind kind) {
  for (const Rule &rule : rules)
    if (!keep.contains(rule.name))
      patterns.add<RulePattern>(patterns.getContext(), rule, kind);
}
