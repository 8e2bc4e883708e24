#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   show-digits.sh BUILD OUTPUT
#
# Compiles examples/digits/model.pt2 for this CPU with the tools of a build
# folder, and classifies the 360 test images with the package. Then the same for
# a GPU: a batch of it runs on the emulator, and its PTX is shown.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=$1 output=$2 digits=examples/digits

run() {
  echo "\$ $(basename "$1") ${*:2}"
  "$@"
}

run "$build/bin/kiln-compile" $digits/model.pt2 -o "$output/digits.kiln" --target=cpu:native
run "$build/bin/digits" "$output/digits.kiln" $digits/test.npz

run "$build/bin/kiln-compile" $digits/model.pt2 -o "$output/digits-cuda.kiln" --target=cuda:sm_90a
run "$build/bin/kiln-run" "$output/digits-cuda.kiln" --device=cuda-emulator:sm_90a --call=call1 \
  --inputs=$digits/inputs.npz --expected=$digits/outputs.npz
"$build/bin/kiln-compile" $digits/model.pt2 -o "$output/digits.ptx" --target=cuda:sm_90a --emit=ptx
echo "its PTX: $output/digits.ptx ($(grep -c '^\.visible \.entry' "$output/digits.ptx") kernels); in the package it is code/cuda-sm_90a.ptx"
