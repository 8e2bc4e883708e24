// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Devices by name: "cpu", "cuda:1".

#ifndef KILN_RT_SRC_DEVICE_DEVICENAME_H
#define KILN_RT_SRC_DEVICE_DEVICENAME_H

#include "kiln-rt/archive/Error.h"
#include "kiln-rt/kiln.h"

namespace kiln::rt {

/// "cpu", "cuda:1"; "device 7:0" of a type without a name.
std::string deviceName(kiln_device device);
/// "cuda" is "cuda:0". Errors: InvalidArgument.
Expected<kiln_device> parseDevice(std::string_view text);

inline bool isSameDevice(kiln_device a, kiln_device b) {
  return a.type == b.type && a.index == b.index;
}

} // namespace kiln::rt

#endif // KILN_RT_SRC_DEVICE_DEVICENAME_H
