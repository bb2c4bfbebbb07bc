#!/usr/bin/env bash
# Installs missing software only: from Debian if apt-get may be used, otherwise from CRAN.
#   tools/setup.sh needed NAME...  what it takes to install the package, and these packages
#   tools/setup.sh run NAME...     what it takes to test it as well, and these packages
#   tools/setup.sh site            what it takes to build the site
#   tools/setup.sh page            what it takes to build the page and to test it in a browser
#   tools/setup.sh gallery         what it takes to draw sheets of pictures
#   tools/setup.sh engines         the databases that make engines asks, as far as they are to be had
#   tools/setup.sh                 the developer's tools as well
# shellcheck source=tools/env.sh
source "$(dirname "$0")/env.sh"

developer_packages=(jsonlite lintr pkgdown pROC rcmdcheck rms ROCR roxygen2 rsconnect spelling)
developer_commands=(clang clang-format clang-tidy cppcheck pandoc qpdf tidy valgrind)

have() { command -v "$1" >/dev/null 2>&1; }
say() { printf 'setup: %s\n' "$*"; }
as_root() { if [[ "$(id -u)" == 0 ]]; then "$@"; else sudo -n "$@"; fi; }
can_apt() { have apt-get && { [[ "$(id -u)" == 0 ]] || sudo -n true 2>/dev/null; }; }

# Names that Debian does not know are skipped; the caller checks for missing packages.
apt_install() {
  local known
  if ! can_apt || (($# == 0)); then return 0; fi
  if [[ -z "${apt_is_fresh:-}" ]]; then as_root apt-get update -qq || say "apt-get update failed"; fi
  apt_is_fresh=true
  mapfile -t known < <(apt-cache --generate pkgnames | grep -Fx -f <(printf '%s\n' "$@") || true)
  if ((${#known[@]} == 0)); then return 0; fi
  say "apt-get install ${known[*]}"
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get -o DPkg::Lock::Timeout=600 install -y -qq --no-install-recommends "${known[@]}" >/dev/null || say "it failed"
}

# Names the missing commands; the name after a colon is that of the Debian package.
setup_commands() {
  local pair wanted=()
  for pair in "$@"; do have "${pair%%:*}" || wanted+=("${pair##*:}"); done
  apt_install "${wanted[@]}"
  for pair in "$@"; do have "${pair%%:*}" || say "not found: ${pair%%:*}"; done
}

setup_r() {
  setup_commands Rscript:r-base-core gcc make
  have Rscript || { say "R 4.2 or later is missing and cannot be installed from here" >&2; exit 1; }
}

# setup_packages needed|all NAME...
setup_packages() {
  local missing debian
  mapfile -t missing < <(Rscript tools/packages.R missing "$@")
  if ((${#missing[@]} == 0)); then return 0; fi
  mapfile -t debian < <(printf 'r-cran-%s\n' "${missing[@],,}")
  apt_install "${debian[@]}"
  mapfile -t missing < <(Rscript tools/packages.R missing "$@")
  if ((${#missing[@]} == 0)); then return 0; fi
  say "from CRAN into .lib: ${missing[*]}"
  setup_commands g++:r-base-dev
  MAKEFLAGS="-j$(nproc)" Rscript tools/packages.R install "$@" || true
  mapfile -t missing < <(Rscript tools/packages.R missing "$@")
  if ((${#missing[@]})); then say "not to be had, what needs them is left out: ${missing[*]}"; fi
  [[ -z "$(Rscript tools/packages.R missing needed "${@:2}")" ]] ||
    { say "packages are missing" >&2; exit 1; }
}

# The sanitizers of clang are in a separate package.
setup_developer() {
  setup_packages all "${developer_packages[@]}"
  setup_commands "${developer_commands[@]}"
  if have clang && ! clang -fsanitize=address -x c - -o /dev/null 2>/dev/null <<<'int main(void) { return 0; }'
  then
    apt_install "libclang-rt-$(clang -dumpversion | cut -d. -f1)-dev"
  fi
}

# The compiler for WebAssembly with its library, node and a browser; then what package.json names.
# A node from elsewhere comes with its npm, and conflicts with that of Debian.
setup_page() {
  setup_packages needed jsonlite
  setup_commands clang wasm-ld:lld node:nodejs npm chromium firefox-esr \
    WebKitWebDriver:webkit2gtk-driver Xvfb:xvfb
  [[ -d /usr/include/wasm32-wasi ]] || apt_install wasi-libc
  if [[ ! page/node_modules/.package-lock.json -nt page/package-lock.json ]]; then
    (cd page && npm ci --silent)
  fi
}

# Servers come from Debian, drivers from CRAN, the library of DuckDB and grammars from npm; tests of
# what cannot be had are skipped.
setup_engines() {
  [[ -n "$(compgen -G '/usr/lib/postgresql/*/bin/postgres')" ]] || apt_install postgresql
  [[ -f /usr/include/postgresql/libpq-fe.h ]] || apt_install libpq-dev
  [[ -f /usr/include/mariadb/mysql.h ]] || apt_install libmariadb-dev
  setup_commands clickhouse-server setpriv:util-linux mariadbd:mariadb-server node:nodejs npm
  (cd tests/engines && npm ci --silent) || say "without DuckDB"
  apt_install r-cran-rpostgresql
  (setup_packages all callr processx RPostgres RMariaDB) || say "without PostgreSQL or MariaDB"
  (setup_packages all RClickhouse) || say "without ClickHouse"
}

setup_r
case "${1:-all}" in
  needed) setup_packages needed "${@:2}" ;;
  run) setup_packages all testthat "${@:2}" ;;
  site) setup_packages all pkgdown; setup_commands pandoc ;;
  page) setup_page ;;
  engines) setup_engines ;;
  gallery) setup_commands montage:imagemagick ;;
  *) setup_developer ;;
esac
