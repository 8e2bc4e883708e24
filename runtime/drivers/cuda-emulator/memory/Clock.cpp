// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memory/Clock.h"

using namespace kiln::emu;

KnowledgePtr kiln::emu::joined(const KnowledgePtr &a, const KnowledgePtr &b) {
  if (!a || a == b)
    return b;
  if (!b)
    return a;
  auto both = std::make_shared<Knowledge>(*a);
  both->learn(*b);
  return both;
}
