// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of what sm_90 has, whose PTX by nvcc runs in the tests. Made by nvcc
// 13.0:
//
//   nvcc -arch=sm_90a -std=c++17 -ptx hopper.cu -o hopper.ptx

#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/ptx>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;
using barrier = cuda::barrier<cuda::thread_scope_block>;
/// A bulk copy that a barrier counts.
extern "C" __global__ void bulk(const int *x, int *y) {
  __shared__ alignas(128) int tile[256];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ barrier bar;
  if (threadIdx.x == 0) {
    init(&bar, blockDim.x);
    cuda::device::experimental::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cuda::device::experimental::cp_async_bulk_global_to_shared(
        tile, x, sizeof tile, bar);
    token = cuda::device::barrier_arrive_tx(bar, 1, sizeof tile);
  } else
    token = bar.arrive();
  bar.wait(std::move(token));
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    y[i] = tile[i] + 1;
}
/// The shared memory of the other block of a cluster.
extern "C" __global__ void __cluster_dims__(2, 1, 1)
    cluster(const int *x, int *y) {
  __shared__ int mine[64];
  auto c = cg::this_cluster();
  mine[threadIdx.x] = x[blockIdx.x * 64 + threadIdx.x];
  c.sync();
  int *other = c.map_shared_rank(mine, c.block_rank() ^ 1);
  y[blockIdx.x * 64 + threadIdx.x] = other[threadIdx.x];
  c.sync();
}
/// Two stages of cp.async.
extern "C" __global__ void pipelined(const float4 *x, float4 *y, int n) {
  __shared__ float4 stage[2][64];
  __pipeline_memcpy_async(&stage[0][threadIdx.x], &x[threadIdx.x], 16);
  __pipeline_commit();
  for (int i = 0; i < n; ++i) {
    if (i + 1 < n)
      __pipeline_memcpy_async(&stage[(i + 1) & 1][threadIdx.x],
                              &x[(i + 1) * 64 + threadIdx.x], 16);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    float4 v = stage[i & 1][threadIdx.x ^ 1];
    y[i * 64 + threadIdx.x] = v;
    __syncthreads();
  }
}
