// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Aten/KeptOps.h"
#include "llvm/ADT/StringSet.h"

using namespace kiln;

// One row for each overload, by family.
static constexpr llvm::StringLiteral kKeptOps[] = {
    // What kiln-aten-expand-core rewrites.
    "aten._embedding_bag_forward_only.default",
    "aten._histogramdd_bin_edges.default",
    "aten._histogramdd_from_bin_cts.default",
    "aten._histogramdd_from_bin_tensors.default",
    "aten._trilinear.default",
    "aten._unique2.default",
    "aten.bincount.default",
    "aten.embedding_renorm.default",
    "aten.fractional_max_pool2d.default",
    "aten.fractional_max_pool3d.default",
    "aten.grid_sampler_3d.default",
    "aten.histc.default",
    "aten.histogram.bin_ct",
    "aten.histogram.bins_tensor",
    "aten.kthvalue.default",
    "aten.mode.default",
    "aten.multinomial.default",
    "aten.repeat_interleave.Tensor",
    "aten.rrelu_with_noise_functional.default",
    "aten.segment_reduce.default",
    "aten.unique_consecutive.default",
    "aten.unique_dim.default",
    "aten.unique_dim_consecutive.default",
    // What data must be.
    "aten._assert_async.default",
    "aten._assert_async.msg",
    // Places in sorted sequences.
    "aten.bucketize.Scalar",
    "aten.bucketize.Tensor",
    "aten.searchsorted.Scalar",
    "aten.searchsorted.Tensor",
    // Maxima over windows of different extents.
    "aten.adaptive_max_pool2d.default",
    "aten.adaptive_max_pool3d.default",
    // Bits and parts of numbers.
    "aten.bitwise_left_shift.Tensor",
    "aten.bitwise_left_shift.Tensor_Scalar",
    "aten.bitwise_right_shift.Tensor",
    "aten.bitwise_right_shift.Tensor_Scalar",
    "aten.copysign.Scalar",
    "aten.copysign.Tensor",
    "aten.frexp.Tensor",
    "aten.gcd.default",
    "aten.hash_tensor.default",
    "aten.hypot.default",
    "aten.lcm.default",
    "aten.nextafter.default",
    "aten.round.decimals",
    "aten.signbit.default",
    "aten.view.dtype",
    // Complex numbers and Fourier transforms.
    "aten._conj.default",
    "aten._conj_physical.default",
    "aten._fft_c2c.default",
    "aten.view_as_complex.default",
    "aten.view_as_real.default",
    // Places that are data.
    "aten.nonzero_static.default",
    // Gamma, zeta and erf.
    "aten.digamma.default",
    "aten.erfc.default",
    "aten.erfinv.default",
    "aten.igamma.default",
    "aten.igammac.default",
    "aten.lgamma.default",
    "aten.polygamma.default",
    "aten.special_erfcx.default",
    "aten.special_ndtri.default",
    "aten.special_zeta.default",
    "aten.special_zeta.other_scalar",
    "aten.special_zeta.self_scalar",
    // Bessel and Airy.
    "aten.i0.default",
    "aten.special_airy_ai.default",
    "aten.special_bessel_j0.default",
    "aten.special_bessel_j1.default",
    "aten.special_bessel_y0.default",
    "aten.special_bessel_y1.default",
    "aten.special_i0e.default",
    "aten.special_i1.default",
    "aten.special_i1e.default",
    "aten.special_modified_bessel_i0.default",
    "aten.special_modified_bessel_i1.default",
    "aten.special_modified_bessel_k0.default",
    "aten.special_modified_bessel_k1.default",
    "aten.special_scaled_modified_bessel_k0.default",
    "aten.special_scaled_modified_bessel_k1.default",
    "aten.special_spherical_bessel_j0.default",
    // Polynomials.
    "aten.special_chebyshev_polynomial_t.default",
    "aten.special_chebyshev_polynomial_t.n_scalar",
    "aten.special_chebyshev_polynomial_t.x_scalar",
    "aten.special_chebyshev_polynomial_u.default",
    "aten.special_chebyshev_polynomial_u.n_scalar",
    "aten.special_chebyshev_polynomial_u.x_scalar",
    "aten.special_chebyshev_polynomial_v.default",
    "aten.special_chebyshev_polynomial_v.n_scalar",
    "aten.special_chebyshev_polynomial_v.x_scalar",
    "aten.special_chebyshev_polynomial_w.default",
    "aten.special_chebyshev_polynomial_w.n_scalar",
    "aten.special_chebyshev_polynomial_w.x_scalar",
    "aten.special_hermite_polynomial_h.default",
    "aten.special_hermite_polynomial_h.n_scalar",
    "aten.special_hermite_polynomial_h.x_scalar",
    "aten.special_hermite_polynomial_he.default",
    "aten.special_hermite_polynomial_he.n_scalar",
    "aten.special_hermite_polynomial_he.x_scalar",
    "aten.special_laguerre_polynomial_l.default",
    "aten.special_laguerre_polynomial_l.n_scalar",
    "aten.special_laguerre_polynomial_l.x_scalar",
    "aten.special_legendre_polynomial_p.default",
    "aten.special_legendre_polynomial_p.n_scalar",
    "aten.special_legendre_polynomial_p.x_scalar",
    "aten.special_shifted_chebyshev_polynomial_t.default",
    "aten.special_shifted_chebyshev_polynomial_t.n_scalar",
    "aten.special_shifted_chebyshev_polynomial_t.x_scalar",
    "aten.special_shifted_chebyshev_polynomial_u.default",
    "aten.special_shifted_chebyshev_polynomial_u.n_scalar",
    "aten.special_shifted_chebyshev_polynomial_u.x_scalar",
    "aten.special_shifted_chebyshev_polynomial_v.default",
    "aten.special_shifted_chebyshev_polynomial_v.n_scalar",
    "aten.special_shifted_chebyshev_polynomial_v.x_scalar",
    "aten.special_shifted_chebyshev_polynomial_w.default",
    "aten.special_shifted_chebyshev_polynomial_w.n_scalar",
    "aten.special_shifted_chebyshev_polynomial_w.x_scalar",
};

ArrayRef<llvm::StringLiteral> aten::getKeptOps() { return kKeptOps; }

bool aten::isKeptOp(StringRef name) {
  static const llvm::StringSet<> names = [] {
    llvm::StringSet<> set;
    for (llvm::StringLiteral row : kKeptOps)
      set.insert(row);
    return set;
  }();
  return names.contains(name);
}
