// RUN: kiln-opt %s --pass-pipeline='builtin.module(exec.variant(ep.program(kiln-exec-build-host)))' \
// RUN:   --remark-format=emitRemark --remarks-filter=kiln-waits 2>&1 | FileCheck %s

// A device works beside the host, which waits where it reads. On the CPU nothing is waited for.
// CHECK-COUNT-1: remark: [Analysis] wait{{.*}} | Category:kiln-waits | Remark="the host waits for the device to read u0"
// CHECK-NOT: remark:
exec.variant @cuda for ["cuda:sm_90"] {
  ep.program @item {
    ep.symbol @u0 range(1, 8)
    ep.graph @forward(%n: !ep.tensor<[], i64> {ep.input = #ep.input<user_input "n">}) {
      %0 = ep.to_builtin %n : !ep.tensor<[], i64> -> tensor<i64>
      %1 = ep.item %0 : tensor<i64> -> !ep.number<u0>
      ep.return
    }
  }
}
exec.variant @cpu for ["cpu:x86-64-v3"] {
  ep.program @item {
    ep.symbol @u0 range(1, 8)
    ep.graph @forward(%n: !ep.tensor<[], i64> {ep.input = #ep.input<user_input "n">}) {
      %0 = ep.to_builtin %n : !ep.tensor<[], i64> -> tensor<i64>
      %1 = ep.item %0 : tensor<i64> -> !ep.number<u0>
      ep.return
    }
  }
}
