// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The importer as a whole. An input that begins as a zip archive is one; any
// other is the JSON of a program, put into an archive with the weights of the
// seeds: mutations of archives rarely get past the container.
#include "Fuzzer.h"
#include "kiln-rt/archive/ZipWriter.h"
#include "kiln/Import/ImportPt2.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace kiln;

static const char weightsConfig[] = R"({"config": {
"w": {"path_name": "weight_0", "is_param": true, "use_pickle": false,
 "tensor_meta": {"dtype": 7, "sizes": [{"as_int": 3}, {"as_int": 4}],
 "requires_grad": true, "device": {"type": "cpu", "index": null}, "strides":
 [{"as_int": 4}, {"as_int": 1}], "storage_offset": {"as_int": 0}, "layout": 7}},
"b": {"path_name": "weight_1", "is_param": true, "use_pickle": false,
 "tensor_meta": {"dtype": 7, "sizes": [{"as_int": 3}], "requires_grad": true,
 "device": {"type": "cpu", "index": null}, "strides": [{"as_int": 1}],
 "storage_offset": {"as_int": 0}, "layout": 7}}}})";

static std::vector<uint8_t> makeArchive(rt::ByteSpan program) {
  rt::ZipWriter writer = rt::ZipWriter::createInMemory();
  const std::string zeros(64, '\0');
  auto add = [&](const char *name, rt::ByteSpan content) {
    (void)writer.add(std::string("m/") + name, content).ok();
  };
  add("data/weights/weight_0", std::string_view(zeros).substr(0, 48));
  add("data/weights/weight_1", std::string_view(zeros).substr(0, 12));
  add("data/weights/model_weights_config.json",
      std::string_view(weightsConfig));
  add("data/constants/model_constants_config.json",
      std::string_view("{\"config\": {}}"));
  add("models/model.json", program);
  add("archive_format", std::string_view("pt2"));
  add("archive_version", std::string_view("0"));
  (void)writer.finish().ok();
  return writer.takeBytes();
}

static void import(rt::ByteSpan archive) {
  static const int file = memfd_create("fuzz.pt2", 0);
  static const std::string path = "/proc/self/fd/" + std::to_string(file);
  if (ftruncate(file, 0) || pwrite(file, archive.data, archive.size, 0) !=
                                static_cast<ssize_t>(archive.size))
    return;
  static std::unique_ptr<mlir::MLIRContext> context;
  static unsigned runs = 0;
  if (runs++ % 500 == 0) {
    context = std::make_unique<mlir::MLIRContext>(
        mlir::MLIRContext::Threading::DISABLED);
    context->getDiagEngine().registerHandler(
        [](mlir::Diagnostic &) { return mlir::success(); });
  }
  auto module = importPt2(context.get(), path);
  if (!module)
    llvm::consumeError(module.takeError());
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size >= 2 && std::memcmp(data, "PK", 2) == 0) {
    import(rt::ByteSpan(data, size));
    return 0;
  }
  std::vector<uint8_t> archive = makeArchive(rt::ByteSpan(data, size));
  import(rt::ByteSpan(archive.data(), archive.size()));
  return 0;
}
