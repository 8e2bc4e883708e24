// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestPackage.h"
#include "kiln-rt/loader/Loader.h"
#include "module/TargetChoice.h"

#include <algorithm>
#include <cstring>
#include <fstream>

using namespace kiln::rt;
using namespace kiln::rt::test;
using ::testing::HasSubstr;

/// Loads a package's bytes after a change.
template <typename Change>
static std::string loadChanged(Change change,
                               const ModuleOptions &options = {}) {
  TestPackage package;
  std::vector<uint8_t> bytes = package.bytes();
  change(bytes);
  Expected<ZipReader> archive =
      ZipReader::openMemory(ByteSpan(bytes.data(), bytes.size()), "test.kiln");
  if (!archive.ok())
    return archive.error().message;
  Expected<std::unique_ptr<Module>> module =
      Module::load(*std::move(archive), options);
  if (!module.ok())
    return module.error().message;
  return messageOf((*module)->weights());
}

/// Flips a bit in the middle of a record.
static void damage(std::vector<uint8_t> &bytes, const char *record) {
  Expected<ZipReader> archive =
      ZipReader::openMemory(ByteSpan(bytes.data(), bytes.size()), "test.kiln");
  const ZipEntry *entry = archive->find(record);
  bytes[entry->dataOffset + entry->bytes / 2] ^= 1;
}

TEST(Module, VerifiesCodeAlways) {
  EXPECT_THAT(loadChanged([](auto &bytes) { damage(bytes, "code/kernels.so"); },
                          ModuleOptions()),
              HasSubstr("test.kiln: code/kernels.so: the digest (SHA-256) does "
                        "not agree"));
}

/// A program that only copies has no kernels, and its code record is empty.
TEST(Module, NeedsNoCodeWithoutKernels) {
  TestPackage package;
  package.kernels = "[]";
  package.code = "";
  package.entries =
      R"({"run":[{"op":"copy","from":0,"to":1},{"op":"return"}]})";
  EXPECT_EQ(messageOf(package.load()), "(no error)");
}

TEST(Module, VerifiesWeightsAsAsked) {
  auto change = [](auto &bytes) { damage(bytes, "weights/w"); };
  // Unless it is asked for, nothing is hashed: no call waits for it.
  ModuleOptions options;
  EXPECT_EQ(loadChanged(change, options), "(no error)");
  for (kiln_verify verify : {KILN_VERIFY_LAZY, KILN_VERIFY_FULL}) {
    options.verify = verify;
    EXPECT_THAT(loadChanged(change, options),
                HasSubstr("weights/w: the digest (SHA-256) does not agree"));
  }
}

/// Loads as the C interface does, where weights are found at their first use.
TEST(Module, FindsWeightsAtTheirFirstUse) {
  TestPackage package;
  std::vector<uint8_t> bytes = package.bytes();
  ByteSpan span(bytes.data(), bytes.size());
  Expected<ZipReader> archive = ZipReader::openMemory(span, "test.kiln");
  bytes[archive->find("weights/w")->headerOffset] ^= 1;
  ZipLimits late;
  late.localHeaders = LocalHeaders::WhenRead;
  std::string message = "test.kiln: weights/w: there is no local header where "
                        "the directory says";
  auto load = [&](const ModuleOptions &options) {
    return Module::load(*ZipReader::openMemory(span, "test.kiln", late),
                        options);
  };
  Expected<std::unique_ptr<Module>> module = load({});
  ASSERT_TRUE(module.ok()) << module.error().message;
  EXPECT_THAT(messageOf((*module)->weights()), HasSubstr(message));
  ModuleOptions options;
  options.verify = KILN_VERIFY_FULL;
  EXPECT_THAT(messageOf(load(options)), HasSubstr(message));
  options = {};
  options.prefetch = true;
  EXPECT_THAT(messageOf(load(options)), HasSubstr(message));
}

TEST(Module, WantsAManifestFirst) {
  ZipWriter writer = ZipWriter::createInMemory();
  ASSERT_TRUE(writer.add("weights/w", ByteSpan("x")).ok());
  ASSERT_TRUE(writer.finish().ok());
  std::vector<uint8_t> bytes = writer.takeBytes();
  Expected<ZipReader> archive =
      ZipReader::openMemory(ByteSpan(bytes.data(), bytes.size()), "test.kiln");
  EXPECT_THAT(messageOf(Module::load(*std::move(archive), {})),
              HasSubstr("test.kiln: not a Kiln package: its first record is "
                        "not manifest.json"));
}

