"""Arrays and tables of packages that are not here, by objects that behave like theirs."""
import io
import unittest
import warnings

from stand_ins import QUERIES, Arrow, Bare, Double, Exchange, Scalar, Strict
from support import TestCase, np, pd
from test_inputs import TRUTH, X, takers

import calibrant as cal


class Newer(TestCase):
    def test_queries_are_not_run(self):
        for name, function in takers():
            for query in QUERIES:
                with self.subTest(function=name, query=type(query).__name__):
                    words = "Collect them first|takes a matrix|needs numpy"
                    self.refused("input", words, function, query, TRUTH)
                    if np is not None or name != "fuse":
                        x = X if name != "fuse" else np.column_stack([X, [v * v for v in X]])
                        self.refused("input", "`truth`.*Collect", function, x, query)
                        self.refused("input", "`weight`.*Collect", function, x, TRUTH, weight=query)

    def test_queries_in_the_place_of_other_arguments(self):
        x = cal.lr_set(X, TRUTH, "log10", prior=None)
        fit = cal.calibrate(x, penalty=1)
        for query in QUERIES:
            with self.subTest(query=type(query).__name__):
                for call in (
                    lambda: cal.cross_entropy(x, prior=query), lambda: cal.dcf(x, c_miss=query),
                    lambda: cal.threshold_at(x, at="p_fa", rate=query),
                    lambda: cal.error_rates(x, threshold=query), lambda: fit.predict(query),
                    lambda: cal.lr_set(X, TRUTH, "log10", source1=query),
                    lambda: cal.calibrate(x, prior=query), lambda: cal.calibrate(x, penalty=query),
                    lambda: cal.measures(x, which="auc", level=query),
                    lambda: cal.measures(x, which="auc", replicates=query),
                    lambda: cal.lr_tally(x, width=query), lambda: cal.plot_det(query),
                    lambda: cal.read_scores(io.StringIO("1 2"), scale=query),
                ):
                    self.assertRaises(cal.CalibrantError, call)

    def test_protocols_without_a_column(self):
        self.refused("input", "a table. Give its columns", cal.cllr, Exchange(), TRUTH, scale="ln")
        self.refused("input", "a table. Give its columns", cal.cllr, X, Exchange(), scale="ln")

    def test_numbers_are_shown_as_users_write_them(self):
        x = cal.lr_set(X, TRUTH, "log10")
        bad = Double(7)
        for k, call in enumerate((
            lambda: cal.calibrate(x, prior=bad), lambda: cal.calibrate(x, penalty=Double(-1)),
            lambda: cal.measures(x, level=bad), lambda: cal.measures(x, replicates=Double(1.5)),
            lambda: cal.measures(x, seed=Double(7.5)), lambda: cal.cllr(X, [bad, *TRUTH[1:]], scale="ln"),
            lambda: cal.cllr(X, TRUTH, scale=bad), lambda: cal.dcf(x, normalised=bad),
            lambda: cal.cllr(X, TRUTH, scale="ln", h1=bad), lambda: cal.lr_set(X, TRUTH, threads=bad),
            lambda: cal.lr_set(X, TRUTH, "ln", threads=Double(0.5)), lambda: cal.plot_ece(bad),
            lambda: cal.reliability_curve(x, bins=Double(0)), lambda: cal.write_calibration(bad, "x"),
            lambda: cal.read_scores(io.StringIO("1 2"), dec=bad),
        )):
            with self.subTest(k=k):
                with self.assertRaises(cal.CalibrantError) as caught:
                    call()
                self.assertNotIn("np.", str(caught.exception))

    @unittest.skipIf(np is None, "without numpy")
    def test_arrays_that_must_not_be_changed(self):
        """Arrays like those of pandas 3, whose frames are copied on writing."""
        expected = cal.lr_set(X, TRUTH, "log10")
        x, truth = Strict(X), Strict(TRUTH)
        self.assertEqual(cal.cllr(x, truth, scale="log10"), cal.cllr(expected))
        for name, function in takers():
            both = np.column_stack([X, [v * v for v in X]])
            both.flags.writeable = False
            given = both if name == "fuse" else x
            with self.subTest(function=name), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                more = {"penalty": 1} if name in ("fuse", "calibrate") else {}
                more["weight"] = None if name == "lr_tally" else Strict([2.0] * 8)
                function(given, truth, **more)
        prior = Strict([0.25, 0.5])
        self.assertEqual(list(cal.cross_entropy(expected, prior=prior)),
                         list(cal.cross_entropy(expected, prior=[0.25, 0.5])))
        self.assertEqual(list(cal.dcf(expected, prior=prior, normalised=True)),
                         list(cal.dcf(expected, prior=[0.25, 0.5], normalised=True)))
        prob = [1 / (1 + 10**-v) for v in X]
        posterior = cal.lr_set(Strict(prob), truth, "prob", prior=0.5)
        found = cal.error_rates(posterior, threshold=Strict([0.25, 0.75]))
        self.assertEqual(list(map(float, found["threshold_prob"])), [0.25, 0.75])
        fit = cal.calibrate(posterior, penalty=1)
        self.assertEqual(list(fit.predict(Strict(prob))), list(fit.predict(prob)))

    def test_scalars_of_arrow_without_numpy(self):
        """Columns of arrow hand out scalars, which have no number of Python in old versions."""
        self.assertEqual(cal.cllr([Bare(v) for v in X], [Bare(v) for v in TRUTH], scale="log10"),
                         cal.cllr(X, TRUTH, scale="log10"))
        self.refused("input", "index 1 is NaN", cal.cllr, [Bare(1.0), Bare(None)], [1, 0], scale="ln")
        self.refused("input", "index 1 is missing", cal.cllr, [1.0, 2.0], [Bare(1), Bare(None)],
                     scale="ln")
        names = [Bare(f"s{i % 4}") for i in range(8)]
        x = cal.lr_set(X, TRUTH, "log10", source1=names)
        self.assertEqual(list(x.sources[0].owner), [0, 1, 2, 3, 0, 1, 2, 3])

    def test_names_of_items(self):
        """Blanks are not part of a name, and an empty name is missing."""
        for padded in ("s1 ", " s1", "s1\t", "s1\u00a0", "\u2009s1"):
            x = cal.lr_set(X, TRUTH, "log10", source1=["s1", padded, "s2", "s 2"] * 2)
            self.assertEqual(list(x.sources[0].owner), [0, 0, 1, 2] * 2, repr(padded))
        for empty in ("", " ", "\u00a0", None):
            self.refused("input", "`source2` must have no missing.* index 3", cal.lr_set, X, TRUTH,
                         "log10", source2=["a", "b", "c", empty] * 2)

    @unittest.skipIf(np is None, "without numpy")
    def test_columns_with_nulls(self):
        """Booleans with a null come as objects, numbers with a null as NaN."""
        truth = Arrow([True, True, None, False])
        self.refused("input", "index 2 is missing", cal.cllr, [1, 2, 3, 4], truth, scale="ln")
        labels = Arrow([Scalar("same"), Scalar(None), Scalar("other"), Scalar("same")])
        self.refused("input", "index 1 is missing", cal.cllr, [1, 2, 3, 4], labels, scale="ln",
                     h1="same")

    @unittest.skipIf(pd is None, "without pandas")
    def test_columns_of_strings(self):
        labels = ["same" if one else "other" for one in TRUTH]
        for dtype in ("string", "category", object):
            truth = pd.Series(labels, dtype=dtype)
            self.assertEqual(cal.cllr(pd.Series(X), truth, scale="log10", h1="same"),
                             cal.cllr(X, TRUTH, scale="log10"), dtype)
            for lost in (None, float("nan"), pd.NA):
                damaged = pd.Series([*labels[:7], lost], dtype=dtype)
                self.refused("input", "index 7 is missing", cal.cllr, pd.Series(X), damaged,
                             scale="log10", h1="same")
        truth = pd.Series([True] * 4 + [False, None, False, False], dtype="boolean")
        self.refused("input", "index 5 is missing", cal.cllr, pd.Series(X), truth, scale="log10")

    @unittest.skipIf(pd is None, "without pandas")
    def test_a_column_with_the_name_of_an_attribute(self):
        frame = pd.DataFrame({"column_names": X, "column": [v * v for v in X]})
        fit = cal.fuse(frame, TRUTH, penalty=1)
        self.assertEqual(list(fit.coef()), ["column_names", "column", "offset"])
        self.assertEqual(list(fit.predict(frame)), list(fit.predict(frame[["column", "column_names"]])))

    @unittest.skipIf(np is None, "without numpy")
    def test_the_estimator_refuses_missing_labels(self):
        x = np.array(X).reshape(-1, 1)
        kinds = [["a", "b", None] + ["a"] * 5, np.array(["a", "b", np.nan] + ["a"] * 5, dtype=object)]
        if pd is not None:
            kinds += [pd.Series(kinds[0]), pd.Series(kinds[0], dtype="string")]
        for y in kinds:
            self.refused("input", "`y`.*index 2 is missing", cal.LRCalibrator(penalty=1).fit, x, y)
        mixed = np.array(["a", 1] * 4, dtype=object)
        self.refused("input", "of one kind", cal.LRCalibrator(penalty=1).fit, x, mixed)


if __name__ == "__main__":
    unittest.main()
