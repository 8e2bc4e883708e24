// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Package/Manifest.h"
#include "TestModule.h"
#include "kiln/Dialect/TX/TX.h"
#include "package/Manifest.h"
#include "llvm/Support/JSON.h"

using namespace kiln;

namespace {
class ManifestTest : public kiln::test::PackageTest {
protected:
  /// The manifest of `text`; empty when there was an error. Its details are in
  /// `details`.
  std::string write(llvm::StringRef text) {
    module = parse(text);
    if (!module)
      return "";
    PackageContents contents;
    contents.scope = *module;
    code.recordName = "code/cpu-x86-64-v3.so";
    size_t kernels = 0;
    module->walk([&](exec::KernelOp) { ++kernels; });
    code.kernels.assign(kernels, {{4096, 0, {}, {}, 0}, "k0"});
    ptx.recordName = "code/cuda-sm_90.ptx";
    ptx.kernels.assign(
        kernels, {{0, 0, {256, 1, 1}, {"CeilDiv(n, 256)", "1", "1"}, 0}, "k0"});
    contents.targets = {{"cpu:x86-64-v3", &code}, {"cuda:sm_90", &ptx}};
    contents.records = {{code.recordName, 7, std::string(64, 'a')},
                        {ptx.recordName, 8, std::string(64, 'b')},
                        {"weights/c", 16, std::string(64, 'c')}};
    module->walk([&](ep::StorageOp op) { contents.storages[op] = 2; });
    contents.detailsName = "details/all.json";
    auto texts = writeManifest(contents);
    if (failed(texts))
      return "";
    details = texts->details;
    return texts->manifest;
  }

  void expectHas(llvm::StringRef manifest, llvm::StringRef part) {
    EXPECT_TRUE(manifest.contains(part)) << part.str() << "\nis not in\n"
                                         << manifest.str();
  }

