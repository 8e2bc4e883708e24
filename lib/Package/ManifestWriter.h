// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the parts of the manifest; each part that grows has a file.
#ifndef KILN_LIB_PACKAGE_MANIFESTWRITER_H
#define KILN_LIB_PACKAGE_MANIFESTWRITER_H

#include "SizeNames.h"
#include "kiln/Dialect/EP/Expr.h"
#include "kiln/Dialect/EP/PackedStorage.h"
#include "kiln/Dialect/EP/ReturnedViews.h"
#include "kiln/Package/Manifest.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/JSON.h"

namespace kiln::package {

class ManifestWriter {
public:
  ManifestWriter(const PackageContents &contents, ManifestTexts &texts);
  LogicalResult write();

private:
  // ManifestWriter.cpp
  LogicalResult writeMetadata();
  void writeTargets();
  void writeStorages();
  void writeOrigins(llvm::json::OStream &out);
  void writeDetails();
  void writeRecords();
  void writeBound(StringRef key, std::optional<int64_t> bound);
  /// An integer, or the text of the expression.
  void writeExpr(ep::ExprAttr expr);
  void writeExprs(StringRef key, ArrayRef<ep::ExprAttr> exprs);
  /// The number of the first origin in `loc`; null when there is none.
  void writeOrigin(Location loc);
  unsigned getOriginIndex(Attribute origin);

  // ProgramWriter.cpp
  LogicalResult writeProgram(ep::ProgramOp program);
  void writeSymbols(ep::ProgramOp program);
  void writeRanges(ep::ProgramOp program);
  void writeSizes(exec::HostOp host);
  void writeTrees(ep::ProgramOp program);
  LogicalResult writeInput(exec::InputOp input);
  LogicalResult writeOutput(exec::OutputOp output);
  void writeViewOf(exec::OutputOp output, const ep::ReturnedView &view);
  LogicalResult writeTensor(Operation *op, ep::TensorType type);
  LogicalResult writeConstant(Operation *op, Attribute value);
  void writeLayout(const ep::PackedLayout &layout);
  LogicalResult writeState(ep::ProgramOp program, exec::HostOp host);

  // HostWriter.cpp
  void writeSegments(ep::ProgramOp program);
  void writeRoutines(ep::ProgramOp program);
  LogicalResult writeEntries(ep::ProgramOp program);
  LogicalResult writeEntry(exec::HostOp host, StringRef name);
  LogicalResult writeInstruction(Operation &op);
  void writeLaunch(exec::LaunchOp launch);
  void assignSlots(exec::HostOp host);
  void writeSlots(mlir::ValueRange buffers);

  // KernelWriter.cpp
  LogicalResult writeKernel(exec::KernelOp kernel, unsigned index);
  void writeKernelDetails(llvm::json::OStream &out, exec::KernelOp kernel);
  LogicalResult writeOperands(exec::KernelOp kernel);
  void writeKernelCode(exec::KernelOp kernel, unsigned index);

  const PackageContents &contents;
  ManifestTexts &texts;
  llvm::raw_string_ostream os;
  llvm::json::OStream json;
  /// The location of each origin, and its number.
  llvm::MapVector<Attribute, unsigned> origins;
  llvm::DenseMap<Operation *, unsigned> kernels;
  llvm::DenseMap<Value, unsigned> slots;
  llvm::DenseMap<Attribute, unsigned> stateIndex; ///< by name, of a program
  llvm::DenseMap<Block *, unsigned> blockStarts;
  SizeNames sizeNames; ///< of the program that is written
  unsigned numInputs = 0, numOutputs = 0, numSegments = 0, numViews = 0;
};

/// The package's name of a host program: "run", "fold" or "prepare".
StringRef getEntryName(exec::HostOp host);

/// Adds the parts of `loc` that are one origin each: those the importer marked,
/// or the first line of a file where nothing is marked.
void collectOrigins(Location loc, SmallVectorImpl<Location> &found);

} // namespace kiln::package

#endif // KILN_LIB_PACKAGE_MANIFESTWRITER_H
