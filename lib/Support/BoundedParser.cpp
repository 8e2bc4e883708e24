// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text is bounded by its brackets before it is parsed, bytecode while it is
// read; the sum of aliases and references is measured afterwards, with
// lists in place of recursion.
#include "kiln/Support/BoundedParser.h"
#include "BytecodeTexts.h"
#include "kiln-rt/archive/Budget.h"
#include "kiln/Support/Diagnostics.h"
#include "kiln/Support/InputFile.h"
#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PointerUnion.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace kiln;
using llvm::StringRef;

static constexpr unsigned kMaxDepth = 1000;

static llvm::Error tooDeep(StringRef kind) {
  return llvm::createStringError(kind + " nest deeper than " +
                                 Twine(kMaxDepth));
}

/// Everything that MLIR's parser of text will recurse into.
static llvm::Error checkTexts(StringRef file) {
  if (!isBytecode(file))
    return checkNesting(file);
  bool valid = true;
  forEachBytecodeText(file, [&](StringRef text) {
    llvm::Error error = checkNesting(text);
    valid &= !error;
    llvm::consumeError(std::move(error));
  });
  return valid ? llvm::Error::success() : tooDeep("attributes");
}

//===----------------------------------------------------------------------===//
// Bytecode
//===----------------------------------------------------------------------===//

namespace {
/// Watches the reader of bytecode. It puts an attribute off while one that it
/// refers to is not read yet, in time quadratic in the length of such a chain;
/// a chain within the limit puts off a few attributes for each level.
class DeferralLimit {
public:
  explicit DeferralLimit(BytecodeReaderConfig &config, MLIRContext *context)
      : context(context) {
    config.attachAttributeCallback([this](DialectBytecodeReader &reader,
                                          StringRef dialect,
                                          Attribute &attribute) {
      return read(reader, dialect, attribute,
                  &BytecodeDialectInterface::readAttribute);
    });
    config.attachTypeCallback([this](DialectBytecodeReader &reader,
                                     StringRef dialect, Type &type) {
      return read(reader, dialect, type, &BytecodeDialectInterface::readType);
    });
  }
  bool isExceeded() const { return deferred > 10 * kMaxDepth; }

private:
  /// Null with success is left to the reader itself.
  template <typename T>
  LogicalResult
  read(DialectBytecodeReader &reader, StringRef name, T &result,
       T (BytecodeDialectInterface::*method)(DialectBytecodeReader &) const) {
    if (isExceeded())
      return failure();
    Dialect *dialect = context->getOrLoadDialect(name);
    auto *encoding =
        dialect ? dialect->getRegisteredInterface<BytecodeDialectInterface>()
                : nullptr;
    if (!encoding)
      return success();
    result = (encoding->*method)(reader);
    deferred = result ? 0 : deferred + 1;
    return success(!!result);
  }

  MLIRContext *context;
  unsigned deferred = 0; // since an attribute was last read
};
} // namespace

//===----------------------------------------------------------------------===//
// Parsed IR
//===----------------------------------------------------------------------===//

namespace {
using AttrOrType = llvm::PointerUnion<Attribute, Type>;

/// An attribute or type written out: levels, and all that it consists of.
struct Extent {
  uint64_t depth = 0, parts = 0;
};

/// Extents of attributes and types, each found once.
class ExtentMap {
public:
  Extent get(AttrOrType root);

private:
  llvm::DenseMap<const void *, Extent> extents;
};
} // namespace

static void forEachPart(AttrOrType whole,
                        llvm::function_ref<void(AttrOrType)> visit) {
  auto visitAttribute = [&](Attribute part) { visit(part); };
  auto visitType = [&](Type part) { visit(part); };
  if (auto attribute = dyn_cast<Attribute>(whole))
    attribute.walkImmediateSubElements(visitAttribute, visitType);
  else
    cast<Type>(whole).walkImmediateSubElements(visitAttribute, visitType);
}

Extent ExtentMap::get(AttrOrType root) {
  SmallVector<std::pair<AttrOrType, bool>> stack = {{root, false}};
  while (!stack.empty()) {
    auto [whole, hasParts] = stack.pop_back_val();
    if (hasParts) {
      Extent extent{1, 1};
      forEachPart(whole, [&](AttrOrType part) {
        Extent inner = extents.lookup(part.getOpaqueValue());
        extent.depth = std::max(extent.depth, inner.depth + 1);
        extent.parts = llvm::SaturatingAdd(extent.parts, inner.parts);
      });
      extents[whole.getOpaqueValue()] = extent;
    } else if (extents.try_emplace(whole.getOpaqueValue()).second) {
      // Its entry ends the recursion of types that contain themselves.
      stack.push_back({whole, true});
      forEachPart(whole,
                  [&](AttrOrType part) { stack.push_back({part, false}); });
    }
  }
  return extents.lookup(root.getOpaqueValue());
}

