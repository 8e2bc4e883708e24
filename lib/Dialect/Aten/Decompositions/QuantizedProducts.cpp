// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products with operands of few bits: integers, floats of 8 bits with scales,
// weights of 8 and of 4 bits that are scaled as they are read.
#include "Families.h"
#include "Nibbles.h"
#include "kiln/Support/FewRows.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

static Term decomposeIntMm(Call &c) {
  return mm(to(c.raw("self"), c.dtype()), to(c.raw("mat2"), c.dtype()));
}

/// Each column of the result, that is each row of the weight, has a scale.
static Term decomposeInt8PackMm(Call &c) {
  Term x = c.wide("self");
  Term product = linear(x, to(c.raw("mat2"), x.dtype()), {});
  return to(product * c.wide("scales"), c.dtype());
}

/// Scales of a whole operand, or of its rows or columns.
static Term decomposeScaledMm(Call &c) {
  if (c.has("scale_result"))
    return c.reject("the result has a scale");
  auto scaled = [&](StringRef operand, StringRef scale) {
    Term x = to(c.raw(operand), c.float32()), by = c.raw(scale);
    return by.rank() <= 2 && isa<Float32Type>(by.dtype())
               ? x * by
               : c.reject("scales are no vectors of f32");
  };
  Term product = mm(scaled("self", "scale_a"), scaled("mat2", "scale_b"));
  if (Term bias = c.raw("bias"))
    product = product + to(bias, c.float32());
  return to(product, c.dtype());
}

//===----------------------------------------------------------------------===//
// Weights of 4 bits
//===----------------------------------------------------------------------===//

// PyTorch packs the weight for the CPU that it runs on. This is the form that
// it has with AVX-512: blocks of 64 rows, whose byte j of each column holds the
// rows j and j + 32; in the remainder, rows 2 j and 2 j + 1.
namespace {
struct Int4Block {
  int64_t begin, rows;
  bool halves; ///< rows j and j + 32, else neighbours
};
} // namespace

static SmallVector<Int4Block> getBlocks(int64_t rows) {
  int64_t whole = rows - rows % 64;
  SmallVector<Int4Block> blocks;
  if (whole)
    blocks.push_back({0, whole, true});
  if (rows > whole)
    blocks.push_back({whole, rows - whole, false});
  return blocks;
}

/// Rows and columns, both known.
static std::optional<std::pair<int64_t, int64_t>> getExtents(Term weight) {
  if (weight.rank() != 2 || !weight.size(0).isInt() ||
      !weight.size(1).isInt() || weight.size(0).getValue() % 16 != 0)
    return std::nullopt;
  return std::pair(weight.size(0).getValue(), weight.size(1).getValue());
}

/// [rows, columns] of numbers from 0 to 15 to [rows, columns / 2] bytes.
static Term decomposePackInt4(Call &c) {
  Term weight = c.raw("self");
  auto extents = getExtents(weight);
  if (!extents)
    return c.reject("needs known sizes and rows in sixteens");
  auto [rows, columns] = *extents;
  Terms packed;
  for (Int4Block block : getBlocks(rows)) {
    Term part =
        slice(weight, 0, c.expr(block.begin), c.expr(block.begin + block.rows));
    // [blocks, low or high, bytes, columns], or bytes before low or high
    part = block.halves
               ? viewAs(part, {block.rows / 64, 2, 32, columns})
               : transpose(viewAs(part, {1, block.rows / 2, 2, columns}), 1, 2);
    Term bytes = select(part, 1, c.expr(0)) + select(part, 1, c.expr(1)) * 16;
    packed.push_back(flatten(contiguous(transpose(bytes, 1, 2))));
  }
  return view(to(cat(packed, 0), c.dtype()), c.result().getSizes());
}

namespace {
/// The sizes of a block's bytes, with groups of columns in dimension `groups`
/// and the columns of one behind it; what a byte holds is in dimension `half`.
struct Int4Layout {
  SmallVector<int64_t> sizes;
  int64_t groups, half;
};
} // namespace

static Int4Layout getLayout(Int4Block block, int64_t groups, int64_t group) {
  if (block.halves)
    return {{block.rows / 64, 1, groups, group, 32}, 2, 1};
  return {{groups, group, block.rows / 2, 1}, 0, 3};
}

/// Scales (0) or zeros (1) of [groups, rows, 2], in other sizes of which the
/// last is that 2, with its dimension as one of size 1.
static Term takeParameter(Term parameters, int64_t which, Dims sizes) {
  if (!parameters)
    return parameters;
  core::Builder &in = parameters.in();
  return slice(viewAs(parameters, sizes), sizes.size() - 1, in.expr(which),
               in.expr(which + 1));
}

