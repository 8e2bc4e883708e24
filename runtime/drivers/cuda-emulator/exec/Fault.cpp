// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "exec/Fault.h"

#include <cstdio>

using namespace kiln::emu;
using kiln::rt::concat;

const char *kiln::emu::faultName(FaultKind kind) {
  static const char *const names[] = {"out-of-bounds",
                                      "misaligned",
                                      "uninitialized",
                                      "use-after-free",
                                      "read-only-written",
                                      "race",
                                      "divergent-barrier",
                                      "barrier-count",
                                      "deadlock",
                                      "warp-mask",
                                      "async-source-changed",
                                      "missing-proxy-fence",
                                      "stale-accumulator",
                                      "bad-mbarrier",
                                      "bad-operand",
                                      "trap",
                                      "too-long"};
  return names[static_cast<int>(kind)];
}

bool Report::addAgain(FaultKind kind, const std::string &kernel, Location at) {
  for (Fault &known : list)
    if (known.kind == kind && known.access.at.line == at.line &&
        known.access.at.column == at.column && known.kernel == kernel) {
      ++known.count;
      return true;
    }
  return false;
}

void Report::add(Fault fault) {
  for (Fault &known : list)
    if (known.kind == fault.kind && known.kernel == fault.kernel &&
        known.access.at.line == fault.access.at.line &&
        known.access.work == fault.access.work &&
        known.access.at.column == fault.access.at.column) {
      known.count += fault.count;
      return;
    }
  if (list.size() < limit)
    list.push_back(std::move(fault));
}

static std::string hex(uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx",
                static_cast<unsigned long long>(value));
  return text;
}

static std::string triple(const uint32_t (&v)[3]) {
  return concat("(", v[0], ",", v[1], ",", v[2], ")");
}

static std::string place(const FaultAccess &access) {
  std::string text =
      concat("block ", triple(access.block), " thread ", triple(access.thread));
  if (!access.source.empty())
    text += concat(", from ", access.source);
  return text;
}

/// What a fault is in: an instruction of a kernel, or a copy.
static std::string scene(const Fault &fault) {
  const FaultAccess &access = fault.access;
  std::string text = access.work;
  if (text.empty())
    text = concat("kernel ", fault.kernel, " at '", fault.instruction, "', ",
                  place(access));
  return access.stream.empty() ? text : concat(text, ", in ", access.stream);
}

static std::string otherScene(const FaultAccess &other) {
  std::string text = other.write ? "write" : "read";
  if (!other.work.empty())
    text += concat(" by the ", other.work, " in ", other.stream);
  if (other.at.line)
    text += concat(" at line ", other.at.line, ", ", place(other));
  return text;
}

std::string Report::text(const std::string &module) const {
  std::string out;
  for (const Fault &fault : list) {
    // Copies have no line.
    if (fault.access.at.line)
      out += concat(module, ":", fault.access.at.line, ":",
                    fault.access.at.column, ": ");
    out += concat(faultName(fault.kind), ": ", fault.detail, "\n  in ",
                  scene(fault), "\n");
    if (fault.hasAddress)
      out += concat("  ", spaceName(fault.space), " address ",
                    hex(fault.address), ", ", fault.allocation, "\n");
    if (fault.hasOther)
      out += concat("  other access: ", otherScene(fault.other), "\n");
    if (fault.count > 1)
      out += concat("  ", fault.count, " times\n");
  }
  return out;
}

static std::string quoted(const std::string &text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      out += '\\';
    out += static_cast<unsigned char>(c) < 32 ? ' ' : c;
  }
  return out + "\"";
}

static std::string jsonOf(const FaultAccess &access) {
  auto list = [](const uint32_t (&v)[3]) {
    return concat("[", v[0], ",", v[1], ",", v[2], "]");
  };
  std::string work;
  if (!access.work.empty())
    work = concat(",\"work\":", quoted(access.work));
  if (!access.stream.empty())
    work += concat(",\"stream\":", quoted(access.stream));
  return concat("{\"write\":", access.write ? "true" : "false", work,
                ",\"line\":", access.at.line, ",\"column\":", access.at.column,
                ",\"source\":", quoted(access.source),
                ",\"block\":", list(access.block),
                ",\"thread\":", list(access.thread), "}");
}

std::string Report::json() const {
  std::string out = "[";
  for (const Fault &fault : list) {
    if (out.size() > 1)
      out += ",";
    out +=
        concat("{\"kind\":", quoted(faultName(fault.kind)),
               ",\"kernel\":", quoted(fault.kernel),
               ",\"instruction\":", quoted(fault.instruction),
               ",\"detail\":", quoted(fault.detail), ",\"count\":", fault.count,
               ",\"access\":", jsonOf(fault.access));
    if (fault.hasAddress)
      out += concat(",\"space\":", quoted(spaceName(fault.space)),
                    ",\"address\":", quoted(hex(fault.address)),
                    ",\"allocation\":", quoted(fault.allocation));
    if (fault.hasOther)
      out += concat(",\"other\":", jsonOf(fault.other));
    out += "}";
  }
  return out + "]";
}
