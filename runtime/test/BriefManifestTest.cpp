// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a manifest says once only: the digests of weights, where storages are,
// and the lines of origins; and what it does not say, since most do.

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
  EXPECT_STREQ(manifest.details->origin(1).op, "b");
  EXPECT_STREQ(manifest.details->origin(1).module, "fc");
  EXPECT_STREQ(manifest.details->origin(1).file, "model.py");
  EXPECT_STREQ(manifest.details->origin(1).text, "call");
  EXPECT_EQ(manifest.details->origin(1).line, 7);
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

namespace {
/// The package whose state and kernels say as little as they can.
struct Defaults : BriefManifest {
  Defaults() {
    change(R"(["brief"])", R"(["brief","defaults"])");
    change(R"([{"record":1}])", "[1]");
    change(package.state, R"([{"name":"w","sizes":[4]}])");
    change(R"("name":"double")", R"("name":"k_double")");
    change(R"("symbol":"k_double",)", "");
  }
};
} // namespace

TEST_F(Defaults, AreRead) {
  Expected<std::unique_ptr<Module>> module = load();
  ASSERT_TRUE(module.ok()) << module.error().message;
  const Manifest &manifest = (*module)->manifest();
  EXPECT_EQ(manifest.storages[0].record, 1u);
  EXPECT_EQ(manifest.storages[0].bytes, 16u);
  const StateDecl &state = manifest.programs[0].state[0];
  EXPECT_EQ(state.kind, KILN_STATE_PARAMETER);
  EXPECT_EQ(state.storage, 0u);
  EXPECT_EQ(state.dtype, KILN_DTYPE_F32);
  EXPECT_EQ(manifest.kernels[0].findCode("cpu:x86-64")->symbol, "k_double");
  EXPECT_EQ(manifest.kernels[1].findCode("cpu:x86-64")->symbol, "k_add_row");
}

TEST_F(Defaults, StoragesFollowEachOther) {
  change("[1]", "[1,1,1]");
  change(package.entries, R"({"run":[{"op":"return"}]})");
  change(R"([{"name":"w","sizes":[4]}])",
         R"([{"name":"w","sizes":[4]},{"name":"v","storage":2,"sizes":[4]},)"
         R"({"name":"u","storage":0,"sizes":[4]},{"name":"t","sizes":[4]}])");
  Expected<std::unique_ptr<Module>> module = load();
  ASSERT_TRUE(module.ok()) << module.error().message;
  const std::vector<StateDecl> &state = (*module)->manifest().programs[0].state;
  EXPECT_EQ(state[1].storage, 2u);
  EXPECT_EQ(state[2].storage, 0u);
  EXPECT_EQ(state[3].storage, 1u);
}

TEST_F(Defaults, RefuseWhatStandsForNothing) {
  EXPECT_THAT(with("[1]", "[2]"),
              HasSubstr("storages[0]: there is no record 2"));
  EXPECT_THAT(with("[1]", "[]"), HasSubstr("state[0]: there is no storage 0"));
  EXPECT_THAT(with("[1]", R"(["weights/w"])"),
              HasSubstr("storages[0]: an object is expected, not a string"));
  EXPECT_THAT(
      with(R"("sizes":[4]})", R"("kind":null,"storage":1,"sizes":[4]})"),
      HasSubstr("state[0].storage: there is no storage 1"));
  EXPECT_THAT(with(R"("sizes":[4]})", R"("dtype":"f33","sizes":[4]})"),
              HasSubstr("state[0].dtype: unknown dtype 'f33'"));
  EXPECT_THAT(with(R"("name":"k_double")", R"("name":"other")"),
              HasSubstr("the code object has no kernel 'other'"));
}
