// RUN: not kiln-opt %s 2>&1 | FileCheck %s
// The dialect brings that of its expressions along: the first op of a file may
// be one that has an expression.

// CHECK: error: 'exec.size' op expects parent op 'exec.host'
exec.size "t0" = 2*s0 + 1
