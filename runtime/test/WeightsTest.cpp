// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestPackage.h"
#include "kiln-rt/archive/Sha256.h"

#include <cstring>
#include <fstream>
#include <thread>

using namespace kiln::rt;
using namespace kiln::rt::test;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Writes a file of the safetensors format.
static std::string writeTensors(const std::string &header,
                                const std::vector<float> &data) {
  std::string path = concat(::testing::TempDir(), "weights.safetensors");
  uint64_t length = header.size();
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char *>(&length), sizeof(length));
  file << header;
  file.write(reinterpret_cast<const char *>(data.data()),
             static_cast<std::streamsize>(data.size() * sizeof(float)));
  return path;
}

namespace {
/// A module of the small program, out = 2*x + w, and a context on it.
class Weights : public LoadedPackage {
protected:
  std::string set(uint32_t flags = 0) {
    return takeMessage(kiln_module_set_weights(module, weights, flags));
  }
  /// Weights of one tensor, copied.
  void give(std::vector<float> values, const char *name = "w") {
    kiln_weights_release(weights);
    weights = nullptr;
    kiln_tensor tensor =
        tensorOf(values, {static_cast<int64_t>(values.size())});
    ASSERT_EQ(takeMessage(kiln_weights_from_tensors(&name, &tensor, 1, nullptr,
                                                    nullptr, &weights)),
              "(no error)");
  }
  std::string fileError(const std::string &header,
                        const std::vector<float> &data) {
    kiln_weights_release(weights);
    weights = nullptr;
    std::string path = writeTensors(header, data);
    std::string message =
        takeMessage(kiln_weights_from_file(path.c_str(), &weights));
    size_t at = message.find(path);
    return at == 0 ? message.substr(path.size()) : message;
  }
};
} // namespace

TEST_F(Weights, AreReplacedAndComeBack) {
  load();
  EXPECT_THAT(run(), ElementsAre(3, 4, 5, 6));
  give({10, 20, 30, 40});
  EXPECT_EQ(set(), "(no error)");
  EXPECT_THAT(run(), ElementsAre(12, 22, 32, 42));
  std::vector<float> seen(4);
  kiln_tensor tensor = tensorOf(seen, {4});
  ASSERT_EQ(kiln_context_read_state(context, nullptr, "w", &tensor), nullptr);
  EXPECT_EQ(seen[3], 40);
  EXPECT_EQ(takeMessage(kiln_module_set_weights(module, nullptr, 0)),
            "(no error)");
  EXPECT_THAT(run(), ElementsAre(3, 4, 5, 6));
}

TEST_F(Weights, ComeFromSafetensors) {
  load();
  std::string path = writeTensors(
      R"({"__metadata__":{"format":"pt"},"w":{"dtype":"F32","shape":[4],)"
      R"("data_offsets":[4,20]},"v":{"dtype":"F32","shape":[1],)"
      R"("data_offsets":[0,4]}})",
      {0, 5, 6, 7, 8});
  ASSERT_EQ(takeMessage(kiln_weights_from_file(path.c_str(), &weights)),
            "(no error)");
  EXPECT_EQ(kiln_weights_count(weights), 2u);
  const char *name = nullptr;
  kiln_tensor tensor = {};
  ASSERT_TRUE(kiln_weights_item(weights, 0, &name, &tensor));
  EXPECT_STREQ(name, "w");
  EXPECT_EQ(tensor.sizes[0], 4);
  EXPECT_FALSE(kiln_weights_item(weights, 2, &name, &tensor));
  EXPECT_EQ(set(KILN_WEIGHTS_ALLOW_EXTRA), "(no error)");
  // The module keeps the file mapped.
  kiln_weights_release(weights);
  weights = nullptr;
  EXPECT_THAT(run(), ElementsAre(7, 8, 9, 10));
}

/// Headers of hundreds of thousands of tensors are read in a moment, as those
/// of mixtures of experts are.
TEST_F(Weights, ComeFromManyTensors) {
  constexpr int count = 100000;
  std::string header = R"({"__metadata__":{"format":"pt"})";
  for (int i = 0; i < count; ++i)
    header += concat(",\"layers.", i, ".w\":{\"dtype\":\"F32\",\"shape\":[1],",
                     "\"data_offsets\":[", 4 * i, ",", 4 * i + 4, "]}");
  std::vector<float> data(count, 0);
  data.back() = 7;
  std::string path = writeTensors(header + "}", data);
  ASSERT_EQ(takeMessage(kiln_weights_from_file(path.c_str(), &weights)),
            "(no error)");
  EXPECT_EQ(kiln_weights_count(weights), static_cast<size_t>(count));
  const char *name = nullptr;
  kiln_tensor tensor = {};
  ASSERT_TRUE(kiln_weights_item(weights, count - 1, &name, &tensor));
  // A header of any length: the data need not be aligned.
  float last = 0;
  std::memcpy(&last, tensor.data, sizeof(last));
  EXPECT_EQ(last, 7);
}

