// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of matrices and vectors. All are one loop over batches of matrices
// whose inner loop runs over contiguous elements.
#include "Kernels/Numeric.h"
#include "Kernels/Products.h"
#include "Kernels/Rows.h"

namespace kiln::reference {

template <typename T>
static Dense<T> scaled(Dense<T> values, const T &factor) {
  for (T &value : values.values)
    value = times(value, factor);
  return values;
}

/// beta * self + alpha * product; a beta of 0 leaves out self, its NaN
/// too.
template <typename T>
static KernelResult addProduct(Call &call, Dense<T> product) {
  T alpha = toComputing<T>(call.scalar("alpha"));
  T beta = toComputing<T>(call.scalar("beta"));
  product = scaled(std::move(product), alpha);
  if (beta != T()) {
    std::optional<Sizes> sizes =
        broadcastSizes({call.tensor("self").getSizes(), product.sizes});
    if (!sizes || *sizes != product.sizes)
      return call.error("the summand does not broadcast to the product");
    Dense<T> self = broadcastTo(load<T>(call.tensor("self")), product.sizes);
    for (int64_t i = 0; i < product.getNumElements(); ++i)
      product[i] = plus(product[i], times(self[i], beta));
  }
  return result(call, product);
}

/// The product of the arguments `left` and `right`: matrices, batches of
/// matrices, or a vector on the right.
template <typename T>
static llvm::Expected<Dense<T>> multiply(Call &call, StringRef left,
                                         StringRef right) {
  Dense<T> a = load<T>(call.tensor(left)), b = load<T>(call.tensor(right));
  bool isVector = b.getRank() == 1;
  if (isVector)
    b.sizes.push_back(1);
  bool isBatch = a.getRank() == 3;
  if (a.getRank() != b.getRank() || (a.getRank() != 2 && !isBatch) ||
      a.sizes.back() != b.sizes[b.getRank() - 2] ||
      (isBatch && a.sizes[0] != b.sizes[0]))
    return call.error("the shapes do not multiply");
  int64_t count = isBatch ? a.sizes[0] : 1;
  int64_t rows = a.sizes[a.getRank() - 2], inner = a.sizes.back(),
          columns = b.sizes.back();
  Sizes sizes = a.sizes;
  sizes.back() = columns;
  Dense<T> product(sizes);
  for (int64_t i = 0; i < count; ++i)
    accumulateProduct(rows, inner, columns, a.values.data() + i * rows * inner,
                      b.values.data() + i * inner * columns,
                      product.values.data() + i * rows * columns);
  if (isVector)
    product.sizes.pop_back();
  return product;
}

template <typename Fn>
static KernelResult withProduct(Call &call, StringRef left, StringRef right,
                                Fn fn) {
  return withComputing(call.resultType(), [&](auto tag) -> KernelResult {
    auto product = multiply<decltype(tag)>(call, left, right);
    if (!product)
      return product.takeError();
    return fn(std::move(*product));
  });
}

static KernelResult evaluateMm(Call &call) {
  return withProduct(call, "self", "mat2",
                     [&](auto product) { return result(call, product); });
}

static KernelResult evaluateMv(Call &call) {
  return withProduct(call, "self", "vec",
                     [&](auto product) { return result(call, product); });
}

static KernelResult evaluateAddMm(Call &call) {
  return withProduct(call, "mat1", "mat2", [&](auto product) {
    return addProduct(call, std::move(product));
  });
}

static KernelResult evaluateAddMv(Call &call) {
  return withProduct(call, "mat", "vec", [&](auto product) {
    return addProduct(call, std::move(product));
  });
}

static KernelResult evaluateBaddBmm(Call &call) {
  return withProduct(call, "batch1", "batch2", [&](auto product) {
    return addProduct(call, std::move(product));
  });
}

/// The products of a batch are summed.
static KernelResult evaluateAddBmm(Call &call) {
  return withProduct(call, "batch1", "batch2", [&](const auto &product) {
    using T = std::decay_t<decltype(product[0])>;
    return addProduct(
        call, reduceRows<T>(product, {0}, false, [](const std::vector<T> &row) {
          T sum = {};
          for (const T &value : row)
            sum = plus(sum, value);
          return sum;
        }));
  });
}

/// dot and vdot, which conjugates the left vector.
static KernelResult evaluateDot(Call &call) {
  bool isVdot = call.getOp().getSchema().getBaseName() == "vdot";
  return withComputing(call.resultType(), [&](auto tag) -> KernelResult {
    using T = decltype(tag);
    Dense<T> left = load<T>(call.tensor("self"));
    Dense<T> right = load<T>(call.tensor(isVdot ? "other" : "tensor"));
    if (left.getRank() != 1 || left.sizes != right.sizes)
      return call.error("the vectors differ in length");
    T sum = {};
    for (int64_t i = 0; i < left.getNumElements(); ++i) {
      T factor = left[i];
      if constexpr (isComplexValue<T>)
        factor = isVdot ? std::conj(factor) : factor;
      sum = plus(sum, times(factor, right[i]));
    }
    return result(call, Dense<T>({}, sum));
  });
}

/// _trilinear: three factors get dims of size 1 where `expandN` says, are
/// multiplied, and summed over `sumdim`.
static KernelResult evaluateTrilinear(Call &call) {
  return withComputing(call.resultType(), [&](auto tag) -> KernelResult {
    using T = decltype(tag);
    SmallVector<Dense<T>> factors;
    for (StringRef number : {"1", "2", "3"}) {
      Dense<T> factor = load<T>(call.tensor(("i" + number).str()));
      for (int64_t dim : call.integers(("expand" + number).str()))
        factor.sizes.insert(factor.sizes.begin() + dim, 1);
      factors.push_back(std::move(factor));
    }
    std::optional<Sizes> sizes =
        broadcastSizes({factors[0].sizes, factors[1].sizes, factors[2].sizes});
    if (!sizes)
      return call.error("the factors do not broadcast");
    Dense<T> product(*sizes, T(1));
    for (const Dense<T> &factor : factors) {
      Dense<T> wide = broadcastTo(factor, *sizes);
      for (int64_t i = 0; i < product.getNumElements(); ++i)
        product[i] = times(product[i], wide[i]);
    }
    SmallVector<int64_t> dims = call.integers("sumdim");
    if (!dims.empty())
      product = reduceRows<T>(product, normalizeDims(dims, product.getRank()),
                              false, [](const std::vector<T> &row) {
                                T sum = {};
                                for (const T &value : row)
                                  sum = plus(sum, value);
                                return sum;
                              });
    return result(call, product);
  });
}

void registerMatmul(KernelTable &table) {
  for (StringRef name : {"aten.mm.default", "aten.bmm.default"})
    table.add(name, evaluateMm);
  table.add("aten.mv.default", evaluateMv);
  table.add("aten.addmm.default", evaluateAddMm);
  table.add("aten.addmv.default", evaluateAddMv);
  table.add("aten.baddbmm.default", evaluateBaddBmm);
  table.add("aten.addbmm.default", evaluateAddBmm);
  for (StringRef name : {"aten.dot.default", "aten.vdot.default"})
    table.add(name, evaluateDot);
  table.add("aten._trilinear.default", evaluateTrilinear);
}

} // namespace kiln::reference
