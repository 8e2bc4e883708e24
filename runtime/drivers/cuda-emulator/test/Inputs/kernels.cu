// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels in CUDA C++, whose PTX by nvcc runs in the tests. Made by nvcc 13.0:
//
//   nvcc -arch=sm_80 -std=c++17 -ptx kernels.cu -o kernels.ptx

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda/functional>
#include <cub/cub.cuh>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

namespace cg = cooperative_groups;

__device__ __noinline__ float square(float x) { return x * x; }

/// The sum of squares: shuffles in warps, shared memory between them, one
/// atomic a block.
extern "C" __global__ void reduce(const float *x, float *sum, int n) {
  __shared__ float part[32];
  float mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    mine += square(x[i]);
  for (int k = 16; k; k /= 2)
    mine += __shfl_down_sync(0xffffffff, mine, k);
  if (threadIdx.x % 32 == 0)
    part[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x < 32) {
    mine = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
    for (int k = 16; k; k /= 2)
      mine += __shfl_down_sync(0xffffffff, mine, k);
    if (threadIdx.x == 0)
      atomicAdd(sum, mine);
  }
}

/// The last block to finish adds up what the others left.
extern "C" __global__ void reduceInOnePass(const float *x, float *parts,
                                           unsigned *count, float *sum, int n) {
  using Reduce = cub::BlockReduce<float, 128>;
  __shared__ typename Reduce::TempStorage storage;
  __shared__ bool last;
  int i = blockIdx.x * 128 + threadIdx.x;
  float total = Reduce(storage).Sum(i < n ? x[i] : 0);
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = total;
    __threadfence();
    last = atomicAdd(count, 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (!last)
    return;
  float all = 0;
  for (int k = threadIdx.x; k < gridDim.x; k += 128)
    all += parts[k];
  total = Reduce(storage).Sum(all);
  if (threadIdx.x == 0)
    *sum = total;
}

extern "C" __global__ void blockScan(const int *x, int *y) {
  using Scan = cub::BlockScan<int, 256>;
  __shared__ typename Scan::TempStorage storage;
  int items[4];
  for (int k = 0; k < 4; ++k)
    items[k] = x[threadIdx.x * 4 + k];
  Scan(storage).InclusiveSum(items, items);
  for (int k = 0; k < 4; ++k)
    y[threadIdx.x * 4 + k] = items[k];
}

extern "C" __global__ void blockSort(const unsigned *x, unsigned *y) {
  using Sort = cub::BlockRadixSort<unsigned, 128, 4>;
  __shared__ typename Sort::TempStorage storage;
  unsigned items[4];
  for (int k = 0; k < 4; ++k)
    items[k] = x[threadIdx.x * 4 + k];
  Sort(storage).Sort(items);
  for (int k = 0; k < 4; ++k)
    y[threadIdx.x * 4 + k] = items[k];
}

/// Groups of eight threads, and of those that agree.
extern "C" __global__ void groups(const int *x, int *y) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(block);
  int i = block.thread_rank();
  int total = cg::reduce(tile, x[i], cg::plus<int>());
  int odd = 0;
  if (x[i] & 1) {
    auto active = cg::coalesced_threads();
    odd = active.size();
  }
  block.sync();
  y[i] = total * 100 + odd;
}

extern "C" __global__ void histogram(const unsigned char *x, unsigned *bins,
                                     int n) {
  __shared__ unsigned mine[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    mine[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    atomicAdd(&mine[x[i]], 1);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    atomicAdd(&bins[i], mine[i]);
}

/// A tile of 32 x 32 through shared memory.
extern "C" __global__ void transpose(const float *x, float *y, int rows,
                                     int columns) {
  __shared__ float tile[32][33];
  int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8)
    if (r + k < rows && c < columns)
      tile[threadIdx.y + k][threadIdx.x] = x[(r + k) * columns + c];
  __syncthreads();
  c = blockIdx.y * 32 + threadIdx.x;
  r = blockIdx.x * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8)
    if (r + k < columns && c < rows)
      y[(r + k) * rows + c] = tile[threadIdx.x][threadIdx.y + k];
}

/// Softmax of rows, with expf and a division.
extern "C" __global__ void softmax(const float *x, float *y, int columns) {
  extern __shared__ float row[];
  using Reduce = cub::BlockReduce<float, 64>;
  __shared__ typename Reduce::TempStorage storage;
  __shared__ float most, total;
  const float *from = x + blockIdx.x * columns;
  float best = -INFINITY;
  for (int i = threadIdx.x; i < columns; i += 64)
    best = fmaxf(best, row[i] = from[i]);
  best = Reduce(storage).Reduce(best, cuda::maximum<>{});
  if (threadIdx.x == 0)
    most = best;
  __syncthreads();
  float sum = 0;
  for (int i = threadIdx.x; i < columns; i += 64)
    sum += row[i] = expf(row[i] - most);
  sum = Reduce(storage).Sum(sum);
  if (threadIdx.x == 0)
    total = sum;
  __syncthreads();
  for (int i = threadIdx.x; i < columns; i += 64)
    y[blockIdx.x * columns + i] = row[i] / total;
}

/// A 16 x 16 tile by WMMA.
extern "C" __global__ void wmmaHalf(const __half *a, const __half *b, float *c) {
  using namespace nvcuda::wmma;
  fragment<matrix_a, 16, 16, 16, __half, row_major> left;
  fragment<matrix_b, 16, 16, 16, __half, col_major> right;
  fragment<accumulator, 16, 16, 16, float> sum;
  fill_fragment(sum, 0.0f);
  for (int k = 0; k < 64; k += 16) {
    load_matrix_sync(left, a + k, 64);
    load_matrix_sync(right, b + k, 64);
    mma_sync(sum, left, right, sum);
  }
  store_matrix_sync(c, sum, 16, mem_row_major);
}

extern "C" __global__ void doubles(const double *x, double *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = exp(x[i]) + sqrt(fabs(x[i])) / (1 + x[i] * x[i]);
}
