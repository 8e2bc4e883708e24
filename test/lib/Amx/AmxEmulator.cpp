// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The signal: what a thread raises is emulated on its own tile registers.
#include "AmxEmulator.h"
#include "Tiles.h"
#include <atomic>
#include <csignal>
#include <cstring>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

using namespace kiln::amx;

// Of the model that a library loaded at the start may have: a handler must not
// allocate.
[[gnu::tls_model("initial-exec")]] static thread_local Tiles tiles;
static std::atomic<unsigned long> emulated = 0;

/// Where the context of a signal has the registers, in their order.
static constexpr int kPlaces[16] = {
    REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
    REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

static void say(const char *text) {
  // Nobody is left to be told of a failure.
  [[maybe_unused]] ssize_t written =
      write(STDERR_FILENO, text, std::strlen(text));
}

/// The instruction runs again, as on any processor without it.
static void giveUp() {
  struct sigaction action = {};
  action.sa_handler = SIG_DFL;
  sigaction(SIGILL, &action, nullptr);
}

/// Emulates what is at the place of the context, and all that follows directly:
/// a signal takes longer than an instruction.
static void emulate(int, siginfo_t *, void *context) {
  greg_t *saved = static_cast<ucontext_t *>(context)->uc_mcontext.gregs;
  Registers registers;
  for (unsigned i = 0; i < 16; ++i)
    registers.general[i] = static_cast<uint64_t>(saved[kPlaces[i]]);
  registers.place = static_cast<uint64_t>(saved[REG_RIP]);
  Instruction instruction;
  unsigned count = 0;
  for (; decode(registers, instruction); ++count) {
    if (const char *reason = tiles.run(instruction)) {
      say("AMX: ");
      say(reason);
      say("\n");
      giveUp();
      break;
    }
    registers.place += instruction.length;
  }
  if (count == 0)
    giveUp();
  emulated += count;
  saved[REG_RIP] = static_cast<greg_t>(registers.place);
}

bool kiln::amx::enable() {
  if (!__builtin_cpu_supports("avx512f"))
    return false;
  // Without permission the instructions raise the signal on a processor that
  // has them, too.
  constexpr long requestPermission = 0x1023, tileData = 18;
  (void)syscall(SYS_arch_prctl, requestPermission, tileData);
  struct sigaction action = {};
  action.sa_sigaction = emulate;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  return sigaction(SIGILL, &action, nullptr) == 0;
}

unsigned long kiln::amx::countEmulated() { return emulated; }
