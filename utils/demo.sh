#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A network that PyTorch trained and exported, compiled and run by Kiln: sets
# the machine up, builds, compiles examples/digits/model.pt2 for this CPU, and
# classifies the 360 test images with the package. Then the same for a GPU: a
# batch of it runs on the emulator, and its PTX is shown.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

"$kiln_root/utils/setup.sh"
build=$kiln_root/build
kiln_build default "$build" kiln-compile kiln-run digits KilnCudaEmulator

package=$build/digits.kiln
digits=$kiln_root/examples/digits
echo "\$ kiln-compile examples/digits/model.pt2 -o build/digits.kiln --target=cpu:native"
"$build/bin/kiln-compile" "$digits/model.pt2" -o "$package" --target=cpu:native
echo "\$ digits build/digits.kiln examples/digits/test.npz"
"$build/bin/digits" "$package" "$digits/test.npz"

package=$build/digits-cuda.kiln
echo "\$ kiln-compile examples/digits/model.pt2 -o build/digits-cuda.kiln --target=cuda:sm_90a"
"$build/bin/kiln-compile" "$digits/model.pt2" -o "$package" --target=cuda:sm_90a
echo "\$ kiln-run build/digits-cuda.kiln --device=cuda-emulator:sm_90a --call=call1 --inputs=examples/digits/inputs.npz --expected=examples/digits/outputs.npz"
"$build/bin/kiln-run" "$package" --device=cuda-emulator:sm_90a --call=call1 \
  --inputs="$digits/inputs.npz" --expected="$digits/outputs.npz"
"$build/bin/kiln-compile" "$digits/model.pt2" -o "$build/digits.ptx" --target=cuda:sm_90a --emit=ptx
echo "its PTX: build/digits.ptx ($(grep -c '^\.visible \.entry' "$build/digits.ptx") kernels); in the package it is code/cuda-sm_90a.ptx"
