// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ManifestPrinter.h"
#include "kiln-rt/loader/Loader.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace kiln;
using llvm::formatv;
using llvm::raw_ostream;
using llvm::StringRef;
using llvm::json::Array;
using llvm::json::Object;

//===----------------------------------------------------------------------===//
// Access
//===----------------------------------------------------------------------===//

/// The array `key` of `object`; empty where there is none.
static const Array &arrayOf(const Object &object, StringRef key) {
  static const Array empty;
  const Array *array = object.getArray(key);
  return array ? *array : empty;
}

static StringRef textOf(const Object &object, StringRef key) {
  return object.getString(key).value_or("");
}

template <typename Fn>
static void forEachObject(const Array &array, Fn fn) {
  for (const llvm::json::Value &value : array)
    if (const Object *object = value.getAsObject())
      fn(*object);
}

static std::string plain(const Array &array);

/// A text without quotes, anything else as JSON.
static std::string plain(const llvm::json::Value &value) {
  if (std::optional<StringRef> text = value.getAsString())
    return text->str();
  if (const Array *array = value.getAsArray())
    return plain(*array);
  return formatv("{0}", value);
}

static std::string plain(const Array &array) {
  std::string result = "[";
  llvm::ListSeparator comma(", ");
  for (const llvm::json::Value &item : array)
    result += (StringRef(comma) + plain(item)).str();
  return result + "]";
}

static std::string plain(const Object &object, StringRef key) {
  const llvm::json::Value *value = object.get(key);
  return value && !value->getAsNull() ? plain(*value) : "";
}

//===----------------------------------------------------------------------===//
// Signature
//===----------------------------------------------------------------------===//

static std::string rangeOf(const Object &object) {
  std::string min = plain(object, "min"), max = plain(object, "max");
  return (min.empty() ? "-inf" : min) + ".." + (max.empty() ? "inf" : max);
}

static void printValue(raw_ostream &os, const Object &value) {
  StringRef kind = textOf(value, "kind");
  StringRef name = textOf(value, "name");
  os << "    "
     << formatv("{0,-20} ", name.empty() ? textOf(value, "target") : name);
  if (value.get("sizes"))
    os << textOf(value, "dtype") << " " << plain(value, "sizes");
  if (const Array *strides = value.getArray("strides"))
    os << " strides " << plain(*strides);
  if (kind == "constant" || kind == "number")
    os << kind << " " << plain(value, "value");
  else if (kind != "user_input" && kind != "user_output")
    os << "  (" << kind << ")";
  os << "\n";
}

static void printProgramSignature(raw_ostream &os, const Object &program) {
  os << "program " << textOf(program, "name") << "\n";
  if (!arrayOf(program, "symbols").empty())
    os << "  symbols\n";
  forEachObject(arrayOf(program, "symbols"), [&](const Object &symbol) {
    os << formatv("    {0,-20} {1}\n", textOf(symbol, "name"), rangeOf(symbol));
  });
  forEachObject(arrayOf(program, "constraints"), [&](const Object &constraint) {
    os << formatv("    {0,-20} {1}\n", textOf(constraint, "expr"),
                  rangeOf(constraint));
  });
  forEachObject(arrayOf(program, "guards"), [&](const Object &guard) {
    os << "    guard " << textOf(guard, "expr") << "\n";
  });
  if (!arrayOf(program, "sizes").empty())
    os << "  named sizes\n";
  forEachObject(arrayOf(program, "sizes"), [&](const Object &size) {
    os << formatv("    {0,-20} {1}\n", textOf(size, "name"),
                  textOf(size, "expr"));
  });
  os << "  inputs\n";
  forEachObject(arrayOf(program, "inputs"),
                [&](const Object &input) { printValue(os, input); });
  os << "  outputs\n";
  forEachObject(arrayOf(program, "outputs"),
                [&](const Object &output) { printValue(os, output); });
  if (!arrayOf(program, "routines").empty())
    os << "  routines that its user registers\n";
  for (const llvm::json::Value &routine : arrayOf(program, "routines"))
    os << "    " << plain(routine) << "\n";
}

void kiln::printSignature(raw_ostream &os, const Object &manifest) {
  forEachObject(arrayOf(manifest, "programs"), [&](const Object &program) {
    printProgramSignature(os, program);
  });
}

