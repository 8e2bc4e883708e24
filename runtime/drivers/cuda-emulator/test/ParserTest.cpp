// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every way in which a module is refused when it is loaded.

#include "test/Device.h"

using namespace kiln::emu;
using namespace kiln::emu::test;
using ::testing::HasSubstr;

/// Why a module is refused, by the parser or the decoder.
static std::string refusal(const std::string &ptx) {
  auto module = parsePtx(ptx, "k.ptx");
  if (!module.ok())
    return module.error().message;
  Memory memory;
  auto program = loadProgram(std::move(*module), memory);
  return program.ok() ? "accepted" : program.error().message;
}

/// The refusal of a body of a kernel.
static std::string bodyRefusal(const std::string &body,
                               const std::string &target = "sm_90a") {
  return refusal(kernel(body, 1, target));
}

static const std::string head =
    ".version 8.0\n.target sm_80\n.address_size 64\n";

TEST(Parser, NamesLineAndColumn) {
  EXPECT_EQ(refusal(head + ".visible .entry k() {\n  .reg .b32 %r<2>;\n"
                           "  frob.u32 %r0, %r1;\n}"),
            "k.ptx:6:3: error: unknown instruction 'frob'");
}

TEST(Parser, RefusesModules) {
  const std::pair<std::string, const char *> cases[] = {
      {"", "the module has no .version"},
      {".version 8.0", "the module has no .target"},
      {"x", "expected a directive, not 'x'"},
      {".frob", "unknown directive .frob"},
      {".version x", "expected a version, as 8.0"},
      {".version 83333333333.5", "expected a version, as 8.0"},
      {".version 0fff800000", "expected a version, as 8.0"},
      {".target 5", "expected the name of a target, not 5"},
      {".address_size x", "expected an integer, not 'x'"},
      {".address_size 32", "addresses must have 64 bits"},
      {".file 1 x", "expected the name of a file"},
      {".alias a, b;", "'a' stands for 'b', which is no function"},
      {".section .debug {", "the section does not end"},
      {".section .debug { #", "unexpected character '#'"},
      {".section #", "unexpected character '#'"},
      {".entry k(.reg)", "the variable has no type"},
      {".entry k(5)", "expected a parameter"},
      {".entry k() .frob", "unknown attribute of a function: .frob"},
      {".global .frob x;", "unknown attribute of a variable: .frob"},
      {".global x;", "the variable has no type"},
      {".global .align 3 .b8 x;", "alignment 3 is no power of two"},
      {".global .b8 x[-1];", "an array of -1 elements"},
      {".global .b8 x[2] = {1, 2, 3};", "'x' has 2 bytes, but 3 are given"},
      {".global .b8 x", "expected ';', not the end of the file"},
      {"/* x", "the comment does not end"},
      {".global .b8 x[65536][65536];",
       "elements, or of more than 2147483648 in all"},
      {".global .b8 x<5000>;", "more than 4096 copies of 'x'"},
      {".file 1 \"x", "the string does not end"},
      {"#", "unexpected character '#'"},
      {".global .b8 x[0x1g];", "malformed number '0x1g'"},
      {".extern .global .b8 x[4];", "'x' is defined in no module"},
      {".global .u64 x[1] = {y};",
       "'x' holds the address of 'y', which is no variable or function"},
      {".entry k() { } .entry k() { }", "'k' is defined twice"},
      {".func f(.reg .b32 a) { ret; }",
       "parameters in registers are not supported"},
  };
  for (auto &[text, why] : cases) {
    bool whole = text.empty() || text[0] == 'x' || text[0] == '/' ||
                 text[0] == '#' || text.rfind(".version", 0) == 0;
    EXPECT_THAT(refusal(whole ? text : head + text), HasSubstr(why)) << text;
  }
}

