// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules of torch.export's signatures: the order of outputs, targets that
// must exist, types that must agree.
#include "VerifySignature.h"
#include "kiln/Dialect/EP/Expr.h"
#include "kiln/Dialect/EP/ReturnedViews.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::ep;

namespace {
/// Where in a signature outputs of a kind stand.
enum class Place { Tokens, Mutations, Results };

class SignatureVerifier {
public:
  explicit SignatureVerifier(GraphOp graph) : graph(graph) {
    // All at once: looking one up takes a walk over all.
    for (Operation &op : graph.getProgram().getBody().front())
      if (auto symbol = dyn_cast<SymbolOpInterface>(op))
        state.try_emplace(symbol.getNameAttr(), &op);
  }
  LogicalResult verify();

private:
  LogicalResult verifyInput(unsigned index);
  LogicalResult verifyOutput(unsigned index);
  LogicalResult verifyTarget(unsigned index, InputKind kind);
  LogicalResult verifyView(unsigned index);
  LogicalResult verifyCounts();
  template <typename StateOp>
  LogicalResult verifyState(unsigned index);

  InFlightDiagnostic failInput(unsigned index) {
    // An argument has a line of its own in the text.
    return emitError(graph.getArgument(index).getLoc(), "'")
           << graph->getName() << "' op input " << index;
  }
  InFlightDiagnostic failOutput(unsigned index) {
    return graph.emitOpError("output ") << index;
  }

