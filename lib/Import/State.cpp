// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parameters, buffers and constants: names, and the storages they view. The
// bytes stay in the archive unless the caller wants them in the IR.
#include "ProgramImporter.h"
#include "kiln/Dialect/EP/Expr.h"
#include "mlir/IR/AsmState.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::pt2;

uint64_t pt2::getElementBytes(ep::TensorType type) {
  Type element = type.getElementType();
  uint64_t parts = 1;
  if (auto complex = dyn_cast<ComplexType>(element)) {
    element = complex.getElementType();
    parts = 2;
  }
  return parts * llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
}

llvm::Expected<uint64_t> pt2::getReach(ep::TensorType type, int64_t offset) {
  if (offset < 0)
    return llvm::createStringError("negative offset");
  int64_t count = 1, last = offset;
  bool overflow = false, isEmpty = false;
  auto strides = type.getStridesOrDefault();
  for (auto [size, stride] : llvm::zip(type.getSizes(), strides)) {
    if (!size.isInt() || !stride.isInt())
      return llvm::createStringError("symbolic size");
    if (size.getValue() < 0)
      return llvm::createStringError("negative size");
    if (stride.getValue() < 0)
      return llvm::createStringError("negative stride");
    int64_t elements = size.getValue(), reach;
    isEmpty |= elements == 0;
    overflow |= llvm::MulOverflow(count, elements, count);
    overflow |= llvm::MulOverflow(std::max<int64_t>(elements - 1, 0),
                                  stride.getValue(), reach);
    overflow |= llvm::AddOverflow(last, reach, last);
  }
  int64_t limit = std::numeric_limits<int64_t>::max() / 32;
  if (overflow || last > limit || count > limit)
    return llvm::createStringError("size overflow");
  return isEmpty ? 0 : (last + 1) * getElementBytes(type);
}

/// The spec's key of the name of its state; empty for inputs that are no state.
static StringRef targetOf(const Union &spec) {
  const json::Object *body = spec.value->getAsObject();
  if (!body)
    return "";
  for (StringRef key :
       {"parameter_name", "buffer_name", "tensor_constant_name"})
    if (std::optional<StringRef> name = body->getString(key))
      return *name;
  return "";
}

/// One storage per record; several names may view it.
llvm::Expected<StringAttr> ProgramImporter::importStorage(const Weight &weight,
                                                          uint64_t size) {
  StringAttr &name = storages[weight.record];
  if (name)
    return name;
  rt::RecordBytes bytes;
  if (size <= kSmallPayload || options.embedWeights) {
    llvm::Expected<rt::RecordBytes> read = archive.read(weight.record);
    if (!read)
      return read.takeError();
    bytes = std::move(*read);
  }
  std::string symbol = "storage." + weight.storage;
  for (unsigned i = 1; !storageNames.insert(symbol).second; ++i)
    symbol = ("storage." + Twine(weight.storage) + "." + Twine(i)).str();
  name = builder.getStringAttr(symbol);
  auto storage = ep::StorageOp::create(
      builder, op.getLoc(), name, size,
      size ? builder.getStringAttr(weight.record) : StringAttr(),
      ElementsAttr());
  if (options.embedWeights && size) {
    // No more than the alignment that every reader of bytecode has.
    constexpr size_t kAlignment = 16;
    storage.removeRecordAttr();
    storage.setDataAttr(DenseResourceElementsAttr::get(
        RankedTensorType::get({static_cast<int64_t>(size)},
                              builder.getI8Type()),
        name.getValue(),
        HeapAsmResourceBlob::allocateAndCopyWithAlign(
            ArrayRef<char>(reinterpret_cast<const char *>(bytes.span.data),
                           size),
            kAlignment)));
  }
  return name;
}

/// The size of a weight's record, which must hold the weight.
llvm::Expected<uint64_t> ProgramImporter::checkPayload(const Weight &weight) {
  auto refuse = [&](const Twine &reason) {
    return failIn(ImportError::Weights, weight.record,
                  "'" + weight.name + "': " + reason);
  };
  llvm::Expected<uint64_t> reach = getReach(weight.type, weight.offset);
  if (!reach)
    return refuse(llvm::toString(reach.takeError()));
  llvm::Expected<uint64_t> size = archive.getSize(weight.record);
  if (!size) {
    llvm::consumeError(size.takeError());
    return refuse("missing payload");
  }
  // A program that was exported without data has none at all.
  if (*size == 0 && *reach > 0 && hasData)
    return refuse("payload has no data");
  if (*size % getElementBytes(weight.type))
    return refuse("payload of " + Twine(*size) +
                  " bytes is not a multiple of the element size");
  if (*reach <= *size || *size == 0)
    return *size;
  if (weight.offset == 0 && weight.type.isContiguous())
    return refuse("payload shorter than its meta: " + Twine(*size) + " of " +
                  Twine(*reach) + " bytes");
  return refuse("view past the storage: it reaches byte " + Twine(*reach) +
                " of " + Twine(*size));
}

