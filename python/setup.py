"""Compiles the kernels, which know nothing of Python, into a library beside the package."""
import re
import shutil
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist
from wheel.bdist_wheel import bdist_wheel

HERE = Path(__file__).resolve().parent
COPIED = ["DESCRIPTION", "LICENSE.md", "lib/calibrant.h", "lib/glue", "src/kernels",
          "inst/include/calibrant/kernels"]
ROOT = HERE / "native" if (HERE / "native").exists() else HERE.parent
VERSION = re.search(r"^Version: (.*)$", (ROOT / "DESCRIPTION").read_text("utf-8"), re.M).group(1)


class BuildLibrary(build_ext):
    """A plain shared library: it has no module for Python to import."""

    def get_ext_filename(self, name):
        return name.replace(".", "/") + ".so"

    def get_export_symbols(self, extension):
        return []

    # setup() takes no file of another folder by its whole name.
    def build_extension(self, extension):
        extension.sources = sorted(map(str, [*(ROOT / "lib/glue").glob("*.c"),
                                             *(ROOT / "src/kernels").glob("*/*.c")]))
        if self.compiler.compiler_type == "unix":
            # The dialect of C that R asks for, so that both compute the same to the last bit.
            extension.extra_compile_args = ["-std=gnu11", "-O2", "-pthread", "-fvisibility=hidden"]
            extension.extra_link_args = ["-pthread"]
        super().build_extension(extension)


class AnyPython(bdist_wheel):
    """One wheel for all versions of Python: it depends on the platform alone."""

    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


class WithKernels(sdist):
    """The sources outside of this folder travel in native/."""

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
    ext_modules=[Extension(
        "calibrant._kernels", [],
        include_dirs=[str(ROOT / name) for name in
                      ("lib", "src", "inst/include", "inst/include/calibrant")],
        define_macros=[("CALIBRANT_BUILD", None), ("CALIBRANT_VERSION", f'"{VERSION}"')],
    )],
    cmdclass={"build_ext": BuildLibrary, "bdist_wheel": AnyPython, "sdist": WithKernels},
)
