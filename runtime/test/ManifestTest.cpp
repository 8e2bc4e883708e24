// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestPackage.h"

#include <random>

using namespace kiln::rt;
using namespace kiln::rt::test;
using ::testing::HasSubstr;

/// The error of a package of which one part is another text.
static std::string with(std::string TestPackage::*part,
                        const std::string &text) {
  TestPackage package;
  package.*part = text;
  return messageOf(package.load());
}

TEST(Manifest, ReadsWhatItIsTold) {
  TestPackage package;
  Expected<std::unique_ptr<Module>> module = package.load();
  ASSERT_TRUE(module.ok()) << module.error().message;
  const Manifest &manifest = (*module)->manifest();
  EXPECT_EQ(manifest.writer, "0.1.0");
  ASSERT_EQ(manifest.programs.size(), 1u);
  const Program &program = manifest.programs[0];
  EXPECT_EQ(program.name, "forward");
  EXPECT_EQ(program.symbols[0].max, 1000);
  EXPECT_EQ(program.entries[0].code.size(), 4u);
  EXPECT_EQ(program.slotCount, 4u);
  EXPECT_TRUE(program.outputWritten[0]);
  EXPECT_EQ(manifest.kernels[1].operands[2].dtype, KILN_DTYPE_F32);
  EXPECT_EQ(manifest.details->origin(1).line, 12);
}

TEST(Manifest, IgnoresUnknownKeys) {
  EXPECT_EQ(with(&TestPackage::header,
                 R"({"format":1,"writer":"9.9","requires":[],"new":{}})"),
            "(no error)");
}

TEST(Manifest, RefusesWhatItDoesNotUnderstand) {
  EXPECT_THAT(with(&TestPackage::header, R"({"format":2})"),
              HasSubstr("test.kiln: manifest.json: kiln.format: package format "
                        "2 is not supported; this runtime reads format 1"));
  EXPECT_THAT(with(&TestPackage::header,
                   R"({"format":1,"requires":["control-flow","time-travel"]})"),
              HasSubstr("kiln.requires[1]: the package requires 'time-travel', "
                        "which this runtime does not have"));
}

TEST(Manifest, ChecksKindsOfJson) {
  EXPECT_THAT(with(&TestPackage::header, "[]"),
              HasSubstr("kiln: an object is expected, not a list"));
  EXPECT_THAT(with(&TestPackage::header, "{}"),
              HasSubstr("kiln: the key 'format' is missing"));
  EXPECT_THAT(with(&TestPackage::header, R"({"format":1.5})"),
              HasSubstr("kiln.format: a 64-bit integer is expected, not a "
                        "float"));
  EXPECT_THAT(with(&TestPackage::header, R"({"format":1,"writer":3})"),
              HasSubstr("kiln.writer: a string is expected, not an integer"));
  EXPECT_THAT(with(&TestPackage::symbols, "{}"),
              HasSubstr("programs[0].symbols: a list is expected"));
  EXPECT_THAT(
      with(&TestPackage::state, "[{"),
      HasSubstr("test.kiln: manifest.json: syntax: unexpected ',' at byte"));
}

TEST(Manifest, ChecksSymbols) {
  EXPECT_THAT(with(&TestPackage::symbols, R"([{"name":"s0","min":9,"max":2}])"),
              HasSubstr("the range of 's0' is empty"));
  EXPECT_THAT(with(&TestPackage::symbols, R"([{"name":"s0"},{"name":"s0"}])"),
              HasSubstr("the symbol 's0' is declared twice"));
  EXPECT_THAT(with(&TestPackage::constraints, R"([{"expr":"2*s9"}])"),
              HasSubstr("programs[0].constraints[0].expr: expression '2*s9', "
                        "column 5: unknown name 's9'"));
  EXPECT_THAT(with(&TestPackage::guards, R"([{"expr":"s0"}])"),
              HasSubstr("an expression of sort bool is expected, not int"));
  EXPECT_THAT(with(&TestPackage::guards,
                   R"json([{"expr":"Eq(s0, 1)","origin":7}])json"),
              HasSubstr("guards[0].origin: there is no origin 7"));
  TestPackage package;
  package.symbols = R"([{"name":"s0"},{"name":"s1"}])";
  package.guards = R"json([{"expr":"Lt(s1, 4)"}])json";
  EXPECT_THAT(messageOf(package.load()),
              HasSubstr("the symbol 's1' is bound by no input"));
}

