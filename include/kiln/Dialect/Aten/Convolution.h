// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Written by `utils/generate-aten.py <aten-schemas.jsonl> <core-aten.txt>`: do not edit.
//
// Convolutions: TypedOp.h explains the classes.
// clang-format off
#ifndef KILN_DIALECT_ATEN_CONVOLUTION_H
#define KILN_DIALECT_ATEN_CONVOLUTION_H

#include "kiln/Dialect/Aten/TypedOp.h"

namespace kiln::aten {

/// aten::col2im(Tensor self, SymInt[2] output_size, int[2] kernel_size, int[2]
///     dilation, int[2] padding, int[2] stride) -> Tensor
template <typename Base>
struct Col2imArgs : Base {
  using Base::Base;
  Value getSelf() const { return this->tensor(0); }
  SmallVector<ep::ExprAttr> getOutputSize() const { return this->symInts(1); }
  SmallVector<int64_t> getKernelSize() const { return this->integers(2); }
  SmallVector<int64_t> getDilation() const { return this->integers(3); }
  SmallVector<int64_t> getPadding() const { return this->integers(4); }
  SmallVector<int64_t> getStride() const { return this->integers(5); }
};
KILN_ATEN_OP(Col2imOp, Col2imArgs, "aten.col2im.default")

/// aten::conv1d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[1]
///     stride=[1], SymInt[1] padding=[0], SymInt[1] dilation=[1], SymInt
///     groups=1) -> Tensor
template <typename Base>
struct Conv1dArgs : Base {
  using Base::Base;
  Value getInput() const { return this->tensor(0); }
  Value getWeight() const { return this->tensor(1); }
  Value getBias() const { return this->tensor(2); }
  SmallVector<ep::ExprAttr> getStride() const { return this->symInts(3); }
  SmallVector<ep::ExprAttr> getPadding() const { return this->symInts(4); }
  SmallVector<ep::ExprAttr> getDilation() const { return this->symInts(5); }
  ep::ExprAttr getGroups() const { return this->symInt(6); }
};
KILN_ATEN_OP(Conv1dOp, Conv1dArgs, "aten.conv1d.default")

/// aten::conv2d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[2]
///     stride=[1, 1], SymInt[2] padding=[0, 0], SymInt[2] dilation=[1, 1],
///     SymInt groups=1) -> Tensor
template <typename Base>
struct Conv2dArgs : Base {
  using Base::Base;
  Value getInput() const { return this->tensor(0); }
  Value getWeight() const { return this->tensor(1); }
  Value getBias() const { return this->tensor(2); }
  SmallVector<ep::ExprAttr> getStride() const { return this->symInts(3); }
  SmallVector<ep::ExprAttr> getPadding() const { return this->symInts(4); }
  SmallVector<ep::ExprAttr> getDilation() const { return this->symInts(5); }
  ep::ExprAttr getGroups() const { return this->symInt(6); }
};
KILN_ATEN_OP(Conv2dOp, Conv2dArgs, "aten.conv2d.default")

/// aten::conv3d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[3]
///     stride=[1, 1, 1], SymInt[3] padding=[0, 0, 0], SymInt[3] dilation=[1, 1,
///     1], SymInt groups=1) -> Tensor
template <typename Base>
struct Conv3dArgs : Base {
  using Base::Base;
  Value getInput() const { return this->tensor(0); }
  Value getWeight() const { return this->tensor(1); }
  Value getBias() const { return this->tensor(2); }
  SmallVector<ep::ExprAttr> getStride() const { return this->symInts(3); }
  SmallVector<ep::ExprAttr> getPadding() const { return this->symInts(4); }
  SmallVector<ep::ExprAttr> getDilation() const { return this->symInts(5); }
  ep::ExprAttr getGroups() const { return this->symInt(6); }
};
KILN_ATEN_OP(Conv3dOp, Conv3dArgs, "aten.conv3d.default")

/// aten::convolution(Tensor input, Tensor weight, Tensor? bias, SymInt[]
///     stride, SymInt[] padding, SymInt[] dilation, bool transposed, SymInt[]
///     output_padding, SymInt groups) -> Tensor
template <typename Base>
struct ConvolutionArgs : Base {
  using Base::Base;
  Value getInput() const { return this->tensor(0); }
  Value getWeight() const { return this->tensor(1); }
  Value getBias() const { return this->tensor(2); }
  SmallVector<ep::ExprAttr> getStride() const { return this->symInts(3); }
  SmallVector<ep::ExprAttr> getPadding() const { return this->symInts(4); }
  SmallVector<ep::ExprAttr> getDilation() const { return this->symInts(5); }
  bool getTransposed() const { return this->boolean(6); }
  SmallVector<ep::ExprAttr> getOutputPadding() const { return this->symInts(7); }
  ep::ExprAttr getGroups() const { return this->symInt(8); }
};
KILN_ATEN_OP(ConvolutionOp, ConvolutionArgs, "aten.convolution.default")

/// aten::convolution_backward(Tensor grad_output, Tensor input, Tensor weight,
///     SymInt[]? bias_sizes, SymInt[] stride, SymInt[] padding, SymInt[]
///     dilation, bool transposed, SymInt[] output_padding, SymInt groups,
///     bool[3] output_mask) -> (Tensor, Tensor, Tensor)
template <typename Base>
struct ConvolutionBackwardArgs : Base {
  using Base::Base;
  Value getGradOutput() const { return this->tensor(0); }
  Value getInput() const { return this->tensor(1); }
  Value getWeight() const { return this->tensor(2); }
  SmallVector<ep::ExprAttr> getBiasSizes() const { return this->symInts(3); }
  SmallVector<ep::ExprAttr> getStride() const { return this->symInts(4); }
  SmallVector<ep::ExprAttr> getPadding() const { return this->symInts(5); }
  SmallVector<ep::ExprAttr> getDilation() const { return this->symInts(6); }
  bool getTransposed() const { return this->boolean(7); }
  SmallVector<ep::ExprAttr> getOutputPadding() const { return this->symInts(8); }
  ep::ExprAttr getGroups() const { return this->symInt(9); }
  SmallVector<bool> getOutputMask() const { return this->booleans(10); }
};
KILN_ATEN_OP(ConvolutionBackwardOp, ConvolutionBackwardArgs, "aten.convolution_backward.default")

} // namespace kiln::aten

KILN_ATEN_TYPE_ID(Col2imOp)
KILN_ATEN_TYPE_ID(Conv1dOp)
KILN_ATEN_TYPE_ID(Conv2dOp)
KILN_ATEN_TYPE_ID(Conv3dOp)
KILN_ATEN_TYPE_ID(ConvolutionOp)
KILN_ATEN_TYPE_ID(ConvolutionBackwardOp)

#endif // KILN_DIALECT_ATEN_CONVOLUTION_H