/// Parameters and persistent buffers are the state; other buffers and tensor
/// constants stand among the constants.
llvm::Error ProgramImporter::checkPlace(const Union &spec, Weight &weight) {
  auto refuse = [&](StringRef reason) {
    return fail(ImportError::Signature,
                spec.kind + " '" + weight.name + "' " + reason);
  };
  if (spec.kind == "parameter" && (weight.isConstant || !weight.isParameter))
    return refuse("is no parameter of the state");
  if (spec.kind == "tensor_constant" && !weight.isConstant)
    return refuse("is not among the constants");
  if (spec.kind != "buffer")
    return llvm::Error::success();
  const json::Value *flag = spec.value->getAsObject()->get("persistent");
  std::optional<bool> persistent;
  if (flag)
    persistent = flag->getAsBoolean();
  if (!persistent)
    return refuse("has no persistence flag");
  weight.isPersistent = *persistent;
  return *persistent || weight.isConstant
             ? llvm::Error::success()
             : refuse("is not persistent but in the state");
}

llvm::Error ProgramImporter::importWeight(const Weight &weight, uint64_t size,
                                          StringRef kind) {
  llvm::Expected<StringAttr> storage = importStorage(weight, size);
  if (!storage)
    return storage.takeError();
  StringRef ref = storage->getValue();
  if (kind == "tensor_constant")
    ep::ConstantOp::create(builder, op.getLoc(), weight.name, weight.type, ref,
                           weight.offset);
  else if (kind == "parameter" || (kind.empty() && weight.isParameter))
    ep::ParameterOp::create(builder, op.getLoc(), weight.name, weight.type, ref,
                            weight.offset, weight.requiresGrad);
  else
    ep::BufferOp::create(builder, op.getLoc(), weight.name, weight.type, ref,
                         weight.offset, weight.isPersistent);
  return llvm::Error::success();
}

/// The weight of one input, which must have the type that the graph takes.
llvm::Error ProgramImporter::importInputState(const Union &spec,
                                              const Argument &input,
                                              const Weight &weight) {
  llvm::Expected<uint64_t> size = checkPayload(weight);
  if (!size)
    return size.takeError();
  if (input.kind == "as_tensor") {
    llvm::Expected<Type> type = readInputType(input);
    if (!type)
      return type.takeError();
    if (*type != weight.type) {
      std::string text;
      llvm::raw_string_ostream(text)
          << "'" << weight.name
          << "': meta differs from the graph: " << weight.type << " and "
          << *type;
      return failIn(ImportError::Weights, weight.record, text);
    }
  }
  return importWeight(weight, *size, spec.kind);
}

llvm::Error ProgramImporter::importState() {
  std::vector<Weight> weights;
  for (bool constants : {false, true})
    if (llvm::Error error = readWeights(constants, weights))
      return error;
  llvm::StringMap<Weight *> byName;
  for (Weight &weight : weights) {
    if (!byName.try_emplace(weight.name, &weight).second)
      return fail(ImportError::Weights, "'" + weight.name +
                                            "' is both in the state and "
                                            "among the constants");
    if (llvm::Expected<uint64_t> size = archive.getSize(weight.record))
      hasData |= *size > 0;
    else
      llvm::consumeError(size.takeError());
  }
  // In the order of the graph's inputs; a name that no input has comes last.
  if (llvm::Error error = checkSignatureSize())
    return error;
  for (auto [spec, input] :
       llvm::zip(program.inputSpecs, program.graph.inputs)) {
    StringRef target = targetOf(spec);
    if (target.empty())
      continue;
    auto it = byName.find(target);
    if (it == byName.end())
      return failMissing(weights, spec.kind, target);
    Weight *weight = it->second;
    if (!weight)
      continue; // an input of the same state stands before
    it->second = nullptr;
    if (llvm::Error error = checkPlace(spec, *weight))
      return error;
    if (llvm::Error error = importInputState(spec, input, *weight))
      return error;
  }
  for (const Weight &weight : weights)
    if (byName.lookup(weight.name) == &weight) {
      llvm::Expected<uint64_t> size = checkPayload(weight);
      if (!size)
        return size.takeError();
      if (llvm::Error error = importWeight(weight, *size, ""))
        return error;
    }
  return llvm::Error::success();
}
