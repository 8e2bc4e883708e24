// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The manifest as a whole, and its tables.
#include "ManifestWriter.h"
#include "kiln-rt/archive/Sha256.h"
#include "kiln/Dialect/EP/Prepare.h"
#include "kiln/Package/PackagedState.h"
#include "kiln/Support/Origin.h"
#include "kiln/Support/Version.h"
#include "llvm/ADT/TypeSwitch.h"
#include <map>
#include <tuple>

using namespace mlir;
using namespace kiln;
using namespace kiln::package;

ManifestWriter::ManifestWriter(const PackageContents &contents,
                               ManifestTexts &texts)
    : contents(contents), texts(texts), os(texts.manifest), json(os) {
  contents.scope->walk([&](exec::KernelOp kernel) {
    kernels.try_emplace(kernel, kernels.size());
  });
}

/// Only the first host program reads the sizes of a call.
static bool hasNamedSizes(ep::ProgramOp program) {
  auto hosts = program.getBody().getOps<exec::HostOp>();
  return !hosts.empty() && !SizeNames(*hosts.begin()).isEmpty();
}

static void writeHeader(llvm::json::OStream &json,
                        ArrayRef<StringRef> required) {
  json.attributeObject("kiln", [&] {
    json.attribute("format", 1);
    json.attribute("writer", getVersion());
    json.attributeArray("requires", [&] {
      for (StringRef feature : required)
        json.value(feature);
    });
  });
}

/// Such a record says its digest once.
static bool isNamedByDigest(const PackageRecord &record) {
  StringRef name = record.name;
  return name.consume_front("weights/") && name == record.sha256;
}

static void writeRecord(llvm::json::OStream &json,
                        const PackageRecord &record) {
  json.object([&] {
    json.attribute("name", record.name);
    json.attribute("bytes", record.bytes);
    if (!isNamedByDigest(record))
      json.attribute("sha256", record.sha256);
  });
}

static bool keepsScratch(const PackageTarget &target) {
  return llvm::any_of(target.code->kernels,
                      [](const KernelCode &code) { return code.keepsScratch; });
}

/// The features without which no reader can run the programs of `scope`.
static SmallVector<StringRef> getRequired(const PackageContents &contents) {
  Operation *scope = contents.scope;
  auto has = [&](auto isWanted) {
    return scope
        ->walk([&](Operation *op) {
          return isWanted(op) ? WalkResult::interrupt() : WalkResult::advance();
        })
        .wasInterrupted();
  };
  auto hasMaker = [&](bool ofFolded) {
    return has([&](Operation *op) {
      auto host = dyn_cast<exec::HostOp>(op);
      return host && ep::isPrepare(host) && ep::isFold(host) == ofFolded;
    });
  };
  SmallVector<StringRef> required;
  auto programs = scope->getRegion(0).getOps<ep::ProgramOp>();
  if (llvm::any_of(programs, [](ep::ProgramOp program) {
        return PackagedState(program).hasSeenOtherwise();
      }))
    required.push_back("block_sizes");
  if (llvm::any_of(programs, [](ep::ProgramOp program) {
        return PackagedState(program).hasPacked();
      }))
    required.push_back("blocks");
  if (!contents.storages.empty())
    required.push_back("brief");
  if (!contents.storages.empty() ||
      has([](Operation *op) { return isa<exec::KernelOp>(op); }))
    required.push_back("defaults");
  required.push_back("details");
  if (has([](Operation *op) { return isa<exec::ExternOp>(op); }))
    required.push_back("extern");
  if (hasMaker(/*ofFolded=*/true))
    required.push_back("fold");
  if (llvm::any_of(contents.targets, keepsScratch))
    required.push_back("kept_scratch");
  if (llvm::any_of(scope->getRegion(0).getOps<ep::ProgramOp>(), hasNamedSizes))
    required.push_back("sizes");
  if (hasMaker(/*ofFolded=*/false))
    required.push_back("prepare");
  return required;
}

