// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "device/DeviceName.h"

#include <charconv>

using namespace kiln::rt;

static constexpr struct {
  kiln_device_type type;
  std::string_view name;
} deviceTypes[] = {{KILN_DEVICE_CPU, "cpu"}, {KILN_DEVICE_CUDA, "cuda"}};

std::string kiln::rt::deviceName(kiln_device device) {
  if (device.type == KILN_DEVICE_CPU)
    return "cpu";
  for (const auto &known : deviceTypes)
    if (known.type == device.type)
      return concat(known.name, ":", device.index);
  return concat("device ", static_cast<int32_t>(device.type), ":",
                device.index);
}

Expected<kiln_device> kiln::rt::parseDevice(std::string_view text) {
  std::string_view type = text.substr(0, text.find(':'));
  std::string_view index = text.substr(type.size());
  for (const auto &known : deviceTypes) {
    if (known.name != type)
      continue;
    kiln_device device = {known.type, 0};
    if (index.empty())
      return kiln_device(device);
    const char *end = index.data() + index.size();
    auto [last, problem] = std::from_chars(index.data() + 1, end, device.index);
    bool isIndex = problem == std::errc() && last == end && device.index >= 0;
    if (isIndex && (device.type != KILN_DEVICE_CPU || device.index == 0))
      return kiln_device(device);
  }
  return makeError(Code::InvalidArgument, "'", text,
                   "' is no device: cpu or cuda:N is expected");
}
