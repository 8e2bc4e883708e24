// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The short-time Fourier transform, spectra of overlapping frames of a signal,
// and the signal of such spectra.
#include "Families.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

/// The factor of each sample of a frame; null for none. A shorter
/// window lies in the middle.
static Term getWindow(Call &c, int64_t frame, Type dtype) {
  int64_t length = c.has("win_length") ? c.integer("win_length") : frame;
  Term window = c("window");
  if (!window && length == frame)
    return {};
  if (!window)
    window = full(c, {c.expr(length)}, 1, dtype);
  if (length == frame)
    return window;
  int64_t left = (frame - length) / 2;
  return pad(window, {c.expr(left), c.expr(frame - length - left)}, 0);
}

/// The frames of signals [n, samples] as [n, count, size].
static Term getFrames(Call &c, Term x, ExprAttr count, int64_t size) {
  int64_t hop = c.has("hop_length") ? c.integer("hop_length") : size / 4;
  Term starts = unsqueeze(arange(c, count) * hop, 1);
  Term places = starts + arange(c, c.expr(size));
  return index(x, {Term(), places});
}

static Term decomposeStft(Call &c) {
  Term x = c("self");
  int64_t size = c.integer("n_fft");
  if (c.has("align_to_window") && c.flag("align_to_window"))
    return c.reject("frames begin with the window");
  if (x.rank() < 1 || x.rank() > 2 || c.isRejected())
    return c.reject("needs one signal, or several");
  bool isSingle = x.rank() == 1;
  if (isSingle)
    x = unsqueeze(x, 0);
  bool oneSided =
      c.has("onesided") ? c.flag("onesided") : !isComplex(x.dtype());
  // A spectrum as pairs of reals has one more dimension.
  SizesRef sizes = c.result().getSizes();
  ExprAttr count = sizes[isSingle ? 1 : 2];
  Term frames = getFrames(c, x, count, size);
  if (Term window = getWindow(c, size, getRealType(x.dtype())))
    frames = frames * window;
  if (!frames)
    return frames;
  Sizes shape = {x.size(0), count, c.expr(oneSided ? size / 2 + 1 : size)};
  Type complex = isComplex(frames.dtype())
                     ? frames.dtype()
                     : Type(ComplexType::get(frames.dtype()));
  ep::TensorType type = frames.type().withSizes(shape).withElementType(complex);
  // 1: divided by the root of the number of samples.
  int64_t scale = c.flag("normalized") ? 1 : 0;
  Term spectrum = isComplex(frames.dtype())
                      ? make(c, "aten._fft_c2c.default", type, frames,
                             Dims({2}), scale, true)
                      : make(c, "aten._fft_r2c.default", type, frames,
                             Dims({2}), scale, oneSided);
  spectrum = contiguous(permute(spectrum, {0, 2, 1}));
  if (isSingle)
    spectrum = view(spectrum, {shape[2], shape[1]});
  if (isComplex(c.dtype()))
    return spectrum;
  return make(c, "aten.view_as_real.default", c.result().withSizes(sizes),
              spectrum);
}

/// Frames [n, count, size] added up where they overlap: [n, samples].
static Term overlapAdd(Call &c, Term frames, ExprAttr samples, int64_t hop) {
  Sizes sizes = {frames.size(0), samples};
  return make(c, "aten.unfold_backward.default", frames.type().withSizes(sizes),
              frames, SizesRef(sizes), 1, c.integer("n_fft"), hop);
}

/// The frames of spectra [n, frequencies, count].
static Term getSignals(Call &c, Term spectra, Type dtype) {
  int64_t size = c.integer("n_fft");
  // 1: multiplied by the root of the number of samples, 2: divided by it.
  int64_t scale = c.flag("normalized") ? 1 : 2;
  bool oneSided =
      c.has("onesided") ? c.flag("onesided") : !c.flag("return_complex");
  Term x = contiguous(permute(spectra, {0, 2, 1}));
  if (c.flag("return_complex"))
    return make(c, "aten._fft_c2c.default", x.type(), x, Dims({2}), scale,
                false);
  if (!oneSided)
    x = contiguous(slice(x, 2, c.expr(0), c.expr(size / 2 + 1)));
  Sizes sizes = {x.size(0), x.size(1), c.expr(size)};
  return make(c, "aten._fft_c2r.default",
              x.type().withSizes(sizes).withElementType(dtype), x, Dims({2}),
              scale, Attribute(sizes[2]));
}

/// The overlapping frames, divided by the sum of their windows.
static Term decomposeIstft(Call &c) {
  Term x = c("self");
  if (!isComplex(x.dtype()) || x.rank() < 2 || x.rank() > 3)
    return c.reject("needs one complex spectrogram, or several");
  bool isSingle = x.rank() == 2;
  if (isSingle)
    x = unsqueeze(x, 0);
  int64_t size = c.integer("n_fft");
  int64_t hop = c.has("hop_length") ? c.integer("hop_length") : size / 4;
  ExprAttr count = x.size(2), steps = ep::sub(count, c.expr(1));
  ExprAttr samples = ep::add(c.expr(size), ep::mul(c.expr(hop), steps));
  Type real = getRealType(x.dtype());
  Term window = getWindow(c, size, real), frames = getSignals(c, x, real);
  if (!window)
    window = full(c, {c.expr(size)}, 1, real);
  Term power = expand(window * window, {c.expr(1), count, c.expr(size)});
  Term signal = overlapAdd(c, frames * window, samples, hop) /
                overlapAdd(c, contiguous(power), samples, hop);
  ExprAttr first = c.expr(c.flag("center") ? size / 2 : 0);
  ExprAttr wanted = c.result().getSizes().back();
  ExprAttr last = ep::add(first, wanted), over = ep::sub(last, samples);
  if (c.has("length") && !over.isInt())
    return c.reject("the length may be more than that of the frames");
  bool isShort = over.isInt() && over.getValue() > 0;
  signal = slice(signal, 1, first, isShort ? samples : last);
  if (isShort)
    signal = pad(signal, {c.expr(0), over}, 0);
  return view(signal, c.result().getSizes());
}

void aten::populateSpectrogramDecompositions(RewritePatternSet &patterns,
                                             const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.stft.default", decomposeStft},
            {"aten.istft.default", decomposeIstft}});
}