TEST_F(Weights, AreVerifiedWhereAFileHasADigest) {
  const std::vector<float> data = {1, 2};
  auto header = [](const std::string &digest) {
    return R"({"__metadata__":{"sha256":")" + digest +
           R"("},"w":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";
  };
  std::string digest = sha256Hex(ByteSpan(data.data(), 8));
  std::string path = writeTensors(header(digest), data);
  ASSERT_EQ(takeMessage(kiln_weights_from_file(path.c_str(), &weights)),
            "(no error)");
  for (size_t bit = 0; bit < 64; ++bit) {
    std::vector<float> damaged = data;
    reinterpret_cast<uint8_t *>(damaged.data())[bit / 8] ^=
        static_cast<uint8_t>(1u << bit % 8);
    EXPECT_EQ(fileError(header(digest), damaged),
              ": the digest (SHA-256) of the tensors does not agree");
  }
}

TEST_F(Weights, FillTheirFile) {
  auto two = [&](const char *first, const char *second, int count) {
    return fileError(concat(R"({"v":{"dtype":"F32","shape":[1],)",
                            R"("data_offsets":)", first,
                            R"(},"w":{"dtype":"F32","shape":[1],)",
                            R"("data_offsets":)", second, "}}"),
                     std::vector<float>(static_cast<size_t>(count)));
  };
  EXPECT_EQ(two("[0,4]", "[4,8]", 2), "(no error)");
  EXPECT_EQ(two("[4,8]", "[0,4]", 2), "(no error)");
  EXPECT_EQ(two("[0,4]", "[0,4]", 1),
            ": tensors overlap or leave a gap at byte 4 of the data");
  EXPECT_EQ(two("[0,4]", "[8,12]", 3),
            ": tensors overlap or leave a gap at byte 4 of the data");
  EXPECT_EQ(two("[0,4]", "[4,8]", 3),
            ": there are 4 bytes behind the last tensor");
}

TEST_F(Weights, RefuseBadSafetensors) {
  auto entry = [](const std::string &parts) {
    return concat(R"({"w":{)", parts, "}}");
  };
  EXPECT_THAT(
      takeMessage(kiln_weights_from_file("/nowhere.safetensors", &weights)),
      HasSubstr("/nowhere.safetensors: cannot open the file"));
  std::string path = concat(::testing::TempDir(), "short.safetensors");
  std::ofstream(path) << "abc";
  EXPECT_THAT(takeMessage(kiln_weights_from_file(path.c_str(), &weights)),
              HasSubstr(": the file is too short for safetensors"));
  std::ofstream(path) << "\x7f\1\1\1\1\1\1\1 {}";
  EXPECT_THAT(takeMessage(kiln_weights_from_file(path.c_str(), &weights)),
              HasSubstr("bytes is longer than the file"));
  EXPECT_THAT(fileError("[]", {}), HasSubstr(": the header is no object"));
  EXPECT_THAT(fileError("{", {}),
              HasSubstr(": the header: unexpected end at byte 1"));
  EXPECT_EQ(fileError(entry(""), {}), ": the tensor 'w' has no dtype");
  EXPECT_EQ(fileError(entry(R"("dtype":"F4")"), {}),
            ": the tensor 'w' has the unknown dtype F4");
  EXPECT_EQ(fileError(entry(R"("dtype":"F32")"), {}),
            ": the tensor 'w' has no shape of rank 16 or less");
  EXPECT_EQ(fileError(entry(R"("dtype":"F32","shape":[-1])"), {}),
            ": the tensor 'w' has a size that is no size");
  EXPECT_EQ(
      fileError(entry(R"("dtype":"F32","shape":[4611686018427387904,4])"), {}),
      ": the tensor 'w' is larger than 64 bits can say");
  EXPECT_EQ(fileError(entry(R"("dtype":"F32","shape":[1])"), {1}),
            ": the tensor 'w' has no pair of data_offsets");
  EXPECT_EQ(
      fileError(entry(R"("dtype":"F32","shape":[1],"data_offsets":[1,5])"),
                {1}),
      ": the tensor 'w' lies outside of the file");
  EXPECT_EQ(
      fileError(entry(R"("dtype":"F32","shape":[2],"data_offsets":[0,4])"),
                {1}),
      ": the tensor 'w' has 4 bytes, but its shape needs 8");
}

