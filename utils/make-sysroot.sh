#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# make-sysroot.sh ARCHITECTURE FOLDER: Debian's files of another architecture
# (arm64) that programs on the runtime are built against and run with under
# QEMU. Asks the archives that apt knows; changes nothing in the system, and
# nothing where the folder is complete.
set -euo pipefail

architecture=$1 folder=$2
[ ! -e "$folder/complete" ] || exit 0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/lists/partial" "$work/archives/partial" "$folder"
touch "$work/status"
foreign_apt() {
  apt-get -qq -o APT::Architecture="$architecture" \
    -o APT::Architectures="$architecture" -o APT::Sandbox::User=root \
    -o Dir::State::lists="$work/lists" -o Dir::State::status="$work/status" \
    -o Dir::Cache::archives="$work/archives" -o Dir::Cache::pkgcache= \
    -o Dir::Cache::srcpkgcache= -o Debug::NoLocking=1 \
    -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20 "$@"
}
foreign_apt update
foreign_apt install -y --download-only --no-install-recommends \
  libabsl-dev libstdc++-12-dev nettle-dev zlib1g-dev
for package in "$work"/archives/*.deb; do
  dpkg-deb -x "$package" "$folder"
done
touch "$folder/complete"