//===----------------------------------------------------------------------===//
// Weights
//===----------------------------------------------------------------------===//

/// Has a package no bytes of this storage?
static bool isFolded(const Object &manifest, const Object &storage) {
  return manifest.get("kernels") && !storage.get("record");
}

void kiln::printWeights(raw_ostream &os, const Object &manifest) {
  const Array &storages = arrayOf(manifest, "storages");
  forEachObject(arrayOf(manifest, "programs"), [&](const Object &program) {
    os << "program " << textOf(program, "name") << "\n";
    forEachObject(arrayOf(program, "state"), [&](const Object &entry) {
      os << formatv("  {0,-9} {1,-36} {2} {3}", textOf(entry, "kind"),
                    textOf(entry, "name"), textOf(entry, "dtype"),
                    plain(entry, "sizes"));
      std::optional<int64_t> number = entry.getInteger("storage");
      const Object *storage = nullptr;
      if (number && *number >= 0 &&
          *number < static_cast<int64_t>(storages.size()))
        storage = storages[*number].getAsObject();
      if (storage)
        os << "  storage " << *number << " of " << plain(*storage, "bytes")
           << " bytes";
      if (entry.getBoolean("mutable").value_or(false))
        os << "  mutable";
      if (entry.get("made_from"))
        os << "  made from " << plain(entry, "made_from");
      if (storage && isFolded(manifest, *storage))
        os << ", not in the package";
      os << "\n";
    });
  });
}

//===----------------------------------------------------------------------===//
// Host programs and kernels
//===----------------------------------------------------------------------===//

static StringRef kernelName(const Object &manifest, int64_t index) {
  const Array &kernels = arrayOf(manifest, "kernels");
  if (index < 0 || index >= static_cast<int64_t>(kernels.size()))
    return "?";
  const Object *kernel = kernels[index].getAsObject();
  return kernel ? textOf(*kernel, "name") : "?";
}

static void printInstruction(raw_ostream &os, const Object &manifest,
                             const Object &instruction) {
  os << textOf(instruction, "op");
  if (std::optional<int64_t> kernel = instruction.getInteger("kernel"))
    os << " " << kernelName(manifest, *kernel);
  // Operands in the order of the format's description.
  for (StringRef key :
       {"name", "index", "slot", "base", "from", "slots", "sizes", "domain",
        "offset", "bytes", "dtype", "expr", "cond", "pattern", "routine",
        "attributes", "entry", "message"})
    if (instruction.get(key))
      os << " " << key << "=" << plain(instruction, key);
  if (instruction.get("to"))
    os << " to=" << plain(instruction, "to");
  os << "\n";
}

void kiln::printHostPrograms(raw_ostream &os, const Object &manifest) {
  forEachObject(arrayOf(manifest, "programs"), [&](const Object &program) {
    os << "program " << textOf(program, "name") << "\n";
    size_t number = 0;
    forEachObject(arrayOf(program, "segments"), [&](const Object &segment) {
      os << formatv("  segment {0}: {1} bytes\n", number++,
                    plain(segment, "bytes"));
    });
    const Object *entries = program.getObject("entries");
    if (!entries)
      return;
    for (const auto &[name, instructions] : *entries) {
      os << "  entry " << StringRef(name) << "\n";
      if (!instructions.getAsArray())
        continue;
      size_t at = 0;
      forEachObject(*instructions.getAsArray(), [&](const Object &instruction) {
        os << formatv("  {0,5}  ", at++);
        printInstruction(os, manifest, instruction);
      });
    }
  });
}

static void printOrigins(raw_ostream &os, const Object &manifest,
                         const Array &numbers) {
  const Array &origins = arrayOf(manifest, "origins");
  for (const llvm::json::Value &number : numbers) {
    int64_t index = number.getAsInteger().value_or(-1);
    if (index < 0 || index >= static_cast<int64_t>(origins.size()))
      continue;
    const Object *origin = origins[index].getAsObject();
    if (!origin)
      continue;
    os << "    " << textOf(*origin, "op");
    if (!textOf(*origin, "file").empty())
      os << "  " << textOf(*origin, "file") << ":" << plain(*origin, "line")
         << "  " << textOf(*origin, "text");
    os << "\n";
  }
}

