// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of a manifest around its programs.

#include "kiln-rt/archive/Sha256.h"
#include "package/KernelReader.h"
#include "package/ProgramReader.h"

#include <algorithm>

using namespace kiln::rt;
namespace json = kiln::json;

/// Features that a package may require of its reader.
static constexpr std::string_view knownFeatures[] = {
    "block_sizes",  "blocks",  "brief",  "control-flow",
    "defaults",     "details", "extern", "fold",
    "kept_scratch", "prepare", "sizes",  "variants"};

static Status readHeader(const JsonNode &root, Manifest &manifest) {
  KILN_RT_ASSIGN(JsonNode header, root.member("kiln"));
  KILN_RT_ASSIGN(JsonNode format, header.member("format"));
  KILN_RT_ASSIGN(int64_t version, format.asInt());
  if (version != formatVersion)
    return makeError(Code::Unimplemented, format.where(), ": package format ",
                     version, " is not supported; this runtime reads format ",
                     formatVersion);
  KILN_RT_ASSIGN(manifest.writer, header.stringOr("writer", ""));
  return header.forEach("requires", false, [&](const JsonNode &item) -> Status {
    KILN_RT_ASSIGN(std::string_view name, item.asString());
    if (std::find(std::begin(knownFeatures), std::end(knownFeatures), name) ==
        std::end(knownFeatures))
      return makeError(Code::Unimplemented, item.where(),
                       ": the package requires '", name,
                       "', which this runtime does not have");
    manifest.requires_.emplace_back(name);
    return {};
  });
}

static Status readMetadata(const JsonNode &root, Manifest &manifest) {
  KILN_RT_ASSIGN(std::optional<JsonNode> metadata, root.optional("metadata"));
  if (!metadata)
    return {};
  KILN_RT_TRY(metadata->requireObject());
  for (json::Member member : *metadata->value().getAsObject()) {
    KILN_RT_ASSIGN(manifest.metadata[std::string(member.first)],
                   metadata->string(member.first));
  }
  return {};
}

/// The digest that a record is named after; empty where it is not.
static std::string_view digestIn(std::string_view name) {
  constexpr std::string_view folder = "weights/";
  if (name.substr(0, folder.size()) == folder)
    name.remove_prefix(folder.size());
  else
    name = {};
  return isSha256Hex(name) ? name : std::string_view();
}

/// Reads name and digest, which a record that is named after it may leave out.
static Status readRecord(const JsonNode &item, Manifest &manifest,
                         Record &record) {
  KILN_RT_ASSIGN(std::string_view name, item.string("name"));
  record.name = manifest.arena.copy(name);
  KILN_RT_ASSIGN(JsonNode bytes, item.member("bytes"));
  KILN_RT_ASSIGN(record.bytes, bytes.asBytes());
  std::string_view named = digestIn(record.name);
  const json::Value *said = item.find("sha256");
  record.sha256 = named;
  if (!named.empty() && (!said || said->isNull()))
    return {};
  KILN_RT_ASSIGN(std::string_view digest, item.string("sha256"));
  if (!isSha256Hex(digest))
    return item.error("the digest is not 64 lower-case hexadecimal digits");
  if (digest != named)
    record.sha256 = manifest.arena.copy(digest);
  return {};
}

static Status readRecords(const JsonNode &root, Manifest &manifest) {
  manifest.records.reserve(root.countOf("records"));
  manifest.recordIndex.reserve(root.countOf("records"), [](uint32_t) {
    return std::string_view(); // it is empty
  });
  return root.forEach("records", true, [&](const JsonNode &item) -> Status {
    Record record;
    KILN_RT_TRY(readRecord(item, manifest, record));
    auto index = static_cast<uint32_t>(manifest.records.size());
    manifest.records.push_back(record);
    if (!manifest.recordIndex.insert(record.name, index, [&](uint32_t i) {
          return manifest.records[i].name;
        }))
      return item.error("the record '", record.name, "' is listed twice");
    return {};
  });
}

