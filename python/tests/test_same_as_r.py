"""The same numbers as in R: to the last bit where one kernel answers, and files both ways."""
import csv
import json
import math
import os
import pickle
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import certified
from support import CERTIFIED, TestCase, columns, np

import calibrant as cal

SCRIPT = Path(__file__).with_name("from_r.R")
NEW = [-math.inf, -40, -3, -1.25, -0.1, 0, 0.3, 0.30001, 2, 2.5, 17, math.inf]
# R multiplies matrices by its own routines, and the last bit of a fit depends on the compiler.
NEAR = 1e-14


def run_r(*args):
    return subprocess.run(["Rscript", *map(str, args)], capture_output=True, text=True)


def has_r():
    return shutil.which("Rscript") and run_r("-e", "library(calibrant)").returncode == 0


@unittest.skipUnless(has_r(), "without R, or without the package in R_LIBS")
class SameAsR(TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = Path(cls.folder.name)
        done = run_r(SCRIPT, cls.path)
        assert done.returncode == 0, done.stderr
        trials = cls.read("trials.csv")
        cls.a, cls.b = ([float(row[name]) for row in trials] for name in "ab")
        cls.truth = [int(row["truth"]) for row in trials]

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def read(cls, name):
        with open(cls.path / name, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def near(self, found, expected):
        self.assertEqual(len(found), len(expected))
        for a, b in zip(found, expected):
            self.assertTrue(a == b or abs(a - b) <= NEAR * max(1, abs(b)), (a, b))

    def test_measures_to_the_last_bit(self):
        sets = dict(certified.sets(CERTIFIED))
        rows = self.read("measures.csv")
        self.assertGreater(len(rows), 300)
        for row in rows:
            lrs, name = sets[row["set"]], row["quantity"]
            with self.subTest(set=row["set"], quantity=name):
                blocks = columns(cal.pav(lrs))
                if name == "n_blocks":
                    found = len(blocks["n_h1"])
                elif name == "level":
                    finite = [v for v in blocks["log10_lr_pav"] if math.isfinite(v)]
                    self.near([math.fsum(finite)], [float(row["value"])])
                    continue
                else:
                    at = [0.1] if name.startswith("ece") else []
                    found = self.quiet(certified.FUNCTIONS[name], lrs, *at)
                self.assertEqual(found, float(row["value"]))

    def test_numbers_of_one_set(self):
        lrs = cal.lr_set(self.a, self.truth, "ln", sure=True)
        found = {
            "threshold_dcf_min": cal.threshold_at(lrs, prior=0.2, c_fa=3),
            "threshold_eer": cal.threshold_at(lrs, at="eer"),
            "threshold_p_fa": cal.threshold_at(lrs, at="p_fa", rate=0.1),
            "threshold_p_miss": cal.threshold_at(lrs, at="fnmr", rate=0.05),
            "bayes_error": cal.bayes_error(lrs, prior=0.2),
            "bayes_error_min": cal.bayes_error_min(lrs, prior=0.2, normalised=True),
            "misleading.h1": cal.misleading(lrs).h1,
            "misleading.h2": cal.misleading(lrs).h2,
        }
        for method in ("elub", "iv"):
            lower, upper = cal.bound_lr(lrs, method=method)
            found[f"bound_lr_{method}.lower"] = lower
            found[f"bound_lr_{method}.upper"] = upper
        for method in ("bins", "pav"):
            curve = columns(cal.reliability_curve(lrs, prior=0.3, method=method))
            for name, values in curve.items():
                for i, value in enumerate(values):
                    found[f"{method}.{name}{i + 1}"] = value
        rows = self.read("numbers.csv")
        self.assertGreater(len(rows), 40)
        for row in rows:
            with self.subTest(name=row["name"]):
                self.near([found[row["name"]]], [float(row["value"])])

    def test_intervals(self):
        items = self.read("sources.csv")
        first, second = ([row[name] for row in items] for name in ("first", "second"))
        for file, sources in (("intervals", {}), ("intervals-one", {"source1": first}),
                              ("intervals-one", {"source2": first}),
                              ("intervals-two", {"source1": first, "source2": second})):
            self.check_intervals(file + ".csv", sources)

    def check_intervals(self, file, sources):
        rows = self.read(file)
        seed = (int(rows[0]["high"]) << 32) | int(rows[0]["low"])
        which = [row["measure"] for row in rows]
        self.assertEqual(len(which), 6)
        asked = {"which": which, "prior": 0.1, "replicates": 300, "level": 0.9, "seed": seed}
        for threads in (1, 2):
            lrs = cal.lr_set(self.a, self.truth, "ln", sure=True, threads=threads, **sources)
            found = cal.measures(pickle.loads(pickle.dumps(lrs)), **asked)
            for name in ("estimate", "std_error", "lower", "upper"):
                expected = [float(row[name].replace("NA", "nan")) for row in rows]
                for a, b in zip(map(float, found[name]), expected):
                    self.assertTrue(a != a and b != b or abs(a - b) <= 1e-13 * abs(b),
                                    (file, name, a, b))
            if sources:
                by_trial = cal.measures(lrs, by="trial", **asked)
                self.assertLess(float(by_trial["std_error"][0]), float(found["std_error"][0]))

    @unittest.skipIf(np is None, "without numpy")
    def test_trials_of_many_kinds(self):
        high, low = (self.path / "seed.txt").read_text("utf-8").split()
        seed = (int(high) << 32) | int(low)
        files = sorted(self.path.glob("kind-*-in-r.csv"))
        self.assertEqual(len(files), 14)
        for file in files:
            kind = file.name[len("kind-") : -len("-in-r.csv")]
            found = self.quiet(self.numbers_of_kind, self.read(f"kind-{kind}.csv"), seed)
            rows = self.read(file.name)
            self.assertGreaterEqual(len(rows), 88)
            for row in rows:
                value, expected = found[row["name"]], float(row["value"].replace("NA", "nan"))
                with self.subTest(kind=kind, name=row["name"]):
                    near = abs(value - expected) <= 1e-13 * abs(expected) + 1e-15
                    alike = value != value and expected != expected or value == expected
                    self.assertTrue(alike or near, (value, expected))

    @staticmethod
    def numbers_of_kind(rows, seed):
        a, b, weight = ([float(row[name]) for row in rows] for name in ("a", "b", "weight"))
        truth = [int(row["truth"]) for row in rows]
        first, second = ([row[name] for row in rows] for name in ("first", "second"))
        found = {}

        def lrs(**sources):
            weights = weight if set(weight) != {1} else None
            return cal.lr_set(a, truth, "ln", weight=weights, sure=True, **sources)

        for how, sources in (
            ("trial", {}),
            ("first", {"source1": first}),
            ("both", {"source1": first, "source2": second}),
        ):
            which = ["cllr", "cllr_min", "cllr_cal", "eer", "auc"]
            which += ["cross_entropy", "cross_entropy_min"]
            rows = cal.measures(
                lrs(**sources), which=which, prior=0.1, replicates=100, level=0.9, seed=seed
            )
            for end in ("estimate", "std_error", "lower", "upper"):
                for measure, value in zip(which, rows[end]):
                    found[f"{how} {measure} {end}"] = float(value)
        for method in ("elub", "iv"):
            for end, value in cal.bound_lr(lrs(), method=method)._asdict().items():
                found[f"{method} {end}"] = value
        fits = {
            "free": lambda: cal.calibrate(lrs(), prior=0.3),
            "penalty": lambda: cal.calibrate(lrs(), prior=0.3, penalty=2),
            "fusion": lambda: cal.fuse(
                np.array([a, b]).T,
                truth,
                weight=weight if set(weight) != {1} else None,
                prior=0.3,
                penalty=2,
            ),
        }
        for name, fitted in fits.items():
            try:
                fit = fitted()
            except cal.CalibrantError:
                continue
            numbers = [*fit.coef().values(), *fit.record["systems"][0]["statistics"]["vcov"]]
            found.update({f"{name} {k}": value for k, value in enumerate(numbers, 1)})
        return found

    def test_files_of_r(self):
        files = sorted(self.path.glob("r-*.json"))
        self.assertEqual(len(files), 19)
        for file in files:
            fit, rows = cal.read_calibration(file), self.read(file.with_suffix(".csv").name)
            expected = [float(row["log10_lr"]) for row in rows]
            with self.subTest(file=file.name):
                if fit.method == "fusion":
                    if np is not None:
                        inner = np.array(NEW[1:11])
                        self.near(list(fit.predict(np.c_[inner, inner])), expected)
                    continue
                new = [float(row["value"]) for row in rows]
                self.near(list(fit.predict(new, "log10")), expected)
                self.near(
                    list(fit.predict(new, None if fit.scale == "prob" else "posterior")),
                    [float(row["posterior"]) for row in rows],
                )

    def test_bounded_files(self):
        fit = cal.read_calibration(self.path / "r-bounded-logistic.json")
        low, high = fit.bounds()["system"]
        self.assertEqual([fit.predict(-math.inf), fit.predict(math.inf)], [low, high])
        self.assertIn("LRs from", repr(fit))
        again = cal.write_calibration(fit, self.path / "again.json")
        self.assertEqual(
            Path(again).read_bytes(), (self.path / "r-bounded-logistic.json").read_bytes()
        )
        for change in ({"lower": -9}, {"lower": 1}, {"system": "b"}, {"upper": None}):
            record = json.loads(Path(again).read_text("utf-8"))
            record.pop("sha256")
            record["bounds"]["systems"][0].update(change)
            (self.path / "damaged.json").write_text(json.dumps(record), "utf-8")
            with self.assertRaises(cal.CalibrantError):
                cal.read_calibration(self.path / "damaged.json")

    def test_fits(self):
        for scale in ("score", "log10"):
            of_r = cal.read_calibration(self.path / f"r-logistic-{scale}.json")
            own = cal.calibrate(self.a, self.truth, scale=scale, prior=0.3)
            self.near(list(own.coef().values()), list(of_r.coef().values()))
            pav = self.quiet(
                cal.calibrate, self.a, self.truth, method="pav", scale=scale, prior=0.3
            )
            of_r = cal.read_calibration(self.path / f"r-pav-{scale}.json")
            self.assertEqual(*(fit.record["systems"][0]["function"] for fit in (pav, of_r)))
        shares = [1 / (1 + math.exp(1 - v)) for v in self.a]
        own = cal.calibrate(cal.lr_set(shares, self.truth, "prob", prior=0.2))
        of_r = cal.read_calibration(self.path / "r-logistic-prob.json")
        self.near(list(own.coef().values()), list(of_r.coef().values()))
        for name in ("prior", "scale", "input_prior"):
            self.assertEqual(own.record[name], of_r.record[name])
        if np is not None:
            fused = cal.fuse(np.c_[self.a, self.b], self.truth, prior=0.3)
            of_r = cal.read_calibration(self.path / "r-fusion-score.json")
            self.near(list(fused.coef().values()), list(of_r.coef().values()))

    def test_files_for_r(self):
        fits = {
            f"logistic-{scale}": cal.calibrate(self.a, self.truth, scale=scale)
            for scale in ("score", "log10", "ln")
        }
        fits["pav"] = self.quiet(cal.calibrate, self.a, self.truth, method="pav", scale="log10")
        if np is not None:
            fits["fusion"] = cal.fuse(np.c_[self.a, self.b], self.truth)
        for name, fit in fits.items():
            cal.write_calibration(fit, self.path / f"python-{name}.json")
        tally = cal.lr_tally(self.a, self.truth, scale="log10")
        cal.write_tally(tally, self.path / "tally.json")
        done = run_r(SCRIPT, self.path, "read")
        self.assertEqual(done.returncode, 0, done.stderr)
        for name, fit in fits.items():
            expected = [float(row["log10_lr"]) for row in self.read(f"python-{name}.csv")]
            found = fit.predict(np.c_[NEW[1:11], NEW[1:11]] if name == "fusion" else NEW)
            with self.subTest(fit=name):
                self.near(list(found), expected)
        if os.path.exists(self.path / "tally-in-r.csv"):
            cells = [float(row["cell"]) for row in self.read("tally-in-r.csv")]
            self.assertEqual(cells, list(tally.cell))


if __name__ == "__main__":
    unittest.main()
