#!/bin/sh
# setup.sh SECTION...: installs the packages of these sections of tools/packages.txt that are missing.
# When none is missing it asks dpkg only and needs neither network nor root.
set -eu

list=$(dirname "$0")/packages.txt
[ $# -gt 0 ] || { echo "usage: $0 build|test|matrix..." >&2; exit 2; }

wanted=
for section in "$@"; do
  found=$(awk -v section="[$section]" '/^\[/ {inside = $0 == section} inside && /^[a-z0-9]/ {print $1}' "$list")
  [ -n "$found" ] || { echo "$0: no section [$section] in $list" >&2; exit 2; }
  wanted="$wanted $found"
done

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  # Another system: its own packages may do as well, so say what is needed and let the build find out.
  echo "setup: no apt here. Please see to it that these Debian packages, or what corresponds to them, are installed:" $wanted >&2
  exit 0
fi

missing=
for package in $wanted; do
  status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

as_root=
if [ "$(id -u)" != 0 ]; then
  command -v sudo >/dev/null || { echo "setup: not root and no sudo. Please install:$missing" >&2; exit 1; }
  as_root=sudo
fi
echo "setup: installing$missing"
# Given as an argument to env, for sudo drops the environment.
$as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
