// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Package/PackageWriter.h"
#include "CheckLoads.h"
#include "Weights.h"
#include "kiln-rt/archive/Sha256.h"
#include "kiln-rt/archive/ZipWriter.h"
#include "kiln/Package/Manifest.h"
#include "llvm/ADT/StringSet.h"
#include <deque>

using namespace mlir;
using namespace kiln;
using namespace kiln::package;

static constexpr uint32_t kRecordAlignment = 64;
/// Large weights begin on a page; for small ones the padding would weigh more
/// than they do.
static constexpr uint32_t kPage = 4096;
static constexpr uint64_t kLeastOnPages = 1 << 18;

namespace {
class PackageWriter {
public:
  PackageWriter(ArrayRef<PackageVariant> variants, StringRef path)
      : variants(variants), path(path) {}

  LogicalResult write() {
    for (const PackageVariant &variant : variants)
      if (failed(addVariant(variant)))
        return failure();
    if (variants.size() > 1)
      addIndex();
    rt::Status status = writeArchive();
    if (!status.ok())
      return emitError(variants.front().scope->getLoc(),
                       "cannot write the package: ")
             << status.error().message;
    return success();
  }

private:
  /// A record whose content is at hand; else it is that of a storage.
  struct Record {
    PackageRecord entry;
    std::optional<StringRef> text;
  };

  void addCode(PackageContents &contents, const std::string &name,
               StringRef bytes) {
    contents.records.push_back(describeRecord(name, bytes));
    code.push_back({contents.records.back(), bytes});
  }

  LogicalResult addVariant(const PackageVariant &variant) {
    PackageContents contents;
    contents.scope = variant.scope;
    contents.detailsName = ("details/" + variant.name + ".json").str();
    for (auto [target, made] : llvm::zip_equal(variant.targets, variant.code)) {
      contents.targets.push_back({target, &made});
      addCode(contents, made.recordName, made.bytes);
      for (const Cubin &cubin : made.cubins)
        addCode(contents, cubin.recordName, cubin.bytes);
    }
    size_t codeRecords = contents.records.size();
    if (failed(weights.collect(variant.scope, contents)))
      return failure();
    for (const PackageRecord &record :
         ArrayRef(contents.records).drop_front(codeRecords))
      if (writtenWeights.insert(record.name).second)
        storages.push_back({record, std::nullopt});
    FailureOr<ManifestTexts> written = writeManifest(contents);
    if (failed(written) || failed(checkLoads(variant.scope, *written)))
      return failure();
    const ManifestTexts &kept = texts.emplace_back(*std::move(written));
    details.push_back({describeRecord(contents.detailsName, kept.details),
                       StringRef(kept.details)});
    return success();
  }

  /// Puts the list of variants in the place of the one manifest.
  void addIndex() {
    std::vector<ListedVariant> listed;
    std::vector<PackageRecord> all;
    for (auto [variant, text] : llvm::zip_equal(variants, texts)) {
      all.push_back(
          describeRecord("variants/" + variant.name + ".json", text.manifest));
      manifests.push_back({all.back(), StringRef(text.manifest)});
      listed.push_back({variant.name, manifests.back().entry.name,
                        llvm::to_vector_of<StringRef>(variant.targets)});
    }
    for (const Record &record : llvm::concat<Record>(code, storages, details))
      all.push_back(record.entry);
    llvm::raw_string_ostream os(index);
    writeIndex(listed, all, os);
  }

  static rt::Status add(rt::ZipWriter &writer, const Record &record) {
    return writer.add(record.entry.name, rt::ByteSpan(*record.text),
                      kRecordAlignment);
  }

  rt::Status writeArchive() {
    KILN_RT_ASSIGN(rt::ZipWriter writer, rt::ZipWriter::createFile(path.str()));
    StringRef first = variants.size() > 1 ? StringRef(index)
                                          : StringRef(texts.front().manifest);
    KILN_RT_TRY(
        writer.add("manifest.json", rt::ByteSpan(first), kRecordAlignment));
    for (const Record &record : llvm::concat<Record>(manifests, code))
      KILN_RT_TRY(add(writer, record));
    for (const Record &record : storages) {
      KILN_RT_ASSIGN(ep::StorageBytes read, weights.read(record.entry.name));
      rt::ByteSpan bytes(read.bytes.data(), read.bytes.size());
      KILN_RT_TRY(
          writer.add(record.entry.name, bytes,
                     bytes.size < kLeastOnPages ? kRecordAlignment : kPage));
    }
    for (const Record &record : details)
      KILN_RT_TRY(add(writer, record));
    return writer.finish();
  }

  ArrayRef<PackageVariant> variants;
  StringRef path;
  std::deque<ManifestTexts> texts; ///< of each variant
  std::string index;
  std::deque<Record> manifests, code, storages, details;
  llvm::StringSet<> writtenWeights;
  Weights weights;
};
} // namespace

LogicalResult kiln::writePackage(ArrayRef<PackageVariant> variants,
                                 StringRef path) {
  return PackageWriter(variants, path).write();
}
