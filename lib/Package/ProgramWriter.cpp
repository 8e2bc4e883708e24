// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The contract of a program: symbols, ranges, inputs, outputs, trees, state.
#include "ManifestWriter.h"
#include "kiln/Dialect/EP/NamedTuples.h"
#include "kiln/Dialect/EP/Prepare.h"
#include "kiln/Dialect/Exec/Exec.h"
#include "kiln/Package/PackagedState.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::package;

/// A symbol that an op binds is a register of the host program.
static bool isBacked(StringRef symbol) {
  return !symbol.starts_with("u") && !symbol.starts_with("z");
}

LogicalResult ManifestWriter::writeProgram(ep::ProgramOp program) {
  auto hosts = program.getBody().getOps<exec::HostOp>();
  if (hosts.empty())
    return program.emitError("program ")
           << program.getSymName() << " has no host program";
  exec::HostOp host = *hosts.begin();
  assignSlots(host);
  sizeNames = SizeNames();
  LogicalResult result = success();
  auto check = [&](LogicalResult part) {
    if (failed(part))
      result = failure();
  };
  json.object([&] {
    json.attribute("name", program.getSymName());
    writeSymbols(program);
    writeRanges(program);
    json.attributeArray("inputs", [&] {
      for (auto input : host.getOps<exec::InputOp>())
        json.object([&] { check(writeInput(input)); });
    });
    writeSizes(host);
    json.attributeArray("outputs", [&] {
      for (auto output : host.getOps<exec::OutputOp>())
        json.object([&] { check(writeOutput(output)); });
    });
    writeTrees(program);
    check(writeState(program, host));
    writeSegments(program);
    writeRoutines(program);
    check(writeEntries(program));
  });
  return result;
}

void ManifestWriter::writeSymbols(ep::ProgramOp program) {
  json.attributeArray("symbols", [&] {
    for (auto symbol : program.getBody().getOps<ep::SymbolOp>())
      if (isBacked(symbol.getSymName()))
        json.object([&] {
          json.attribute("name", symbol.getSymName());
          writeBound("min", symbol.getMin());
          writeBound("max", symbol.getMax());
        });
  });
}

void ManifestWriter::writeRanges(ep::ProgramOp program) {
  json.attributeArray("constraints", [&] {
    for (auto constraint : program.getBody().getOps<ep::ConstraintOp>())
      json.object([&] {
        json.attribute("expr", constraint.getExpr().str());
        writeBound("min", constraint.getMin());
        writeBound("max", constraint.getMax());
      });
  });
  json.attributeArray("guards", [&] {
    for (auto guard : program.getBody().getOps<ep::GuardOp>())
      json.object([&] {
        json.attribute("expr", guard.getCondition().str());
        writeOrigin(guard.getLoc());
      });
  });
}

/// Names that all behind them may use.
void ManifestWriter::writeSizes(exec::HostOp host) {
  sizeNames = SizeNames(host);
  if (sizeNames.isEmpty())
    return;
  json.attributeArray("sizes", [&] {
    sizeNames.forEach([&](StringRef name, const std::string &text) {
      json.object([&] {
        json.attribute("name", name);
        json.attribute("expr", text);
      });
    });
  });
}

void ManifestWriter::writeTrees(ep::ProgramOp program) {
  for (auto call : program.getBody().getOps<ep::ModuleCallOp>()) {
    if (!call.getFqn().empty())
      continue;
    if (auto tree = call.getInTreeAttr())
      json.attribute("in_tree", getTreeSpecText(tree));
    if (auto tree = call.getOutTreeAttr())
      json.attribute("out_tree", getTreeSpecText(tree));
    if (DictionaryAttr types = ep::getNamedTuples(call))
      json.attributeObject("named_tuples", [&] {
        for (NamedAttribute type : types)
          json.attributeArray(type.getName(), [&] {
            for (Attribute field : cast<ArrayAttr>(type.getValue()))
              json.value(cast<StringAttr>(field).getValue());
          });
      });
  }
}

LogicalResult ManifestWriter::writeTensor(Operation *op, ep::TensorType type) {
  StringRef dtype = getDtypeName(type.getElementType());
  if (dtype.empty())
    return op->emitOpError("has a dtype that packages do not know: ")
           << type.getElementType();
  json.attribute("dtype", dtype);
  writeExprs("sizes", type.getSizes());
  if (type.isContiguous())
    json.attribute("strides", nullptr);
  else
    writeExprs("strides", type.getStrides());
  return success();
}

LogicalResult ManifestWriter::writeConstant(Operation *op, Attribute value) {
  json.attributeBegin("value");
  LogicalResult result = success();
  if (auto text = dyn_cast_or_null<StringAttr>(value)) {
    json.value(text.getValue());
  } else if (auto boolean = dyn_cast_or_null<BoolAttr>(value)) {
    json.value(boolean.getValue());
  } else if (auto integer = dyn_cast_or_null<IntegerAttr>(value)) {
    json.value(integer.getInt());
  } else if (auto number = dyn_cast_or_null<FloatAttr>(value)) {
    json.value(number.getValueAsDouble());
  } else {
    json.value(nullptr);
    if (value && !isa<UnitAttr>(value))
      result = op->emitOpError("has a constant that packages do not know");
  }
  json.attributeEnd();
  return result;
}