TEST(Manifest, ChecksValues) {
  auto inputs = [](const std::string &text) {
    return with(&TestPackage::inputs, "[" + text + "]");
  };
  EXPECT_THAT(inputs(R"({"name":"x","kind":"wish"})"),
              HasSubstr("inputs[0].kind: unknown kind 'wish'"));
  EXPECT_THAT(inputs(R"({"name":"x","kind":"user_input","dtype":"f99"})"),
              HasSubstr("inputs[0].dtype: unknown dtype 'f99'"));
  EXPECT_THAT(inputs(R"({"name":"x","kind":"user_input","dtype":"f32"})"),
              HasSubstr("inputs[0]: the key 'sizes' is missing"));
  EXPECT_THAT(
      inputs(R"({"name":"x","kind":"user_input","dtype":"f32","sizes":[-1]})"),
      HasSubstr("inputs[0].sizes[0]: the size is negative"));
  EXPECT_THAT(
      inputs(
          R"({"name":"x","kind":"user_input","dtype":"f32","sizes":[true]})"),
      HasSubstr("an integer or an expression is expected, not a boolean"));
  EXPECT_THAT(inputs(R"({"name":"x","kind":"user_input","dtype":"f32",)"
                     R"("sizes":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]})"),
              HasSubstr("the rank 17 is over the limit of 16"));
  EXPECT_THAT(inputs(R"({"name":"x","kind":"user_input","dtype":"f32",)"
                     R"("sizes":[1],"strides":[1,2]})"),
              HasSubstr("sizes and strides differ in length"));
  EXPECT_THAT(inputs(R"({"name":"x","kind":"constant","value":[1]})"),
              HasSubstr("a constant is expected, not a list"));
  EXPECT_THAT(inputs(R"({"name":"x","kind":"number","value":null})"),
              HasSubstr("an integer or an expression is expected, not null"));
  EXPECT_THAT(inputs(R"({"name":"x","kind":"constant","value":1},)"
                     R"({"name":"x","kind":"constant","value":1})"),
              HasSubstr("the input 'x' is declared twice"));
  EXPECT_THAT(with(&TestPackage::outputs,
                   R"([{"kind":"buffer_mutation","target":"ghost",)"
                   R"("dtype":"f32","sizes":[4]}])"),
              HasSubstr("a mutation of 'ghost', which does not exist"));
  EXPECT_THAT(with(&TestPackage::outputs,
                   R"([{"kind":"buffer_mutation","target":"w",)"
                   R"("dtype":"f32","sizes":[4]}])"),
              HasSubstr("a mutation of 'w' that is not mutable or has another "
                        "dtype or rank"));
}

