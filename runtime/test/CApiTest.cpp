// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestPackage.h"
#include "kiln-rt/archive/MappedFile.h"
#include "kiln-rt/archive/OutputFile.h"

#include <fcntl.h>
#include <unistd.h>

using namespace kiln::rt;
using namespace kiln::rt::test;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

extern "C" int kiln_test_header_in_c(void);

namespace {
class CApi : public LoadedPackage {
protected:
  void SetUp() override { load(); }

  std::vector<float> ones = std::vector<float>(4000, 1.0f);
};
} // namespace

TEST_F(CApi, KnowsItsVersion) {
  EXPECT_STREQ(kiln_runtime_version(), "0.1.0");
  int32_t low = 0, high = 0;
  kiln_format_range(&low, &high);
  EXPECT_EQ(low, 1);
  EXPECT_EQ(high, 1);
  EXPECT_EQ(kiln_test_header_in_c(), KILN_ABI_VERSION);
  EXPECT_STREQ(kiln_dtype_name(KILN_DTYPE_BF16), "bf16");
  EXPECT_STREQ(kiln_dtype_name(static_cast<kiln_dtype>(99)), "none");
  EXPECT_EQ(kiln_dtype_size(KILN_DTYPE_C128), 16u);
}

TEST_F(CApi, RunsAndAllocates) {
  kiln_tensor input = tensorOf(ones, {2, 4}), output = {};
  ASSERT_EQ(kiln_output_sizes(context, "forward", &input, 1, &output, 1),
            nullptr);
  EXPECT_EQ(output.sizes[0], 2);
  EXPECT_EQ(output.strides[0], 4);
  EXPECT_EQ(output.data, nullptr);
  ASSERT_EQ(kiln_run(context, "forward", &input, 1, &output, 1), nullptr);
  EXPECT_EQ(static_cast<float *>(output.data)[7], 6);
  kiln_tensor_free(module, &output);
  EXPECT_EQ(output.data, nullptr);
  kiln_tensor_free(module, &output);
}

TEST_F(CApi, GivesErrorsInParts) {
  kiln_tensor input = tensorOf(ones, {2, 4}), output = {};
  input.sizes[0] = 2000;
  kiln_error *error = kiln_run(context, nullptr, &input, 1, &output, 1);
  ASSERT_NE(error, nullptr);
  EXPECT_EQ(kiln_error_code(error), KILN_OUT_OF_RANGE);
  EXPECT_STREQ(kiln_error_program(error), "forward");
  EXPECT_STREQ(kiln_error_input(error), "x");
  EXPECT_STREQ(kiln_error_symbol(error), "s0");
  EXPECT_STREQ(kiln_error_bound(error), "<= 1000");
  EXPECT_STREQ(kiln_error_value(error), "2000");
  EXPECT_STREQ(kiln_error_file(error), "model.py");
  EXPECT_EQ(kiln_error_line(error), 7);
  kiln_error_free(error);
  EXPECT_EQ(kiln_error_code(nullptr), KILN_OK);
  EXPECT_STREQ(kiln_error_message(nullptr), "");
  EXPECT_EQ(kiln_error_line(nullptr), 0);
  kiln_error_free(nullptr);
}

TEST_F(CApi, LoadsFromEverywhere) {
  kiln_module *other = nullptr;
  EXPECT_THAT(
      takeMessage(kiln_module_load_file("/nowhere.kiln", nullptr, &other)),
      HasSubstr("/nowhere.kiln: cannot open the file"));
  std::vector<uint8_t> bytes = TestPackage().bytes();
  ASSERT_EQ(kiln_module_load_memory(bytes.data(), bytes.size(), "memory",
                                    nullptr, &other),
            nullptr);
  kiln_module_release(other);
  int descriptor = ::open(path.c_str(), O_RDONLY);
  ASSERT_EQ(
      kiln_module_load_descriptor(descriptor, "open file", nullptr, &other),
      nullptr);
  ::close(descriptor);
  EXPECT_THAT(kiln_module_explain(other), HasSubstr("taken, the best"));
  kiln_module_retain(other);
  kiln_module_release(other);
  EXPECT_STREQ(kiln_module_writer(other), "0.1.0");
  EXPECT_STREQ(kiln_module_target(other), "cpu:x86-64");
  kiln_module_release(other);
  kiln_module_release(nullptr);
  kiln_module_retain(nullptr);
  kiln_context_destroy(nullptr);
}

