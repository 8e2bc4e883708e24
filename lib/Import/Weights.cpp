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
  weight.name = tensor.name + (tensor.part.empty() ? "" : ".") + tensor.part;
  weight.record = (prefix + "data/" + tensor.key).str();
  weight.offset = tensor.offset;
  weight.wrapper = tensor.wrapper;
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

/// A payload that is a pickle of one tensor, or of one that wraps others.
llvm::Error ProgramImporter::readPickledPayload(const Weight &payload,
                                                std::vector<Weight> &weights) {
  std::string prefix;
  llvm::Expected<std::vector<pickle::SavedTensor>> tensors =
      readPickle(payload.record, prefix);
  if (!tensors)
    return tensors.takeError();
  bool isOne = llvm::none_of(
      *tensors, [](const auto &tensor) { return !tensor.part.empty(); });
  if (isOne && tensors->size() != 1)
    return failIn(ImportError::Weights, payload.record,
                  "pickled payload holds " + Twine(tensors->size()) +
                      " tensors, expected one");
  for (const pickle::SavedTensor &tensor : *tensors) {
    llvm::Expected<Weight> saved = readSaved(tensor, prefix);
    if (!saved)
      return saved.takeError();
    Weight &weight = weights.emplace_back(payload);
    weight.record = saved->record;
    weight.type = saved->type;
    weight.offset = saved->offset;
    if (isOne)
      continue;
    weight.name += "." + tensor.part;
    weight.wrapper = tensor.wrapper;
    weight.storage += "." + tensor.key;
    weight.requiresGrad = saved->requiresGrad;
  }
  return llvm::Error::success();
}

/// " of class …" where the signature has the object, else nothing.
static std::string describeClass(ArrayRef<Union> specs, StringRef name) {
  for (const Union &spec : specs) {
    const json::Object *body = spec.value ? spec.value->getAsObject() : nullptr;
    if (spec.kind != "custom_obj" || !body ||
        body->getString("custom_obj_name") != std::string_view(name))
      continue;
    const JSON *argument = body->get("arg");
    const json::Object *object = argument ? argument->getAsObject() : nullptr;
    if (object && object->getString("class_fqn"))
      return rt::concat(" of class ", *object->getString("class_fqn"));
  }
  return {};
}

llvm::Error ProgramImporter::readPayload(StringRef record, StringRef name,
                                         const Payload &payload, bool constants,
                                         std::vector<Weight> &weights) {
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
    return readPickledPayload(weight, weights);
  weights.push_back(std::move(weight));
  return llvm::Error::success();
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
  for (const auto &[name, payload] : payloads)
    if (llvm::Error error =
            readPayload(config, name, payload, constants, weights))
      return error;
  return llvm::Error::success();
}

llvm::Error ProgramImporter::failMissing(ArrayRef<Weight> weights,
                                         StringRef kind, StringRef target) {
  std::string prefix = (target + ".").str();
  for (const Weight &weight : weights)
    if (!weight.wrapper.empty() && StringRef(weight.name).starts_with(prefix))
      return failIn(ImportError::Weights, weight.record,
                    kind + " '" + target + "' is of class " + weight.wrapper +
                        ", which wraps other tensors, and the graph takes it "
                        "as a whole",
                    StringRef(pickle::unwrapHint));
  bool constants = kind == "tensor_constant";
  std::string record = archive.getConfigRecord(model, constants);
  return failIn(ImportError::Weights, record,
                "no payload for " + kind + " '" + target + "'");
}
