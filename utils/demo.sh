#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A network that PyTorch trained and exported, compiled and run by Kiln: sets
# the machine up, builds, compiles examples/digits/model.pt2 for this CPU, and
# classifies the 360 test images with the package.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

"$kiln_root/utils/setup.sh"
build=$kiln_root/build
kiln_build default "$build" kiln-compile kiln-run digits

package=$build/digits.kiln
digits=$kiln_root/examples/digits
echo "\$ kiln-compile examples/digits/model.pt2 -o build/digits.kiln --target=cpu:native"
"$build/bin/kiln-compile" "$digits/model.pt2" -o "$package" --target=cpu:native
echo "\$ digits build/digits.kiln examples/digits/test.npz"
"$build/bin/digits" "$package" "$digits/test.npz"
