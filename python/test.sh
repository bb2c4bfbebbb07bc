#!/usr/bin/env bash
# Builds the wheel, installs it, and runs its tests: with the numpy, pandas and matplotlib that are
# there; and those of the unpacked source distribution without all. The last line counts the tests.
#   python/test.sh          needs Python 3.9 with setuptools, pip and venv; PYTHON names it
#   python/test.sh NAME...  those of some files: python/test.sh processes files
#   python/test.sh there    whether there is one; where apt-get may be used, there is afterwards
set -euo pipefail
cd "$(dirname "$0")/.."

has() {
  "$1" -c "import sys, setuptools, pip, venv, $2
assert sys.version_info >= (3, 9)
try:
    from setuptools.command import bdist_wheel
except ImportError:
    import wheel" >/dev/null 2>&1
}

# Prefers a Python that has numpy.
find_python() {
  local candidate package
  for package in numpy sys; do
    for candidate in ${PYTHON:-python3 /usr/bin/python3}; do
      if has "$candidate" "$package"; then
        printf '%s\n' "$candidate"
        return 0
      fi
    done
  done
  return 1
}

# Debian's Python, if no other one has numpy.
install_python() {
  local root=()
  if [[ -n "${PYTHON:-}" ]] || has python3 numpy || has /usr/bin/python3 numpy ||
    ! command -v apt-get >/dev/null; then return 0; fi
  if [[ "$(id -u)" != 0 ]]; then root=(sudo -n); fi
  "${root[@]}" apt-get update -qq || true
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 install -y -qq \
    --no-install-recommends python3-numpy python3-pandas python3-matplotlib python3-sklearn \
    python3-setuptools python3-wheel python3-pip python3-venv >/dev/null || true
}

# The wheel is built anew each time, since its version does not show changed sources. It is unpacked
# once, and each Python gets the folder.
build() {
  rm -rf .build/python python/build python/calibrant.egg-info
  mkdir -p .build/python
  "$python" -m pip --quiet wheel --no-index --no-build-isolation --no-deps --wheel-dir .build/python \
    ./python
  "$python" -m pip --quiet install --no-index --no-deps --target .build/python/installed \
    .build/python/*.whl
  "$python" -m venv --without-pip .build/python/plain
  (cd python && "$python" setup.py --quiet sdist --dist-dir ../.build/python)
  mkdir .build/python/source
  tar -xzf .build/python/*.tar.gz -C .build/python/source --strip-components=1
}

run_tests() {
  local output status=0
  output=$(cd "$2" && PYTHONPATH="$OLDPWD/.build/python/installed" "$1" -W ignore tests "${tests[@]}" 2>&1) ||
    status=$?
  printf '%s\n' "$output"
  [[ "$output" =~ ([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]] || return 1
  passed=$((passed + BASH_REMATCH[1]))
  failed=$((failed + BASH_REMATCH[2]))
  return "$status"
}

say_versions() {
  "$python" - <<'END'
import importlib, platform
print("python", platform.python_version())
for name in ("numpy", "pandas", "matplotlib", "sklearn"):
    try:
        print(name, importlib.import_module(name).__version__)
    except ImportError:
        print(f"{name} is not there: what needs it is NOT tested")
END
}

install_python
if ! python=$(find_python); then
  echo "python: there is no Python 3.9 with setuptools, pip and venv (on Debian python3-setuptools, python3-wheel, python3-pip, python3-venv)" >&2
  exit 1
fi
if [[ "${1:-}" == there ]]; then exit 0; fi
tests=("$@")
export R_LIBS="$PWD/.lib${R_LIBS:+:$R_LIBS}" PIP_DISABLE_PIP_VERSION_CHECK=1
passed=0
failed=0
build
say_versions
run_tests "$python" python || ((failed > 0)) || failed=1
run_tests "$PWD/.build/python/plain/bin/python" .build/python/source || ((failed > 0)) || failed=1
printf '%d passed, %d failed\n' "$passed" "$failed"
((failed == 0))
