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

static constexpr StringLiteral kWeights = "data/weights/";
static constexpr StringLiteral kConstants = "data/constants/";

/// The fully qualified name that an input of the signature has; empty for what
/// is no state.
static StringRef targetOf(const Union &spec) {
  const llvm::json::Object *body = spec.value->getAsObject();
  if (!body)
    return "";
  for (StringRef key :
       {"parameter_name", "buffer_name", "tensor_constant_name"})
    if (std::optional<StringRef> name = body->getString(key))
      return *name;
  return "";
}

/// One storage per record; several names may view it.
llvm::Expected<StringAttr>
ProgramImporter::importStorage(StringRef folder, const Payload &payload,
                               llvm::StringMap<StringAttr> &known) {
  std::string record = (folder + payload.pathName).str();
  StringAttr &name = known[record];
  if (name)
    return name;
  if (payload.usePickle)
    return fail("weight '" + payload.pathName +
                "' is a pickled tensor subclass, which is not supported");
  std::optional<uint64_t> size = archive.getSize(record);
  if (!size)
    return fail("weight record '" + record + "' is missing");
  name = builder.getStringAttr("storage." + payload.pathName);
  auto storage = ep::StorageOp::create(
      builder, op.getLoc(), name, *size,
      *size ? builder.getStringAttr(archive.getRecordName(record))
            : StringAttr(),
      ElementsAttr());
  if (options.embedWeights && *size) {
    llvm::Expected<StringRef> bytes = archive.getBytes(record);
    if (!bytes)
      return bytes.takeError();
    storage.removeRecordAttr();
    storage.setDataAttr(DenseResourceElementsAttr::get(
        RankedTensorType::get({static_cast<int64_t>(*size)},
                              builder.getI8Type()),
        name.getValue(),
        HeapAsmResourceBlob::allocateAndCopyWithAlign(
            ArrayRef<char>(bytes->data(), bytes->size()), 64)));
  }
  return name;
}

llvm::Error
ProgramImporter::importPayload(StringRef folder, StringRef fqn,
                               const Payload &payload, bool isConstant,
                               llvm::StringMap<StringAttr> &storages) {
  if (!payload.tensorMeta)
    return fail("custom object '" + fqn + "' is not supported");
  llvm::Expected<ep::TensorType> type = readType(*payload.tensorMeta);
  if (!type)
    return type.takeError();
  llvm::Expected<ep::ExprAttr> offset =
      readExpr(payload.tensorMeta->storageOffset);
  if (!offset)
    return offset.takeError();
  if (!offset->isInt())
    return fail("weight '" + fqn + "' has a symbolic offset");
  llvm::Expected<StringAttr> storage = importStorage(folder, payload, storages);
  if (!storage)
    return storage.takeError();
  auto ref = FlatSymbolRefAttr::get(*storage);
  if (isConstant)
    ep::ConstantOp::create(builder, op.getLoc(), fqn, *type, ref.getValue(),
                           offset->getValue());
  else if (payload.isParam)
    ep::ParameterOp::create(builder, op.getLoc(), fqn, *type, ref.getValue(),
                            offset->getValue(),
                            payload.tensorMeta->requiresGrad);
  else
    ep::BufferOp::create(builder, op.getLoc(), fqn, *type, ref.getValue(),
                         offset->getValue(),
                         /*persistent=*/folder == kWeights);
  return llvm::Error::success();
}

llvm::Error ProgramImporter::importPayloads(StringRef folder,
                                            StringRef configName) {
  if (!archive.getSize(configName))
    return llvm::Error::success();
  llvm::Expected<llvm::json::Value> json = archive.readJSON(configName);
  if (!json)
    return json.takeError();
  std::map<StringRef, Payload> payloads;
  llvm::json::Path::Root root(configName);
  if (!fromJSON(*json, payloads, root))
    return makeImportError(archive.getPath(), archive.getRecordName(configName),
                           llvm::toString(root.getError()));
  // In the order of the graph's inputs; a name that no input has comes last.
  llvm::StringMap<StringAttr> storages;
  auto import = [&](StringRef fqn, bool isConstant) -> llvm::Error {
    auto it = payloads.find(fqn);
    if (it == payloads.end())
      return llvm::Error::success();
    llvm::Error error =
        importPayload(folder, fqn, it->second, isConstant, storages);
    payloads.erase(it);
    return error;
  };
  for (const Union &spec : program.inputSpecs)
    if (llvm::Error error =
            import(targetOf(spec), spec.kind == "tensor_constant"))
      return error;
  while (!payloads.empty())
    if (llvm::Error error = import(payloads.begin()->first, false))
      return error;
  return llvm::Error::success();
}

llvm::Error ProgramImporter::importState() {
  std::string weights = (kWeights + model + "_weights_config.json").str();
  std::string constants = (kConstants + model + "_constants_config.json").str();
  if (!archive.getSize(weights) &&
      archive.getSize((kWeights + model + ".pt").str()))
    return fail("pickled weights of torch 2.8 are not supported; save the "
                "program again with torch 2.9 or later");
  if (llvm::Error error = importPayloads(kWeights, weights))
    return error;
  return importPayloads(kConstants, constants);
}