LogicalResult ManifestWriter::writeInput(exec::InputOp input) {
  json.attribute("name", input.getInput().getTarget().getValue());
  Type type = input.getType();
  LogicalResult result = success();
  if (input.getInput().getKind() == ep::InputKind::ConstantInput) {
    json.attribute("kind", "constant");
    result = writeConstant(input, input.getInput().getValue());
  } else if (auto number = dyn_cast<ep::NumberType>(type)) {
    json.attribute("kind", "number");
    json.attributeBegin("value");
    writeExpr(number.getValue());
    json.attributeEnd();
  } else if (auto tensor = dyn_cast<ep::TensorType>(type)) {
    json.attribute("kind", "user_input");
    result = writeTensor(input, tensor);
  } else {
    result = input.emitOpError("has a type that packages do not know: ")
             << type;
  }
  writeOrigin(input.getLoc());
  return result;
}

/// The format's word for PyTorch's `loss`.
static StringRef getOutputWord(ep::OutputKind kind) {
  return kind == ep::OutputKind::Loss ? "loss_output"
                                      : ep::stringifyOutputKind(kind);
}

LogicalResult ManifestWriter::writeOutput(exec::OutputOp output) {
  ep::OutputAttr attr = output.getOutput();
  Type type = output.getType();
  if (attr.getKind() == ep::OutputKind::ConstantOutput || isa<NoneType>(type)) {
    json.attribute("kind", "constant");
    return writeConstant(output, attr.getValue());
  }
  if (auto number = dyn_cast<ep::NumberType>(type)) {
    json.attribute("kind", "number");
    json.attributeBegin("value");
    writeExpr(number.getValue());
    json.attributeEnd();
    return success();
  }
  auto tensor = dyn_cast<ep::TensorType>(type);
  if (!tensor)
    return output.emitOpError("has a type that packages do not know: ") << type;
  json.attribute("kind", getOutputWord(attr.getKind()));
  bool hasTarget = attr.getKind() != ep::OutputKind::UserOutput &&
                   attr.getKind() != ep::OutputKind::Loss;
  json.attribute(hasTarget ? "target" : "name", attr.getTarget().getValue());
  LogicalResult result = writeTensor(output, tensor);
  if (auto view = ep::getReturnedView(output->getAttr(ep::kViewOfAttrName)))
    writeViewOf(output, *view);
  return result;
}

void ManifestWriter::writeViewOf(exec::OutputOp output,
                                 const ep::ReturnedView &view) {
  json.attributeObject("view_of", [&] {
    for (auto input :
         output->getParentOfType<exec::HostOp>().getOps<exec::InputOp>())
      if (input.getInput().getTarget() == view.input)
        json.attribute("input", input.getIndex());
    json.attributeBegin("offset");
    writeExpr(view.offset);
    json.attributeEnd();
  });
}

void ManifestWriter::writeLayout(const ep::PackedLayout &layout) {
  auto write = [&](StringRef key, ArrayRef<int64_t> values) {
    json.attributeArray(key, [&] {
      for (int64_t value : values)
        json.value(value);
    });
  };
  write("strides", layout.strides);
  write("blocks", layout.blocks);
  write("block_strides", layout.blockStrides);
  if (!layout.sizes.empty())
    write("block_sizes", layout.sizes);
}

LogicalResult ManifestWriter::writeState(ep::ProgramOp program,
                                         exec::HostOp host) {
  llvm::DenseSet<Attribute> isMutable;
  for (auto state : host.getOps<exec::StateOp>())
    if (state.getIsMutable())
      isMutable.insert(state.getStateAttr().getAttr());
  PackagedState homes(program);
  LogicalResult result = success();
  int64_t next = 0; // the storage behind that of the entry before
  auto write = [&](auto op, StringRef kind) {
    PackagedState::Home home = homes.lookup(op);
    int64_t storage =
        contents.storages.find(home.storage) - contents.storages.begin();
    auto type = cast<ep::TensorType>(op.getType());
    StringRef dtype = getDtypeName(type.getElementType());
    if (dtype.empty())
      result = op.emitOpError("has a dtype that packages do not know: ")
               << type.getElementType();
    json.object([&] {
      // What a reader takes for granted, as of most entries, is left out.
      json.attribute("name", op.getSymName());
      if (kind != "parameter")
        json.attribute("kind", kind);
      if (storage != next)
        json.attribute("storage", storage);
      next = storage + 1;
      if (dtype != "f32")
        json.attribute("dtype", dtype);
      writeExprs("sizes", type.getSizes());
      if (home.layout)
        writeLayout(*home.layout);
      else if (!type.isContiguous())
        writeExprs("strides", type.getStrides());
      if (!home.layout && op.getOffset() != 0)
        json.attribute("offset", op.getOffset());
      if (isMutable.contains(op.getSymNameAttr()))
        json.attribute("mutable", true);
      if (ArrayAttr sources = ep::getMadeFrom(op))
        json.attributeArray("made_from", [&] {
          for (auto source : sources.getAsRange<StringAttr>())
            json.value(source.getValue());
        });
    });
  };
  json.attributeArray("state", [&] {
    for (Operation &op : program.getBody().front()) {
      if (auto parameter = dyn_cast<ep::ParameterOp>(op))
        write(parameter, "parameter");
      else if (auto buffer = dyn_cast<ep::BufferOp>(op))
        write(buffer, "buffer");
      else if (auto constant = dyn_cast<ep::ConstantOp>(op))
        write(constant, "constant");
    }
  });
  return result;
}
