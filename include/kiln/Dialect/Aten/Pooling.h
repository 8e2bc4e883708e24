// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Written by `utils/generate-aten.py <aten-schemas.jsonl> <core-aten.txt>`: do not edit.
//
// Pooling, padding and resampling: TypedOp.h explains the classes.
// clang-format off
#ifndef KILN_DIALECT_ATEN_POOLING_H
#define KILN_DIALECT_ATEN_POOLING_H

#include "kiln/Dialect/Aten/TypedOp.h"

namespace kiln::aten {

/// aten::_adaptive_avg_pool2d(Tensor self, SymInt[2] output_size) -> Tensor
template <typename Base>
struct PrivateAdaptiveAvgPool2dArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<ep::ExprAttr> getOutputSize() const { return this->symInts(1); }
};
KILN_ATEN_OP(PrivateAdaptiveAvgPool2dOp, PrivateAdaptiveAvgPool2dArgs, "aten._adaptive_avg_pool2d.default")

/// aten::_adaptive_avg_pool2d_backward(Tensor grad_output, Tensor self) ->
///     Tensor
template <typename Base>
struct PrivateAdaptiveAvgPool2dBackwardArgs : Base {
  using Base::Base;
  Value getGradOutput() const { return this->tensor(0); }
  Value getSelf() const { return this->tensor(1); }
};
KILN_ATEN_OP(PrivateAdaptiveAvgPool2dBackwardOp, PrivateAdaptiveAvgPool2dBackwardArgs, "aten._adaptive_avg_pool2d_backward.default")

/// aten::_adaptive_avg_pool3d(Tensor self, SymInt[3] output_size) -> Tensor
template <typename Base>
struct PrivateAdaptiveAvgPool3dArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<ep::ExprAttr> getOutputSize() const { return this->symInts(1); }
};
KILN_ATEN_OP(PrivateAdaptiveAvgPool3dOp, PrivateAdaptiveAvgPool3dArgs, "aten._adaptive_avg_pool3d.default")

/// aten::adaptive_avg_pool1d(Tensor self, int[1] output_size) -> Tensor
template <typename Base>
struct AdaptiveAvgPool1dArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<int64_t> getOutputSize() const { return this->integers(1); }
};
KILN_ATEN_OP(AdaptiveAvgPool1dOp, AdaptiveAvgPool1dArgs, "aten.adaptive_avg_pool1d.default")

/// aten::adaptive_avg_pool2d(Tensor self, SymInt[2] output_size) -> Tensor
template <typename Base>
struct AdaptiveAvgPool2dArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<ep::ExprAttr> getOutputSize() const { return this->symInts(1); }
};
KILN_ATEN_OP(AdaptiveAvgPool2dOp, AdaptiveAvgPool2dArgs, "aten.adaptive_avg_pool2d.default")

/// aten::avg_pool1d(Tensor self, int[1] kernel_size, int[1] stride=[], int[1]
///     padding=[0], bool ceil_mode=False, bool count_include_pad=True) ->
///     Tensor
template <typename Base>
struct AvgPool1dArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<int64_t> getKernelSize() const { return this->integers(1); }
  SmallVector<int64_t> getStride() const { return this->integers(2); }
  SmallVector<int64_t> getPadding() const { return this->integers(3); }
  bool getCeilMode() const { return this->boolean(4); }
  bool getCountIncludePad() const { return this->boolean(5); }
};
KILN_ATEN_OP(AvgPool1dOp, AvgPool1dArgs, "aten.avg_pool1d.default")