TEST(Parser, RefusesBodies) {
  const std::pair<const char *, const char *> cases[] = {
      {"A: A:", "label 'A' is there twice"},
      {".calltargets a;", "a table of targets has a name: .calltargets"},
      {"A: .branchtargets B; A: .branchtargets B;", "table 'A' is there twice"},
      {"brx.idx %r1, A;", "there is no .branchtargets 'A'"},
      {"A: .branchtargets B; brx.idx %r1, A;", "there is no label 'B'"},
      {"A: .calltargets f; call %rd1, A;", "no function 'f' is defined"},
      {"multimem.ld_reduce.global.add.u32 %r1, [%rd1];",
       ":9:1: error: unknown instruction 'multimem'"},
      {"vadd.s32.u32.s32.sat %r1, %r2, %r3;",
       ":9:1: error: unknown instruction 'vadd'"},
      {".frob x;", "unknown directive .frob"},
      {".reg .v4 .b32 %v;", "vectors of registers are not supported"},
      {".reg %v;", "expected the type of a register"},
      {".reg .b32 %v<262145>;", "a function has more than 262144 registers"},
      {"@%r1 ret;", "'%r1' is no predicate"},
      {"add.u32 %r1, %r2;", "'add.u32' takes 3 operands, not 2"},
      {"add.frob %r1, %r2, %r3;",
       "'add.frob' is no form of 'add' that the emulator knows"},
      {"add.u32 {%r1, %r2}, %r2, %r3;",
       "'add.u32' does not take a list of registers here"},
      {"add.u64 %rd1, %rd2, %r1;",
       "'%r1' is .b32, but the instruction takes .u64 here"},
      {"add.u32 5, %r2, %r1;", "a register is written here"},
      {"add.u32 !%r1, %r2, %r1;", "only a predicate that is read can be"},
      {"add.u32 %r1, %r2, !5;", "only a predicate that is read can be"},
      {"setp.eq.u32 !%p1, %r2, %r1;", "only a predicate that is read can be"},
      {"add.f32 %f1, %f2, 1;", "an integer where a .f32 is expected"},
      {"mov.b16 %h1, 0f3f800000;", "a float where a .b16 is expected"},
      {"mov.u32 %r1, %frob;", "unknown register '%frob'"},
      {"mov.u32 %r1, frob;", "unknown name 'frob'"},
      {"ld.global.u32 %r1, [frob];", "unknown name 'frob'"},
      {"ld.global.u32 %r1, %rd1;", "expected an address in brackets"},
      {"ld.global.u32 %r1, [%rd1, {%r1}];", "expected one address in brackets"},
      {"ld.global.u32 %r1, [%h1];", "an address has 32 or 64 bits"},
      {"ld.global.v2.u32 {%r1}, [%rd1];",
       "'ld.global.v2.u32' combines what does not go together"},
      {"bra A;", "there is no label 'A'"},
      {"lop3.b32 %r1, %r2, %r3, %r4, %r5;", "expected an integer literal"},
      {"mov.b32 %r1, {%r2, %r3, %r4};", "a list of 3 does not divide .b32"},
      {"add.u32 %r1|%p1, %r2, %r3;", "one register is expected here, not two"},
      {"add.u32 %r1, [%rd1], %r3;",
       "this operand does not fit the instruction"},
      {"cvt.s32.f32 %r1, %f1;",
       "'cvt.s32.f32' combines what does not go together"},
      {"call frob;", "no function 'frob' is defined"},
      {"call %rd1, (%r1);", "calls hand over .param variables alone"},
      {"call %rd1;", "a call through a register needs a .callprototype or"},
      {"call (), ();", "expected a function and its arguments"},
      {".global .b32 x;", "a .global variable inside of a function"},
      {"@%p1 5;", "expected the name of an instruction, not 5"},
  };
  for (auto &[body, why] : cases)
    EXPECT_THAT(bodyRefusal(body), HasSubstr(why)) << body;
}

