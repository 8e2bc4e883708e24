# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""find-children.py COMMAND...: runs the command under ptrace and says whether it, or one of its threads, has started a
process or executed another program. Threads are none. Ends as the command does, or with 3 when there was one."""
import ctypes
import os
import signal
import sys

TRACEME, CONT, SETOPTIONS, GETEVENTMSG = 0, 7, 0x4200, 0x4201
FORK, VFORK, CLONE, EXEC = 1, 2, 3, 4
OPTIONS = 1 << FORK | 1 << VFORK | 1 << CLONE | 1 << EXEC | 1 << 20  # the last: all end with the tracer
WALL = 0x40000000

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
libc.ptrace.restype = ctypes.c_long


def ptrace(request, pid, data=None):
    if libc.ptrace(request, pid, None, data) < 0:
        raise OSError(ctypes.get_errno(), f"ptrace {request}")


def is_thread(task, process):
    return os.path.exists(f"/proc/{process}/task/{task}")


def describe(event, task, process):
    """What an event of a task says about children; empty for a new thread."""
    message = ctypes.c_ulong()
    ptrace(GETEVENTMSG, task, ctypes.addressof(message))
    if event == EXEC:
        return "executed " + os.readlink(f"/proc/{task}/exe")
    if event in (FORK, VFORK) or (event == CLONE and not is_thread(message.value, process)):
        return f"started process {message.value}"
    return ""


def trace(process):
    """The first sign of a child, or empty; and how the process ended."""
    found = ""
    while True:
        task, status = os.waitpid(-1, WALL)
        if not os.WIFSTOPPED(status):
            if task == process:
                return found, status
            continue
        number, event = os.WSTOPSIG(status), status >> 16
        if event:
            found = found or describe(event, task, process)
        # Stops of new threads and of events are no signals of the command.
        ptrace(CONT, task, number if not event and number not in (signal.SIGSTOP, signal.SIGTRAP) else None)


def main():
    process = os.fork()
    if process == 0:
        ptrace(TRACEME, 0)
        os.execvp(sys.argv[1], sys.argv[1:])
    os.waitpid(process, WALL)  # at its execve
    ptrace(SETOPTIONS, process, OPTIONS)
    ptrace(CONT, process)
    found, status = trace(process)
    print("child:", found or "none")
    return 3 if found else os.waitstatus_to_exitcode(status)


sys.exit(main())
