// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Rules.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

static RuleResult inferLength(AtenOp op) {
  return makeSizes(op->getContext(), {op.integer(0)});
}

static RuleResult inferSymLength(AtenOp op) { return Sizes{op.symInt(0)}; }

static RuleResult inferBins(AtenOp op) {
  return makeSizes(op->getContext(), {op.getInt("bins")});
}

static RuleResult inferSteps(AtenOp op) {
  return makeSizes(op->getContext(), {op.getInt("steps")});
}

/// Of real signals, half of the frequencies.
static RuleResult inferHalfLength(AtenOp op) {
  return makeSizes(op->getContext(), {op.integer(0) / 2 + 1});
}

static RuleResult inferEye(AtenOp op) {
  return Sizes{op.symInt(0), op.symInt(0)};
}
static RuleResult inferEyeOfTwo(AtenOp op) {
  return Sizes{op.symInt(0), op.symInt(1)};
}

/// Rows of the places on one side of a diagonal, columns below them.
static RuleResult inferTriangle(AtenOp op) {
  int64_t rows = op.getInt("row"), columns = op.getInt("col"),
          offset = op.getInt("offset"), count = 0;
  bool isLower = op.getSchema().getName().contains("tril");
  for (int64_t row = 0; row < rows; ++row) {
    int64_t lower = std::clamp<int64_t>(row + offset + isLower, 0, columns);
    count += isLower ? lower : columns - lower;
  }
  return makeSizes(op->getContext(), {2, count});
}
/// Counting takes a step for each row.
static bool hasFewRows(AtenOp op) { return op.getInt("row") <= 1 << 16; }

static bool isInt(Attribute attribute) {
  return isa_and_nonnull<IntegerAttr>(attribute);
}

/// From 0, or from `start`, to `end`.
static RuleResult inferIntRange(AtenOp op) {
  bool hasStart = op.getSchema().findArgument("start").has_value();
  auto number = [&](StringRef name) {
    return cast<IntegerAttr>(op.attribute(name)).getInt();
  };
  int64_t length = number("end") - (hasStart ? number("start") : 0);
  if (length < 0)
    return failure();
  return makeSizes(op->getContext(), {length});
}
static bool isIntRange(AtenOp op) {
  bool hasStart = op.getSchema().findArgument("start").has_value();
  return isInt(op.attribute("end")) &&
         (!hasStart || isInt(op.attribute("start")));
}

void aten::addCreationRules(RuleTable &rules) {
  addAll(rules,
         {"bartlett_window.default", "bartlett_window.periodic",
          "blackman_window.default", "blackman_window.periodic",
          "fft_fftfreq.default", "hamming_window.default",
          "hamming_window.periodic", "hamming_window.periodic_alpha",
          "hamming_window.periodic_alpha_beta", "hann_window.default",
          "hann_window.periodic", "kaiser_window.beta", "kaiser_window.default",
          "kaiser_window.periodic"},
         {inferLength, ""});
  addAll(rules, {"fft_rfftfreq.default"}, {inferHalfLength, ""});
  addAll(rules,
         {"linspace.Scalar_Tensor", "linspace.Tensor_Scalar",
          "linspace.Tensor_Tensor", "linspace.default",
          "logspace.Scalar_Tensor", "logspace.Tensor_Scalar",
          "logspace.Tensor_Tensor", "logspace.default"},
         {inferSteps, ""});
  addAll(rules, {"histc.default", "histogram.bin_ct"}, {inferBins, ""});
  addAll(rules, {"randperm.generator"}, {inferSymLength, ""});
  rules["prims.iota.default"] = {inferSymLength, ""};
  addAll(rules, {"eye.default"}, {inferEye, ""});
  addAll(rules, {"eye.m"}, {inferEyeOfTwo, ""});
  addAll(rules, {"tril_indices.default", "triu_indices.default"},
         {inferTriangle, "", hasFewRows});
  addAll(rules, {"arange.default", "arange.start"},
         {inferIntRange, "ends before its start", isIntRange});
}
