// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which weights the archive has: by a config of raw payloads, or pickled by
// torch.save (all before torch 2.9, and subclasses of tensors).
#include "ProgramImporter.h"
#include "kiln/Dialect/EP/Expr.h"
#include "kiln/Pickle/Pickle.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::pt2;

/// The one folder of an archive of torch.save.
static StringRef findPickleRoot(const rt::ZipReader &zip) {
  for (const rt::ZipEntry &entry : zip.entries()) {
    StringRef name = entry.name;
    if (name.consume_back("/data.pkl"))
      return name;
  }
  return "";
}

llvm::Expected<std::vector<pickle::SavedTensor>>
ProgramImporter::readPickle(StringRef record, std::string &prefix) {
  auto refuse = [&](const rt::Error &error) {
    StringRef reason = error.message;
    reason.consume_front(archive.getPath());
    reason.consume_front(": ");
    reason.consume_front(record);
    reason.consume_front(": ");
    return failIn(error.code == rt::Code::ResourceExhausted
                      ? ImportError::Limits
                      : ImportError::Weights,
                  record, reason);
  };
  std::string inner = (record + Twine(rt::recordSeparator)).str();
  std::string_view name = inner;
  rt::Expected<const rt::ZipReader *> zip = archive.archiveOf(name);
  if (!zip.ok())
    return refuse(zip.error());
  prefix = (inner + findPickleRoot(**zip) + "/").str();
  llvm::Expected<rt::RecordBytes> bytes = archive.read(prefix + "data.pkl");
  if (!bytes)
    return bytes.takeError();
  rt::Expected<pickle::Pickle> data =
      pickle::Pickle::read(bytes->span, archive.getMemoryBudget());
  if (!data.ok())
    return refuse(data.error());
  rt::Expected<std::vector<pickle::SavedTensor>> tensors =
      pickle::readTensors(*data);
  if (!tensors.ok())
    return refuse(tensors.error());
  return *std::move(tensors);
}

llvm::Expected<Weight>
ProgramImporter::readSaved(const pickle::SavedTensor &tensor,
                           StringRef prefix) {
  Weight weight;
  weight.name = tensor.name;
  weight.record = (prefix + "data/" + tensor.key).str();
  weight.offset = tensor.offset;
  weight.requiresGrad = tensor.requiresGrad;
  weight.isParameter = tensor.isParameter;
  llvm::Expected<Type> dtype = readDtype(tensor.dtype);
  if (!dtype)
    return dtype.takeError();
  auto toExprs = [&](llvm::ArrayRef<int64_t> numbers) {
    return llvm::map_to_vector(
        numbers, [&](int64_t n) { return ep::makeInt(context, n); });
  };
  llvm::Expected<ep::TensorType> type =
      makeType(*dtype, toExprs(tensor.sizes), toExprs(tensor.strides), {});
  if (!type)
    return type.takeError();
  weight.type = *type;
  return weight;
}

llvm::Error ProgramImporter::readPickledDict(StringRef record, bool constants,
                                             std::vector<Weight> &weights) {
  std::string prefix;
  llvm::Expected<std::vector<pickle::SavedTensor>> tensors =
      readPickle(record, prefix);
  if (!tensors)
    return tensors.takeError();
  for (const pickle::SavedTensor &tensor : *tensors) {
    llvm::Expected<Weight> weight = readSaved(tensor, prefix);
    if (!weight)
      return weight.takeError();
    weight->storage = (constants ? "constants." : "weights.") + tensor.key;
    weight->isConstant = constants;
    weight->isPersistent = !constants;
    weights.push_back(std::move(*weight));
  }
  return llvm::Error::success();
}

/// A payload that is a pickle of one tensor.
llvm::Error ProgramImporter::readPickledPayload(Weight &weight) {
  std::string prefix;
  llvm::Expected<std::vector<pickle::SavedTensor>> tensors =
      readPickle(weight.record, prefix);
  if (!tensors)
    return tensors.takeError();
  if (tensors->size() != 1)
    return failIn(ImportError::Weights, weight.record,
                  "pickled payload holds " + Twine(tensors->size()) +
                      " tensors, expected one");
  llvm::Expected<Weight> saved = readSaved(tensors->front(), prefix);
  if (!saved)
    return saved.takeError();
  weight.record = saved->record;
  weight.type = saved->type;
  weight.offset = saved->offset;
  return llvm::Error::success();
}

