// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Support/RemarkFile.h"
#include "kiln/Support/Origin.h"
#include "mlir/Remark/RemarkStreamer.h"

using namespace mlir;
using namespace kiln;
using remark::detail::MLIRRemarkStreamerBase;

namespace {
/// MLIR writes a location only where it is a plain line of a file.
struct PythonRemark : remark::detail::Remark {
  PythonRemark(const Remark &remark, const Origin &origin, StringRef function)
      : Remark(remark) {
    functionName = function;
    if (origin.line)
      loc = FileLineColLoc::get(getLocation().getContext(), origin.file,
                                origin.line, /*column=*/0);
  }
};

class PythonStreamer : public MLIRRemarkStreamerBase {
public:
  explicit PythonStreamer(std::unique_ptr<MLIRRemarkStreamerBase> writer)
      : writer(std::move(writer)) {}

  void streamOptimizationRemark(const remark::detail::Remark &given) override {
    Origin origin = getOrigin(given.getLocation());
    std::string function =
        origin.module.empty() ? "forward" : origin.module.str() + ".forward";
    writer->streamOptimizationRemark(PythonRemark(given, origin, function));
  }
  void finalize() override { writer->finalize(); }

private:
  std::unique_ptr<MLIRRemarkStreamerBase> writer;
};
} // namespace

std::unique_ptr<MLIRRemarkStreamerBase> kiln::openRemarkFile(StringRef path) {
  auto format = path.ends_with(".bitstream") ? llvm::remarks::Format::Bitstream
                                             : llvm::remarks::Format::YAML;
  auto writer = remark::detail::LLVMRemarkStreamer::createToFile(path, format);
  if (failed(writer))
    return nullptr;
  return std::make_unique<PythonStreamer>(std::move(*writer));
}