void kiln::printKernels(raw_ostream &os, const Object &manifest) {
  forEachObject(arrayOf(manifest, "kernels"), [&](const Object &kernel) {
    os << textOf(kernel, "name") << "  " << plain(kernel, "operands");
    if (kernel.get("flops"))
      os << "  flops " << plain(kernel, "flops");
    if (kernel.get("products"))
      os << " of " << textOf(kernel, "products");
    if (kernel.get("bytes"))
      os << "  bytes " << plain(kernel, "bytes");
    os << "\n";
    printOrigins(os, manifest, arrayOf(kernel, "origins"));
  });
}

/// Calls `visit` with each kernel, target and schedule.
static void forEachSchedule(
    const Object &manifest,
    llvm::function_ref<void(const Object &, StringRef, const Object &)> visit) {
  forEachObject(arrayOf(manifest, "kernels"), [&](const Object &kernel) {
    forEachObject(arrayOf(manifest, "targets"), [&](const Object &target) {
      StringRef name = textOf(target, "name");
      const Object *code = kernel.getObject("code");
      const Object *own = code ? code->getObject(name) : nullptr;
      if (const Object *schedule = own ? own->getObject("schedule") : nullptr)
        visit(kernel, name, *schedule);
    });
  });
}

void kiln::printSchedules(raw_ostream &os, const Object &manifest) {
  forEachSchedule(manifest, [&](const Object &kernel, StringRef target,
                                const Object &schedule) {
    os << textOf(kernel, "name") << "  " << textOf(kernel, "digest") << "  "
       << target << "  " << textOf(schedule, "emitter");
    for (StringRef key : {"tile", "block", "depth"})
      if (schedule.get(key))
        os << "  " << key << " " << plain(schedule, key);
    os << "\n";
  });
}

void kiln::addSchedules(const Object &manifest, Array &records) {
  forEachSchedule(manifest, [&](const Object &kernel, StringRef target,
                                const Object &schedule) {
    Object record(schedule);
    record["kernel"] = textOf(kernel, "digest");
    record["target"] = target;
    if (!llvm::is_contained(records, llvm::json::Value(Object(record))))
      records.push_back(std::move(record));
  });
}

//===----------------------------------------------------------------------===//
// Summary
//===----------------------------------------------------------------------===//

/// Where the code of each target is, and whether this machine would take it.
static void printTargets(raw_ostream &os, const Object &manifest) {
  std::vector<std::string> names;
  forEachObject(arrayOf(manifest, "targets"), [&](const Object &target) {
    names.push_back(textOf(target, "name").str());
  });
  std::vector<rt::TargetNote> notes = rt::explainTargets(names);
  auto note = notes.begin();
  forEachObject(arrayOf(manifest, "targets"), [&](const Object &target) {
    os << "target: " << textOf(target, "name") << " in "
       << textOf(target, "record") << ", " << note++->reason << "\n";
    forEachObject(arrayOf(target, "cubins"), [&](const Object &cubin) {
      os << "  cubin: " << textOf(cubin, "architecture") << " in "
         << textOf(cubin, "record") << "\n";
    });
  });
}

void kiln::printContract(raw_ostream &os, const Object &manifest) {
  if (const Object *metadata = manifest.getObject("metadata")) {
    // In the order of the keys: an object has none.
    std::map<StringRef, StringRef> entries;
    for (const auto &[key, value] : *metadata)
      entries[key] = value.getAsString().value_or("");
    os << "metadata\n";
    for (auto [key, value] : entries)
      os << "  " << key << ": " << value << "\n";
  }
  printSignature(os, manifest);
}

void kiln::printSummary(raw_ostream &os, const Object &manifest) {
  int64_t count = 0, bytes = 0;
  forEachObject(arrayOf(manifest, "storages"), [&](const Object &storage) {
    if (isFolded(manifest, storage))
      return;
    ++count;
    bytes += storage.getInteger("bytes").value_or(0);
  });
  os << "weights: " << count << " storages, " << bytes << " bytes\n";
  if (!manifest.get("kernels"))
    return;
  os << "kernels: " << arrayOf(manifest, "kernels").size() << "\n";
  printTargets(os, manifest);
}
