// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Aten/FunctionalForm.h"
#include "Aliasing.h"
#include "kiln/Dialect/Aten/Shape.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

/// Overloads by `namespace.name`.
static ArrayRef<const Schema *> getOverloads(const Twine &name) {
  using Table = llvm::StringMap<SmallVector<const Schema *>>;
  static const Table table = [] {
    Table made;
    forEachSchema([&](const Schema &schema) {
      made[(schema.getNamespace() + "." + schema.getBaseName()).str()]
          .push_back(&schema);
    });
    return made;
  }();
  auto found = table.find(name.str());
  return found == table.end() ? ArrayRef<const Schema *>() : found->second;
}

static bool isInPlace(StringRef base) {
  return base.ends_with("_") && !base.ends_with("__");
}

/// The names that a counterpart may have, best first.
static SmallVector<std::string> getNames(StringRef base) {
  // `__iand__` is the in-place form of `__and__`.
  if (base.starts_with("__i") && base.ends_with("__"))
    return {("__" + base.drop_front(3)).str()};
  if (isInPlace(base))
    return {base.drop_back().str(), (base.drop_back() + "_functional").str()};
  return {base.str(), (base + "_functional").str()};
}

/// The arguments of `to` out of those of `from`; `skipWritten` for out= forms,
/// where the written operand is not read.
static bool matchArguments(const Schema &from, const Schema &to,
                           bool skipWritten,
                           SmallVectorImpl<std::optional<unsigned>> &matched) {
  ArrayRef<SchemaArgument> source = from.getArguments();
  unsigned used = 0;
  for (auto [i, argument] : llvm::enumerate(to.getArguments())) {
    std::optional<unsigned> found = from.findArgument(argument.name);
    // dropout calls its first argument otherwise than dropout_.
    if (!found && i == 0 && !source.empty() && source[0].mutated)
      found = 0;
    if (found && ((skipWritten && source[*found].mutated) ||
                  source[*found].type.kind != argument.type.kind ||
                  source[*found].type.list != argument.type.list))
      return false;
    if (!found && !argument.defaultValue && !argument.type.optional)
      return false;
    used += found.has_value();
    matched.push_back(found);
  }
  unsigned wanted = llvm::count_if(source, [&](const SchemaArgument &argument) {
    return !skipWritten || !argument.mutated;
  });
  return used == wanted;
}

/// Results that alias written operands are the new values; then come, in order,
/// the new values of arguments that are not returned.
static bool matchResults(const Schema &from, const Schema &to,
                         SmallVectorImpl<FunctionalForm::Result> &matched) {
  llvm::SmallDenseSet<unsigned> returned;
  for (unsigned i = 0, e = from.getResults().size(); i < e; ++i) {
    std::optional<unsigned> written = getAliasedArgument(from, i);
    matched.push_back({written.has_value(), written.value_or(i)});
    if (written)
      returned.insert(*written);
  }
  for (auto [i, argument] : llvm::enumerate(from.getArguments()))
    if (argument.mutated && !returned.contains(i))
      matched.push_back({true, static_cast<unsigned>(i)});
  return matched.size() == to.getResults().size();
}

std::optional<FunctionalForm> aten::getFunctionalForm(const Schema &schema) {
  StringRef base = schema.getBaseName();
  std::optional<FunctionalForm> best;
  for (const std::string &name : getNames(base)) {
    for (const Schema *candidate :
         getOverloads(schema.getNamespace() + "." + name)) {
      if (candidate->isMutating())
        continue;
      bool skipWritten = !isInPlace(base) && name == base;
      FunctionalForm form;
      form.schema = candidate;
      if (!matchArguments(schema, *candidate, skipWritten, form.arguments) ||
          !matchResults(schema, *candidate, form.results))
        continue;
      if (candidate->getOverload() == schema.getOverload())
        return form;
      if (!best)
        best = std::move(form);
    }
  }
  return best;
}

static bool isPredicate(StringRef base) {
  base.consume_back("_");
  return base.starts_with("logical_") ||
         llvm::is_contained({"eq", "ne", "lt", "le", "gt", "ge", "greater",
                             "greater_equal", "less", "less_equal", "not_equal",
                             "isnan", "isinf", "isfinite", "isposinf",
                             "isneginf", "signbit", "isin"},
                            base);
}

Type aten::getComputedDtype(AtenOp op, const FunctionalForm &form,
                            Value written) {
  const Schema &schema = op.getSchema();
  StringRef base = schema.getBaseName();
  Type dtype = getDtype(written);
  if (isPredicate(base))
    return IntegerType::get(op->getContext(), 1);
  bool inPlace = isInPlace(base) || base.starts_with("__i");
  SmallVector<Value> read;
  for (auto [i, argument] : llvm::enumerate(schema.getArguments()))
    if (argument.type.isTensor() && (inPlace || !argument.mutated))
      for (Value value : op.tensors(i))
        if (value)
          read.push_back(value);
  if (!inPlace) {
    // The result rule of an out= form is not known; but where everything has
    // the dtype of the output, so has the result. Numbers yield to tensors.
    bool same = llvm::all_of(read, [&](Value value) {
      return isa<ep::NumberType>(value.getType()) || getDtype(value) == dtype;
    });
    return same && (read.empty() || getResultType(read) == dtype) ? dtype
                                                                  : Type();
  }
  // Others than pointwise operators compute in the dtype of the written
  // operand, and a mask does not count.
  if (!form.schema->isPointwise() || schema.getArguments()[0].type.list ||
      base.starts_with("masked_") || base.starts_with("fill"))
    return dtype;
  return getResultType(read);
}
