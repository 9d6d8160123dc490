#!/bin/sh
# test.sh CMAKE BUILD CXX: installs the build, moves the installation, and builds and runs users of it in every way offered.
set -eu
cmake=$1 build=$2 cxx=$3
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/moved
fail() { echo "install: $*" >&2; exit 1; }

DESTDIR='' "$cmake" --install "$build" --prefix "$work/installed" >"$work/log" || fail "$(cat "$work/log")"
mv "$work/installed" "$prefix"

# user NAME OPTION...: configures, builds and runs the CMake project.
user() {
  name=$1
  shift
  "$cmake" -S "$here" -B "$work/$name" -G Ninja -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_PREFIX_PATH="$prefix" "$@" >"$work/log" 2>&1 &&
    "$cmake" --build "$work/$name" >>"$work/log" 2>&1 || fail "$name: $(cat "$work/log")"
  [ "$("$work/$name/user")" = learned ] || fail "$name: the program failed"
}
user run -DROOM=run
# Whoever wants the portable rooms needs none of the libraries that the others link.
user learn -DROOM=learn -DCMAKE_DISABLE_FIND_PACKAGE_ZLIB=ON -DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON \
  -DCMAKE_DISABLE_FIND_PACKAGE_OpenSSL=ON -DCMAKE_DISABLE_FIND_PACKAGE_fmt=ON

for wrong in "-DROOM=no_such_room" "-DROOM=run -DWANTED_VERSION=99.0"; do
  # Split into words on purpose.
  if "$cmake" -S "$here" -B "$work/wrong" -G Ninja -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_PREFIX_PATH="$prefix" $wrong >/dev/null 2>&1; then
    fail "find_package succeeded with $wrong"
  fi
  rm -rf "$work/wrong"
done

pc=$(find "$prefix" -name novikoff.pc)
flags=$(PKG_CONFIG_PATH=$(dirname "$pc") pkg-config --cflags --libs novikoff)
"$cxx" -o "$work/with_pkg_config" "$here/user_of_run.cpp" $flags
[ "$("$work/with_pkg_config")" = learned ] || fail "pkg-config: the program failed"

if [ -e "$build/novikoff" ]; then
  "$prefix/bin/novikoff" --help >/dev/null || fail "the installed program does not start"
  for file in man/man1/novikoff.1 bash-completion/completions/novikoff zsh/site-functions/_novikoff fish/vendor_completions.d/novikoff.fish; do
    [ -s "$prefix/share/$file" ] || fail "share/$file is not installed"
  done
fi
[ -z "$(grep -rl "$build" "$prefix/lib" "$prefix/include" --include='*.cmake' --include='*.pc' --include='*.hpp' || true)" ] ||
  fail "the installation names the build folder"
echo "install: find_package, components, versions, pkg-config"
