# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Starts a tool that waits for its standard input, and sends it what the system sends when a mapped file is cut off. usage: send-signal.py
TOOL [ARGUMENT]..."""
import signal
import subprocess
import sys
import time

process = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
time.sleep(0.5)
process.send_signal(signal.SIGBUS)
_, errors = process.communicate()
print(f"status {process.returncode}: {errors}")