/// aten::avg_pool2d(Tensor self, int[2] kernel_size, int[2] stride=[], int[2]
///     padding=0, bool ceil_mode=False, bool count_include_pad=True, int?
///     divisor_override=None) -> Tensor
template <typename Base>
struct AvgPool2dArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<int64_t> getKernelSize() const { return this->integers(1); }
  SmallVector<int64_t> getStride() const { return this->integers(2); }
  SmallVector<int64_t> getPadding() const { return this->integers(3); }
  bool getCeilMode() const { return this->boolean(4); }
  bool getCountIncludePad() const { return this->boolean(5); }
  std::optional<int64_t> getDivisorOverride() const { return this->optionalInteger(6); }
};
KILN_ATEN_OP(AvgPool2dOp, AvgPool2dArgs, "aten.avg_pool2d.default")

/// aten::avg_pool2d_backward(Tensor grad_output, Tensor self, int[2]
///     kernel_size, int[2] stride, int[2] padding, bool ceil_mode, bool
///     count_include_pad, int? divisor_override) -> Tensor
template <typename Base>
struct AvgPool2dBackwardArgs : Base {
  using Base::Base;
  Value getGradOutput() const { return this->tensor(0); }
  Value getSelf() const { return this->tensor(1); }
  SmallVector<int64_t> getKernelSize() const { return this->integers(2); }
  SmallVector<int64_t> getStride() const { return this->integers(3); }
  SmallVector<int64_t> getPadding() const { return this->integers(4); }
  bool getCeilMode() const { return this->boolean(5); }
  bool getCountIncludePad() const { return this->boolean(6); }
  std::optional<int64_t> getDivisorOverride() const { return this->optionalInteger(7); }
};
KILN_ATEN_OP(AvgPool2dBackwardOp, AvgPool2dBackwardArgs, "aten.avg_pool2d_backward.default")

/// aten::avg_pool3d(Tensor self, int[3] kernel_size, int[3] stride=[], int[3]
///     padding=0, bool ceil_mode=False, bool count_include_pad=True, int?
///     divisor_override=None) -> Tensor
template <typename Base>
struct AvgPool3dArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<int64_t> getKernelSize() const { return this->integers(1); }
  SmallVector<int64_t> getStride() const { return this->integers(2); }
  SmallVector<int64_t> getPadding() const { return this->integers(3); }
  bool getCeilMode() const { return this->boolean(4); }
  bool getCountIncludePad() const { return this->boolean(5); }
  std::optional<int64_t> getDivisorOverride() const { return this->optionalInteger(6); }
};
KILN_ATEN_OP(AvgPool3dOp, AvgPool3dArgs, "aten.avg_pool3d.default")

/// aten::constant_pad_nd(Tensor self, SymInt[] pad, Scalar value=0) -> Tensor
template <typename Base>
struct ConstantPadNdArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<ep::ExprAttr> getPad() const { return this->symInts(1); }
  Attribute getValue() const { return this->attribute(2); }
};
KILN_ATEN_OP(ConstantPadNdOp, ConstantPadNdArgs, "aten.constant_pad_nd.default")

/// aten::grid_sampler_2d(Tensor input, Tensor grid, int interpolation_mode, int
///     padding_mode, bool align_corners) -> Tensor
template <typename Base>
struct GridSampler2dArgs : Base {
  using Base::Base;
  Value getInput() const { return this->tensor(0); }
  Value getGrid() const { return this->tensor(1); }
  int64_t getInterpolationMode() const { return this->integer(2); }
  int64_t getPaddingMode() const { return this->integer(3); }
  bool getAlignCorners() const { return this->boolean(4); }
};
KILN_ATEN_OP(GridSampler2dOp, GridSampler2dArgs, "aten.grid_sampler_2d.default")

/// aten::max_pool2d(Tensor self, int[2] kernel_size, int[2] stride=[], int[2]
///     padding=0, int[2] dilation=1, bool ceil_mode=False) -> Tensor
template <typename Base>
struct MaxPool2dArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<int64_t> getKernelSize() const { return this->integers(1); }
  SmallVector<int64_t> getStride() const { return this->integers(2); }
  SmallVector<int64_t> getPadding() const { return this->integers(3); }
  SmallVector<int64_t> getDilation() const { return this->integers(4); }
  bool getCeilMode() const { return this->boolean(5); }
};
KILN_ATEN_OP(MaxPool2dOp, MaxPool2dArgs, "aten.max_pool2d.default")

