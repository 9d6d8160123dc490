# WebAssembly with Debian's own packages: clang-19 lld-19 llvm-19 wasi-libc libc++-19-dev-wasm32 libclang-rt-19-dev-wasm32.
# Debian lays the target's headers in /usr/include/wasm32-wasi and its libraries in /usr/lib/wasm32-wasi, where clang looks
# by itself for --target=wasm32-wasi: no sysroot is named.
set(CMAKE_SYSTEM_NAME Generic)  # CMake 3.25 does not know WASI
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_AR llvm-ar-19)
set(CMAKE_RANLIB llvm-ranlib-19)
set(CMAKE_EXECUTABLE_SUFFIX_CXX .wasm)

# Nothing of the host may be found by accident.
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
