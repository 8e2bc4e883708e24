// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers out of tensors, and assertions.
#include "Kernels/Kernels.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;

static KernelResult item(Call &call) {
  Tensor self = call.tensor("self");
  if (self.getNumElements() != 1)
    return call.error("a tensor with " + Twine(self.getNumElements()) +
                      " elements is not a number");
  return RuntimeValues{RuntimeValue(toScalar(self))};
}

/// The range of a number that tensors made.
static KernelResult constrainRange(Call &call) {
  int64_t size = call.integer("size");
  std::optional<int64_t> min = call.optionalInteger("min"),
                         max = call.optionalInteger("max");
  if ((min && size < *min) || (max && size > *max))
    return call.error("the number " + Twine(size) + " is outside of its range");
  return RuntimeValues();
}

static KernelResult assertAsync(Call &call) {
  Tensor self = call.tensor("self");
  if (self.getNumElements() == 1 && toBool(toScalar(self)))
    return RuntimeValues();
  StringRef message =
      call.hasArgument("assert_msg") ? call.string("assert_msg") : "";
  return call.error("assertion failed: " + message);
}

/// `info` of a factorization: 0 where it succeeded.
static KernelResult checkErrors(Call &call) {
  Dense<int64_t> info = load<int64_t>(call.tensor("info"));
  if (llvm::all_of(info.values, [](int64_t value) { return value == 0; }))
    return RuntimeValues();
  return call.error(call.string("api_name") + " did not succeed");
}

/// The dtype and the sizes of a tensor are those of its type, which every value
/// is checked against: the types have the rest of the metadata.
static KernelResult assertMetadata(Call &call) {
  Tensor a = call.tensor("a");
  if (call.has("dtype") && call.dtype("dtype") != a.getElementType())
    return call.error("the dtype of the tensor is not as asserted");
  if (call.has("size") && Sizes(call.integers("size")) != Sizes(a.getSizes()))
    return call.error("the sizes of the tensor are not as asserted");
  return RuntimeValues();
}

void reference::registerScalarKernels(KernelTable &table) {
  table.add("aten._local_scalar_dense.default", item);
  table.add("aten.item.default", item);
  table.add("aten.sym_constrain_range.default", constrainRange);
  table.add("aten.sym_constrain_range_for_size.default", constrainRange);
  table.add("aten._linalg_check_errors.default", checkErrors);
  table.add("aten._assert_async.default", assertAsync);
  table.add("aten._assert_async.msg", assertAsync);
  table.add("aten._assert_tensor_metadata.default", assertMetadata);
}
