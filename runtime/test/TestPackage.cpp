// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestPackage.h"
#include "kiln-rt/archive/Sha256.h"

#include <cstring>
#include <fstream>
#include <memory>
#include <sstream>

using namespace kiln::rt;
using namespace kiln::rt::test;

static std::string bytesOfFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream content;
  content << file.rdbuf();
  EXPECT_FALSE(content.str().empty()) << path;
  return content.str();
}

std::string test::objectBytes(const std::string &name) {
  return bytesOfFile(concat(KILN_TEST_OBJECTS "/", name, ".so"));
}

std::string test::kernelsAsPtx() { return bytesOfFile(KILN_TEST_PTX); }

TestPackage TestPackage::forCuda() {
  TestPackage package;
  package.targetName = "cuda:sm_80";
  package.code = kernelsAsPtx();
  return package;
}

static void replaceAll(std::string &text, const std::string &what,
                       const std::string &by) {
  for (size_t at = 0; (at = text.find(what, at)) != std::string::npos;
       at += by.size())
    text.replace(at, what.size(), by);
}

std::string TestPackage::program() const {
  return concat(R"({"name":"forward","symbols":)", symbols,
                R"(,"constraints":)", constraints, R"(,"guards":)", guards,
                R"(,"inputs":)", inputs, R"(,"outputs":)", outputs, trees,
                R"(,"state":)", state, R"(,"segments":)", segments,
                R"(,"entries":)", entries, "}");
}

std::string TestPackage::manifest() const {
  return fill(concat(
      R"({"kiln":)", header, R"(,"targets":[{"name":"@target","record":)",
      R"("code/kernels.so")",
      cubin.empty() ? ""
                    : R"(,"cubins":[{"architecture":"sm_90","record":)"
                      R"("code/kernels.cubin"}])",
      R"(}],"storages":)", storages, R"(,"programs":[)", program(),
      extraPrograms, R"(],"kernels":)", kernels,
      details.empty()
          ? concat(R"(,"origins":)", origins)
          : R"(,"details":{"record":"details/cpu.json","origins":2})",
      R"(,"records":[{"name":"code/kernels.so","bytes":)", code.size(),
      R"(,"sha256":"@digest:code/kernels.so@"},)",
      cubin.empty()
          ? ""
          : concat(R"({"name":"code/kernels.cubin","bytes":)", cubin.size(),
                   R"(,"sha256":"@digest:code/kernels.cubin@"},)"),
      R"({"name":"weights/w","bytes":)", weights.size() * sizeof(float),
      R"(,"sha256":"@digest:weights/w@"})",
      details.empty()
          ? ""
          : concat(R"(,{"name":"details/cpu.json","bytes":)", details.size(),
                   R"(,"sha256":"@digest:details/cpu.json@"})"),
      "]}"));
}

std::string TestPackage::fill(std::string text) const {
  replaceAll(text, "@target", targetName);
  replaceAll(text, "@grid", grid);
  return text;
}

std::string TestPackage::ownDetails() const {
  return fill(
      concat(R"({"kernels":)", kernels, R"(,"origins":)", origins, "}"));
}

std::vector<uint8_t> test::archiveOf(
    const std::string &manifest,
    const std::vector<std::pair<std::string, std::string>> &records) {
  std::string text = manifest;
  for (const auto &[name, content] : records)
    replaceAll(text, concat("@digest:", name, "@"),
               sha256Hex(ByteSpan(content)));
  // Of records that are not there: any digest will do.
  for (const char *name :
       {"code/kernels.so", "code/kernels.cubin", "weights/w"})
    replaceAll(text, concat("@digest:", name, "@"), sha256Hex(ByteSpan()));
  ZipWriter writer = ZipWriter::createInMemory();
  EXPECT_TRUE(writer.add("manifest.json", ByteSpan(text)).ok());
  for (const auto &[name, content] : records)
    EXPECT_TRUE(writer.add(name, ByteSpan(content)).ok());
  EXPECT_TRUE(writer.finish().ok());
  return writer.takeBytes();
}

std::vector<uint8_t> TestPackage::bytes() const {
  std::string weightBytes(weights.size() * sizeof(float), '\0');
  std::memcpy(weightBytes.data(), weights.data(), weightBytes.size());
  std::vector<std::pair<std::string, std::string>> records = {
      {"code/kernels.so", code}, {"weights/w", weightBytes}};
  if (!cubin.empty())
    records.emplace_back("code/kernels.cubin", cubin);
  if (!details.empty())
    records.emplace_back("details/cpu.json", details);
  return archiveOf(manifest(), records);
}

std::string TestPackage::writeFile(const std::string &name) const {
  std::string path = concat(::testing::TempDir(), name);
  std::vector<uint8_t> content = bytes();
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char *>(content.data()),
             static_cast<std::streamsize>(content.size()));
  return path;
}

Expected<std::unique_ptr<Module>>
TestPackage::load(const ModuleOptions &options) {
  // On a page, as a mapped file is: what is used in place is up to the package.
  std::vector<uint8_t> content = bytes();
  constexpr size_t page = 4096;
  loaded.assign(content.size() + page, 0);
  void *begin = loaded.data();
  size_t space = loaded.size();
  std::align(page, content.size(), begin, space);
  std::memcpy(begin, content.data(), content.size());
  KILN_RT_ASSIGN(
      ZipReader archive,
      ZipReader::openMemory(ByteSpan(begin, content.size()), "test.kiln"));
  return Module::load(std::move(archive), options);
}

kiln_tensor test::tensorOf(std::vector<float> &values,
                           std::vector<int64_t> sizes) {
  kiln_tensor tensor = {};
  tensor.data = values.data();
  tensor.dtype = KILN_DTYPE_F32;
  tensor.rank = static_cast<int32_t>(sizes.size());
  std::copy(sizes.begin(), sizes.end(), tensor.sizes);
  return tensor;
}

kiln_tensor test::scalarOf(int64_t &value) {
  kiln_tensor tensor = {};
  tensor.data = &value;
  tensor.dtype = KILN_DTYPE_I64;
  return tensor;
}

std::string test::takeMessage(kiln_error *error) {
  std::string message = error ? kiln_error_message(error) : "(no error)";
  kiln_error_free(error);
  return message;
}

void LoadedPackage::load(const TestPackage &package,
                         const kiln_module_options *options) {
  const ::testing::TestInfo *info =
      ::testing::UnitTest::GetInstance()->current_test_info();
  path = package.writeFile(
      concat(info->test_suite_name(), ".", info->name(), ".kiln"));
  ASSERT_EQ(takeMessage(kiln_module_load_file(path.c_str(), options, &module)),
            "(no error)");
  ASSERT_EQ(kiln_context_create(module, nullptr, &context), nullptr);
}

void LoadedPackage::TearDown() {
  kiln_context_destroy(context);
  kiln_weights_release(weights);
  kiln_module_release(module);
}

std::vector<float> LoadedPackage::run() {
  std::vector<float> ones(4, 1), room(4);
  kiln_tensor input = tensorOf(ones, {1, 4}), output = tensorOf(room, {1, 4});
  EXPECT_EQ(
      takeMessage(kiln_run(context, nullptr, &input, 1, &output, 1, nullptr)),
      "(no error)");
  return room;
}
