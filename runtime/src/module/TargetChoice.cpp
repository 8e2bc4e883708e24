// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "module/TargetChoice.h"
#include "kiln-rt/loader/Loader.h"

#include <algorithm>

using namespace kiln::rt;

Expected<TargetChoice> kiln::rt::chooseTarget(const PackageIndex &index,
                                              const std::string &wanted,
                                              const Device &device,
                                              const std::string &file) {
  std::vector<std::string> names;
  std::vector<size_t> variants;
  for (size_t variant = 0; variant < index.variants.size(); ++variant)
    for (const std::string &name : index.variants[variant].targets) {
      names.push_back(name);
      variants.push_back(variant);
    }
  auto rank = [&](std::string_view target, std::string &reason) {
    return device.rankTarget(target, reason);
  };
  std::vector<TargetNote> notes = explainTargets(names, wanted, rank);
  TargetChoice choice;
  for (const TargetNote &note : notes)
    choice.explanation += concat(note.name, " ", note.reason, "\n");
  bool found = wanted.empty()
                   ? !names.empty()
                   : std::count(names.begin(), names.end(), wanted) > 0;
  if (!found)
    return makeError(Code::NotFound, file, ": manifest.json: ",
                     wanted.empty()
                         ? std::string("the package has no target")
                         : concat("there is no target '", wanted, "'"),
                     names.empty() ? "" : "; ", choice.explanation);
  auto taken =
      std::find_if(notes.begin(), notes.end(),
                   [](const TargetNote &note) { return note.isTaken; });
  if (taken == notes.end())
    return makeError(Code::FailedPrecondition, file,
                     ": manifest.json: no target of the package runs here: ",
                     choice.explanation);
  choice.target = taken->name;
  choice.variant = variants[static_cast<size_t>(taken - notes.begin())];
  return choice;
}
