// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Carries the precompiled header; see pch.h.