  mlir::OwningOpRef<mlir::ModuleOp> module;
  TargetCode code, ptx;
  std::string details;
};

TEST_F(ManifestTest, Tables) {
  std::string manifest = write(kiln::test::kModule);
  ASSERT_FALSE(manifest.empty()) << error;
  EXPECT_EQ(write(kiln::test::kModule), manifest);
  EXPECT_TRUE(llvm::StringRef(manifest).starts_with(
      R"js({"kiln":{"format":1,"writer":")js"));
  ASSERT_TRUE(bool(llvm::json::parse(manifest)));
  expectHas(manifest,
            R"js("requires":["brief","defaults","details","extern"]})js");
  expectHas(
      manifest,
      R"js("targets":[{"name":"cpu:x86-64-v3","record":"code/cpu-x86-64-v3.so"},)js");
  // Equal storages have one record, but stay two.
  expectHas(manifest, R"js("storages":[2,2])js");
  expectHas(manifest, R"js("details":{"record":3,"origins":1})js");
  expectHas(
      details,
      R"js("origins":[{"op":"aten.relu.default","module":"act","file":"model.py","line":7,"text":"return self.act(x)"}])js");
  expectHas(
      manifest,
      R"js("records":[{"name":"code/cpu-x86-64-v3.so","bytes":7,"sha256":"aaaa)js");
  // Behind all others: its digest is known last.
  PackageRecord record = describeRecord("details/all.json", details);
  expectHas(manifest, (R"js({"name":"details/all.json","bytes":)js" +
                       llvm::Twine(details.size()) + R"js(,"sha256":")js" +
                       record.sha256 + "\"}]}")
                          .str());
}

TEST_F(ManifestTest, Contract) {
  std::string manifest = write(kiln::test::kModule);
  // An unbacked symbol is a register, not a symbol.
  expectHas(manifest, R"js("symbols":[{"name":"s0","min":1,"max":64}])js");
  expectHas(manifest,
            R"js("constraints":[{"expr":"2*s0","min":2,"max":null}])js");
  expectHas(manifest, R"js("guards":[{"expr":"Le(s0, 60)","origin":0}])js");
  expectHas(
      manifest,
      R"js("inputs":[{"name":"x","kind":"user_input","dtype":"f32","sizes":["s0",4],"strides":null,"origin":0},)js"
      R"js({"name":"flag","kind":"constant","value":true,"origin":null},)js"
      R"js({"name":"n","kind":"number","value":"s0","origin":null}])js");
  expectHas(
      manifest,
      R"js("outputs":[{"kind":"user_output","name":"y","dtype":"f32","sizes":["s0",4],"strides":[1,"s0"]},)js"
      R"js({"kind":"buffer_mutation","target":"count","dtype":"i32","sizes":[2],"strides":null},)js"
      R"js({"kind":"number","value":"2*s0"},{"kind":"constant","value":3}])js");
  expectHas(
      manifest,
      R"js("state":[{"name":"fc.weight","dtype":"i32","sizes":[4]},)js"
      R"js({"name":"count","kind":"buffer","dtype":"i32","sizes":[2],"offset":1,"mutable":true}])js");
  expectHas(
      manifest,
      R"js("in_tree":"[1,{\"type\":\"builtins.tuple\",\"context\":\"null\",\"children_spec\":[)js");
  expectHas(
      manifest,
      R"js("out_tree":"[1,{\"type\":\"collections.namedtuple\",\"context\":\"model.Out\",\"children_spec\":[)js");
  expectHas(manifest, R"js("named_tuples":{"model.Out":["y","k","c"]})js");
}

TEST_F(ManifestTest, ReturnedViews) {
  std::string manifest = write(R"mlir(
    ep.program @forward {
      exec.host @forward {
        %n = exec.input 0 is #ep.input<constant_input "n"> of none
        %x = exec.input 1 is #ep.input<user_input "x"> of !ep.tensor<[4], f32>
        %y = exec.output 0 is #ep.output<user_output "y"> of !ep.tensor<[2], f32, strides = [2]>
            {ep.view_of = {input = "x", offset = #ep.expr<1>}}
        exec.return
      }
    })mlir");
  expectHas(
      manifest,
      R"js("sizes":[2],"strides":[2],"view_of":{"input":1,"offset":1}}])js");
}

TEST_F(ManifestTest, HostProgram) {
  std::string manifest = write(kiln::test::kModule);
  // A jump to the next instruction is not written.
  // Slots: 3 inputs, 4 outputs, 2 state entries, 1 segment, 1 view.
  expectHas(manifest, R"js("segments":[{"bytes":"64*s0 + 64","after":[]}])js");
  expectHas(
      manifest,
      R"js("entries":{"run":[{"op":"segment","index":0},)js"
      R"js({"op":"view","slot":10,"base":9,"offset":64,"bytes":"16*s0"},)js"
      R"js({"op":"size","name":"t0","expr":"2*s0"},)js"
      R"js({"op":"check","cond":"Lt(t0, 200)","message":"too many","origin":0},)js"
      R"js({"op":"dispatch","kernel":0,"slots":[0,10],"sizes":["s0"],"domain":"4*s0"},)js"
      R"js({"op":"read_scalar","name":"u0","slot":10,"dtype":"i64"},)js"
      R"js({"op":"jump_if_false","cond":"Lt(u0, 3)","to":8},)js"
      R"js({"op":"jump","to":9},)js"
      R"js({"op":"fill","slot":8,"pattern":"01000000"},)js"
      R"js({"op":"copy","from":10,"to":3},)js"
      R"js({"op":"extern","routine":"my.op","slots":[0,3],"tensors":[{"dtype":"f32","sizes":["s0",4]},{"dtype":"f32","sizes":["s0",4]}],)js"
      R"js("attributes":{"alpha":2,"ends":["inf","-inf","nan"],"mode":"a","of":"f32","on":true,"other":null,"rate":0.5,"x":{"tensor":0},"xs":{"tensors":[1,null]}},"origin":0},)js"
      R"js({"op":"return"}]})js");
}

TEST_F(ManifestTest, Kernels) {
  std::string manifest = write(kiln::test::kModule);
  expectHas(
      manifest,
      R"js("kernels":[{"name":"relu_0","operands":["read f32","write f32"],"sizes":1,)js"
      R"js("code":{)js"
      R"js("cpu:x86-64-v3":{"symbol":"k0","grain":4096},)js"
      R"js("cuda:sm_90":{"symbol":"k0","block":[256,1,1],"grid":["CeilDiv(n, 256)","1","1"],"shared":0}}}])js");
  expectHas(
      details,
      R"js({"kernels":[{"flops":"4*d0","bytes":"32*d0","origins":[0],"digest":")js");
  expectHas(details, R"js("schedules":{}}],"origins":)js");
}

// A reader takes for granted what most state and kernels say.
TEST_F(ManifestTest, LeavesOutDefaults) {
  std::string manifest = write(R"mlir(
    ep.program @forward {
      ep.storage @s bytes(16) data(dense<1> : tensor<16xi8>)
      ep.storage @t bytes(16) data(dense<1> : tensor<16xi8>)
      ep.parameter @w : !ep.tensor<[4], f32> storage(@s)
      ep.parameter @v : !ep.tensor<[4], f32> storage(@t)
      ep.parameter @u : !ep.tensor<[2], f32> storage(@s)
      ep.constant @c : !ep.tensor<[2], f32> storage(@t)
      exec.kernel @k0(%x: tensor<4xf32>) -> tensor<4xf32>
          domain(4) access(read, write) work(flops = 0, bytes = 32) attributes {dims = [[], []]} {
        exec.yield %x : tensor<4xf32>
      }
      exec.host @forward {
        exec.return
      }
    })mlir");
  ASSERT_FALSE(manifest.empty()) << error;
  expectHas(manifest, R"js("requires":["brief","defaults","details"])js");
  expectHas(
      manifest,
      R"js("state":[{"name":"w","sizes":[4]},{"name":"v","sizes":[4]},)js"
      R"js({"name":"u","storage":0,"sizes":[2]},{"name":"c","kind":"constant","sizes":[2]}])js");
  expectHas(
      manifest,
      R"js({"name":"k0","operands":["read f32","write f32"],"code":{"cpu:x86-64-v3":{"grain":4096},)js");
}

// Each operation counts over its own loops: 1 for each element of the sum, 1
// for each row of the mean, 1 for each element of what is left.
TEST_F(ManifestTest, WorkOfRows) {
  write(R"mlir(
    #in = affine_map<(i, j) -> (i, j)>
    #row = affine_map<(i, j) -> (i)>
    #one = affine_map<(i) -> (i)>
    ep.program @forward {
      exec.kernel @center_0(%x: tensor<?x?xf32>, %m: index, %n: index) -> tensor<?x?xf32>
          domain(d0, d1) access(read, write) work(flops = 2*d0*d1 + d0, bytes = 8*d0*d1)
          attributes {dims = [[0, 1], [0, 1]]} {
        %zero = arith.constant 0.0 : f32
        %count = arith.constant 8.0 : f32
        %e = tensor.empty(%m) : tensor<?xf32>
        %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
        %sum = linalg.generic {indexing_maps = [#in, #row], iterator_types = ["parallel", "reduction"]}
            ins(%x : tensor<?x?xf32>) outs(%f : tensor<?xf32>) {
        ^bb0(%in: f32, %out: f32):
          %a = arith.addf %out, %in : f32
          linalg.yield %a : f32
        } -> tensor<?xf32>
        %mean = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
            ins(%sum : tensor<?xf32>) outs(%e : tensor<?xf32>) {
        ^bb0(%in: f32, %out: f32):
          %a = arith.divf %in, %count : f32
          linalg.yield %a : f32
        } -> tensor<?xf32>
        %e2 = tensor.empty(%m, %n) : tensor<?x?xf32>
        %y = linalg.generic {indexing_maps = [#in, #row, #in], iterator_types = ["parallel", "parallel"]}
            ins(%x, %mean : tensor<?x?xf32>, tensor<?xf32>) outs(%e2 : tensor<?x?xf32>) {
        ^bb0(%in: f32, %mu: f32, %out: f32):
          %a = arith.subf %in, %mu : f32
          linalg.yield %a : f32
        } -> tensor<?x?xf32>
        exec.yield %y : tensor<?x?xf32>
      }
      exec.host @forward { exec.return }
    })mlir");
  expectHas(details, R"js("flops":"2*d0*d1 + d0","bytes":"8*d0*d1")js");
}

// 3 rows, d0 keys, a depth of 4, 5 elements of a value, one operation on
// scores: 3 * (d0 * (2 * (4 + 5) + 1 + 4) + 5).
TEST_F(ManifestTest, WorkOfAttention) {
  context.loadDialect<tx::TXDialect>();
  write(R"mlir(
    ep.program @forward {
      exec.kernel @attention_0(%q: tensor<3x4xf32>, %k: tensor<?x4xf32>, %v: tensor<?x5xf32>, %n: index) -> tensor<3x5xf32>
          domain(3, 1) access(read, read, read, write) work(flops = 69*d0 + 15, bytes = 36*d0 + 108)
          attributes {dims = [[], [0], [0], []]} {
        %e = tensor.empty() : tensor<3x5xf32>
        %y = tx.attention %q, %k, %v into %e maps = [
            affine_map<(i, n, j, d) -> (i, d)>, affine_map<(i, n, j, d) -> (j, d)>, affine_map<(i, n, j, d) -> (j, n)>] {
        ^bb0(%score: f32, %i: index, %j: index):
          %s = arith.mulf %score, %score : f32
          tx.yield %s : f32
        } : (tensor<3x4xf32>, tensor<?x4xf32>, tensor<?x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
        exec.yield %y : tensor<3x5xf32>
      }
      exec.host @forward { exec.return }
    })mlir");
  expectHas(details, R"js("flops":"69*d0 + 15")js");
}

// Products of integers count like those of floats. The type of both factors is
// told, if it is one.
TEST_F(ManifestTest, WorkOfProducts) {
  write(R"mlir(
    #in = affine_map<(i, j) -> (i, j)>
    #row = affine_map<(i, j) -> (i)>
    ep.program @forward {
      exec.kernel @bytes(%x: tensor<8x5xi8>, %y: tensor<8x5xi8>) -> tensor<8xi32>
          domain(8) access(read, read, write) work(flops = 80, bytes = 112) attributes {dims = [[], [], []]} {
        %zero = arith.constant 0 : i32
        %e = tensor.empty() : tensor<8xi32>
        %f = linalg.fill ins(%zero : i32) outs(%e : tensor<8xi32>) -> tensor<8xi32>
        %s = linalg.generic {indexing_maps = [#in, #in, #row], iterator_types = ["parallel", "reduction"]}
            ins(%x, %y : tensor<8x5xi8>, tensor<8x5xi8>) outs(%f : tensor<8xi32>) {
        ^bb0(%a: i8, %b: i8, %o: i32):
          %aw = arith.extui %a : i8 to i32
          %bw = arith.extsi %b : i8 to i32
          %p = arith.muli %aw, %bw : i32
          %r = arith.addi %o, %p : i32
          linalg.yield %r : i32
        } -> tensor<8xi32>
        exec.yield %s : tensor<8xi32>
      }
      exec.kernel @halves(%x: tensor<8x5xbf16>, %y: tensor<8x5xbf16>) -> tensor<8xf32>
          domain(8) access(read, read, write) work(flops = 80, bytes = 192) attributes {dims = [[], [], []]} {
        %zero = arith.constant 0.0 : f32
        %e = tensor.empty() : tensor<8xf32>
        %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
        %s = linalg.generic {indexing_maps = [#in, #in, #row], iterator_types = ["parallel", "reduction"]}
            ins(%x, %y : tensor<8x5xbf16>, tensor<8x5xbf16>) outs(%f : tensor<8xf32>) {
        ^bb0(%a: bf16, %b: bf16, %o: f32):
          %aw = arith.extf %a : bf16 to f32
          %bw = arith.extf %b : bf16 to f32
          %p = arith.mulf %aw, %bw : f32
          %r = arith.addf %o, %p : f32
          linalg.yield %r : f32
        } -> tensor<8xf32>
        exec.yield %s : tensor<8xf32>
      }
      exec.kernel @mixed(%x: tensor<8x5xf32>, %y: tensor<8x5xbf16>) -> tensor<8xf32>
          domain(8) access(read, read, write) work(flops = 80, bytes = 272) attributes {dims = [[], [], []]} {
        %zero = arith.constant 0.0 : f32
        %e = tensor.empty() : tensor<8xf32>
        %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
        %s = linalg.generic {indexing_maps = [#in, #in, #row], iterator_types = ["parallel", "reduction"]}
            ins(%x, %y : tensor<8x5xf32>, tensor<8x5xbf16>) outs(%f : tensor<8xf32>) {
        ^bb0(%a: f32, %b: bf16, %o: f32):
          %bw = arith.extf %b : bf16 to f32
          %p = arith.mulf %a, %bw : f32
          %r = arith.addf %o, %p : f32
          linalg.yield %r : f32
        } -> tensor<8xf32>
        exec.yield %s : tensor<8xf32>
      }
      exec.host @forward { exec.return }
    })mlir");
  expectHas(details, R"js("flops":"80","products":"i8","bytes":"112")js");
  expectHas(details, R"js("flops":"80","products":"bf16","bytes":"192")js");
  expectHas(details, R"js("flops":"80","bytes":"272")js");
}

// The runtime reads it, and its validator agrees.
TEST_F(ManifestTest, IsWhatTheRuntimeReads) {
  std::string manifest = write(kiln::test::kModule);
  rt::Expected<rt::Manifest> read =
      rt::readManifest(manifest, "model.kiln: manifest.json");
  ASSERT_TRUE(read.ok()) << read.error().message;
  rt::Status valid = rt::validateManifest(*read, "model.kiln");
  EXPECT_TRUE(valid.ok()) << (valid.ok() ? "" : valid.error().message);
  valid = read->details->readText(details, "model.kiln: details/all.json");
  EXPECT_TRUE(valid.ok()) << (valid.ok() ? "" : valid.error().message);
  EXPECT_STREQ(read->details->origin(0).module, "act");
}

TEST_F(ManifestTest, Errors) {
  EXPECT_EQ(write("ep.program @p {}"), "");
  EXPECT_EQ(error, "program p has no host program");
  auto expectError = [&](llvm::StringRef input, llvm::StringRef message) {
    error.clear();
    EXPECT_EQ(
        write(("ep.program @p { exec.host @p { " + input + " exec.return } }")
                  .str()),
        "");
    EXPECT_TRUE(llvm::StringRef(error).contains(message)) << error;
  };
  expectError(
      R"js(%x = exec.input 0 is #ep.input<user_input "x"> of !ep.object<"C">)js",
      "has a type that packages do not know: ");
  expectError(
      R"js(%x = exec.input 0 is #ep.input<constant_input "x" = [1]> of none)js",
      "has a constant that packages do not know");
  expectError("%c = arith.constant 0 : index",
              "is no instruction of a package");
  error.clear();
  EXPECT_EQ(write("ep.program @p { exec.host @p { exec.return } "
                  "exec.kernel @k(%x: tensor<4xi4>) -> tensor<4xi4> domain(4) "
                  "access(read, write) work(flops = 0, bytes = 8) attributes "
                  "{dims = [[], []]} { exec.yield %x : tensor<4xi4> } }"),
            "");
  EXPECT_TRUE(llvm::StringRef(error).contains(
      "has a dtype that packages do not know: "))
      << error;
}

TEST_F(ManifestTest, Dtypes) {
  mlir::Builder b(&context);
  EXPECT_EQ(getDtypeName(b.getI1Type()), "bool");
  EXPECT_EQ(getDtypeName(b.getIntegerType(8, false)), "u8");
  EXPECT_EQ(getDtypeName(b.getIntegerType(64)), "i64");
  EXPECT_EQ(getDtypeName(b.getBF16Type()), "bf16");
  EXPECT_EQ(getDtypeName(mlir::ComplexType::get(b.getF32Type())), "c64");
  EXPECT_EQ(getDtypeName(b.getIndexType()), "");
}
} // namespace
