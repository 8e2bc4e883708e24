// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tree (pytree) of a program's inputs or results: PyTorch's TreeSpec text,
// `[1, {"type": …, "context": …, "children_spec": […]}]`, as nodes. What types
// mean is known of those that PyTorch brings and of dataclasses; of others,
// only the order of the children. Immutable once read.

#ifndef KILN_RT_SRC_PACKAGE_TREE_H
#define KILN_RT_SRC_PACKAGE_TREE_H

#include "kiln-rt/archive/Error.h"
#include "kiln-rt/kiln.h"

#include <map>
#include <string>
#include <vector>

namespace kiln::rt {

/// The fields of named tuples, by the name of the type.
using NamedTuples = std::map<std::string, std::vector<std::string>>;

struct TreeNode {
  kiln_tree_kind kind = KILN_TREE_LEAF;
  std::string type;      ///< as registered: "builtins.dict"; "" of a leaf
  std::string className; ///< of a named tuple
  std::string path;      ///< "args[1]['mask']"
  kiln_tree_key keyKind = KILN_TREE_KEY_NONE;
  int64_t keyIndex = 0;
  std::string key;
  size_t parent = 0; ///< its own number at the root
  size_t end = 0;    ///< the node behind its last descendant
  size_t children = 0;
  size_t firstLeaf = 0, leaves = 0;
};

/// Nodes before their children, in order; none where a package has no tree.
using Tree = std::vector<TreeNode>;

/// Reads a TreeSpec text. Paths begin with `root`; where that is "inputs" and
/// the root is a tuple and a dict, as those of torch.export are, they begin
/// with "args" and "kwargs". Errors: InvalidArgument, ResourceExhausted,
/// Unimplemented.
Expected<Tree> readTree(std::string_view text, const NamedTuples &namedTuples,
                        const std::string &root);

} // namespace kiln::rt

#endif // KILN_RT_SRC_PACKAGE_TREE_H
