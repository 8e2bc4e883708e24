// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/EP/PackedStorage.h"
#include "VerifySignature.h"
#include "kiln/Dialect/EP/Prepare.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::ep;

SmallVector<int64_t> PackedLayout::getOffsets(unsigned d, int64_t size) const {
  SmallVector<int64_t> offsets;
  for (int64_t i = 0; i < size; ++i)
    offsets.push_back(i / blocks[d] * strides[d] +
                      i % blocks[d] * blockStrides[d]);
  return offsets;
}

std::optional<PackedState> ep::getPackedState(StorageOp storage) {
  auto packs = storage->getAttrOfType<DictionaryAttr>(kPacksAttrName);
  if (!packs)
    return std::nullopt;
  auto state = packs.getAs<StringAttr>("state");
  auto strides = packs.getAs<DenseI64ArrayAttr>("strides");
  auto blocks = packs.getAs<DenseI64ArrayAttr>("blocks");
  auto blockStrides = packs.getAs<DenseI64ArrayAttr>("block_strides");
  if (!state || !strides || !blocks || !blockStrides)
    return std::nullopt;
  PackedLayout layout{llvm::to_vector(strides.asArrayRef()),
                      llvm::to_vector(blocks.asArrayRef()),
                      llvm::to_vector(blockStrides.asArrayRef()),
                      {}};
  if (auto sizes = packs.getAs<DenseI64ArrayAttr>("sizes"))
    layout.sizes = llvm::to_vector(sizes.asArrayRef());
  return PackedState{state, layout};
}

/// The product of `sizes`; nothing where that is more than 64 bits.
static std::optional<int64_t> countElements(ArrayRef<int64_t> sizes) {
  int64_t elements = 1;
  for (int64_t size : sizes)
    if (size < 0 || llvm::MulOverflow(elements, size, elements))
      return std::nullopt;
  return elements;
}

/// The sizes that `layout` is one of; nothing where some are not known, or they
/// are not as many elements as the entry has.
static std::optional<SmallVector<int64_t>>
getSeenSizes(const PackedLayout &layout, ArrayRef<ExprAttr> own) {
  SmallVector<int64_t> sizes;
  for (ExprAttr size : own) {
    if (!size.isInt())
      return std::nullopt;
    sizes.push_back(size.getValue());
  }
  if (layout.sizes.empty())
    return sizes;
  std::optional<int64_t> elements = countElements(layout.sizes);
  if (!elements || elements != countElements(sizes))
    return std::nullopt;
  return layout.sizes;
}

/// The last element that the layout reaches; nothing where it is no layout of
/// these sizes.
static std::optional<int64_t> getLast(const PackedLayout &layout,
                                      ArrayRef<ExprAttr> own) {
  std::optional<SmallVector<int64_t>> sizes = getSeenSizes(layout, own);
  if (!sizes || layout.strides.size() != sizes->size() ||
      layout.blocks.size() != sizes->size() ||
      layout.blockStrides.size() != sizes->size())
    return std::nullopt;
  int64_t last = 0;
  for (auto [size, stride, block, blockStride] :
       llvm::zip(*sizes, layout.strides, layout.blocks, layout.blockStrides)) {
    if (stride < 0 || block < 1 || blockStride < 0)
      return std::nullopt;
    int64_t end = std::max<int64_t>(size - 1, 0), outer, inner;
    if (llvm::MulOverflow(end / block, stride, outer) ||
        llvm::MulOverflow(std::min(end, block - 1), blockStride, inner) ||
        llvm::AddOverflow(last, outer, last) ||
        llvm::AddOverflow(last, inner, last))
      return std::nullopt;
  }
  return last;
}

LogicalResult ep::verifyPacks(ConstantOp op, SymbolTableCollection &tables) {
  auto storage =
      tables.lookupNearestSymbolFrom<StorageOp>(op, op.getStorageAttr());
  if (!storage->hasAttr(kPacksAttrName))
    return success();
  std::optional<PackedState> packed = getPackedState(storage);
  if (!packed)
    return op.emitOpError("has a storage with ep.packs that is no state, "
                          "strides, blocks and block_strides");
  ArrayAttr sources = getMadeFrom(op);
  if (!sources || sources.size() != 1 || sources[0] != packed->state)
    return op.emitOpError("has a storage that packs ")
           << packed->state << ", but it is not made from that";
  Operation *state = tables.lookupNearestSymbolFrom(op, packed->state);
  auto type =
      cast<TensorType>(state->getAttrOfType<TypeAttr>("type").getValue());
  auto made = cast<TensorType>(op.getType());
  if (!type.isContiguous() || type.getElementType() != made.getElementType())
    return op.emitOpError("packs ")
           << packed->state << " of type " << type
           << ", which is not row-major in the constant's element type";
  std::optional<int64_t> last = getLast(packed->layout, type.getSizes());
  int64_t count = 1;
  for (ExprAttr size : made.getSizes())
    count *= size.getValue();
  if (!last || *last >= count)
    return op.emitOpError("packs ")
           << packed->state << " in a layout that does not fit "
           << op.getType();
  return success();
}

ConstantOp ep::addPackedConstant(OpBuilder &builder, SymbolTable &symbols,
                                 Location loc, StringRef name, TensorType type,
                                 StringAttr source,
                                 const PackedLayout &layout) {
  int64_t bytes = type.getElementType().getIntOrFloatBitWidth() / 8;
  for (ExprAttr size : type.getSizes())
    bytes *= size.getValue();
  auto storage = StorageOp::create(builder, loc, ("storage." + name).str(),
                                   bytes, StringAttr(), ElementsAttr());
  NamedAttrList packs;
  packs.set("state", source);
  packs.set("strides", builder.getDenseI64ArrayAttr(layout.strides));
  packs.set("blocks", builder.getDenseI64ArrayAttr(layout.blocks));
  packs.set("block_strides", builder.getDenseI64ArrayAttr(layout.blockStrides));
  if (!layout.sizes.empty())
    packs.set("sizes", builder.getDenseI64ArrayAttr(layout.sizes));
  storage->setAttr(kPacksAttrName, packs.getDictionary(builder.getContext()));
  symbols.insert(storage);
  return addMadeConstant(builder, symbols, loc, name, type, storage, {source});
}
