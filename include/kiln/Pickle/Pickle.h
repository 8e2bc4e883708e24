// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A reader of the pickles that torch.save writes for tensors. A pickle is a
// program for a small stack machine; this one builds plain data and nothing
// else. Globals are looked up in a list of known names and stand for how data
// is put together (a tensor, a parameter, a dict). One other name is let pass,
// and left out: the class of a tensor that keeps its data in its own storage.
// A tensor of a class that wraps others is these, by the names of attributes;
// behind it objects of any class are let pass, and left out. Any other global
// is an error. Nothing is imported, called or executed.
//
// Values live in one table and refer to each other by number, so that shared
// and even cyclic data neither grows nor recurses. What a pickle asks to be
// copied is counted, so that memory and time stay within a budget. No LLVM;
// errors are those of the archive code.
#ifndef KILN_PICKLE_PICKLE_H
#define KILN_PICKLE_PICKLE_H

#include "kiln-rt/archive/Budget.h"
#include "kiln-rt/archive/Error.h"
#include <vector>

namespace kiln::pickle {

/// A number of a value in its Pickle.
using Ref = uint32_t;

/// The names that a pickle may refer to.
enum class Global : uint8_t {
  OrderedDict,
  RebuildTensorV2,
  RebuildTensorV3,
  RebuildParameter, ///< also the form with a state
  RebuildFromType,  ///< a tensor of a subclass
  RebuildWrapper,   ///< a tensor that wraps others
  Layout,
  Size,
  Device,
  Storage, ///< a storage class or a dtype; `Value::integer` is the dtype
  Class,   ///< any other name, which may only be the class of a tensor
};

struct Value {
  enum class Kind : uint8_t {
    None,
    Bool,    ///< integer
    Integer, ///< integer
    Float,   ///< real
    String,  ///< text; also bytes
    Tuple,   ///< items
    List,    ///< items
    Dict,    ///< items: key, value, key, value …; insertion order
    Global,  ///< global, and integer where it names a dtype
    Storage, ///< items: the persistent id by torch.save
    Tensor,  ///< items: the arguments that it is built from
    Device,  ///< items: the same
    Wrapper, ///< text: its class; items: its attributes, as those of a Dict
    Object,  ///< of a class that is left out
  };
  Kind kind = Kind::None;
  Global global = Global::OrderedDict;
  bool isParameter = false;  ///< a Tensor that is a parameter
  bool requiresGrad = false; ///< of a parameter
  int64_t integer = 0;
  double real = 0;
  std::string text;
  std::vector<Ref> items;
};

/// The data of a pickle.
class Pickle {
public:
  /// Reads a pickle of protocol 2 to 5 in at most `maxBytes` of memory. Errors
  /// (without a file name): PermissionDenied for a global that is not allowed,
  /// Unimplemented for an instruction that tensors do not need,
  /// ResourceExhausted for the memory, DataLoss for all else.
  static rt::Expected<Pickle> read(rt::ByteSpan bytes, uint64_t maxBytes);

  const Value &root() const { return values_[root_]; }
  const Value &operator[](Ref ref) const { return values_[ref]; }

private:
  std::vector<Value> values_;
  Ref root_ = 0;
  friend class Machine;
};

/// The hint for tensors that wrap others and cannot be read.
inline constexpr std::string_view unwrapHint =
    "export after torchao.utils.unwrap_tensor_subclass(model), or save what "
    "run_decompositions() gives: both hold the plain tensors underneath";

/// A tensor of a saved dict.
struct SavedTensor {
  std::string name;
  std::string part;    ///< `qdata`, `impl.scale`: of a tensor that wraps others
  std::string wrapper; ///< the class of that tensor
  std::string key;     ///< of the storage: the record `data/<key>`
  int64_t dtype = 0;   ///< torch's ScalarType plus one, as archives write it
  int64_t offset = 0;  ///< in elements
  std::vector<int64_t> sizes, strides;
  bool isParameter = false;
  bool requiresGrad = false;
};

/// The tensors of a pickled dict from names to tensors, in its order; of a
/// pickled tensor that one, without a name. A tensor that wraps others is all
/// of its parts. Fails with DataLoss where the data is something else, and with
/// ResourceExhausted for wrappers of too many tensors.
rt::Expected<std::vector<SavedTensor>> readTensors(const Pickle &pickle);

} // namespace kiln::pickle

#endif // KILN_PICKLE_PICKLE_H
