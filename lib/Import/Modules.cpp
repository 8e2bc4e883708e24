// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The module call graph.
#include "ProgramImporter.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::pt2;

/// The names of graph values, as a preserved signature lists them.
static SmallVector<StringRef> namesOf(llvm::ArrayRef<Argument> arguments) {
  SmallVector<StringRef> names;
  for (const Argument &argument : arguments) {
    const llvm::json::Object *object = argument.value->getAsObject();
    names.push_back(object ? object->getString("name").value_or("") : "");
  }
  return names;
}

llvm::Error ProgramImporter::importModuleCalls() {
  auto strings = [&](llvm::ArrayRef<StringRef> texts) {
    return texts.empty() ? ArrayAttr() : builder.getStrArrayAttr(texts);
  };
  for (const ModuleCallEntry &entry : program.moduleCallGraph) {
    ep::TreeAttr in, out;
    ArrayAttr argNames, inputs, outputs;
    if (entry.signature) {
      llvm::Expected<ep::TreeAttr> inTree =
          parseTreeSpec(context, entry.signature->inSpec);
      if (!inTree)
        return fail(llvm::toString(inTree.takeError()));
      llvm::Expected<ep::TreeAttr> outTree =
          parseTreeSpec(context, entry.signature->outSpec);
      if (!outTree)
        return fail(llvm::toString(outTree.takeError()));
      in = *inTree;
      out = *outTree;
      argNames = strings(entry.signature->forwardArgNames);
      inputs = strings(namesOf(entry.signature->inputs));
      outputs = strings(namesOf(entry.signature->outputs));
    }
    ep::ModuleCallOp::create(builder, op.getLoc(),
                             builder.getStringAttr(entry.fqn), in, out,
                             argNames, inputs, outputs);
  }
  return llvm::Error::success();
}
