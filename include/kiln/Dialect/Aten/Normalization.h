// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Written by `utils/generate-aten.py <aten-schemas.jsonl> <core-aten.txt>`: do not edit.
//
// Normalization, softmax and dropout: TypedOp.h explains the classes.
// clang-format off
#ifndef KILN_DIALECT_ATEN_NORMALIZATION_H
#define KILN_DIALECT_ATEN_NORMALIZATION_H

#include "kiln/Dialect/Aten/TypedOp.h"

namespace kiln::aten {

/// aten::_log_softmax(Tensor self, int dim, bool half_to_float) -> Tensor
template <typename Base>
struct PrivateLogSoftmaxArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  int64_t getDim() const { return this->integer(1); }
  bool getHalfToFloat() const { return this->boolean(2); }
};
KILN_ATEN_OP(PrivateLogSoftmaxOp, PrivateLogSoftmaxArgs, "aten._log_softmax.default")

/// aten::_native_batch_norm_legit(Tensor input, Tensor? weight, Tensor? bias,
///     Tensor(a!) running_mean, Tensor(b!) running_var, bool training, float
///     momentum, float eps) -> (Tensor, Tensor, Tensor)
template <typename Base>
struct PrivateNativeBatchNormLegitArgs : Base {
  using Base::Base;
  Value getInput() const { return this->tensor(0); }
  Value getWeight() const { return this->tensor(1); }
  Value getBias() const { return this->tensor(2); }
  Value getRunningMean() const { return this->tensor(3); }
  Value getRunningVar() const { return this->tensor(4); }
  bool getTraining() const { return this->boolean(5); }
  double getMomentum() const { return this->number(6); }
  double getEps() const { return this->number(7); }
};
KILN_ATEN_OP(PrivateNativeBatchNormLegitOp, PrivateNativeBatchNormLegitArgs, "aten._native_batch_norm_legit.default")

/// aten::_native_batch_norm_legit.no_stats(Tensor input, Tensor? weight,
///     Tensor? bias, bool training, float momentum, float eps) -> (Tensor,
///     Tensor, Tensor)
template <typename Base>
struct PrivateNativeBatchNormLegitNoStatsArgs : Base {
  using Base::Base;
  Value getInput() const { return this->tensor(0); }
  Value getWeight() const { return this->tensor(1); }
  Value getBias() const { return this->tensor(2); }
  bool getTraining() const { return this->boolean(3); }
  double getMomentum() const { return this->number(4); }
  double getEps() const { return this->number(5); }
};
KILN_ATEN_OP(PrivateNativeBatchNormLegitNoStatsOp, PrivateNativeBatchNormLegitNoStatsArgs, "aten._native_batch_norm_legit.no_stats")

/// aten::_native_batch_norm_legit_no_training(Tensor input, Tensor? weight,
///     Tensor? bias, Tensor running_mean, Tensor running_var, float momentum,
///     float eps) -> (Tensor, Tensor, Tensor)
template <typename Base>
struct PrivateNativeBatchNormLegitNoTrainingArgs : Base {
  using Base::Base;
  Value getInput() const { return this->tensor(0); }
  Value getWeight() const { return this->tensor(1); }
  Value getBias() const { return this->tensor(2); }
  Value getRunningMean() const { return this->tensor(3); }
  Value getRunningVar() const { return this->tensor(4); }
  double getMomentum() const { return this->number(5); }
  double getEps() const { return this->number(6); }
};
KILN_ATEN_OP(PrivateNativeBatchNormLegitNoTrainingOp, PrivateNativeBatchNormLegitNoTrainingArgs, "aten._native_batch_norm_legit_no_training.default")

/// aten::_softmax(Tensor self, int dim, bool half_to_float) -> Tensor
template <typename Base>
struct PrivateSoftmaxArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  int64_t getDim() const { return this->integer(1); }
  bool getHalfToFloat() const { return this->boolean(2); }
};
KILN_ATEN_OP(PrivateSoftmaxOp, PrivateSoftmaxArgs, "aten._softmax.default")