/// The record that a name stands for, which the manifest lists.
static Expected<uint32_t> findRecord(const JsonNode &name,
                                     const Manifest &manifest) {
  KILN_RT_ASSIGN(std::string_view text, name.asString());
  uint32_t found = manifest.findRecord(text);
  if (found == noIndex)
    return name.error("the record '", text, "' is not listed");
  return uint32_t(found);
}

/// The same of a number or a name.
static Expected<uint32_t> findNumberedRecord(const JsonNode &which,
                                             const Manifest &manifest) {
  if (which.value().getAsInteger())
    return which.asIndex(manifest.records.size(), "record");
  return findRecord(which, manifest);
}

/// The key "record": the name of a record.
static Expected<std::string> readRecordName(const JsonNode &node,
                                            const Manifest &manifest) {
  KILN_RT_ASSIGN(JsonNode member, node.member("record"));
  KILN_RT_ASSIGN(uint32_t record, findRecord(member, manifest));
  return std::string(manifest.records[record].name);
}

/// The key "cubins" of a target, which CUDA devices alone have.
static Status readCubins(const JsonNode &node, const Manifest &manifest,
                         Target &target) {
  return node.forEach("cubins", false, [&](const JsonNode &item) -> Status {
    if (target.name.rfind("cuda:", 0) != 0)
      return item.error("the target '", target.name, "' has no cubins");
    Cubin cubin;
    KILN_RT_ASSIGN(cubin.architecture, item.string("architecture"));
    KILN_RT_ASSIGN(cubin.record, readRecordName(item, manifest));
    for (const Cubin &other : target.cubins)
      if (other.architecture == cubin.architecture)
        return item.error("the cubin for '", cubin.architecture,
                          "' is listed twice");
    target.cubins.push_back(std::move(cubin));
    return {};
  });
}

static Status readTargets(const JsonNode &root, Manifest &manifest) {
  return root.forEach("targets", true, [&](const JsonNode &item) -> Status {
    Target target;
    KILN_RT_ASSIGN(target.name, item.string("name"));
    KILN_RT_ASSIGN(target.record, readRecordName(item, manifest));
    KILN_RT_TRY(readCubins(item, manifest, target));
    for (const Target &other : manifest.targets)
      if (other.name == target.name)
        return item.error("the target '", target.name, "' is listed twice");
    manifest.targets.push_back(std::move(target));
    return {};
  });
}

/// A record by its number or by its name; all of it, or some of its bytes. A
/// number alone is all of a record, bytes alone have none.
static Expected<Storage> readStorage(const JsonNode &item,
                                     const Manifest &manifest) {
  Storage storage;
  if (item.value().getAsInteger()) {
    KILN_RT_ASSIGN(storage.record, findNumberedRecord(item, manifest));
    storage.bytes = manifest.records[storage.record].bytes;
    return storage;
  }
  KILN_RT_ASSIGN(std::optional<JsonNode> bytes, item.optional("bytes"));
  if (bytes) {
    KILN_RT_ASSIGN(storage.bytes, bytes->asBytes());
  }
  KILN_RT_ASSIGN(std::optional<JsonNode> which, item.optional("record"));
  if (!which && bytes)
    return storage;
  KILN_RT_ASSIGN(JsonNode given, item.member("record"));
  KILN_RT_ASSIGN(storage.record, findNumberedRecord(given, manifest));
  const Record &record = manifest.records[storage.record];
  if (!bytes)
    storage.bytes = record.bytes;
  if (storage.bytes > record.bytes)
    return item.error("the storage is larger than its record '", record.name,
                      "' of ", record.bytes, " bytes");
  return storage;
}

static Status readStorages(const JsonNode &root, Manifest &manifest) {
  manifest.storages.reserve(root.countOf("storages"));
  return root.forEach("storages", false, [&](const JsonNode &item) -> Status {
    KILN_RT_ASSIGN(Storage storage, readStorage(item, manifest));
    manifest.storages.push_back(storage);
    return {};
  });
}

