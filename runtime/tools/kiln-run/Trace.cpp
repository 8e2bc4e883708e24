// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Trace.h"
#include "Arrays.h"
#include "kiln-rt/archive/OutputFile.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>

using namespace kiln::rt;
using namespace kiln::rt::tool;

void Tracer::attach(Session &session) {
  if (!options_.trace && options_.dumpValues.empty())
    return;
  module_ = session.module.get();
  kiln_observer observer = {};
  observer.struct_size = sizeof(observer);
  observer.user = this;
  observer.before = before;
  observer.after = after;
  kiln_context_set_observer(session.context.get(), &observer);
}

Status Tracer::startCall(const std::string &call) {
  step_ = 0;
  if (options_.trace)
    std::printf("%s\n", call.c_str());
  if (options_.dumpValues.empty())
    return {};
  folder_ = concat(options_.dumpValues, "/", call);
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error)
    return makeError(Code::Internal, folder_,
                     ": cannot make the folder: ", error.message());
  return {};
}

void Tracer::before(void *user, const kiln_instruction_info *) {
  static_cast<Tracer *>(user)->started_ = std::chrono::steady_clock::now();
}

void Tracer::after(void *user, const kiln_instruction_info *info) {
  auto *tracer = static_cast<Tracer *>(user);
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - tracer->started_;
  if (tracer->options_.trace)
    tracer->print(*info, seconds.count());
  if (!tracer->folder_.empty())
    tracer->dump(*info);
  ++tracer->step_;
}

void Tracer::print(const kiln_instruction_info &info, double seconds) const {
  std::string sizes;
  for (size_t i = 0; i < info.size_count; ++i)
    sizes += concat(i == 0 ? " sizes " : ", ", info.sizes[i]);
  std::string domain =
      info.domain > 0 ? concat(" over ", info.domain) : std::string();
  std::string bytes;
  for (size_t i = 0; i < info.buffer_count; ++i)
    bytes += concat(i == 0 ? " bytes " : ", ", info.buffer_bytes[i]);
  std::string origin;
  if (info.op[0] || info.file[0])
    origin = concat("  # ", info.op, info.file[0] ? " " : "", info.file,
                    info.file[0] ? concat(":", info.line) : std::string());
  std::printf("  %s[%zu] %s%s%s%s%s%s  %.1f us%s\n", info.entry, info.index,
              info.opcode, info.kernel[0] ? " " : "", info.kernel,
              domain.c_str(), sizes.c_str(), bytes.c_str(), seconds * 1e6,
              origin.c_str());
}

/// Writes each buffer that the instruction wrote: a row of elements, since
/// kernels do not know of dimensions.
void Tracer::dump(const kiln_instruction_info &info) {
  for (size_t i = 0; i < info.buffer_count && status_.ok(); ++i) {
    if (!info.buffer_written[i])
      continue;
    kiln_dtype dtype = info.buffer_dtypes[i];
    if (dtype == KILN_DTYPE_NONE)
      dtype = KILN_DTYPE_U8;
    auto count =
        static_cast<int64_t>(info.buffer_bytes[i] / kiln_dtype_size(dtype));
    NpyArray array(dtype, {count});
    status_ = statusOf(kiln_module_read_memory(module_, info.buffers[i],
                                               array.data(), array.bytes()));
    if (!status_.ok())
      return;
    std::vector<uint8_t> content = writeNpy(array);
    char number[16];
    std::snprintf(number, sizeof(number), "%05zu", step_);
    std::string path =
        concat(folder_, "/", number, ".",
               info.kernel[0] ? info.kernel : info.opcode, ".", i, ".npy");
    Status written = writeFile(path, ByteSpan(content.data(), content.size()));
    if (!written.ok())
      status_ = std::move(written);
  }
}
