// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `stack_trace` and `nn_module_stack` texts of a node as a location.
#include "ProgramImporter.h"
#include "kiln/Support/Origin.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::pt2;

/// Reads blocks `File "path", line N, in function` with the line of source
/// below; other lines (carets of strict mode) are passed over.
static SmallVector<Frame> parseStackTrace(StringRef text) {
  SmallVector<Frame> frames;
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  bool wantsText = false;
  for (StringRef line : lines) {
    line = line.trim();
    if (line.consume_front("File \"")) {
      Frame frame;
      std::tie(frame.file, line) = line.split("\", line ");
      line.consumeInteger(10, frame.line);
      frames.push_back(frame);
      wantsText = true;
    } else if (wantsText && !line.empty()) {
      frames.back().text = line;
      wantsText = false;
    }
  }
  return frames;
}

/// The path of the innermost module: the second part of the last item.
static StringRef parseModulePath(StringRef stack) {
  StringRef last = stack.rsplit(';').second;
  if (last.empty())
    last = stack;
  return last.split(',').second.split(',').first;
}

Location pt2::makeNodeLoc(MLIRContext *context, const Node &node) {
  auto find = [&](StringRef key) {
    auto it = node.metadata.find(key);
    return it == node.metadata.end() ? StringRef() : it->second;
  };
  StringRef target = node.target;
  target.consume_front("torch.ops.");
  StringRef name;
  if (!node.outputs.empty() && node.outputs[0].kind == "as_tensor")
    if (const json::Object *tensor = node.outputs[0].value->getAsObject())
      name = tensor->getString("name").value_or("");
  return makeOriginLoc(context, target, name,
                       parseModulePath(find("nn_module_stack")),
                       parseStackTrace(find("stack_trace")));
}
