// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole packages: a changed one is refused, or gives what the package that it
// was made from gives. A package whose manifest was changed, and its checksum
// with it, is forged rather than damaged: it is loaded, but its code does not
// run, since it does what the manifest says.
#include "Fuzzer.h"
#include "RunOnZeros.h"
#include "package/PackageRecords.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

using namespace kiln;
using namespace kiln::rt;

/// Milliseconds that a seed never takes.
static constexpr int64_t kPatience = 8000;

/// A copy on a page, as maps are.
static ByteSpan copyToPage(const uint8_t *data, size_t size) {
  constexpr size_t page = 4096;
  static std::unique_ptr<uint8_t, void (*)(void *)> memory(nullptr, std::free);
  size_t rounded = (size + page) / page * page;
  memory.reset(static_cast<uint8_t *>(std::aligned_alloc(page, rounded)));
  std::memcpy(memory.get(), data, size);
  return ByteSpan(memory.get(), size);
}

namespace {
/// Manifests of the seeds and what their packages give.
using Results = std::unordered_map<std::string, std::optional<std::string>>;
} // namespace

static Expected<Manifest> readFirstVariant(const ZipReader &zip) {
  KILN_RT_ASSIGN(PackageIndex index, readPackageIndex(zip));
  return readVariant(zip, std::move(index), 0);
}

static std::string manifestText(const ZipReader &zip) {
  return std::string(zip.bytesInPlace(zip.entries().front())->text());
}

/// The packages of the folder that KILN_FUZZ_SEEDS names.
static Results runSeeds() {
  Results results;
  const char *folder = std::getenv("KILN_FUZZ_SEEDS");
  if (!folder)
    return results;
  for (const auto &file : std::filesystem::directory_iterator(folder)) {
    std::string path = file.path().string();
    auto zip = ZipReader::openFile(path);
    auto manifest = readFirstVariant(*zip);
    auto module = Module::load(*ZipReader::openFile(path),
                               fuzz::makeOptions(*manifest, false));
    std::optional<std::string> result;
    if (module.ok())
      result = fuzz::runOnZeros(**module, kPatience);
    if (!result) {
      std::fprintf(stderr, "%s does not run\n", path.c_str());
      std::abort();
    }
    results[manifestText(*zip)] = std::move(result);
  }
  return results;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const Results seeds = runSeeds();
  ByteSpan bytes = copyToPage(data, size);
  auto zip = ZipReader::openMemory(bytes, "fuzz");
  if (!zip.ok())
    return 0;
  auto manifest = readFirstVariant(*zip);
  if (!manifest.ok())
    return 0;
  auto seed = seeds.find(manifestText(*zip));
  bool isForged = seed == seeds.end();
  auto module = Module::load(*ZipReader::openMemory(bytes, "fuzz"),
                             fuzz::makeOptions(*manifest, isForged));
  if (!module.ok())
    return 0;
  auto result = fuzz::runOnZeros(**module, isForged ? 20 : kPatience);
  if (!isForged && result != seed->second) {
    std::fprintf(stderr, "a damaged package gives another result\n");
    std::abort();
  }
  return 0;
}
