// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that are called on copies of the arguments that they write.
#include "Effects.h"
#include "kiln/Dialect/EP/Expr.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::pt2;

namespace kiln::pt2 {
/// The keyword arguments of auto_functionalized_v2: those of the operator that
/// it does not write, and for each `x` that it does `_x_base_index`, the place
/// in `_all_bases`, None for None. Where the argument is a view of the base,
/// `_x_size`, `_x_stride`, `_x_storage_offset`, or `_x_slice_dim`,
/// `_x_slice_start`, `_x_slice_end` say which. A list `x` has `_x_length`, and
/// its elements are called `x_0`, `x_1`, ….
class Keywords {
public:
  explicit Keywords(llvm::ArrayRef<NamedArgument> inputs) {
    for (const NamedArgument &input : inputs)
      entries.insert({input.name, input.arg});
  }

  /// Removes an argument, and returns it; null when there is none.
  std::optional<Argument> take(const Twine &name) {
    auto it = entries.find(StringRef(name.str()));
    if (it == entries.end())
      return std::nullopt;
    Argument argument = it->second;
    entries.erase(it);
    return argument;
  }

  bool has(const Twine &name) const {
    return entries.contains(StringRef(name.str()));
  }

  /// `x` and whether it is a list, where a key of a written `x` is left; else
  /// empty.
  std::pair<StringRef, bool> findWritten() const {
    for (bool isList : {true, false})
      for (const auto &[key, argument] : entries) {
        StringRef name = key;
        if (name.consume_front("_") &&
            name.consume_back(isList ? "_length" : "_base_index"))
          return {name, isList};
      }
    return {"", false};
  }

  std::vector<NamedArgument> getRest() const {
    std::vector<NamedArgument> rest;
    for (const auto &[key, argument] : entries)
      rest.push_back({key, argument});
    return rest;
  }

private:
  llvm::MapVector<StringRef, Argument> entries;
};
} // namespace kiln::pt2

llvm::Expected<SmallVector<ep::ExprAttr>>
ProgramImporter::takeNumbers(Keywords &keywords, const Twine &name) {
  SmallVector<ep::ExprAttr> numbers;
  std::optional<Argument> argument = keywords.take(name);
  if (!argument || argument->kind == "as_none")
    return numbers;
  llvm::Expected<Attribute> attribute = readAttribute(*argument);
  if (!attribute)
    return attribute.takeError();
  auto list = dyn_cast<ArrayAttr>(*attribute);
  for (Attribute item : list ? list.getValue() : ArrayRef(*attribute)) {
    numbers.push_back(toNumber(item));
    if (!numbers.back() || ep::getSort(numbers.back()) != ep::Sort::Int)
      return fail(ImportError::Operator, "keyword " + name + " holds no ints");
  }
  return numbers;
}

llvm::Expected<WrittenView>
ProgramImporter::takeView(Keywords &keywords, const Twine &name, size_t bases) {
  WrittenView view;
  if (!keywords.has("_" + name + "_base_index"))
    return fail(ImportError::Operator,
                "keyword _" + name + "_base_index is missing");
  auto base = takeNumbers(keywords, "_" + name + "_base_index");
  if (!base)
    return base.takeError();
  if (!base->empty()) {
    if (!base->front().isInt() || base->front().getValue() < 0 ||
        base->front().getValue() >= static_cast<int64_t>(bases))
      return fail(ImportError::Operator,
                  "keyword _" + name + "_base_index is no base");
    view.base = base->front().getValue();
  }
  keywords.take("_" + name + "_alias");
  struct {
    StringRef ending;
    SmallVector<ep::ExprAttr> &numbers;
  } const parts[] = {{"_size", view.size},
                     {"_stride", view.stride},
                     {"_storage_offset", view.offset},
                     {"_slice_dim", view.slice},
                     {"_slice_start", view.slice},
                     {"_slice_end", view.slice}};
  for (const auto &[ending, numbers] : parts) {
    auto read = takeNumbers(keywords, "_" + name + ending);
    if (!read)
      return read.takeError();
    llvm::append_range(numbers, *read);
  }
  return view;
}

/// The view, made of its base in the body.
llvm::Expected<Value> ProgramImporter::buildView(Location loc,
                                                 const WrittenView &view,
                                                 ValueRange bases) {
  if (!view.base)
    return Value();
  Value base = bases[*view.base];
  auto type = dyn_cast<ep::TensorType>(base.getType());
  if (view.offset.empty() && view.slice.empty())
    return base;
  bool isSlice = view.slice.size() == 3 && view.slice[0].isInt() && type &&
                 view.slice[0].getValue() >= 0 &&
                 view.slice[0].getValue() < type.getRank();
  bool isStrided =
      type && view.offset.size() == 1 && view.size.size() == view.stride.size();
  if (!isSlice && !isStrided)
    return fail(ImportError::Operator, "malformed view of a base");
  auto toList = [&](ArrayRef<ep::ExprAttr> exprs) {
    return aten::ArgumentValue(Attribute(builder.getArrayAttr(
        SmallVector<Attribute>(exprs.begin(), exprs.end()))));
  };
  SmallVector<ep::ExprAttr> sizes(isSlice ? type.getSizes()
                                          : ArrayRef(view.size));
  SmallVector<ep::ExprAttr> strides =
      isSlice ? type.getStridesOrDefault() : view.stride;
  if (isSlice)
    sizes[view.slice[0].getValue()] = ep::sub(view.slice[2], view.slice[1]);
  llvm::Expected<ep::TensorType> result =
      makeType(type.getElementType(), sizes, strides, type.getDevice());
  if (!result)
    return result.takeError();
  SmallVector<aten::ArgumentValue> arguments{base};
  if (isSlice)
    arguments.append({Attribute(view.slice[0]), Attribute(view.slice[1]),
                      Attribute(view.slice[2])});
  else
    arguments.append(
        {toList(view.size), toList(view.stride), Attribute(view.offset[0])});
  const aten::Schema *schema = aten::lookupSchema(
      isSlice ? "aten.slice.Tensor" : "aten.as_strided.default");
  return aten::buildAtenOp(builder, loc, *schema,
                           ArrayRef<aten::ArgumentValue>(arguments), *result)
      ->getResult(0);
}

