// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Compiler/CompilerSession.h"
#include "kiln/Package/Manifest.h"
#include "kiln/Support/BoundedParser.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace kiln;

CompilerSession::CompilerSession(
    llvm::function_ref<void(DialectRegistry &)> add)
    : context(makeCompilerContext(add)) {}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// Names the option that is spelt most alike, where one is.
static llvm::Error refuseUnknown(const PipelineOptions &options,
                                 StringRef name) {
  // Of three letters at most one is another.
  unsigned most = name.size() / 3;
  StringRef nearest;
  unsigned least = most + 1;
  for (StringRef known : options.getNames()) {
    unsigned edits = name.edit_distance(known, true, most);
    if (edits < least) {
      least = edits;
      nearest = known;
    }
  }
  std::string hint =
      nearest.empty() ? "" : "; did you mean '" + nearest.str() + "'?";
  return llvm::createStringError("there is no option '" + name + "'" + hint);
}

llvm::Error CompilerSession::setOption(StringRef name, StringRef value) {
  llvm::cl::Option *option = options.find(name);
  // Targets are added by their own function.
  if (!option || name == "targets")
    return refuseUnknown(options, name);
  if (option->addOccurrence(0, name, value))
    return llvm::createStringError("'" + value + "' is no value of option '" +
                                   name + "'");
  return llvm::Error::success();
}

static llvm::Error refuseUnread(StringRef name, Phase reader, Phase from,
                                Phase to) {
  return llvm::createStringError(
      name + " is read for phase " + getPhaseName(reader) +
      ", but this compiles from " + getPhaseName(from) + " to " +
      getPhaseName(to));
}

llvm::Error CompilerSession::checkOptions(Phase from, Phase to) const {
  struct Reader {
    StringRef name;
    bool isSet;
    Phase first, last; ///< of the phases that it makes
  };
  const Reader readers[] = {
      {"allow-unknown-guards", importing.allowUnknownGuards, Phase::Exported,
       Phase::Exported},
      {"op-schema", !importing.opSchemas.empty(), Phase::Exported,
       Phase::Exported},
      {"keep", options.keep.hasValue(), Phase::Core, Phase::Core},
      {"decompositions", options.decompositions.hasValue(), Phase::Core,
       Phase::Core},
      {"form", options.form.hasValue(), Phase::Core, Phase::Core},
      {"size-remarks", options.sizeRemarks.hasValue(), Phase::Core,
       Phase::Core},
      {"fold-limit", options.foldLimit.hasValue(), Phase::Tensors,
       Phase::Dispatches},
      {"round-operators", options.roundOperators.hasValue(), Phase::Tensors,
       Phase::Tensors},
      {"merge-equal", options.mergeEqual.hasValue(), Phase::Dispatches,
       Phase::Dispatches},
      {"schedules", options.schedules.hasValue(), Phase::Dispatches,
       Phase::Host},
      {"without-emitters", options.withoutEmitters.hasValue(),
       Phase::Dispatches, Phase::Host},
      {"require-known-ops", options.requireKnownOps.hasValue(), Phase::Host,
       Phase::Host}};
  for (const Reader &reader : readers)
    if (reader.isSet && (reader.last < from || to < reader.first))
      return refuseUnread(reader.name, reader.first, from, to);
  if (options.foldLimit < 0)
    return llvm::createStringError("fold-limit is negative");
  return llvm::Error::success();
}

llvm::Error CompilerSession::addTarget(StringRef name) {
  std::string reason;
  auto target = parseTarget(name, reason);
  if (failed(target))
    return llvm::createStringError(reason);
  for (const std::unique_ptr<Target> &other : targets)
    if (other->getName() == (*target)->getName())
      return llvm::createStringError((*target)->getName() + " is named twice");
  targets.push_back(std::move(*target));
  std::vector<std::string> names;
  for (const std::unique_ptr<Target> &known : targets)
    names.push_back(known->getName().str());
  options.targets = names;
  return llvm::Error::success();
}

