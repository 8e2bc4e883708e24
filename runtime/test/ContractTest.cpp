// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Runner.h"

using namespace kiln::rt;
using namespace kiln::rt::test;
using ::testing::HasSubstr;

namespace {
std::vector<float> some(100000, 1.0f);

kiln_tensor x(std::vector<int64_t> sizes) { return tensorOf(some, sizes); }

/// A program of these inputs that does nothing.
TestPackage packageOf(const std::string &symbols, const std::string &inputs) {
  TestPackage package;
  package.symbols = symbols;
  package.inputs = inputs;
  package.outputs = package.state = package.segments = "[]";
  package.entries = R"({"run":[{"op":"return"}]})";
  return package;
}

std::string input(const std::string &name, const std::string &sizes) {
  return concat(R"({"name":")", name,
                R"(","kind":"user_input","dtype":"f32","sizes":)", sizes, "}");
}
} // namespace

TEST(Contract, NamesInputSymbolBoundValueAndLine) {
  Runner runner{TestPackage()};
  EXPECT_EQ(runner.errorOf({x({1001, 4})}),
            "test.kiln: forward: input 'x', dimension 0: symbol s0 is 1001, "
            "but must be <= 1000 (model.py:7)");
  const Error &error = runner.lastError;
  EXPECT_EQ(error.code, Code::OutOfRange);
  EXPECT_EQ(error.program, "forward");
  EXPECT_EQ(error.input, "x");
  EXPECT_EQ(error.symbol, "s0");
  EXPECT_EQ(error.bound, "<= 1000");
  EXPECT_EQ(error.value, "1001");
  EXPECT_EQ(error.file, "model.py");
  EXPECT_EQ(error.line, 7);
  EXPECT_THAT(runner.errorOf({x({0, 4})}),
              HasSubstr("symbol s0 is 0, but must be >= 1"));
}

TEST(Contract, ChecksTensors) {
  Runner runner{TestPackage()};
  kiln_tensor wrong = x({2, 4});
  wrong.dtype = KILN_DTYPE_F64;
  EXPECT_THAT(runner.errorOf({wrong}),
              HasSubstr("input 'x': dtype is f64, but f32 is expected "
                        "(model.py:7)"));
  EXPECT_EQ(runner.lastError.bound, "f32");
  EXPECT_EQ(runner.lastError.value, "f64");
  EXPECT_THAT(runner.errorOf({x({2, 4, 1})}),
              HasSubstr("input 'x': rank is 3, but 2 is expected"));
  EXPECT_THAT(runner.errorOf({x({2, 5})}),
              HasSubstr("input 'x', dimension 1: size is 5, but 4 is "
                        "expected"));
  EXPECT_THAT(runner.errorOf({x({-2, 4})}),
              HasSubstr("input 'x', dimension 0: size -2 is negative"));
  EXPECT_THAT(runner.errorOf({x({INT64_MAX / 2, 4})}),
              HasSubstr("input 'x': the tensor's size overflows 64 bits"));
  wrong = x({2, 4});
  wrong.data = nullptr;
  EXPECT_THAT(runner.errorOf({wrong}),
              HasSubstr("input 'x': the tensor has no memory"));
  wrong = x({2, 4});
  wrong.device = {KILN_DEVICE_CUDA, 1};
  EXPECT_THAT(
      runner.errorOf({wrong}),
      HasSubstr(
          "input 'x': the tensor is on cuda:1, but the module runs on cpu"));
  EXPECT_THAT(runner.errorOf({}),
              HasSubstr("the program takes 1 inputs, not 0"));
  EXPECT_THAT(runner.errorOf({x({2, 4})}, 2),
              HasSubstr("the program returns 1 outputs, not 2"));
}

TEST(Contract, SolvesAffineSizes) {
  Runner runner{
      packageOf(R"([{"name":"s0","min":2,"max":40}])",
                concat("[", input("a", R"(["2*s0 + 1"])"), ",",
                       input("b", R"json(["FloorDiv(s0, 2)"])json"), "]"))};
  EXPECT_EQ(runner.errorOf({x({9}), x({2})}, 0), "(no error)");
  EXPECT_THAT(runner.errorOf({x({8}), x({2})}, 0),
              HasSubstr("input 'a', dimension 0: size is 8, which is not "
                        "2*s0 + 1 for any s0"));
  EXPECT_EQ(runner.lastError.symbol, "s0");
  EXPECT_THAT(runner.errorOf({x({9}), x({3})}, 0),
              HasSubstr("input 'b', dimension 0: size is 3, but FloorDiv(s0, "
                        "2) = 2 is expected"));
  EXPECT_EQ(runner.lastError.bound, "== 2");
  // The same symbols as in a call that passed: sizes are checked all the same.
  EXPECT_EQ(runner.errorOf({x({9}), x({2})}, 0), "(no error)");
  EXPECT_THAT(runner.errorOf({x({9}), x({3})}, 0), HasSubstr("size is 3"));
  EXPECT_THAT(runner.errorOf({x({3}), x({0})}, 0),
              HasSubstr("symbol s0 is 1, but must be >= 2"));
}

