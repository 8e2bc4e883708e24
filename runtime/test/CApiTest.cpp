// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestPackage.h"
#include "kiln-rt/archive/MappedFile.h"
#include "kiln-rt/archive/OutputFile.h"

#include <fcntl.h>
#include <thread>
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
  EXPECT_EQ(kiln_abi_version(), KILN_ABI_VERSION);
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
  ASSERT_EQ(kiln_run(context, "forward", &input, 1, &output, 1, nullptr),
            nullptr);
  EXPECT_EQ(static_cast<float *>(output.data)[7], 6);
  kiln_tensor_free(module, &output);
  EXPECT_EQ(output.data, nullptr);
  kiln_tensor_free(module, &output);
}

TEST_F(CApi, ReadsMemoryOfItsDevice) {
  std::vector<float> from = {1, 2}, to(2);
  EXPECT_EQ(kiln_module_read_memory(module, from.data(), to.data(), 8),
            nullptr);
  EXPECT_EQ(to, from);
  EXPECT_EQ(kiln_module_read_memory(module, nullptr, nullptr, 0), nullptr);
  EXPECT_EQ(takeMessage(kiln_module_read_memory(module, nullptr, to.data(), 8)),
            "the argument 'from' is null");
}

TEST_F(CApi, CountsGraphs) {
  kiln_context_options options = {sizeof(options), -1};
  kiln_context *other = nullptr;
  EXPECT_EQ(takeMessage(kiln_context_create(module, &options, &other)),
            "the number of graphs, -1, is negative");
  // The CPU has none, and needs none.
  options.graphs = 4;
  EXPECT_EQ(takeMessage(kiln_context_create(module, &options, &other)),
            "(no error)");
  kiln_context_destroy(other);
}

TEST_F(CApi, GivesErrorsInParts) {
  kiln_tensor input = tensorOf(ones, {2, 4}), output = {};
  input.sizes[0] = 2000;
  kiln_error *error =
      kiln_run(context, nullptr, &input, 1, &output, 1, nullptr);
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
  options.allocator = nullptr;
  options.device_allocator = &allocator;
  EXPECT_THAT(load(), HasSubstr("an allocator needs both of its functions"));
  allocator.allocate = [](void *, size_t, size_t) -> void * { return nullptr; };
  allocator.free = [](void *, void *, size_t) {};
  EXPECT_THAT(load(), HasSubstr("an allocator of device memory needs a device "
                                "that is not the CPU"));
  options.device_allocator = nullptr;
  // A caller of an older version, who knows the target only.
  options.struct_size = offsetof(kiln_module_options, threads);
  options.target = "cpu:x86-64";
  EXPECT_EQ(load(), "(no error)");
}

/// Of every struct, at every place where one is taken.
TEST_F(CApi, RefusesStructsWithoutTheirSize) {
  auto without = [](const char *name) {
    return concat("the struct_size of a ", name, " is 0: it must be sizeof(",
                  name, ")");
  };
  kiln_module *other = nullptr;
  kiln_module_options options = {};
  auto load = [&] {
    return takeMessage(kiln_module_load_file(path.c_str(), &options, &other));
  };
  EXPECT_EQ(load(), without("kiln_module_options"));
  options.struct_size = sizeof(options);
  kiln_executor executor = {};
  options.executor = &executor;
  EXPECT_EQ(load(), without("kiln_executor"));
  options.executor = nullptr;
  kiln_allocator allocator = {};
  options.allocator = &allocator;
  EXPECT_EQ(load(), without("kiln_allocator"));
  options.allocator = nullptr;
  kiln_logger logger = {};
  options.logger = &logger;
  EXPECT_EQ(load(), without("kiln_logger"));
  options.struct_size = 0;
  EXPECT_EQ(takeMessage(kiln_register_extern(
                &options, nullptr, 1, "a.b",
                [](void *, const kiln_extern_call *) { return 0; }, nullptr)),
            without("kiln_module_options"));
  kiln_thread_pool_options threads = {};
  kiln_thread_pool *pool = nullptr;
  EXPECT_EQ(takeMessage(kiln_thread_pool_create(&threads, &pool)),
            without("kiln_thread_pool_options"));
  kiln_context_options contextOptions = {};
  kiln_context *made = nullptr;
  EXPECT_EQ(takeMessage(kiln_context_create(module, &contextOptions, &made)),
            without("kiln_context_options"));
  kiln_run_options runOptions = {};
  kiln_tensor input = tensorOf(ones, {1, 4}), output = {};
  EXPECT_EQ(takeMessage(
                kiln_run(context, nullptr, &input, 1, &output, 1, &runOptions)),
            without("kiln_run_options"));
  kiln_observer observer = {};
  EXPECT_EQ(takeMessage(kiln_context_set_observer(context, &observer)),
            without("kiln_observer"));
  kiln_memory_use use = {};
  EXPECT_EQ(takeMessage(kiln_context_memory_use(context, &use)),
            without("kiln_memory_use"));
  kiln_program_info program = {};
  EXPECT_FALSE(kiln_module_program(module, 0, &program));
  EXPECT_EQ(program.name, nullptr);
}