TEST_F(Weights, ComeFromAnotherPackage) {
  load();
  TestPackage other;
  other.weights = {4, 3, 2, 1};
  other.state = R"([{"name":"w","kind":"parameter","storage":0,)"
                R"("dtype":"f32","sizes":[4],"strides":[1]},)"
                R"({"name":"w2","kind":"parameter","storage":0,)"
                R"("dtype":"f32","sizes":[2,2],"strides":[1,2]}])";
  other.entries = R"({"run":[{"op":"return"}]})";
  other.segments = "[]";
  std::string from = other.writeFile("other-weights.kiln");
  EXPECT_THAT(takeMessage(kiln_weights_from_package(from.c_str(), "backward",
                                                    &weights)),
              HasSubstr("there is no program 'backward'"));
  ASSERT_EQ(
      takeMessage(kiln_weights_from_package(from.c_str(), nullptr, &weights)),
      "(no error)");
  EXPECT_EQ(kiln_weights_count(weights), 2u);
  EXPECT_EQ(set(), path + ": the weight 'w2': no program has it");
  EXPECT_EQ(set(KILN_WEIGHTS_ALLOW_EXTRA), "(no error)");
  EXPECT_THAT(run(), ElementsAre(6, 5, 4, 3));
}

/// "w" has blocks of two, whose elements are two apart.
static TestPackage inBlocks() {
  TestPackage package;
  package.header = R"({"format":1,"writer":"0.1.0","requires":["blocks"]})";
  package.weights = {1, 3, 2, 4};
  package.state = R"([{"name":"w","kind":"parameter","storage":0,)"
                  R"("dtype":"f32","sizes":[4],"strides":[1],"blocks":[2],)"
                  R"("block_strides":[2]}])";
  return package;
}

TEST_F(Weights, LieInBlocks) {
  load(inBlocks());
  EXPECT_THAT(run(), ElementsAre(3, 4, 5, 6));
  kiln_state_info info = {};
  info.struct_size = sizeof(info);
  ASSERT_TRUE(kiln_module_state(module, 0, 0, &info));
  EXPECT_TRUE(info.in_blocks);
  give({10, 20, 30, 40});
  EXPECT_EQ(set(), "(no error)");
  EXPECT_THAT(run(), ElementsAre(12, 22, 32, 42));
}

TEST_F(Weights, AreLaidOutWhenTheyAreRead) {
  TestPackage package = inBlocks();
  package.state = R"([{"name":"v","kind":"parameter","storage":0,)"
                  R"("dtype":"f32","sizes":[2,2],"strides":[1,4],)"
                  R"("blocks":[1,2],"block_strides":[0,2]}])";
  package.entries = R"({"run":[{"op":"return"}]})";
  package.outputs = package.segments = "[]";
  load(package);
  for (int i = 0; i < 2; ++i) {
    std::vector<float> seen(4);
    kiln_tensor tensor = tensorOf(seen, {2, 2});
    ASSERT_EQ(
        takeMessage(kiln_context_read_state(context, nullptr, "v", &tensor)),
        "(no error)");
    EXPECT_THAT(seen, ElementsAre(1, 2, 3, 4));
  }
}

TEST_F(Weights, AreSeenInOtherSizes) {
  TestPackage package = inBlocks();
  package.header =
      R"({"format":1,"writer":"0.1.0","requires":["block_sizes","blocks"]})";
  package.state = R"([{"name":"v","kind":"parameter","storage":0,)"
                  R"("dtype":"f32","sizes":[4],"strides":[1,2],)"
                  R"("blocks":[1,1],"block_strides":[0,0],)"
                  R"("block_sizes":[2,2]}])";
  package.entries = R"({"run":[{"op":"return"}]})";
  package.outputs = package.segments = "[]";
  load(package);
  std::vector<float> seen(4);
  kiln_tensor tensor = tensorOf(seen, {4});
  ASSERT_EQ(
      takeMessage(kiln_context_read_state(context, nullptr, "v", &tensor)),
      "(no error)");
  EXPECT_THAT(seen, ElementsAre(1, 2, 3, 4));
}

