// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Interpreter.h"
#include "Arrays.h"
#include "kiln/Dialect/Aten/Decompositions.h"
#include "kiln/Support/Diagnostics.h"
#include <chrono>

using namespace kiln;
using namespace kiln::interpret;
using namespace kiln::reference;

llvm::Expected<std::unique_ptr<Interpreter>>
Interpreter::load(raw_ostream &os, StringRef path, StringRef programName,
                  Kept kept) {
  std::unique_ptr<Interpreter> interpreter(new Interpreter());
  DiagnosticPrinter printer(interpreter->context.get(), path, os);
  if (llvm::Error error = interpreter->read(path, programName, kept))
    return error;
  return interpreter;
}

/// The overloads that the evaluator can compute, or those of them that nothing
/// decomposes.
static std::vector<std::string> listKept(MLIRContext *context, Kept which) {
  context->loadDialect<aten::AtenDialect, aten::PrimsDialect,
                       aten::QuantizedDialect>();
  mlir::RewritePatternSet patterns(context);
  aten::populateDecompositions(patterns, {});
  llvm::StringSet<> decomposed;
  for (const auto &pattern : patterns.getNativePatterns())
    if (std::optional<mlir::OperationName> root = pattern->getRootKind())
      decomposed.insert(root->getStringRef());
  std::vector<std::string> kept;
  for (const auto &item : KernelTable::get().getKernels())
    if (which == Kept::All || !decomposed.contains(item.first()))
      kept.push_back(item.first().str());
  return kept;
}

llvm::Error Interpreter::read(StringRef path, StringRef programName,
                              Kept kept) {
  auto input = readProgram(context.get(), path);
  if (!input)
    return input.takeError();
  module = std::move(*input);
  PipelineOptions options;
  if (kept != Kept::None)
    options.keep = listKept(context.get(), kept);
  if (failed(lower(*module, Phase::Exported, Phase::Core, options)))
    return llvm::make_error<DiagnosedError>();
  ep::ProgramOp chosen;
  for (auto op : module->getOps<ep::ProgramOp>())
    if (!chosen && (programName.empty() || op.getSymName() == programName))
      chosen = op;
  if (!chosen)
    return llvm::createStringError(path + ": there is no program '" +
                                   programName + "'");
  programOp = chosen;
  llvm::Expected<Program> loaded = Program::load(chosen);
  if (!loaded)
    return llvm::createStringError(path + ": " +
                                   llvm::toString(loaded.takeError()));
  program.emplace(std::move(*loaded));
  return llvm::Error::success();
}

/// The arrays of a call's results, by the names that fixtures have.
static rt::NpzArrays nameResults(const std::string &call,
                                 const CallResults &results,
                                 MLIRContext *context) {
  rt::NpzArrays made;
  auto add = [&](const std::string &name, const RuntimeValue &value) {
    if (std::optional<rt::NpyArray> array = toArray(value, context))
      made.emplace(call + name, std::move(*array));
  };
  for (auto [i, value] : llvm::enumerate(results.outputs))
    add(".out" + std::to_string(i), value);
  for (const auto &[i, tensor] : results.mutatedInputs)
    add(".mut" + std::to_string(i), tensor);
  for (const auto &[name, tensor] : results.mutatedState)
    add(".state." + name, tensor);
  return made;
}

rt::Expected<RuntimeValues> Interpreter::makeInputs(const std::string &name,
                                                    const rt::NpzArrays &inputs,
                                                    const std::string &file) {
  KILN_RT_TRY(rt::checkInputCount(file, name, program->getNumInputs(), inputs));
  RuntimeValues values;
  for (unsigned i = 0; i < program->getNumInputs(); ++i) {
    auto found = inputs.find(name + ".in" + std::to_string(i));
    Type type = program->getInputType(i);
    if (found != inputs.end())
      values.push_back(toValue(context.get(), found->second, type));
    else if (mlir::isa<mlir::NoneType>(type))
      values.emplace_back();
    else
      return rt::missingInput(file, name, i, program->getInputName(i).str());
  }
  return values;
}

rt::Expected<rt::NpzArrays> Interpreter::runCall(const std::string &name,
                                                 const rt::NpzArrays &inputs,
                                                 const std::string &file,
                                                 double &seconds) {
  KILN_RT_ASSIGN(RuntimeValues values, makeInputs(name, inputs, file));
  auto start = std::chrono::steady_clock::now();
  llvm::Expected<CallResults> results = program->call(values);
  seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  if (!results) {
    llvm::Error error = results.takeError();
    refused = error.isA<UnsupportedError>();
    return rt::makeError(rt::Code::InvalidArgument, name, ": ",
                         llvm::toString(std::move(error)));
  }
  return nameResults(name, *results, context.get());
}

rt::Status Interpreter::run(const rt::RecordedOptions &options,
                            const rt::PrintLine &print, bool &wrong) {
  refused = false;
  auto call = [&](const std::string &name, const rt::NpzArrays &inputs,
                  double &seconds) {
    if (!options.keepState)
      program->reset();
    return runCall(name, inputs, options.inputs, seconds);
  };
  return rt::runRecordedCalls(options, call, print, wrong);
}
