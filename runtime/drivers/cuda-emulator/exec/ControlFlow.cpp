// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the ways of a branch meet again: its immediate post-dominator, by
// iteration over the reversed control flow graph (Cooper, Harvey, Kennedy).

#include "exec/Code.h"

using namespace kiln::emu;

namespace {
class Dominators {
public:
  explicit Dominators(Code &code) : code(code), exit(code.exitPc()) {}

  void run() {
    order();
    solve();
    for (uint32_t pc = 0; pc < exit; ++pc)
      if (isBranch(pc))
        code.insts[pc].join = parent[pc];
    // Lanes that leave a kernel do not wait for others.
    for (Inst &inst : code.insts)
      if (code.function->entry && inst.join == exit)
        inst.join = noRef;
  }

private:
  static bool is(const Inst &inst, const char *name) {
    return inst.statement->name == name;
  }
  bool isBranch(uint32_t pc) const {
    return is(code.insts[pc], "bra") || is(code.insts[pc], "brx") ||
           is(code.insts[pc], "ret");
  }

  std::vector<uint32_t> successors(uint32_t pc) const {
    const Inst &inst = code.insts[pc];
    std::vector<uint32_t> next;
    bool leaves = is(inst, "exit") || is(inst, "ret") || is(inst, "trap");
    bool indexed = is(inst, "brx");
    if (indexed)
      next = code.branchTables[static_cast<size_t>(inst.literal)];
    else if (is(inst, "bra"))
      next.push_back(inst.target);
    else if (leaves)
      next.push_back(exit);
    bool falls = !(is(inst, "bra") || indexed || leaves) || inst.guard != noRef;
    if (falls)
      next.push_back(pc + 1);
    return next;
  }

  /// Numbers the nodes in postorder of the reversed graph, from the exit.
  void order() {
    std::vector<std::vector<uint32_t>> before(exit + 1);
    for (uint32_t pc = 0; pc < exit; ++pc)
      for (uint32_t next : successors(pc))
        before[next].push_back(pc);
    number.assign(exit + 1, noRef);
    std::vector<bool> seen(exit + 1);
    std::vector<std::pair<uint32_t, size_t>> stack{{exit, 0}};
    seen[exit] = true;
    while (!stack.empty()) {
      auto &[node, child] = stack.back();
      if (child < before[node].size()) {
        uint32_t next = before[node][child++];
        if (!seen[next]) {
          seen[next] = true;
          stack.push_back({next, 0});
        }
        continue;
      }
      number[node] = static_cast<uint32_t>(sequence.size());
      sequence.push_back(node);
      stack.pop_back();
    }
  }

  uint32_t meet(uint32_t a, uint32_t b) const {
    while (a != b) {
      while (number[a] < number[b])
        a = parent[a];
      while (number[b] < number[a])
        b = parent[b];
    }
    return a;
  }

  void solve() {
    parent.assign(exit + 1, noRef);
    parent[exit] = exit;
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t i = sequence.size() - 1; i-- > 0;) {
        uint32_t node = sequence[i], found = noRef;
        for (uint32_t next : successors(node))
          if (parent[next] != noRef)
            found = found == noRef ? next : meet(next, found);
        changed |= parent[node] != found;
        parent[node] = found;
      }
    }
    // What never reaches the exit meets nowhere.
  }

  Code &code;
  const uint32_t exit;
  std::vector<uint32_t> number, sequence, parent;
};
} // namespace

void kiln::emu::findJoins(Code &code) { Dominators(code).run(); }
