# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The install tree: libraries, headers (written and generated), .td files and
# the CMake package, so that find_package(Kiln) works in a project elsewhere.
include(CMakePackageConfigHelpers)

# One target for users who want everything: find_package(Kiln), then
# target_link_libraries(mine PRIVATE kiln::Kiln).
get_property(kiln_libraries GLOBAL PROPERTY KILN_LIBRARIES)
add_library(Kiln INTERFACE)
add_library(kiln::Kiln ALIAS Kiln)
target_link_libraries(Kiln INTERFACE ${kiln_libraries})
install(TARGETS Kiln EXPORT KilnTargets)
# The archive code and the loader of the runtime serve importer and package
# writer.
install(TARGETS KilnArchive KilnDtype KilnJson KilnLoader EXPORT KilnTargets
  ARCHIVE DESTINATION lib)

install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/kiln"
  DESTINATION include
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.def")
install(DIRECTORY "${PROJECT_BINARY_DIR}/include/kiln"
  DESTINATION include
  FILES_MATCHING PATTERN "*.inc" PATTERN "*.h"
  PATTERN "CMakeFiles" EXCLUDE)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/kiln-c" DESTINATION include)
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION share/doc/kiln)
# Where man and the shells look for them.
foreach(pair man1=man/man1 bash=bash-completion/completions
    zsh=zsh/site-functions fish=fish/vendor_completions.d)
  string(REPLACE "=" ";" pair "${pair}")
  list(GET pair 0 folder)
  list(GET pair 1 destination)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs/manuals/${folder}/"
    DESTINATION "share/${destination}")
endforeach()

install(EXPORT KilnTargets NAMESPACE kiln:: DESTINATION lib/cmake/Kiln)
configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/cmake/modules/KilnConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/cmake/KilnConfig.cmake"
  INSTALL_DESTINATION lib/cmake/Kiln)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/cmake/KilnConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/cmake/KilnConfig.cmake"
  "${PROJECT_BINARY_DIR}/cmake/KilnConfigVersion.cmake"
  DESTINATION lib/cmake/Kiln)