/// aten::max_pool2d_with_indices(Tensor self, int[2] kernel_size, int[2]
///     stride=[], int[2] padding=0, int[2] dilation=1, bool ceil_mode=False) ->
///     (Tensor, Tensor)
template <typename Base>
struct MaxPool2dWithIndicesArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<int64_t> getKernelSize() const { return this->integers(1); }
  SmallVector<int64_t> getStride() const { return this->integers(2); }
  SmallVector<int64_t> getPadding() const { return this->integers(3); }
  SmallVector<int64_t> getDilation() const { return this->integers(4); }
  bool getCeilMode() const { return this->boolean(5); }
};
KILN_ATEN_OP(MaxPool2dWithIndicesOp, MaxPool2dWithIndicesArgs, "aten.max_pool2d_with_indices.default")

/// aten::max_pool2d_with_indices_backward(Tensor grad_output, Tensor self,
///     int[2] kernel_size, int[2] stride, int[2] padding, int[2] dilation, bool
///     ceil_mode, Tensor indices) -> Tensor
template <typename Base>
struct MaxPool2dWithIndicesBackwardArgs : Base {
  using Base::Base;
  Value getGradOutput() const { return this->tensor(0); }
  Value getSelf() const { return this->tensor(1); }
  SmallVector<int64_t> getKernelSize() const { return this->integers(2); }
  SmallVector<int64_t> getStride() const { return this->integers(3); }
  SmallVector<int64_t> getPadding() const { return this->integers(4); }
  SmallVector<int64_t> getDilation() const { return this->integers(5); }
  bool getCeilMode() const { return this->boolean(6); }
  Value getIndices() const { return this->tensor(7); }
};
KILN_ATEN_OP(MaxPool2dWithIndicesBackwardOp, MaxPool2dWithIndicesBackwardArgs, "aten.max_pool2d_with_indices_backward.default")

/// aten::max_pool3d_with_indices(Tensor self, int[3] kernel_size, int[3]
///     stride=[], int[3] padding=0, int[3] dilation=1, bool ceil_mode=False) ->
///     (Tensor, Tensor)
template <typename Base>
struct MaxPool3dWithIndicesArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<int64_t> getKernelSize() const { return this->integers(1); }
  SmallVector<int64_t> getStride() const { return this->integers(2); }
  SmallVector<int64_t> getPadding() const { return this->integers(3); }
  SmallVector<int64_t> getDilation() const { return this->integers(4); }
  bool getCeilMode() const { return this->boolean(5); }
};
KILN_ATEN_OP(MaxPool3dWithIndicesOp, MaxPool3dWithIndicesArgs, "aten.max_pool3d_with_indices.default")

/// aten::reflection_pad1d(Tensor self, SymInt[2] padding) -> Tensor
template <typename Base>
struct ReflectionPad1dArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<ep::ExprAttr> getPadding() const { return this->symInts(1); }
};
KILN_ATEN_OP(ReflectionPad1dOp, ReflectionPad1dArgs, "aten.reflection_pad1d.default")

/// aten::reflection_pad2d(Tensor self, SymInt[4] padding) -> Tensor
template <typename Base>
struct ReflectionPad2dArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<ep::ExprAttr> getPadding() const { return this->symInts(1); }
};
KILN_ATEN_OP(ReflectionPad2dOp, ReflectionPad2dArgs, "aten.reflection_pad2d.default")

/// aten::reflection_pad3d(Tensor self, SymInt[6] padding) -> Tensor
template <typename Base>
struct ReflectionPad3dArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<ep::ExprAttr> getPadding() const { return this->symInts(1); }
};
KILN_ATEN_OP(ReflectionPad3dOp, ReflectionPad3dArgs, "aten.reflection_pad3d.default")

