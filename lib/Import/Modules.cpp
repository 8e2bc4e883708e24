// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The module call graph.
#include "ProgramImporter.h"
#include "kiln/Dialect/EP/NamedTuples.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::pt2;

/// The names of graph values, as a preserved signature lists them.
static SmallVector<StringRef> namesOf(llvm::ArrayRef<Argument> arguments) {
  return llvm::map_to_vector(arguments, nameOf);
}

/// The caller's arguments have a leaf for each input that is no state.
llvm::Error ProgramImporter::checkInputTree(ep::TreeAttr tree) {
  int64_t inputs = llvm::count_if(program.inputSpecs, [](const Union &spec) {
    return spec.kind == "user_input" || spec.kind == "constant_input";
  });
  if (tree.getNumLeaves() == inputs)
    return llvm::Error::success();
  return fail(ImportError::Signature,
              "tree does not match: in_spec has " + Twine(tree.getNumLeaves()) +
                  " leaves for " + Twine(inputs) + " inputs");
}

/// A preserved signature names values of the graph.
llvm::Error ProgramImporter::checkNames(StringRef fqn,
                                        llvm::ArrayRef<StringRef> names) {
  for (StringRef name : names)
    if (!name.empty() && !values.contains(name) && !numbers.contains(name))
      return fail(ImportError::Signature,
                  "the signature of module '" + fqn + "' names '" + name +
                      "', which the graph does not have");
  return llvm::Error::success();
}

void ProgramImporter::addNamedTuples(ep::ModuleCallOp call) {
  SmallVector<NamedAttribute> types;
  for (const auto &[name, type] : program.treespecNamedtupleFields)
    if (!name.empty())
      types.push_back(
          builder.getNamedAttr(name, builder.getStrArrayAttr(type.fieldNames)));
  if (!types.empty())
    call->setAttr(ep::kNamedTuplesAttrName, builder.getDictionaryAttr(types));
}

llvm::Error ProgramImporter::importModuleCalls() {
  auto strings = [&](llvm::ArrayRef<StringRef> texts) {
    return texts.empty() ? ArrayAttr() : builder.getStrArrayAttr(texts);
  };
  bool hasRoot = false;
  for (const ModuleCallEntry &entry : program.moduleCallGraph) {
    ep::TreeAttr in, out;
    ArrayAttr argNames, inputs, outputs;
    if (entry.signature) {
      llvm::Expected<ep::TreeAttr> inTree =
          parseTreeSpec(context, entry.signature->inSpec);
      if (!inTree)
        return fail(ImportError::Signature, llvm::toString(inTree.takeError()));
      llvm::Expected<ep::TreeAttr> outTree =
          parseTreeSpec(context, entry.signature->outSpec);
      if (!outTree)
        return fail(ImportError::Signature,
                    llvm::toString(outTree.takeError()));
      in = *inTree;
      out = *outTree;
      if (entry.fqn.empty())
        if (llvm::Error error = checkInputTree(in))
          return error;
      for (llvm::ArrayRef<Argument> list :
           {llvm::ArrayRef<Argument>(entry.signature->inputs),
            llvm::ArrayRef<Argument>(entry.signature->outputs)})
        if (llvm::Error error = checkNames(entry.fqn, namesOf(list)))
          return error;
      argNames = strings(entry.signature->forwardArgNames);
      inputs = strings(namesOf(entry.signature->inputs));
      outputs = strings(namesOf(entry.signature->outputs));
    }
    auto call = ep::ModuleCallOp::create(builder, op.getLoc(),
                                         builder.getStringAttr(entry.fqn), in,
                                         out, argNames, inputs, outputs);
    if (!entry.fqn.empty())
      continue;
    hasRoot = true;
    addNamedTuples(call);
  }
  if (!hasRoot)
    return fail(ImportError::Signature, "no root entry in the module calls");
  return llvm::Error::success();
}