TEST(Parser, RefusesCallsOfOtherArguments) {
  std::string callee = head + ".func f(.param .b32 a) { ret; }\n"
                              ".entry k() { .reg .b32 %r<2>;\n"
                              "{ .param .b64 x; .param .b32 y; ";
  EXPECT_THAT(refusal(callee + "call f; } }"),
              HasSubstr("the call hands over 0 arguments, 'f' has 1"));
  EXPECT_THAT(refusal(callee + "call (y), f, (y); } }"),
              HasSubstr("the call hands over 1 results, 'f' has 0"));
  EXPECT_THAT(refusal(callee + "call f, (x); } }"),
              HasSubstr("the call hands over 8 bytes in arguments 1, 'f' "
                        "has 4"));
  EXPECT_THAT(refusal(callee + "mov.b32 %r1, y; } }"),
              HasSubstr("the address of 'y' cannot be taken like this"));
  EXPECT_EQ(refusal(callee + "call f, (y); } }"), "accepted");
}

TEST(Parser, SkipsWhereALineWasInlined) {
  EXPECT_EQ(bodyRefusal(".loc 1 2 3, function_name x, inlined_at 1 4 5\n"
                        "add.s32 %r1, %r1, %r1;"),
            "accepted");
  EXPECT_EQ(bodyRefusal(".loc 1 2 3\n, ,\n"), "accepted");
}

/// As Triton writes them; types stay where they are.
TEST(Parser, TakesModifiersOfAccessesInAnyOrder) {
  for (const char *line : {"atom.global.gpu.acq_rel.add.u32 %r1, [%rd1], 1;",
                           "red.global.gpu.relaxed.add.u32 [%rd1], 1;",
                           "ld.global.gpu.relaxed.u32 %r1, [%rd1];",
                           "st.v2.global.u32 [%rd1], {%r1, %r2};"})
    EXPECT_EQ(bodyRefusal(line), "accepted") << line;
  for (const char *line :
       {"atom.global.gpu.gpu.add.u32 %r1, [%rd1], 1;",
        "atom.global.gpu.u32 %r1, [%rd1], 1;", "add.u32.sat %r1, %r1, %r1;"})
    EXPECT_THAT(bodyRefusal(line), HasSubstr("is no form of")) << line;
}

TEST(Parser, RefusesWhatIsNewer) {
  EXPECT_THAT(bodyRefusal("setmaxnreg.inc.sync.aligned.u32 64;", "sm_90"),
              HasSubstr("needs sm_90a, the module is for sm_90"));
  EXPECT_THAT(bodyRefusal("elect.sync %r1|%p1, -1;", "sm_80"),
              HasSubstr("'elect.sync' needs sm_90, the module is for sm_80"));
  EXPECT_THAT(
      bodyRefusal("cp.async.bulk.prefetch.L2.global [%rd1], 16;", "sm_80"),
      HasSubstr("needs sm_90, the module is for sm_80"));
  EXPECT_THAT(
      refusal(".version 7.0\n.target sm_80\n.entry k() { .reg .b32 %r<2>; "
              ".reg .b16 %h<2>; cvt.rn.satfinite.tf32.f32 %r0, %r1; }"),
      HasSubstr("needs PTX 7.8, the module has 7.0"));
}

TEST(Parser, KnowsSourceLinesAndInitialisers) {
  Device device(".version 8.0\n.target sm_80\n.address_size 64\n"
                ".file 1 \"model.py\"\n"
                ".global .f32 other[2] = {0f3f800000, -2.5};\n"
                ".global .align 8 .u64 table[2] = {other+4, 7};\n"
                ".visible .entry k(.param .u64 p0) {\n"
                ".reg .b64 %rd<4>; .reg .b32 %r<4>;\n.loc 1 35 3\n"
                "ld.global.u64 %rd1, [table];\nld.global.b32 %r1, [%rd1];\n"
                "ld.param.u64 %rd2, [p0];\nst.global.b32 [%rd2], %r1;\n"
                "ld.global.b32 %r1, [%rd2+400];\nret;\n}");
  uint64_t out = device.make<uint32_t>(1);
  device.run("k", shape(1, 1), {out});
  EXPECT_EQ(device.get<uint32_t>(out)[0], 0xc0200000u);
  EXPECT_EQ(device.faults(), "out-of-bounds");
  EXPECT_THAT(device.report.text("k.ptx"), HasSubstr("from model.py:35"));
  EXPECT_THAT(device.report.json(), HasSubstr("\"source\":\"model.py:35\""));
}
