// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The symbolic validator of host programs; see VerifyHost in Passes.td.
#include "HostAccesses.h"
#include "kiln/Dialect/EP/ReturnedViews.h"
#include "kiln/Dialect/EP/Symbols.h"
#include "kiln/Dialect/Exec/MemoryPlan.h"
#include "kiln/Dialect/Exec/Passes.h"
#include "llvm/ADT/StringSet.h"

namespace kiln::exec {
#define GEN_PASS_DEF_VERIFYHOST
#include "kiln/Dialect/Exec/Passes.h.inc"
} // namespace kiln::exec

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;
using ep::ExprAttr;

namespace {
using Registers = llvm::StringSet<>;

class HostVerifier {
public:
  explicit HostVerifier(HostOp host)
      : host(host), program(cast<ep::ProgramOp>(host->getParentOp())),
        facts(getFacts(program)) {}

  LogicalResult run() {
    if (failed(verifyRegisters()))
      return failure();
    WalkResult result = host.walk([&](Operation *op) {
      if (auto view = dyn_cast<ViewOp>(op))
        return WalkResult(verifyView(view));
      auto launch = dyn_cast<LaunchOp>(op);
      return launch ? WalkResult(verifyLaunch(launch)) : WalkResult::advance();
    });
    if (result.wasInterrupted() || failed(verifyOutputs()))
      return failure();
    return verifyTemporaries(host, facts);
  }

private:
  LogicalResult verifyRegisters();
  LogicalResult verifyUses(Operation &op, const Registers &known);
  LogicalResult verifyView(ViewOp view);
  LogicalResult verifyLaunch(LaunchOp launch);
  LogicalResult verifyOutputs();

  /// Of a view, which the runtime checks: nothing is reported that is not
  /// known.
  bool isViolated(ExprAttr a, ExprAttr b) {
    return !readsRegister(a) && !readsRegister(b) &&
           !proveLessEqual(a, b, facts) &&
           evaluateAtBounds(a, facts) > evaluateAtBounds(b, facts);
  }
  /// The number of a round, say, of which no range is known: the runtime checks
  /// views.
  bool readsRegister(ExprAttr expr) {
    bool reads = false;
    ep::walkSymbols(expr, [&](ExprAttr symbol) {
      reads |= !facts.contains(symbol.getName());
    });
    return reads;
  }

  HostOp host;
  ep::ProgramOp program;
  ep::Facts facts;
};
} // namespace

LogicalResult HostVerifier::verifyView(ViewOp view) {
  ExprAttr zero = ep::makeInt(host.getContext(), 0);
  if (isViolated(zero, view.getOffset()))
    return view.emitOpError("begins at ")
           << view.getOffset().str() << ", before its base";
  ExprAttr end = ep::add(view.getOffset(), view.getBytes());
  ExprAttr bytes = getBytes(view.getBase());
  if (bytes && isViolated(end, bytes))
    return view.emitOpError("ends at byte ")
           << end.str() << " of " << bytes.str();
  return success();
}

/// Is it a state that a kernel takes for a smaller tensor? A part of one is
/// a view.
static bool isOtherState(Value slot, const LaunchBuffer &buffer) {
  return slot.getDefiningOp<StateOp>() && buffer.bytes.isInt() &&
         buffer.wanted.isInt() && buffer.bytes != buffer.wanted;
}

/// No size of a tensor is known to be negative: two such dimensions would fit
/// any buffer. (A number that a kernel computes with may be.) Every buffer
/// holds the tensor that the kernel takes it for. Both bound the domain, which
/// the kernel's verifier holds to its tensors.
LogicalResult HostVerifier::verifyLaunch(LaunchOp launch) {
  KernelOp kernel = launch.getKernelOp();
  ExprAttr negative = ep::makeInt(host.getContext(), -1);
  for (unsigned i = 0, count = kernel.getNumBuffers(); i < count; ++i)
    for (auto [dim, ofKernel] : llvm::enumerate(kernel.getBufferSizes(i))) {
      ExprAttr size = launch.getExpr(ofKernel);
      if (proveLessEqual(size, negative, facts))
        return launch.emitOpError("size ")
               << dim << " of buffer " << i << " is " << size.str()
               << ", which is negative";
    }
  for (auto [i, buffer] : llvm::enumerate(getLaunchBuffers(launch))) {
    if (!buffer.bytes)
      return launch.emitOpError("buffer ") << i << " is not a tensor";
    if (isOtherState(launch.getBuffers()[i], buffer) ||
        !isInside(launch, buffer, facts))
      return launch.emitOpError("buffer ")
             << i << " has " << buffer.bytes.str() << " bytes but kernel "
             << launch.getKernelAttr() << " wants " << buffer.wanted.str();
  }
  return success();
}

