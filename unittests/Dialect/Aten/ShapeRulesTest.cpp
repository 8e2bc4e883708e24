// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every overload of Core ATen has a shape rule, or a reason to have none.
#include "kiln/Dialect/Aten/Schema.h"
#include "kiln/Dialect/Aten/Shape.h"
#include "llvm/ADT/StringMap.h"
#include "gtest/gtest.h"

using namespace kiln;
using namespace kiln::aten;

static const llvm::StringMap<const char *> &getReasons() {
  constexpr const char *number = "computes a number";
  constexpr const char *converted = "only its conversion holds it";
  static const llvm::StringMap<const char *> reasons = {
      {"aten._local_scalar_dense.default", number},
      {"aten.sym_is_contiguous.default", number},
      {"aten.sym_numel.default", number},
      {"aten.sym_size.int", number},
      {"aten.sym_storage_offset.default", number},
      {"aten.sym_stride.int", number},
      {"aten.nonzero.default", "its size is bound from data"},
      {"aten.atan2.out", "is replaced by functionalization"},
      {"aten.resize_.default", "is replaced by functionalization"},
      {"aten._cdist_forward.default", converted},
      {"aten._embedding_bag.default", converted},
      {"aten._fft_c2r.default", converted},
      {"aten._fft_r2c.default", converted},
      {"aten._pdist_forward.default", converted},
  };
  return reasons;
}

TEST(ShapeRules, EveryCoreOverload) {
  unsigned without = 0;
  forEachSchema([&](const Schema &schema) {
    if (!schema.isCore())
      return;
    bool hasReason = getReasons().contains(schema.getName());
    EXPECT_NE(hasShapeRule(schema), hasReason) << schema.getName().str();
    without += hasReason;
  });
  EXPECT_EQ(without, getReasons().size());
}
