// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The manifest of a package, or of one of its variants, made from programs in
// phase `host`.
#ifndef KILN_PACKAGE_MANIFEST_H
#define KILN_PACKAGE_MANIFEST_H

#include "kiln/Dialect/EP/EP.h"
#include "kiln/Target/Target.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"

namespace kiln {

/// The attribute of a module that has the user's metadata: a dictionary of
/// strings.
constexpr llvm::StringLiteral kMetadataAttr = "ep.metadata";

/// A record of the archive besides the manifest.
struct PackageRecord {
  std::string name;
  uint64_t bytes = 0;
  std::string sha256; ///< 64 hexadecimal digits
};

/// A target of the package and its code.
struct PackageTarget {
  std::string name; ///< "cpu:x86-64-v3"
  const TargetCode *code = nullptr;
};

/// The number of no record: that of a storage which the entry `fold` fills.
constexpr size_t kNoRecord = ~size_t(0);

/// The sources of a manifest. Storages are those of all programs, in order;
/// the value is the number of their record. The record of details comes behind
/// all others.
struct PackageContents {
  /// The parent of the programs: an `exec.variant`, or a module.
  mlir::Operation *scope = nullptr;
  SmallVector<PackageTarget> targets;
  std::vector<PackageRecord> records;
  llvm::MapVector<Operation *, size_t> storages;
  std::string detailsName; ///< of the record: "details/cpu.json"
};

/// A manifest, and what of it is for people, errors and profiles alone.
struct ManifestTexts {
  std::string manifest, details;
};

/// Both are UTF-8, one line, keys in the order of the format's description, the
/// same text for the same contents. An error was emitted where something has no
/// form in the manifest.
FailureOr<ManifestTexts> writeManifest(const PackageContents &contents);

/// What a manifest says of a record with this content.
PackageRecord describeRecord(const Twine &name, StringRef content);

/// A variant of a package as manifest.json lists it.
struct ListedVariant {
  StringRef name;   ///< the class of its targets, "cpu"
  StringRef record; ///< of its manifest
  SmallVector<StringRef> targets;
};

/// Writes the manifest.json of a package whose variants have manifests of their
/// own. `records` are all of the package.
void writeIndex(ArrayRef<ListedVariant> variants,
                ArrayRef<PackageRecord> records, raw_ostream &os);

/// Is `op`, of an `exec.host`, an instruction of the package? Instructions are
/// counted in the order of blocks.
bool isHostInstruction(mlir::Operation &op);

/// PyTorch's TreeSpec text: `[1, {"type": …, "context": …, "children_spec":
/// […]}]`.
std::string getTreeSpecText(ep::TreeAttr tree);

/// The manifest's name of a dtype, e.g. "f32"; empty when it has none.
StringRef getDtypeName(Type type);

} // namespace kiln

#endif // KILN_PACKAGE_MANIFEST_H
