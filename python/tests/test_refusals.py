"""Refused input, with the kind and the words of the error."""
import contextlib
import importlib.util
import inspect
import io
import math
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from support import HERE, ROOT, TestCase, np, pd, random_trials

import calibrant as cal
from calibrant import _library


class Refusals(TestCase):
    def test_trials(self):
        two = [1, 0]
        self.refused("input", "`scale` must be one of", cal.cllr, [1, 2], two)
        self.refused("input", "'db'", cal.cllr, [1, 2], two, scale="db")
        self.refused("input", "`truth` must be given", cal.cllr, [1, 2], scale="ln")
        self.refused(
            "input",
            "`truth` must have one element per trial: it has 3",
            cal.cllr,
            [1, 2],
            [1, 0, 1],
            scale="ln",
        )
        self.refused(
            "input", "`weight` must have one", cal.cllr, [1, 2], two, scale="ln", weight=[1]
        )
        self.refused("input", "index 1 is NaN", cal.cllr, [1, math.nan], two, scale="ln")
        self.refused("input", "one trial", cal.cllr, [], [], scale="ln")
        self.refused("one_class", "2 under H1 and 0 under H2", cal.cllr, [1, 2], [1, 1], scale="ln")
        self.refused("input", "True or 1 .* one is 2", cal.cllr, [1, 2], [1, 2], scale="ln")
        self.refused("input", "at index 1 is", cal.cllr, [1, 2], [1, math.nan], scale="ln")
        self.refused("input", "at index 1 is", cal.cllr, [1, 2], [1, None], scale="ln")
        self.refused("input", "one is 'same'", cal.cllr, [1, 2], ["same", "other"], scale="ln")
        self.refused("input", "`h1` must be one", cal.cllr, [1, 2], ["a", "b"], scale="ln", h1="c")
        for missing in (None, math.nan):
            labels = ["a", missing]
            self.refused("input", "index 1 is", cal.cllr, [1, 2], labels, scale="ln", h1="a")
        self.refused("input", "numbers", cal.cllr, ["1", "2"], two, scale="ln")
        self.refused("input", "numbers", cal.cllr, "12", two, scale="ln")
        self.refused("input", "numbers", cal.cllr, None, two, scale="ln")
        self.refused("input", "numbers", cal.cllr, [1, None, "a"], [1, 0, 0], scale="ln")
        self.refused("input", "text", cal.cllr, [1, 2], "10", scale="ln")
        self.refused(
            "input", "negative: the one at index 1 is -2", cal.cllr, [1, -2], two, scale="lr"
        )
        self.refused(
            "input", "positive.* index 0 is 0", cal.cllr, [1, 2], two, scale="ln", weight=[0, 1]
        )
        self.refused("input", "positive", cal.cllr, [1, 2], two, scale="ln", weight=[1, math.nan])
        with self.assertRaises(TypeError):
            cal.cllr([1, 2], two, scale="ln", wieght=[1, 1])

    @unittest.skipIf(np is None, "without numpy")
    def test_arrays(self):
        self.refused("input", "2 dimensions", cal.cllr, np.ones((2, 2)), [1, 0], scale="ln")
        self.refused("input", "complex", cal.cllr, np.array([1j, 2]), [1, 0], scale="ln")
        self.refused("input", "text", cal.cllr, np.array(["a", "b"]), [1, 0], scale="ln")
        self.refused(
            "input", "one is 4294967297", cal.cllr, [1, 2], np.array([2**32 + 1, 0]), scale="ln"
        )

    def test_measures(self):
        lrs = cal.lr_set(*random_trials(50), "score")
        for function in (
            cal.cllr,
            cal.cllr_cal,
            cal.dev_pav,
            cal.cross_entropy,
            cal.ece_curve,
            cal.dcf,
        ):
            self.refused("score", "Calibrate them first", function, lrs)
        self.refused("input", "must not be given. Name other", cal.cllr_min, lrs, [1, 0])
        self.refused("input", "one of hull, steps", cal.eer, lrs, method="grid")
        self.refused("input", "index 1 is 1.5", cal.cross_entropy_min, lrs, prior=[0.1, 1.5])
        self.refused("input", "index 0 is nan", cal.dcf_min, lrs, prior=math.nan)
        self.refused("input", "Costs must be positive", cal.dcf_min, lrs, c_miss=-1)
        self.refused(
            "input",
            "or the same length",
            cal.dcf_min,
            lrs,
            prior=[0.1, 0.2, 0.3],
            c_fa=[1, 2],
        )
        self.refused(
            "input", "Thresholds must not be missing", cal.error_rates, lrs, threshold=math.nan
        )
        self.refused("input", "power of 2: it is 0.3", cal.lr_tally, lrs, width=0.3)
        self.assertIsInstance(cal.CalibrantError("x"), ValueError)

    def test_names_of_other_packages(self):
        lrs = cal.lr_set(*random_trials(50), "score")
        fit = cal.calibrate(lrs)
        for owner, names in (
            (lrs, {"cllr": "cllr", "eer": "eer", "det": "det_curve"}),
            (fit, {"coef_": "coef", "slope": "coef", "intercept_": "coef", "transform": "predict",
                   "predict_proba": "predict", "save": "write_calibration"}),
            (cal, {"act_dcf": "dcf", "bootstrap": "measures", "save": "write_calibration"}),
        ):
            for name, ours in names.items():
                self.assertFalse(hasattr(owner, name))
                with self.assertRaisesRegex(AttributeError, f"Did you mean '{ours}'"):
                    getattr(owner, name)
            self.assertIsNone(getattr(owner, "_repr_html_", None))
        self.refused("input", "They are x, truth, which=, .* replicates=", cal.measures, lrs, n=9)
        self.refused("input", "Did you mean 'level'", cal.measures, lrs, ci=0.9)
        for args in ((cal.threshold_at, lrs, "eer"), (cal.dcf, lrs, 0.01)):
            self.refused("input", "Name other", *args)

    def test_an_object_in_the_place_of_another_names_the_call_that_takes_it(self):
        x, truth = random_trials(40)
        lrs = cal.lr_set(x, truth, "log10")
        fit, half = cal.calibrate(lrs), len(x) // 2
        others = {"set": lrs, "calibration": fit, "tally": cal.lr_tally(lrs), "file": "scores.csv",
                  "path": Path("fit.json"), "two arrays": (x[:half], x[half:]), "one number": 0.5,
                  "dictionary": {"h1": x[:half], "h2": x[half:]}, "sets": {"a": lrs, "b": lrs},
                  "list of sets": [lrs, lrs], "estimator": cal.LRCalibrator(), "None": None}
        if np is not None:
            others["matrix"] = np.column_stack([x, truth])
            others["frame"] = cal.ece_curve(lrs)
        more = {"lr_set": (truth, "log10"), "fuse": (truth[:9],), "write_tally": ("new.json",),
                "write_calibration": ("new.json",)}
        functions = {name: getattr(cal, name) for name in cal.__all__
                     if inspect.isfunction(getattr(cal, name))}
        # A function or an element of `x` that the user can write down.
        call = r"\w\(.*\)|\w\[.*\]|must name a file|one element per trial: it has 9"
        with tempfile.TemporaryDirectory() as folder:
            self.addCleanup(os.chdir, os.getcwd())
            os.chdir(folder)
            Path("scores.csv").write_text("score,truth\n1.5,1\n0.5,0\n")
            cal.write_calibration(fit, "fit.json")
            lacking = ["fuse"] * (np is None)
            if importlib.util.find_spec("matplotlib") is None:
                lacking.extend(name for name in functions if name.startswith("plot_"))
            for name, function in {**functions, "predict": fit.predict}.items():
                if name in lacking:
                    continue
                for kind, other in others.items():
                    with self.subTest(function=name, kind=kind):
                        try:
                            with contextlib.redirect_stderr(io.StringIO()):
                                self.quiet(function, other, *more.get(name, ()))
                        except cal.CalibrantError as error:
                            self.assertRegex(str(error), "must |has no trials")
                            self.assertRegex(str(error), call if other is not None else "None")
            os.chdir(HERE)
        self.refused("input", r"exchanged.*lr_set\(\[\*h1", cal.cllr, x[:half], x[half:])
        self.refused("input", r"predict\(\) gives LRs", cal.bound_lr, fit)
        if pd is not None:
            self.refused("input", "it is a table. Give its", cal.read_scores, cal.det_curve(lrs))
        self.refused("file", r"must end in .json", cal.write_calibration, fit, "fit.csv")
        self.refused("input", "must name a file: it is one number", cal.read_scores, [0.5, 1.0])

    def test_help_names_every_argument_and_has_an_example(self):
        for name in cal.__all__:
            function = getattr(cal, name)
            if inspect.isfunction(function):
                text = inspect.getdoc(function)
                for argument in inspect.signature(function).parameters:
                    self.assertRegex(text, rf"\n{argument}[ ,:\n]|, {argument}[ ,:\n]|`{argument}`", name)
                for part in ("Parameters", "Returns", "Examples"):
                    self.assertIn(f"\n{part}\n{'-' * len(part)}\n", text, name)

    def test_library_of_another_version(self):
        compiler = os.environ.get("CC", "cc")
        with tempfile.TemporaryDirectory() as folder:
            source, other = Path(folder) / "other.c", str(Path(folder) / "other.so")
            source.write_text("int calibrant_abi(void) { return 99; }\n")
            try:
                subprocess.run([compiler, "-shared", "-fPIC", str(source), "-o", other], check=True)
            except (OSError, subprocess.CalledProcessError):
                self.skipTest("without a compiler")
            self.refused(
                "file",
                f"version 99 of the ABI, and this package needs version {_library.ABI}",
                _library.load,
                other,
            )
        self.refused("file", "must be a library of calibrant", _library.load, "nowhere.so")
        self.refused("file", "must be a library of calibrant", _library.load, "libc.so.6")

    def test_abi_is_that_of_the_header(self):
        header = (ROOT / "lib" / "calibrant.h").read_text("utf-8")
        self.assertIn(f"#define CALIBRANT_ABI {_library.ABI}\n", header)

    def test_without_numpy(self):
        code = (
            "import sys; sys.modules['numpy'] = sys.modules['pandas'] = None\n"
            "import calibrant as c; x = c.lr_set([1.0, 2, -1, 0], [1, 1, 0, 0], 'ln')\n"
            "print(c.cllr(x), c.pav(x), c.pav_lr(x))"
        )
        found = subprocess.run(
            [sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=HERE
        )
        self.assertIn("'n_h1': [0.0, 2.0]", found.stdout)


class Odd(TestCase):
    """A value of the wrong kind in any argument of any function gives an error of ours, or none."""

    ODD = [None, "x", "", b"x", 5, -1, 1.5, math.nan, math.inf, 10**400, True, [], ["a"], {}, {"a": 1},
           set(), (), object(), 1j, range(3), type, Ellipsis, "data"]

    def test_in_every_argument(self):
        if np is not None:
            self.ODD = [*self.ODD, np.array([]), np.ones((2, 2)), np.float32(0.3), np.datetime64("NaT")]
        x, truth = random_trials(40)
        lrs = cal.lr_set(x, truth, "log10")
        fit, tally = cal.calibrate(lrs), cal.lr_tally(lrs)
        with tempfile.TemporaryDirectory() as folder:
            # Some of these values are names of files.
            self.addCleanup(os.chdir, os.getcwd())
            os.chdir(folder)
            file = os.path.join(folder, "fit.json")
            cal.write_calibration(fit, file)
            both = {} if np is None else {"x": np.column_stack([x, np.square(x)]), "truth": truth}
            usual = {"fuse": both, "read_calibration": {"file": file},
                     "write_calibration": {"fit": fit, "file": file},
                     "write_tally": {"tally": tally, "file": os.path.join(folder, "tally.json")},
                     "threshold_at": {"at": "p_fa", "rate": 0.1}, "measures": {"replicates": 20}}
            functions = {name: getattr(cal, name) for name in cal.__all__}
            for name, function in functions.items():
                if not inspect.isfunction(function):
                    continue
                names = inspect.signature(function).parameters
                given = {"x": x, "truth": truth, "scale": "log10"} if "truth" in names else {}
                if name.startswith("plot_"):
                    given = {"x": lrs, "ax": Axes()}
                self.all_odd(name, function, names, {**given, **usual.get(name, {})})
            self.all_odd("predict", fit.predict, ["x", "type", "prior", "scale", "system"], {"x": x})
            os.chdir(HERE)

    def all_odd(self, name, function, names, given):
        for argument in names:
            for odd in self.ODD:
                if name == "read_scores":
                    given = {"scores": io.StringIO("1 1\n2 0\n3 1\n")}
                with self.subTest(function=name, argument=argument, odd=repr(odd)[:40]):
                    try:
                        with contextlib.redirect_stderr(io.StringIO()):
                            self.quiet(function, **{**given, argument: odd})
                    except cal.CalibrantError:
                        pass

    def test_an_argument_that_another_choice_uses(self):
        x = cal.lr_set([1, 2, 0, 3], [1, 1, 0, 0], "ln")
        own = {"dcf_min": {"prior": [0.1], "c_miss": 2, "c_fa": 0.5}, "eer": {}}
        values = {"prior": 0.1, "c_miss": 10, "c_fa": [1, 2], "rate": 0.2}
        for at in ("dcf_min", "eer", "p_fa", "p_miss", "fmr", "fnmr"):
            used = own.get(at, {"rate": 0.1})
            cal.threshold_at(x, at=at, **used)
            for name, value in values.items():
                if name not in used:
                    self.refused("input", f'"{at}" does not use `{name}`', cal.threshold_at, x,
                                 at=at, **{**used, name: value})
        self.refused("input", "does not use `bins`", cal.reliability_curve, x, method="pav", bins=5)
        self.refused("input", "does not use `penalty`", cal.calibrate, x, method="pav", penalty=1)

    def test_a_set_in_place_of_a_tally(self):
        x = cal.lr_set([1, 2, 0], [1, 1, 0], "score")
        for wrong in (x, [1, 2], None):
            self.refused("input", "must be made by lr_tally", cal.write_tally, wrong, "a.json")

    def test_a_seed_that_is_not_needed(self):
        few = cal.lr_set([1, 2, 0], [1, 1, 0], "score")
        self.refused("input", "`seed` must be", cal.measures, few, seed="one")
        self.refused("input", "`which` must name", cal.measures, few, which=5)

    def test_names_of_columns_and_labels_first(self):
        labels, values = ["same", "other", "same", "other"], [2, 1, 3, 0]
        for function in (cal.cllr, cal.auc, cal.lr_set, cal.calibrate):
            for x, truth in (("lr", "label"), (labels, values), ("3.5", labels)):
                with self.subTest(function=function.__name__, x=x):
                    words = r"a column is table\['lr'\], and values come before the truth"
                    self.refused("input", words, function, x, truth, scale="log10")


class Axes:
    """Axes on which nothing is drawn."""

    def __getattr__(self, name):
        def draw(*args, **kwargs):
            return [self]
        return draw

    def get_legend_handles_labels(self):
        return [], []


if __name__ == "__main__":
    unittest.main()
