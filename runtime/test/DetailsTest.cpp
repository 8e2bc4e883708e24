// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Origins and the work of kernels in a record of their own: read late, once,
// and missed by nobody who calls.

#include "Runner.h"

#include <atomic>
#include <thread>

using namespace kiln::rt;
using namespace kiln::rt::test;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

namespace {
TestPackage withDetails() {
  TestPackage package;
  package.details = package.ownDetails();
  return package;
}

/// The error of reading details with a change.
std::string messageWith(const std::string &what, const std::string &by) {
  TestPackage package = withDetails();
  size_t at = package.details.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  package.details.replace(at, what.size(), by);
  ModuleOptions options;
  options.verify = KILN_VERIFY_FULL;
  return messageOf(package.load(options));
}

/// A module whose record of details was broken after it was written.
class BrokenDetails : public ::testing::Test {
protected:
  BrokenDetails() {
    Expected<std::unique_ptr<Module>> made = load();
    EXPECT_TRUE(made.ok());
    module = *std::move(made);
  }
  Expected<std::unique_ptr<Module>>
  load(kiln_verify verify = KILN_VERIFY_NONE) {
    bytes = withDetails().bytes();
    std::string_view text(reinterpret_cast<char *>(bytes.data()), bytes.size());
    bytes[text.rfind("model.py")] = 'M';
    ModuleOptions options;
    options.verify = verify;
    options.logger = Logger(kiln_logger{
        sizeof(kiln_logger), this, KILN_LOG_WARNING,
        [](void *user, kiln_log_level, const char *line) {
          auto *self = static_cast<BrokenDetails *>(user);
          self->log.emplace_back(line);
          // It may ask what it is told of.
          EXPECT_EQ(self->module->manifest().details->problem(), line);
        }});
    KILN_RT_ASSIGN(ZipReader archive,
                   ZipReader::openMemory(ByteSpan(bytes.data(), bytes.size()),
                                         "test.kiln"));
    return Module::load(std::move(archive), options);
  }

  std::vector<uint8_t> bytes;
  std::vector<std::string> log;
  std::unique_ptr<Module> module;
};

const char wrong[] =
    "test.kiln: details/cpu.json: the digest (SHA-256) does not agree";
} // namespace

TEST(Details, AreReadFromTheirRecord) {
  Runner runner(withDetails());
  Details &details = *runner.module->manifest().details;
  EXPECT_STREQ(details.origin(1).op, "aten.add.Tensor");
  EXPECT_EQ(details.origin(1).line, 12);
  EXPECT_EQ(details.kernel(1).bytes, "12*n");
  EXPECT_EQ(details.kernel(1).origin(), 1u);
  EXPECT_EQ(details.kernel(2).flops, "");
  EXPECT_EQ(details.kernel(2).origin(), noIndex);
  EXPECT_EQ(details.problem(), "");
}

TEST(Details, LocateErrors) {
  Runner runner(withDetails());
  std::vector<float> three(3);
  EXPECT_THAT(runner.errorOf({tensorOf(three, {1, 3})}),
              HasSubstr(" (model.py:7)"));
  EXPECT_EQ(runner.lastError.file, "model.py");
}

/// What loads and calls needs no origins, so that the record is not looked at.
TEST_F(BrokenDetails, KeepNobodyFromCalling) {
  Context context(*module);
  std::vector<float> ones(4, 1), room(4);
  kiln_tensor input = tensorOf(ones, {1, 4}), output = tensorOf(room, {1, 4});
  EXPECT_TRUE(context.run(nullptr, &input, 1, &output, 1).ok());
  EXPECT_THAT(room, ElementsAre(3, 4, 5, 6));
  EXPECT_THAT(log, ElementsAre());
}

TEST_F(BrokenDetails, AreToldWithErrorsAndToTheLogOnce) {
  Context context(*module);
  std::vector<float> three(3), room(4);
  kiln_tensor input = tensorOf(three, {1, 3}), output = tensorOf(room, {1, 4});
  for (int i = 0; i < 2; ++i) {
    Status status = context.run(nullptr, &input, 1, &output, 1);
    EXPECT_THAT(messageOf(status),
                HasSubstr(concat(" (it is not known where: ", wrong, ")")));
    EXPECT_EQ(status.error().file, "");
  }
  EXPECT_THAT(log, ElementsAre(wrong));
}

TEST_F(BrokenDetails, SayNothing) {
  Details &details = *module->manifest().details;
  EXPECT_STREQ(details.origin(1).file, "");
  EXPECT_STREQ(details.kernel(1).flops.data(), "");
  EXPECT_EQ(details.kernel(1).origins.size(), 0u);
  EXPECT_EQ(details.problem(), wrong);
}

TEST_F(BrokenDetails, AreRefusedWhereAllIsVerified) {
  EXPECT_EQ(messageOf(load(KILN_VERIFY_FULL)), wrong);
}

TEST(Details, MustBeWhatTheManifestSays) {
  EXPECT_EQ(messageWith("n", "n"), "(no error)");
  EXPECT_THAT(messageWith("}]}", "}],}"),
              HasSubstr("test.kiln: details/cpu.json: syntax: unexpected '}'"));
  EXPECT_EQ(messageWith(R"({"op":"placeholder")", R"({},{"op":"placeholder")"),
            "test.kiln: details/cpu.json: there are 3 origins and 5 kernels, "
            "but 2 and 5 in the manifest");
  EXPECT_EQ(messageWith(R"([{"name":"double")", R"([{},{"name":"double")"),
            "test.kiln: details/cpu.json: there are 2 origins and 6 kernels, "
            "but 2 and 5 in the manifest");
  EXPECT_EQ(messageWith(R"("origins":[1])", R"("origins":[2])"),
            "test.kiln: details/cpu.json: kernels[0].origins[0]: there is no "
            "origin 2");
  EXPECT_EQ(messageWith(R"("flops":"n")", R"("flops":1)"),
            "test.kiln: details/cpu.json: kernels[0].flops: a string is "
            "expected, not an integer");
}

TEST(Details, AreCheckedAgainstTheirNumber) {
  TestPackage package = withDetails();
  package.inputs.replace(package.inputs.find(R"("origin":0)"), 10,
                         R"("origin":2)");
  EXPECT_THAT(messageOf(package.load()),
              HasSubstr("inputs[0].origin: there is no origin 2"));
}

/// Whoever comes while another reads waits for it.
TEST(Details, AreReadOnceByManyThreads) {
  Runner runner(withDetails());
  Details &details = *runner.module->manifest().details;
  std::atomic<int> right = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] { right += details.origin(1).line == 12; });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(right, 8);
}
