# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Where LLVM is, and the compiler cache. Included before the first target.

# Debian keeps each LLVM in a prefix that CMake does not search; its
# llvm-config, which is on PATH, knows the prefix.
if(NOT MLIR_DIR AND NOT LLVM_DIR AND NOT CMAKE_PREFIX_PATH)
  find_program(KILN_LLVM_CONFIG NAMES llvm-config-22 llvm-config
               DOC "llvm-config of the LLVM to build with")
  if(KILN_LLVM_CONFIG)
    execute_process(COMMAND "${KILN_LLVM_CONFIG}" --prefix
      OUTPUT_VARIABLE kiln_llvm_prefix OUTPUT_STRIP_TRAILING_WHITESPACE)
    list(APPEND CMAKE_PREFIX_PATH "${kiln_llvm_prefix}")
  endif()
endif()

# ccache reuses objects made with a precompiled header only when told that the
# header's time stamps and macros do not matter.
option(KILN_USE_CCACHE "Compile through ccache where it is installed" ON)
find_program(KILN_CCACHE ccache)
if(KILN_USE_CCACHE AND KILN_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER "${KILN_CCACHE}")
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env
      "CCACHE_SLOPPINESS=pch_defines,time_macros" "${KILN_CCACHE}")
endif()
