// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of torch.vmap. The archive has them as a state machine: functions of
// functorch open a level with its batch size, add a batch dimension to what
// goes in, remove it from the results, and close the level. The operators
// between them have the sizes of one example, just as the body of
// `ep.map` has.
#include "ProgramImporter.h"
#include "kiln/Dialect/Aten/Aten.h"
#include "kiln/Dialect/EP/Expr.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::pt2;

static constexpr llvm::StringLiteral kFunctions =
    "torch._functorch.predispatch.";

static StringRef getFunction(const Node &node) {
  StringRef target = node.target;
  return target.consume_front(kFunctions) ? target : "";
}

bool pt2::isVmap(const Node &node) {
  return getFunction(node) == "_vmap_increment_nesting";
}

/// One call: its inputs and outputs.
struct ProgramImporter::Vmap {
  Vmap(OpBuilder &builder, Location loc, StringRef randomness)
      : body(builder, loc), randomness(randomness) {}

  DetachedBody body;
  StringRef randomness;
  SmallVector<Value> xs, results; ///< with the batch; of one example
  SmallVector<StringRef> names;
  SmallVector<int64_t> dims;         ///< where the batch goes in each result
  SmallVector<ep::TensorType> types; ///< of the results with the batch
};

llvm::Error ProgramImporter::openLevel() {
  constexpr int64_t kMaxLevel = 64;
  if (functorchLevel == kMaxLevel)
    return fail(ImportError::Limits,
                "vmap and jvp nested deeper than " + Twine(kMaxLevel));
  ++functorchLevel;
  return llvm::Error::success();
}

llvm::Expected<ep::ExprAttr> ProgramImporter::readNumber(const Node &node,
                                                         unsigned position) {
  llvm::Expected<const Argument *> argument = getPositional(node, position);
  if (!argument)
    return argument.takeError();
  llvm::Expected<Attribute> attribute = readAttribute(**argument);
  if (!attribute)
    return attribute.takeError();
  ep::ExprAttr number = toNumber(*attribute);
  if (!number || ep::getSort(number) != ep::Sort::Int)
    return fail(ImportError::Operator,
                "argument " + Twine(position) + " is no int");
  return number;
}

Value ProgramImporter::buildMoveDim(Location loc, Value value, int64_t from,
                                    int64_t to, ep::TensorType type) {
  const aten::Schema *schema = aten::lookupSchema("aten.movedim.int");
  aten::NamedArgument arguments[] = {
      {"self", value},
      {"source", Attribute(builder.getI64IntegerAttr(from))},
      {"destination", Attribute(builder.getI64IntegerAttr(to))}};
  return aten::buildAtenOp(builder, loc, *schema, arguments, Type(type))
      ->getResult(0);
}

/// The type with a dimension at another place.
llvm::Expected<ep::TensorType>
ProgramImporter::moveDim(ep::TensorType type, int64_t from, int64_t to) {
  auto move = [&](SmallVector<ep::ExprAttr> items) {
    ep::ExprAttr item = items[from];
    items.erase(items.begin() + from);
    items.insert(items.begin() + to, item);
    return items;
  };
  return makeType(type.getElementType(),
                  move(SmallVector<ep::ExprAttr>(type.getSizes())),
                  move(type.getStridesOrDefault()), type.getDevice());
}

/// The arguments that functions on batched tensors share: a tensor, and the
/// level, which must be the innermost open one.
llvm::Expected<Value> ProgramImporter::readBatched(const Node &node,
                                                   unsigned levelPosition) {
  llvm::Expected<Value> value = readValue(node, 0);
  if (!value)
    return value.takeError();
  llvm::Expected<ep::ExprAttr> level = readNumber(node, levelPosition);
  if (!level)
    return level.takeError();
  if (!isa<ep::TensorType>(value->getType()) || !level->isInt(functorchLevel))
    return fail(ImportError::Operator, "does not fit the open level " +
                                           Twine(functorchLevel) + " of vmap");
  return value;
}

/// (tensor, dimension, level) -> the tensor of one example
llvm::Error ProgramImporter::addBatchDim(const Node &node, Vmap &vmap) {
  llvm::Expected<Value> value = readBatched(node, 2);
  if (!value)
    return value.takeError();
  llvm::Expected<ep::ExprAttr> dim = readNumber(node, 1);
  if (!dim)
    return dim.takeError();
  SmallVector<Type> types;
  SmallVector<StringRef> names;
  if (llvm::Error error = readResults(node, types, names))
    return error;
  auto type = cast<ep::TensorType>(value->getType());
  int64_t from = dim->isInt() ? dim->getValue() : -1;
  if (from < 0 || from >= type.getRank() || types.size() != 1 ||
      value->getParentRegion() == &vmap.body.get())
    return fail(ImportError::Operator, "adds no batch dimension to a tensor");
  Location loc = makeNodeLoc(context, node);
  if (from != 0) {
    llvm::Expected<ep::TensorType> moved = moveDim(type, from, 0);
    if (!moved)
      return moved.takeError();
    OpBuilder::InsertionGuard guard(builder);
    builder.restoreInsertionPoint(vmap.body.outside);
    *value = buildMoveDim(loc, *value, from, 0, *moved);
  }
  vmap.xs.push_back(*value);
  return define(names[0], vmap.body.get().front().addArgument(types[0], loc));
}