/// aten::replication_pad2d(Tensor self, SymInt[4] padding) -> Tensor
template <typename Base>
struct ReplicationPad2dArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<ep::ExprAttr> getPadding() const { return this->symInts(1); }
};
KILN_ATEN_OP(ReplicationPad2dOp, ReplicationPad2dArgs, "aten.replication_pad2d.default")

/// aten::replication_pad3d(Tensor self, SymInt[6] padding) -> Tensor
template <typename Base>
struct ReplicationPad3dArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<ep::ExprAttr> getPadding() const { return this->symInts(1); }
};
KILN_ATEN_OP(ReplicationPad3dOp, ReplicationPad3dArgs, "aten.replication_pad3d.default")

/// aten::upsample_bilinear2d.vec(Tensor input, SymInt[]? output_size, bool
///     align_corners, float[]? scale_factors) -> Tensor
template <typename Base>
struct UpsampleBilinear2dVecArgs : Base {
  using Base::Base;
  Value getInput() const { return this->tensor(0); }
  SmallVector<ep::ExprAttr> getOutputSize() const { return this->symInts(1); }
  bool getAlignCorners() const { return this->boolean(2); }
  SmallVector<double> getScaleFactors() const { return this->numbers(3); }
};
KILN_ATEN_OP(UpsampleBilinear2dVecOp, UpsampleBilinear2dVecArgs, "aten.upsample_bilinear2d.vec")

/// aten::upsample_nearest2d.vec(Tensor input, SymInt[]? output_size, float[]?
///     scale_factors) -> Tensor
template <typename Base>
struct UpsampleNearest2dVecArgs : Base {
  using Base::Base;
  Value getInput() const { return this->tensor(0); }
  SmallVector<ep::ExprAttr> getOutputSize() const { return this->symInts(1); }
  SmallVector<double> getScaleFactors() const { return this->numbers(2); }
};
KILN_ATEN_OP(UpsampleNearest2dVecOp, UpsampleNearest2dVecArgs, "aten.upsample_nearest2d.vec")

} // namespace kiln::aten

KILN_ATEN_TYPE_ID(PrivateAdaptiveAvgPool2dOp)
KILN_ATEN_TYPE_ID(PrivateAdaptiveAvgPool2dBackwardOp)
KILN_ATEN_TYPE_ID(PrivateAdaptiveAvgPool3dOp)
KILN_ATEN_TYPE_ID(AdaptiveAvgPool1dOp)
KILN_ATEN_TYPE_ID(AdaptiveAvgPool2dOp)
KILN_ATEN_TYPE_ID(AvgPool1dOp)
KILN_ATEN_TYPE_ID(AvgPool2dOp)
KILN_ATEN_TYPE_ID(AvgPool2dBackwardOp)
KILN_ATEN_TYPE_ID(AvgPool3dOp)
KILN_ATEN_TYPE_ID(ConstantPadNdOp)
KILN_ATEN_TYPE_ID(GridSampler2dOp)
KILN_ATEN_TYPE_ID(MaxPool2dOp)
KILN_ATEN_TYPE_ID(MaxPool2dWithIndicesOp)
KILN_ATEN_TYPE_ID(MaxPool2dWithIndicesBackwardOp)
KILN_ATEN_TYPE_ID(MaxPool3dWithIndicesOp)
KILN_ATEN_TYPE_ID(ReflectionPad1dOp)
KILN_ATEN_TYPE_ID(ReflectionPad2dOp)
KILN_ATEN_TYPE_ID(ReflectionPad3dOp)
KILN_ATEN_TYPE_ID(ReplicationPad2dOp)
KILN_ATEN_TYPE_ID(ReplicationPad3dOp)
KILN_ATEN_TYPE_ID(UpsampleBilinear2dVecOp)
KILN_ATEN_TYPE_ID(UpsampleNearest2dVecOp)

#endif // KILN_DIALECT_ATEN_POOLING_H