/// aten::batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor?
///     running_mean, Tensor? running_var, bool training, float momentum, float
///     eps, bool cudnn_enabled) -> Tensor
template <typename Base>
struct BatchNormArgs : Base {
  using Base::Base;
  Value getInput() const { return this->tensor(0); }
  Value getWeight() const { return this->tensor(1); }
  Value getBias() const { return this->tensor(2); }
  Value getRunningMean() const { return this->tensor(3); }
  Value getRunningVar() const { return this->tensor(4); }
  bool getTraining() const { return this->boolean(5); }
  double getMomentum() const { return this->number(6); }
  double getEps() const { return this->number(7); }
  bool getCudnnEnabled() const { return this->boolean(8); }
};
KILN_ATEN_OP(BatchNormOp, BatchNormArgs, "aten.batch_norm.default")

/// aten::dropout(Tensor input, float p, bool train) -> Tensor
template <typename Base>
struct DropoutArgs : Base {
  using Base::Base;
  Value getInput() const { return this->tensor(0); }
  double getP() const { return this->number(1); }
  bool getTrain() const { return this->boolean(2); }
};
KILN_ATEN_OP(DropoutOp, DropoutArgs, "aten.dropout.default")

/// aten::feature_dropout(Tensor input, float p, bool train) -> Tensor
template <typename Base>
struct FeatureDropoutArgs : Base {
  using Base::Base;
  Value getInput() const { return this->tensor(0); }
  double getP() const { return this->number(1); }
  bool getTrain() const { return this->boolean(2); }
};
KILN_ATEN_OP(FeatureDropoutOp, FeatureDropoutArgs, "aten.feature_dropout.default")

/// aten::layer_norm(Tensor input, SymInt[] normalized_shape, Tensor?
///     weight=None, Tensor? bias=None, float eps=1.0000000000000001e-05, bool
///     cudnn_enable=True) -> Tensor
template <typename Base>
struct LayerNormArgs : Base {
  using Base::Base;
  Value getInput() const { return this->tensor(0); }
  SmallVector<ep::ExprAttr> getNormalizedShape() const { return this->symInts(1); }
  Value getWeight() const { return this->tensor(2); }
  Value getBias() const { return this->tensor(3); }
  double getEps() const { return this->number(4); }
  bool getCudnnEnable() const { return this->boolean(5); }
};
KILN_ATEN_OP(LayerNormOp, LayerNormArgs, "aten.layer_norm.default")

/// aten::log_softmax.int(Tensor self, int dim, ScalarType? dtype=None) ->
///     Tensor
template <typename Base>
struct LogSoftmaxIntArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  int64_t getDim() const { return this->integer(1); }
  Type getDtype() const { return this->dtype(2); }
};
KILN_ATEN_OP(LogSoftmaxIntOp, LogSoftmaxIntArgs, "aten.log_softmax.int")

/// aten::native_dropout(Tensor input, float p, bool? train) -> (Tensor, Tensor)
template <typename Base>
struct NativeDropoutArgs : Base {
  using Base::Base;
  Value getInput() const { return this->tensor(0); }
  double getP() const { return this->number(1); }
  std::optional<bool> getTrain() const { return this->optionalBoolean(2); }
};
KILN_ATEN_OP(NativeDropoutOp, NativeDropoutArgs, "aten.native_dropout.default")

/// aten::native_group_norm(Tensor input, Tensor? weight, Tensor? bias, SymInt
///     N, SymInt C, SymInt HxW, int group, float eps) -> (Tensor, Tensor,
///     Tensor)
template <typename Base>
struct NativeGroupNormArgs : Base {
  using Base::Base;
  Value getInput() const { return this->tensor(0); }
  Value getWeight() const { return this->tensor(1); }
  Value getBias() const { return this->tensor(2); }
  ep::ExprAttr getN() const { return this->symInt(3); }
  ep::ExprAttr getC() const { return this->symInt(4); }
  ep::ExprAttr getHxW() const { return this->symInt(5); }
  int64_t getGroup() const { return this->integer(6); }
  double getEps() const { return this->number(7); }
};
KILN_ATEN_OP(NativeGroupNormOp, NativeGroupNormArgs, "aten.native_group_norm.default")