TEST(Module, ChoosesTheBestTarget) {
  TestPackage package;
  Expected<std::unique_ptr<Module>> module = package.load();
  ASSERT_TRUE(module.ok());
  EXPECT_EQ((*module)->targetName(), "cpu:x86-64");
  EXPECT_EQ((*module)->explanation(),
            "cpu:x86-64 runs on this CPU: taken, the best\n");
  ModuleOptions options;
  options.target = "cpu:x86-64";
  EXPECT_EQ((*package.load(options))->explanation(),
            "cpu:x86-64 runs on this CPU: taken, as asked\n");
  options.target = "cpu:z80";
  EXPECT_THAT(messageOf(package.load(options)),
              HasSubstr("there is no target 'cpu:z80'; cpu:x86-64 runs on this "
                        "CPU"));
  package.targetName = "cpu:riscv";
  EXPECT_THAT(messageOf(package.load()),
              HasSubstr("test.kiln: manifest.json: no target of the package "
                        "runs here: cpu:riscv is not a level of this machine's "
                        "architecture"));
  package.targetName = "cuda:sm_80";
  EXPECT_THAT(messageOf(package.load()),
              HasSubstr("cuda:sm_80 is for another kind of device"));
  CpuDevice host(defaultAllocator(), Executor(std::nullopt, nullptr));
  EXPECT_EQ(messageOf(chooseTarget(PackageIndex(), "", host, "empty.kiln")),
            "empty.kiln: manifest.json: the package has no target");
}

namespace {
/// A package of two variants, of which only that of the CPU is a manifest.
struct TwoVariants {
  TestPackage cpu;
  std::string index =
      R"({"kiln":{"format":1,"writer":"0.1.0","requires":["variants"]},)"
      R"("variants":[{"class":"cuda","record":"variants/cuda.json",)"
      R"("targets":["cuda:sm_90"]},{"class":"cpu",)"
      R"("record":"variants/cpu.json","targets":["cpu:x86-64"]}],"records":[)"
      R"({"name":"variants/cuda.json","bytes":4,)"
      R"("sha256":"@digest:variants/cuda.json@"},)"
      R"({"name":"variants/cpu.json","bytes":@bytes,)"
      R"("sha256":"@digest:variants/cpu.json@"},)"
      R"({"name":"code/kernels.so","bytes":@code,)"
      R"("sha256":"@digest:code/kernels.so@"},)"
      R"({"name":"weights/w","bytes":16,"sha256":"@digest:weights/w@"}]})";

  /// The message of an attempt to load it.
  std::string load() {
    std::vector<uint8_t> whole = cpu.bytes();
    Expected<ZipReader> alone =
        ZipReader::openMemory(ByteSpan(whole.data(), whole.size()), "cpu");
    auto textOf = [&](const char *name) {
      return std::string(alone->bytesInPlace(*alone->find(name))->text());
    };
    std::string manifest = textOf("manifest.json"), text = index;
    auto replace = [&](const std::string &name, size_t bytes) {
      text.replace(text.find(name), name.size(), std::to_string(bytes));
    };
    replace("@bytes", manifest.size());
    replace("@code", cpu.code.size());
    bytes = archiveOf(text, {{"variants/cuda.json", "none"},
                             {"variants/cpu.json", manifest},
                             {"code/kernels.so", cpu.code},
                             {"weights/w", textOf("weights/w")}});
    return reload();
  }
  std::string reload() {
    Expected<std::unique_ptr<Module>> loaded = Module::load(
        *ZipReader::openMemory(ByteSpan(bytes.data(), bytes.size()), "two"),
        {});
    if (loaded.ok())
      module = *std::move(loaded);
    return messageOf(loaded);
  }
  void change(const std::string &from, const std::string &to) {
    index.replace(index.find(from), from.size(), to);
  }

  std::vector<uint8_t> bytes;
  std::unique_ptr<Module> module;
};
} // namespace

TEST(Module, ReadsTheVariantOfTheTargetAlone) {
  TwoVariants two;
  ASSERT_EQ(two.load(), "(no error)");
  EXPECT_EQ(two.module->manifest().programs.size(), 1u);
  EXPECT_EQ(two.module->explanation(),
            "cuda:sm_90 is for another kind of device\n"
            "cpu:x86-64 runs on this CPU: taken, the best\n");
  damage(two.bytes, "variants/cpu.json");
  EXPECT_THAT(two.reload(), HasSubstr("two: variants/cpu.json: the digest"));
}

TEST(Module, WantsVariantsThatAgree) {
  TwoVariants two;
  two.change(R"("class":"cuda")", R"("class":"cpu")");
  EXPECT_EQ(two.load(), "two: manifest.json: variants[1]: the class 'cpu' is "
                        "listed twice");
  two = {};
  two.change(R"("record":"variants/cuda.json")", R"("record":"variants/x")");
  EXPECT_EQ(two.load(), "two: manifest.json: variants[0].record: the record "
                        "'variants/x' is not listed");
  two = {};
  size_t list = two.index.find("[{"), end = two.index.find(",\"records\"");
  two.index.replace(list, end - list, "[]");
  EXPECT_EQ(two.load(), "two: manifest.json: variants: there is no variant");
  two = {};
  two.cpu.targetName = "cpu:x86-64-v2";
  EXPECT_EQ(two.load(), "two: manifest.json: the manifest of the variant has "
                        "no target 'cpu:x86-64'");
  two = {};
  two.cpu.storages = "[7]";
  EXPECT_THAT(two.load(), HasSubstr("two: variants/cpu.json: storages[0]: "));
}

