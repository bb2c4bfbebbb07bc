"""Calibration, fusion, tallies and their files."""
import csv
import json
import math
import random
import tempfile
import unittest
from pathlib import Path

from support import ROOT, TestCase, columns, np, pd, random_trials, unsealed

import calibrant as cal


class Calibration(TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.x, self.truth = random_trials(400, seed=2)
        self.fit = cal.calibrate(self.x, self.truth, scale="score")

    def test_logistic_is_a_minimum(self):
        slope, offset = self.fit.coef().values()

        def cost(a, b):
            return cal.cllr([a * v + b for v in self.x], self.truth, scale="ln")

        least = cost(slope, offset)
        for a, b in ((1e-3, 0), (-1e-3, 0), (0, 1e-3), (0, -1e-3)):
            self.assertGreater(cost(slope + a, offset + b), least)
        self.assertAlmostEqual(self.fit.predict([2.0], "ln")[0], 2 * slope + offset, places=14)
        self.assertEqual(list(self.fit.predict([math.inf, -math.inf])), [math.inf, -math.inf])
        odds = self.fit.predict([1.0], "lr")[0] * 0.1 / 0.9
        self.assertAlmostEqual(
            self.fit.predict([1.0], "posterior", prior=0.1)[0], odds / (1 + odds)
        )

    def test_pav_reaches_cllr_min(self):
        fit = self.quiet(cal.calibrate, self.x, self.truth, method="pav", scale="score")
        self.assertAlmostEqual(
            cal.cllr(fit.predict(self.x), self.truth, scale="log10"),
            cal.cllr_min(self.x, self.truth, scale="score"),
            places=14,
        )

    def test_warnings_and_refusals(self):
        with self.assertWarnsRegex(cal.CalibrantWarning, "do not grow"):
            cal.calibrate([-v for v in self.x], self.truth, scale="score")
        with self.assertWarnsRegex(cal.CalibrantWarning, "0 or infinity"):
            cal.calibrate(self.x, self.truth, scale="score", method="pav")
        refused = self.refused
        refused("separable", "penalty", cal.calibrate, [1, 2, 3, 4], [0, 0, 1, 1], scale="score")
        refused("constant", "two distinct", cal.calibrate, [1, 1], [0, 1], scale="score")
        refused(
            "infinite",
            "certain and wrong",
            cal.calibrate,
            [-math.inf, 1, 2, 3],
            [1, 1, 0, 0],
            scale="ln",
        )
        refused("input", "inside", cal.calibrate, self.x, self.truth, scale="score", prior=1)
        refused(
            "input", "not negative", cal.calibrate, self.x, self.truth, scale="score", penalty=-1
        )
        refused(
            "input", "`method`", cal.calibrate, self.x, self.truth, scale="score", method="platt"
        )
        refused("input", "`type`", self.fit.predict, [1.0], "odds")
        refused("input", "NaN", self.fit.predict, [math.nan])
        refused("input", "scale of the fit, score", self.fit.predict, [1.0], scale="log10")
        refused("input", "numbers", self.fit.predict, ["1"])

    @unittest.skipIf(np is None, "without numpy")
    def test_fusion(self):
        both = np.c_[self.x, random_trials(400, seed=2, digits=0)[0], np.arange(400) % 7]
        fit = cal.fuse(both, self.truth)
        self.assertEqual(list(fit.coef()), ["s1", "s2", "s3", "offset"])
        alone = cal.fuse(both[:, :1], self.truth)
        for a, b in zip(alone.coef().values(), self.fit.coef().values()):
            self.assertAlmostEqual(a, b, places=12)
        self.assertEqual(len(fit.predict(both)), 400)
        self.refused("input", "3 columns", fit.predict, both[:, :2])
        self.refused("collinear", "Leave one out", cal.fuse, np.c_[self.x, self.x], self.truth)
        self.refused("infinite", "opposite", fit.predict, [[math.inf, -math.inf, 1]])
        self.refused("input", "matrix", cal.fuse, self.x, self.truth)
        self.refused("input", "NaN", cal.fuse, np.c_[self.x, [math.nan] * 400], self.truth)

    @unittest.skipIf(pd is None, "without pandas")
    def test_frames(self):
        frame = pd.DataFrame({"a": self.x, "b": range(400)}, index=range(1, 401))
        fit = cal.fuse(frame, self.truth)
        self.assertEqual(list(fit.coef()), ["a", "b", "offset"])
        after = fit.predict(frame[["b", "a"]])
        self.assertTrue(after.index.equals(frame.index))
        self.refused("input", r"there is no \['b'\]", fit.predict, frame[["a"]])
        self.assertTrue(self.fit.predict(frame["a"]).index.equals(frame.index))

    @unittest.skipIf(np is None, "without numpy")
    def test_no_two_coefficients_have_one_name(self):
        columns = {"a": self.x, "b": list(range(400))}
        fit = cal.fuse(columns, self.truth)
        for name in ("(Intercept)", "intercept", "prior", "lr", "slope", "weight", "s1", "", "x y"):
            other = cal.fuse({name: self.x, "b": columns["b"]}, self.truth)
            self.assertEqual(list(other.coef()), [name, "b", "offset"])
            self.assertEqual(list(other.coef().values()), list(fit.coef().values()))
            file = cal.write_calibration(other, self.folder / "named.json")
            self.assertEqual(cal.read_calibration(file), other)
        for names in (["offset", "b"], ["b", "offset"]):
            given = dict(zip(names, columns.values()))
            self.refused("input", "not be named 'offset'.* Rename", cal.fuse, given, self.truth)
        record = fit.record
        record["systems"][0]["function"]["inputs"] = ["offset", "b"]
        self.refused("file", "not be \"offset\"", cal.Calibration, record)

    @unittest.skipIf(pd is None, "without pandas")
    def test_frame_has_the_column_of_the_formula(self):
        fit = cal.Calibration({**self.fit.record, "columns": {"lr": "cosine"}})
        file = cal.write_calibration(fit, self.folder / "named.json")
        frame = pd.DataFrame({"score": self.x[::-1], "cosine": self.x})
        for one in (fit, cal.read_calibration(file)):
            self.assertEqual(list(one.predict(frame)), list(fit.predict(self.x)))
            self.refused("input", "column 'cosine'", one.predict, frame[["score"]])

    def test_files(self):
        file = cal.write_calibration(self.fit, self.folder / "fit.json")
        again = cal.read_calibration(file)
        self.assertEqual(again.record, self.fit.record)
        self.assertEqual(list(again.predict(self.x)), list(self.fit.predict(self.x)))

    def test_files_of_several_systems(self):
        record = json.loads(json.dumps(self.fit.record))
        other = json.loads(json.dumps(record["systems"][0]))
        record["systems"][0]["name"], other["name"] = "A", "B"
        other["function"]["offset"] += 1
        record["systems"].append(other)
        (self.folder / "two.json").write_text(json.dumps(record))
        fit = cal.read_calibration(self.folder / "two.json")
        a, b = (fit.predict([0.5], "ln", system=name)[0] for name in "AB")
        self.assertAlmostEqual(b - a, 1)
        self.refused("input", "`system` must be one of", fit.predict, [0.5])

    def test_coefficients_of_a_curve_with_floor_and_ceiling(self):
        record = json.loads(json.dumps(self.fit.record))
        record["method"] = "four_parameter"
        record["systems"][0]["statistics"].pop("vcov", None)
        record["systems"][0]["function"] = {
            "type": "four_parameter", "slope": 4.25, "offset": -0.5, "at_infinity": [-3.5, 3.75]}
        (self.folder / "four.json").write_text(json.dumps(record))
        fit = cal.read_calibration(self.folder / "four.json")
        self.assertEqual(fit.coef(), {"slope": 4.25, "offset": -0.5, "floor": -3.5, "ceiling": 3.75})
        ends = fit.predict([-math.inf, math.inf], type="ln")
        self.assertEqual([ends[0], ends[1]], [-3.5, 3.75])

    def test_ends_of_a_line_are_no_coefficients(self):
        record = json.loads(json.dumps(self.fit.record))
        record["systems"][0]["function"]["at_infinity"] = [-1.5, 1.25]
        (self.folder / "ends.json").write_text(json.dumps(record))
        fit = cal.read_calibration(self.folder / "ends.json")
        self.assertEqual(fit.coef(), self.fit.coef())

    def test_records_changed_at_random_are_read_or_refused(self):
        draw = random.Random(3)
        odd = [None, True, "x", -1, 0, 1e308, math.inf, math.nan, [], {}, [1, "Inf"], [None]]

        def places(x):
            keys = x if isinstance(x, dict) else range(len(x)) if isinstance(x, list) else ()
            for key in keys:
                yield x, key
                yield from places(x[key])

        pav = self.quiet(cal.calibrate, self.x, self.truth, method="pav", scale="score")
        for record in (self.fit.record, pav.record):
            for _ in range(300):
                changed = json.loads(json.dumps(record))
                parent, key = draw.choice(list(places(changed)))
                parent[key] = draw.choice(odd)
                (self.folder / "odd.json").write_text(json.dumps(changed))
                try:
                    self.quiet(cal.read_calibration(self.folder / "odd.json").predict, [0.5, -2])
                except cal.CalibrantError:
                    pass

    def test_damaged_files(self):
        whole = Path(cal.write_calibration(self.fit, self.folder / "fit.json")).read_text()
        (self.folder / "bad.json").write_text(whole.replace('"prior": 0.5', '"prior": 0.4'))
        self.refused("file", "was changed after", cal.read_calibration, self.folder / "bad.json")
        (self.folder / "bad.json").write_text(whole.replace("\n", "\r\n").replace("  ", "\t"))
        self.assertEqual(cal.read_calibration(self.folder / "bad.json"), self.fit)
        whole = unsealed(whole)

        def refused(words, text):
            (self.folder / "bad.json").write_text(text)
            self.refused("file", words, cal.read_calibration, self.folder / "bad.json")

        for length in range(0, len(whole) - 2, 97):
            refused("must be a file in JSON", whole[:length])
        refused("not a calibrant calibration", "[]")
        refused("`version` must be 1", whole.replace('"version": 1', '"version": 2'))
        refused("lacks slope", whole.replace('"slope"', '"slop"'))
        refused("lacks min, max", whole.replace('"affine"', '"blocks"'))
        refused("type. must be blocks", whole.replace('"logistic"', '"pav"'))
        refused("must be of type number", whole.replace('"offset": ', '"offset": "x", "o": '))
        refused("NaN is not a number", whole.replace('"offset": ', '"offset": NaN, "o": '))
        refused("input. must be score", whole.replace('"input": "score"', '"input": "ln_lr"'))
        refused("`prior` must be below 1", whole.replace('"prior": 0.5', '"prior": 1'))
        refused("of many classes", whole.replace('"method"', '"classes": [], "method"'))
        refused("with conditions", whole.replace('"method"', '"conditions": {}, "method"'))
        self.refused("file", "cannot be read", cal.read_calibration, self.folder / "none.json")
        blocks = self.quiet(cal.calibrate, self.x, self.truth, method="pav", scale="score")
        record = json.loads(
            json.dumps(blocks.record).replace("-Infinity", '"-Inf"').replace("Infinity", '"Inf"')
        )
        what = record["systems"][0]["function"]
        for key, value, words in (
            ("min", what["min"][::-1], "must not fall"),
            ("max", [1], "one length"),
            ("max", [9e9] * len(what["max"]), "follow each other"),
            ("log10_lr", "x", "must be of type array"),
        ):
            damaged = json.loads(json.dumps(record))
            damaged["systems"][0]["function"][key] = value
            refused(words, json.dumps(damaged))

    def test_tallies_are_those_of_the_specification(self):
        folder = ROOT / "inst" / "tally"
        if not folder.exists():
            self.skipTest("without the specification")

        def rows(name):
            with open(folder / name, newline="", encoding="utf-8") as file:
                return list(csv.DictReader(file))

        header = json.loads((folder / "trials.json").read_text("utf-8"))
        trials = rows("trials.csv")
        truth = [int(row["h1"]) for row in trials]
        tally = cal.lr_tally(
            [float(row["value"]) for row in trials],
            truth,
            scale=header["scale"],
            width=header["width"],
        )
        cells = rows(header["cells"])
        self.assertEqual(list(map(float, tally.cell)), [float(row["cell"]) for row in cells])
        self.assertEqual(list(map(int, tally.n_h1)), [int(row["n_h1"]) for row in cells])
        file = Path(cal.write_tally(tally, self.folder / "trials.json"))
        written = json.loads(file.read_text())
        self.assertEqual(len(written.pop("sha256")), 64)
        self.assertEqual(written, {k: v for k, v in header.items() if k not in ("sums", "sha256")})
        self.assertEqual(
            (self.folder / "trials-cells.csv").read_text().split(),
            (folder / "trials-cells.csv").read_text().split(),
        )

    def test_tallies(self):
        tally = cal.lr_tally(
            [-0.25, 0.0, -0.0, 0.24, math.inf], [0, 1, 0, 1, 1], scale="ln", width=0.25
        )
        self.assertEqual(
            columns(tally.frame()),
            {"cell": [-1, 0, math.inf], "n_h1": [0, 2, 1], "n_h2": [1, 1, 0]},
        )
        self.refused("input", "no weights", cal.lr_tally, [1, 2], [0, 1], scale="ln", weight=[1, 2])
        self.refused("input", "log LRs or of scores", cal.lr_tally, [1, 2], [0, 1], scale="lr")
        self.refused("file", "must end in .json", cal.write_tally, tally, "tally.csv")


if __name__ == "__main__":
    unittest.main()
