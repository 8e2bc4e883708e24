#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A network that PyTorch trained and exported, compiled and run by Kiln: sets
# the machine up, builds what it needs, and shows it (show-digits.sh).
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

"$kiln_root/utils/setup.sh"
build=$kiln_root/build
kiln_build default "$build" kiln-compile kiln-run digits KilnCudaEmulator

"$kiln_root/utils/show-digits.sh" build build
