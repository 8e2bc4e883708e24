// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kiln-rt/loader/Loader.h"
#include "module/ElfCheck.h"
#include "package/Manifest.h"

using namespace kiln::rt;

Status kiln::rt::checkManifest(std::string_view text, std::string_view details,
                               const std::string &file) {
  KILN_RT_ASSIGN(Manifest manifest,
                 readManifest(text, concat(file, ": manifest.json")));
  if (manifest.detailsRecord != noIndex)
    KILN_RT_TRY(manifest.details->readText(details, concat(file, ": details")));
  return validateManifest(manifest, file);
}

Status kiln::rt::checkCode(ByteSpan object, const std::string &name) {
  return checkCodeObject(object, name);
}
