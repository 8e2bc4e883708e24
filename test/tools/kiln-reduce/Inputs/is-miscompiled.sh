#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# is-miscompiled.sh INPUTS PLUGIN PASS FILE: status 1 where the pass changes the numbers of the file.
before="$4.before.npz"
after="$4.after.mlir"
trap 'rm -f "$before" "$after"' EXIT
kiln-interpret "$4" --inputs="$1" --call=call0 --outputs="$before" > /dev/null 2>&1 || exit 0
kiln-opt --load-pass-plugin="$2" --pass-pipeline="builtin.module(ep.program($3))" "$4" -o "$after" || exit 0
! kiln-interpret "$after" --inputs="$1" --call=call0 --expected="$before" | grep -q WRONG
