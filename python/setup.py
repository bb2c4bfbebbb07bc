"""Compiles the kernels, which do not depend on Python, into a library beside the package."""
import copy
import re
import shutil
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # Before setuptools 70.1.
    from wheel.bdist_wheel import bdist_wheel

HERE = Path(__file__).resolve().parent
# Files that the build needs, and then those that the tests need.
COPIED = ["DESCRIPTION", "lib/calibrant.h", "lib/glue", "src/kernels",
          "inst/include/calibrant/kernels", "inst/schema/calibration.json", "inst/roles.dcf",
          "inst/elsewhere.txt", "LICENSE.md", "lib/voice.csv", "inst/certified", "inst/tally"]
ROOT = HERE / "native" if (HERE / "native").exists() else HERE.parent
if not (ROOT / "lib" / "calibrant.h").exists():
    raise SystemExit("calibrant for Python is built in a clone of the repository of calibrant, or from "
                     f"its source distribution: {ROOT} has no lib/calibrant.h.")
VERSION = re.search(r"^Version: (.*)$", (ROOT / "DESCRIPTION").read_text("utf-8"), re.M).group(1)
for shared in ("schema/calibration.json", "roles.dcf", "elsewhere.txt"):
    shutil.copy(ROOT / "inst" / shared, HERE / "calibrant")


def found(*patterns):
    return sorted(str(path) for pattern in patterns for path in ROOT.glob(pattern))


class BuildLibrary(build_ext):
    """A plain shared library: it has no module for Python to import."""

    def get_ext_filename(self, name):
        return name.replace(".", "/") + ".so"

    def get_export_symbols(self, extension):
        return []

    # setup() takes no file of another folder by its full name, so it does not list them.
    def build_extension(self, extension):
        own = copy.copy(extension)
        own.sources = found("lib/glue/*.c", "src/kernels/*/*.c")
        own.depends = found("lib/*.h", "lib/glue/*.h", "src/kernels/*/*.h",
                            "inst/include/calibrant/kernels/*/*.h")
        if self.compiler.compiler_type == "unix":
            # The dialect of C that R asks for, so that both compute the same to the last bit.
            own.extra_compile_args = ["-std=gnu11", "-O2", "-pthread", "-fvisibility=hidden"]
            own.extra_link_args = ["-pthread"]
        try:
            super().build_extension(own)
        except Exception as error:
            raise SystemExit(f"calibrant needs a C compiler, which must compile its kernels: {error}")


class AnyPython(bdist_wheel):
    """One wheel for all versions of Python: it depends on the platform alone."""

    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


class WithKernels(sdist):
    """The sources outside of this folder are copied to native/."""

    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        for name in COPIED:
            source, target = ROOT / name, Path(base_dir) / "native" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("*.o"))
            else:
                shutil.copy(source, target)


setup(
    version=VERSION,
    license="MIT",
    ext_modules=[Extension(
        "calibrant._kernels", [],
        include_dirs=[str(ROOT / name) for name in
                      ("lib", "src", "inst/include", "inst/include/calibrant")],
        define_macros=[("CALIBRANT_BUILD", None), ("CALIBRANT_VERSION", f'"{VERSION}"')],
    )],
    cmdclass={"build_ext": BuildLibrary, "bdist_wheel": AnyPython, "sdist": WithKernels},
)