/// x [m, groups, columns of a group] times a block whose numbers are scaled
/// first: all of it is one product.
static Term multiplyScaled(Term x, Term numbers, Term parameters,
                           const Int4Layout &layout) {
  int64_t groups = layout.sizes[layout.groups];
  auto ofGroups = [&](int64_t which) {
    if (layout.half == 1)
      return permute(
          takeParameter(parameters, which, {groups, layout.sizes[0], 2, 32, 2}),
          {1, 2, 0, 4, 3});
    return permute(
        takeParameter(parameters, which, {groups, layout.sizes[2], 2, 2}),
        {0, 3, 1, 2});
  };
  Term weight = numbers * ofGroups(0) + ofGroups(1);
  return contract(x, weight, {1, 2}, {layout.groups, layout.groups + 1});
}

/// The same with products of each group that are scaled: where rows are few,
/// these are less than the weight, and scales are read in the order that they
/// have.
static Term scaleProducts(Term x, Term numbers, Term parameters,
                          const Int4Layout &layout) {
  int64_t groups = layout.sizes[layout.groups];
  SmallVector<int64_t> order = {0, 1, 2, 3};
  if (layout.half == 1)
    order = {2, 3, 0, 1, 4};
  Term factor = permute(numbers, order), byGroup = permute(x, {1, 0, 2});
  ExprAttr rows = parameters.size(1);
  Term sums =
      bmm(byGroup, view(factor, {x.in().expr(groups), x.size(2), rows}));
  auto ofGroups = [&](int64_t which) {
    return permute(
        takeParameter(parameters, which, {groups, rows.getValue(), 2}),
        {0, 2, 1});
  };
  return sum(sums * ofGroups(0) + sum(byGroup, {2}, true) * ofGroups(1), {0});
}

/// (q - 8) * scale + zero, with a scale and a zero for each group of columns.
static Term decomposeInt4PackMm(Call &c) {
  Term x = c.wide("self"), packed = c.raw("mat2");
  Term parameters = c.wide("qScaleAndZeros"); // [groups, rows, 2]
  if (packed.rank() != 2 || !packed.size(0).isInt() || !x.size(1).isInt() ||
      packed.size(0).getValue() % 16 != 0)
    return c.reject("needs known sizes and rows in sixteens");
  int64_t rows = packed.size(0).getValue(), columns = x.size(1).getValue();
  int64_t group = c.integer("qGroupSize");
  if (group <= 0 || columns % group != 0)
    return c.reject("groups do not fill the columns");
  // Weights that the program packs itself are packed as above.
  if (isa<BlockArgument>(packed.get()) && rows > 16)
    c.op->emitWarning("reads a weight of 4 bits as PyTorch packs it with "
                      "AVX-512; where it was packed without, export again on a "
                      "machine that has it");
  bool isFew = x.size(0).isInt() && x.size(0).getValue() <= kFewRows;
  Term bytes = flatten(contiguous(packed));
  int64_t groups = columns / group;
  Term grouped = view(x, {x.size(0), c.expr(groups), c.expr(group)});
  Terms products;
  for (Int4Block block : getBlocks(rows)) {
    Int4Layout layout = getLayout(block, groups, group);
    Term part = slice(bytes, 0, c.expr(block.begin * columns / 2),
                      c.expr((block.begin + block.rows) * columns / 2));
    Term numbers =
        to(takeNibbles(viewAs(part, layout.sizes), layout.half), x.dtype()) - 8;
    Term ofBlock = slice(parameters, 1, c.expr(block.begin),
                         c.expr(block.begin + block.rows));
    Term product = isFew ? scaleProducts(grouped, numbers, ofBlock, layout)
                         : multiplyScaled(grouped, numbers, ofBlock, layout);
    products.push_back(view(product, {x.size(0), c.expr(block.rows)}));
  }
  return to(cat(products, 1), c.dtype());
}

void aten::populateQuantizedProductDecompositions(RewritePatternSet &patterns,
                                                  const KeepSet &keep) {
  addRules(
      patterns, keep,
      {{"aten._int_mm.default", decomposeIntMm},
       {"aten._scaled_mm.default", decomposeScaledMm},
       {"aten._weight_int8pack_mm.default", decomposeInt8PackMm},
       {"aten._convert_weight_to_int4pack_for_cpu.default", decomposePackInt4},
       {"aten._weight_int4pack_mm_for_cpu.default", decomposeInt4PackMm}});
}