TEST(Module, RanksLevels) {
  std::string reason;
  int base = cpuTargetRank("cpu:x86-64", reason);
  EXPECT_EQ(base, 0);
  for (const char *level :
       {"cpu:x86-64-v2", "cpu:x86-64-v3", "cpu:x86-64-v4"}) {
    int rank = cpuTargetRank(level, reason);
    EXPECT_TRUE(rank > base || rank == -1);
    if (rank == -1)
      EXPECT_EQ(reason, "has instructions that this CPU lacks");
    else
      base = rank;
  }
  // Extensions that the machine has outrank the level alone; order is free.
  int v4 = cpuTargetRank("cpu:x86-64-v4", reason);
  int bf16 = cpuTargetRank("cpu:x86-64-v4+bf16", reason);
  int both = cpuTargetRank("cpu:x86-64-v4+bf16+vnni", reason);
  EXPECT_TRUE(bf16 == -1 || bf16 > v4);
  EXPECT_TRUE(both == -1 || both > bf16);
  EXPECT_EQ(cpuTargetRank("cpu:x86-64-v4+vnni+bf16", reason), both);
  EXPECT_EQ(cpuTargetRank("cpu:x86-64+fpu", reason), -1);
  EXPECT_EQ(reason, "has an extension that this runtime does not know");
}

TEST(Module, WantsCodeOfEveryKernel) {
  TestPackage package;
  package.kernels = R"([{"name":"double","operands":["read f32","write f32"],)"
                    R"("code":{}},{"name":"add_row","operands":["read f32",)"
                    R"("read f32","write f32"],"sizes":1,"code":{}}])";
  EXPECT_THAT(
      messageOf(package.load()),
      HasSubstr("test.kiln: manifest.json: kernel 'double' has no code for "
                "cpu:x86-64"));
  package = TestPackage();
  size_t at = package.kernels.find("k_double");
  package.kernels.replace(at, 8, "k_nobody");
  EXPECT_THAT(messageOf(package.load()),
              HasSubstr("code/kernels.so: the code object has no kernel "
                        "'k_nobody'"));
}

TEST(Module, RefusesBadCode) {
  TestPackage package;
  package.code = objectBytes("constructor");
  EXPECT_THAT(messageOf(package.load()),
              HasSubstr("test.kiln: code/kernels.so: the code object has "
                        "constructors or destructors"));
}

TEST(Module, RefusesDeflatedRecords) {
  EXPECT_THAT(loadChanged([](std::vector<uint8_t> &bytes) {
                // Say "deflated" in both headers of the last record.
                std::string text(bytes.begin(), bytes.end());
                size_t local = text.rfind("PK\x03\x04");
                size_t central = text.rfind("PK\x01\x02");
                bytes[local + 8] = 8;
                bytes[central + 10] = 8;
              }),
              HasSubstr("weights/w: the record of a package must be stored"));
}

TEST(Module, WantsKnownRoutines) {
  TestPackage package;
  package.entries = R"({"run":[{"op":"extern","routine":"mylib.frob",)"
                    R"("slots":[0,1],"attributes":{"k":3},"origin":1},)"
                    R"({"op":"return"}]})";
  EXPECT_THAT(messageOf(package.load()),
              HasSubstr("test.kiln: forward: the routine 'mylib.frob' is not "
                        "known; register it with kiln_register_extern "
                        "(aten.add.Tensor, model.py:12)"));
}

/// Lines of this process's map that have a text in them.
static int mapsWith(const char *text) {
  std::ifstream maps("/proc/self/maps");
  int count = 0;
  for (std::string line; std::getline(maps, line);)
    count += line.find(text) != std::string::npos;
  return count;
}

/// Bytes of anonymous memory in this process's map: heaps and stacks.
static uint64_t anonymousBytes() {
  std::ifstream maps("/proc/self/maps");
  uint64_t total = 0;
  for (std::string line; std::getline(maps, line);) {
    unsigned long long begin = 0, end = 0;
    if (std::sscanf(line.c_str(), "%llx-%llx", &begin, &end) == 2 &&
        line.find('/') == std::string::npos)
      total += end - begin;
  }
  return total;
}

// Sanitizers have a heap of their own, which does not settle.
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
static constexpr bool isSanitized = true;
#else
static constexpr bool isSanitized = false;
#endif

