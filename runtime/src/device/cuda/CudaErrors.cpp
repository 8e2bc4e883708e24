// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Answers of the driver as errors. Some end the context: what failed may be any
// work that was enqueued before, and all that is asked for later fails, too.

#include "device/DeviceName.h"
#include "device/cuda/CudaDevice.h"

using namespace kiln::rt;
using namespace kiln::rt::cuda;

static bool isFatal(Result result) {
  switch (result) {
  case Result::UncorrectableError:
  case Result::IllegalAddress:
  case Result::LaunchTimeout:
  case Result::ContextIsDestroyed:
  case Result::Assert:
  case Result::HardwareStackError:
  case Result::IllegalInstruction:
  case Result::MisalignedAddress:
  case Result::InvalidAddressSpace:
  case Result::InvalidProgramCounter:
  case Result::LaunchFailed:
  case Result::Unknown:
    return true;
  default:
    return false;
  }
}

Status CudaDevice::check(Result result, const char *what) {
  if (result == Result::Success)
    return {};
  if (!isFatal(result))
    return makeError(result == Result::OutOfMemory ? Code::ResourceExhausted
                                                   : Code::Internal,
                     deviceName(id()), ": ", what, ": ",
                     driver_.describe(result));
  std::lock_guard<std::mutex> lock(lossMutex_);
  if (!loss_)
    loss_ = std::make_unique<Error>(lossOf(result, what));
  return Error(*loss_);
}

Status CudaDevice::health() const {
  std::lock_guard<std::mutex> lock(lossMutex_);
  return loss_ ? Status(Error(*loss_)) : Status();
}

/// The first fault of the emulator's report, in one line.
static std::string firstFault(const Driver &driver) {
  if (!driver.faultReport)
    return "";
  char text[4096];
  driver.faultReport(text, sizeof(text), /*json=*/0);
  std::string line;
  std::string_view rest = text;
  while (!rest.empty()) {
    size_t end = rest.find('\n');
    line += rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    constexpr std::string_view indent = "  ";
    if (rest.substr(0, indent.size()) != indent)
      break;
    rest.remove_prefix(indent.size());
    line += ", ";
  }
  return line;
}

/// Names the launches that it may have been. The error is at the Python line of
/// the first of them, since work is done in its order.
std::string CudaDevice::suspects(const std::string &report, Error &error) {
  constexpr size_t told = 4;
  std::string names;
  size_t count = 0;
  for (const RecentLaunches::Entry &entry : launches_.pending()) {
    const KernelCode &kernel = kernels_[entry.kernel].source;
    bool isCleared =
        !report.empty() && report.find(concat("in kernel ", kernel.code->symbol,
                                              " ")) == std::string::npos;
    if (isCleared)
      continue;
    if (++count > told)
      continue;
    uint32_t number = kernel.details->kernel(entry.kernel).origin();
    const Origin at =
        number == noIndex ? Origin() : kernel.details->origin(number);
    if (count == 1) {
      error.file = at.file;
      error.line = at.line;
    }
    names += concat(count == 1 ? "" : ", ", "kernel '", kernel.name,
                    "' of dispatch ", entry.dispatch);
    if (*at.file)
      names += concat(" (", at.file, ":", at.line, ")");
  }
  if (count > told)
    names += concat(", and ", count - told, " more");
  return concat(count > 1 ? " in one of these: " : count ? " in " : "", names);
}

Error CudaDevice::lossOf(Result result, const char *what) {
  std::string report = firstFault(driver_);
  Error error = makeError(Code::Aborted, "");
  std::string where = suspects(report, error);
  error.message = concat(deviceName(id()), " is lost to this process, by ",
                         driver_.describe(result), where, "; met when ", what);
  if (!report.empty())
    error.message += concat("; ", report);
  return error;
}
