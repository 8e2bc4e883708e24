// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The line of Python that is shown of a node.
#include "kiln/Support/Origin.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace kiln;

namespace {
/// The line that is shown of frames in these files, numbered from the outermost
/// one on.
std::string shown(ArrayRef<StringRef> files) {
  MLIRContext context;
  SmallVector<Frame> frames;
  for (auto [i, file] : llvm::enumerate(files)) {
    Frame &frame = frames.emplace_back();
    frame.file = file;
    frame.line = i + 1;
    frame.text = "text";
  }
  return getOrigin(makeOriginLoc(&context, "ns.op", "", "", frames)).str();
}

TEST(OriginTest, InnermostLineOfTheUser) {
  EXPECT_EQ(shown({"model.py", "torch/nn/modules/linear.py"}),
            "model.py:1: ns.op");
  EXPECT_EQ(shown({"main.py", "model.py", "/opt/v/site-packages/lib/ops.py",
                   "/src/torch/_ops.py"}),
            "model.py:2: ns.op");
  EXPECT_EQ(shown({"model.py", "/usr/lib/python3/dist-packages/x/ops.py"}),
            "model.py:1: ns.op");
  EXPECT_EQ(shown({"model.py", "/usr/lib/python3.12/contextlib.py",
                   "torchvision/ops/boxes.py", "<eval_with_key>.3"}),
            "model.py:1: ns.op");
}

TEST(OriginTest, ALibraryThatHasTheWholeModel) {
  EXPECT_EQ(shown({"torchvision/models/resnet.py", "torch/nn/modules/conv.py"}),
            "torchvision/models/resnet.py:1: ns.op");
  EXPECT_EQ(shown({"torch/nn/modules/conv.py"}),
            "torch/nn/modules/conv.py:1: ns.op");
}

TEST(OriginTest, AFileAsAWholeIsNoLine) {
  MLIRContext context;
  EXPECT_EQ(getOrigin(FileLineColLoc::get(&context, "model.pt2", 0, 0)).str(),
            "");
  EXPECT_EQ(getOrigin(FileLineColLoc::get(&context, "model.mlir", 7, 3)).str(),
            "model.mlir:7");
}
} // namespace
