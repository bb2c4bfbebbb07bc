"""Files of scores: those of tests/files, and cases that only Python has."""
import bz2
import contextlib
import copy
import doctest
import gzip
import io
import lzma
import os
import pickle
import re
import sys
import tempfile
import unittest
import unittest.mock
import warnings
import zipfile
from pathlib import Path

import corpus
from support import ROOT, TestCase

import calibrant as cal

FOLDER = ROOT / "tests" / "files"
SCORES = "m1 s1 2.25\nm1 s2 -0.5\nm2 s1 1.125\nm2 s2 0.75\n"
KEY = "m1 s1 target\nm1 s2 nontarget\nm2 s1 nontarget\nm2 s2 target\n"


class Endless:
    """A stream of one line, again and again."""

    def __init__(self, line):
        self.line = line

    def read(self, n):
        return self.line * (n // len(self.line) + 1)


def read(*args, **kwargs):
    """The set and the messages."""
    said = io.StringIO()
    with contextlib.redirect_stderr(said), warnings.catch_warnings():
        warnings.simplefilter("ignore", cal.CalibrantWarning)
        return cal.read_scores(*args, **kwargs), said.getvalue()


class Standard:
    """Shows messages on standard error in an example."""
    def write(self, text):
        return sys.stdout.write(text)


class Files(TestCase):
    def test_files_of_other_kinds_are_named(self):
        with tempfile.TemporaryDirectory() as folder:
            fit = cal.calibrate([3, 1, 2, 0, 1.5, 2.5], [1, 1, 0, 0, 0, 1], scale="score")
            name = cal.write_calibration(fit, os.path.join(folder, "fit.json"))
            self.refused("file", r"'fit.json' .* JSON: read_calibration\(\)", cal.read_scores, name)
        for start, words in ((b"(\xb5/\xfd", "zstd"), (b"PAR1", "Parquet"), (b"\x89HDF", "HDF5"),
                             (b"\xd0\xcf\x11\xe0", "workbook"), (b"a" * 257 + b"ustar", "archive")):
            self.refused("file", words, cal.read_scores, io.BytesIO(start + b" 1 2 3\n"))

    @unittest.skipUnless(FOLDER.exists(), "the sources of the package are not there")
    def test_the_examples_of_the_readme_give_what_it_shows(self):
        text = re.sub("```.*", "", (ROOT / "python" / "README.md").read_text("utf-8"))
        test = doctest.DocTestParser().get_doctest(text, {"cal": cal}, "README.md", None, 0)
        self.assertGreater(len(test.examples), 3)
        before = os.getcwd()
        os.chdir(ROOT)
        try:
            with contextlib.redirect_stderr(Standard()):
                result = doctest.DocTestRunner().run(test)
        finally:
            os.chdir(before)
        self.assertEqual(result.failed, 0)

    @unittest.skipUnless(FOLDER.exists(), "the sources of the package are not there")
    def test_the_code_of_the_readme_of_the_sources_runs(self):
        text = (ROOT / "README.Rmd").read_text("utf-8")
        blocks = re.findall("```python\n(.*?)```", text, re.DOTALL)
        self.assertEqual(len(blocks), 1)
        exec(blocks[0], {})

    @unittest.skipUnless(FOLDER.exists(), "the sources of the package are not there")
    def test_every_file_becomes_what_its_table_says(self):
        rows = corpus.cases(FOLDER)
        self.assertGreater(len(rows), 300)
        for row in rows:
            with self.subTest(row["case"]):
                found, today = corpus.outcome(row, FOLDER)
                self.assertEqual(found, "right", today)

    def test_says_what_it_took(self):
        found, said = read(io.StringIO(SCORES), io.StringIO(KEY))
        self.assertEqual((found.n_h1, found.n_h2), (2, 2))
        self.assertEqual(said, "the text: score: column 3; source1: column 1; source2: column 2. "
                               "the text: truth: column 3; source1: column 1; source2: column 2.\n")
        self.assertEqual(corpus.names(found), ["m1+s1", "m1+s2", "m2+s1", "m2+s2"])

    def test_several_systems_are_a_dictionary(self):
        other = SCORES.replace("2.25", "9")
        found, _ = read({"A": io.StringIO(SCORES), "B": io.StringIO(other)}, io.StringIO(KEY))
        self.assertEqual(list(found), ["A", "B"])
        self.assertEqual(corpus.given_values(found["B"]), [[9, 0.75], [-0.5, 1.125]])
        with self.assertRaisesRegex(cal.CalibrantArgumentError, r"several sets. Choose one, as in x\['A'\]"):
            cal.eer(found)
        wide = io.StringIO("model segment A B\nm1 s1 1 3\nm1 s2 2 4.5\n")
        key = io.StringIO("m1 s1 target\nm1 s2 nontarget\n")
        found, _ = read(wide, key, columns={"score": ["A", "B"]})
        self.assertEqual(corpus.given_values(found["B"]), [[3], [4.5]])

    def test_labels_and_weights(self):
        text = "llr,label,w\n1.5,x,2\n-1,y,3\n0.5,z,1\n"
        found, said = read(io.StringIO(text), h1="x", h2="y", others="drop", scale="ln",
                           columns={"weight": "w"})
        self.assertEqual((found.labels, found.weighted), ({"h1": "x", "h2": "y"}, True))
        self.assertRegex(said, "1 trial left out because of its label \"z\"")
        self.assertEqual(pickle.loads(pickle.dumps(found)).labels, found.labels)

    def test_one_source_may_recur(self):
        text = "llr,label,donor,trial\n1.5,1,a,t1\n-1,0,b,t2\n0.5,1,a,t3\n"
        for role in ("source1", "source2"):
            found, said = read(io.StringIO(text), scale="ln", columns={role: "donor", "id": "trial"})
            self.assertIn(f"{role}: column 3", said)
            items = found.items()
            self.assertEqual(list(items[role]), ["a", "b", "a"])
            self.assertEqual(list(items["id"]), ["t1", "t2", "t3"])
            for other in (copy.copy(found), copy.deepcopy(found), pickle.loads(pickle.dumps(found))):
                self.assertEqual(str(other.items()), str(items))
        named, _ = read(io.StringIO(text), scale="ln", system="one")
        self.assertEqual((copy.copy(named).system, named.system), ("one", "one"))

    def test_missing_scores(self):
        text = "0.5 target\nnan target\n1.5 target\n-1 nontarget\nNA nontarget\n"
        self.refused("input", "2 of 5 are, the first at position 2.*drop", cal.read_scores, io.StringIO(text))
        found, said = read(io.StringIO(text), na="drop")
        self.assertEqual(len(found), 3)
        self.assertRegex(said, r"2 trials without a score or a name left out \(H1 1, H2 1\)")

    def test_packed_files(self):
        text = "".join(f"{k / 8} {'target' if k % 3 else 'nontarget'}\n" for k in range(400)).encode()
        packed = [(gzip.compress, 40), (bz2.compress, 40), (lzma.compress, 40)]
        for pack, cut in packed:
            found, _ = read(io.BytesIO(pack(text)))
            self.assertEqual(len(found), 400)
            self.refused("file", "truncated", cal.read_scores, io.BytesIO(pack(text)[:-cut]))
        archive = io.BytesIO()
        with zipfile.ZipFile(archive, "w") as writer:
            writer.writestr("scores.txt", text)
        self.assertEqual(len(read(io.BytesIO(archive.getvalue()))[0]), 400)

    def test_refusals(self):
        text = io.StringIO
        self.refused("file", "empty", cal.read_scores, text(""))
        self.refused("file", "cannot be read", cal.read_scores, "/no/such/file")
        with unittest.mock.patch("calibrant._read.MOST_BYTES", 1000):
            for line in (b"1,0\n", "1,0\n"):
                self.refused("file", "at most 2\\^30", cal.read_scores, Endless(line))
        self.refused("input", "`scores` must", cal.read_scores)
        self.refused("input", "together", cal.read_scores, genuine=text("1\n"))
        self.refused("input", "`dec` must", cal.read_scores, text(SCORES), dec="x")
        self.refused("input", "`others` must", cal.read_scores, text(SCORES), others="x")
        self.refused("input", "which column is which", cal.read_scores, text(SCORES), columns={"value": 1})
        self.refused("input", "`h1` must say", cal.read_scores, text("0.5 A\n1.5 B\n"),
                     columns={"truth": 2})
        self.refused("input", "different names", cal.read_scores, ["a/x.txt", "b/x.txt"])
        self.refused("one_class", "at least one trial", cal.read_scores, text("0.5 target\n1 target\n"))
        scores, key = "m1 s1 2\nm1 s2 1\n", "m1 s1 target\nm1 s2 nontarget\n"
        self.refused("file", "Are scores and key exchanged", cal.read_scores, text(key), text(scores))
        rows = "enrol,test,score,label\na,b,1,target\nc,d,0,nontarget\n"
        systems = {"A": text(rows + "a,b,0.5,target\n"), "B": text(rows)}
        self.refused("input", "^A system must give one score", cal.read_scores, systems)

    def test_a_column_named_for_another_scale(self):
        text = "log10_LR,label\n1,target\n0.5,target\n-1,nontarget\n-0.5,nontarget\n"
        for scale, warns in (("ln", True), ("log2", True), ("log10", False), ("score", False)):
            with warnings.catch_warnings(record=True) as seen:
                warnings.simplefilter("always")
                with contextlib.redirect_stderr(io.StringIO()):
                    cal.read_scores(io.StringIO(text), scale=scale)
                    cal.read_scores(io.StringIO(text), scale=scale, sure=True)
            said = [str(one.message) for one in seen if "column says 'log10'" in str(one.message)]
            self.assertEqual(len(said), int(warns), scale)
        if sys.modules.get("pandas"):
            column = sys.modules["pandas"].Series([1, .5, -1, -.5], name="my.ln(LR)")
            with self.assertWarnsRegex(cal.CalibrantWarning, "says 'ln'"):
                cal.lr_set(column, [1, 1, 0, 0], "log10")

    def test_files_without_an_end(self):
        rows = "".join(f"{1 - 2 * (i % 2)},{1 - i % 2},s{i // 2}\n" for i in range(20002))
        self.refused("input", "at most 10000 systems", cal.read_scores,
                     io.StringIO("score,truth,system\n" + rows))
        with tempfile.TemporaryDirectory() as folder:
            name = Path(folder) / "sparse.csv"
            name.write_bytes(b"score,truth\n1,1\n")
            os.truncate(name, 10 * 2**30)
            self.refused("file", r"at most 2\^30 bytes", cal.read_scores, name)
            self.refused("file", r"at most 2\^28 bytes", cal.read_calibration, name)

    def test_encodings(self):
        text = "Größe,LLR,label\n1,0.5,target\n1,-1,nontarget\n"
        for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"):
            with tempfile.TemporaryDirectory() as folder:
                name = Path(folder) / "scores.csv"
                name.write_bytes(text.encode(encoding))
                self.assertEqual(len(read(name)[0]), 2, encoding)


if __name__ == "__main__":
    unittest.main()