  GraphOp graph;
  llvm::DenseMap<StringAttr, Operation *> state; ///< the program's symbols
  /// Inputs by kind and target; not those that have no target of their own.
  llvm::DenseMap<std::pair<unsigned, StringAttr>, unsigned> inputs;
  /// Targets of mutations so far.
  llvm::DenseSet<std::pair<unsigned, StringAttr>> mutated;
  Place place = Place::Tokens;
  unsigned tokensIn = 0, tokensOut = 0, losses = 0, gradients = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

/// The entry of the state that an input names exists and has its type.
template <typename StateOp>
LogicalResult SignatureVerifier::verifyState(unsigned index) {
  InputAttr input = graph.getInput(index);
  StringRef what = stringifyInputKind(input.getKind());
  auto entry = dyn_cast_or_null<StateOp>(state.lookup(input.getTarget()));
  if (!entry)
    return failInput(index)
           << " names an unknown " << what << " " << input.getTarget();
  if (entry.getType() != graph.getArgumentTypes()[index])
    return failInput(index)
           << " has type " << graph.getArgumentTypes()[index] << " but " << what
           << " " << input.getTarget() << " has " << entry.getType();
  if (!inputs.try_emplace({unsigned(input.getKind()), input.getTarget()}, index)
           .second)
    return failInput(index)
           << " names " << what << " " << input.getTarget() << " again";
  return success();
}

LogicalResult SignatureVerifier::verifyInput(unsigned index) {
  InputAttr input = graph.getInput(index);
  if (!input)
    return failInput(index) << " has no ep.input";
  Type type = graph.getArgumentTypes()[index];
  switch (input.getKind()) {
  case InputKind::Parameter:
    return verifyState<ParameterOp>(index);
  case InputKind::Buffer:
    return verifyState<BufferOp>(index);
  case InputKind::ConstantTensor:
    return verifyState<ConstantOp>(index);
  case InputKind::CustomObject:
    if (!isa<ObjectType>(type))
      return failInput(index) << " is a custom object but has type " << type;
    return success();
  case InputKind::Token:
    ++tokensIn;
    if (!isa<TokenType>(type))
      return failInput(index) << " is a token but has type " << type;
    return success();
  case InputKind::UserInput:
    if (!inputs
             .try_emplace({unsigned(InputKind::UserInput), input.getTarget()},
                          index)
             .second)
      return failInput(index)
             << " names user_input " << input.getTarget() << " again";
    return success();
  case InputKind::ConstantInput:
    return success();
  }
  llvm_unreachable("unknown input kind");
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

/// Can values of these types stand for one another up to strides?
static bool agree(Type a, Type b) {
  auto left = dyn_cast<ep::TensorType>(a), right = dyn_cast<ep::TensorType>(b);
  if (!left || !right)
    return a == b;
  if (left.getElementType() != right.getElementType() ||
      left.getRank() != right.getRank())
    return false;
  return llvm::none_of(llvm::zip(left.getSizes(), right.getSizes()),
                       [](auto sizes) {
                         auto [x, y] = sizes;
                         return proveEqual(x, y) == Answer::No;
                       });
}

/// An output that belongs to an input of this kind names one, and has its type.
LogicalResult SignatureVerifier::verifyTarget(unsigned index, InputKind kind) {
  OutputAttr output = graph.getOutput(index);
  auto found = inputs.find({unsigned(kind), output.getTarget()});
  bool gradient = output.getKind() == OutputKind::GradientToParameter ||
                  output.getKind() == OutputKind::GradientToUserInput;
  if (found == inputs.end())
    return failOutput(index)
           << (gradient ? " is the gradient of" : " mutates") << " an unknown "
           << stringifyInputKind(kind) << " " << output.getTarget();
  Type type = graph.getResultTypes()[index];
  Type target = graph.getArgumentTypes()[found->second];
  if (!agree(type, target))
    return failOutput(index) << " has type " << type << " but "
                             << output.getTarget() << " has " << target;
  if (!gradient && !mutated.insert({unsigned(kind), output.getTarget()}).second)
    return failOutput(index) << " mutates " << output.getTarget() << " again";
  return success();
}

/// An output that has an input's memory names a tensor that stays as it is.
LogicalResult SignatureVerifier::verifyView(unsigned index) {
  Attribute attribute = graph.getResultAttr(index, kViewOfAttrName);
  if (!attribute)
    return success();
  std::optional<ReturnedView> view = getReturnedView(attribute);
  if (!view)
    return failOutput(index) << " has a malformed ep.view_of";
  std::pair<unsigned, StringAttr> target(unsigned(InputKind::UserInput),
                                         view->input);
  auto found = inputs.find(target);
  auto type = dyn_cast<ep::TensorType>(graph.getResultTypes()[index]);
  auto viewed =
      found == inputs.end()
          ? ep::TensorType()
          : dyn_cast<ep::TensorType>(graph.getArgumentTypes()[found->second]);
  if (!type || !viewed || type.getElementType() != viewed.getElementType())
    return failOutput(index) << " is a view of " << view->input
                             << ", which is no input of its element type";
  if (mutated.contains(target))
    return failOutput(index)
           << " is a view of " << view->input << ", which is mutated";
  return success();
}

static Place getPlace(OutputKind kind) {
  switch (kind) {
  case OutputKind::Token:
    return Place::Tokens;
  case OutputKind::BufferMutation:
  case OutputKind::ParameterMutation:
  case OutputKind::UserInputMutation:
    return Place::Mutations;
  default:
    return Place::Results;
  }
}

LogicalResult SignatureVerifier::verifyOutput(unsigned index) {
  OutputAttr output = graph.getOutput(index);
  if (!output)
    return failOutput(index) << " has no ep.output";
  Place now = getPlace(output.getKind());
  if (now < place)
    return failOutput(index)
           << " is a " << stringifyOutputKind(output.getKind())
           << ", which stands before the outputs of other kinds";
  place = now;
  switch (output.getKind()) {
  case OutputKind::BufferMutation:
    return verifyTarget(index, InputKind::Buffer);
  case OutputKind::ParameterMutation:
    return verifyTarget(index, InputKind::Parameter);
  case OutputKind::UserInputMutation:
    return verifyTarget(index, InputKind::UserInput);
  case OutputKind::GradientToParameter:
    ++gradients;
    return verifyTarget(index, InputKind::Parameter);
  case OutputKind::GradientToUserInput:
    ++gradients;
    return verifyTarget(index, InputKind::UserInput);
  case OutputKind::Loss:
    ++losses;
    if (!isa<ep::TensorType>(graph.getResultTypes()[index]))
      return failOutput(index) << " is the loss but no tensor";
    return success();
  case OutputKind::Token:
    ++tokensOut;
    if (!isa<TokenType>(graph.getResultTypes()[index]))
      return failOutput(index)
             << " is a token but has type " << graph.getResultTypes()[index];
    return success();
  case OutputKind::UserOutput:
    return verifyView(index);
  case OutputKind::ConstantOutput:
    return success();
  }
  llvm_unreachable("unknown output kind");
}

LogicalResult SignatureVerifier::verifyCounts() {
  if (tokensIn != tokensOut)
    return graph.emitOpError("has ") << tokensIn << " tokens as inputs but "
                                     << tokensOut << " as outputs";
  if (losses > 1)
    return graph.emitOpError("has ") << losses << " losses";
  if (gradients && !losses)
    return graph.emitOpError("has gradients but no loss");
  return success();
}

LogicalResult SignatureVerifier::verify() {
  for (unsigned i = 0, e = graph.getNumArguments(); i < e; ++i)
    if (failed(verifyInput(i)))
      return failure();
  for (unsigned i = 0, e = graph.getNumResults(); i < e; ++i)
    if (failed(verifyOutput(i)))
      return failure();
  return verifyCounts();
}

LogicalResult ep::verifySignature(GraphOp graph) {
  return SignatureVerifier(graph).verify();
}
