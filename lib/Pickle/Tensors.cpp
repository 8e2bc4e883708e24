// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a pickle says about tensors.
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

Expected<std::vector<SavedTensor>>
kiln::pickle::readTensors(const Pickle &pickle) {
  const Value &root = pickle.root();
  if (root.kind == Kind::Tensor) {
    KILN_RT_ASSIGN(SavedTensor tensor, readTensor(pickle, root, ""));
    return std::vector<SavedTensor>{std::move(tensor)};
  }
  if (root.kind != Kind::Dict)
    return kiln::rt::makeError(Code::DataLoss, "pickle: not a dict of tensors");
  std::vector<SavedTensor> tensors;
  for (size_t i = 0; i + 1 < root.items.size(); i += 2) {
    const Value &key = pickle[root.items[i]];
    if (key.kind != Kind::String || key.text.size() > mostName)
      return kiln::rt::makeError(Code::DataLoss,
                                 "pickle: a key of the dict is no name");
    KILN_RT_ASSIGN(SavedTensor tensor,
                   readTensor(pickle, pickle[root.items[i + 1]], key.text));
    tensors.push_back(std::move(tensor));
  }
  return tensors;
}