TEST(Contract, PrefersBareSizes) {
  Runner runner{packageOf(R"([{"name":"s0","min":null,"max":null}])",
                          concat("[", input("a", R"(["-s0 + 8"])"), ",",
                                 input("b", R"(["s0"])"), "]"))};
  EXPECT_EQ(runner.errorOf({x({5}), x({3})}, 0), "(no error)");
  EXPECT_THAT(runner.errorOf({x({5}), x({4})}, 0),
              HasSubstr("input 'a', dimension 0: size is 5, but -s0 + 8 = 4 is "
                        "expected with s0 = 4 (input 'b', dimension 0)"));
  EXPECT_THAT(runner.errorOf({x({5}), x({INT64_MAX / 8})}, 0),
              HasSubstr("size"));
}

TEST(Contract, ChecksConstraintsAndGuards) {
  TestPackage package = packageOf(
      R"([{"name":"s0"},{"name":"s1"}])",
      concat("[", input("a", R"(["s0"])"), ",", input("b", R"(["s1"])"), "]"));
  package.constraints = R"([{"expr":"2*s0","min":4,"max":80}])";
  package.guards =
      R"json([{"expr":"Eq(s1, 2*s0)","origin":1},)json"
      R"json({"expr":"Lt(FloorDiv(6, s0 - 9), 100)","origin":null}])json";
  Runner runner{package};
  EXPECT_EQ(runner.errorOf({x({4}), x({8})}, 0), "(no error)");
  EXPECT_THAT(runner.errorOf({x({1}), x({2})}, 0),
              HasSubstr("input 'a', dimension 0: 2*s0 is 2, but must be >= 4"));
  EXPECT_THAT(runner.errorOf({x({41}), x({82})}, 0),
              HasSubstr("2*s0 is 82, but must be <= 80"));
  EXPECT_EQ(runner.errorOf({x({4}), x({9})}, 0),
            "test.kiln: forward: guard Eq(s1, 2*s0) does not hold with s1 = 9 "
            "(input 'b', dimension 0), s0 = 4 (input 'a', dimension 0) "
            "(model.py:12)");
  EXPECT_EQ(runner.lastError.code, Code::FailedPrecondition);
  EXPECT_EQ(runner.lastError.value,
            "s1 = 9 (input 'b', dimension 0), s0 = 4 (input 'a', dimension 0)");
  EXPECT_EQ(runner.lastError.line, 12);
  EXPECT_THAT(runner.errorOf({x({9}), x({18})}, 0),
              HasSubstr("expression 'Lt(FloorDiv(6, s0 - 9), 100)': division "
                        "by zero"));
  package.constraints = R"([{"expr":"5","min":6}])";
  Runner constant{package};
  EXPECT_THAT(constant.errorOf({x({4}), x({8})}, 0),
              HasSubstr("constraint: 5 is 5, but must be >= 6"));
}

TEST(Contract, BindsNumbersAndChecksConstants) {
  Runner runner{
      packageOf(R"([{"name":"s5","min":1,"max":9}])",
                R"([{"name":"n","kind":"number","value":"s5"},)"
                R"({"name":"flag","kind":"constant","value":true},)"
                R"({"name":"k","kind":"constant","value":3},)"
                R"({"name":"f","kind":"constant","value":0.5},)"
                R"({"name":"none","kind":"constant","value":null},)"
                R"({"name":"mode","kind":"constant","value":"fast"}])")};
  int64_t n = 4, k = 3;
  bool flag = true;
  double f = 0.5;
  kiln_tensor nothing = {}, flagTensor = {}, fTensor = {};
  flagTensor.data = &flag;
  flagTensor.dtype = KILN_DTYPE_BOOL;
  fTensor.data = &f;
  fTensor.dtype = KILN_DTYPE_F64;
  std::vector<kiln_tensor> good = {scalarOf(n), flagTensor, scalarOf(k),
                                   fTensor,     nothing,    nothing};
  EXPECT_EQ(runner.errorOf(good, 0), "(no error)");
  EXPECT_EQ(runner.errorOf(
                {scalarOf(n), nothing, nothing, nothing, nothing, nothing}, 0),
            "(no error)");
  n = 10;
  EXPECT_THAT(runner.errorOf(good, 0),
              HasSubstr("input 'n': symbol s5 is 10, but must be <= 9"));
  n = 4;
  flag = false;
  EXPECT_THAT(runner.errorOf(good, 0),
              HasSubstr("input 'flag': the value was fixed at export to True, "
                        "but is 0"));
  flag = true;
  k = 5;
  EXPECT_THAT(runner.errorOf(good, 0),
              HasSubstr("input 'k': the value was fixed at export to 3, but is "
                        "5"));
  EXPECT_EQ(runner.lastError.bound, "== 3");
  k = 3;
  f = 0.75;
  EXPECT_THAT(runner.errorOf(good, 0),
              HasSubstr("fixed at export to 0.5, but is 0.75"));
  f = 0.5;
  std::vector<kiln_tensor> wrong = good;
  wrong[4] = scalarOf(k);
  EXPECT_THAT(runner.errorOf(wrong, 0),
              HasSubstr("input 'none': the value was fixed at export to None, "
                        "but is a tensor"));
  wrong = good;
  wrong[1] = scalarOf(k);
  EXPECT_THAT(runner.errorOf(wrong, 0),
              HasSubstr("fixed at export to True, but is a i64"));
  wrong = good;
  wrong[0] = fTensor;
  EXPECT_THAT(runner.errorOf(wrong, 0),
              HasSubstr("input 'n': a tensor of dtype i64 and rank 0 is "
                        "expected"));
  wrong = good;
  wrong[5] = scalarOf(k);
  EXPECT_THAT(
      runner.errorOf(wrong, 0),
      HasSubstr("input 'mode': the value was fixed at export to 'fast'"));
}
