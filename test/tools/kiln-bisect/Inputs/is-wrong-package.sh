#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# is-wrong-package.sh PLUGIN PROGRAM FILE: status 1 where the numbers of the file, in phase dispatches, are wrong once it is
# compiled; one that cannot be compiled is none.
kiln-compile --compile-from=dispatches --target=cpu:x86-64-v3 --load-pass-plugin="$1" "$3" -o "$3.kiln" || exit 0
! kiln-run "$3.kiln" --inputs="$2/inputs.npz" --expected="$2/outputs.npz" | grep -q WRONG