TEST(Manifest, ChecksState) {
  auto state = [](const std::string &fields) {
    return with(&TestPackage::state, "[{" + fields + "}]");
  };
  const std::string head = R"("name":"w","kind":"parameter","dtype":"f32",)";
  EXPECT_THAT(state(R"("name":"w","kind":"soul","dtype":"f32")"),
              HasSubstr("state[0].kind: unknown kind 'soul'"));
  EXPECT_THAT(state(head + R"("storage":3,"sizes":[4],"strides":[1])"),
              HasSubstr("there is no storage 3"));
  EXPECT_THAT(state(head + R"("storage":0,"sizes":[5],"strides":[1])"),
              HasSubstr("the view ends at byte 20 of a storage of 16 bytes"));
  EXPECT_THAT(
      state(head + R"("storage":0,"sizes":[4],"strides":[1],"offset":1)"),
      HasSubstr("the view ends at byte 20 of a storage of 16 bytes"));
  EXPECT_THAT(
      state(head + R"("storage":0,"sizes":[4],"strides":[1],"offset":-1)"),
      HasSubstr("the offset is negative"));
  EXPECT_THAT(state(head + R"("storage":0,"sizes":[4],"strides":[-1])"),
              HasSubstr("strides[0]: the number is negative"));
  EXPECT_THAT(state(head + R"("storage":0,"sizes":[4],"strides":[])"),
              HasSubstr("sizes and strides differ in length"));
  EXPECT_THAT(state(head + R"("storage":0,"sizes":[4611686018427387904,)"
                           R"(4611686018427387904],"strides":[0,0])"),
              HasSubstr("the size overflows 64 bits"));
  auto blocks = [&](const char *fields) {
    return state(
        concat(head, R"("storage":0,"sizes":[4],"strides":[1],)", fields));
  };
  EXPECT_THAT(blocks(R"("blocks":[2])"),
              HasSubstr("sizes, blocks and block_strides differ in length"));
  EXPECT_THAT(blocks(R"("blocks":[0],"block_strides":[1])"),
              HasSubstr("a block is empty"));
  EXPECT_THAT(blocks(R"("blocks":[2],"block_strides":[3])"),
              HasSubstr("the view ends at byte 20 of a storage of 16 bytes"));
  EXPECT_THAT(blocks(R"("blocks":[2],"block_strides":[9223372036854775807])"),
              HasSubstr("the size overflows 64 bits"));
  EXPECT_THAT(blocks(R"("block_sizes":[4])"),
              HasSubstr("block_sizes are of no blocks"));
  EXPECT_THAT(blocks(R"("blocks":[2],"block_strides":[1],"block_sizes":[3])"),
              HasSubstr("block_sizes have other elements than sizes"));
  EXPECT_THAT(blocks(R"("blocks":[2],"block_strides":[1],"block_sizes":[2,2])"),
              HasSubstr("sizes and strides differ in length"));
  EXPECT_THAT(blocks(R"("blocks":[2],"block_strides":[2],"mutable":true)"),
              HasSubstr("is mutable and not row-major in its storage"));
  EXPECT_THAT(state(head + R"("storage":0,"sizes":[2],"mutable":true,)"
                           R"("made_from":["v"])"),
              HasSubstr("the state 'w' is mutable and made of others"));
  EXPECT_THAT(state(head + R"("storage":0,"sizes":[2],"strides":[2],)"
                           R"("mutable":true)"),
              HasSubstr("the state 'w' is mutable and not row-major in its "
                        "storage"));
  EXPECT_EQ(state(head + R"("storage":0,"sizes":[4])"), "(no error)");
  TestPackage package;
  package.state.insert(package.state.size() - 1,
                       "," + package.state.substr(1, package.state.size() - 2));
  EXPECT_THAT(messageOf(package.load()),
              HasSubstr("the state 'w' is declared twice"));
}

TEST(Manifest, ChecksKernels) {
  auto kernel = [](const std::string &fields) {
    return with(&TestPackage::kernels, "[{" + fields + "}]");
  };
  EXPECT_THAT(kernel(R"("name":"k","operands":["peek f32"],"code":{})"),
              HasSubstr("operands[0]: unknown operand 'peek f32'"));
  EXPECT_THAT(kernel(R"("name":"k","operands":["read"],"code":{})"),
              HasSubstr("unknown operand 'read'"));
  EXPECT_THAT(kernel(R"("name":"k","operands":[],"code":{"cpu:x86-64":)"
                     R"({"symbol":"k","grain":0}})"),
              HasSubstr("the grain is not positive"));
  EXPECT_THAT(kernel(R"("name":"k","operands":[],"code":{"cpu:x86-64":)"
                     R"({"symbol":"k","scratch":-1}})"),
              HasSubstr("the scratch size is not between 0 and 1073741824"));
}

TEST(Manifest, ChecksCodeOfCudaDevices) {
  auto code = [](const std::string &block, const std::string &grid,
                 const std::string &shared = "0") {
    return with(&TestPackage::kernels,
                concat(R"([{"name":"k","operands":[],"sizes":2,"code":{)",
                       R"("cuda:sm_90":{"symbol":"k","block":)", block,
                       R"(,"grid":)", grid, R"(,"shared":)", shared, "}}}]"));
  };
  const char *block = "[64,4,4]", *grid = R"(["n","d1","1"])";
  EXPECT_THAT(code("[1,1]", grid),
              HasSubstr("block: three axes are expected, not 2"));
  EXPECT_THAT(code("[1,0,1]", grid),
              HasSubstr("a block does not have between 1 and 1024 threads"));
  EXPECT_THAT(code("[64,4,5]", grid),
              HasSubstr("a block does not have between 1 and 1024 threads"));
  EXPECT_THAT(code(block, R"(["1","1","1","1"])"),
              HasSubstr("grid: three axes are expected, not 4"));
  EXPECT_THAT(code(block, R"(["1","d2","1"])"), HasSubstr("grid[1]: "));
  EXPECT_THAT(code(block, R"(["m","1","1"])"), HasSubstr("'m'"));
  EXPECT_THAT(code(block, R"json(["1","1","Lt(n, 3)"])json"),
              HasSubstr("grid[2]: 'Lt(n, 3)' is no integer"));
  EXPECT_THAT(code(block, grid, "-1"),
              HasSubstr("the shared memory is not between 0 and 1048576 "
                        "bytes"));
}

