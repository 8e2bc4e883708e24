// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Batch.h"
#include "Interpreter.h"
#include "kiln/Support/Diagnostics.h"
#include "kiln/Support/InputFile.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Regex.h"

using namespace kiln;
using namespace kiln::interpret;

namespace {
struct Verdict {
  StringRef state;
  std::string reason;
};
} // namespace

/// Does an error name an operator?
static bool namesOperator(StringRef text) {
  static const llvm::Regex pattern(
      "(aten|prims|higher_order|quantized_decomposed|torch_nn)\\.[a-zA-Z_]|"
      "operator( |$)");
  return pattern.match(text);
}

static Verdict judge(StringRef program, StringRef inputs, StringRef expected,
                     bool keepState, Kept kept) {
  std::string said;
  llvm::raw_string_ostream os(said);
  auto interpreter = Interpreter::load(os, program, "", kept);
  if (!interpreter) {
    printError(os, interpreter.takeError());
    StringRef reason = StringRef(said).rtrim();
    StringRef state =
        namesOperator(reason.split('\n').first) ? "refused" : "unread";
    return {state, reason.str()};
  }
  rt::RecordedOptions options;
  options.inputs = inputs.str();
  options.keepState = keepState;
  options.expected = expected == "-" ? "" : expected.str();
  std::string text;
  bool wrong = false;
  rt::Status status =
      (*interpreter)
          ->run(
              options, [&](const std::string &line) { text += line + "\n"; },
              wrong);
  if (!status.ok())
    return {(*interpreter)->isRefused() ? "refused" : "wrong",
            status.error().message};
  return {wrong ? "wrong" : "right", StringRef(text).rtrim().str()};
}

llvm::Error interpret::runBatch(StringRef listPath, Kept kept,
                                raw_ostream &os) {
  auto buffer = readInputFile(listPath);
  if (!buffer)
    return buffer.takeError();
  SmallVector<StringRef> lines;
  (*buffer)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef line : lines) {
    SmallVector<StringRef> fields;
    line.split(fields, '\t');
    bool keepState = fields.size() == 4 && fields[3] == "keep-state";
    if (fields.size() != 3 && !keepState)
      return llvm::createStringError(
          listPath +
          ": a line is a program, inputs and what is expected, "
          "separated by tabs, not '" +
          line + "'");
    Verdict verdict = judge(fields[0], fields[1], fields[2], keepState, kept);
    os << llvm::json::Value(llvm::json::Object{
              {"program", fields[0]},
              {"state", verdict.state},
              {"reason", llvm::json::fixUTF8(verdict.reason)}})
       << "\n";
    os.flush();
  }
  return llvm::Error::success();
}
