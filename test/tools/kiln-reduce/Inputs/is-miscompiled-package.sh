#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# is-miscompiled-package.sh INPUTS PLUGIN PASSES FILE: status 1 where the file, in phase core, computes other numbers once it is
# compiled, with passes of a plugin behind phase dispatches.
target=cpu:x86-64-v3
trap 'rm -f "$4.npz" "$4.mlir" "$4.kiln"' EXIT
kiln-interpret "$4" --inputs="$1" --call=call0 --outputs="$4.npz" > /dev/null 2>&1 || exit 0
kiln-opt --load-pass-plugin="$2" "$4" -o "$4.mlir" \
  --pass-pipeline="builtin.module(kiln-tensors-pipeline,kiln-dispatches-pipeline{targets=$target}$3)" || exit 0
kiln-compile --compile-from=dispatches --target=$target --load-pass-plugin="$2" "$4.mlir" -o "$4.kiln" > /dev/null 2>&1 || exit 0
! kiln-run "$4.kiln" --inputs="$1" --call=call0 --expected="$4.npz" | grep -q WRONG
