# One library target a room, with the flags that every room shares.
add_library(novikoff_warnings INTERFACE)
# Members that a designated initialiser leaves out have their defaults; that is what it is for.
target_compile_options(novikoff_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Wno-missing-field-initializers)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # With optimisation g++ 12 sees uninitialised and overlapping strings in the standard library's own code where there are none.
  target_compile_options(novikoff_warnings INTERFACE -Wno-maybe-uninitialized -Wno-restrict)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  target_compile_options(novikoff_warnings INTERFACE -Wreserved-identifier)
endif()
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # It is about headers, for which g++ takes the sources of a group.
  target_compile_options(novikoff_warnings INTERFACE -Wno-subobject-linkage)
endif()
if(NOVIKOFF_WERROR)
  target_compile_options(novikoff_warnings INTERFACE -Werror)
endif()

# Before each source of a group (CMAKE_UNITY_BUILD): including a source is what a group is for.
set(NOVIKOFF_IN_A_GROUP "// NOLINTNEXTLINE(bugprone-suspicious-include)")

# The same bits everywhere: no contraction of a·b + c into one rounding, whatever the compiler's default.
add_compile_options(-ffp-contract=off)
if(NOVIKOFF_SANITIZE)
  add_compile_options(-fsanitize=${NOVIKOFF_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${NOVIKOFF_SANITIZE})
endif()
if(NOVIKOFF_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)  # coverage of the rooms, not only of the targets
endif()

# novikoff_room(NAME DEPENDS rooms... LINK libraries... LINK_HEADERS libraries...)
# LINK_HEADERS: libraries that are headers only and stay inside the room, so whoever links the room need not have them.
function(novikoff_room name)
  cmake_parse_arguments(ROOM "" "" "DEPENDS;LINK;LINK_HEADERS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
  add_library(novikoff_${name} STATIC ${sources})
  add_library(novikoff::${name} ALIAS novikoff_${name})
  set_target_properties(novikoff_${name} PROPERTIES EXPORT_NAME ${name} UNITY_BUILD_CODE_BEFORE_INCLUDE ${NOVIKOFF_IN_A_GROUP})
  target_include_directories(novikoff_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
                                              PRIVATE ${PROJECT_SOURCE_DIR}/src)
  list(TRANSFORM ROOM_DEPENDS PREPEND novikoff_)
  target_link_libraries(novikoff_${name} PUBLIC ${ROOM_DEPENDS} PRIVATE ${ROOM_LINK} $<BUILD_INTERFACE:novikoff_warnings>)
  foreach(library ${ROOM_LINK_HEADERS})
    target_link_libraries(novikoff_${name} PRIVATE $<BUILD_INTERFACE:${library}>)
  endforeach()
  target_compile_features(novikoff_${name} PUBLIC cxx_std_20)
  if(NOVIKOFF_PORTABLE)
    target_compile_options(novikoff_${name} PRIVATE -fno-exceptions -fno-rtti)
  endif()
  add_dependencies(program novikoff_${name})
endfunction()

# The dense loops, those of reading and those that decode caches exist once for each CPU level of x86-64; elsewhere the baseline alone is compiled.
function(novikoff_cpu_levels)
  set_source_files_properties(src/vec/kernels.cpp PROPERTIES COMPILE_OPTIONS "-fno-tree-vectorize;-fno-tree-slp-vectorize")
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    set_source_files_properties(src/vec/kernels_dense_avx2.cpp PROPERTIES COMPILE_OPTIONS "-mavx2")
    set_source_files_properties(src/data/cache_unpack_avx2.cpp PROPERTIES COMPILE_OPTIONS "-mavx2")
    set_source_files_properties(src/data/cache_unpack_avx512.cpp PROPERTIES COMPILE_OPTIONS "-mavx2;-mavx512f;-mavx512bw;-mavx512dq;-mavx512vl;-mavx512vbmi")
    set_source_files_properties(src/vec/kernels_dense_avx512.cpp PROPERTIES COMPILE_OPTIONS "-mavx512f;-mprefer-vector-width=512")
    set_source_files_properties(src/data/kernels_text_avx2.cpp PROPERTIES COMPILE_OPTIONS "-mavx2;-mbmi")
    set_source_files_properties(src/data/kernels_text_avx512.cpp PROPERTIES COMPILE_OPTIONS "-mavx2;-mbmi;-mavx512f;-mavx512bw;-mavx512cd;-mavx512dq;-mavx512vl;-mavx512vbmi2")
  endif()
endfunction()
