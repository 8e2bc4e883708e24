// RUN: kiln-opt %s --kiln-expand-math --split-input-file | FileCheck %s

// Floats between two constants, as quantising leaves them: numbers or none. What
// is asked besides is known. They are clamped before they are rounded, by bits
// where a byte is wanted. A float that is made of the byte is what it was.
// CHECK-LABEL: func.func @quantise(
// CHECK-SAME: %[[X:.+]]: f32)
// CHECK-DAG: %[[LEAST:.+]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[MOST:.+]] = arith.constant 2.550000e+02 : f32
// CHECK-DAG: %[[LOW:.+]] = arith.constant -1.280000e+02 : f32
// CHECK-DAG: %[[BACK:.+]] = arith.constant -128 : i8
// CHECK-DAG: %[[MAGIC:.+]] = arith.constant 0x4B400000 : f32
// CHECK-DAG: %[[NONE:.+]] = arith.constant 0x4B400080 : f32
// CHECK: %[[ABOVE:.+]] = arith.maximumf %[[X]], %[[LEAST]]
// CHECK: %[[CLAMPED:.+]] = arith.minimumf %[[ABOVE]], %[[MOST]]
// CHECK: %[[ROUND:.+]] = math.roundeven %[[CLAMPED]]
// CHECK: %[[MOVED:.+]] = arith.addf %[[ROUND]], %[[LOW]]
// CHECK: %[[IS:.+]] = arith.cmpf ord, %[[CLAMPED]], %[[CLAMPED]] : f32
// CHECK: %[[SUM:.+]] = arith.addf %[[CLAMPED]], %[[MAGIC]]
// CHECK: %[[NUMBER:.+]] = arith.select %[[IS]], %[[SUM]], %[[NONE]] : f32
// CHECK: %[[BITS:.+]] = arith.bitcast %[[NUMBER]] : f32 to i32
// CHECK: %[[NARROW:.+]] = arith.trunci %[[BITS]] : i32 to i8
// CHECK: %[[BYTE:.+]] = arith.addi %[[NARROW]], %[[BACK]] : i8
// CHECK: %[[FLOAT:.+]] = arith.select %[[IS]], %[[MOVED]], %[[LEAST]] : f32
// CHECK: return %[[BYTE]], %[[FLOAT]]
func.func @quantise(%x: f32) -> (i8, f32) {
  %low = arith.constant -1.280000e+02 : f32
  %high = arith.constant 1.270000e+02 : f32
  %zero = arith.constant -1.280000e+02 : f32
  %least = arith.constant -2.14748365E+9 : f32
  %most = arith.constant 2.14748365E+9 : f32
  %round = math.roundeven %x : f32
  %moved = arith.addf %round, %zero : f32
  %above = arith.maximumf %moved, %low : f32
  %both = arith.minimumf %above, %high : f32
  %a = arith.cmpf oge, %both, %least : f32
  %b = arith.cmpf olt, %both, %most : f32
  %fits = arith.andi %a, %b : i1
  %number = arith.select %fits, %both, %least : f32
  %integer = arith.fptosi %number : f32 to i32
  %byte = arith.trunci %integer : i32 to i8
  %float = arith.sitofp %byte : i8 to f32
  return %byte, %float : i8, f32
}

// -----

// What quantising adds last and dequantising takes away is left out.
// CHECK-LABEL: func.func @dequantise(
// CHECK-DAG: %[[NONE:.+]] = arith.constant -3.000000e+00 : f32
// CHECK: %[[ROUND:.+]] = math.roundeven
// CHECK-NOT: subf
// CHECK: %[[FLOAT:.+]] = arith.select %{{.+}}, %[[ROUND]], %[[NONE]] : f32
// CHECK-NEXT: return %[[FLOAT]]
func.func @dequantise(%x: f32) -> f32 {
  %low = arith.constant -1.280000e+02 : f32
  %high = arith.constant 1.270000e+02 : f32
  %zero = arith.constant 3.0 : f32
  %least = arith.constant -2.14748365E+9 : f32
  %most = arith.constant 2.14748365E+9 : f32
  %round = math.roundeven %x : f32
  %moved = arith.addf %round, %zero : f32
  %above = arith.maximumf %moved, %low : f32
  %both = arith.minimumf %above, %high : f32
  %a = arith.cmpf oge, %both, %least : f32
  %b = arith.cmpf olt, %both, %most : f32
  %fits = arith.andi %a, %b : i1
  %number = arith.select %fits, %both, %least : f32
  %integer = arith.fptosi %number : f32 to i32
  %byte = arith.trunci %integer : i32 to i8
  %float = arith.sitofp %byte : i8 to f32
  %back = arith.subf %float, %zero : f32
  return %back : f32
}

// -----