TEST_F(CApi, RefusesFieldsThatItDoesNotKnow) {
  struct {
    kiln_run_options known;
    const void *later;
  } newer = {{sizeof(newer), 0, nullptr, nullptr, nullptr}, nullptr};
  kiln_tensor input = tensorOf(ones, {1, 4});
  auto run = [&] {
    std::vector<float> room(4);
    kiln_tensor output = tensorOf(room, {1, 4});
    return takeMessage(
        kiln_run(context, nullptr, &input, 1, &output, 1, &newer.known));
  };
  EXPECT_EQ(run(), "(no error)");
  newer.later = this;
  EXPECT_EQ(run(), "a kiln_run_options of 48 bytes sets a field that version "
                   "0.1.0 of the library does not know");
  newer.known.struct_size = 0x5555555555;
  EXPECT_THAT(run(), HasSubstr("is 366503875925: it must be sizeof"));
}

TEST_F(CApi, RefusesNull) {
  kiln_module *other = nullptr;
  auto isNull = [](const char *name) {
    return concat("the argument '", name, "' is null");
  };
  EXPECT_EQ(takeMessage(kiln_module_load_file(nullptr, nullptr, &other)),
            isNull("name"));
  EXPECT_EQ(takeMessage(kiln_module_load_file("a", nullptr, nullptr)),
            isNull("module"));
  EXPECT_EQ(takeMessage(kiln_context_create(nullptr, nullptr, &context)),
            isNull("module"));
  EXPECT_EQ(
      takeMessage(kiln_run(context, nullptr, nullptr, 1, nullptr, 0, nullptr)),
      isNull("inputs"));
  EXPECT_EQ(takeMessage(kiln_call_run(nullptr, nullptr)), isNull("call"));
  EXPECT_EQ(takeMessage(kiln_weights_from_file(nullptr, &weights)),
            isNull("path"));
  EXPECT_EQ(
      takeMessage(kiln_context_read_state(context, nullptr, nullptr, nullptr)),
      isNull("name"));
}

TEST_F(CApi, SharesAThreadPool) {
  kiln_thread_pool_options threads = {sizeof(threads), 3, nullptr};
  kiln_thread_pool *pool = nullptr;
  ASSERT_EQ(kiln_thread_pool_create(&threads, &pool), nullptr);
  kiln_module_options options = {};
  options.struct_size = sizeof(options);
  options.thread_pool = pool;
  kiln_module *modules[2] = {};
  for (kiln_module *&loaded : modules) {
    ASSERT_EQ(kiln_module_load_file(path.c_str(), &options, &loaded), nullptr);
    EXPECT_EQ(kiln_module_concurrency(loaded), 3u);
  }
  options.threads = 2;
  kiln_module *other = nullptr;
  EXPECT_EQ(takeMessage(kiln_module_load_file(path.c_str(), &options, &other)),
            "a thread pool takes the place of an executor and of a number of "
            "threads: give one of them");
  kiln_thread_pool_release(pool); // the modules have references of their own
  kiln_thread_pool_release(nullptr);
  std::vector<std::thread> callers;
  for (kiln_module *loaded : modules)
    callers.emplace_back([loaded] {
      kiln_context *mine = nullptr;
      ASSERT_EQ(kiln_context_create(loaded, nullptr, &mine), nullptr);
      std::vector<float> x(4000, 1), room(4000);
      kiln_tensor input = tensorOf(x, {1000, 4}),
                  output = tensorOf(room, {1000, 4});
      for (int i = 0; i < 50; ++i)
        ASSERT_EQ(kiln_run(mine, nullptr, &input, 1, &output, 1, nullptr),
                  nullptr);
      EXPECT_EQ(room[3999], 6);
      kiln_context_destroy(mine);
    });
  for (std::thread &caller : callers)
    caller.join();
  for (kiln_module *loaded : modules)
    kiln_module_release(loaded);
}

