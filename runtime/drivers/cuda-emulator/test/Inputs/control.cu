// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls by pointers and memory of the stack, whose PTX by nvcc runs in the
// tests. Made by nvcc 13.0:
//
//   nvcc -arch=sm_90 -ptx control.cu -o control.ptx

#include <alloca.h>

typedef unsigned (*Operation)(unsigned, unsigned);

__device__ __noinline__ unsigned sum(unsigned a, unsigned b) { return a + b; }
__device__ __noinline__ unsigned product(unsigned a, unsigned b) {
  return a * b;
}
__device__ __noinline__ unsigned last(unsigned a, unsigned b) { return b; }

__device__ Operation operations[3] = {sum, product, last};

/// Each lane calls the function that its word chooses.
extern "C" __global__ void byPointer(const unsigned *which, unsigned *out) {
  unsigned i = threadIdx.x;
  out[i] = operations[which[i] % 3](i, 5);
}

/// The sum of a list that lies on the stack.
extern "C" __global__ void onStack(const unsigned *lengths, unsigned *out) {
  unsigned i = threadIdx.x, length = lengths[i];
  unsigned *list = static_cast<unsigned *>(alloca(length * sizeof(unsigned)));
  for (unsigned k = 0; k < length; ++k)
    list[k] = i + k;
  unsigned total = 0;
  for (unsigned k = length; k-- > 0;)
    total += list[k];
  out[i] = total;
}

struct Shape {
  __device__ virtual unsigned area(unsigned) const = 0;
};
struct Square : Shape {
  __device__ unsigned area(unsigned n) const override { return n * n; }
};
struct Line : Shape {
  __device__ unsigned area(unsigned n) const override { return n; }
};

extern "C" __global__ void byVirtualFunction(const unsigned *which,
                                             unsigned *out) {
  Square square;
  Line line;
  const Shape *shapes[2] = {&square, &line};
  out[threadIdx.x] = shapes[which[threadIdx.x] % 2]->area(threadIdx.x);
}
