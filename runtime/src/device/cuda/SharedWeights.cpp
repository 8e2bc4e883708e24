// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "device/cuda/SharedWeights.h"
#include "device/Memory.h"

using namespace kiln::rt;
using namespace kiln::rt::cuda;

/// One that is there, or on its way.
struct SharedWeights::Weight {
  explicit Weight(Device &device) : memory(device) {}

  Buffer memory;
  std::shared_ptr<Uploads> uploads; ///< that bring it
};

/// What one module has of them.
struct SharedWeights::Share final : DeviceUploads {
  explicit Share(std::shared_ptr<SharedWeights> home) : home(std::move(home)) {}
  ~Share() override;

  std::shared_ptr<SharedWeights> home;
  std::map<std::string, WeightPtr> weights;
  std::shared_ptr<Uploads> begun; ///< from bytes that go with the share
};

Expected<std::shared_ptr<SharedWeights>>
SharedWeights::of(const PrimaryContext &context, kiln_device id) {
  // Never destroyed: modules may go after it.
  static auto &mutex = *new std::mutex();
  static auto &all =
      *new std::map<ContextHandle, std::weak_ptr<SharedWeights>>();
  std::lock_guard<std::mutex> lock(mutex);
  std::weak_ptr<SharedWeights> &place = all[context.handle()];
  if (std::shared_ptr<SharedWeights> found = place.lock())
    return found;
  KILN_RT_ASSIGN(std::shared_ptr<CudaDevice> device,
                 CudaDevice::open(PrimaryContext(context), id));
  std::shared_ptr<SharedWeights> made(new SharedWeights(std::move(device)));
  place = made;
  return made;
}

/// Null where nobody has it, or it never came.
SharedWeights::WeightPtr SharedWeights::find(const std::string &name) {
  auto found = weights_.find(name);
  WeightPtr weight = found == weights_.end() ? nullptr : found->second.lock();
  return weight && !weight->uploads->hasFailed() ? weight : nullptr;
}

Expected<SharedWeights::WeightPtr> SharedWeights::make(uint64_t bytes) {
  auto weight = std::make_shared<Weight>(*device_);
  if (!weight->memory.ensure(bytes))
    return noMemoryForWeights(bytes);
  return weight;
}

Status SharedWeights::share(const std::vector<NamedBytes> &wanted,
                            std::vector<const void *> &memory,
                            std::set<std::shared_ptr<Uploads>> &uploads,
                            std::unique_ptr<DeviceUploads> &held) {
  auto share = std::make_unique<Share>(shared_from_this());
  std::vector<Upload> missing;
  std::lock_guard<std::mutex> lock(mutex_);
  for (const auto &[name, bytes] : wanted) {
    auto known = share->weights.find(name);
    WeightPtr weight =
        known == share->weights.end() ? find(name) : known->second;
    if (!weight) {
      KILN_RT_ASSIGN(weight, make(bytes.size));
      missing.push_back({weight->memory.data(), bytes.data, bytes.size});
    }
    memory.push_back(weight->memory.data());
    share->weights[name] = std::move(weight);
  }
  if (!missing.empty()) {
    KILN_RT_ASSIGN(share->begun, device_->upload(missing));
  }
  for (auto &[name, weight] : share->weights) {
    if (!weight->uploads) {
      weight->uploads = share->begun;
      weights_[name] = weight;
    }
    uploads.insert(weight->uploads);
  }
  held = std::move(share);
  return {};
}

/// Nobody finds from now on what only this share has. Is that all that it has
/// begun to upload?
bool SharedWeights::forget(const Share &share) {
  std::lock_guard<std::mutex> lock(mutex_);
  bool isAlone = true;
  for (const auto &[name, weight] : share.weights) {
    if (weight.use_count() == 1)
      weights_.erase(name);
    else if (weight->uploads == share.begun)
      isAlone = false;
  }
  return isAlone;
}

SharedWeights::Share::~Share() {
  PrimaryContext::Scope scope(home->device_->context());
  bool isAlone = home->forget(*this);
  if (begun && isAlone)
    begun->stop();
  else if (begun)
    begun->finish();
  home->device_->expectWorkOfOthers();
  weights.clear();
  begun.reset();
}
