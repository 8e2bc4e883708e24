// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host program: slots, segments, entries of instructions.
#include "ManifestWriter.h"
#include "kiln/Dialect/EP/Prepare.h"
#include "kiln/Dialect/Exec/Exec.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;
using namespace kiln::package;

/// Inputs, outputs, state, segments, then views; the entries of a program
/// share all but the views.
void ManifestWriter::assignSlots(HostOp host) {
  auto program = cast<ep::ProgramOp>(host->getParentOp());
  auto count = [](auto range) {
    return std::distance(range.begin(), range.end());
  };
  numInputs = count(host.getOps<InputOp>());
  numOutputs = count(host.getOps<OutputOp>());
  stateIndex.clear();
  for (Operation &op : program.getBody().front())
    if (isa<ep::ParameterOp, ep::BufferOp, ep::ConstantOp>(op))
      stateIndex.try_emplace(SymbolTable::getSymbolName(&op),
                             stateIndex.size());
  numSegments = 0;
  program.walk([&](SegmentOp segment) {
    numSegments = std::max<unsigned>(numSegments, segment.getIndex() + 1);
  });
  numViews = 0;
  slots.clear();
  unsigned state = numInputs + numOutputs;
  unsigned segments = state + stateIndex.size();
  program.walk([&](Operation *op) {
    if (auto input = dyn_cast<InputOp>(op))
      slots[input] = input.getIndex();
    else if (auto output = dyn_cast<OutputOp>(op))
      slots[output] = numInputs + output.getIndex();
    else if (auto named = dyn_cast<StateOp>(op))
      slots[named] = state + stateIndex.at(named.getStateAttr().getAttr());
    else if (auto segment = dyn_cast<SegmentOp>(op))
      slots[segment] = segments + segment.getIndex();
    else if (auto view = dyn_cast<ViewOp>(op))
      slots[view] = segments + numSegments + numViews++;
  });
}

/// A segment waits for the registers that its size reads.
void ManifestWriter::writeSegments(ep::ProgramOp program) {
  SmallVector<SegmentOp> segments(numSegments);
  llvm::StringSet<> registers;
  program.walk([&](Operation *op) {
    if (auto segment = dyn_cast<SegmentOp>(op))
      segments[segment.getIndex()] = segment;
    if (auto size = dyn_cast<SizeOp>(op))
      registers.insert(size.getName());
    if (auto read = dyn_cast<ReadScalarOp>(op))
      registers.insert(read.getName());
  });
  json.attributeArray("segments", [&] {
    for (SegmentOp segment : segments)
      json.object([&] {
        json.attributeBegin("bytes");
        writeExpr(segment.getBytes());
        json.attributeEnd();
        llvm::SetVector<Attribute> after;
        ep::walkSymbols(segment.getBytes(), [&](ep::ExprAttr symbol) {
          if (registers.contains(symbol.getName()))
            after.insert(symbol);
        });
        json.attributeArray("after", [&] {
          for (Attribute symbol : after)
            json.value(cast<ep::ExprAttr>(symbol).getName());
        });
      });
  });
}

/// The routines that the user of the package must register.
void ManifestWriter::writeRoutines(ep::ProgramOp program) {
  llvm::SetVector<StringRef> routines;
  program.walk([&](ExternOp call) { routines.insert(call.getRoutine()); });
  if (routines.empty())
    return;
  json.attributeArray("routines", [&] {
    for (StringRef routine : routines)
      json.value(routine);
  });
}

StringRef package::getEntryName(HostOp host) {
  return !ep::isPrepare(host) ? "run" : ep::isFold(host) ? "fold" : "prepare";
}

LogicalResult ManifestWriter::writeEntries(ep::ProgramOp program) {
  LogicalResult result = success();
  json.attributeObject("entries", [&] {
    bool isFirst = true;
    for (auto host : program.getBody().getOps<HostOp>()) {
      bool isKnown = isFirst || ep::isPrepare(host);
      if (failed(writeEntry(host,
                            isKnown ? getEntryName(host) : host.getSymName())))
        result = failure();
      isFirst = false;
    }
  });
  return result;
}

/// A jump to the block behind it is none.
bool kiln::isHostInstruction(Operation &op) {
  auto jump = dyn_cast<JumpOp>(op);
  if (jump && jump.getTarget() == jump->getBlock()->getNextNode())
    return false;
  return !isa<InputOp, OutputOp, StateOp>(op);
}

LogicalResult ManifestWriter::writeEntry(HostOp host, StringRef name) {
  unsigned number = 0;
  for (Block &block : host.getBody()) {
    blockStarts[&block] = number;
    number += llvm::count_if(block, isHostInstruction);
  }
  LogicalResult result = success();
  json.attributeArray(name, [&] {
    for (Block &block : host.getBody())
      for (Operation &op : block)
        if (isHostInstruction(op))
          json.object([&] {
            if (failed(writeInstruction(op)))
              result = failure();
          });
  });
  return result;
}

