#!/usr/bin/env bash
# Runs qualify() under R on this processor and on i386, arm64 and s390x, whose programs qemu runs if
# the processor cannot. The other platforms are folders with Debian's own R and packages, unpacked
# without being configured; the code is compiled outside with the flags of their R, since a compiler
# under qemu takes an hour. Writes bench/qualify-platforms.md. Needs root; unpacks 250 MB for each,
# in the folder ROOTS if it is named, which is kept then. Some of the arguments: i386 arm64 s390x.
# shellcheck source=tools/env.sh
source "$(dirname "$0")/../tools/env.sh"

declare -A triplet=(
  [i386]=i386-linux-gnu [arm64]=aarch64-linux-gnu [s390x]=s390x-linux-gnu
)
declare -A compiler=(
  [i386]=i686-linux-gnu-gcc [arm64]=aarch64-linux-gnu-gcc [s390x]=s390x-linux-gnu-gcc
)
tools=(
  mmdebstrap qemu-user-static binfmt-support gcc-aarch64-linux-gnu libc6-dev-arm64-cross
  gcc-s390x-linux-gnu libc6-dev-s390x-cross gcc-i686-linux-gnu libc6-dev-i386-cross
)
inside=base-files,bash,dash,debianutils,coreutils,libc-bin,sed,grep,findutils,mawk,gzip,tar,make
inside+=,r-base-core,r-cran-ggplot2,r-cran-cli,r-cran-generics,r-cran-rlang,r-cran-scales

roots=${ROOTS:-}
temporary=$(new_temp_dir)
roots=${roots:-$temporary}

leave() {
  local name
  for name in "${!triplet[@]}"; do
    umount "$roots/$name/proc" "$roots/$name/dev" 2>/dev/null || true
  done
  rm -rf --one-file-system "$temporary"
}
trap leave EXIT

prepare_machine() {
  local name missing=0
  for name in mmdebstrap "${compiler[@]}"; do command -v "$name" >/dev/null || missing=1; done
  if ((missing)); then
    apt-get update -qq || true
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${tools[@]}" \
      >/dev/null
  fi
  if [[ ! -e /proc/sys/fs/binfmt_misc/status ]]; then
    mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
  fi
  update-binfmts --enable
}

# Replaces the installation scripts of the packages, as far as R needs them.
prepare_root() {
  local root=$1 lib=$1/usr/lib/${triplet[$2]} name
  if [[ ! -e "$root/usr/bin/R" ]]; then
    mmdebstrap --quiet --variant=extract --architectures="$2" --include="$inside" \
      --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
      --dpkgopt='path-exclude=/usr/share/locale/*' bookworm "$root" http://deb.debian.org/debian
  fi
  for name in blas lapack; do ln -sf "$name/lib$name.so.3" "$lib/lib$name.so.3"; done
  if [[ ! -e "$root/usr/bin/awk" ]]; then ln -s mawk "$root/usr/bin/awk"; fi
  if [[ ! -e "$root/bin/sh" ]]; then ln -s bash "$root/bin/sh"; fi
  if [[ ! -e "$root/usr/bin/which" ]]; then
    ln -s which.debianutils "$root/usr/bin/which"
  fi
  if [[ ! -e "$root/etc/R/Renviron" ]]; then
    cp "$root/usr/lib/R/etc/Renviron.ucf" "$root/etc/R/Renviron"
  fi
  mkdir -p "$root/proc" "$root/dev" "$root/srv"
  mountpoint -q "$root/proc" || mount --bind /proc "$root/proc"
  mountpoint -q "$root/dev" || mount --bind /dev "$root/dev"
}

compile_for() {
  local root=$1 source=$1/srv/calibrant flags
  rm -rf "$source"
  tar -xzf "$temporary"/calibrant_*.tar.gz -C "$root/srv"
  flags=$(sed -n 's/^CFLAGS = //p' "$root/etc/R/Makeconf" | sed 's/\$(LTO)//')
  make -s -C "$source/src" SHLIB=calibrant.so C_VISIBILITY=-fvisibility=hidden -f - calibrant.so <<END
include Makevars
%.o: %.c
	${compiler[$2]} -I$root/usr/share/R/include -DNDEBUG \$(PKG_CPPFLAGS) \$(PKG_CFLAGS) -fpic $flags -c \$< -o \$@
calibrant.so: \$(OBJECTS)
	${compiler[$2]} -shared -o \$@ \$(OBJECTS) \$(PKG_LIBS) -L$root/usr/lib/R/lib -lR -Wl,--unresolved-symbols=ignore-all
END
}

row='suppressMessages(library(calibrant)); time <- system.time(x <- qualify(language = "en"))
  failed <- x[!x$passed, ]
  cat(sprintf("| %s | %s.%s | %s | %s bytes | %s | %d | %s | %.0f s |\n", R.version$platform,
    R.version$major, R.version$minor, .Platform$endian, .Machine$sizeof.longdouble,
    basename(extSoftVersion()[["BLAS"]]), sum(x$passed),
    if (nrow(failed)) paste(failed$check, failed$found, sep = ": ", collapse = "; ") else "none",
    sum(time[c("user.self", "sys.self")])))'

run_inside() {
  local root=$1
  shift
  chroot "$root" env -i PATH=/usr/bin:/bin HOME=/root LANG=C.UTF-8 "$@"
}

run_platform() {
  local root=$roots/$1
  prepare_root "$root" "$1"
  compile_for "$root" "$1"
  run_inside "$root" R CMD INSTALL --no-docs --no-byte-compile --no-test-load /srv/calibrant \
    >"$temporary/log" 2>&1 || { tail "$temporary/log" >&2; exit 1; }
  run_inside "$root" Rscript -e "$row"
}

if [[ "$(id -u)" != 0 ]]; then
  printf 'qualify-platforms: skipped, as it needs root\n'
  exit 0
fi
prepare_machine
(cd "$temporary" && R CMD build --no-build-vignettes --no-manual "$OLDPWD" >/dev/null)
platforms=("$@")
if (($# == 0)); then platforms=(i386 arm64 s390x); fi
rows=("$(Rscript -e "$row")")
for name in "${platforms[@]}"; do rows+=("$(run_platform "$name")"); done
{
  printf '# `qualify()` on other platforms\n\nWritten by `bench/qualify-platforms.sh`, which says how:'
  printf ' of its 13 tests those that pass and fail.\nx86-64 and i386 run natively, arm64 and s390x'
  printf ' under qemu. R of Debian computes on i386 with the\nregisters of the x87.\n\n'
  printf '| platform | R | bytes | long double | BLAS | passed | failed | processor time |\n'
  printf '|---|---|---|---|---|--:|---|--:|\n'
  printf '%s\n' "${rows[@]}"
} >bench/qualify-platforms.md
