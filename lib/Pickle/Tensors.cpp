// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tensors of a pickle.
#include "kiln/Pickle/Pickle.h"

using namespace kiln::pickle;
using kiln::rt::Code;
using kiln::rt::Expected;

using Kind = Value::Kind;

/// Longest name of a tensor and of a storage. Many tensors may share one text,
/// which each copies.
static constexpr size_t mostName = 4096;

static kiln::rt::Error malformed(std::string_view name, std::string_view what) {
  return kiln::rt::makeError(Code::DataLoss, "pickle: '", name.substr(0, 200),
                             "' ", what);
}

static Expected<std::vector<int64_t>>
readIntegers(const Pickle &pickle, const Value &tuple, std::string_view name) {
  constexpr size_t mostDimensions = 64; // torch has no more, either
  std::vector<int64_t> numbers;
  if (tuple.kind != Kind::Tuple)
    return malformed(name, "has no tuple of sizes");
  if (tuple.items.size() > mostDimensions)
    return malformed(name, "has more than 64 dimensions");
  for (Ref ref : tuple.items) {
    if (pickle[ref].kind != Kind::Integer)
      return malformed(name, "has a size that is no integer");
    numbers.push_back(pickle[ref].integer);
  }
  return numbers;
}

/// The storage of a tensor: ('storage', class, key, location, elements).
static bool readStorage(const Pickle &pickle, const Value &storage,
                        SavedTensor &out) {
  if (storage.kind != Kind::Storage || storage.items.size() != 5)
    return false;
  const Value &tag = pickle[storage.items[0]];
  const Value &type = pickle[storage.items[1]];
  const Value &key = pickle[storage.items[2]];
  if (tag.kind != Kind::String || tag.text != "storage" ||
      type.kind != Kind::Global || type.global != Global::Storage ||
      key.kind != Kind::String || key.text.size() > mostName)
    return false;
  out.key = key.text;
  out.dtype = type.integer;
  return true;
}

/// (storage, offset, sizes, strides, requires_grad, hooks[, dtype, …])
static Expected<SavedTensor>
readTensor(const Pickle &pickle, const Value &tensor, const std::string &name) {
  SavedTensor out;
  out.name = name;
  bool hasDtype = tensor.global == Global::RebuildTensorV3;
  if (tensor.kind != Kind::Tensor || tensor.items.size() < (hasDtype ? 7u : 6u))
    return malformed(name, "is no tensor");
  if (!readStorage(pickle, pickle[tensor.items[0]], out))
    return malformed(name, "has no storage");
  const Value &offset = pickle[tensor.items[1]];
  const Value &grad = pickle[tensor.items[4]];
  if (offset.kind != Kind::Integer || grad.kind != Kind::Bool)
    return malformed(name, "has no offset");
  out.offset = offset.integer;
  KILN_RT_ASSIGN(out.sizes,
                 readIntegers(pickle, pickle[tensor.items[2]], name));
  KILN_RT_ASSIGN(out.strides,
                 readIntegers(pickle, pickle[tensor.items[3]], name));
  out.isParameter = tensor.isParameter;
  out.requiresGrad = tensor.isParameter ? tensor.requiresGrad : grad.integer;
  if (hasDtype) {
    const Value &dtype = pickle[tensor.items[6]];
    if (dtype.kind != Kind::Global || dtype.global != Global::Storage)
      return malformed(name, "has no dtype");
    out.dtype = dtype.integer;
  }
  return out;
}

namespace {
/// Appends tensors, of those that wrap others all parts.
class TensorReader {
public:
  explicit TensorReader(const Pickle &pickle) : pickle(pickle) {}

  kiln::rt::Status add(const Value &value, const std::string &name,
                       const std::string &part = "", unsigned depth = 0) {
    if (value.kind == Kind::Wrapper)
      return addParts(value, name, part, depth);
    KILN_RT_ASSIGN(SavedTensor tensor, readTensor(pickle, value, name));
    tensor.part = part;
    if (depth > 0 && ++parts > mostParts)
      return tooMany();
    tensors.push_back(std::move(tensor));
    return {};
  }

  std::vector<SavedTensor> tensors;

private:
  /// Wrappers may hold one wrapper many times.
  static constexpr size_t mostParts = 1 << 16, mostDepth = 8;
  size_t parts = 0;

  kiln::rt::Status tooMany() const {
    return kiln::rt::makeError(Code::ResourceExhausted,
                               "pickle: wraps too many tensors");
  }
  kiln::rt::Status addParts(const Value &wrapper, const std::string &name,
                            const std::string &part, unsigned depth);

  const Pickle &pickle;
};
} // namespace

kiln::rt::Status TensorReader::addParts(const Value &wrapper,
                                        const std::string &name,
                                        const std::string &part,
                                        unsigned depth) {
  if (depth == mostDepth)
    return tooMany();
  size_t first = tensors.size();
  bool isParameter = false;
  for (size_t i = 0; i + 1 < wrapper.items.size(); i += 2) {
    const Value &key = pickle[wrapper.items[i]];
    const Value &value = pickle[wrapper.items[i + 1]];
    if (key.kind != Kind::String || key.text.size() > mostName)
      return malformed(name, "has an attribute without a name");
    isParameter |= key.text == "_is_param" && value.integer;
    if (value.kind == Kind::Tensor || value.kind == Kind::Wrapper)
      KILN_RT_TRY(add(value, name,
                      part.empty() ? key.text : part + "." + key.text,
                      depth + 1));
  }
  for (size_t i = first; i < tensors.size(); ++i) {
    tensors[i].isParameter |= isParameter;
    tensors[i].wrapper = wrapper.text;
  }
  return {};
}

Expected<std::vector<SavedTensor>>
kiln::pickle::readTensors(const Pickle &pickle) {
  const Value &root = pickle.root();
  TensorReader reader(pickle);
  if (root.kind == Kind::Tensor || root.kind == Kind::Wrapper) {
    KILN_RT_TRY(reader.add(root, ""));
    return std::move(reader.tensors);
  }
  if (root.kind != Kind::Dict)
    return kiln::rt::makeError(Code::DataLoss, "pickle: not a dict of tensors");
  for (size_t i = 0; i + 1 < root.items.size(); i += 2) {
    const Value &key = pickle[root.items[i]];
    if (key.kind != Kind::String || key.text.size() > mostName)
      return kiln::rt::makeError(Code::DataLoss,
                                 "pickle: a key of the dict is no name");
    KILN_RT_TRY(reader.add(pickle[root.items[i + 1]], key.text));
  }
  return std::move(reader.tensors);
}
