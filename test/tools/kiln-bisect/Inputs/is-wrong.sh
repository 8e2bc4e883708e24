#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# is-wrong.sh INPUTS EXPECTED FILE: status 1 where the numbers of the file are wrong.
! kiln-interpret "$3" --inputs="$1" --expected="$2" --call=call0 | grep -q WRONG
