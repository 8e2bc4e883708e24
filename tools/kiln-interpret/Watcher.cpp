// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Watcher.h"
#include "Arrays.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <cstring>

using namespace kiln;
using namespace kiln::interpret;
using namespace kiln::reference;

//===----------------------------------------------------------------------===//
// Two tensors
//===----------------------------------------------------------------------===//

/// The fault of `ours`, or nothing. Errors are relative to the root mean
/// square of the tensor, as in the error rule. How far PyTorch is off inside of
/// a program was not recorded: the limits leave room for sums of many terms.
/// `epsilon` is at least the dtype's.
static std::string explain(const Tensor &ours, const Tensor &right,
                           double epsilon) {
  Type type = right.getElementType();
  auto print = [](double value) {
    return llvm::formatv("{0:e2}", value).str();
  };
  if (!mlir::isa<mlir::FloatType>(type)) {
    for (int64_t i = 0, e = right.getNumElements() * getElementBytes(type);
         i < e; ++i)
      if (ours.getData()[i] != right.getData()[i])
        return "element " + std::to_string(i / getElementBytes(type)) +
               " differs";
    return "";
  }
  std::vector<double> mine = load<double>(ours).values,
                      wanted = load<double>(right).values;
  double squares = 0, errors = 0, largest = 0;
  size_t at = 0;
  for (size_t i = 0; i < mine.size(); ++i) {
    bool same =
        mine[i] == wanted[i] || (std::isnan(mine[i]) && std::isnan(wanted[i]));
    if (!same && !(std::isfinite(mine[i]) && std::isfinite(wanted[i])))
      return "element " + std::to_string(i) + " is " + print(mine[i]) +
             ", not " + print(wanted[i]);
    if (!std::isfinite(wanted[i]))
      continue;
    double error = std::fabs(mine[i] - wanted[i]);
    squares += wanted[i] * wanted[i];
    errors += error * error;
    if (error > largest) {
      largest = error;
      at = i;
    }
  }
  if (largest == 0)
    return "";
  double count = static_cast<double>(mine.size());
  double scale = std::sqrt(squares / count);
  double rms = std::sqrt(errors / count) / scale;
  if (rms <= 64 * epsilon && largest / scale <= 1024 * epsilon)
    return "";
  return "the root mean square of errors is " + print(rms) + " (limit " +
         print(64 * epsilon) + "), the largest " + print(largest / scale) +
         " (limit " + print(1024 * epsilon) + ") at element " +
         std::to_string(at) + ", which is " + print(mine[at]) + ", not " +
         print(wanted[at]);
}

/// Kernels see a complex number as two real ones, in a dimension of their own.
static Tensor makeReal(const Tensor &tensor) {
  if (!isComplex(tensor.getElementType()))
    return tensor;
  Sizes sizes(tensor.getSizes());
  sizes.push_back(2);
  return tensor.bitcast(getRealType(tensor.getElementType()), sizes);
}

/// Has a kernel's result of this shape these sizes, several of which may be one
/// dimension of known size?
static bool hasShape(llvm::ArrayRef<int64_t> sizes,
                     llvm::ArrayRef<int64_t> shape) {
  for (int64_t declared : shape) {
    bool isKnown = mlir::ShapedType::isStatic(declared);
    int64_t size = 1;
    do
      size *= sizes.empty() ? 1 : sizes.consume_front();
    while (isKnown && !sizes.empty() && size < declared);
    if (isKnown && size != declared)
      return false;
  }
  return llvm::all_of(sizes, [](int64_t size) { return size == 1; });
}

/// Could a kernel's result of this type be this value?
static bool hasType(const Tensor &tensor, mlir::RankedTensorType type,
                    size_t bytes) {
  return getDtype(tensor.getElementType()) == getDtype(type.getElementType()) &&
         hasShape(tensor.getSizes(), type.getShape()) &&
         static_cast<size_t>(tensor.getNumBytes()) == bytes;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// A row of elements with these bytes.
static rt::NpyArray makeRow(kiln_dtype dtype, const void *data, size_t bytes) {
  rt::NpyArray row(dtype,
                   {static_cast<int64_t>(bytes / kiln_dtype_size(dtype))});
  if (bytes > 0)
    std::memcpy(row.data(), data, bytes);
  return row;
}

/// Our launch of this instruction; null where it is none.
const Launch *Watcher::find(const kiln_instruction_info &info) {
  if (StringRef(info.opcode) != "dispatch" || StringRef(info.entry) != "run" ||
      !wrong.empty())
    return nullptr;
  auto found = launches.find(info.index);
  if (found != launches.end() && found->second.kernel == info.kernel)
    return &found->second;
  isOtherProgram = true;
  return nullptr;
}

void Watcher::before(const kiln_instruction_info &info) {
  if (!find(info))
    return;
  // A kernel may write where it reads.
  call = {};
  call.kernel = info.kernel;
  call.domain = info.domain;
  call.sizes.assign(info.sizes, info.sizes + info.size_count);
  for (size_t i = 0; i < info.buffer_count; ++i) {
    call.written.push_back(info.buffer_written[i]);
    call.contents.push_back(
        makeRow(info.buffer_dtypes[i], info.buffers[i], info.buffer_bytes[i]));
  }
}

/// Is the content of the buffer one of the values that the operation made at
/// this time? Where none is that could be, `wrong` names the difference, and
/// the reproducer should write the last. Returns false when nothing could be
/// compared.
bool Watcher::judge(const kiln_instruction_info &info, size_t buffer,
                    const Written &written, size_t execution) {
  auto made =
      written.operation ? values.find(*written.operation) : values.end();
  if (made == values.end() || execution >= made->second.values.size())
    return false;
  auto row = std::make_shared<rt::NpyArray>(makeRow(info.buffer_dtypes[buffer],
                                                    info.buffers[buffer],
                                                    info.buffer_bytes[buffer]));
  std::string difference;
  Tensor right;
  for (const RuntimeValue &candidate : made->second.values[execution]) {
    const auto *value = std::get_if<Tensor>(&candidate);
    if (!value || value->isNull())
      continue;
    Tensor real = makeReal(*value);
    if (!hasType(real, written.type, row->bytes()))
      continue;
    right = real;
    difference =
        explain(Tensor::fromBytes(right.getElementType(), right.getSizes(), row,
                                  static_cast<const uint8_t *>(row->data())),
                right, made->second.epsilon);
    if (difference.empty())
      return true;
  }
  if (right.isNull())
    return false;
  call.contents[buffer] =
      makeRow(info.buffer_dtypes[buffer], right.getData(), row->bytes());
  if (wrong.empty())
    wrong = difference;
  return true;
}

void Watcher::after(const kiln_instruction_info &info) {
  const Launch *launch = find(info);
  if (!launch)
    return;
  size_t execution = executions[launch->dispatch]++;
  size_t buffer = call.written.size() - launch->written.size();
  bool isJudged = false;
  for (const Written &written : launch->written) {
    // Where nothing better is known the reproducer should write the same.
    call.contents[buffer] =
        makeRow(info.buffer_dtypes[buffer], info.buffers[buffer],
                info.buffer_bytes[buffer]);
    isJudged |= judge(info, buffer++, written, execution);
  }
  if (!isJudged) {
    ++numUnjudged;
    return unjudged.push_back(info.kernel);
  }
  ++numJudged;
  if (wrong.empty())
    return unjudged.clear();
  wrong =
      rt::concat("kernel ", info.kernel, " (", info.entry, "[", info.index,
                 "], ", info.op, " ", info.file, ":", info.line, "): ", wrong);
}