/// aten::native_group_norm_backward(Tensor grad_out, Tensor input, Tensor mean,
///     Tensor rstd, Tensor? weight, SymInt N, SymInt C, SymInt HxW, int group,
///     bool[3] output_mask) -> (Tensor, Tensor, Tensor)
template <typename Base>
struct NativeGroupNormBackwardArgs : Base {
  using Base::Base;
  Value getGradOut() const { return this->tensor(0); }
  Value getInput() const { return this->tensor(1); }
  Value getMean() const { return this->tensor(2); }
  Value getRstd() const { return this->tensor(3); }
  Value getWeight() const { return this->tensor(4); }
  ep::ExprAttr getN() const { return this->symInt(5); }
  ep::ExprAttr getC() const { return this->symInt(6); }
  ep::ExprAttr getHxW() const { return this->symInt(7); }
  int64_t getGroup() const { return this->integer(8); }
  SmallVector<bool> getOutputMask() const { return this->booleans(9); }
};
KILN_ATEN_OP(NativeGroupNormBackwardOp, NativeGroupNormBackwardArgs, "aten.native_group_norm_backward.default")

/// aten::native_layer_norm(Tensor input, SymInt[] normalized_shape, Tensor?
///     weight, Tensor? bias, float eps) -> (Tensor, Tensor, Tensor)
template <typename Base>
struct NativeLayerNormArgs : Base {
  using Base::Base;
  Value getInput() const { return this->tensor(0); }
  SmallVector<ep::ExprAttr> getNormalizedShape() const { return this->symInts(1); }
  Value getWeight() const { return this->tensor(2); }
  Value getBias() const { return this->tensor(3); }
  double getEps() const { return this->number(4); }
};
KILN_ATEN_OP(NativeLayerNormOp, NativeLayerNormArgs, "aten.native_layer_norm.default")

/// aten::native_layer_norm_backward(Tensor grad_out, Tensor input, SymInt[]
///     normalized_shape, Tensor mean, Tensor rstd, Tensor? weight, Tensor?
///     bias, bool[3] output_mask) -> (Tensor, Tensor, Tensor)
template <typename Base>
struct NativeLayerNormBackwardArgs : Base {
  using Base::Base;
  Value getGradOut() const { return this->tensor(0); }
  Value getInput() const { return this->tensor(1); }
  SmallVector<ep::ExprAttr> getNormalizedShape() const { return this->symInts(2); }
  Value getMean() const { return this->tensor(3); }
  Value getRstd() const { return this->tensor(4); }
  Value getWeight() const { return this->tensor(5); }
  Value getBias() const { return this->tensor(6); }
  SmallVector<bool> getOutputMask() const { return this->booleans(7); }
};
KILN_ATEN_OP(NativeLayerNormBackwardOp, NativeLayerNormBackwardArgs, "aten.native_layer_norm_backward.default")

/// aten::softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor
template <typename Base>
struct SoftmaxIntArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  int64_t getDim() const { return this->integer(1); }
  Type getDtype() const { return this->dtype(2); }
};
KILN_ATEN_OP(SoftmaxIntOp, SoftmaxIntArgs, "aten.softmax.int")

} // namespace kiln::aten

KILN_ATEN_TYPE_ID(PrivateLogSoftmaxOp)
KILN_ATEN_TYPE_ID(PrivateNativeBatchNormLegitOp)
KILN_ATEN_TYPE_ID(PrivateNativeBatchNormLegitNoStatsOp)
KILN_ATEN_TYPE_ID(PrivateNativeBatchNormLegitNoTrainingOp)
KILN_ATEN_TYPE_ID(PrivateSoftmaxOp)
KILN_ATEN_TYPE_ID(BatchNormOp)
KILN_ATEN_TYPE_ID(DropoutOp)
KILN_ATEN_TYPE_ID(FeatureDropoutOp)
KILN_ATEN_TYPE_ID(LayerNormOp)
KILN_ATEN_TYPE_ID(LogSoftmaxIntOp)
KILN_ATEN_TYPE_ID(NativeDropoutOp)
KILN_ATEN_TYPE_ID(NativeGroupNormOp)
KILN_ATEN_TYPE_ID(NativeGroupNormBackwardOp)
KILN_ATEN_TYPE_ID(NativeLayerNormOp)
KILN_ATEN_TYPE_ID(NativeLayerNormBackwardOp)
KILN_ATEN_TYPE_ID(SoftmaxIntOp)

#endif // KILN_DIALECT_ATEN_NORMALIZATION_H
