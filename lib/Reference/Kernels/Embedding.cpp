// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows of a table chosen by index: bags of them, and gradients.
#include "Kernels/Numeric.h"
#include "Kernels/Rows.h"

#include <cmath>

namespace kiln::reference {

namespace {
enum class BagMode { sum = 0, mean = 1, max = 2 };

/// The arguments and the results of _embedding_bag.
struct Bags {
  Dense<double> weight, out;
  Dense<int64_t> indices, offsets;
  std::vector<double> factors; ///< per index
  BagMode mode;
  int64_t paddingIdx, width;
  Dense<int64_t> bagOfIndex, bagSize, maxIndex;

  int64_t begin(int64_t bag) const { return offsets[bag]; }
  int64_t end(int64_t bag) const {
    return bag + 1 < offsets.getNumElements() ? offsets[bag + 1]
                                              : indices.getNumElements();
  }
  void addBag(int64_t bag);
};
} // namespace

void Bags::addBag(int64_t bag) {
  double *row = out.values.data() + bag * width;
  int64_t count = 0;
  for (int64_t i = begin(bag); i < end(bag); ++i) {
    bagOfIndex[i] = bag;
    if (indices[i] == paddingIdx)
      continue;
    const double *from = weight.values.data() + indices[i] * width;
    for (int64_t j = 0; j < width; ++j) {
      if (mode != BagMode::max) {
        row[j] += from[j] * factors[i];
      } else if (count == 0 || from[j] > row[j]) {
        row[j] = from[j];
        maxIndex[bag * width + j] = indices[i];
      }
    }
    ++count;
  }
  bagSize[bag] = count;
  for (int64_t j = 0; mode == BagMode::mean && count && j < width; ++j)
    row[j] /= count;
}

/// Results 1 to 3 serve the gradient. PyTorch leaves them empty where it can,
/// which their types say; where the types say another size than PyTorch gives,
/// nobody may read them.
static bool isMisread(Call &call, unsigned index,
                      const Dense<int64_t> &values) {
  Sizes sizes = call.resultSizes(index);
  return countElements(sizes) != 0 && sizes != values.sizes &&
         !call.getOperation()->getResult(index).use_empty();
}

static Tensor asIndexResult(Call &call, unsigned index,
                            const Dense<int64_t> &values) {
  Dense<int64_t> dense(call.resultSizes(index));
  if (dense.sizes == values.sizes)
    dense.values = values.values;
  return store(dense, call.resultType(index));
}

static KernelResult evaluateEmbeddingBag(Call &call) {
  Bags bags;
  bags.weight = load<double>(call.tensor("weight"));
  bags.indices = load<int64_t>(call.tensor("indices"));
  bags.offsets = load<int64_t>(call.tensor("offsets"));
  bags.mode = static_cast<BagMode>(call.integer("mode"));
  int64_t rows = bags.weight.sizes[0];
  bags.width = bags.weight.sizes[1];
  bags.paddingIdx = call.integer("padding_idx");
  bags.factors.assign(bags.indices.getNumElements(), 1);
  if (call.has("per_sample_weights"))
    bags.factors = load<double>(call.tensor("per_sample_weights")).values;
  for (int64_t index : bags.indices.values)
    if (index < 0 || index >= rows)
      return call.error("the table has no row " + Twine(index));
  int64_t count = bags.offsets.getNumElements() -
                  (call.boolean("include_last_offset") ? 1 : 0);
  for (int64_t offset : bags.offsets.values)
    if (offset < 0 || offset > bags.indices.getNumElements())
      return call.error("a bag begins outside of the indices");
  // For the maximum an index is in the bag whose number is that of the bags
  // that have begun, in whichever order they do.
  if (bags.mode == BagMode::max)
    llvm::sort(bags.offsets.values);
  bags.out = Dense<double>({count, bags.width});
  bags.bagOfIndex = Dense<int64_t>(bags.indices.sizes);
  bags.bagSize = Dense<int64_t>(count);
  bags.maxIndex = Dense<int64_t>({count, bags.width});
  for (int64_t bag = 0; bag < count; ++bag)
    bags.addBag(bag);
  // PyTorch counts for the mean and the maximum only, and has no indices but
  // for the maximum.
  if (bags.mode == BagMode::sum) {
    StringRef name = call.getOp().getSchema().getBaseName();
    bags.bagSize = Dense<int64_t>({name.ends_with("forward_only")
                                       ? bags.offsets.getNumElements()
                                       : count});
  }
  if (bags.mode != BagMode::max)
    bags.maxIndex = bags.bagSize;
  if (isMisread(call, 1, bags.bagOfIndex) || isMisread(call, 2, bags.bagSize) ||
      isMisread(call, 3, bags.maxIndex))
    return call.error("the archive says another size of a result than PyTorch "
                      "gives it");
  return resultsOf(store(bags.out, call.resultType(0)),
                   asIndexResult(call, 1, bags.bagOfIndex),
                   asIndexResult(call, 2, bags.bagSize),
                   asIndexResult(call, 3, bags.maxIndex));
}

static KernelResult evaluateEmbeddingBackward(Call &call) {
  Dense<double> grad = load<double>(call.tensor("grad_output"));
  Dense<int64_t> indices = load<int64_t>(call.tensor("indices"));
  int64_t rows = call.integer("num_weights");
  int64_t padding = call.integer("padding_idx");
  int64_t width = grad.sizes.back();
  std::vector<int64_t> counts(rows, 0);
  for (int64_t index : indices.values) {
    if (index < 0 || index >= rows)
      return call.error("the table has no row " + Twine(index));
    ++counts[index];
  }
  bool scales = call.boolean("scale_grad_by_freq");
  Dense<double> out({rows, width});
  for (int64_t i = 0; i < indices.getNumElements(); ++i)
    for (int64_t j = 0; indices[i] != padding && j < width; ++j)
      out[indices[i] * width + j] +=
          grad[i * width + j] / (scales ? counts[indices[i]] : 1);
  return result(call, out);
}

/// Rows that are used and longer than max_norm are brought to that length.
static KernelResult evaluateEmbeddingRenorm(Call &call) {
  Dense<double> table = load<double>(call.tensor("self"));
  double most = call.number("max_norm"), p = call.number("norm_type");
  int64_t rows = table.sizes[0], width = table.sizes[1];
  std::vector<bool> done(rows, false);
  for (int64_t index : load<int64_t>(call.tensor("indices")).values) {
    if (index < 0 || index >= rows)
      return call.error("the table has no row " + Twine(index));
    if (done[index])
      continue;
    done[index] = true;
    double *row = table.values.data() + index * width, norm = 0;
    for (int64_t j = 0; j < width; ++j)
      norm = std::isinf(p) ? std::max(norm, std::fabs(row[j]))
                           : norm + std::pow(std::fabs(row[j]), p);
    if (!std::isinf(p))
      norm = std::pow(norm, 1 / p);
    for (int64_t j = 0; norm > most && j < width; ++j)
      row[j] *= most / (norm + 1e-7);
  }
  return result(call, table);
}

void registerEmbedding(KernelTable &table) {
  for (StringRef name : {"aten._embedding_bag.default",
                         "aten._embedding_bag_forward_only.default"})
    table.add(name, evaluateEmbeddingBag);
  table.add("aten.embedding_dense_backward.default", evaluateEmbeddingBackward);
  table.add("aten.embedding_renorm.default", evaluateEmbeddingRenorm);
}

} // namespace kiln::reference
