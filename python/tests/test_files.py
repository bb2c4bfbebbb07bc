"""Files: the rules of R, the bytes of R, and the remains of failed writes."""
import json
import math
import os
import pickle
import random
import tempfile
import unittest
import warnings
from pathlib import Path

import mutants
from support import TestCase, np, unsealed
from test_same_as_r import NEW, SCRIPT, has_r, run_r

import calibrant as cal


class Files(TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.x, self.truth = [3, 1, 2, 0, 1.5, 2.5], [1, 1, 0, 0, 0, 1]
        self.fit = cal.calibrate(self.x, self.truth, scale="score")

    def test_what_fails_leaves_the_old_file(self):
        file = self.folder / "fit.json"
        cal.write_calibration(self.fit, file)
        before = file.read_bytes()
        broken = cal.Calibration({**self.fit.record, "labels": {"h1": "\ud800", "h2": "0"}})
        self.refused("file", "cannot be written", cal.write_calibration, broken, file)
        self.assertEqual(file.read_bytes(), before)
        self.assertEqual(os.listdir(self.folder), ["fit.json"])
        self.refused("input", "made by calibrate", cal.write_calibration, {}, file)
        self.refused("file", "cannot be written", cal.write_calibration, self.fit,
                     self.folder / "nowhere" / "fit.json")
        os.symlink(file, self.folder / "link.json")
        cal.write_calibration(self.fit, self.folder / "link.json")
        self.assertTrue((self.folder / "link.json").is_symlink())

    @unittest.skipUnless(os.path.exists("/dev/full"), "without a full device")
    def test_a_full_disk_is_an_error(self):
        os.symlink("/dev/full", self.folder / "full.json")
        self.refused("file", "cannot be written", cal.write_calibration, self.fit,
                     self.folder / "full.json")
        tally = cal.lr_tally(self.x, self.truth, scale="score", width=1)
        self.refused("file", "cannot be written", cal.write_tally, tally,
                     self.folder / "full.json")

    def test_numbers_of_any_kind_are_written(self):
        kinds = [0.25] if np is None else [np.float32(0.25), np.float64(0.25), np.array(0.25)]
        for kind in kinds:
            fit = cal.calibrate(self.x, self.truth, scale="score", prior=kind, penalty=kind)
            name = cal.write_calibration(fit, self.folder / "fit.json")
            self.assertEqual(cal.read_calibration(name), fit)

    def test_json_that_programs_read_differently(self):
        whole = unsealed(Path(cal.write_calibration(self.fit, self.folder / "fit.json")).read_text())
        for words, text in {
            "two 'slope'": whole.replace('"slope": ', '"slope": 0.5, "slope": '),
            "nested too deep": "[" * 100000,
            "must be ln_lr": whole.replace('"output": "ln_lr"', '"output": "log10_lr"'),
            "type array": whole.replace('"statistics": {', '"statistics": {"df": "x", '),
            "type number": whole.replace('"slope": ', '"slope": 1' + "0" * 400 + ', "slop": '),
        }.items():
            (self.folder / "bad.json").write_text(text)
            self.refused("file", words, cal.read_calibration, self.folder / "bad.json")
        (self.folder / "bad.json").write_bytes(b"\xff\xfe")
        self.refused("file", "must be a file in JSON", cal.read_calibration,
                     self.folder / "bad.json")


@unittest.skipUnless(has_r(), "without R, or without the package in R_LIBS")
class LikeR(TestCase):
    """Files with one thing changed at random: files that R refuses are refused; files that R reads
    are read, and predict the same."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        done = run_r(SCRIPT, cls.folder)
        assert done.returncode == 0, done.stderr

    def test_files_are_written_as_r_writes_them(self):
        for file in self.folder.glob("r-*.json"):
            before = file.read_text("utf-8")
            cal.write_calibration(cal.read_calibration(file), file)
            after = file.read_text("utf-8")
            if '"sha256"' not in before:
                before, after = unsealed(before), unsealed(after)
            self.assertEqual(after, before, file.name)

    def use(self, fit):
        fit.coef(), fit.bounds(), repr(fit), fit == fit, pickle.dumps(fit), fit.record
        width = len(fit.record["systems"][0]["function"].get("inputs", "1"))
        x = [[0.5] * width, [0.25] * width] if fit.method == "fusion" else [0.5, 0.25]
        name = fit.record["systems"][0].get("name")
        self.quiet(fit.predict, x, "lr", system=name)
        cal.write_calibration(fit, self.folder / "used.json")

    def test_every_member_of_every_file_is_checked(self):
        """With any member left out or replaced, from a file or in memory, a fit is refused or
        answers: no other error, and no crash."""
        odd = [*mutants.ODD, object(), (1.0, 2.0), b"x", math.nan, math.inf, 10**400]
        odd += [] if np is None else [np.float64(2), np.array([1.0, 2.0])]
        n = len(odd) if os.environ.get("CALIBRANT_EXTENDED") == "true" else 3
        draw, found = random.Random(5), {"refused": 0, "answers": 0}
        file = self.folder / "changed.json"
        for base in sorted(self.folder.glob("r-*.json")):
            text = unsealed(base.read_text("utf-8"))
            if np is None and "weighted_sum" in text:
                continue
            places = [at for at, (_, key) in enumerate(mutants.places(json.loads(text)))
                      if isinstance(key, str) or key < 2]
            for at, value in ((at, v) for at in places for v in [None, *draw.sample(odd, n)]):
                record = json.loads(text)
                parent, key = list(mutants.places(record))[at]
                if value is None:
                    del parent[key]
                else:
                    parent[key] = value
                try:
                    self.use(cal.Calibration(record))
                    file.write_text(json.dumps(record), "utf-8")
                    self.use(cal.read_calibration(file))
                    found["answers"] += 1
                except cal.CalibrantError:
                    found["refused"] += 1
                except Exception as error:
                    self.fail(f"{base.name}, {key} as {value!r}: {error!r}")
        self.assertGreater(min(found.values()), 100, found)

    def test_a_record_is_a_copy(self):
        for file in sorted(self.folder.glob("r-*.json")):
            fit = cal.read_calibration(file)
            given = fit.record
            again = cal.Calibration(given)
            given["systems"][0]["function"].clear()
            fit.record.clear()
            self.assertEqual(again, fit)
            self.assertEqual(cal.Calibration(fit.record), fit)
        for record in ({}, [], None, 1, "x", {"format": "calibrant calibration"}):
            self.refused("file", "it is not a|lacks", cal.Calibration, record)

    def test_coefficients_are_those_of_r(self):
        named = {"logistic": "slope offset", "gaussian": "slope offset", "beta": "a b offset",
                 "four_parameter": "slope offset floor ceiling", "fusion": "a b offset"}
        for file in sorted(self.folder.glob("r-*.json")):
            fit = cal.read_calibration(file)
            self.assertEqual(list(fit.coef()), named.get(fit.method, "").split(), file.name)

    def answer(self, name):
        try:
            fit = cal.read_calibration(self.folder / name)
            system = fit.record["systems"][0].get("name")
            width = len(fit.record["systems"][0]["function"].get("inputs", "1"))
            x = np.column_stack([NEW[1:11]] * width) if fit.method == "fusion" else NEW[1:11]
            if fit.scale == "prob":
                x = [1 / (1 + math.exp(-v)) for v in x]
            return list(map(float, fit.predict(x, "log10", system=system)))
        except cal.CalibrantError:
            return None

    def test_the_same_files_are_refused(self):
        quick = 200 if np else 60
        n = 3000 if os.environ.get("CALIBRANT_EXTENDED") == "true" else quick
        mutants.write(self.folder, n, os.environ.get("SEED", 1), self.folder)
        done = run_r(SCRIPT, self.folder, "judge")
        self.assertEqual(done.returncode, 0, done.stderr)
        n_read = 0
        with open(self.folder / "judged.csv", encoding="utf-8") as judged:
            rows = [line.rstrip("\n").split(",", 1) for line in list(judged)[1:]]
        self.assertEqual(len(rows), n)
        for name, found in rows:
            text = (self.folder / name).read_text("utf-8")
            if np is None and "weighted_sum" in text:
                continue
            with self.subTest(found=found, text=text[:2000]), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                answer = self.answer(name)
                if found.startswith(("refused:", "error:")):
                    self.assertIsNone(answer)
                    continue
                n_read += 1
                self.assertIsNotNone(answer)
                for a, b in zip(answer, map(float, found.replace("NA", "nan").split())):
                    near = a == b or abs(a - b) <= 1e-12 * max(1, abs(b)) or a != a and b != b
                    self.assertTrue(near, (a, b))
        self.assertTrue(n / 6 < n_read < n * 5 / 6, n_read)


if __name__ == "__main__":
    unittest.main()
