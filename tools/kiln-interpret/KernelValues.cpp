// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelValues.h"
#include "kiln/Compiler/Compiler.h"
#include "kiln/Dialect/Exec/Exec.h"
#include "kiln/Package/Manifest.h"
#include <set>

using namespace mlir;
using namespace kiln;
using namespace kiln::interpret;

/// Names of locations that hold a number.
static constexpr StringLiteral kPrefix = "kiln.operation ";

void interpret::numberOperations(ep::ProgramOp program) {
  unsigned number = 0;
  for (Operation &op : program.getGraph().getBody().front()) {
    std::string name = (kPrefix + Twine(number++)).str();
    op.setLoc(
        NameLoc::get(StringAttr::get(op.getContext(), name), op.getLoc()));
  }
}

static std::optional<unsigned> readNumber(Location loc) {
  unsigned number = 0;
  auto name = dyn_cast<NameLoc>(loc);
  if (!name)
    return std::nullopt;
  StringRef text = name.getName();
  if (!text.consume_front(kPrefix) || text.getAsInteger(10, number))
    return std::nullopt;
  return number;
}

std::optional<unsigned> interpret::getNumber(Operation *op) {
  return readNumber(op->getLoc());
}

/// All numbers in a location.
static std::set<unsigned> getNumbers(Location loc) {
  std::set<unsigned> numbers;
  loc->walk([&](Location part) {
    if (std::optional<unsigned> number = readNumber(part))
      numbers.insert(*number);
    return WalkResult::advance();
  });
  return numbers;
}

static exec::KernelOp getKernel(exec::LaunchOp op) {
  return SymbolTable::lookupNearestSymbolFrom<exec::KernelOp>(
      op->getParentOp()->getParentOp(), op.getKernelAttr());
}

static OperandRange getWritten(exec::LaunchOp op) {
  return op.getBuffers().drop_front(getKernel(op).getNumTensorArguments());
}

/// The next launch that writes the buffer: kernels work in place.
static Operation *findNextWriter(Value buffer, exec::LaunchOp writer) {
  Operation *next = nullptr;
  for (Operation *user : buffer.getUsers()) {
    auto launch = dyn_cast<exec::LaunchOp>(user);
    if (launch && writer->isBeforeInBlock(user) &&
        llvm::is_contained(getWritten(launch), buffer) &&
        (!next || user->isBeforeInBlock(next)))
      next = user;
  }
  return next;
}

/// Does anything but the other steps of operation `number` read what `writer`
/// has written to the buffer?
static bool leavesOperation(Value buffer, exec::LaunchOp writer,
                            unsigned number) {
  for (Operation *user : buffer.getUsers())
    if (user->getBlock() != writer->getBlock())
      return false; // in a branch or loop, say: not followed
  Operation *end = findNextWriter(buffer, writer);
  if (!end &&
      isa_and_nonnull<exec::OutputOp, exec::StateOp>(buffer.getDefiningOp()))
    return true;
  return llvm::any_of(buffer.getUsers(), [&](Operation *user) {
    if (!writer->isBeforeInBlock(user) || (end && end->isBeforeInBlock(user)))
      return false;
    return !isa<exec::LaunchOp>(user) ||
           getNumbers(user->getLoc()).count(number) == 0;
  });
}

static Launch makeLaunch(exec::LaunchOp op) {
  exec::KernelOp kernel = getKernel(op);
  Launch launch;
  launch.kernel = kernel.getSymName().str();
  std::set<unsigned> numbers = getNumbers(op.getLoc());
  for (auto [buffer, type] :
       llvm::zip(getWritten(op), kernel.getResultTypes())) {
    launch.types.push_back(cast<RankedTensorType>(type));
    launch.operations.emplace_back();
    // What is fused into an operation comes before it. A kernel of several
    // results may hold some of earlier operations.
    if (numbers.empty() || kernel.getResultTypes().size() != 1)
      continue;
    unsigned last = *numbers.rbegin();
    if (leavesOperation(buffer, op, last))
      launch.operations.back() = last;
  }
  return launch;
}

llvm::Expected<Launches> interpret::findLaunches(ModuleOp module,
                                                 ep::ProgramOp program) {
  OwningOpRef<ModuleOp> copy = module.clone();
  if (failed(lower(*copy, Phase::Core, Phase::Host, {})))
    return llvm::createStringError("the program does not compile");
  Launches launches;
  for (auto lowered : copy->getOps<ep::ProgramOp>()) {
    if (lowered.getSymName() != program.getSymName())
      continue;
    // The first host program is the entry `run`.
    auto hosts = lowered.getBody().getOps<exec::HostOp>();
    size_t instruction = 0;
    for (Block &block : (*hosts.begin()).getBody())
      for (Operation &op : block) {
        if (!isHostInstruction(op))
          continue;
        if (auto launch = dyn_cast<exec::LaunchOp>(op))
          launches[instruction] = makeLaunch(launch);
        ++instruction;
      }
  }
  return launches;
}
