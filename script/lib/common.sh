# Shared by the scripts: where things are, quiet steps, failures that show their log.
# To be sourced by bash with `set -eu`; defines root, cache, logs and a few functions, runs nothing.
# The one trap: `step` sends a command's output to a log, so a command whose output is the point
# (a value, a report) is called without it.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cache=${TENON_CACHE:-${XDG_CACHE_HOME:-${HOME:?neither TENON_CACHE nor HOME is set}/.cache}/tenon}
logs=$root/build/log

# Objects are shared between clones, whatever folder they stand in.
export CCACHE_DIR=${CCACHE_DIR:-$cache/ccache} CCACHE_BASEDIR=${CCACHE_BASEDIR:-$root}
export CCACHE_NOHASHDIR=${CCACHE_NOHASHDIR:-1} CCACHE_MAXSIZE=${CCACHE_MAXSIZE:-3G}
export CMAKE_BUILD_PARALLEL_LEVEL=${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}

say() { printf 'tenon: %s\n' "$*" >&2; }
die() {
  say "$@"
  exit 1
}

# step TITLE COMMAND...: runs it with its output in a log. A line of progress where a person watches,
# nothing when all is well, the end of the log when it fails.
step() {
  local title=$1 log status=0
  shift
  mkdir -p "$logs"
  log=$logs/$(printf '%s' "${title%% (*}" | tr -cs 'A-Za-z0-9.-' '-').log
  [ ! -t 2 ] || printf '  %s ...' "$title" >&2
  "$@" >"$log" 2>&1 </dev/null || status=$?
  [ ! -t 2 ] || printf '\r\033[K' >&2
  [ "$status" -ne 0 ] || return 0
  tail -n "${TENON_LOG_LINES:-40}" "$log" >&2
  say "$title: failed with status $status; the whole log is $log"
  return "$status"
}

# to_file FILE COMMAND...: a command whose standard output is kept apart from its log.
to_file() {
  local file=$1
  shift
  "$@" >"$file"
}

# llama: prints the prefix of llama.cpp, which is built unless the cache has it.
llama() {
  mkdir -p "$logs"
  step 'llama.cpp (built once, about 3 minutes)' to_file "$logs/llama.prefix" "$root/script/third-party" llama
  tail -n 1 "$logs/llama.prefix"
}

# llama_server: the same for the server, which the tests `server.*` start.
llama_server() {
  mkdir -p "$logs"
  step 'llama-server (built once, about 5 minutes)' to_file "$logs/llama-server.prefix" "$root/script/third-party" llama-server
  tail -n 1 "$logs/llama-server.prefix"
}

# configure PRESET [CMAKE ARGUMENT...]
configure() {
  local preset=$1 launcher=() prefix
  shift
  prefix=$(llama)
  if command -v ccache >/dev/null; then launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
  (cd "$root" && step "configure $preset" cmake --preset "$preset" "${launcher[@]}" -DTENON_LLAMA_ROOT="$prefix" "$@")
}

# build PRESET [TARGET...]: everything when no target is named.
build() {
  local preset=$1 targets=()
  shift
  [ $# -eq 0 ] || targets=(--target "$@")
  step "build $preset${*:+ $*}" cmake --build "$root/build/$preset" "${targets[@]}"
}

# measuring TARGET...: programs that measure the library, built without a model or the command line into
# $measures.
measures=$root/build/measure
measuring() {
  local launcher=()
  "$root/script/bootstrap" test
  mkdir -p "$logs"
  if command -v ccache >/dev/null; then launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
  (cd "$root" && step 'configure measure' cmake --preset dev -B "$measures" -DTENON_LOCAL=OFF -DTENON_APPS=OFF "${launcher[@]}")
  build measure "$@"
}

# run_tests PRESET [CTEST ARGUMENT...]: ctest, then its count as the last line of standard output.
run_tests() {
  local preset=$1 results status=0
  shift
  results=$root/build/$preset/tests.xml
  rm -f "$results"
  [ ! -t 2 ] || printf '  ctest %s ...' "$preset" >&2
  ctest --test-dir "$root/build/$preset" --output-junit "$results" --output-on-failure --no-tests=error \
    --timeout 600 -j "${TENON_TEST_JOBS:-$(nproc)}" "$@" >"$logs/ctest-$preset.log" 2>&1 </dev/null || status=$?
  [ ! -t 2 ] || printf '\r\033[K' >&2
  if [ ! -s "$results" ]; then
    tail -n 40 "$logs/ctest-$preset.log" >&2
    die "ctest ran no test; the whole log is $logs/ctest-$preset.log"
  fi
  python3 "$root/script/lib/results.py" "$results" || status=1
  return "$status"
}