/// They are in a record of their own, or in the manifest.
static Status readDetails(const JsonNode &root, Manifest &manifest) {
  KILN_RT_ASSIGN(std::optional<JsonNode> own, root.optional("details"));
  size_t kernels = manifest.kernels.size();
  if (!own) {
    manifest.details =
        std::make_unique<Details>(root.countOf("origins"), kernels);
    return manifest.details->read(root);
  }
  constexpr uint32_t mostOrigins = UINT32_MAX;
  KILN_RT_ASSIGN(uint32_t origins,
                 own->index("origins", mostOrigins, "origin"));
  KILN_RT_ASSIGN(JsonNode record, own->member("record"));
  KILN_RT_ASSIGN(manifest.detailsRecord, findNumberedRecord(record, manifest));
  manifest.details = std::make_unique<Details>(origins, kernels);
  return {};
}

static Status readPrograms(const JsonNode &root, Manifest &manifest) {
  return root.forEach("programs", true, [&](const JsonNode &item) -> Status {
    KILN_RT_ASSIGN(std::string_view name, item.string("name"));
    Expected<Program> read = ProgramReader(manifest).read(item);
    if (!read.ok()) {
      read.error().program = name;
      return read.takeError();
    }
    Program program = *std::move(read);
    for (const Program &other : manifest.programs)
      if (other.name == program.name)
        return item.error("the program '", program.name, "' is declared twice");
    for (const StateDecl &state : program.state)
      manifest.storages[state.storage].isMutable |= state.isMutable;
    manifest.programs.push_back(std::move(program));
    return {};
  });
}

static Status readVariants(const JsonNode &root, const Manifest &manifest,
                           PackageIndex &index) {
  return root.forEach("variants", true, [&](const JsonNode &item) -> Status {
    VariantDecl variant;
    KILN_RT_ASSIGN(variant.name, item.string("class"));
    KILN_RT_ASSIGN(variant.record, readRecordName(item, manifest));
    for (const VariantDecl &other : index.variants)
      if (other.name == variant.name)
        return item.error("the class '", variant.name, "' is listed twice");
    KILN_RT_TRY(
        item.forEach("targets", true, [&](const JsonNode &node) -> Status {
          KILN_RT_ASSIGN(std::string_view name, node.asString());
          variant.targets.emplace_back(name);
          return {};
        }));
    index.variants.push_back(std::move(variant));
    return {};
  });
}

static Expected<Manifest> readManifest(const JsonNode &root) {
  Manifest manifest;
  KILN_RT_TRY(readHeader(root, manifest));
  KILN_RT_TRY(readRecords(root, manifest));
  KILN_RT_TRY(readTargets(root, manifest));
  KILN_RT_TRY(readMetadata(root, manifest));
  KILN_RT_TRY(readStorages(root, manifest));
  KILN_RT_TRY(readKernels(root, manifest));
  KILN_RT_TRY(readDetails(root, manifest));
  KILN_RT_TRY(readPrograms(root, manifest));
  if (manifest.programs.empty())
    return root.error("there is no program");
  return manifest;
}

Expected<Manifest> kiln::rt::readManifest(std::string_view text,
                                          const std::string &document) {
  KILN_RT_ASSIGN(json::Document parsed, parseManifest(text, document));
  return ::readManifest(JsonNode(parsed.getRoot(), document));
}

Expected<PackageIndex> kiln::rt::readIndex(std::string_view text,
                                           const std::string &document) {
  KILN_RT_ASSIGN(json::Document parsed, parseManifest(text, document));
  JsonNode root(parsed.getRoot(), document);
  PackageIndex index;
  KILN_RT_ASSIGN(std::optional<JsonNode> variants, root.optional("variants"));
  if (!variants) {
    KILN_RT_ASSIGN(index.manifest, ::readManifest(root));
    VariantDecl &only = index.variants.emplace_back();
    for (const Target &target : index.manifest.targets)
      only.targets.push_back(target.name);
    index.isSingle = true;
    return index;
  }
  KILN_RT_TRY(readHeader(root, index.manifest));
  KILN_RT_TRY(readRecords(root, index.manifest));
  KILN_RT_TRY(readVariants(root, index.manifest, index));
  if (index.variants.empty())
    return variants->error("there is no variant");
  return index;
}