static int openDescriptors() {
  int count = 0;
  for (int i = 0; i < 256; ++i)
    count += std::ifstream(concat("/proc/self/fdinfo/", i)).good();
  return count;
}

/// A thousand times loaded, run with threads of its own, and unloaded.
TEST(Module, GivesEverythingBack) {
  std::string path = TestPackage().writeFile("unload.kiln");
  std::vector<float> ones(256, 1.0f), room(256);
  int descriptors = openDescriptors();
  uint64_t settled = 0;
  for (int i = 0; i < 1000; ++i) {
    ModuleOptions options;
    options.threads = 2;
    Expected<std::unique_ptr<Module>> module =
        Module::load(*ZipReader::openFile(path), options);
    ASSERT_TRUE(module.ok());
    Context context(**module);
    kiln_tensor input = tensorOf(ones, {64, 4}),
                output = tensorOf(room, {64, 4});
    ASSERT_TRUE(context.run(nullptr, &input, 1, &output, 1).ok());
    ASSERT_EQ(room[5], 4.0f);
    if (i % 100 == 0) {
      EXPECT_GT(mapsWith("unload.kiln"), 0);
      EXPECT_GT(mapsWith("kiln-kernels"), 0);
    }
    if (i == 100)
      settled = anonymousBytes();
  }
  EXPECT_EQ(mapsWith("unload.kiln"), 0);
  EXPECT_EQ(mapsWith("kiln-kernels"), 0);
  EXPECT_EQ(openDescriptors(), descriptors);
  // Heaps settle; a leak of a page a cycle would be seen.
  if (!isSanitized)
    EXPECT_LT(anonymousBytes(), settled + 900 * 4096);
}

TEST(Module, RefusesStridedViewsOfMutableMemory) {
  TestPackage package;
  package.state =
      R"([{"name":"w","kind":"buffer","storage":0,"dtype":"f32","sizes":[4],)"
      R"("mutable":true},{"name":"t","kind":"buffer","storage":0,)"
      R"("dtype":"f32","sizes":[2,2],"strides":[1,2]}])";
  package.entries = R"({"run":[{"op":"return"}]})";
  package.segments = "[]";
  EXPECT_EQ(messageOf(package.load()),
            "test.kiln: forward: the state 't' is not row-major in memory that "
            "is mutable");
}

/// A package's manifest has no digest, but its record has a checksum.
TEST(Module, ChecksTheManifestsChecksum) {
  EXPECT_EQ(loadChanged([](auto &bytes) { damage(bytes, "manifest.json"); }),
            "test.kiln: manifest.json: the checksum (CRC-32) does not agree");
}

TEST(Module, UsesWeightsInPlace) {
  TestPackage package;
  std::string path = package.writeFile("place.kiln");
  ModuleOptions options;
  options.prefetch = true;
  Expected<std::unique_ptr<Module>> module =
      Module::load(*ZipReader::openFile(path), options);
  ASSERT_TRUE(module.ok());
  auto weights = (*module)->weights();
  ASSERT_TRUE(weights.ok());
  ByteSpan storage = (*weights)->storage(0);
  EXPECT_EQ((*weights)->stateData(0, 0), storage.data);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(storage.data) % 64, 0u);
  EXPECT_EQ((*module)->mappedBytes(), 16u);
}

TEST(Module, PacksStridedAndMisalignedState) {
  TestPackage package;
  package.state = R"([{"name":"w","kind":"parameter","storage":0,)"
                  R"("dtype":"f32","sizes":[2,2],"strides":[1,2],"offset":0},)"
                  R"({"name":"half","kind":"buffer","storage":0,"dtype":"f32",)"
                  R"("sizes":[2],"strides":[1],"offset":2}])";
  package.entries = R"({"run":[{"op":"return"}]})";
  package.segments = "[]";
  std::vector<uint8_t> bytes = package.bytes();
  for (size_t shift : {0, 4}) {
    std::vector<uint8_t> moved(shift);
    moved.insert(moved.end(), bytes.begin(), bytes.end());
    Expected<std::unique_ptr<Module>> module = Module::load(
        *ZipReader::openMemory(ByteSpan(moved.data() + shift, bytes.size()),
                               "test.kiln"),
        {});
    ASSERT_TRUE(module.ok()) << module.error().message;
    auto weights = (*module)->weights();
    ASSERT_TRUE(weights.ok());
    EXPECT_EQ((*weights)->stateData(0, 0), nullptr); // no call uses it
    float values[4];
    std::memcpy(values, *(*weights)->layOutState(0, 0, "test.kiln"),
                sizeof(values));
    EXPECT_THAT(values, ::testing::ElementsAre(1, 3, 2, 4));
    std::memcpy(values, *(*weights)->layOutState(0, 1, "test.kiln"), 8);
    EXPECT_EQ(values[0], 3);
  }
}
