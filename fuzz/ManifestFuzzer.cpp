// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Manifests: the input is one, in an archive that has all that it lists. What
// is accepted runs, with kernels that do nothing: whatever a host program says,
// its moves and views stay inside of buffers. It is its own details, too.
#include "Fuzzer.h"
#include "RunOnZeros.h"
#include "kiln-rt/archive/ZipWriter.h"

using namespace kiln;
using namespace kiln::rt;

/// The records that a manifest lists, of zeros; nothing if they are too large
/// or their names too odd.
static std::optional<std::vector<uint8_t>>
makeArchive(ByteSpan text, const Manifest &manifest) {
  ZipWriter writer = ZipWriter::createInMemory();
  if (!writer.add("manifest.json", text).ok())
    return std::nullopt;
  for (const Record &record : manifest.records) {
    constexpr uint64_t mostBytes = 1u << 18;
    if (record.bytes > mostBytes)
      return std::nullopt;
    std::string zeros(record.bytes, '\0');
    if (!writer.add(std::string(record.name), ByteSpan(zeros)).ok())
      return std::nullopt;
  }
  if (!writer.finish().ok())
    return std::nullopt;
  return writer.takeBytes();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  ByteSpan text(data, size);
  auto manifest = readManifest(text.text(), "fuzz: manifest.json");
  if (!manifest.ok())
    return 0;
  Details details(manifest->details->originCount(), manifest->kernels.size());
  (void)details.readText(text.text(), "fuzz: details");
  auto archive = makeArchive(text, *manifest);
  if (!archive)
    return 0;
  auto zip =
      ZipReader::openMemory(ByteSpan(archive->data(), archive->size()), "fuzz");
  if (!zip.ok())
    return 0;
  auto module = Module::load(*std::move(zip),
                             fuzz::makeOptions(*manifest, /*standIn=*/true));
  if (module.ok())
    (void)fuzz::runOnZeros(**module, 20);
  return 0;
}
