#!/usr/bin/env bash
# Builds the wheel, installs it, and runs its tests: with the numpy and pandas that are there, and
# without both. The last line counts the tests.
#   python/test.sh          needs Python 3.9 with setuptools, wheel and venv; PYTHON names it
#   python/test.sh there    whether there is one
set -euo pipefail
cd "$(dirname "$0")/.."

# One that has numpy is better.
find_python() {
  local candidate package
  for package in numpy sys; do
    for candidate in ${PYTHON:-python3 /usr/bin/python3}; do
      if "$candidate" -c "import sys, setuptools, wheel, venv, ensurepip, $package
assert sys.version_info >= (3, 9)" >/dev/null 2>&1; then
        printf '%s\n' "$candidate"
        return 0
      fi
    done
  done
  echo "python: there is no Python 3.9 with setuptools, wheel and venv (on Debian python3-setuptools, python3-wheel, python3-venv)" >&2
  return 1
}

# Of other sources a wheel of the same version is another wheel.
build() {
  rm -rf .build/python python/build python/calibrant.egg-info
  mkdir -p .build/python
  "$python" -m venv --system-site-packages .build/python/all
  "$python" -m venv .build/python/plain
  .build/python/all/bin/python -m pip --quiet wheel --no-index --no-build-isolation \
    --no-deps --wheel-dir .build/python ./python
  for venv in all plain; do
    ".build/python/$venv/bin/python" -m pip --quiet install --no-index --no-deps .build/python/*.whl
  done
}

run_tests() {
  local output status=0
  output=$(cd .build/python && CALIBRANT_SOURCES="$OLDPWD" "$1/bin/python" "$OLDPWD/python/tests" 2>&1) ||
    status=$?
  printf '%s\n' "$output"
  [[ "$output" =~ ([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]] || return 1
  passed=$((passed + BASH_REMATCH[1]))
  failed=$((failed + BASH_REMATCH[2]))
  return "$status"
}

python=$(find_python) || exit 1
if [[ "${1:-}" == there ]]; then exit 0; fi
export R_LIBS="$PWD/.lib${R_LIBS:+:$R_LIBS}" PIP_DISABLE_PIP_VERSION_CHECK=1
passed=0
failed=0
build
run_tests all || ((failed > 0)) || failed=1
run_tests plain || ((failed > 0)) || failed=1
printf '%d passed, %d failed\n' "$passed" "$failed"
((failed == 0))
