# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A tool chain for AArch64 on any machine: clang, lld, and the files of Debian
# in KILN_SYSROOT, as utils/make-sysroot.sh makes it.

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES KILN_SYSROOT)
set(CMAKE_SYSROOT "${KILN_SYSROOT}")
foreach(language C CXX)
  set(CMAKE_${language}_COMPILER_TARGET aarch64-linux-gnu)
endforeach()
foreach(kind EXE SHARED MODULE)
  set(CMAKE_${kind}_LINKER_FLAGS_INIT -fuse-ld=lld)
endforeach()
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
foreach(kind LIBRARY INCLUDE PACKAGE)
  set(CMAKE_FIND_ROOT_PATH_MODE_${kind} ONLY)
endforeach()
set(ENV{PKG_CONFIG_SYSROOT_DIR} "${KILN_SYSROOT}")
set(ENV{PKG_CONFIG_LIBDIR}
    "${KILN_SYSROOT}/usr/lib/aarch64-linux-gnu/pkgconfig")
