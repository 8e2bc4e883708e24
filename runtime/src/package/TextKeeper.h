// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps texts in an arena, and what comes twice in a row once: neighbours are
// mostly of one file, of one target, and often of one line.

#ifndef KILN_RT_SRC_PACKAGE_TEXTKEEPER_H
#define KILN_RT_SRC_PACKAGE_TEXTKEEPER_H

#include "kiln-rt/archive/BumpArena.h"

namespace kiln::rt {

class TextKeeper {
public:
  explicit TextKeeper(BumpArena &texts) : texts_(texts) {}
  /// The text, with a zero behind it.
  std::string_view keep(std::string_view text) {
    if (text != last_)
      last_ = texts_.copy(text);
    return last_;
  }

private:
  BumpArena &texts_;
  std::string_view last_ = "";
};

} // namespace kiln::rt

#endif // KILN_RT_SRC_PACKAGE_TEXTKEEPER_H
