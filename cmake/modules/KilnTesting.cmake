# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Test suites and unit tests. A suite is a source folder with a lit.cfg.py;
# its tests run with `ninja check-kiln-<suite>`, all of them with `check-kiln`.

find_package(Python3 COMPONENTS Interpreter REQUIRED)
find_package(CUDAToolkit QUIET)
find_program(KILN_PTXAS ptxas HINTS "${CUDAToolkit_BIN_DIR}"
             DOC "Assembler of PTX; tests that need it are skipped without it")
if(NOT LLVM_TOOLS_BINARY_DIR)
  find_package(LLVM 22.1 REQUIRED CONFIG)
endif()
find_program(KILN_LIT NAMES lit llvm-lit lit.py
             HINTS "${LLVM_TOOLS_BINARY_DIR}" NO_DEFAULT_PATH
             DOC "LLVM's test runner, of llvm-22-tools")
find_program(KILN_LIT NAMES llvm-lit lit)
find_program(KILN_FILECHECK FileCheck HINTS "${LLVM_TOOLS_BINARY_DIR}"
             NO_DEFAULT_PATH)
if(NOT KILN_LIT OR NOT KILN_FILECHECK)
  message(FATAL_ERROR "Kiln's tests need lit and FileCheck (Debian: "
    "llvm-22-tools); -DKILN_BUILD_TESTS=OFF builds without tests")
endif()

# The unit tests link Debian's GoogleTest, never the one inside LLVM.
find_package(GTest 1.12 REQUIRED CONFIG)

add_custom_target(check-kiln)
add_custom_target(kiln-test-depends)
set_target_properties(check-kiln kiln-test-depends PROPERTIES FOLDER tests)

# The target of one suite, and its place in the list of all suites, which
# utils/run-tests.py reads from suites.txt.
function(kiln_add_suite_target name folder)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  add_custom_target(check-kiln-${name}
    COMMAND "${Python3_EXECUTABLE}" "${KILN_LIT}" -sv "${folder}"
    COMMENT "Running the ${name} tests of Kiln" USES_TERMINAL)
  if(ARG_DEPENDS)
    add_dependencies(check-kiln-${name} ${ARG_DEPENDS})
    add_dependencies(kiln-test-depends ${ARG_DEPENDS})
  endif()
  add_dependencies(check-kiln check-kiln-${name})
  set_property(GLOBAL APPEND PROPERTY KILN_SUITES "${name} ${folder}")
  get_property(suites GLOBAL PROPERTY KILN_SUITES)
  list(JOIN suites "\n" lines)
  file(WRITE "${PROJECT_BINARY_DIR}/suites.txt" "${lines}\n")
endfunction()

# kiln_add_lit_suite(<name> [DEPENDS targets...])
# Declares the current folder as a suite. Its site configuration is written to
# the build tree, so `lit <build>/<folder>` runs it from anywhere.
function(kiln_add_lit_suite name)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  set(KILN_SUITE_CONFIG "${CMAKE_CURRENT_SOURCE_DIR}/lit.cfg.py")
  set(KILN_SUITE_EXEC_ROOT "${CMAKE_CURRENT_BINARY_DIR}")
  configure_file("${PROJECT_SOURCE_DIR}/test/lit.site.cfg.py.in"
    "${CMAKE_CURRENT_BINARY_DIR}/lit.site.cfg.py" @ONLY)
  kiln_add_suite_target(${name} "${CMAKE_CURRENT_BINARY_DIR}"
    DEPENDS ${ARG_DEPENDS})
endfunction()

# kiln_add_gtest_suite(<name> <folder of the build tree> [DEPENDS targets...])
# All programs below the folder whose names end in Tests, as one suite.
function(kiln_add_gtest_suite name root)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  set(KILN_SUITE_CONFIG "${PROJECT_SOURCE_DIR}/unittests/lit.cfg.py")
  set(KILN_SUITE_EXEC_ROOT "${root}")
  set(site "${PROJECT_BINARY_DIR}/suites/${name}")
  configure_file("${PROJECT_SOURCE_DIR}/test/lit.site.cfg.py.in"
    "${site}/lit.site.cfg.py" @ONLY)
  kiln_add_suite_target(${name} "${site}" DEPENDS ${ARG_DEPENDS})
endfunction()

# The runtime is a project of its own: its tests are whatever it declares.
function(kiln_add_runtime_suite)
  kiln_targets_below("${PROJECT_SOURCE_DIR}/runtime" targets)
  list(FILTER targets INCLUDE REGEX "Tests$")
  kiln_add_gtest_suite(runtime "${PROJECT_BINARY_DIR}/runtime/test"
    DEPENDS ${targets})
endfunction()

# All targets of a folder and the folders that it adds.
function(kiln_targets_below folder result)
  get_property(found DIRECTORY "${folder}" PROPERTY BUILDSYSTEM_TARGETS)
  get_property(below DIRECTORY "${folder}" PROPERTY SUBDIRECTORIES)
  foreach(child IN LISTS below)
    kiln_targets_below("${child}" more)
    list(APPEND found ${more})
  endforeach()
  set(${result} "${found}" PARENT_SCOPE)
endfunction()

# kiln_add_unittest(<Name>Tests <sources>... [LINK libraries...])
# One GoogleTest program; the suite `unit` finds it by its suffix.
function(kiln_add_unittest name)
  if(NOT name MATCHES "Tests$")
    message(FATAL_ERROR "the name of a unit test ends in Tests: ${name}")
  endif()
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  kiln_compile_options(${name})
  # As in kiln_add_tool: the precompiled header was made with -fPIC.
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/unittests/bin")
  target_compile_options(${name} PRIVATE -fPIC)
  target_precompile_headers(${name} REUSE_FROM KilnPCH)
  target_link_libraries(${name} PRIVATE ${ARG_LINK} GTest::gtest
    GTest::gtest_main MLIR LLVM)
  kiln_depend_on_generated(${name})
  set_property(GLOBAL APPEND PROPERTY KILN_UNITTESTS ${name})
endfunction()