void ManifestWriter::writeSlots(ValueRange buffers) {
  json.attributeArray("slots", [&] {
    for (Value buffer : buffers)
      json.value(slots.at(buffer));
  });
}

void ManifestWriter::writeLaunch(LaunchOp launch) {
  json.attribute("op", "dispatch");
  json.attribute("kernel", kernels.at(launch.getKernelOp()));
  writeSlots(launch.getBuffers());
  if (!launch.getSizes().empty())
    json.attributeArray("sizes", [&] {
      for (auto size : launch.getSizes().getAsRange<ep::ExprAttr>())
        writeExpr(size);
    });
  json.attributeBegin("domain");
  writeExpr(launch.getNumItems());
  json.attributeEnd();
}

/// An attribute of an extern call: a number, text, bool or list of them. What
/// has no form in JSON is null if it is None, else its text: "inf", "nan".
static llvm::json::Value getJson(Attribute attribute) {
  return llvm::TypeSwitch<Attribute, llvm::json::Value>(attribute)
      .Case([](UnitAttr) { return nullptr; })
      .Case([](ArrayAttr list) {
        llvm::json::Array array;
        for (Attribute element : list)
          array.push_back(getJson(element));
        return array;
      })
      .Case([](DictionaryAttr dictionary) {
        llvm::json::Object object;
        for (NamedAttribute named : dictionary)
          object[named.getName().getValue()] = getJson(named.getValue());
        return object;
      })
      .Case([](StringAttr text) { return text.getValue(); })
      .Case([](BoolAttr value) { return value.getValue(); })
      .Case([](IntegerAttr value) { return value.getInt(); })
      .Case([](FloatAttr value) -> llvm::json::Value {
        double number = value.getValueAsDouble();
        if (std::isfinite(number))
          return number;
        return std::isnan(number) ? "nan" : number < 0 ? "-inf" : "inf";
      })
      .Default([](Attribute other) {
        std::string text;
        llvm::raw_string_ostream(text) << other;
        return text;
      });
}

LogicalResult ManifestWriter::writeInstruction(Operation &op) {
  auto expr = [&](StringRef key, ep::ExprAttr value) {
    json.attributeBegin(key);
    writeExpr(value);
    json.attributeEnd();
  };
  if (auto launch = dyn_cast<LaunchOp>(op)) {
    writeLaunch(launch);
    return success();
  }
  json.attribute("op", op.getName().stripDialect());
  return llvm::TypeSwitch<Operation *, LogicalResult>(&op)
      .Case([&](SizeOp size) {
        json.attribute("name", size.getName());
        expr("expr", size.getExpr());
        return success();
      })
      .Case([&](CheckOp check) {
        json.attribute("cond", sizeNames.getText(check.getCondition()));
        json.attribute("message", check.getMessage());
        writeOrigin(check.getLoc());
        return success();
      })
      .Case([&](SegmentOp segment) {
        json.attribute("index", segment.getIndex());
        return success();
      })
      .Case([&](ViewOp view) {
        json.attribute("slot", slots.at(view));
        json.attribute("base", slots.at(view.getBase()));
        expr("offset", view.getOffset());
        expr("bytes", view.getBytes());
        return success();
      })
      .Case([&](ExternOp call) {
        json.attribute("routine", call.getRoutine());
        writeSlots(call.getBuffers());
        if (call.getTypes())
          json.attributeArray("tensors", [&] {
            for (Type type : call.getTypes()->getAsValueRange<TypeAttr>())
              json.object([&] {
                auto tensor = cast<ep::TensorType>(type);
                json.attribute("dtype", getDtypeName(tensor.getElementType()));
                writeExprs("sizes", tensor.getSizes());
              });
          });
        json.attributeObject("attributes", [&] {
          if (DictionaryAttr attributes = call.getConfigurationAttr())
            for (NamedAttribute named : attributes)
              json.attribute(named.getName(), getJson(named.getValue()));
        });
        writeOrigin(call.getLoc());
        return success();
      })
      .Case([&](CopyOp copy) {
        json.attribute("from", slots.at(copy.getFrom()));
        json.attribute("to", slots.at(copy.getTo()));
        return success();
      })
      .Case([&](FillOp fill) {
        json.attribute("slot", slots.at(fill.getBuffer()));
        json.attribute("pattern", fill.getPattern());
        return success();
      })
      .Case([&](ReadScalarOp read) {
        json.attribute("name", read.getName());
        json.attribute("slot", slots.at(read.getBuffer()));
        json.attribute("dtype", getDtypeName(read.getType()));
        return success();
      })
      .Case([&](JumpOp jump) {
        json.attribute("to", blockStarts.at(jump.getTarget()));
        if (jump.getIsWhile())
          json.attribute("while", true);
        return success();
      })
      .Case([&](JumpIfFalseOp jump) {
        json.attribute("cond", sizeNames.getText(jump.getCondition()));
        json.attribute("to", blockStarts.at(jump.getTarget()));
        return success();
      })
      .Case([](ReturnOp) { return success(); })
      .Default([](Operation *other) {
        return other->emitOpError("is no instruction of a package");
      });
}
