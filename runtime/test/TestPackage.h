// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Packages for the tests, made from text: a small program that works, of which
// a test changes a part.

#ifndef KILN_RT_TEST_TESTPACKAGE_H
#define KILN_RT_TEST_TESTPACKAGE_H

#include "exec/Context.h"
#include "kiln-rt/archive/ZipReader.h"
#include "kiln-rt/archive/ZipWriter.h"
#include "module/Module.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kiln::rt::test {

/// The bytes of a code object that the build made: "kernels", "tls" ….
std::string objectBytes(const std::string &name);

/// The kernels as a CUDA device runs them.
std::string kernelsAsPtx();

/// The parts of a package. As made, its program "forward" gives
/// out = 2*x + w for x: f32 [s0, 4], s0 in 1 … 1000, w = [1, 2, 3, 4].
struct TestPackage {
  std::string header = R"({"format":1,"writer":"0.1.0","requires":[]})";
  std::string targetName = "cpu:x86-64";
  std::string code = objectBytes("kernels");
  /// Of sm_90, beside the code where it is not empty.
  std::string cubin;
  std::string storages = R"([{"record":"weights/w","bytes":16}])";
  std::string symbols = R"([{"name":"s0","min":1,"max":1000}])";
  std::string constraints = "[]";
  std::string guards = "[]";
  std::string inputs =
      R"([{"name":"x","kind":"user_input","dtype":"f32","sizes":["s0",4],)"
      R"("strides":null,"origin":0}])";
  std::string outputs =
      R"([{"kind":"user_output","name":"y","dtype":"f32","sizes":["s0",4],)"
      R"("strides":null}])";
  /// ,"in_tree":"…","out_tree":"…", or nothing.
  std::string trees;
  std::string state =
      R"([{"name":"w","kind":"parameter","storage":0,"dtype":"f32",)"
      R"("sizes":[4],"strides":[1],"offset":0,"mutable":false}])";
  std::string segments = R"([{"bytes":"16*s0","after":[]}])";
  /// Slots: 0 x, 1 y, 2 w, 3 segment 0, 4 … views.
  std::string entries =
      R"({"run":[{"op":"segment","index":0},)"
      R"({"op":"dispatch","kernel":0,"slots":[0,3],"sizes":[],)"
      R"("domain":"4*s0"},)"
      R"({"op":"dispatch","kernel":1,"slots":[3,2,1],"sizes":[4],)"
      R"("domain":"4*s0"},{"op":"return"}]})";
  std::string kernels =
      R"([{"name":"double","operands":["read f32","write f32"],"sizes":0,)"
      R"("flops":"n","bytes":"8*n","origins":[1],)"
      R"("code":{"@target":{"symbol":"k_double","grain":8,"scratch":0,@grid},)"
      R"("tpu:v5":{"symbol":"k_double"}}},)"
      R"({"name":"add_row","operands":["read f32","read f32","write f32"],)"
      R"("sizes":1,"flops":"n","bytes":"12*n","origins":[1],)"
      R"("code":{"@target":{"symbol":"k_add_row","grain":8,@grid}}},)"
      R"({"name":"increment","operands":["readwrite f32"],"sizes":0,)"
      R"("code":{"@target":{"symbol":"k_increment","grain":8,"scratch":4,)"
      R"(@grid}}},)"
      R"({"name":"fail","operands":[],"sizes":1,"origins":[1],)"
      R"("code":{"@target":{"symbol":"k_fail","grain":1,@grid}}},)"
      R"({"name":"count","operands":["read f32","write i64"],"sizes":1,)"
      R"("code":{"@target":{"symbol":"k_count","grain":1000000,@grid}}}])";
  /// Where "@grid" is.
  std::string grid =
      R"json("block":[64,1,1],"grid":["CeilDiv(n, 64)","1","1"])json";
  std::string origins =
      R"([{"op":"placeholder","module":"","file":"model.py","line":7,)"
      R"("text":"def forward(self, x):"},)"
      R"({"op":"aten.add.Tensor","module":"fc","file":"model.py","line":12,)"
      R"("text":"return 2 * x + self.w"}])";
  /// Where this is not empty, the origins and the work of kernels are there,
  /// in a record of their own.
  std::string details;
  std::vector<float> weights = {1, 2, 3, 4};
  std::string extraPrograms; ///< ", {…}" after the program

  /// The same for CUDA devices.
  static TestPackage forCuda();

  /// The text of manifest.json.
  std::string manifest() const;
  /// The details of the package as made.
  std::string ownDetails() const;
  /// The program's object of the manifest.
  std::string program() const;
  /// The package's bytes.
  std::vector<uint8_t> bytes() const;
  /// bytes() written to a file of the test's folder; its path.
  std::string writeFile(const std::string &name) const;
  /// Loads bytes(); the module is named "test.kiln".
  Expected<std::unique_ptr<Module>> load(const ModuleOptions &options = {});

  /// `text` with the target and the grid where it asks for them.
  std::string fill(std::string text) const;

  /// What load() reads from, alive for the module's sake.
  std::vector<uint8_t> loaded;
};

/// An archive of records and a manifest text, with the digests made right
/// where the text says @digest:NAME@.
std::vector<uint8_t>
archiveOf(const std::string &manifest,
          const std::vector<std::pair<std::string, std::string>> &records);

/// A dense f32 tensor over `values`.
kiln_tensor tensorOf(std::vector<float> &values, std::vector<int64_t> sizes);
/// An i64 scalar over `value`.
kiln_tensor scalarOf(int64_t &value);

/// The message of an error of the C interface, which is freed; "(no error)".
std::string takeMessage(kiln_error *error);

/// A package loaded by the C interface, and a context on it.
class LoadedPackage : public ::testing::Test {
protected:
  void load(const TestPackage &package = {},
            const kiln_module_options *options = nullptr);
  void TearDown() override;
  /// The row that a run on a row of ones gives.
  std::vector<float> run();

  std::string path;
  kiln_module *module = nullptr;
  kiln_context *context = nullptr;
  kiln_weights *weights = nullptr;
};

/// The message of a result that must be an error.
template <typename Result>
std::string messageOf(const Result &result) {
  if (result.ok())
    return "(no error)";
  return result.error().message;
}

} // namespace kiln::rt::test

#endif // KILN_RT_TEST_TESTPACKAGE_H
