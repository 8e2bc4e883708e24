# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash
# What the two commands share. Sourced, not run; the caller sets pipefail.

kiln_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# One job per core, but no more than memory allows: a file that includes MLIR's
# headers takes up to 1.2 GB to compile.
kiln_jobs() {
  local cores memory
  cores=$(nproc)
  memory=$(awk '/^MemAvailable:/ {print int($2 / 1258291)}' /proc/meminfo)
  [ "$memory" -ge 1 ] || memory=1
  echo $((cores < memory ? cores : memory))
}

# kiln_configure <preset> <build folder>: once; ninja does it again by itself.
kiln_configure() {
  local log
  [ ! -f "$2/build.ninja" ] || return 0
  echo "configure: preset $1"
  log=$(mktemp)
  if ! (cd "$kiln_root" && cmake --preset "$1") > "$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    return 1
  fi
  rm -f "$log"
}

# kiln_build <preset> <build folder> <target>...: silent when up to date.
kiln_build() {
  local preset=$1 build=$2
  shift 2
  kiln_configure "$preset" "$build"
  NINJA_STATUS="[$preset %f/%t %es] " ninja -C "$build" -j "$(kiln_jobs)" "$@" |
    sed -u -e '/^ninja: Entering directory/d' -e '/^ninja: no work to do/d'
}