TEST_F(CApi, ChecksOptions) {
  kiln_module_options options = {};
  options.struct_size = sizeof(options);
  kiln_module *other = nullptr;
  auto load = [&] {
    kiln_error *error = kiln_module_load_file(path.c_str(), &options, &other);
    if (!error)
      kiln_module_release(other);
    return takeMessage(error);
  };
  options.threads = -1;
  EXPECT_THAT(load(), HasSubstr("the number of threads, -1, is not between 0 "
                                "and 4096"));
  options.threads = 2;
  EXPECT_EQ(load(), "(no error)");
  kiln_executor executor = {};
  executor.struct_size = sizeof(executor);
  options.executor = &executor;
  EXPECT_THAT(load(), HasSubstr("an executor needs both of its functions"));
  options.executor = nullptr;
  kiln_allocator allocator = {};
  allocator.struct_size = sizeof(allocator);
  options.allocator = &allocator;
  EXPECT_THAT(load(), HasSubstr("an allocator needs both of its functions"));
  // A caller of an older version, who knows the target only.
  options.struct_size = offsetof(kiln_module_options, threads);
  options.target = "cpu:x86-64";
  EXPECT_EQ(load(), "(no error)");
}

TEST_F(CApi, RegistersRoutines) {
  kiln_module_options options = {};
  options.struct_size = sizeof(options);
  kiln_extern storage[1];
  auto nothing = [](void *, const kiln_extern_call *) { return int32_t(0); };
  EXPECT_THAT(takeMessage(kiln_register_extern(&options, storage, 1, nullptr,
                                               nothing, nullptr)),
              HasSubstr("a routine needs a name and a function"));
  EXPECT_EQ(kiln_register_extern(&options, storage, 1, "a.b", nothing, nullptr),
            nullptr);
  EXPECT_THAT(takeMessage(kiln_register_extern(&options, storage, 1, "a.c",
                                               nothing, nullptr)),
              HasSubstr("no room for the routine 'a.c' among 1"));
  TestPackage package;
  package.entries = R"({"run":[{"op":"extern","routine":"a.b","slots":[0]},)"
                    R"({"op":"return"}]})";
  std::string file = package.writeFile("extern.kiln");
  kiln_module *other = nullptr;
  ASSERT_EQ(kiln_module_load_file(file.c_str(), &options, &other), nullptr);
  kiln_module_release(other);
}

