# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Thin wrappers over AddMLIR: every Kiln library, dialect and tool is declared through these.

# kiln_add_pch(<target> <compile options>...): pch.h precompiled, for targets of
# the same options to reuse.
function(kiln_add_pch name)
  add_library(${name} OBJECT "${PROJECT_SOURCE_DIR}/cmake/pch.cpp")
  target_precompile_headers(${name} PRIVATE "${PROJECT_SOURCE_DIR}/cmake/pch.h")
  kiln_compile_options(${name})
  target_compile_options(${name} PRIVATE ${ARGN})
  add_dependencies(${name} KilnEPIncGen)
endfunction()

# libstdc++ 12's own stable_sort uses what it declares deprecated, which clang
# reports at the place of the call.
function(kiln_compile_options target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wno-unused-parameter
    -Wno-deprecated-declarations
    $<$<BOOL:${KILN_WARNINGS_AS_ERRORS}>:-Werror>)
  if(NOT LLVM_ENABLE_RTTI)
    target_compile_options(${target} PRIVATE -fno-rtti)
  endif()
  target_compile_options(${target} PRIVATE -fno-exceptions)
endfunction()

# kiln_add_tablegen(<target> <file.td> <output> <generator args>...) pairs are
# declared with mlir_tablegen in include/; this adds what a dialect needs.
# kiln_add_dialect(<File> <dialect>): <File>Ops.td -> Ops/Types/Attrs/Dialect/Enums
# Enums are those of <File>Enums.td where there is one: tablegen would write those of
# other dialects again.
function(kiln_add_dialect name dialect)
  set(LLVM_TARGET_DEFINITIONS ${name}Ops.td)
  mlir_tablegen(${name}Ops.h.inc -gen-op-decls -dialect=${dialect})
  mlir_tablegen(${name}Ops.cpp.inc -gen-op-defs -dialect=${dialect})
  mlir_tablegen(${name}Types.h.inc -gen-typedef-decls -typedefs-dialect=${dialect})
  mlir_tablegen(${name}Types.cpp.inc -gen-typedef-defs -typedefs-dialect=${dialect})
  mlir_tablegen(${name}Attrs.h.inc -gen-attrdef-decls -attrdefs-dialect=${dialect})
  mlir_tablegen(${name}Attrs.cpp.inc -gen-attrdef-defs -attrdefs-dialect=${dialect})
  mlir_tablegen(${name}Dialect.h.inc -gen-dialect-decls -dialect=${dialect})
  mlir_tablegen(${name}Dialect.cpp.inc -gen-dialect-defs -dialect=${dialect})
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${name}Enums.td)
    set(LLVM_TARGET_DEFINITIONS ${name}Enums.td)
  endif()
  mlir_tablegen(${name}Enums.h.inc -gen-enum-decls)
  mlir_tablegen(${name}Enums.cpp.inc -gen-enum-defs)
  add_public_tablegen_target(Kiln${name}IncGen)
  set_property(GLOBAL APPEND PROPERTY KILN_TABLEGEN_TARGETS Kiln${name}IncGen)
endfunction()

# kiln_add_passes(<target> <Scope>): Passes.td -> Passes.h.inc
function(kiln_add_passes target scope)
  set(LLVM_TARGET_DEFINITIONS Passes.td)
  mlir_tablegen(Passes.h.inc -gen-pass-decls -name ${scope})
  add_public_tablegen_target(${target})
  set_property(GLOBAL APPEND PROPERTY KILN_TABLEGEN_TARGETS ${target})
endfunction()

# kiln_add_library(<name> <sources>... [DEPENDS ...] [LINK ...])
# A static, position-independent library; MLIR and LLVM come from the shared
# libraries only (mixing in static MLIR archives duplicates TypeIDs).
function(kiln_add_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  add_library(kiln::${name} ALIAS ${name})
  kiln_compile_options(${name})
  target_precompile_headers(${name} REUSE_FROM KilnPCH)
  target_include_directories(${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:include>)
  target_link_libraries(${name} PUBLIC ${ARG_LINK} MLIR LLVM)
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  set_property(GLOBAL APPEND PROPERTY KILN_LIBRARIES ${name})
  install(TARGETS ${name} EXPORT KilnTargets ARCHIVE DESTINATION lib)
endfunction()

# Headers that list every pass include every generated file.
function(kiln_depend_on_generated target)
  get_property(generated GLOBAL PROPERTY KILN_TABLEGEN_TARGETS)
  if(generated)
    add_dependencies(${target} ${generated})
  endif()
endfunction()

# kiln_add_tool(<name> <sources>... [PLUGINS] [LINK ...]); PLUGINS: it loads some
function(kiln_add_tool name)
  cmake_parse_arguments(ARG "PLUGINS" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  kiln_compile_options(${name})
  # The precompiled header was made with -fPIC; CMake's -fPIE would not match.
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${name} PRIVATE -fPIC)
  target_precompile_headers(${name} REUSE_FROM KilnPCH)
  target_link_libraries(${name} PRIVATE ${ARG_LINK} MLIR LLVM)
  # Plugins find Kiln's symbols in the tool, and so have its type identities.
  set_target_properties(${name} PROPERTIES
    ENABLE_EXPORTS ${ARG_PLUGINS}
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin"
    INSTALL_RPATH "${LLVM_LIBRARY_DIR};$ORIGIN/../lib")
  kiln_depend_on_generated(${name})
  set_property(GLOBAL APPEND PROPERTY KILN_TOOLS ${name})
  install(TARGETS ${name} RUNTIME DESTINATION bin)
endfunction()