TEST_F(CApi, LogsWhatHappens) {
  std::string told;
  kiln_logger logger = {
      sizeof(logger), &told, KILN_LOG_INFO,
      [](void *user, kiln_log_level level, const char *message) {
        *static_cast<std::string *>(user) +=
            concat(static_cast<int>(level), " ", message, "\n");
      }};
  kiln_module_options options = {};
  options.struct_size = sizeof(options);
  options.logger = &logger;
  options.verify = KILN_VERIFY_LAZY;
  kiln_module *other = nullptr;
  ASSERT_EQ(kiln_module_load_file(path.c_str(), &options, &other), nullptr);
  EXPECT_EQ(told, concat("1 ", path,
                         ": loaded for cpu:x86-64: 1 programs, 5 kernels, "
                         "16 bytes of weights\n"));
  told.clear();
  ASSERT_EQ(kiln_module_set_weights(other, nullptr, 0), nullptr);
  EXPECT_EQ(told, concat("1 ", path, ": the weights are verified\n1 ", path,
                         ": the weights are the package's\n"));
  kiln_module_release(other);
  // Debugging: calls that fail, by their tags.
  told.clear();
  logger.level = KILN_LOG_DEBUG;
  ASSERT_EQ(kiln_module_load_file(path.c_str(), &options, &other), nullptr);
  kiln_context *made = nullptr;
  ASSERT_EQ(kiln_context_create(other, nullptr, &made), nullptr);
  kiln_run_options late = {sizeof(late), 1, nullptr, "request 9", nullptr};
  kiln_tensor input = tensorOf(ones, {1, 4}), output = {};
  takeMessage(kiln_run(made, nullptr, &input, 1, &output, 1, &late));
  EXPECT_THAT(told, HasSubstr("0 call 'request 9': "));
  kiln_context_destroy(made);
  kiln_module_release(other);
  logger.log = nullptr;
  EXPECT_EQ(takeMessage(kiln_module_load_file(path.c_str(), &options, &other)),
            "a logger needs its function");
}

TEST_F(CApi, HasTheUsersMetadata) {
  EXPECT_EQ(kiln_module_metadata_count(module), 0u);
  TestPackage package;
  package.header += R"(,"metadata":{"model":"digits","commit":"1a2b"})";
  std::string file = package.writeFile("metadata.kiln");
  kiln_module *other = nullptr;
  ASSERT_EQ(kiln_module_load_file(file.c_str(), nullptr, &other), nullptr);
  EXPECT_EQ(kiln_module_metadata_count(other), 2u);
  const char *key = nullptr, *value = nullptr;
  ASSERT_TRUE(kiln_module_metadata_item(other, 0, &key, &value));
  EXPECT_STREQ(key, "commit");
  EXPECT_STREQ(value, "1a2b");
  EXPECT_FALSE(kiln_module_metadata_item(other, 2, &key, &value));
  EXPECT_STREQ(kiln_module_metadata(other, "model"), "digits");
  EXPECT_EQ(kiln_module_metadata(other, "author"), nullptr);
  kiln_module_release(other);
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
  EXPECT_EQ(kiln_run(context, nullptr, &input, 1, &output, 1, nullptr),
            nullptr);
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
  ASSERT_EQ(kiln_run(context, nullptr, &input, 1, &output, 1, nullptr),
            nullptr);
  EXPECT_EQ(log.open, 0);
  EXPECT_EQ(log.text, "run[0] segment  0 0 :0\n"
                      "run[1] dispatch double 4 2 model.py:12\n"
                      "run[2] dispatch add_row 4 3 model.py:12\n"
                      "run[3] return  0 0 :0\n");
  kiln_context_set_observer(context, nullptr);
  ASSERT_EQ(kiln_run(context, nullptr, &input, 1, &output, 1, nullptr),
            nullptr);
  EXPECT_EQ(std::count(log.text.begin(), log.text.end(), '\n'), 4);
}

/// A module of a copy lives on when its file is cut off.
TEST_F(LoadedPackage, CopiesItsFileWhereAsked) {
  kiln_module_options options = {};
  options.struct_size = sizeof(options);
  options.copy_file = 1;
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

TEST_F(CApi, KnowsDevices) {
  kiln_device device = {KILN_DEVICE_CUDA, 5};
  EXPECT_EQ(takeMessage(kiln_device_parse("cpu", &device)), "(no error)");
  EXPECT_EQ(device.type, KILN_DEVICE_CPU);
  EXPECT_EQ(device.index, 0);
  EXPECT_EQ(takeMessage(kiln_device_parse("cuda:2", &device)), "(no error)");
  EXPECT_EQ(device.type, KILN_DEVICE_CUDA);
  EXPECT_EQ(device.index, 2);
  EXPECT_EQ(takeMessage(kiln_device_parse("tpu", &device)),
            "'tpu' is no device: cpu or cuda:N is expected");
  kiln_device_info info = {};
  EXPECT_FALSE(kiln_module_device(module, &info));
  info.struct_size = sizeof(info);
  ASSERT_TRUE(kiln_module_device(module, &info));
  EXPECT_EQ(info.device.type, KILN_DEVICE_CPU);
  EXPECT_STREQ(info.name, "cpu");
  EXPECT_STREQ(info.description, "the processor of the host");
}
