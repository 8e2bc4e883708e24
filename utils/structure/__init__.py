# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rules of utils/check-structure.py, one idea per module."""
