// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kiln-rt/errorrule/ErrorRule.h"
#include "dtype/Dtype.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

using namespace kiln::rt;

namespace {
/// The rule's constants of a floating type.
struct FloatFacts {
  kiln_dtype dtype;
  const char *name;
  double epsilon;
  double relative, absolute; ///< tolerances without a reference
  int parts;                 ///< 2 for complex numbers
};
} // namespace

static constexpr FloatFacts floats[] = {
    {KILN_DTYPE_F16, "f16", 0x1p-10, 1e-3, 1e-5, 1},
    {KILN_DTYPE_BF16, "bf16", 0x1p-7, 1.6e-2, 1e-5, 1},
    {KILN_DTYPE_F32, "f32", 0x1p-23, 1.3e-6, 1e-5, 1},
    {KILN_DTYPE_F64, "f64", 0x1p-52, 1e-10, 0, 1},
    {KILN_DTYPE_C64, "c64", 0x1p-23, 1.3e-6, 1e-5, 2},
    {KILN_DTYPE_C128, "c128", 0x1p-52, 1e-10, 0, 2},
};

static const FloatFacts *factsOf(kiln_dtype dtype) {
  for (const FloatFacts &facts : floats)
    if (facts.dtype == dtype)
      return &facts;
  return nullptr;
}

/// The index-th real number of floating data; complex ones have two each.
static double realAt(const void *data, kiln_dtype dtype, int64_t index) {
  kiln_dtype part = dtype == KILN_DTYPE_C64    ? KILN_DTYPE_F32
                    : dtype == KILN_DTYPE_C128 ? KILN_DTYPE_F64
                                               : dtype;
  const char *at = static_cast<const char *>(data) +
                   static_cast<size_t>(index) * dtypeBytes(part);
  return wordToDouble(*loadScalar(at, part));
}

static std::string format(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.3g", value);
  return text;
}

static std::string indexText(const NpyArray &array, int64_t element) {
  std::string text;
  for (size_t d = array.sizes().size(); d-- > 0;) {
    text = concat(element % array.sizes()[d], text.empty() ? "" : ", ", text);
    element /= array.sizes()[d];
  }
  return concat("[", text, "]");
}

double ErrorSums::ourRms() const {
  return elements ? std::sqrt(ours / static_cast<double>(elements)) : 0;
}
double ErrorSums::theirRms() const {
  return elements ? std::sqrt(theirs / static_cast<double>(elements)) : 0;
}
void ErrorSums::add(const ErrorSums &other) {
  elements += other.elements;
  ours += other.ours;
  theirs += other.theirs;
  ourMax = std::max(ourMax, other.ourMax);
  theirMax = std::max(theirMax, other.theirMax);
}

/// Root mean square of the finite numbers. Their squares are taken relative to
/// the largest: those of large doubles are infinite, of small ones zero.
static double finiteRms(const NpyArray &array, int64_t reals) {
  double largest = 0;
  auto valueAt = [&](int64_t i) {
    double value = std::fabs(realAt(array.data(), array.dtype(), i));
    return std::isfinite(value) ? value : -1;
  };
  for (int64_t i = 0; i < reals; ++i)
    largest = std::max(largest, valueAt(i));
  double sum = 0;
  int64_t count = 0;
  for (int64_t i = 0; i < reals && largest > 0; ++i) {
    double value = valueAt(i);
    if (value < 0)
      continue;
    sum += (value / largest) * (value / largest);
    ++count;
  }
  return count ? largest * std::sqrt(sum / static_cast<double>(count)) : 0;
}

namespace {
/// One floating output against PyTorch's.
struct Comparison {
  const FloatFacts &facts;
  const NpyArray &ours, &theirs;
  const NpyArray *reference;
  int64_t wrong = 0;
  int64_t firstWrong = -1;
  ErrorSums sums;