TEST_F(CApi, DescribesPrograms) {
  EXPECT_EQ(kiln_module_program_count(module), 1u);
  EXPECT_EQ(kiln_module_find_program(module, nullptr), 0);
  EXPECT_EQ(kiln_module_find_program(module, "forward"), 0);
  EXPECT_EQ(kiln_module_find_program(module, "backward"), -1);
  EXPECT_GE(kiln_module_concurrency(module), 1u);
  kiln_program_info program = {};
  program.struct_size = sizeof(program);
  ASSERT_TRUE(kiln_module_program(module, 0, &program));
  EXPECT_FALSE(kiln_module_program(module, 1, &program));
  EXPECT_STREQ(program.name, "forward");
  EXPECT_STREQ(program.in_tree, "");
  EXPECT_EQ(program.result_count, 1u);
  EXPECT_EQ(program.instruction_count, 4u);
  kiln_symbol_info symbol = {};
  symbol.struct_size = sizeof(symbol);
  ASSERT_TRUE(kiln_module_symbol(module, 0, 0, &symbol));
  EXPECT_FALSE(kiln_module_symbol(module, 0, 1, &symbol));
  EXPECT_STREQ(symbol.name, "s0");
  EXPECT_TRUE(symbol.has_min && symbol.has_max);
  EXPECT_EQ(symbol.max, 1000);
  kiln_value_info value = {};
  value.struct_size = sizeof(value);
  ASSERT_TRUE(kiln_module_input(module, 0, 0, &value));
  EXPECT_FALSE(kiln_module_input(module, 0, 1, &value));
  EXPECT_STREQ(value.name, "x");
  EXPECT_EQ(value.sizes[0], -1);
  EXPECT_EQ(value.sizes[1], 4);
  EXPECT_STREQ(value.size_texts[0], "s0");
  EXPECT_STREQ(value.file, "model.py");
  EXPECT_EQ(value.line, 7);
  ASSERT_TRUE(kiln_module_output(module, 0, 0, &value));
  EXPECT_FALSE(kiln_module_output(module, 1, 0, &value));
  EXPECT_EQ(value.result, 0);
  EXPECT_STREQ(value.name, "y");
}

TEST_F(CApi, DescribesStateAndKernels) {
  kiln_state_info state = {};
  state.struct_size = sizeof(state);
  ASSERT_TRUE(kiln_module_state(module, 0, 0, &state));
  EXPECT_FALSE(kiln_module_state(module, 0, 1, &state));
  EXPECT_STREQ(state.name, "w");
  EXPECT_EQ(state.bytes, 16u);
  EXPECT_FALSE(state.is_mutable);
  EXPECT_EQ(kiln_module_kernel_count(module), 5u);
  kiln_kernel_info kernel = {};
  kernel.struct_size = sizeof(kernel);
  ASSERT_TRUE(kiln_module_kernel(module, 1, &kernel));
  EXPECT_FALSE(kiln_module_kernel(module, 9, &kernel));
  EXPECT_STREQ(kernel.name, "add_row");
  EXPECT_STREQ(kernel.bytes, "12*n");
  EXPECT_EQ(kernel.grain, 8);
  kiln_origin_info origin = {};
  origin.struct_size = sizeof(origin);
  ASSERT_TRUE(kiln_module_kernel_origin(module, 1, 0, &origin));
  EXPECT_FALSE(kiln_module_kernel_origin(module, 1, 1, &origin));
  EXPECT_STREQ(origin.op, "aten.add.Tensor");
  EXPECT_EQ(origin.line, 12);
}

TEST_F(CApi, WritesNoMoreThanCallersKnow) {
  struct {
    kiln_symbol_info info;
    char canary[16];
  } old;
  std::memset(&old, 0x55, sizeof(old));
  old.info.struct_size = offsetof(kiln_symbol_info, has_min);
  ASSERT_TRUE(kiln_module_symbol(module, 0, 0, &old.info));
  EXPECT_STREQ(old.info.name, "s0");
  EXPECT_EQ(old.info.max, 0x5555555555555555);
  EXPECT_EQ(old.info.struct_size, offsetof(kiln_symbol_info, has_min));
}

TEST_F(CApi, KeepsTheModuleForItsContexts) {
  kiln_module_release(module); // the context has a reference of its own
  kiln_tensor input = tensorOf(ones, {1, 4});
  std::vector<float> room(4);
  kiln_tensor output = tensorOf(room, {1, 4});
  EXPECT_EQ(kiln_run(context, nullptr, &input, 1, &output, 1), nullptr);
  EXPECT_EQ(room[0], 3);
  kiln_context_destroy(context);
  context = nullptr;
  module = nullptr;
}