/// (tensor of one example, level, size, dimension) -> the tensor
llvm::Error ProgramImporter::removeBatchDim(const Node &node, Vmap &vmap) {
  llvm::Expected<Value> value = readBatched(node, 1);
  if (!value)
    return value.takeError();
  llvm::Expected<ep::ExprAttr> dim = readNumber(node, 3);
  if (!dim)
    return dim.takeError();
  SmallVector<Type> types;
  if (llvm::Error error = readResults(node, types, vmap.names))
    return error;
  auto type =
      types.size() == 1 ? dyn_cast<ep::TensorType>(types[0]) : ep::TensorType();
  if (!type || !dim->isInt() || dim->getValue() < 0 ||
      dim->getValue() >= type.getRank())
    return fail(ImportError::Operator,
                "removes no batch dimension from a tensor");
  vmap.results.push_back(*value);
  vmap.dims.push_back(dim->getValue());
  vmap.types.push_back(type);
  return llvm::Error::success();
}

/// A difference between an iteration of `ep.map` and one example of vmap.
static std::optional<std::string> findObstacle(Operation *op,
                                               StringRef randomness) {
  auto aten = dyn_cast<aten::AtenOp>(op);
  if (!aten)
    return std::nullopt;
  const aten::Schema &schema = aten.getSchema();
  if (schema.isRandom() && randomness != "different")
    return ("draws random numbers under randomness '" + randomness + "'").str();
  for (auto [i, argument] : llvm::enumerate(schema.getArguments())) {
    if (!argument.mutated || argument.type.list)
      continue;
    // A value from outside of the body, or a view of one.
    Value written = aten.tensor(i);
    auto maker = written
                     ? dyn_cast_or_null<aten::AtenOp>(written.getDefiningOp())
                     : aten::AtenOp();
    bool isNew = maker && maker->getParentRegion() == op->getParentRegion() &&
                 llvm::all_of(maker.getSchema().getResults(),
                              [](const aten::SchemaArgument &result) {
                                return result.alias.empty();
                              });
    if (!isNew)
      return "writes a tensor that may be from outside of vmap";
  }
  return std::nullopt;
}

llvm::Error ProgramImporter::finishVmap(Location loc, Vmap &vmap) {
  std::optional<std::string> obstacle;
  vmap.body.get().walk([&](Operation *op) {
    if (!obstacle)
      obstacle = findObstacle(op, vmap.randomness);
  });
  if (obstacle)
    return fail(ImportError::Operator, *obstacle);
  if (vmap.xs.empty())
    return fail(ImportError::Operator, "vmap without a batched tensor");
  ep::YieldOp::create(builder, loc, vmap.results);
  SmallVector<Value> captured = vmap.body.isolate(loc);
  SmallVector<Type> types;
  for (auto [type, dim] : llvm::zip(vmap.types, vmap.dims)) {
    llvm::Expected<ep::TensorType> stacked = moveDim(type, dim, 0);
    if (!stacked)
      return stacked.takeError();
    types.push_back(*stacked);
  }
  builder.restoreInsertionPoint(vmap.body.outside);
  auto op = ep::MapOp::create(builder, loc, types, vmap.xs, captured);
  op.getBody().takeBody(vmap.body.get());
  for (auto [i, result] : llvm::enumerate(op.getResults())) {
    Value value = result;
    if (vmap.dims[i] != 0)
      value = buildMoveDim(loc, value, 0, vmap.dims[i], vmap.types[i]);
    if (llvm::Error error = define(vmap.names[i], value))
      return error;
  }
  return llvm::Error::success();
}

/// Imports the call that the first node begins; the number of its nodes.
llvm::Expected<size_t> ProgramImporter::importVmap(llvm::ArrayRef<Node> nodes) {
  llvm::Expected<ep::ExprAttr> size = readNumber(nodes[0], 0);
  if (!size)
    return size.takeError();
  llvm::Expected<const Argument *> randomness = getPositional(nodes[0], 1);
  if (!randomness)
    return randomness.takeError();
  if (llvm::Error error = openLevel())
    return error;
  Location loc = makeNodeLoc(context, nodes[0]);
  Vmap vmap(builder, loc, (*randomness)->value->getAsString().value_or(""));
  llvm::StringMap<Value> outer = values;
  size_t i = 1;
  while (i < nodes.size() &&
         getFunction(nodes[i]) != "_vmap_decrement_nesting") {
    currentNode = &nodes[i];
    StringRef function = getFunction(nodes[i]);
    size_t read = 1;
    llvm::Error error = llvm::Error::success();
    if (function == "_add_batch_dim")
      error = addBatchDim(nodes[i], vmap);
    else if (function == "_remove_batch_dim")
      error = removeBatchDim(nodes[i], vmap);
    else
      error = importNext(nodes.drop_front(i)).moveInto(read);
    if (error)
      return error;
    i += read;
  }
  currentNode = &nodes[0];
  if (i == nodes.size())
    return fail(ImportError::Operator, "opens a level of vmap that stays open");
  --functorchLevel;
  // Values of the examples have no name outside.
  values = std::move(outer);
  if (llvm::Error error = finishVmap(loc, vmap))
    return error;
  return i + 1;
}
