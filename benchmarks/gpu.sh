#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Everything that is to be known from a machine with a GPU, in one call.
#
#   gpu.sh pack FOLDER PROGRAMS...   where Kiln is built: compiles each folder of PROGRAMS that holds a model.pt2 for
#                                    cuda:sm_90a, and puts packages, recorded calls, and of the build kiln-run, the
#                                    runtime's library, the emulator and the tests of both into FOLDER
#   gpu.sh run FOLDER [DEVICE]       where FOLDER was carried to; needs neither LLVM, CUDA's toolkit nor Python.
#                                    DEVICE is cuda:0, or cuda-emulator:sm_90a, which runs first calls only
#
# Prints, as tables in Markdown: whether the tests that were carried pass; whether the recorded calls are right by the
# error rule; whether emulator and GPU give equal bits from the same PTX; the time of a call, and of one instruction of
# the host program. Takes up to 9 minutes: what there is no time left for is named.
set -euo pipefail

target=sm_90a
limit=${KILN_GPU_SECONDS:-520}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${KILN_BUILD:-$here/build}
tests=(runtime/test/KilnEmulatorTests runtime/test/KilnRuntimeTests)
tools=(bin/kiln-run runtime/drivers/cuda-emulator/kiln-ptx-emu)

pack_build() { # files lie where the build has them; beside these, Debian's libraries: those of C and C++ are everywhere
  local folder=$1
  mkdir -p "$folder/lib"
  (cd "$build" && cp -rL --parents "${tools[@]}" "${tests[@]}" runtime/src/libkiln-rt.so.3 \
    runtime/src/libkiln-cuda-emulator.so runtime/test/{*.so,Inputs,Expressions.txt,Kernels.ptx} "$folder")
  (cd "$build" && ldd "${tools[@]}" "${tests[@]}") |
    awk '/=> \// && !/\/lib(c|m|stdc\+\+|gcc_s|kiln-[a-z-]*)\.so/ {print $3}' | sort -u | xargs cp -t "$folder/lib"
  cp "${BASH_SOURCE[0]}" "$folder/bin"
}

pack() {
  local folder model name
  mkdir -p "$1/programs"
  folder=$(cd "$1" && pwd)
  shift
  pack_build "$folder"
  for model in $(find "$@" -name model.pt2 | sort); do
    name=$(basename "$(dirname "$model")")
    mkdir -p "$folder/programs/$name"
    if ! "$build/bin/kiln-compile" "$model" --target=cuda:$target -o "$folder/programs/$name/model.kiln" \
      2> "$folder/programs/$name/refused"; then
      echo "refused: $name: $(head -n 1 "$folder/programs/$name/refused")"
      rm -r "$folder/programs/$name"
      continue
    fi
    rm "$folder/programs/$name/refused"
    cp "$(dirname "$model")"/{inputs.npz,outputs.npz,about.json} "$folder/programs/$name"
  done
  echo "packed $(find "$folder/programs" -name model.kiln | wc -l) programs, $(du -sm "$folder" | cut -f 1) MB"
}

# is_late SECONDS NAME: is there less time left, which later steps need, too? Then NAME is left out.
is_late() {
  [ "$SECONDS" -gt $((limit - $1)) ] && echo "- left out, since time is up: $2"
}

# carried COMMAND: with the libraries that were carried, for the time that is left.
carried() {
  LD_LIBRARY_PATH=$folder/runtime/src:$folder/lib timeout $((limit > SECONDS ? limit - SECONDS : 1)) "$@" 2>&1
}

# on DEVICE NAME FLAGS...: runs recorded calls of a program.
on() {
  local device=$1 name=$2 flags=()
  shift 2
  if grep -q '"calls_share_state": true' "$programs/$name/about.json"; then flags=(--keep-state); fi
  carried "$folder/bin/kiln-run" "$programs/$name/model.kiln" --inputs="$programs/$name/inputs.npz" \
    --device="$device" "${flags[@]}" "$@"
}

run_tests() { # on the emulator, whatever the device is: is the build sound on this machine?
  local name
  echo "## Tests"
  for name in "${tests[@]}"; do
    if is_late 30 "$name"; then continue; fi
    carried "$folder/$name" > "$scratch/log" || true
    grep -E '^\[  (PASSED|FAILED)  \] ' "$scratch/log" | sed "s|^|- $(basename "$name"): |" ||
      echo "- $(basename "$name"): $(tail -n 1 "$scratch/log")"
  done
  echo
}

judge() { # each program: "right", or why not
  local name verdict right=0 wrong=0
  echo "## Recorded calls on $device"
  for name in "${names[@]}"; do
    if is_late 180 "$name"; then continue; fi
    if ! grep -qE '"compare": "(float64|dtype)"' "$programs/$name/about.json"; then
      echo "- $name: run, its outputs have a check of their own: $(on "$device" "$name" "${calls[@]}" | tail -n 1)"
    elif verdict=$(on "$device" "$name" "${calls[@]}" --expected="$programs/$name/outputs.npz"); then
      right=$((right + 1))
    else
      wrong=$((wrong + 1))
      echo "- WRONG $name: $(tail -n 1 <<< "$verdict")"
    fi
  done
  printf 'right %d, wrong %d\n\n' "$right" "$wrong"
}

compare() { # the bits of emulator and GPU, as far as time allows
  local name equal=0 other=0
  echo "## Bits of the emulator and of $device, first calls"
  for name in "${names[@]}"; do
    if is_late 90 "$name"; then continue; fi
    if ! on "cuda-emulator:$target" "$name" --call=call0 --timeout=20 --outputs="$scratch/emulator.npz" > "$scratch/log"; then
      echo "- $name: $(tail -n 1 "$scratch/log")"
    else
      on "$device" "$name" --call=call0 --outputs="$scratch/device.npz" > /dev/null || true
      if cmp -s "$scratch/emulator.npz" "$scratch/device.npz"; then
        equal=$((equal + 1))
      else
        other=$((other + 1))
        echo "- other bits: $name"
      fi
    fi
  done
  printf 'equal %d, other %d\n\n' "$equal" "$other"
}

time_calls() { # launches are enqueued; where they are many and small, the time of each is the gap between two
  local name launches
  echo "## Times of first calls on $device"
  echo "| program | launches | ms a call | us a launch |"
  echo "| --- | --- | --- | --- |"
  for name in "${names[@]}"; do
    if is_late 1 "$name"; then continue; fi
    launches=$(on "$device" "$name" --call=call0 --trace | grep -c '\] dispatch ' || true)
    on "$device" "$name" --call=call0 --benchmark="$seconds" --json |
      sed -nE 's/.*"latencies_s": \[([^]]*)\].*/\1/p' | tr ',' '\n' | sort -g |
      awk -v name="$name" -v n="$launches" '{time[NR] = $1}
        END {s = time[int((NR + 1) / 2)]; printf "| %s | %d | %.4f | %.2f |\n", name, n, s * 1e3, n ? s * 1e6 / n : 0}' || true
  done
}

run() {
  local device=${2:-cuda:0}
  folder=$(cd "$1" && pwd)
  programs=$folder/programs
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  mapfile -t names < <(ls "$programs")
  calls=() seconds=0.5
  if [[ $device == cuda-emulator* ]]; then calls=(--call=call0) seconds=0.01; fi
  run_tests
  judge
  compare
  time_calls
}

case ${1:-} in
pack | run) "$@" ;;
*)
  sed -n '3,/^set/p' "${BASH_SOURCE[0]}" | sed -n 's/^# \{0,1\}//p'
  exit 2
  ;;
esac
