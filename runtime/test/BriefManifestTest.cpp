// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a manifest says once only: the digests of weights, where storages are,
// and the lines of origins.

#include "TestPackage.h"
#include "kiln-rt/archive/Sha256.h"

using namespace kiln::rt;
using namespace kiln::rt::test;
using ::testing::HasSubstr;

namespace {
class BriefManifest : public ::testing::Test {
protected:
  BriefManifest() {
    package.header = R"({"format":1,"requires":["brief"]})";
    package.storages = R"([{"record":1}])";
    package.origins =
        R"([{"op":"a","module":"","file":"model.py","line":7,"text":"call"
  },)"
        R"({"op":"b","module":"fc","line_of":0}])";
  text = package.manifest();
  change(R"("name":"weights/w")", concat(R"("name":")", name, "\""));
  change(R"(,"sha256":"@digest:weights/w@")", "");
}

  void change(const std::string &what, const std::string &by) {
  ASSERT_NE(text.find(what), std::string::npos) << what;
  text.replace(text.find(what), what.size(), by);
}
/// The error of a change, of which nothing stays.
std::string with(const std::string &what, const std::string &by) {
  std::string before = text;
  change(what, by);
  std::string message = messageOf(load());
  text = before;
  return message;
}
Expected<std::unique_ptr<Module>> load(const ModuleOptions &options = {}) {
  loaded =
      archiveOf(text, {{"code/kernels.so", package.code}, {name, weights}});
  Expected<ZipReader> archive = ZipReader::openMemory(
      ByteSpan(loaded.data(), loaded.size()), "test.kiln");
  return Module::load(*std::move(archive), options);
}

TestPackage package;
std::string weights = std::string(16, '\1');
std::string name = concat("weights/", sha256Hex(ByteSpan(weights)));
std::string text;
std::vector<uint8_t> loaded;
};
} // namespace

TEST_F(BriefManifest, IsRead) {
  ModuleOptions options;
  options.verify = KILN_VERIFY_FULL;
  Expected<std::unique_ptr<Module>> module = load(options);
  ASSERT_TRUE(module.ok()) << module.error().message;
  const Manifest &manifest = (*module)->manifest();
  EXPECT_EQ(manifest.records[1].sha256, sha256Hex(ByteSpan(weights)));
  EXPECT_EQ(manifest.storages[0].record, 1u);
  EXPECT_EQ(manifest.storages[0].bytes, 16u);
  EXPECT_STREQ(manifest.origins[1].op, "b");
  EXPECT_STREQ(manifest.origins[1].module, "fc");
  EXPECT_STREQ(manifest.origins[1].file, "model.py");
  EXPECT_STREQ(manifest.origins[1].text, "call");
  EXPECT_EQ(manifest.origins[1].line, 7);
}

TEST_F(BriefManifest, HoldsWeightsToTheirNames) {
  ModuleOptions options;
  options.verify = KILN_VERIFY_FULL;
  weights[3] = 'x';
  EXPECT_THAT(messageOf(load(options)),
              HasSubstr(": the digest (SHA-256) does not agree"));
}

TEST_F(BriefManifest, RefusesWhatStandsForNothing) {
  EXPECT_THAT(with(R"([{"record":1}])", R"([{"record":2}])"),
              HasSubstr("storages[0].record: there is no record 2"));
  EXPECT_THAT(with(R"([{"record":1}])", R"([{"record":-1}])"),
              HasSubstr("storages[0].record: there is no record -1"));
  EXPECT_THAT(with(R"([{"record":1}])", R"([{"record":1,"bytes":17}])"),
              HasSubstr("storages[0]: the storage is larger than its record"));
  EXPECT_THAT(with(R"("record":"code/kernels.so")", R"("record":0)"),
              HasSubstr("targets[0].record: a string is expected"));
  EXPECT_THAT(with(R"(,"sha256":"@digest:code/kernels.so@")", ""),
              HasSubstr("records[0]: the key 'sha256' is missing"));
  EXPECT_THAT(with(R"("bytes":16})", R"("bytes":16,"sha256":"12"})"),
              HasSubstr("the digest is not 64 lower-case hexadecimal digits"));
  EXPECT_THAT(with(R"("line_of":0)", R"("line_of":1)"),
              HasSubstr("origins[1].line_of: there is no origin 1"));
  EXPECT_THAT(with(R"("line_of":0)", R"("line_of":"0")"),
              HasSubstr("origins[1].line_of: a 64-bit integer is expected"));
}
