// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names in the manifest of a program for the common parts of its sizes.
#ifndef KILN_LIB_PACKAGE_SIZENAMES_H
#define KILN_LIB_PACKAGE_SIZENAMES_H

#include "kiln/Dialect/EP/Expr.h"
#include "kiln/Dialect/Exec/Exec.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"

namespace kiln::package {

/// A size that is computed from another one over and over, block by block, has
/// few parts, but a text that doubles with each. A part in several places
/// is written once.
class SizeNames {
public:
  SizeNames() = default;
  /// The names for the sizes of a host program and its outputs.
  explicit SizeNames(exec::HostOp host);

  /// Calls `visit` with each name and its text, those that a text uses first.
  void forEach(llvm::function_ref<void(StringRef, const std::string &)> visit);

  bool isEmpty() const { return names.empty(); }

  /// The text of `expr`, with names.
  std::string getText(ep::ExprAttr expr) const;

private:
  void count(ep::ExprAttr expr);
  bool isFixed(ep::ExprAttr expr);
  void choose(ep::ExprAttr expr);

  llvm::StringSet<> symbols; ///< those that calls bind
  llvm::StringSet<> taken;   ///< names of registers
  llvm::DenseMap<ep::ExprAttr, unsigned> uses;
  llvm::DenseMap<ep::ExprAttr, unsigned> lengths; ///< of texts, saturated
  llvm::DenseMap<ep::ExprAttr, bool> fixed;
  llvm::DenseSet<ep::ExprAttr> chosen;
  llvm::MapVector<ep::ExprAttr, std::string> names;
};

} // namespace kiln::package

#endif // KILN_LIB_PACKAGE_SIZENAMES_H
