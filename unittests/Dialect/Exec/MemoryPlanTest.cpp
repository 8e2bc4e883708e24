// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Exec/MemoryPlan.h"
#include "kiln/Dialect/EP/EP.h"
#include "gtest/gtest.h"
#include <random>

using namespace kiln;
using namespace kiln::exec;
using ep::ExprAttr;

namespace {
class MemoryPlanTest : public ::testing::Test {
protected:
  MemoryPlanTest() {
    context.loadDialect<ep::EPDialect>();
    facts["s0"] = {1, 64};
    facts["s1"] = {2, std::nullopt};
  }

  ExprAttr parse(llvm::StringRef text) {
    return llvm::cantFail(ep::parseExpr(&context, text));
  }

  /// The value of an int expression at s0 and s1.
  int64_t evaluate(ExprAttr expr, int64_t s0, int64_t s1) {
    llvm::StringMap<ep::ExprValue> values;
    values["s0"] = s0;
    values["s1"] = s1;
    return std::get<int64_t>(llvm::cantFail(ep::evaluate(expr, values)));
  }

  /// No two buffers that live at one step overlap, all are aligned and inside,
  /// and the arena is no smaller than the largest live sum.
  void check(const MemoryPlan &plan, llvm::ArrayRef<PlanBuffer> buffers,
             int64_t s0, int64_t s1) {
    int64_t arena = evaluate(plan.bytes, s0, s1);
    for (size_t i = 0; i < buffers.size(); ++i) {
      int64_t begin = evaluate(plan.offsets[i], s0, s1);
      int64_t end = begin + evaluate(buffers[i].bytes, s0, s1);
      EXPECT_GE(begin, 0);
      EXPECT_EQ(begin % kArenaAlignment, 0);
      EXPECT_LE(end, arena);
      int64_t live = 0;
      for (size_t j = 0; j < buffers.size(); ++j) {
        int64_t otherBegin = evaluate(plan.offsets[j], s0, s1);
        int64_t otherBytes = evaluate(buffers[j].bytes, s0, s1);
        if (buffers[j].first <= buffers[i].first &&
            buffers[i].first <= buffers[j].last)
          live += otherBytes;
        bool together = buffers[i].first <= buffers[j].last &&
                        buffers[j].first <= buffers[i].last;
        if (i != j && together) {
          EXPECT_TRUE(end <= otherBegin || otherBegin + otherBytes <= begin)
              << "buffers " << i << " and " << j << " at " << s0 << ", " << s1;
        }
      }
      EXPECT_GE(arena, live);
    }
  }

  mlir::MLIRContext context;
  ep::Facts facts;
};

TEST_F(MemoryPlanTest, Empty) {
  MemoryPlan plan = planMemory(&context, {}, facts);
  EXPECT_TRUE(plan.bytes.isInt(0));
}

TEST_F(MemoryPlanTest, ReusesDeadBuffersOfOneExpression) {
  llvm::SmallVector<PlanBuffer> chain;
  for (int64_t i = 0; i < 10; ++i)
    chain.push_back({parse("256*s0"), i, i + 1});
  MemoryPlan plan = planMemory(&context, chain, facts);
  EXPECT_EQ(plan.bytes.str(), "512*s0");
}

TEST_F(MemoryPlanTest, ReusesWhatIsProvedLarger) {
  MemoryPlan plan = planMemory(&context,
                               {{parse("1024*s0*s1"), 0, 1},
                                {parse("512*s0*s1"), 2, 3},
                                {parse("512*s0"), 2, 3}},
                               facts);
  EXPECT_EQ(plan.bytes.str(), "1024*s0*s1");
}

TEST_F(MemoryPlanTest, KeepsApartWhatIsNotProved) {
  // Neither is always the larger one: the arena holds either.
  llvm::SmallVector<PlanBuffer> buffers = {{parse("1024*s0"), 0, 0},
                                           {parse("1024*s1"), 1, 1}};
  MemoryPlan plan = planMemory(&context, buffers, facts);
  EXPECT_EQ(plan.bytes.str(), "Max(1024*s0, 1024*s1)");
  check(plan, buffers, 1, 100);
  check(plan, buffers, 64, 2);
}

TEST_F(MemoryPlanTest, AlignsSmallSymbolicSizes) {
  llvm::SmallVector<PlanBuffer> buffers = {
      {parse("40*s0"), 0, 1}, {parse("4*s0"), 0, 1}, {parse("1"), 1, 2}};
  MemoryPlan plan = planMemory(&context, buffers, facts);
  for (int64_t s0 : {1, 3, 16, 63, 64})
    check(plan, buffers, s0, 2);
}

TEST_F(MemoryPlanTest, RandomIntervals) {
  std::mt19937 random(7);
  auto pick = [&](int64_t below) {
    return static_cast<int64_t>(random() % below);
  };
  const char *shapes[] = {"s0", "s1",     "s0*s1",          "s0 + 3",
                          "1",  "s1 - 1", "FloorDiv(s1, 2)"};
  for (int round = 0; round < 60; ++round) {
    llvm::SmallVector<PlanBuffer> buffers;
    for (int64_t i = 0, n = 1 + pick(24); i < n; ++i) {
      ExprAttr bytes = ep::mul(ep::makeInt(&context, 1 + pick(2000)),
                               parse(shapes[pick(7)]));
      int64_t first = pick(20);
      buffers.push_back({bytes, first, first + pick(6)});
    }
    MemoryPlan plan = planMemory(&context, buffers, facts);
    for (auto [s0, s1] : {std::pair(1, 2), std::pair(64, 2), std::pair(1, 1000),
                          std::pair(17, 33)})
      check(plan, buffers, s0, s1);
    PlanFigures figures = measurePlan(plan, buffers, facts);
    EXPECT_GE(figures.planned, figures.live);
    EXPECT_GE(figures.total, figures.live);
  }
}

TEST_F(MemoryPlanTest, ProvesOnlyWhatHolds) {
  EXPECT_TRUE(proveLessEqual(parse("s0"), parse("64"), facts));
  EXPECT_FALSE(proveLessEqual(parse("s1"), parse("64"), facts));
  EXPECT_TRUE(proveLessEqual(parse("s1"), parse("Max(s0, s1)"), facts));
  EXPECT_FALSE(proveLessEqual(parse("Max(s0, s1)"), parse("s1"), facts));
  EXPECT_EQ(evaluateAtBounds(parse("2*s0 + s1"), facts), 128 + 1024);
}
} // namespace