LogicalResult ManifestWriter::write() {
  Operation *scope = contents.scope;
  LogicalResult result = success();
  json.object([&] {
    writeHeader(json, getRequired(contents));
    if (failed(writeMetadata()))
      result = failure();
    writeTargets();
    writeStorages();
    json.attributeArray("programs", [&] {
      for (auto program : scope->getRegion(0).getOps<ep::ProgramOp>())
        if (failed(writeProgram(program)))
          result = failure();
    });
    json.attributeArray("kernels", [&] {
      scope->walk([&](exec::KernelOp kernel) {
        if (failed(writeKernel(kernel, kernels.at(kernel))))
          result = failure();
      });
    });
    writeDetails();
    writeRecords();
  });
  return result;
}

LogicalResult ManifestWriter::writeMetadata() {
  auto module = dyn_cast<ModuleOp>(contents.scope);
  if (!module)
    module = contents.scope->getParentOfType<ModuleOp>();
  auto entries = module->getAttrOfType<DictionaryAttr>(kMetadataAttr);
  if (!entries || entries.empty())
    return success();
  for (NamedAttribute entry : entries)
    if (!isa<StringAttr>(entry.getValue()))
      return module->emitError(kMetadataAttr)
             << ": the value of '" << entry.getName().getValue()
             << "' is no string";
  json.attributeObject("metadata", [&] {
    for (NamedAttribute entry : entries)
      json.attribute(entry.getName(),
                     cast<StringAttr>(entry.getValue()).getValue());
  });
  return success();
}

void ManifestWriter::writeTargets() {
  json.attributeArray("targets", [&] {
    for (const PackageTarget &target : contents.targets)
      json.object([&] {
        json.attribute("name", target.name);
        json.attribute("record", target.code->recordName);
        if (target.code->cubins.empty())
          return;
        json.attributeArray("cubins", [&] {
          for (const Cubin &cubin : target.code->cubins)
            json.object([&] {
              json.attribute("architecture", cubin.architecture);
              json.attribute("record", cubin.recordName);
            });
        });
      });
  });
}

/// One entry per storage, though equal ones have one record: mutable state
/// must not be shared by chance. Each is the whole of its record, or has none.
void ManifestWriter::writeStorages() {
  json.attributeArray("storages", [&] {
    for (auto [op, record] : contents.storages) {
      if (record != kNoRecord)
        json.value(record);
      else
        json.object([&, storage = cast<ep::StorageOp>(op)]() mutable {
          json.attribute("bytes", storage.getBytes());
        });
    }
  });
}

/// What several origins have in common, their line, is written once: a load
/// takes as long as its manifest is.
void ManifestWriter::writeOrigins(llvm::json::OStream &out) {
  std::map<std::tuple<StringRef, int64_t, StringRef>, unsigned> lines;
  out.attributeArray("origins", [&] {
    for (const auto &entry : origins) {
      Origin origin = getOrigin(Location(cast<LocationAttr>(entry.first)));
      out.object([&] {
        out.attribute("op", origin.op);
        out.attribute("module", origin.module);
        // Line 0 is the archive as a whole, and packages do not depend on what
        // it is called.
        StringRef file = origin.line ? origin.file : "";
        auto [same, isNew] =
            lines.try_emplace({file, origin.line, origin.text}, entry.second);
        if (!isNew) {
          out.attribute("line_of", same->second);
          return;
        }
        out.attribute("file", file);
        out.attribute("line", origin.line);
        out.attribute("text", origin.text);
      });
    }
  });
}

/// Kernels come first, since they number the origins that nothing else has.
void ManifestWriter::writeDetails() {
  llvm::raw_string_ostream stream(texts.details);
  llvm::json::OStream out(stream);
  out.object([&] {
    out.attributeArray("kernels", [&] {
      contents.scope->walk(
          [&](exec::KernelOp kernel) { writeKernelDetails(out, kernel); });
    });
    writeOrigins(out);
  });
  json.attributeObject("details", [&] {
    json.attribute("record", contents.records.size());
    json.attribute("origins", origins.size());
  });
}

void ManifestWriter::writeRecords() {
  json.attributeArray("records", [&] {
    for (const PackageRecord &record : contents.records)
      writeRecord(json, record);
    writeRecord(json, describeRecord(contents.detailsName, texts.details));
  });
}

void ManifestWriter::writeBound(StringRef key, std::optional<int64_t> bound) {
  if (bound)
    json.attribute(key, *bound);
  else
    json.attribute(key, nullptr);
}

