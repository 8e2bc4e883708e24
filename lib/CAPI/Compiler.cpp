// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln-c/Compiler.h"
#include "kiln/Compiler/CompilerSession.h"
#include "kiln/Support/Diagnostics.h"
#include "kiln/Support/Origin.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include <mutex>

using namespace mlir;
using namespace kiln;

struct kiln_compiler {
  kiln_compiler()
      : handler(&session.getContext(),
                [this](Diagnostic &diagnostic) { tell(diagnostic); }) {
    // An op may be a whole program.
    session.getContext().printOpOnDiagnostic(false);
  }

  void tell(kiln_severity severity, const std::string &message) {
    std::lock_guard<std::mutex> lock(mutex);
    if (diagnose)
      diagnose(user, severity, message.c_str());
    else
      llvm::errs() << message << "\n";
  }

  /// A diagnostic with its Python line, then its notes.
  void tell(Diagnostic &diagnostic) {
    shorten(diagnostic);
    static constexpr kiln_severity severities[] = {
        KILN_SEVERITY_NOTE, KILN_SEVERITY_WARNING, KILN_SEVERITY_ERROR,
        KILN_SEVERITY_REMARK};
    std::string origin = getOrigin(diagnostic.getLocation()).str();
    tell(severities[static_cast<size_t>(diagnostic.getSeverity())],
         origin.empty() ? diagnostic.str() : origin + ": " + diagnostic.str());
    for (Diagnostic &note : diagnostic.getNotes())
      tell(note);
  }

  /// 0, or 1 after the error was told.
  int finish(llvm::Error error) {
    if (!error)
      return 0;
    llvm::handleAllErrors(
        std::move(error), [](const DiagnosedError &) {},
        [&](const llvm::ErrorInfoBase &other) {
          tell(KILN_SEVERITY_ERROR, other.message());
        });
    return 1;
  }

  CompilerSession session;
  kiln_diagnostic_fn diagnose = nullptr;
  void *user = nullptr;
  std::mutex mutex;
  ScopedDiagnosticHandler handler;
};

static bool isPhase(kiln_phase phase) {
  return phase >= KILN_PHASE_EXPORTED && phase <= KILN_PHASE_HOST;
}

/// Tells where a call needs a program and none is read.
static bool hasProgram(kiln_compiler *compiler) {
  if (compiler && compiler->session.getModule())
    return true;
  if (compiler)
    compiler->tell(KILN_SEVERITY_ERROR, "no program is loaded");
  return false;
}

kiln_compiler *kiln_compiler_create(void) {
  return new (std::nothrow) kiln_compiler();
}

void kiln_compiler_destroy(kiln_compiler *compiler) { delete compiler; }

void kiln_compiler_on_diagnostic(kiln_compiler *compiler,
                                 kiln_diagnostic_fn callback, void *user) {
  compiler->diagnose = callback;
  compiler->user = user;
}

void kiln_compiler_on_progress(kiln_compiler *compiler,
                               kiln_progress_fn callback, void *user) {
  auto &progress = compiler->session.coding.progress;
  progress = nullptr;
  if (callback)
    progress = [=](size_t done, size_t count) { callback(user, done, count); };
}

void kiln_compiler_on_cancel(kiln_compiler *compiler,
                             kiln_is_cancelled_fn callback, void *user) {
  auto &isCancelled = compiler->session.coding.isCancelled;
  isCancelled = nullptr;
  if (callback)
    isCancelled = [=] { return callback(user) != 0; };
}

int kiln_compiler_set_option(kiln_compiler *compiler, const char *name,
                             const char *value) {
  if (!compiler || !name || !value)
    return 1;
  return compiler->finish(compiler->session.setOption(name, value));
}

int kiln_compiler_add_target(kiln_compiler *compiler, const char *name) {
  if (!compiler || !name)
    return 1;
  return compiler->finish(compiler->session.addTarget(name));
}

int kiln_compiler_load(kiln_compiler *compiler, const char *path,
                       kiln_phase phase) {
  if (!compiler || !path || !isPhase(phase))
    return 1;
  return compiler->finish(
      compiler->session.read(path, static_cast<Phase>(phase)));
}

int kiln_compiler_parse(kiln_compiler *compiler, const char *text, size_t size,
                        kiln_phase phase) {
  if (!compiler || !text || !isPhase(phase))
    return 1;
  return compiler->finish(
      compiler->session.parse({text, size}, static_cast<Phase>(phase)));
}

int kiln_compiler_run_to(kiln_compiler *compiler, kiln_phase phase) {
  if (!hasProgram(compiler) || !isPhase(phase))
    return 1;
  CompilerSession &session = compiler->session;
  auto to = static_cast<Phase>(phase);
  if (to < session.getPhase())
    return compiler->finish(llvm::createStringError(
        "the program is behind phase " + getPhaseName(to)));
  return failed(session.runTo(to));
}

int kiln_compiler_print(kiln_compiler *compiler, kiln_write_fn write,
                        void *user) {
  if (!hasProgram(compiler) || !write)
    return 1;
  std::string text;
  llvm::raw_string_ostream os(text);
  compiler->session.getModule()->print(os,
                                       OpPrintingFlags().enableDebugInfo(true));
  write(user, text.data(), text.size());
  return 0;
}

int kiln_compiler_write_package(kiln_compiler *compiler, const char *path) {
  if (!hasProgram(compiler) || !path)
    return 1;
  return failed(compiler->session.writePackage(path));
}

/// The package is written to a file first: it is built there record by record.
static llvm::Error makePackage(CompilerSession &session, kiln_write_fn write,
                               void *user, bool &isWritten) {
  llvm::SmallString<128> path;
  if (std::error_code code =
          llvm::sys::fs::createTemporaryFile("kiln", "kiln", path))
    return llvm::createStringError(code, "no temporary file can be made: " +
                                             code.message());
  llvm::FileRemover remover(path);
  isWritten = succeeded(session.writePackage(path));
  if (!isWritten)
    return llvm::Error::success();
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return llvm::createStringError(buffer.getError(),
                                   path + ": " + buffer.getError().message());
  write(user, (*buffer)->getBufferStart(), (*buffer)->getBufferSize());
  return llvm::Error::success();
}

int kiln_compiler_make_package(kiln_compiler *compiler, kiln_write_fn write,
                               void *user) {
  if (!hasProgram(compiler) || !write)
    return 1;
  bool isWritten = false;
  int result =
      compiler->finish(makePackage(compiler->session, write, user, isWritten));
  return result || !isWritten;
}
