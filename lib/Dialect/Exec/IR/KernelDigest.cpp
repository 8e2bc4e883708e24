// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The digest is that of the text, without locations, in MLIR's generic form,
// which no change of a custom form can alter.
#include "kiln/Dialect/Exec/KernelDigest.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

using namespace mlir;
using namespace kiln;

std::string exec::getKernelDigest(KernelOp kernel) {
  OwningOpRef<KernelOp> bare = kernel.clone();
  bare->setSymName("kernel");
  (*bare)->setDiscardableAttrs(DictionaryAttr::get(kernel.getContext()));
  // What the body says already.
  for (StringAttr stated :
       {bare->getDomainAttrName(), bare->getAccessAttrName(),
        bare->getFlopsAttrName(), bare->getBytesAttrName()})
    (*bare)->removeAttr(stated);
  std::string text;
  llvm::raw_string_ostream os(text);
  bare->print(os, OpPrintingFlags().printGenericOpForm().useLocalScope());
  auto digest = llvm::SHA256::hash(llvm::arrayRefFromStringRef(text));
  return llvm::toHex(ArrayRef(digest).take_front(8), /*LowerCase=*/true);
}
