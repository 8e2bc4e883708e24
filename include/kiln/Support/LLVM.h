// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MLIR's everyday names, without qualification, inside namespace kiln.
#ifndef KILN_SUPPORT_LLVM_H
#define KILN_SUPPORT_LLVM_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"
#include "mlir/Support/LLVM.h"

namespace kiln {
using llvm::DenseMap;
using mlir::ArrayAttr;
using mlir::ArrayRef;
using mlir::Attribute;
using mlir::Block;
using mlir::BlockArgument;
using mlir::cast;
using mlir::cast_or_null;
using mlir::DictionaryAttr;
using mlir::dyn_cast;
using mlir::dyn_cast_or_null;
using mlir::failed;
using mlir::failure;
using mlir::FailureOr;
using mlir::FunctionType;
using mlir::InFlightDiagnostic;
using mlir::IntegerAttr;
using mlir::isa;
using mlir::isa_and_nonnull;
using mlir::Location;
using mlir::LogicalResult;
using mlir::MLIRContext;
using mlir::MutableArrayRef;
using mlir::OpBuilder;
using mlir::Operation;
using mlir::RankedTensorType;
using mlir::raw_ostream;
using mlir::Region;
using mlir::ShapedType;
using mlir::SmallVector;
using mlir::SmallVectorImpl;
using mlir::StringAttr;
using mlir::StringRef;
using mlir::succeeded;
using mlir::success;
using mlir::SymbolRefAttr;
using mlir::Twine;
using mlir::Type;
using mlir::TypeRange;
using mlir::Value;
using mlir::ValueRange;
} // namespace kiln

#endif // KILN_SUPPORT_LLVM_H