/// Takes the written operands out of the keywords: for each argument, is it
/// a list, and its views.
llvm::Error ProgramImporter::takeWritten(Keywords &keywords, size_t bases,
                                         SmallVectorImpl<Written> &written) {
  while (true) {
    auto [name, isList] = keywords.findWritten();
    if (name.empty())
      return llvm::Error::success();
    Written &argument = written.emplace_back();
    argument.name = name;
    argument.isList = isList;
    std::optional<int64_t> length = 1;
    if (isList) {
      auto read = takeNumbers(keywords, "_" + name + "_length");
      if (!read)
        return read.takeError();
      // No length: the argument is None.
      length = read->empty() ? 0 : read->front().getValue();
      argument.isList = !read->empty();
    }
    for (int64_t i = 0; i < *length; ++i) {
      llvm::Expected<WrittenView> view = takeView(
          keywords, isList ? name + "_" + Twine(i) : Twine(name), bases);
      if (!view)
        return view.takeError();
      argument.views.push_back(*view);
    }
  }
}

/// Of the first version, the keywords are the operator's own; what it writes is
/// in its schema.
llvm::Error ProgramImporter::takeWrittenBySchema(
    Keywords &keywords, const aten::Schema *schema,
    SmallVectorImpl<Value> &bases, SmallVectorImpl<Written> &written) {
  if (!schema)
    return fail(ImportError::Operator,
                "calls an operator whose schema is not known",
                "--op-schema tells it");
  for (const aten::SchemaArgument &argument : schema->getArguments()) {
    if (!argument.mutated)
      continue;
    std::optional<Argument> given = keywords.take(argument.name);
    if (!given || given->kind != "as_tensor")
      return fail(ImportError::Operator,
                  "writes argument " + argument.name + ", which is no tensor");
    llvm::Expected<Value> base = readValue(*given);
    if (!base)
      return base.takeError();
    WrittenView view;
    view.base = bases.size();
    bases.push_back(*base);
    written.push_back({argument.name, false, {view}});
  }
  return llvm::Error::success();
}

/// (operator, keywords) -> (its results…, the bases afterwards…)
llvm::Error ProgramImporter::importAutoFunctionalized(const Node &node,
                                                      Location loc) {
  llvm::Expected<StringRef> name = readCallee(node, 0);
  if (!name)
    return name.takeError();
  llvm::Expected<const aten::Schema *> schema = findSchema(*name);
  if (!schema)
    return schema.takeError();
  Keywords keywords(llvm::ArrayRef(node.inputs).drop_front());
  SmallVector<Value> bases;
  SmallVector<Written> written;
  if (std::optional<Argument> all = keywords.take("_all_bases")) {
    if (llvm::Error error = readOperands(*all, bases))
      return error;
    if (llvm::Error error = takeWritten(keywords, bases.size(), written))
      return error;
  } else if (llvm::Error error = takeWrittenBySchema(
                 keywords, *schema ? *schema : findOpSchema(*name), bases,
                 written)) {
    return error;
  }
  auto arguments = readArguments(*name, *schema, keywords.getRest());
  if (!arguments)
    return arguments.takeError();
  SmallVector<Type> types;
  SmallVector<StringRef> names;
  if (llvm::Error error = readResults(node, types, names))
    return error;
  if (types.size() < bases.size())
    return fail(ImportError::Operator, "has fewer results than bases");
  dropMissingResult(types, names, 0, types.size() - bases.size());
  SmallVector<Value> inputs = collectValues(*arguments);
  auto op =
      ep::AutoFunctionalizedOp::create(builder, loc, types, bases, inputs);
  OpBuilder::InsertionGuard guard(builder);
  IRMapping mapping;
  Block *body = addEntry(op.getBody(), bases, mapping);
  mapping.clear();
  for (Value input : inputs)
    mapping.map(input, body->addArgument(input.getType(), loc));
  mapValues(*arguments, mapping);
  builder.setInsertionPointToEnd(body);
  ValueRange copies = body->getArguments().take_front(bases.size());
  for (const Written &argument : written) {
    SmallVector<Value> views;
    for (const WrittenView &view : argument.views) {
      llvm::Expected<Value> value = buildView(loc, view, copies);
      if (!value)
        return value.takeError();
      views.push_back(*value);
    }
    aten::ArgumentValue value = views;
    if (!argument.isList)
      value = views.empty() ? Value() : views.front();
    arguments->push_back({argument.name, value});
  }
  Operation *called = buildOperator(loc, *name, *schema, *arguments,
                                    TypeRange(types).drop_back(bases.size()));
  SmallVector<Value> results(called->getResults());
  llvm::append_range(results, copies);
  ep::YieldOp::create(builder, loc, results);
  return defineAll(names, op->getResults());
}
