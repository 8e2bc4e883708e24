#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Every test of Kiln: sets the machine up, builds everything, builds what is
# free of LLVM twice more under sanitizers, runs all suites, and ends on a line
# "N passed, N failed, N skipped". KILN_FIXTURES names a larger
# corpus, where there is one. Arguments go to utils/run-tests.py.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

"$kiln_root/utils/setup.sh"
build=$kiln_root/build
sanitized=$kiln_root/build-asan
threads=$kiln_root/build-tsan
kiln_build default "$build" all
kiln_build asan "$sanitized" all
kiln_build tsan "$threads" all
exec python3 "$kiln_root/utils/run-tests.py" "$build" "$sanitized" "$threads" "$@"