/// The error of a host program.
static std::string run(const std::string &instructions) {
  return with(&TestPackage::entries, "{\"run\":[" + instructions + "]}");
}

TEST(Manifest, ChecksInstructions) {
  EXPECT_THAT(with(&TestPackage::entries, "{}"),
              HasSubstr("there is no entry 'run'"));
  EXPECT_THAT(run(R"({"op":"dance"})"),
              HasSubstr("entries.run[0]: unknown instruction 'dance'"));
  EXPECT_THAT(run(R"({"op":"segment","index":1})"),
              HasSubstr("there is no segment 1"));
  EXPECT_THAT(run(R"({"op":"copy","from":9,"to":1})"),
              HasSubstr("run[0].from: there is no slot 9"));
  EXPECT_THAT(run(R"({"op":"view","slot":1,"base":0,"offset":0,"bytes":4})"),
              HasSubstr("the view's slot 1 belongs to something else"));
  EXPECT_THAT(run(R"({"op":"dispatch","kernel":9,"slots":[]})"),
              HasSubstr("there is no kernel 9"));
  EXPECT_THAT(run(R"({"op":"dispatch","kernel":0,"slots":[0],"domain":1})"),
              HasSubstr("the kernel 'double' takes 2 operands, not 1"));
  EXPECT_THAT(run(R"({"op":"dispatch","kernel":0,"slots":[0,1],"sizes":[1],)"
                  R"("domain":1})"),
              HasSubstr("the kernel 'double' takes 0 sizes, not 1"));
  std::string call = R"({"op":"extern","routine":"f","slots":[0],"tensors":[)";
  EXPECT_THAT(run(call + R"({"dtype":"f32","sizes":[]},)"
                         R"({"dtype":"f32","sizes":[]}]})"),
              HasSubstr("there are 1 slots, but 2 tensors"));
  EXPECT_THAT(run(call + R"({"dtype":"f31","sizes":[]}]})"),
              HasSubstr("unknown dtype 'f31'"));
  EXPECT_THAT(run(call + R"({"dtype":"f32","sizes":[1,1,1,1,1,1,1,1,1,1,1,1,)"
                         R"(1,1,1,1,1]}]})"),
              HasSubstr("the rank 17 is over the limit of 16"));
  for (const char *pattern : {"0", "zz", "000000", ""})
    EXPECT_THAT(
        run(concat(R"({"op":"fill","slot":1,"pattern":")", pattern, "\"}")),
        HasSubstr("the pattern is not the hexadecimal form of 1, 2, 4, "
                  "8 or 16 bytes"));
  EXPECT_THAT(run(R"({"op":"read_scalar","name":"u0","slot":0,"dtype":"c64"})"),
              HasSubstr("no scalar of dtype 'c64' can be read"));
  EXPECT_THAT(run(R"({"op":"size","name":"s0","expr":1})"),
              HasSubstr("'s0' is a symbol or a named size and cannot be set"));
  EXPECT_THAT(run(R"({"op":"size","name":"t","expr":1},)"
                  R"({"op":"size","name":"t","expr":"True"})"),
              HasSubstr("the register 't' is int and bool"));
  EXPECT_THAT(run(R"({"op":"size","name":"t","expr":"t2"})"),
              HasSubstr("unknown name 't2'"));
  EXPECT_THAT(run(R"({"op":"jump","to":5})"),
              HasSubstr("run[0].to: there is no instruction 5"));
}

TEST(Manifest, NamesSizes) {
  auto load = [](const std::string &sizes) {
    return with(&TestPackage::trees, concat(",\"sizes\":", sizes));
  };
  EXPECT_EQ(load(R"([{"name":"a","expr":"4*s0"},{"name":"b","expr":"a+1"}])"),
            "(no error)");
  EXPECT_THAT(load(R"([{"name":"b","expr":"a+1"},{"name":"a","expr":"s0"}])"),
              HasSubstr("unknown name 'a'"));
  EXPECT_THAT(load(R"([{"name":"s0","expr":"1"}])"),
              HasSubstr("the name 's0' is declared twice"));
  EXPECT_THAT(load(R"([{"name":"a","expr":"True"}])"),
              HasSubstr("an expression of sort int is expected, not bool"));
}