TEST_F(Weights, ComeFromBlocksOfAnotherPackage) {
  load();
  TestPackage other = inBlocks();
  other.weights = {5, 7, 6, 8};
  std::string from = other.writeFile("other-blocks.kiln");
  ASSERT_EQ(
      takeMessage(kiln_weights_from_package(from.c_str(), nullptr, &weights)),
      "(no error)");
  EXPECT_EQ(set(KILN_WEIGHTS_ALLOW_EXTRA), "(no error)");
  EXPECT_THAT(run(), ElementsAre(7, 8, 9, 10));
}

TEST_F(Weights, ComeFromTensorsInPlaceOrCopied) {
  load();
  // Every other element, from the caller's memory, whose end is told.
  std::vector<float> values = {5, 0, 6, 0, 7, 0, 8};
  kiln_tensor tensor = tensorOf(values, {4});
  tensor.flags = KILN_TENSOR_STRIDED;
  tensor.strides[0] = 2;
  const char *name = "w";
  int released = 0;
  auto release = [](void *user) { ++*static_cast<int *>(user); };
  ASSERT_EQ(takeMessage(kiln_weights_from_tensors(&name, &tensor, 1, release,
                                                  &released, &weights)),
            "(no error)");
  EXPECT_EQ(set(), "(no error)");
  EXPECT_THAT(run(), ElementsAre(7, 8, 9, 10));
  give({1, 1, 1, 1});
  EXPECT_EQ(released, 0);
  EXPECT_EQ(set(), "(no error)");
  EXPECT_EQ(released, 0) << "the context runs on it";
  EXPECT_THAT(run(), ElementsAre(3, 3, 3, 3));
  EXPECT_EQ(released, 1);
}

TEST_F(Weights, RefuseBadTensors) {
  std::vector<float> values(4);
  auto errorOf = [&](auto change, size_t count = 1) {
    kiln_tensor tensors[2] = {tensorOf(values, {4}), tensorOf(values, {4})};
    change(tensors[0]);
    const char *names[] = {"w", "w"};
    auto release = [](void *) { ADD_FAILURE(); };
    return takeMessage(kiln_weights_from_tensors(names, tensors, count, release,
                                                 nullptr, &weights));
  };
  kiln_device device = {KILN_DEVICE_CUDA, 0};
  EXPECT_EQ(errorOf([&](kiln_tensor &t) { t.device = device; }),
            "the weight 'w' is not on the CPU");
  EXPECT_EQ(errorOf([](kiln_tensor &t) { t.dtype = KILN_DTYPE_NONE; }),
            "the weight 'w' has no dtype");
  EXPECT_EQ(errorOf([](kiln_tensor &t) { t.rank = 17; }),
            "the weight 'w' has a rank that is out of range");
  EXPECT_EQ(errorOf([](kiln_tensor &t) { t.sizes[0] = -4; }),
            "the weight 'w' has a negative size");
  EXPECT_EQ(errorOf([](kiln_tensor &t) { t.sizes[0] = INT64_MAX; }),
            "the weight 'w' is larger than 64 bits can say");
  EXPECT_EQ(errorOf([](kiln_tensor &t) { t.data = nullptr; }),
            "the weight 'w' has no memory");
  EXPECT_EQ(errorOf([](kiln_tensor &) {}, 2), "the weight 'w' is given twice");
  const char *large = "w";
  kiln_tensor tensor = tensorOf(values, {int64_t(1) << 46});
  EXPECT_EQ(takeMessage(kiln_weights_from_tensors(&large, &tensor, 1, nullptr,
                                                  nullptr, &weights)),
            "no memory for the weight 'w'");
  const char *name = nullptr;
  EXPECT_EQ(takeMessage(kiln_weights_from_tensors(&name, &tensor, 1, nullptr,
                                                  nullptr, &weights)),
            "weight 0 has no name");
}