// A byte without sign is a float as well; of another zero point more is left.
// CHECK-LABEL: func.func @unsigned(
// CHECK: %[[CHOSEN:.+]] = arith.select
// CHECK-NOT: uitofp
// CHECK: arith.subf %[[CHOSEN]],
func.func @unsigned(%x: f32) -> f32 {
  %low = arith.constant 0.0 : f32
  %high = arith.constant 2.550000e+02 : f32
  %zero = arith.constant 3.0 : f32
  %least = arith.constant -2.14748365E+9 : f32
  %most = arith.constant 2.14748365E+9 : f32
  %round = math.roundeven %x : f32
  %moved = arith.addf %round, %zero : f32
  %above = arith.maximumf %moved, %low : f32
  %both = arith.minimumf %above, %high : f32
  %a = arith.cmpf oge, %both, %least : f32
  %b = arith.cmpf olt, %both, %most : f32
  %fits = arith.andi %a, %b : i1
  %number = arith.select %fits, %both, %least : f32
  %integer = arith.fptosi %number : f32 to i32
  %byte = arith.trunci %integer : i32 to i8
  %float = arith.uitofp %byte : i8 to f32
  %other = arith.constant 4.0 : f32
  %back = arith.subf %float, %other : f32
  return %back : f32
}

// -----

// A byte that is read with another sign is made.
// CHECK-LABEL: func.func @sign(
// CHECK: arith.trunci
// CHECK: arith.sitofp
func.func @sign(%x: f32) -> f32 {
  %low = arith.constant 0.0 : f32
  %high = arith.constant 2.550000e+02 : f32
  %zero = arith.constant 3.0 : f32
  %least = arith.constant -2.14748365E+9 : f32
  %most = arith.constant 2.14748365E+9 : f32
  %round = math.roundeven %x : f32
  %moved = arith.addf %round, %zero : f32
  %above = arith.maximumf %moved, %low : f32
  %both = arith.minimumf %above, %high : f32
  %a = arith.cmpf oge, %both, %least : f32
  %b = arith.cmpf olt, %both, %most : f32
  %fits = arith.andi %a, %b : i1
  %number = arith.select %fits, %both, %least : f32
  %integer = arith.fptosi %number : f32 to i32
  %byte = arith.trunci %integer : i32 to i8
  %float = arith.sitofp %byte : i8 to f32
  return %float : f32
}

// -----

// Limits with a fraction stay behind the rounding, and so do numbers that are
// not moved by a whole one; the integer is made of the float then.
// CHECK-LABEL: func.func @limits(
// CHECK: math.roundeven
// CHECK: arith.maximumf
// CHECK: arith.minimumf
// CHECK: arith.fptosi
func.func @limits(%x: f32) -> i8 {
  %low = arith.constant -1.5 : f32
  %high = arith.constant 1.270000e+02 : f32
  %zero = arith.constant 3.0 : f32
  %least = arith.constant -2.14748365E+9 : f32
  %most = arith.constant 2.14748365E+9 : f32
  %round = math.roundeven %x : f32
  %moved = arith.addf %round, %zero : f32
  %above = arith.maximumf %moved, %low : f32
  %both = arith.minimumf %above, %high : f32
  %a = arith.cmpf oge, %both, %least : f32
  %b = arith.cmpf olt, %both, %most : f32
  %fits = arith.andi %a, %b : i1
  %number = arith.select %fits, %both, %least : f32
  %integer = arith.fptosi %number : f32 to i32
  %byte = arith.trunci %integer : i32 to i8
  return %byte : i8
}

// -----

// CHECK-LABEL: func.func @moved(
// CHECK: math.roundeven
// CHECK: arith.maximumf
// CHECK: arith.minimumf
// CHECK: arith.fptosi
func.func @moved(%x: f32) -> i8 {
  %low = arith.constant -1.280000e+02 : f32
  %high = arith.constant 1.270000e+02 : f32
  %zero = arith.constant 0.5 : f32
  %least = arith.constant -2.14748365E+9 : f32
  %most = arith.constant 2.14748365E+9 : f32
  %round = math.roundeven %x : f32
  %moved = arith.addf %round, %zero : f32
  %above = arith.maximumf %moved, %low : f32
  %both = arith.minimumf %above, %high : f32
  %a = arith.cmpf oge, %both, %least : f32
  %b = arith.cmpf olt, %both, %most : f32
  %fits = arith.andi %a, %b : i1
  %number = arith.select %fits, %both, %least : f32
  %integer = arith.fptosi %number : f32 to i32
  %byte = arith.trunci %integer : i32 to i8
  return %byte : i8
}

// -----

// A range that no byte has is not that of a byte's bits.
// CHECK-LABEL: func.func @wide(
// CHECK: arith.minimumf
// CHECK: math.roundeven
// CHECK: arith.fptosi
func.func @wide(%x: f32) -> i8 {
  %low = arith.constant -1.280000e+02 : f32
  %high = arith.constant 2.560000e+02 : f32
  %zero = arith.constant 3.0 : f32
  %least = arith.constant -2.14748365E+9 : f32
  %most = arith.constant 2.14748365E+9 : f32
  %round = math.roundeven %x : f32
  %moved = arith.addf %round, %zero : f32
  %above = arith.maximumf %moved, %low : f32
  %both = arith.minimumf %above, %high : f32
  %a = arith.cmpf oge, %both, %least : f32
  %b = arith.cmpf olt, %both, %most : f32
  %fits = arith.andi %a, %b : i1
  %number = arith.select %fits, %both, %least : f32
  %integer = arith.fptosi %number : f32 to i32
  %byte = arith.trunci %integer : i32 to i8
  return %byte : i8
}
