#!/usr/bin/env bash
# Installs what is missing, and nothing else.
#   tools/setup.sh run         what it takes to install, to run and to test the package
#   tools/setup.sh run NAME... and these packages
#   tools/setup.sh page        what it takes to build the page and to test it in a browser
#   tools/setup.sh engines     the databases that make engines asks, as far as they are to be had
#   tools/setup.sh             the developer's tools as well
# shellcheck source=tools/env.sh
source "$(dirname "$0")/env.sh"

developer_packages=(jsonlite lintr rcmdcheck roxygen2 spelling yaml)
developer_commands=(clang clang-format pandoc qpdf tidy valgrind)

say() {
  printf 'setup: %s\n' "$*"
}

have() {
  command -v "$1" >/dev/null 2>&1
}

as_root() {
  if [[ "$(id -u)" == 0 ]]; then "$@"; else sudo -n "$@"; fi
}

can_apt() {
  have apt-get && { [[ "$(id -u)" == 0 ]] || { have sudo && sudo -n true 2>/dev/null; }; }
}

apt_is_fresh=false
apt_update_once() {
  if ! $apt_is_fresh; then
    say "apt-get update"
    as_root apt-get update -qq || say "apt-get update failed; the old lists must do"
    apt_is_fresh=true
  fi
}

# Names that the distribution does not know are left out; the caller looks at what is still missing.
apt_install() {
  local known=() name
  apt_update_once
  for name in "$@"; do
    if apt-cache show "$name" >/dev/null 2>&1; then known+=("$name"); fi
  done
  if ((${#known[@]})); then
    say "apt-get install ${known[*]}"
    as_root env DEBIAN_FRONTEND=noninteractive \
      apt-get install -y -qq --no-install-recommends "${known[@]}" >/dev/null ||
      say "apt-get install failed"
  fi
}

missing_commands() {
  local name
  for name in "$@"; do
    have "$name" || printf '%s\n' "$name"
  done
}

setup_r() {
  local missing
  missing=$(missing_commands Rscript gcc make)
  if [[ -n "$missing" ]] && can_apt; then apt_install r-base-dev; fi
  if ! have Rscript; then
    say "R is missing and cannot be installed from here; please install R 4.2 or later" >&2
    exit 1
  fi
}

missing_packages() {
  Rscript tools/missing-packages.R "$@"
}

setup_packages() {
  local missing debian
  mapfile -t missing < <(missing_packages "$@")
  if ((${#missing[@]})) && can_apt; then
    mapfile -t debian < <(printf 'r-cran-%s\n' "${missing[@],,}")
    apt_install "${debian[@]}"
    mapfile -t missing < <(missing_packages "$@")
  fi
  if ((${#missing[@]})); then
    say "from CRAN into .lib: ${missing[*]}"
    MAKEFLAGS="-j$(nproc)" Rscript tools/install-packages.R "${missing[@]}"
    mapfile -t missing < <(missing_packages "$@")
  fi
  if ((${#missing[@]})); then
    say "still missing: ${missing[*]}" >&2
    exit 1
  fi
}

can_sanitize() {
  printf 'int main(void) { return 0; }\n' |
    clang -x c - -fsanitize=address,undefined -o /dev/null 2>/dev/null
}

# The commands serve single targets, so one that cannot be installed is said and not fatal.
setup_commands() {
  local missing
  mapfile -t missing < <(missing_commands "${developer_commands[@]}")
  if ((${#missing[@]})) && can_apt; then
    apt_install "${missing[@]}"
    mapfile -t missing < <(missing_commands "${developer_commands[@]}")
  fi
  if have clang && ! can_sanitize && can_apt; then
    apt_install "libclang-rt-$(clang -dumpversion | cut -d. -f1)-dev"
  fi
  if ((${#missing[@]})); then say "not found: ${missing[*]}"; fi
}

# The compiler for WebAssembly with its library, node and a browser; then what package.json names.
# A node from elsewhere comes with its npm, and conflicts with that of the distribution.
setup_page() {
  local wanted=()
  have clang || wanted+=(clang)
  have wasm-ld || wanted+=(lld)
  [[ -d /usr/include/wasm32-wasi ]] || wanted+=(wasi-libc)
  have node || wanted+=(nodejs)
  have npm || wanted+=(npm)
  have chromium || wanted+=(chromium)
  if ((${#wanted[@]})) && can_apt; then apt_install "${wanted[@]}"; fi
  if [[ ! page/node_modules/.package-lock.json -nt page/package-lock.json ]]; then
    say "npm ci in page"
    (cd page && npm ci --silent)
  fi
}

# Servers come from the distribution, drivers from CRAN; tests of what cannot be had are skipped.
setup_engines() {
  local wanted=()
  [[ -n "$(compgen -G '/usr/lib/postgresql/*/bin/postgres')" ]] || wanted+=(postgresql)
  [[ -f /usr/include/postgresql/libpq-fe.h ]] || wanted+=(libpq-dev)
  have clickhouse-server || wanted+=(clickhouse-server)
  have setpriv || wanted+=(util-linux)
  if ((${#wanted[@]})) && can_apt; then apt_install "${wanted[@]}"; fi
  (setup_packages processx RPostgres) || say "without PostgreSQL"
  (setup_packages processx RClickhouse) || say "without ClickHouse"
}

main() {
  setup_r
  if [[ "${1:-all}" == run ]]; then
    setup_packages "${@:2}"
  elif [[ "${1:-all}" == engines ]]; then
    setup_engines
  elif [[ "${1:-all}" == page ]]; then
    setup_packages jsonlite
    setup_page
  else
    setup_packages "${developer_packages[@]}"
    setup_commands
  fi
  say "complete"
}

main "$@"