TEST_F(Weights, AreComparedWithTheModule) {
  TestPackage package;
  package.state =
      R"([{"name":"w","kind":"parameter","storage":0,"dtype":"f32",)"
      R"("sizes":[4]},{"name":"half","kind":"buffer","storage":0,)"
      R"("dtype":"f32","sizes":[2],"offset":2},)"
      R"({"name":"packed","kind":"constant","storage":1,"dtype":"f32",)"
      R"("sizes":[4],"made_from":["raw"]},)"
      R"({"name":"other","kind":"parameter","storage":1,"dtype":"f32",)"
      R"("sizes":[0]}])";
  package.storages = R"([{"record":"weights/w","bytes":16},)"
                     R"({"record":"weights/w","bytes":16}])";
  package.entries = R"({"run":[{"op":"return"}]})";
  package.segments = "[]";
  load(package);
  std::vector<float> values(4);
  const char *names[] = {"w", "raw", "new"};
  kiln_tensor tensors[] = {tensorOf(values, {2, 2}), tensorOf(values, {4}),
                           tensorOf(values, {4})};
  ASSERT_EQ(takeMessage(kiln_weights_from_tensors(names, tensors, 3, nullptr,
                                                  nullptr, &weights)),
            "(no error)");
  kiln_weights_report *report = nullptr;
  ASSERT_EQ(kiln_module_compare_weights(module, weights, &report), nullptr);
  std::vector<std::string> found;
  kiln_weights_issue issue = {};
  issue.struct_size = sizeof(issue);
  for (size_t i = 0; kiln_weights_report_item(report, i, &issue); ++i)
    found.push_back(concat(static_cast<int>(issue.problem), " ", issue.reason));
  EXPECT_EQ(kiln_weights_report_count(report), found.size());
  EXPECT_THAT(
      found,
      ElementsAre("2 the weight 'w': it is f32[2, 2], but f32[4] is expected",
                  "2 the weight 'raw': the compiler has made 'packed' of it; "
                  "compile the program again",
                  "0 the weight 'half': it is not given",
                  "0 the weight 'other': it is not given",
                  "1 the weight 'new': no program has it"));
  kiln_weights_report_free(report);
  EXPECT_THAT(set(KILN_WEIGHTS_ALLOW_MISSING | KILN_WEIGHTS_ALLOW_EXTRA),
              HasSubstr("f32[4] is expected"));
  give({1, 2, 3, 4});
  EXPECT_THAT(set(KILN_WEIGHTS_ALLOW_MISSING),
              HasSubstr("the weight 'w': it shares its memory with 'half', "
                        "which is not given"));
}

TEST_F(Weights, BecomeStateAtTheNextReset) {
  TestPackage package;
  package.outputs =
      R"([{"kind":"user_output","name":"y","dtype":"f32","sizes":["s0",4]},)"
      R"({"kind":"buffer_mutation","target":"w","dtype":"f32","sizes":[4]}])";
  package.state = R"([{"name":"w","kind":"buffer","storage":0,"dtype":"f32",)"
                  R"("sizes":[4],"mutable":true}])";
  // y = x + w, and w += 1.
  package.entries =
      R"({"run":[{"op":"dispatch","kernel":1,"slots":[0,3,1],"sizes":[4],)"
      R"("domain":"4*s0"},{"op":"dispatch","kernel":2,"slots":[3],)"
      R"("domain":4},{"op":"return"}]})";
  package.segments = "[]";
  load(package);
  EXPECT_THAT(run(), ElementsAre(2, 3, 4, 5));
  give({10, 20, 30, 40});
  EXPECT_EQ(set(), "(no error)");
  EXPECT_THAT(run(), ElementsAre(3, 4, 5, 6)) << "the context keeps its state";
  ASSERT_EQ(kiln_context_reset_state(context), nullptr);
  EXPECT_THAT(run(), ElementsAre(11, 21, 31, 41));
  EXPECT_THAT(run(), ElementsAre(12, 22, 32, 42));
}

/// Two weights, of which one is replaced after the other.
static TestPackage twoWeights() {
  TestPackage package;
  package.storages = R"([{"record":"weights/w","bytes":16},)"
                     R"({"record":"weights/w","bytes":16}])";
  package.state =
      R"([{"name":"w","kind":"parameter","storage":0,"dtype":"f32",)"
      R"("sizes":[4]},{"name":"v","kind":"parameter","storage":1,)"
      R"("dtype":"f32","sizes":[4]}])";
  // y = x + w + v. Slots: 0 x, 1 y, 2 w, 3 v, 4 segment.
  package.entries =
      R"({"run":[{"op":"segment","index":0},)"
      R"({"op":"dispatch","kernel":1,"slots":[0,2,4],"sizes":[4],)"
      R"("domain":"4*s0"},{"op":"dispatch","kernel":1,"slots":[4,3,1],)"
      R"("sizes":[4],"domain":"4*s0"},{"op":"return"}]})";
  return package;
}

