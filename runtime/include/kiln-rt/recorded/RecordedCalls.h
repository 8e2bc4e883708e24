// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recorded calls: inputs callN.inI of a .npz file, and their results as
// callN.outK, callN.mutI (an input after the call) and callN.state.NAME. One
// implementation for kiln-run and kiln-interpret of which calls are run, how
// they are judged, and the lines printed.

#ifndef KILN_RT_RECORDED_RECORDEDCALLS_H
#define KILN_RT_RECORDED_RECORDEDCALLS_H

#include "kiln-rt/errorrule/ErrorRule.h"

#include <functional>

namespace kiln::rt {

/// The flags of a tool about recorded calls.
struct RecordedOptions {
  std::string inputs, expected, outputs; ///< paths of .npz files, or empty
  std::string call;                      ///< "call0", or empty: all
  bool keepState = false;                ///< one state through all calls
  bool onlyOutputs = false;              ///< judge no state and no mutations
};

/// The function that runs a call. `name` is "call0", `inputs` all recorded
/// arrays. Gives the arrays that the call made, by their full names, and how
/// long it took.
using RunRecorded = std::function<Expected<NpzArrays>(
    const std::string &name, const NpzArrays &inputs, double &seconds)>;
using PrintLine = std::function<void(const std::string &line)>;

/// Runs the calls in order. Without `expected`, prints the results of each;
/// with it, prints how each was judged and at the end all of them together;
/// `wrong` says whether the error rule is broken. With `outputs`, writes the
/// results. A result that was recorded and that the call does not produce is an
/// error, and so is an output that it produces and that was not recorded. State
/// after a call and inputs that it writes are judged where they were recorded.
Status runRecordedCalls(const RecordedOptions &options, const RunRecorded &run,
                        const PrintLine &print, bool &wrong);

/// The calls named by arrays "callN.…", in order of N.
std::vector<std::string> callsOf(const NpzArrays &arrays);

/// Says that the bits of an array are those of `dtype`, where numpy has no type
/// of it and they travel as unsigned integers of its size.
void restoreDtype(NpyArray &array, kiln_dtype dtype);

/// The error of an input that the file does not have.
Error missingInput(const std::string &file, const std::string &call,
                   size_t index, const std::string &name);

/// An error where the file has an input of the call from number `count` on:
/// the program does not take it.
Status checkInputCount(const std::string &file, const std::string &call,
                       size_t count, const NpzArrays &inputs);

} // namespace kiln::rt

#endif // KILN_RT_RECORDED_RECORDEDCALLS_H