void ManifestWriter::writeExpr(ep::ExprAttr expr) {
  if (expr.isInt())
    json.value(expr.getValue());
  else
    json.value(sizeNames.getText(expr));
}

void ManifestWriter::writeExprs(StringRef key, ArrayRef<ep::ExprAttr> exprs) {
  json.attributeArray(key, [&] {
    for (ep::ExprAttr expr : exprs)
      writeExpr(expr);
  });
}

void package::collectOrigins(Location loc, SmallVectorImpl<Location> &found) {
  auto fused = dyn_cast<FusedLoc>(loc);
  if (!fused || fused.getMetadata()) {
    Origin origin = getOrigin(loc);
    if (!origin.op.empty() || origin.line)
      found.push_back(loc);
    return;
  }
  for (Location part : fused.getLocations())
    collectOrigins(part, found);
}

unsigned ManifestWriter::getOriginIndex(Attribute origin) {
  return origins.try_emplace(origin, origins.size()).first->second;
}

void ManifestWriter::writeOrigin(Location loc) {
  SmallVector<Location> found;
  collectOrigins(loc, found);
  if (found.empty())
    json.attribute("origin", nullptr);
  else
    json.attribute("origin", getOriginIndex(LocationAttr(found.front())));
}

FailureOr<ManifestTexts> kiln::writeManifest(const PackageContents &contents) {
  ManifestTexts texts;
  if (failed(ManifestWriter(contents, texts).write()))
    return failure();
  return texts;
}

PackageRecord kiln::describeRecord(const Twine &name, StringRef content) {
  return {name.str(), content.size(), rt::sha256Hex(rt::ByteSpan(content))};
}

void kiln::writeIndex(ArrayRef<ListedVariant> variants,
                      ArrayRef<PackageRecord> records, raw_ostream &os) {
  llvm::json::OStream json(os);
  json.object([&] {
    SmallVector<StringRef> required = {"variants"};
    if (llvm::any_of(records, isNamedByDigest))
      required.insert(required.begin(), "brief");
    writeHeader(json, required);
    json.attributeArray("variants", [&] {
      for (const ListedVariant &variant : variants)
        json.object([&] {
          json.attribute("class", variant.name);
          json.attribute("record", variant.record);
          json.attributeArray("targets", [&] {
            for (StringRef target : variant.targets)
              json.value(target);
          });
        });
    });
    json.attributeArray("records", [&] {
      for (const PackageRecord &record : records)
        writeRecord(json, record);
    });
  });
}

StringRef kiln::getDtypeName(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type)) {
    bool isUnsigned = integer.isUnsigned();
    switch (integer.getWidth()) {
    case 1:
      return "bool";
    case 8:
      return isUnsigned ? "u8" : "i8";
    case 16:
      return isUnsigned ? "u16" : "i16";
    case 32:
      return isUnsigned ? "u32" : "i32";
    case 64:
      return isUnsigned ? "u64" : "i64";
    default:
      return "";
    }
  }
  if (auto complex = dyn_cast<ComplexType>(type))
    return llvm::TypeSwitch<Type, StringRef>(complex.getElementType())
        .Case<Float16Type>([](Type) { return "c32"; })
        .Case<Float32Type>([](Type) { return "c64"; })
        .Case<Float64Type>([](Type) { return "c128"; })
        .Default([](Type) { return ""; });
  return llvm::TypeSwitch<Type, StringRef>(type)
      .Case<Float16Type>([](Type) { return "f16"; })
      .Case<BFloat16Type>([](Type) { return "bf16"; })
      .Case<Float32Type>([](Type) { return "f32"; })
      .Case<Float64Type>([](Type) { return "f64"; })
      .Case<Float8E4M3FNType>([](Type) { return "f8e4m3fn"; })
      .Case<Float8E5M2Type>([](Type) { return "f8e5m2"; })
      .Case<Float8E4M3FNUZType>([](Type) { return "f8e4m3fnuz"; })
      .Case<Float8E5M2FNUZType>([](Type) { return "f8e5m2fnuz"; })
      .Case<Float8E8M0FNUType>([](Type) { return "f8e8m0fnu"; })
      .Default([](Type) { return ""; });
}