  void run() {
    int64_t reals = ours.elements() * facts.parts;
    const NpyArray &scaleOf = reference ? *reference : theirs;
    double scale = finiteRms(scaleOf, reals);
    for (int64_t i = 0; i < reals; ++i)
      element(i, scale);
  }
  void fail(int64_t index) {
    ++wrong;
    if (firstWrong < 0)
      firstWrong = index / facts.parts;
  }
  void element(int64_t i, double scale) {
    double mine = realAt(ours.data(), ours.dtype(), i);
    double torch = realAt(theirs.data(), theirs.dtype(), i);
    if (!std::isfinite(torch) || !std::isfinite(mine)) {
      bool agrees = std::isnan(torch) ? std::isnan(mine) : mine == torch;
      if (!agrees)
        fail(i);
      return;
    }
    // Where float64 has no number PyTorch's is all there is to compare with.
    double exact =
        reference ? realAt(reference->data(), reference->dtype(), i) : NAN;
    if (!std::isfinite(exact)) {
      double size = std::fabs(torch);
      if (facts.absolute == 0)
        size = std::max(size, scale);
      double tolerance = facts.absolute + facts.relative * size;
      if (std::fabs(mine - torch) > tolerance)
        fail(i);
      return;
    }
    double unit = scale > 0 ? scale : 1;
    double our = std::fabs(mine - exact) / unit;
    double their = std::fabs(torch - exact) / unit;
    ErrorSums one = {1, our * our, their * their, our, their};
    sums.add(one);
  }
};
} // namespace

void ErrorRule::addOutput(const std::string &name, const NpyArray &ours,
                          const NpyArray &theirsAsRead,
                          const NpyArray *reference) {
  const NpyArray *theirs = &theirsAsRead;
  NpyArray converted;
  // numpy has no type of these: they are recorded as their bits.
  bool isBits = ours.dtype() == KILN_DTYPE_BF16
                    ? theirs->dtype() == KILN_DTYPE_U16
                    : ours.dtype() >= KILN_DTYPE_F8E4M3FN &&
                          theirs->dtype() == KILN_DTYPE_U8;
  if (isBits) {
    converted = NpyArray(ours.dtype(), theirs->sizes());
    std::memcpy(converted.data(), theirs->data(), theirs->bytes());
    theirs = &converted;
  }
  if (ours.dtype() != theirs->dtype())
    return addFailure(concat(name, ": dtype is ", dtypeName(ours.dtype()),
                             ", but ", dtypeName(theirs->dtype()),
                             " is expected"));
  if (ours.sizes() != theirs->sizes() ||
      (reference && reference->sizes() != theirs->sizes()))
    return addFailure(concat(name, ": the sizes differ"));
  const FloatFacts *facts = factsOf(ours.dtype());
  if (!facts) {
    const auto *a = static_cast<const char *>(ours.data());
    const auto *b = static_cast<const char *>(theirs->data());
    size_t element = dtypeBytes(ours.dtype());
    for (int64_t i = 0; i < ours.elements(); ++i, a += element, b += element)
      if (std::memcmp(a, b, element) != 0)
        return addFailure(
            concat(name, ": element ", indexText(ours, i), " differs"));
    return;
  }
  bool wide =
      reference && reference->dtype() ==
                       (facts->parts == 2 ? KILN_DTYPE_C128 : KILN_DTYPE_F64);
  Comparison comparison = {*facts, ours, *theirs, wide ? reference : nullptr,
                           0,      -1,   {}};
  comparison.run();
  if (comparison.wrong > 0)
    addFailure(concat(name, ": ", comparison.wrong, " of ",
                      ours.elements() * facts->parts,
                      " numbers are wrong, the first at ",
                      indexText(ours, comparison.firstWrong)));
  sums_[static_cast<size_t>(ours.dtype())].add(comparison.sums);
}

void ErrorRule::add(const ErrorRule &other) {
  for (size_t i = 0; i < sums_.size(); ++i)
    sums_[i].add(other.sums_[i]);
  failures_.insert(failures_.end(), other.failures_.begin(),
                   other.failures_.end());
}

std::vector<std::string> ErrorRule::explain() const {
  std::vector<std::string> lines = failures_;
  for (const FloatFacts &facts : floats) {
    const ErrorSums &sums = sums_[static_cast<size_t>(facts.dtype)];
    double rmsLimit = 2 * sums.theirRms() + facts.epsilon / 2;
    double maxLimit = 8 * sums.theirMax + 8 * facts.epsilon;
    if (sums.ourRms() > rmsLimit)
      lines.push_back(concat(facts.name, ": the root mean square of errors, ",
                             format(sums.ourRms()), ", is above ",
                             format(rmsLimit)));
    if (sums.ourMax > maxLimit)
      lines.push_back(concat(facts.name, ": the largest error, ",
                             format(sums.ourMax), ", is above ",
                             format(maxLimit)));
  }
  return lines;
}

std::string ErrorRule::summary() const {
  ErrorSums all;
  for (const ErrorSums &sums : sums_)
    all.add(sums);
  if (all.elements == 0)
    return "exact";
  return concat("rms ", format(all.ourRms()), " (PyTorch ",
                format(all.theirRms()), "), max ", format(all.ourMax),
                " (PyTorch ", format(all.theirMax), ")");
}