TEST_F(Weights, ArePartlyReplaced) {
  load(twoWeights());
  EXPECT_THAT(run(), ElementsAre(3, 5, 7, 9));
  give({10, 10, 10, 10});
  EXPECT_EQ(set(), path + ": the weight 'v': it is not given");
  EXPECT_EQ(set(KILN_WEIGHTS_KEEP_CURRENT), "(no error)");
  EXPECT_THAT(run(), ElementsAre(12, 13, 14, 15));
  give({100, 100, 100, 100}, "v");
  EXPECT_EQ(set(KILN_WEIGHTS_KEEP_CURRENT), "(no error)");
  EXPECT_THAT(run(), ElementsAre(111, 111, 111, 111)) << "w as it is now";
  EXPECT_EQ(set(KILN_WEIGHTS_ALLOW_MISSING), "(no error)");
  EXPECT_THAT(run(), ElementsAre(102, 103, 104, 105)) << "w of the package";
  EXPECT_EQ(set(8), "unknown flags of weights: 8");
}

/// What is replaced twice is let go, and what is kept is not.
TEST_F(Weights, LetGoWhatIsPartlyReplaced) {
  load(twoWeights());
  // The module has them until the test is torn down.
  static int released[2] = {};
  static std::vector<float> values[2] = {{1, 1, 1, 1}, {2, 2, 2, 2}};
  auto replace = [&](int which, const char *name) {
    kiln_weights_release(weights);
    weights = nullptr;
    kiln_tensor tensor = tensorOf(values[which], {4});
    ASSERT_EQ(
        takeMessage(kiln_weights_from_tensors(
            &name, &tensor, 1, [](void *user) { ++*static_cast<int *>(user); },
            &released[which], &weights)),
        "(no error)");
    ASSERT_EQ(set(KILN_WEIGHTS_KEEP_CURRENT), "(no error)");
  };
  replace(0, "w");
  replace(1, "v");
  EXPECT_THAT(run(), ElementsAre(4, 4, 4, 4));
  EXPECT_THAT(released, ElementsAre(0, 0));
  give({5, 5, 5, 5});
  EXPECT_EQ(set(KILN_WEIGHTS_KEEP_CURRENT), "(no error)");
  EXPECT_THAT(run(), ElementsAre(8, 8, 8, 8));
  EXPECT_THAT(released, ElementsAre(1, 0));
}

/// Of replacements at once, none is lost.
TEST_F(Weights, ArePartlyReplacedByThreads) {
  load(twoWeights());
  auto replace = [&](const char *name) {
    for (int i = 1; i <= 100; ++i) {
      std::vector<float> values(4, static_cast<float>(i));
      kiln_tensor tensor = tensorOf(values, {4});
      kiln_weights *mine = nullptr;
      ASSERT_EQ(
          kiln_weights_from_tensors(&name, &tensor, 1, nullptr, nullptr, &mine),
          nullptr);
      ASSERT_EQ(
          kiln_module_set_weights(module, mine, KILN_WEIGHTS_KEEP_CURRENT),
          nullptr);
      kiln_weights_release(mine);
    }
  };
  std::thread other([&] { replace("v"); });
  replace("w");
  other.join();
  EXPECT_THAT(run(), ElementsAre(201, 201, 201, 201));
}

/// No call sees a mixture, whenever the weights change.
TEST_F(Weights, ChangeAtOnceForAllThreads) {
  load();
  give({0, 0, 0, 0});
  ASSERT_EQ(set(), "(no error)");
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      kiln_context *mine = nullptr;
      ASSERT_EQ(kiln_context_create(module, nullptr, &mine), nullptr);
      std::vector<float> ones(400, 1), room(400);
      while (!stop) {
        kiln_tensor input = tensorOf(ones, {100, 4}),
                    output = tensorOf(room, {100, 4});
        ASSERT_EQ(kiln_run(mine, nullptr, &input, 1, &output, 1, nullptr),
                  nullptr);
        for (float value : room)
          ASSERT_EQ(value, room[0]);
      }
      kiln_context_destroy(mine);
    });
  for (int i = 1; i <= 200; ++i) {
    auto value = static_cast<float>(i);
    give({value, value, value, value});
    ASSERT_EQ(set(), "(no error)");
    EXPECT_EQ(run()[2], value + 2);
  }
  stop = true;
  for (std::thread &thread : threads)
    thread.join();
}
