// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Aten/Decompositions.h"
#include "kiln/Dialect/Aten/Passes.h"
#include "kiln/Support/InputFile.h"
#include "kiln/Support/PassCount.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace kiln::aten {
#define GEN_PASS_DEF_ATENDECOMPOSE
#include "kiln/Dialect/Aten/Passes.h.inc"
} // namespace kiln::aten

using namespace mlir;
using namespace kiln;

/// Reads the overloads that a file lists, one on a line.
static LogicalResult readTable(StringRef path, Location loc,
                               llvm::StringSet<> &listed) {
  auto buffer = readInputFile(path);
  if (!buffer)
    return emitError(loc) << "kiln-aten-decompose: cannot read the table: "
                          << llvm::toString(buffer.takeError());
  SmallVector<StringRef> lines;
  (*buffer)->getBuffer().split(lines, '\n');
  for (auto [number, line] : llvm::enumerate(lines)) {
    StringRef name = line.split('#').first.trim();
    if (name.empty())
      continue;
    if (!aten::lookupSchema(name))
      return emitError(loc)
             << "kiln-aten-decompose: " << path << ":" << number + 1
             << ": unknown overload '" << name << "'";
    listed.insert(name);
  }
  return success();
}

namespace {
struct AtenDecompose : aten::impl::AtenDecomposeBase<AtenDecompose> {
  using AtenDecomposeBase::AtenDecomposeBase;

  LogicalResult initialize(MLIRContext *context) override {
    Location loc = UnknownLoc::get(context);
    aten::KeepSet kept;
    llvm::StringSet<> listed;
    if (table != "default" && table != "none" &&
        failed(readTable(table, loc, listed)))
      return failure();
    if (table != "default")
      aten::forEachSchema([&](const aten::Schema &schema) {
        if (!listed.contains(schema.getName()))
          kept.insert(schema.getName());
      });
    for (const std::string &name : keep) {
      if (!aten::lookupSchema(name))
        return emitError(loc)
               << "kiln-aten-decompose: keep names an unknown overload '"
               << name << "'";
      kept.insert(name);
    }
    RewritePatternSet set(context);
    aten::populateDecompositions(set, kept);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    // Folding would turn sizes into constants of another phase.
    GreedyRewriteConfig config;
    config.enableFolding(false);
    ReplacementCounter counter;
    config.setListener(&counter);
    if (failed(applyPatternsGreedily(getOperation(), patterns, config)))
      signalPassFailure();
    count(getOperation(), *this, numReplaced, counter.number,
          "operations replaced");
  }

  FrozenRewritePatternSet patterns;
};
} // namespace