/// " of class …" where the signature has the object, else nothing.
static std::string describeClass(ArrayRef<Union> specs, StringRef name) {
  for (const Union &spec : specs) {
    const json::Object *body = spec.value ? spec.value->getAsObject() : nullptr;
    if (spec.kind != "custom_obj" || !body ||
        body->getString("custom_obj_name") != name)
      continue;
    const JSON *argument = body->get("arg");
    const json::Object *object = argument ? argument->getAsObject() : nullptr;
    if (object && object->getString("class_fqn"))
      return (" of class " + *object->getString("class_fqn")).str();
  }
  return {};
}

llvm::Expected<Weight> ProgramImporter::readPayload(StringRef record,
                                                    StringRef name,
                                                    const Payload &payload,
                                                    bool constants) {
  auto refuse = [&](const Twine &reason) {
    return failIn(ImportError::Weights, record, reason);
  };
  if (payload.pathName.empty() || payload.pathName.contains('/') ||
      payload.pathName.contains(rt::recordSeparator))
    return refuse("bad payload name '" + payload.pathName + "'");
  if (!payload.tensorMeta)
    return refuse("custom object '" + name + "'" +
                  describeClass(program.inputSpecs, name) +
                  " is not supported");
  llvm::Expected<ep::TensorType> type = readType(*payload.tensorMeta);
  if (!type)
    return type.takeError();
  if (!type->isStrided())
    return refuse("'" + name + "' has layout " +
                  ep::stringifyLayout(type->getLayout()) +
                  "; state must be strided");
  llvm::Expected<ep::ExprAttr> offset =
      readExpr(payload.tensorMeta->storageOffset);
  if (!offset)
    return offset.takeError();
  if (!offset->isInt())
    return refuse("'" + name + "' has a symbolic offset");
  Weight weight;
  weight.name = name;
  weight.record = archive.getPayloadRecord(payload.pathName, constants);
  weight.storage = payload.pathName;
  weight.type = *type;
  weight.offset = offset->getValue();
  weight.requiresGrad = payload.tensorMeta->requiresGrad;
  weight.isParameter = payload.isParam;
  weight.isConstant = constants;
  weight.isPersistent = !constants;
  if (payload.usePickle)
    if (llvm::Error error = readPickledPayload(weight))
      return error;
  return weight;
}

llvm::Error ProgramImporter::readWeights(bool constants,
                                         std::vector<Weight> &weights) {
  std::string config = archive.getConfigRecord(model, constants);
  std::string pickled = archive.getPickleRecord(model, constants);
  if (!archive.contains(config)) {
    if (archive.contains(pickled))
      return readPickledDict(pickled, constants, weights);
    bool isNeeded = llvm::any_of(program.inputSpecs, [&](const Union &spec) {
      return spec.kind == "parameter" && !constants;
    });
    return isNeeded ? failIn(ImportError::Archive, config, "missing record")
                    : llvm::Error::success();
  }
  llvm::Expected<JSONRecord> record =
      archive.readJSON(config, ImportError::Weights);
  if (!record)
    return record.takeError();
  std::vector<std::pair<StringRef, Payload>> payloads;
  llvm::json::Path::Root root(config);
  if (!fromJSON(record->getRoot(), payloads, root))
    return failIn(ImportError::Schema, config, llvm::toString(root.getError()));
  for (const auto &[name, payload] : payloads) {
    llvm::Expected<Weight> weight =
        readPayload(config, name, payload, constants);
    if (!weight)
      return weight.takeError();
    weights.push_back(std::move(*weight));
  }
  return llvm::Error::success();
}

llvm::Error ProgramImporter::failMissing(StringRef kind, StringRef target) {
  bool constants = kind == "tensor_constant";
  std::string record = archive.getConfigRecord(model, constants);
  return failIn(ImportError::Weights, record,
                "no payload for " + kind + " '" + target + "'");
}
