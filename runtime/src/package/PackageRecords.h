// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The records of a package's archive: its manifests, and whether archive and
// manifests agree.

#ifndef KILN_RT_SRC_PACKAGE_PACKAGERECORDS_H
#define KILN_RT_SRC_PACKAGE_PACKAGERECORDS_H

#include "exec/ThreadPool.h"
#include "kiln-rt/archive/ZipReader.h"
#include "package/Manifest.h"

namespace kiln::rt {

/// Reads manifest.json, whose checksum must be right, and checks that archive
/// and manifest list the same records, stored, of the same sizes.
Expected<PackageIndex> readPackageIndex(const ZipReader &archive);

/// The manifest of one of the variants, whose digest must be right. Host
/// programs are not validated.
Expected<Manifest> readVariant(const ZipReader &archive, PackageIndex index,
                               size_t variant);

/// Reads the record of the details of a manifest, whose digest must be right.
Status readDetails(const ZipReader &archive, const Manifest &manifest);

/// Do these bytes have the record's digest?
Status verifyDigest(ByteSpan bytes, const Record &record,
                    const std::string &file);

/// Verifies the digests of all records that storages are in, side by side where
/// there is a pool.
Status verifyStorages(const ZipReader &archive, const Manifest &manifest,
                      ThreadPool *pool);

} // namespace kiln::rt

#endif // KILN_RT_SRC_PACKAGE_PACKAGERECORDS_H
