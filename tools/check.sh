#!/usr/bin/env bash
# R CMD build and R CMD check as CRAN does it, without the manual, which would need LaTeX.
# The last line counts the steps of the check.
# shellcheck source=tools/env.sh
source "$(dirname "$0")/env.sh"

work=$(new_temp_dir)
trap 'rm -rf "$work"' EXIT

root=$PWD
cd "$work"
R CMD build --no-manual "$root"

# No step may depend on the network.
export _R_CHECK_CRAN_INCOMING_REMOTE_=false
export _R_CHECK_SYSTEM_CLOCK_=false
status=0
R CMD check --as-cran --no-manual ./*.tar.gz || status=$?
cat ./*.Rcheck/tests/*.fail 2>/dev/null || true

# The status covers what breaks off before there is a step to report.
Rscript "$root/tools/check-log.R" ./*.Rcheck/00check.log "$status"