/// Some instruction writes the tensors that are results of their own. (Those of
/// mutations are the slots of their targets, and views those of inputs.)
LogicalResult HostVerifier::verifyOutputs() {
  llvm::DenseSet<Value> written;
  host.walk([&](Operation *op) {
    for (const HostAccess &access : getAccesses(op)) {
      if (!access.writes)
        continue;
      Value slot = access.slot;
      while (auto view = slot.getDefiningOp<ViewOp>())
        slot = view.getBase();
      written.insert(slot);
    }
  });
  for (OutputOp output : host.getBody().getOps<OutputOp>())
    if (output.getOutput().getKind() == ep::OutputKind::UserOutput &&
        isa<ep::TensorType>(output.getType()) &&
        !output->hasAttr(ep::kViewOfAttrName) && !written.contains(output))
      return output.emitOpError("is written by no instruction");
  return success();
}

LogicalResult HostVerifier::verifyUses(Operation &op, const Registers &known) {
  std::string unset;
  op.getAttrDictionary().walk([&](ExprAttr expr) {
    ep::walkSymbols(expr, [&](ExprAttr symbol) {
      if (!known.contains(symbol.getName()))
        unset = symbol.getName().str();
    });
  });
  // The types of inputs and outputs bind symbols; they do not read them.
  if (unset.empty() || isa<InputOp, OutputOp>(op))
    return success();
  return op.emitOpError("reads register ")
         << unset << ", which is not set on every path";
}

static StringRef getSetRegister(Operation &op) {
  if (auto size = dyn_cast<SizeOp>(op))
    return size.getName();
  if (auto read = dyn_cast<ReadScalarOp>(op))
    return read.getName();
  return "";
}

/// Forward over the blocks: a register is known where it is set on all ways in.
LogicalResult HostVerifier::verifyRegisters() {
  Registers symbols;
  for (auto symbol : program.getBody().getOps<ep::SymbolOp>())
    // The symbols that an op binds are set by an instruction.
    if (!ep::isUnbacked(symbol.getSymName()))
      symbols.insert(symbol.getSymName());
  llvm::DenseMap<Block *, Registers> atEnd;
  bool changed = true;
  auto getKnown = [&](Block &block) {
    std::optional<Registers> known;
    for (Block *from : block.getPredecessors()) {
      if (!atEnd.count(from))
        continue;
      Registers merged;
      for (const auto &name : atEnd[from].keys())
        if (!known || known->contains(name))
          merged.insert(name);
      known = merged;
    }
    return known.value_or(symbols);
  };
  while (changed) {
    changed = false;
    for (Block &block : host.getBody()) {
      Registers known = getKnown(block);
      for (Operation &op : block)
        if (StringRef name = getSetRegister(op); !name.empty())
          known.insert(name);
      auto [it, isNew] = atEnd.try_emplace(&block, known);
      changed |= isNew || it->second.size() != known.size();
      it->second = std::move(known);
    }
  }
  for (Block &block : host.getBody()) {
    Registers known = getKnown(block);
    for (Operation &op : block) {
      if (failed(verifyUses(op, known)))
        return failure();
      if (StringRef name = getSetRegister(op); !name.empty())
        known.insert(name);
    }
  }
  return success();
}

namespace {
struct VerifyHostPass : exec::impl::VerifyHostBase<VerifyHostPass> {
  void runOnOperation() override {
    markAllAnalysesPreserved();
    for (auto host : getOperation().getBody().getOps<HostOp>())
      if (failed(HostVerifier(host).run()))
        return signalPassFailure();
  }
};
} // namespace
