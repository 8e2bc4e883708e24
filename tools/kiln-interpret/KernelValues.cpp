// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelValues.h"
#include "kiln/Compiler/Compiler.h"
#include "kiln/Dialect/Exec/Exec.h"
#include "kiln/Package/Manifest.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include <set>

using namespace mlir;
using namespace kiln;
using namespace kiln::interpret;

//===----------------------------------------------------------------------===//
// Numbers in locations
//===----------------------------------------------------------------------===//

/// Names of locations that hold the number of an operation, of a dispatch.
static constexpr StringLiteral kOperation = "kiln.operation ";
static constexpr StringLiteral kDispatch = "kiln.dispatch ";

static void setNumber(Operation *op, StringRef prefix, unsigned number) {
  std::string name = (prefix + Twine(number)).str();
  op->setLoc(
      NameLoc::get(StringAttr::get(op->getContext(), name), op->getLoc()));
}

static std::optional<unsigned> readNumber(Location loc, StringRef prefix) {
  unsigned number = 0;
  auto name = dyn_cast<NameLoc>(loc);
  if (!name)
    return std::nullopt;
  StringRef text = name.getName();
  if (!text.consume_front(prefix) || text.getAsInteger(10, number))
    return std::nullopt;
  return number;
}

/// Adds all numbers of operations in a location.
static void addNumbers(Location loc, std::set<unsigned> &numbers) {
  loc->walk([&](Location part) {
    if (std::optional<unsigned> number = readNumber(part, kOperation))
      numbers.insert(*number);
    return WalkResult::advance();
  });
}

void interpret::numberOperations(ep::ProgramOp program) {
  unsigned number = 0;
  program.getGraph().getBody().walk(
      [&](Operation *op) { setNumber(op, kOperation, number++); });
}

std::optional<unsigned> interpret::getNumber(Operation *op) {
  return readNumber(op->getLoc(), kOperation);
}

//===----------------------------------------------------------------------===//
// The values that a dispatch computes
//===----------------------------------------------------------------------===//

namespace {
/// The numbers of all operations that a value in a kernel is computed by.
class Slice {
public:
  void add(Value value);
  std::set<unsigned> numbers;

private:
  llvm::DenseSet<Value> seen;
};
} // namespace

void Slice::add(Value value) {
  if (!seen.insert(value).second)
    return;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    // The element of an operand.
    if (auto generic =
            dyn_cast<linalg::GenericOp>(argument.getOwner()->getParentOp()))
      add(generic->getOperand(argument.getArgNumber()));
    return;
  }
  Operation *op = value.getDefiningOp();
  if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
    Value yielded = generic.getBody()->getTerminator()->getOperand(
        cast<OpResult>(value).getResultNumber());
    // One that only moves elements is known by its own location.
    if (isa<BlockArgument>(yielded))
      addNumbers(generic.getLoc(), numbers);
    return add(yielded);
  }
  op->walk([&](Operation *nested) {
    addNumbers(nested->getLoc(), numbers);
    for (Value operand : nested->getOperands())
      add(operand);
  });
}

/// Does anything but the other steps of operation `number` read the tensor?
static bool leavesOperation(Value tensor, unsigned number) {
  return llvm::any_of(tensor.getUsers(), [&](Operation *user) {
    if (isa<ep::ToBuiltinOp, ep::FromBuiltinOp, tensor::ExpandShapeOp,
            tensor::CollapseShapeOp>(user))
      return leavesOperation(user->getResult(0), number);
    std::set<unsigned> numbers;
    addNumbers(user->getLoc(), numbers);
    return !isa<exec::DispatchOp>(user) || numbers.count(number) == 0;
  });
}

/// Ops that are fused into an operation come before it: a result belongs to the
/// last operation that computes it.
static SmallVector<Written> getWritten(exec::DispatchOp dispatch) {
  auto kernel = SymbolTable::lookupNearestSymbolFrom<exec::KernelOp>(
      dispatch, dispatch.getKernelAttr());
  SmallVector<Written> written;
  for (auto [result, yielded] : llvm::zip_equal(
           dispatch.getResults(), kernel.getYield().getOperands())) {
    Written &added = written.emplace_back();
    added.type = cast<RankedTensorType>(result.getType());
    Slice slice;
    slice.add(yielded);
    if (!slice.numbers.empty() &&
        leavesOperation(result, *slice.numbers.rbegin()))
      added.operation = *slice.numbers.rbegin();
  }
  return written;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// Program `name` as it is lowered for `target`.
static ep::ProgramOp findProgram(ModuleOp module, StringRef name,
                                 StringRef target) {
  auto variants = module.getOps<exec::VariantOp>();
  exec::VariantOp variant =
      *llvm::find_if(variants, [&](exec::VariantOp variant) {
        return llvm::is_contained(
            variant.getTargets().getAsValueRange<StringAttr>(), target);
      });
  return cast<ep::ProgramOp>(SymbolTable::lookupSymbolIn(variant, name));
}

/// The instructions of the entry `run`, which is the first host program.
static SmallVector<Operation *> getInstructions(ep::ProgramOp program) {
  SmallVector<Operation *> instructions;
  auto hosts = program.getBody().getOps<exec::HostOp>();
  for (Block &block : (*hosts.begin()).getBody())
    for (Operation &op : block)
      if (isHostInstruction(op))
        instructions.push_back(&op);
  return instructions;
}

/// The package's kernels have the names of `packaged`, but only in `traced`,
/// where equal kernels stay apart, are the locations in a kernel those of its
/// dispatch. The instructions are the same.
llvm::Expected<Launches> interpret::findLaunches(ModuleOp module,
                                                 ep::ProgramOp program,
                                                 ArrayRef<std::string> targets,
                                                 StringRef used) {
  StringRef name = program.getSymName();
  PipelineOptions merged, apart;
  merged.targets = apart.targets = targets;
  apart.mergeEqual = false;
  OwningOpRef<ModuleOp> packaged = module.clone();
  OwningOpRef<ModuleOp> traced = module.clone();
  if (failed(lower(*packaged, Phase::Core, Phase::Host, merged)) ||
      failed(lower(*traced, Phase::Core, Phase::Dispatches, apart)))
    return llvm::createStringError("the program does not compile");
  std::vector<SmallVector<Written>> dispatches;
  findProgram(*traced, name, used).walk([&](exec::DispatchOp dispatch) {
    setNumber(dispatch, kDispatch, dispatches.size());
    dispatches.push_back(getWritten(dispatch));
  });
  if (failed(lower(*traced, Phase::Dispatches, Phase::Host, apart)))
    return llvm::createStringError("the program does not compile");
  Launches launches;
  for (auto [i, named, numbered] :
       llvm::enumerate(getInstructions(findProgram(*packaged, name, used)),
                       getInstructions(findProgram(*traced, name, used)))) {
    auto launch = dyn_cast<exec::LaunchOp>(named);
    if (!launch)
      continue;
    unsigned dispatch = *readNumber(numbered->getLoc(), kDispatch);
    launches[i] = {launch.getKernel().str(), dispatch, dispatches[dispatch]};
  }
  return launches;
}
