#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs what Kiln needs and this machine lacks, from Debian, and says what.
# Does nothing, in a moment, where nothing is missing. Both commands of the
# README call it; on another system it says what to install by hand.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
say() { printf 'setup: %s\n' "$*"; }
die() { printf 'setup: %s\n' "$*" >&2; exit 1; }

mapfile -t wanted < <(sed -e 's/#.*//' -e '/^[[:space:]]*$/d' \
  "$here/debian-packages.txt")

if ! command -v dpkg-query > /dev/null; then
  for tool in clang++-22 cmake ninja; do
    command -v "$tool" > /dev/null || die "this is not Debian and $tool is" \
      "missing; install the counterparts of utils/debian-packages.txt"
  done
  exit 0
fi

# The packages among "$@" that are not installed.
missing_of() {
  local installed
  installed=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' "$@" \
    2> /dev/null | sed -n 's/ installed$//p' || true)
  printf '%s\n' "$@" | grep -vxF "$installed" || true
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    env DEBIAN_FRONTEND=noninteractive "$@"
  elif command -v sudo > /dev/null; then
    sudo env DEBIAN_FRONTEND=noninteractive "$@"
  else
    die "root is needed, and there is no sudo, for: $*"
  fi
}

apt() { as_root apt-get -q -o Dpkg::Use-Pty=0 -o Acquire::Retries=3 "$@"; }

# The packages among "$@" that apt has no version of.
unknown_of() {
  local known
  known=$(apt-cache policy "$@" | awk '/^[^ ].*:$/ {name = substr($0, 1, length - 1)}
    $1 == "Candidate:" && $2 != "(none)" {print name}')
  printf '%s\n' "$@" | grep -vxF "$known" || true
}

# LLVM 22 comes to Debian 12 with the security updates; a root made by
# debootstrap alone does not list them. Their archive is beside the one that
# apt knows already.
add_security_updates() {
  local codename mirror list=/etc/apt/sources.list.d/kiln-debian-security.list
  codename=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")
  mirror=$(sed -nE "s#^deb +(\[[^]]*\] +)?([^ ]*)/debian/? +$codename .*#\2#p" \
    /etc/apt/sources.list 2> /dev/null | head -n 1)
  [ "$codename" = bookworm ] && [ -n "$mirror" ] && [ ! -e "$list" ] || return 0
  say "adding Debian's security updates to apt: $list"
  printf 'deb %s/debian-security %s-security main\n' "$mirror" "$codename" |
    as_root tee "$list" > /dev/null
  apt update
}

mapfile -t missing < <(missing_of "${wanted[@]}")
[ "${#missing[@]}" -gt 0 ] || exit 0

say "installing from Debian: ${missing[*]}"
if [ -n "$(unknown_of "${missing[@]}")" ]; then
  apt update
fi
if [ -n "$(unknown_of "${missing[@]}")" ]; then
  add_security_updates
fi
mapfile -t unknown < <(unknown_of "${missing[@]}")
[ "${#unknown[@]}" -eq 0 ] || die "Debian has no package: ${unknown[*]}"
# Lists that are there may be old: a first failure is answered by new ones.
apt install -y --no-install-recommends "${missing[@]}" || {
  apt update
  apt install -y --no-install-recommends "${missing[@]}"
}
