// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Support/Decision.h"
#include "kiln/Support/Origin.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace kiln;

/// Where the units come from, each place once. Fused operations keep the
/// locations of what they are made of in their bodies only.
static SmallVector<std::string> getPlaces(ArrayRef<IRUnit> units) {
  SmallVector<std::string> places;
  for (IRUnit unit : units)
    cast<Operation *>(unit)->walk<WalkOrder::PostOrder>([&](Operation *op) {
      for (const Origin &origin : getOrigins(op->getLoc()))
        if (!llvm::is_contained(places, origin.str()))
          places.push_back(origin.str());
    });
  return places;
}

void DecisionAction::print(llvm::raw_ostream &os) const {
  describe(os);
  SmallVector<std::string> places = getPlaces(getContextIRUnits());
  if (!places.empty())
    os << " (" << llvm::join(places, ", ") << ")";
}

bool kiln::decide(llvm::StringLiteral tag, ArrayRef<Operation *> ops,
                  DecisionAction::Describe describe) {
  MLIRContext *context = ops.front()->getContext();
  if (!context->hasActionHandler())
    return true;
  bool isTaken = false;
  SmallVector<IRUnit> units(ops.begin(), ops.end());
  context->executeAction([&] { isTaken = true; },
                         DecisionAction(tag, units, describe));
  return isTaken;
}

bool kiln::decideFusion(ArrayRef<Operation *> ops) {
  return decide("kiln-fusion", ops,
                [](llvm::raw_ostream &os) { os << "fusion"; });
}
