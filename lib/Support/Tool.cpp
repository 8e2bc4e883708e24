// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Support/Tool.h"
#include "kiln-rt/archive/OutputFile.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Signals.h"
#include <csignal>
#include <cxxabi.h>
#include <new>
#include <unistd.h>

using namespace kiln;
using llvm::StringRef;

static std::string toolName;

/// Without allocating: there may be no memory.
[[noreturn]] static void endTool(StringRef reason) {
  for (StringRef part :
       {StringRef(toolName), StringRef(": "), reason, StringRef("\n")})
    (void)!::write(STDERR_FILENO, part.data(), part.size());
  llvm::sys::RunInterruptHandlers();
  ::_exit(1);
}

void kiln::initTool(StringRef name) {
  toolName = name.str();
  // Files are mapped: one that another process cuts off is met as a signal.
  std::signal(SIGBUS, [](int) {
    endTool("a file became shorter while it was in use");
  });
  std::set_new_handler([] { endTool("out of memory"); });
  // Kiln throws nothing: it is the standard library that does, where a size
  // makes no sense.
  std::set_terminate([] {
    const std::type_info *type = abi::__cxa_current_exception_type();
    bool isMemory = type && StringRef(type->name()).contains("bad_alloc");
    endTool(isMemory ? "out of memory"
            : type   ? "internal error: a size is beyond all memory"
                     : "internal error");
  });
}

void kiln::hideFlagsOfLLVM() {
  for (auto &[name, flag] : llvm::cl::getRegisteredOptions())
    if (llvm::none_of(flag->Categories, [](llvm::cl::OptionCategory *category) {
          return category->getName() == "Generic Options";
        }))
      flag->setHiddenFlag(llvm::cl::Hidden);
}

bool kiln::asksForHelp(int argc, char **argv) {
  return llvm::any_of(
      ArrayRef(argv, argc).drop_front(argc > 0),
      [](StringRef flag) { return flag == "--help" || flag == "-help"; });
}

llvm::Error
kiln::writeOutputFile(StringRef path,
                      llvm::function_ref<void(llvm::raw_ostream &)> write) {
  if (path == "-") {
    write(llvm::outs());
    return llvm::Error::success();
  }
  auto fail = [](const rt::Error &error) {
    return llvm::createStringError(error.message);
  };
  auto file = rt::OutputFile::create(path.str());
  if (!file.ok())
    return fail(file.error());
  std::string text;
  llvm::raw_string_ostream os(text);
  write(os);
  rt::Status status = file->write(std::string_view(text));
  if (status.ok())
    status = file->finish();
  return status.ok() ? llvm::Error::success() : fail(status.error());
}

llvm::Error kiln::writeIRFile(StringRef path, mlir::Operation *module,
                              bool locations) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (path.ends_with(".mlirbc")) {
    if (failed(mlir::writeBytecodeToFile(module, os)))
      return llvm::createStringError(path + ": the bytecode cannot be written");
  } else {
    module->print(os, mlir::OpPrintingFlags().enableDebugInfo(locations));
    os << "\n";
  }
  return writeOutputFile(path, [&](llvm::raw_ostream &out) { out << text; });
}
