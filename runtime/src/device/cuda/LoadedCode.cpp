// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "device/cuda/LoadedCode.h"
#include "kiln-rt/archive/Sha256.h"

#include <map>
#include <mutex>

using namespace kiln::rt;
using namespace kiln::rt::cuda;

namespace {
/// Where code is that somebody uses, or wants to.
struct Place {
  std::mutex mutex;
  std::weak_ptr<const LoadedCode> code; ///< under the mutex
};

/// By context and digest.
class Places {
public:
  std::shared_ptr<Place> find(ContextHandle context, ByteSpan image) {
    std::lock_guard<std::mutex> lock(mutex_);
    for (auto it = places_.begin(); it != places_.end();) {
      bool isUnused = it->second.use_count() == 1 && it->second->code.expired();
      it = isUnused ? places_.erase(it) : std::next(it);
    }
    std::shared_ptr<Place> &place = places_[{context, sha256Hex(image)}];
    if (!place)
      place = std::make_shared<Place>();
    return place;
  }

private:
  std::mutex mutex_;
  std::map<std::pair<ContextHandle, std::string>, std::shared_ptr<Place>>
      places_; ///< under the mutex
};
} // namespace

Result LoadedCode::load(const PrimaryContext &context, ByteSpan image,
                        std::shared_ptr<const LoadedCode> &code,
                        std::string &log) {
  // Never destroyed: modules may go after it.
  static auto &places = *new Places();
  std::shared_ptr<Place> place = places.find(context.handle(), image);
  std::lock_guard<std::mutex> lock(place->mutex);
  code = place->code.lock();
  if (code)
    return Result::Success;
  const Driver &driver = context.driver;
  char text[8192] = {};
  JitOption options[] = {JitOption::ErrorLog, JitOption::ErrorLogBytes};
  void *values[] = {text, reinterpret_cast<void *>(sizeof(text) - 1)};
  // PTX ends with a zero.
  std::string ended(image.text());
  ModuleHandle module = nullptr;
  Result result =
      driver.moduleLoadDataEx(&module, ended.c_str(), 2, options, values);
  log = text;
  if (result != Result::Success)
    return result;
  code.reset(new LoadedCode(module, driver.moduleUnload));
  place->code = code;
  return result;
}