TEST(Manifest, ChecksRecords) {
  TestPackage package;
  std::string text = package.manifest();
  auto load = [](const std::string &manifest,
                 std::vector<std::pair<std::string, std::string>> records) {
    std::vector<uint8_t> bytes = archiveOf(manifest, records);
    Expected<ZipReader> archive = ZipReader::openMemory(
        ByteSpan(bytes.data(), bytes.size()), "test.kiln");
    return messageOf(Module::load(*std::move(archive), {}));
  };
  std::string weights(16, '\0');
  EXPECT_THAT(load(text, {{"code/kernels.so", package.code}}),
              HasSubstr("weights/w: no such record"));
  EXPECT_THAT(load(text, {{"code/kernels.so", package.code},
                          {"weights/w", weights},
                          {"stowaway", "x"}}),
              HasSubstr("stowaway: the manifest does not list the record"));
  EXPECT_THAT(load(text, {{"code/kernels.so", package.code},
                          {"weights/w", weights + "x"}}),
              HasSubstr("the record has 17 bytes, but the manifest says 16"));
  auto changed = [&](const std::string &what, const std::string &by) {
    std::string copy = text;
    copy.replace(copy.find(what), what.size(), by);
    return load(copy,
                {{"code/kernels.so", package.code}, {"weights/w", weights}});
  };
  EXPECT_THAT(changed("@digest:weights/w@", "12"),
              HasSubstr("the digest is not 64 lower-case hexadecimal digits"));
  EXPECT_THAT(
      changed("{\"name\":\"weights/w\"", "{\"name\":\"code/kernels.so\""),
      HasSubstr("the record 'code/kernels.so' is listed twice"));
  EXPECT_THAT(changed("\"record\":\"weights/w\"", "\"record\":\"weights/v\""),
              HasSubstr("the record 'weights/v' is not listed"));
  EXPECT_THAT(changed("\"record\":\"weights/w\",\"bytes\":16",
                      "\"record\":\"weights/w\",\"bytes\":17"),
              HasSubstr("the storage is larger than its record 'weights/w' of "
                        "16 bytes"));
  EXPECT_THAT(changed("\"programs\":[", "\"programs\":[],\"old\":["),
              HasSubstr("there is no program"));
  EXPECT_THAT(changed("\"targets\":[", "\"targets\":[{\"name\":\"cpu:x86-64\","
                                       "\"record\":\"code/kernels.so\"},"),
              HasSubstr("the target 'cpu:x86-64' is listed twice"));
  package.extraPrograms = "," + package.program();
  EXPECT_THAT(messageOf(package.load()),
              HasSubstr("the program 'forward' is declared twice"));
  package = {};
  package.cubin = "code";
  EXPECT_THAT(messageOf(package.load()),
              HasSubstr("cubins[0]: the target 'cpu:x86-64' has no cubins"));
  package.targetName = "cuda:sm_80";
  text = package.manifest();
  std::string cubin = "{\"architecture\":\"sm_90\","
                      "\"record\":\"code/kernels.cubin\"}";
  EXPECT_THAT(changed(cubin, cubin + "," + cubin),
              HasSubstr("cubins[1]: the cubin for 'sm_90' is listed twice"));
  EXPECT_THAT(
      changed("code/kernels.cubin\"}", "code/other.cubin\"}"),
      HasSubstr("cubins[0].record: the record 'code/other.cubin' is not "
                "listed"));
}

TEST(Manifest, SurvivesChangedText) {
  TestPackage package;
  std::string good = package.manifest();
  std::string weights(16, '\0');
  std::mt19937 random(1);
  static const char letters[] = "0123456789-+*(){}[],:\"abcdefgnrstul.E";
  for (int round = 0; round < 3000; ++round) {
    std::string text = good;
    for (unsigned i = 0; i <= random() % 3; ++i) {
      size_t at = random() % text.size();
      switch (random() % 3) {
      case 0:
        text[at] = letters[random() % (sizeof(letters) - 1)];
        break;
      case 1:
        text.erase(at, random() % 4);
        break;
      default:
        text.insert(at, 1, letters[random() % (sizeof(letters) - 1)]);
        break;
      }
    }
    Expected<Manifest> manifest =
        readManifest(text, "test.kiln: manifest.json");
    if (manifest.ok())
      (void)validateManifest(*manifest, "test.kiln").ok();
  }
}
