// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by utils/fit-math.py.
#ifndef KILN_LIB_TARGET_MATH_COEFFICIENTS_H
#define KILN_LIB_TARGET_MATH_COEFFICIENTS_H

namespace kiln {

// [-0.34692, 0.34692], weighted error 3.3e-09
inline constexpr double kExp32[] = {
    0x1.0000000000000p-1,
    0x1.55548a0000000p-3,
    0x1.55547c0000000p-5,
    0x1.123e220000000p-7,
    0x1.6d99ca0000000p-10,
};
// [-0.34692, 0.34692], weighted error 5.7e-20
inline constexpr double kExp64[] = {
    0x1.0000000000000p-1,
    0x1.555555555555cp-3,
    0x1.555555555555cp-5,
    0x1.111111110ea78p-7,
    0x1.6c16c16c13e49p-10,
    0x1.a01a01b424c66p-13,
    0x1.a01a01b1b82d0p-16,
    0x1.71ddeea76c42cp-19,
    0x1.27e4c49529b98p-22,
    0x1.af6e4613bdbc0p-26,
    0x1.1f95e09a9dea4p-29,
};
// [-0.292893, 0.414214], weighted error 6.3e-09
inline constexpr double kLog32[] = {
    0x1.5555520000000p-2,
    -0x1.0002380000000p-2,
    0x1.99a1020000000p-3,
    -0x1.546f180000000p-3,
    0x1.22c5c40000000p-3,
    -0x1.0d8cb80000000p-3,
    0x1.05dd320000000p-3,
    -0x1.39c9820000000p-4,
};
// [-0.292893, 0.414214], weighted error 1.7e-18
inline constexpr double kLog64[] = {
    0x1.5555555555572p-2,
    -0x1.ffffffffffebbp-3,
    0x1.9999999993e70p-3,
    -0x1.5555555566f5bp-3,
    0x1.24924927b8b72p-3,
    -0x1.fffffff6fa03ap-4,
    0x1.c71c700ca706cp-4,
    -0x1.999999f16ca5dp-4,
    0x1.745d5c1422348p-4,
    -0x1.55558b5691e28p-4,
    0x1.3b0d507cf6a5bp-4,
    -0x1.2487dd2b80fe1p-4,
    0x1.116a633e1f32fp-4,
    -0x1.00de568a5f11dp-4,
    0x1.dcb15cebcc459p-5,
    -0x1.b3c4f4c516b83p-5,
    0x1.ba91094b4af95p-5,
    -0x1.017b401fb33bcp-4,
    0x1.d6521f6d613aap-5,
    -0x1.929d7f522d91ep-6,
};
// [0, 0.0294373], weighted error 1.9e-18
inline constexpr double kLogS64[] = {
    0x1.5555555555555p-1,
    0x1.9999999999a38p-2,
    0x1.2492492476b0bp-2,
    0x1.c71c720185cc1p-3,
    0x1.745cf8f397214p-3,
    0x1.3b1c38a856459p-3,
    0x1.0fbe442b6ae60p-3,
    0x1.0c06b55bb3efbp-3,
};
// [0, 0.31], weighted error 1.3e-08
inline constexpr double kTanh32[] = {
    -0x1.5555540000000p-2,
    0x1.110fd40000000p-3,
    -0x1.b999320000000p-5,
    0x1.5cc99a0000000p-6,
    -0x1.ae94b80000000p-8,
};
// [0, 0.31], weighted error 9e-18
inline constexpr double kTanh64[] = {
    -0x1.5555555555555p-2,
    0x1.1111111110fffp-3,
    -0x1.ba1ba1b9f8e56p-5,
    0x1.664f4874faf1ep-6,
    -0x1.226e328fcc816p-7,
    0x1.d6d3257891a89p-9,
    -0x1.7d96964797b0cp-10,
    0x1.34b9aa445099ap-11,
    -0x1.eb8328a5d1008p-13,
    0x1.6331935f70f0ap-14,
    -0x1.54b4571bae795p-16,
};
// [0, 0.86], weighted error 1.6e-08
inline constexpr double kErf32[] = {
    0x1.06eba60000000p-3,
    -0x1.8126e60000000p-2,
    0x1.ce1a760000000p-4,
    -0x1.b68a240000000p-6,
    0x1.472c200000000p-8,
    -0x1.39bbf60000000p-11,
};
// [0, 0.86], weighted error 1.2e-18
inline constexpr double kErf64[] = {
    0x1.06eba8214db69p-3,
    -0x1.812746b0379dfp-2,
    0x1.ce2f21a042545p-4,
    -0x1.b82ce31264b06p-6,
    0x1.565bcd08134dbp-8,
    -0x1.c02db2aec45bap-11,
    0x1.f9a2fa6abfacdp-14,
    -0x1.f4ce7a5b7bac1p-17,
    0x1.b9acc94d651bfp-20,
    -0x1.5d33b8d17690ep-23,
    0x1.dffa6b91436d6p-27,
    -0x1.c8a42454fb4d3p-31,
};
// [0, 3.09375], weighted error 1e-11
inline constexpr double kErfc32[] = {
    0x1.9c0d440000000p+0,
    0x1.3db2a80000000p+1,
    0x1.a968180000000p-1,
    0x1.74c4300000000p-5,
    -0x1.6884340000000p-7,
    0x1.17ae9e0000000p-9,
    -0x1.0edc480000000p-12,
    -0x1.3fe2580000000p-18,
    0x1.11bb920000000p-17,
    -0x1.1368a00000000p-20,
};
// [0, 5.09375], weighted error 9.4e-20
inline constexpr double kErfc64[] = {
    0x1.9c0d43973d562p+0,
    0x1.3db2a78243990p+1,
    0x1.a9681edfb3955p-1,
    0x1.74bf75050005bp-5,
    -0x1.682a0f388be69p-7,
    0x1.13eecc0dcec03p-9,
    -0x1.be15c72bf9138p-13,
    -0x1.a23a830602bcdp-15,
    0x1.2e33ee1fc9b57p-15,
    -0x1.816146f12e7d5p-17,
    0x1.0f5e0ed637cafp-19,
    0x1.cd01670951cc8p-24,
    -0x1.035e3f3159c6cp-22,
    0x1.d7c96598df610p-24,
    -0x1.216a9d44d72f3p-25,
    0x1.0f564c81ec215p-27,
    -0x1.8f4b148b48adap-30,
    0x1.cb04078fe7fc8p-33,
    -0x1.92fd3856b3fb0p-36,
    0x1.037b8657e3cddp-39,
    -0x1.ca012f5701c14p-44,
    0x1.e8d1a85a5634bp-49,
    -0x1.d266f37aeed52p-55,
};
// [0, 0.618085], weighted error 1.1e-20
inline constexpr double kSin64[] = {
    -0x1.5555555555555p-3,
    0x1.1111111111110p-7,
    -0x1.a01a01a019927p-13,
    0x1.71de3a545e7bep-19,
    -0x1.ae64540f1e2ecp-26,
    0x1.61217c25bbdebp-33,
    -0x1.ab161e8989a0dp-41,
};
// [0, 0.618085], weighted error 6e-22
inline constexpr double kCos64[] = {
    0x1.5555555555555p-5,
    -0x1.6c16c16c16c16p-10,
    0x1.a01a01a019d03p-16,
    -0x1.27e4fb7711e69p-22,
    0x1.1eed8de9f6e0bp-29,
    -0x1.9394b777ccb3cp-37,
    0x1.ab76d530c584cp-45,
};

} // namespace kiln

#endif // KILN_LIB_TARGET_MATH_COEFFICIENTS_H