/// Elements that are stored once and repeated.
static llvm::Error checkSplats(Operation *op, uint64_t mostBytes) {
  std::string reason;
  op->getAttrDictionary().walk([&](DenseElementsAttr elements) {
    if (!elements.isSplat())
      return WalkResult::advance();
    auto count = static_cast<uint64_t>(elements.getNumElements());
    uint64_t bytes = std::max<uint64_t>(1, elements.getRawData().size());
    if (count <= mostBytes / bytes)
      return WalkResult::advance();
    reason = ("'" + op->getName().getStringRef() + "' holds " + Twine(count) +
              " elements of " + Twine(bytes) + " bytes, over the limit of " +
              Twine(mostBytes) + " bytes")
                 .str();
    return WalkResult::interrupt();
  });
  return reason.empty() ? llvm::Error::success()
                        : llvm::createStringError(reason);
}

/// All operations, outer ones first.
static SmallVector<Operation *> listOperations(Operation *root,
                                               unsigned &depth) {
  SmallVector<Operation *> operations = {root};
  SmallVector<unsigned> depths = {1};
  for (size_t i = 0; i < operations.size(); ++i)
    for (Region &region : operations[i]->getRegions())
      for (Operation &inner : region.getOps()) {
        operations.push_back(&inner);
        depths.push_back(depths[i] + 1);
      }
  depth = *llvm::max_element(depths);
  return operations;
}

static llvm::Error checkAttributes(ArrayRef<Operation *> operations,
                                   uint64_t mostBytes) {
  constexpr unsigned bytesPerPart = sizeof(void *);
  ExtentMap extents;
  uint64_t parts = 0, depth = 0;
  auto add = [&](AttrOrType subject) {
    Extent extent = extents.get(subject);
    depth = std::max(depth, extent.depth);
    parts = llvm::SaturatingAdd(parts, extent.parts);
  };
  for (Operation *op : operations) {
    add(op->getAttrDictionary());
    add(Attribute(op->getLoc()));
    for (Type type : op->getResultTypes())
      add(type);
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        add(argument.getType());
  }
  if (depth > kMaxDepth)
    return tooDeep("attributes");
  if (parts > mostBytes / bytesPerPart)
    return llvm::createStringError(
        "attributes that are written out take more than " + Twine(mostBytes) +
        " bytes");
  for (Operation *op : operations)
    if (llvm::Error error = checkSplats(op, mostBytes))
      return error;
  return llvm::Error::success();
}

/// The destructor of an operation recurses, so inner ones go first.
static void eraseInnerFirst(ArrayRef<Operation *> operations) {
  for (Operation *op : llvm::reverse(operations.drop_front())) {
    op->dropAllUses();
    op->erase();
  }
}

llvm::Expected<OwningOpRef<ModuleOp>>
kiln::parseBounded(std::unique_ptr<llvm::MemoryBuffer> buffer,
                   MLIRContext *context) {
  uint64_t mostBytes = rt::memoryBudget(buffer->getBufferSize());
  if (llvm::Error error = checkTexts(buffer->getBuffer()))
    return error;
  ParserConfig config(context, /*verifyAfterParse=*/false);
  DeferralLimit deferrals(config.getBytecodeReaderConfig(), context);
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, config);
  if (deferrals.isExceeded())
    return tooDeep("attributes");
  if (!module)
    return OwningOpRef<ModuleOp>();
  unsigned depth = 0;
  SmallVector<Operation *> operations = listOperations(*module, depth);
  llvm::Error error = depth > kMaxDepth
                          ? tooDeep("operations")
                          : checkAttributes(operations, mostBytes);
  if (!error)
    return module;
  eraseInnerFirst(operations);
  return error;
}

llvm::Expected<OwningOpRef<ModuleOp>>
kiln::parseVerified(std::unique_ptr<llvm::MemoryBuffer> buffer,
                    MLIRContext *context) {
  std::string name = buffer->getBufferIdentifier().str();
  auto module = parseBounded(std::move(buffer), context);
  if (!module)
    return llvm::createStringError(name + ": " +
                                   llvm::toString(module.takeError()));
  if (!*module || failed(verify(**module)))
    return llvm::make_error<DiagnosedError>();
  return module;
}

llvm::Expected<OwningOpRef<ModuleOp>>
kiln::readVerified(llvm::StringRef path, MLIRContext *context) {
  auto buffer = readInputFile(path);
  if (!buffer)
    return buffer.takeError();
  return parseVerified(std::move(*buffer), context);
}
