// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_DIALECT_EXEC_EXECTYPES_TD
#define KILN_DIALECT_EXEC_EXECTYPES_TD

include "kiln/Dialect/Exec/ExecDialect.td"
include "kiln/Dialect/Exec/ExecEnums.td"
include "mlir/IR/AttrTypeBase.td"

def Exec_BufferType : TypeDef<Exec_Dialect, "Buffer"> {
  let mnemonic = "buffer";
  let summary = "bytes that an instruction reads or writes";
  let description = [{
    A slot of the host program: an input, an output, a state entry, an arena
    segment, or a view of one of them. Example: `!exec.buffer`.
  }];
}

def Exec_AccessAttr : EnumAttr<Exec_Dialect, Exec_Access, "access"> {
  let summary = "what a kernel does to a buffer";
  let description = [{
    What is written without being read (`write`) has no content before. What is
    read and written (`readwrite`) keeps the content that is not written.

    Example: `#exec.access<readwrite>`.
  }];
  let assemblyFormat = "`<` $value `>`";
}

def Exec_ScheduleAttr : AttrDef<Exec_Dialect, "Schedule"> {
  let mnemonic = "schedule";
  let summary = "how a kernel is written for a target";
  let description = [{
    The emitter, and the sizes that it chose: the part of the result whose sums
    are in registers together (`tile`), the part that one item of work computes,
    or the threads of a CUDA block (`block`), each outermost dimension first, and
    the steps that a sum takes without a stop (`depth`). What an emitter has no
    use for is left out. Kernels are written as their schedules say: editing one
    in IR changes the code, or is an error where the emitter cannot do it.

    Example: `#exec.schedule<"gemm" tile = [14, 32] block = [56, 32] depth = 384>`.
  }];
  let parameters = (ins StringRefParameter<"of the emitter">:$emitter,
                        OptionalArrayRefParameter<"int64_t">:$tile,
                        OptionalArrayRefParameter<"int64_t">:$block,
                        DefaultValuedParameter<"int64_t", "0">:$depth);
  let assemblyFormat = [{
    `<` $emitter (`tile` `=` `[` $tile^ `]`)? (`block` `=` `[` $block^ `]`)?
    (`depth` `=` $depth^)? `>`
  }];
}

#endif // KILN_DIALECT_EXEC_EXECTYPES_TD
