# What `cmake --install` puts where, and how others find it: find_package(novikoff COMPONENTS run) or pkg-config novikoff.
include(CMakePackageConfigHelpers)

# novikoff_install(rooms...), each after the rooms it depends on.
function(novikoff_install)
  set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/novikoff)
  set(NOVIKOFF_ROOMS ${ARGN})
  set(libraries)
  foreach(room ${ARGN})
    # One export a room, so that whoever asks for `learn` need not have what `data` and `run` link.
    install(TARGETS novikoff_${room} EXPORT novikoff_${room} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
    install(EXPORT novikoff_${room} NAMESPACE novikoff:: FILE novikoff-${room}.cmake DESTINATION ${package_dir})
    if(EXISTS ${PROJECT_SOURCE_DIR}/include/novikoff/${room})
      install(DIRECTORY include/novikoff/${room} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/novikoff FILES_MATCHING PATTERN *.hpp)
    endif()
    string(PREPEND libraries "-lnovikoff_${room} ")  # a static library stands before those it needs
  endforeach()

  configure_package_config_file(cmake/novikoffConfig.cmake.in novikoffConfig.cmake INSTALL_DESTINATION ${package_dir})
  write_basic_package_version_file(novikoffConfigVersion.cmake COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/novikoffConfig.cmake ${PROJECT_BINARY_DIR}/novikoffConfigVersion.cmake DESTINATION ${package_dir})

  string(STRIP "${libraries}" NOVIKOFF_PC_LIBRARIES)
  set(NOVIKOFF_PC_REQUIRES)
  if(NOT NOVIKOFF_PORTABLE)
    set(NOVIKOFF_PC_REQUIRES "fmt gmp libcrypto libxxhash libzstd zlib")
  endif()
  # The file finds its prefix from where it stands, so that an installation can be moved.
  file(RELATIVE_PATH NOVIKOFF_PC_UP /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  configure_file(cmake/novikoff.pc.in novikoff.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/novikoff.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()
