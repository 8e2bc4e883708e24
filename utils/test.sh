#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Every test of Kiln: sets the machine up, builds everything, builds what is
# free of LLVM twice more under sanitizers and once for another architecture,
# runs all suites, and ends on a line "N passed, N failed, N skipped".
# KILN_FIXTURES names a larger corpus, where there is one. Arguments go to
# utils/run-tests.py.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

"$kiln_root/utils/setup.sh"
build=$kiln_root/build
sanitized=$kiln_root/build-asan
threads=$kiln_root/build-tsan
kiln_build default "$build" all
kiln_build asan "$sanitized" all
kiln_build tsan "$threads" all
# Where Debian's archive of another architecture answers, its runtime under QEMU.
foreign=$kiln_root/build-aarch64
if "$kiln_root/utils/make-sysroot.sh" arm64 "$foreign/sysroot"; then
  kiln_build aarch64 "$foreign" kiln-run
else
  echo "no files of arm64: the tests of cpu:aarch64 are skipped"
fi
exec python3 "$kiln_root/utils/run-tests.py" "$build" "$sanitized" "$threads" "$@"