llvm::Error CompilerSession::addCubin(StringRef architecture) {
  if (!isCudaArchitecture(architecture))
    return llvm::createStringError("'" + architecture +
                                   "' is no architecture of CUDA devices; "
                                   "sm_90 is one, and sm_90a");
  if (llvm::none_of(targets, [&](const std::unique_ptr<Target> &target) {
        return target->getClass() == "cuda" &&
               canAssemble(target->getInfo().cuda, architecture);
      }))
    return llvm::createStringError("no target has PTX that can be assembled "
                                   "for " +
                                   architecture);
  if (llvm::is_contained(coding.cubins, architecture))
    return llvm::createStringError(architecture + " is named twice");
  coding.cubins.push_back(architecture.str());
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Phases
//===----------------------------------------------------------------------===//

llvm::Error CompilerSession::read(StringRef path, Phase at) {
  auto program = readProgram(context.get(), path, importing);
  if (!program)
    return program.takeError();
  take(std::move(*program), at);
  return llvm::Error::success();
}

llvm::Error CompilerSession::parse(StringRef text, Phase at) {
  auto program = parseVerified(
      llvm::MemoryBuffer::getMemBufferCopy(text, "<program>"), context.get());
  if (!program)
    return program.takeError();
  take(std::move(*program), at);
  return llvm::Error::success();
}

void CompilerSession::take(OwningOpRef<ModuleOp> program, Phase at) {
  module = std::move(program);
  phase = at;
  isVerified = false;
  addMetadata();
  times.finish("read");
}

LogicalResult CompilerSession::verify() {
  if (!isVerified && failed(verifyPhase(*module, phase, options)))
    return failure();
  isVerified = true;
  return success();
}

/// Adds entries to those that IR of an earlier run has, or puts them in their
/// place.
void CompilerSession::addMetadata() {
  if (metadata.empty())
    return;
  NamedAttrList entries(
      module->getOperation()->getAttrOfType<DictionaryAttr>(kMetadataAttr));
  for (const auto &entry : metadata)
    entries.set(entry.getKey(),
                StringAttr::get(context.get(), entry.getValue()));
  module->getOperation()->setAttr(kMetadataAttr,
                                  entries.getDictionary(context.get()));
}

LogicalResult CompilerSession::runTo(Phase to) {
  if (failed(verify()))
    return failure();
  while (phase < to) {
    if (coding.isCancelled && coding.isCancelled())
      return module->emitError("the compilation was cancelled");
    auto next = static_cast<Phase>(static_cast<int>(phase) + 1);
    if (failed(kiln::lower(*module, phase, next, options, hooks)))
      return failure();
    times.finish(getPhaseName(next));
    phase = next;
  }
  return success();
}

FailureOr<OwningOpRef<ModuleOp>> CompilerSession::copyAt(Phase to) {
  if (failed(verify()))
    return failure();
  OwningOpRef<ModuleOp> copy = module->clone();
  if (phase < to && failed(kiln::lower(*copy, phase, to, options, hooks)))
    return failure();
  return copy;
}

FailureOr<std::string> CompilerSession::emitCode(EmitKind kind) {
  if (targets.size() != 1)
    return module->emitError("code is written for one target, not for ")
           << targets.size();
  if (failed(runTo(Phase::Host)))
    return failure();
  const Target &target = *targets.front();
  FailureOr<exec::VariantOp> variant = findVariant(*module, target);
  if (failed(variant))
    return failure();
  auto code = target.emit(getKernels(*variant), kind, coding);
  times.finish(getPhaseName(Phase::Objects));
  return code;
}

LogicalResult CompilerSession::writePackage(StringRef path) {
  if (targets.empty() && phase < Phase::Dispatches)
    if (llvm::Error error = addTarget("cpu:native"))
      return module->emitError(llvm::toString(std::move(error)));
  if (targets.empty())
    return module->emitError("a package of IR in phase ")
           << getPhaseName(phase) << " is written for named targets";
  if (failed(runTo(Phase::Host)) ||
      failed(compilePackage(*module, targets, coding, path)))
    return failure();
  times.finish(getPhaseName(Phase::Package));
  return success();
}