TEST_F(CApi, ReadsAndWritesState) {
  std::vector<float> values(4);
  kiln_tensor tensor = tensorOf(values, {4});
  ASSERT_EQ(kiln_context_read_state(context, nullptr, "w", &tensor), nullptr);
  EXPECT_EQ(values[3], 4);
  EXPECT_THAT(
      takeMessage(kiln_context_write_state(context, nullptr, "w", &tensor)),
      HasSubstr("the state 'w' is not mutable"));
  EXPECT_EQ(kiln_context_reset_state(context), nullptr);
  kiln_memory_use use = {};
  use.struct_size = sizeof(use);
  kiln_context_memory_use(context, &use);
  EXPECT_EQ(use.mapped_bytes, 16u);
}

TEST_F(CApi, ShowsInstructionsToAnObserver) {
  struct Log {
    std::string text;
    int open = 0;
  } log;
  kiln_observer observer = {};
  observer.struct_size = sizeof(observer);
  observer.user = &log;
  observer.before = [](void *user, const kiln_instruction_info *) {
    ++static_cast<Log *>(user)->open;
  };
  observer.after = [](void *user, const kiln_instruction_info *info) {
    auto *record = static_cast<Log *>(user);
    --record->open;
    record->text +=
        concat(info->entry, "[", info->index, "] ", info->opcode, " ",
               info->kernel, " ", info->domain, " ", info->buffer_count, " ",
               info->file, ":", info->line, "\n");
    if (info->buffer_count == 3) {
      EXPECT_TRUE(info->buffer_written[2] && !info->buffer_written[0]);
      EXPECT_EQ(info->buffer_dtypes[1], KILN_DTYPE_F32);
      EXPECT_EQ(info->buffer_bytes[1], 16u);
      EXPECT_EQ(info->sizes[0], 4);
      EXPECT_EQ(static_cast<float *>(info->buffers[2])[0], 3);
    }
  };
  kiln_context_set_observer(context, &observer);
  kiln_tensor input = tensorOf(ones, {1, 4});
  std::vector<float> room(4);
  kiln_tensor output = tensorOf(room, {1, 4});
  ASSERT_EQ(kiln_run(context, nullptr, &input, 1, &output, 1), nullptr);
  EXPECT_EQ(log.open, 0);
  EXPECT_EQ(log.text, "run[0] segment  0 0 :0\n"
                      "run[1] dispatch double 4 2 model.py:12\n"
                      "run[2] dispatch add_row 4 3 model.py:12\n"
                      "run[3] return  0 0 :0\n");
  kiln_context_set_observer(context, nullptr);
  ASSERT_EQ(kiln_run(context, nullptr, &input, 1, &output, 1), nullptr);
  EXPECT_EQ(std::count(log.text.begin(), log.text.end(), '\n'), 4);
}

/// A module of a copy lives on when its file is cut off.
TEST_F(LoadedPackage, CopiesItsFileWhereAsked) {
  kiln_module_options options = {};
  options.struct_size = sizeof(options);
  options.copy_file = 1;
  options.verify = KILN_VERIFY_NONE;
  load({}, &options);
  ASSERT_EQ(::truncate(path.c_str(), 0), 0);
  EXPECT_THAT(run(), ElementsAre(3, 4, 5, 6));
}

TEST(MappedFile, IsCopiedWholeOrNotAtAll) {
  std::string copied = ::testing::TempDir() + "copied-file";
  ASSERT_TRUE(writeFile(copied, std::string_view("content")).ok());
  Expected<MappedFile> file = MappedFile::open(copied, FileBytes::Copied);
  ASSERT_TRUE(file.ok());
  ASSERT_EQ(::truncate(copied.c_str(), 0), 0);
  EXPECT_EQ(file->bytes().text(), "content");
  // Files of /proc and /sys may say that they have a page, and have less.
  EXPECT_THAT(messageOf(MappedFile::open("/sys/devices/system/cpu/online",
                                         FileBytes::Copied)),
              HasSubstr("online: the file became shorter while it was read"));
}
