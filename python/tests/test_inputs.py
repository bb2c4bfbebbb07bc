"""Arrays of all kinds: accepted arrays give the results of lists, and all others are refused with
an error of ours, by every function that takes trials."""
import contextlib
import datetime
import decimal
import enum
import fractions
import gc
import inspect
import io
import math
import pickle
import unittest
import warnings
from array import array

from stand_ins import Arrow, Polars, Scalar, Table
from support import TestCase, np, pd, random_trials

import calibrant as cal

X = [1.5, -0.25, 0.75, -2.0, 0.5, -1.0, 2.0, 0.125]
TRUTH = [1, 1, 1, 0, 0, 0, 1, 0]
TAKERS = {
    name: function
    for name, function in vars(cal).items()
    if inspect.isfunction(function) and {"x", "truth"} <= inspect.signature(function).parameters.keys()
}


def takers():
    for name, function in TAKERS.items():
        more = {"at": "p_fa", "rate": 0.5} if name == "threshold_at" else {}
        scale = "log10" if name != "fuse" else "score"
        yield name, lambda x, truth, f=function, s=scale, m=more, **given: f(
            x, truth, **{"scale": s, **m, **given})


class Side(enum.Enum):
    SAME = 1
    OTHER = 2


def objects(values):
    """An array of objects, each as it is."""
    found = np.empty(len(values), dtype=object)
    for i, value in enumerate(values):
        found[i] = value
    return found


def other_kinds():
    """Arrays of objects of numpy that can be made floats, though none is a real number."""
    makers = [
        lambda v: np.str_(v), lambda v: np.bytes_(str(v)), lambda v: np.complex128(v),
        lambda v: np.datetime64(int(v * 8), "ns"), lambda v: np.timedelta64(int(v * 8), "s"),
        lambda v: np.timedelta64(int(v * 8), "ns"), lambda v: np.array([v]), lambda v: np.array(str(v)),
        lambda v: np.void(b"12345678"),
    ]
    return [objects([make(v) for v in X]) for make in makers]


class Inputs(TestCase):
    def setUp(self):
        self.expected = cal.cllr(X, TRUTH, scale="log10")

    def same(self, x, truth, **given):
        self.assertEqual(self.quiet(cal.cllr, x, truth, scale="log10", **given), self.expected)

    def test_values_that_are_taken(self):
        forms = [
            tuple(X), array("d", X), array("f", X), memoryview(array("d", X)),
            [decimal.Decimal(v) for v in X], [fractions.Fraction(v) for v in X],
        ]
        if np is not None:
            x = np.array(X)
            forms += [
                x, x.astype(np.float32), x.astype(">f8"), x.astype(object), np.repeat(x, 2)[::2],
                x[::-1][::-1], x.reshape(-1, 1), np.ma.array(x, mask=False), list(x),
                memoryview(x.astype(">f8")), memoryview(x.astype("f2")), objects(list(x)),
                np.array([np.float32(v) for v in X], dtype=object), Arrow(X),
                Arrow([Scalar(v) for v in X]), np.longdouble(x),
            ]
            x.flags.writeable = False
        if pd is not None:
            forms += [pd.Series(X), pd.DataFrame({"x": X}), pd.Series(X, dtype="Float64"),
                      pd.Series(X).astype("category")]
        for form in forms:
            with self.subTest(form=type(form).__name__, text=repr(form)[:80]):
                self.same(form, TRUTH)

    def test_truths_that_are_taken(self):
        words = ["same" if t else "other" for t in TRUTH]
        forms = [
            (tuple(TRUTH), None), ([bool(t) for t in TRUTH], None), ([float(t) for t in TRUTH], None),
            (array("b", TRUTH), None), (words, "same"), ([w.encode() for w in words], "same"),
            ([2 - t for t in TRUTH], 1), ([float(2 - t) for t in TRUTH], 1),
            ([str(t) for t in TRUTH], 1), (TRUTH, "1"), (TRUTH, True), ([bool(t) for t in TRUTH], 1),
            ([Side(2 - t) for t in TRUTH], Side.SAME),
        ]
        if np is not None:
            truth = np.array(TRUTH)
            forms += [
                (truth, None), (truth.astype(bool), None), (truth.astype(np.uint8), None),
                (truth.astype(float), None), (truth.reshape(-1, 1), None),
                (np.array([np.bool_(t) for t in TRUTH], dtype=object), None),
                (np.array([np.int64(t) for t in TRUTH], dtype=object), None),
                (np.array(words), "same"), (np.array(words, dtype="S"), "same"),
                (Arrow([Scalar(bool(t)) for t in TRUTH]), None),
                (Arrow([Scalar(w) for w in words]), "same"),
            ]
        if pd is not None:
            forms += [
                (pd.Series(TRUTH, dtype="boolean"), None), (pd.Series(words, dtype="category"), "same"),
                (pd.DataFrame({"truth": TRUTH}), None), (pd.Series(TRUTH, dtype="Int64"), None),
            ]
        if np is not None:
            forms += [(memoryview(truth.astype(">i4")), None), (memoryview(truth.astype("f2")), None)]
        for form, h1 in forms:
            with self.subTest(form=type(form).__name__, text=repr(form)[:80], h1=h1):
                self.same(X, form, h1=h1)

    def refused_by_all(self, x, truth, words="", **given):
        for name, function in takers():
            if name == "fuse" and (np is None or isinstance(x, (list, tuple))):
                continue
            with self.subTest(function=name, x=repr(x)[:60], truth=repr(truth)[:60]):
                self.assertRaisesRegex(cal.CalibrantError, words, function, x, truth, **given)

    def test_values_that_are_refused(self):
        gone = [None, *X[1:]]
        forms = [
            "1.5", b"12345678", bytearray(64), 1.5, None, {1: 2}, set(X), iter(X), (v for v in X),
            ["1", *X[1:]], [b"1", *X[1:]], gone, [math.nan, *X[1:]], [10**400, *X[1:]],
            [2**53 + 1, *X[1:]], [1j, *X[1:]], [datetime.date(2020, 1, 1)] * 8, [X, X], object(),
            [[v] for v in X] if np is None else [[v, v] for v in X], [decimal.Decimal("NaN"), *X[1:]],
        ]
        if np is not None:
            x = np.array(X)
            forms += [
                np.ma.array(x, mask=[1, *[0] * 7]), x.reshape(2, 4), x.astype(complex), x.astype(str),
                np.array(["2020-01-01"] * 8, dtype="M8[D]"), np.array([1] * 8, dtype="m8[s]"),
                np.array([2**53 + 1] * 8), np.array(1.5), x[:0], Arrow([Scalar(None), *X[1:]]),
                *other_kinds(), [np.ma.masked, *X[1:]], memoryview(x.astype(complex)),
                memoryview(np.array([(v, 1) for v in X], dtype=[("v", "f8"), ("w", "i4")])),
                np.array([(v,) for v in X], dtype=[("v", "f8")]), memoryview(np.array(1.5)),
            ]
        if pd is not None:
            forms += [
                pd.Series(gone, dtype="Float64"), pd.DataFrame({"a": X, "b": ["x"] * 8}),
                pd.to_datetime(pd.Series(["2020-01-01"] * 8)),
            ]
        for form in forms:
            if not isinstance(form, (iter(X).__class__, (v for v in X).__class__)):
                self.refused_by_all(form, TRUTH)
            else:
                self.assertRaisesRegex(cal.CalibrantError, "list\\(\\)", cal.cllr, form, TRUTH,
                                       scale="ln")

    def test_refusals_say_what_was_given(self):
        self.refused("input", "`x` is a set of trials. Measures", cal.lr_set,
                     cal.lr_set(X, TRUTH, "ln"))
        if np is not None:
            self.refused("input", r"a view of a dictionary: use list\(\)", cal.lr_set,
                         dict(enumerate(X)).values(), TRUTH, "ln")
            fields = np.array([(v, 1) for v in X], dtype=[("v", "f8"), ("w", "i4")])
            self.refused("input", "fields. Choose one", cal.lr_set, fields, TRUTH, "ln")
            for given in ({"x": np.array(1.5)}, {"truth": np.array(1)}, {"weight": np.array(2.0)}):
                self.refused("input", "it is one number", cal.lr_set,
                             **{"x": X, "truth": TRUTH, "scale": "ln", **given})

    def test_truths_that_are_refused(self):
        words = ["same" if t else "other" for t in TRUTH]
        forms = [
            "11100010", bytes(TRUTH), 1, {0: 1}, set(TRUTH), TRUTH[:7], [2, *TRUTH[1:]],
            [0.5, *TRUTH[1:]], [None, *TRUTH[1:]], [math.nan, *TRUTH[1:]], words, [1] * 8,
            [TRUTH, TRUTH], [[t, t] for t in TRUTH], [datetime.date(2020, 1, 1)] * 8,
        ]
        if np is not None:
            truth = np.array(TRUTH)
            forms += [np.ma.array(truth, mask=[1, *[0] * 7]), truth.reshape(2, 4), np.array(words),
                      Arrow([Scalar(None), *TRUTH[1:]]), truth.astype("m8[ns]"),
                      truth.astype("M8[ns]"), objects(list(truth.astype("m8[ns]"))),
                      objects(list(truth.astype("M8[ns]"))), truth.astype(complex),
                      memoryview(np.array([(t,) for t in TRUTH], dtype=[("t", "?")]))]
        if pd is not None:
            forms += [pd.Series([True, None] * 4, dtype="boolean"),
                      pd.DataFrame({"a": TRUTH, "b": TRUTH})]
        x = X if np is None else np.column_stack([X, X[::-1]])
        for form in forms:
            self.refused_by_all(X, form)
            if np is not None:
                self.assertRaises(cal.CalibrantError, cal.fuse, x, form)
            self.assertRaises(cal.CalibrantError, cal.cllr, X, form, scale="ln", h1="nobody")
        for missing in (None, math.nan):
            for h1 in (None, "same"):
                self.refused("input", "index 3 is", cal.cllr, X, [*words[:3], missing, *words[4:]],
                             scale="ln", h1=h1)
            self.refused("input", "index 3 is", cal.cllr, X, [*TRUTH[:3], missing, *TRUTH[4:]],
                         scale="ln")
        for word in ("?", "-", "", " N/A ", "none", "#NV"):
            form = ["same" if t else word for t in TRUTH]
            self.refused("input", "is missing", cal.lr_set, X, form, "ln", h1="same")
        signs = ["+" if t else "-" for t in TRUTH]
        self.assertEqual(cal.lr_set(X, signs, "ln", h1="+").labels["h2"], "-")

    def test_labels_that_are_alike_are_not_merged(self):
        self.refused("input", r"two labels.*\[0, 1, '1'\]", cal.cllr, X, [1, "1", 0, 1, 0, 0, 1, 0],
                     scale="ln", h1=1)
        self.refused("input", "one is 1000", cal.cllr, X, [10**400, *TRUTH[1:]], scale="ln")
        self.refused("input", "it is None", cal.cllr, None, TRUTH, scale="ln")
        fit = cal.calibrate(X, ["same" if t else "diff" for t in TRUTH], scale="log10", h1="same")
        self.assertEqual(fit.record["labels"], {"h1": "same", "h2": "diff"})
        fit = cal.calibrate(X, TRUTH, scale="log10")
        self.assertEqual(fit.record["labels"], {"h1": "1", "h2": "0"})
        fit = self.quiet(cal.calibrate, X, TRUTH, scale="log10", h1=0)
        self.assertEqual(fit.record["labels"], {"h1": "0", "h2": "1"})

    def test_other_arguments_are_refused_by_all(self):
        for given, words in (
            ({"scale": "LN"}, "Did you mean 'ln'"), ({"scale": "log"}, "`scale`"),
            ({"scale": None}, "`scale`"), ({"scale": 3}, "`scale`"), ({"threads": 0}, "`threads`"),
            ({"threads": "2"}, "`threads`"), ({"threads": 2.5}, "`threads`"),
            ({"threads": None}, "`threads`"), ({"threads": math.nan}, "`threads`"),
            ({"threads": True}, "`threads`"), ({"h1": "x"}, "`h1`"), ({"weight": [1]}, "weight"),
            ({"weight": [0] * 8}, "Weights"), ({"weight": "11111111"}, "weight"),
            ({"weight": [None] * 8}, "Weights"), ({"weight": {}}, "`weight`"),
            ({"wieght": [1] * 8}, "Did you mean 'weight'"), ({"y_true": TRUTH}, "no argument"),
        ):
            for name, function in takers():
                if name == "fuse" and np is None:
                    continue
                x = np.column_stack([X, X[::-1]]) if name == "fuse" else X
                with self.subTest(function=name, given=given):
                    self.assertRaisesRegex(cal.CalibrantError, words, function, x, TRUTH, **given)

    def test_single_numbers(self):
        x = cal.lr_set(X, TRUTH, "ln")
        fit = cal.calibrate(X, TRUTH, scale="score")
        takers = {
            "prior": [lambda v: cal.calibrate(X, TRUTH, scale="score", prior=v),
                      lambda v: cal.reliability_curve(x, prior=v),
                      lambda v: fit.predict(X, "posterior", prior=v)],
            "penalty": [lambda v: cal.calibrate(X, TRUTH, scale="score", penalty=v)],
            "threads": [lambda v: cal.lr_set(X, TRUTH, "ln", threads=v)],
            "width": [lambda v: cal.lr_tally(x, width=v)],
            "level": [lambda v: cal.measures(x, level=v, replicates=9)],
            "replicates": [lambda v: cal.measures(x, replicates=v)],
            "seed": [lambda v: cal.measures(x, replicates=9, seed=v)],
            "bins": [lambda v: cal.reliability_curve(x, bins=v)],
        }
        wrong = ["1", b"1", [1], {}, 1j, math.nan, True, len, -1, -math.inf, decimal.Decimal("NaN")]
        if np is not None:
            wrong += [np.timedelta64(1, "ns"), np.datetime64(1, "ns"), np.ma.masked, np.str_("1"),
                      np.ma.array(1, mask=True), np.array([1]), np.complex128(1), np.bool_(True)]
        for name, functions in takers.items():
            for function in functions:
                for value in wrong:
                    with self.subTest(name=name, value=repr(value)):
                        words = f"`{name}`|The width" if name == "width" else f"`{name}`"
                        self.refused("input", words, function, value)
        for level in (0.05, 0.49, 0.5, 1):
            self.refused("input", r"inside \(0.5, 1\)", cal.measures, x, level=level, replicates=9)
        x = cal.lr_set(*random_trials(30), "ln", sure=True)
        for seed in [3, 3.0] + ([np.int64(3), np.array(3)] if np is not None else []):
            found = cal.measures(x, which=["eer"], replicates=9, seed=seed)
            self.assertEqual(found["lower"][0], cal.measures(
                x, which=["eer"], replicates=9, seed=3)["lower"][0])
        for seed in (2**64 - 1, 2**63):
            cal.measures(x, which=["eer"], replicates=9, seed=seed)
        self.refused("input", "`seed`", cal.measures, x, replicates=9, seed=2**64)

    @unittest.skipIf(np is None or pd is None, "without numpy and pandas")
    def test_columns_of_a_dictionary_are_matched_by_index(self):
        draw = np.random.default_rng(3)
        frame = pd.DataFrame(draw.normal(size=(40, 2)) + [[1], [0]] * 20, columns=["a", "b"],
                             index=range(100, 140))
        truth = pd.Series([1, 0] * 20, index=frame.index)
        expected = cal.fuse(frame, truth)
        apart = {"a": frame["a"], "b": frame["b"][::-1]}
        for columns in (apart, {"b": apart["b"], "a": apart["a"]}):
            for weight in (None, pd.Series(1.0, index=frame.index)[::-1]):
                fit = cal.fuse(columns, truth[::-1], weight=weight)
                for name, value in expected.coef().items():
                    self.assertAlmostEqual(fit.coef()[name], value, places=12)
        found = self.quiet(expected.predict, apart)
        self.assertTrue(found.equals(self.quiet(expected.predict, frame)))
        for other in (frame["b"].reset_index(drop=True), pd.concat([frame["b"][:39], frame["b"][:1]])):
            self.refused("input", "The index of `b`", cal.fuse, {"a": frame["a"], "b": other}, truth)
        for columns in ({}, frame[[]], {"a": [1.0, 2], "b": [1.0]}):
            self.refused("input", "columns? of one length", cal.fuse, columns, [1, 0])

    def test_flags_are_no_numbers(self):
        x, fit = cal.lr_set(X, TRUTH, "ln"), cal.calibrate(X, TRUTH, scale="score")
        flags = [bool(t) for t in TRUTH]
        forms = [list(flags), tuple(flags)]
        if np is not None:
            forms += [np.array(flags), np.array(flags, dtype=object), np.array(flags)[:, None]]
        if pd is not None:
            forms += [pd.Series(flags), pd.DataFrame({"x": flags}), pd.Series(flags, dtype="boolean")]
        takers = {
            "x": [lambda v: cal.cllr(v, TRUTH, scale="ln"), lambda v: cal.lr_set(v, TRUTH, "score"),
                  fit.predict],
            "weight": [lambda v: cal.lr_set(X, TRUTH, "ln", weight=v)],
            "prior": [lambda v: cal.cross_entropy(x, prior=v), lambda v: cal.dcf(x, prior=v),
                      lambda v: cal.measures(x, which="cross_entropy", prior=v, replicates=0)],
            "c_miss": [lambda v: cal.dcf_min(x, c_miss=v)],
            "threshold": [lambda v: cal.error_rates(x, threshold=v)],
            "rate": [lambda v: cal.threshold_at(x, at="p_fa", rate=v)],
            "log10_prior_odds": [lambda v: cal.ece_curve(x, log10_prior_odds=v)],
        }
        for name, functions in takers.items():
            for function in functions:
                for value in forms + ([True] if name != "weight" and function is not functions[0]
                                      else []):
                    with self.subTest(name=name, value=repr(value)):
                        self.refused("input", f"`{name}`.*(bool|True and False)", function, value)

    def test_flags(self):
        wrong = ["no", "", 1, 0, 1.0, None, [], len]
        if np is not None:
            wrong += [np.array([True, False]), np.ma.masked, np.str_("no")]
        rows = "a 1 target\na 2 target\na 0 nontarget\na 1 nontarget\n"
        flags = [lambda v: cal.lr_set(X, TRUTH, "ln", sure=v),
                 lambda v: cal.read_scores(io.StringIO(rows), columns={"score": 2}, sure=v)]
        for function in (cal.dcf, cal.dcf_min, cal.bayes_error, cal.bayes_error_min):
            flags.append(lambda v, f=function: f(X, TRUTH, scale="ln", normalised=v))
        for function in flags:
            with contextlib.redirect_stderr(io.StringIO()):
                for value in wrong:
                    with self.subTest(value=repr(value)):
                        self.refused("input", "True or False", function, value)
                for value in [True, False] + ([np.bool_(True), np.array(True)] if np else []):
                    self.quiet(function, value)

    def test_many_threads_are_few(self):
        x, truth = random_trials(600000, digits=5)
        one = cal.cllr_min(x, truth, scale="score")
        for threads in (2, 100000, 2e9, 10**20, math.inf):
            self.assertEqual(cal.cllr_min(x, truth, scale="score", threads=threads), one)

    def test_settings_of_fits(self):
        for method in ("logistic", "pav"):
            for prior in (0, 1, 2, -1, "0.5", [0.5], math.nan, math.inf, True):
                self.refused("input", "`prior`", cal.calibrate, X, TRUTH, method=method,
                             scale="score", prior=prior)
            for penalty in (-1, None, "1", [1], math.nan, math.inf):
                self.refused("input", "`penalty`", cal.calibrate, X, TRUTH, method=method,
                             scale="score", penalty=penalty)
        self.refused("input", "does not use", cal.calibrate, X, TRUTH, method="pav", scale="score",
                     penalty=5)
        self.refused("input", "Did you mean 'logistic'", cal.calibrate, X, TRUTH, scale="score",
                     method="logisitc")
        fit = cal.calibrate(X, TRUTH, scale="score")
        for prior in ([0.1, 0.2], "0.5", -1, math.nan):
            self.refused("input", "`prior`", fit.predict, X, "posterior", prior=prior)
        self.refused("input", "posterior", fit.predict, X, prior=0.1)
        self.refused("input", "`system` must not be given", fit.predict, X, system="nope")
        of_decimal = cal.calibrate(X, TRUTH, scale="score", penalty=decimal.Decimal("0.5"))
        self.assertEqual(of_decimal.record, cal.calibrate(X, TRUTH, scale="score", penalty=0.5).record)
        self.assertEqual(fit.predict(1.0), fit.predict([1.0])[0])
        self.assertEqual(list(fit.predict([math.inf, 0], "posterior", prior=0)), [0, 0])
        self.assertEqual(list(fit.predict([-math.inf, 0], "posterior", prior=1)), [1, 1])
        if np is not None:
            self.refused("input", "masked", fit.predict, np.ma.array(X, mask=[1, *[0] * 7]))

    def test_names(self):
        with self.assertRaisesRegex(AttributeError, "Did you mean 'cllr'"):
            cal.clr
        with self.assertRaisesRegex(AttributeError, "Did you mean 'calibrate'"):
            cal.calibrat
        for name, ours in (("EER", "eer"), ("min_dcf", "dcf_min"), ("roc_curve", "det_curve"),
                           ("tally", "lr_tally"), ("calibration_error", "reliability_curve"),
                           ("expected_calibration_error", "reliability_curve"),
                           ("log_loss", "cross_entropy")):
            with self.assertRaisesRegex(AttributeError, f"Did you mean '{ours}'"):
                getattr(cal, name)
        for name, ours in (("y_true", "truth"), ("y_score", "x"), ("sample_weight", "weight"),
                           ("n_jobs", "threads"), ("pos_label", "h1")):
            self.refused("input", f"Did you mean '{ours}'", cal.cllr, **{name: X})
        self.refused("input", "it is not given. Nothing", cal.cllr, X, TRUTH)
        self.refused("input", "Did you mean 'prob'", cal.cllr, X, TRUTH, scale="posterior")
        self.refused("input", "Did you mean 'ln' or 'log10'", cal.cllr, X, TRUTH, scale="log")
        self.refused("input", "Did you mean 'yes'", cal.cllr, X, ["yes", "no"] * 4, scale="ln",
                     h1="Yes")
        self.refused("input", "are they exchanged", cal.cllr, TRUTH, X, scale="ln")
        self.refused("input", "from 1 to 100 000", cal.reliability_curve, X, TRUTH, scale="ln",
                     bins=10**9)
        self.refused("input", "must not be given. Name other", cal.dcf, cal.lr_set(X, TRUTH, "ln"), h1=1)
        self.refused("input", "Did you mean 'c_miss'", cal.dcf, cal.lr_set(X, TRUTH, "ln"), c_fn=10)
        self.refused("input", "They are x, truth, scale=, weight=", cal.cllr, X, TRUTH, "log10")
        self.refused("input", "it is a list. lr_set", cal.plot_det, X * 9)
        for plot in (cal.plot_det, cal.plot_ece, cal.plot_pav, cal.plot_tippett):
            self.refused("input", plot.__name__ + r"\(lr_set\(x, truth, scale\)\)", plot, X, TRUTH)
        self.assertRaises(TypeError, cal.cllr)
        self.assertRaises(cal.CalibrantError, cal.cllr)

    def test_numbers_that_doubles_cannot_tell_apart(self):
        finer = [[decimal.Decimal(1), decimal.Decimal("1.0000000000000000001")], [2**53, 2**53 + 1],
                 [fractions.Fraction(1, 3), fractions.Fraction(10**30 + 3, 3 * 10**30)]]
        if np is not None and np.dtype(np.longdouble).itemsize > 8:
            finer.append(np.array([1, 1], "g") + np.array([0, 1e-19], "g"))
        for x in finer:
            self.refused("input", "as doubles", cal.auc, x, [0, 1], scale="score")
        self.assertEqual(cal.auc([decimal.Decimal(1), decimal.Decimal(2)], [0, 1], scale="score"), 1)

    def test_strong_lrs_are_warned_of(self):
        fit = self.quiet(cal.calibrate, [1, 2, 3, 4, 2.5], [0, 1, 0, 1, 1], scale="score")
        with self.assertWarnsRegex(cal.CalibrantWarning, "1 of 2 LRs are stronger .* -0.602 and 0.4"):
            fit.predict([1000, 2.5])
        for quiet in ([2.5], [math.inf, -math.inf]):
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                fit.predict(quiet)

    def test_nothing_that_is_kept_can_change(self):
        x, truth = array("d", X), array("i", TRUTH)
        forms = [(x, truth)] if np is None else [
            (x, truth), (np.array(X), np.array(TRUTH, dtype=np.int32))]
        for x, truth in forms:
            lrs = cal.lr_set(x, truth, "log10")
            before = cal.cllr(lrs)
            for i in range(8):
                x[i], truth[i] = math.nan, 10**6
            if isinstance(x, array):
                x.extend([0.0] * 1000000)
                truth.extend([7] * 1000000)
            gc.collect()
            self.assertEqual(cal.cllr(lrs), before)
            self.assertEqual(cal.cllr_min(lrs), cal.cllr_min(X, TRUTH, scale="log10"))
            self.assertEqual(cal.auc(lrs), cal.auc(X, TRUTH, scale="log10"))

    def test_sets_are_pickled(self):
        lrs = cal.lr_set(X, [w + 5 for w in TRUTH], "log10", weight=range(1, 9), h1=6)
        other = pickle.loads(pickle.dumps(lrs))
        self.assertEqual(cal.cllr(other), cal.cllr(lrs))
        self.assertEqual((other.labels, other.weighted, len(other)), (lrs.labels, True, 8))

    def test_probabilities(self):
        p = [1 / (1 + 10 ** -v * 4) for v in X]
        lrs = cal.lr_set(p, TRUTH, "prob", prior=0.2)
        self.assertAlmostEqual(cal.cllr(lrs), self.expected, places=12)
        self.assertAlmostEqual(cal.cllr(p, TRUTH, scale="prob", prior=0.2), self.expected, places=12)
        self.refused("input", "need the `prior`", cal.cllr, p, TRUTH, scale="prob")
        self.refused("input", "between 0 and 1: the one at index 1 is 2", cal.cllr, [0.5, 2], [1, 0],
                     scale="prob", prior=0.5)
        self.refused("input", "belongs to posterior", cal.cllr, X, TRUTH, scale="ln", prior=0.5)
        self.refused("input", "`prior`", cal.cllr, p, TRUTH, scale="prob", prior=1)
        self.assertEqual(cal.cllr([1, 0], [1, 0], scale="prob", prior=0.5), 0)
        self.assertEqual(cal.cross_entropy(lrs), cal.cross_entropy(lrs, prior=0.2))
        self.assertEqual(cal.dcf(lrs), cal.dcf(lrs, prior=0.2))
        fit = cal.calibrate(lrs, penalty=0.1)
        self.assertEqual((fit.scale, fit.prior), ("prob", 0.2))
        for one in (fit, pickle.loads(pickle.dumps(fit))):
            self.assertEqual(list(one.predict(p)), list(fit.predict(p, "posterior", prior=0.2)))
        odds = 10 ** fit.predict(0.3, "log10") * 0.25
        self.assertAlmostEqual(fit.predict(0.3), odds / (1 + odds), places=14)
        self.refused("input", "between 0 and 1", fit.predict, [1.5])
        of_lrs = cal.calibrate(X, TRUTH, scale="ln")
        self.refused("input", "scale of the fit, ln", of_lrs.predict, p, scale="prob")

    def test_the_prior_of_the_data_is_the_share_of_h1(self):
        p, truth = [0.9, 0.2, 0.3, 0.1, 0.6], [1, 0, 0, 0, 1]
        for verb in (cal.cross_entropy, cal.dcf, cal.bayes_error, cal.cross_entropy_min, cal.cllr):
            self.assertEqual(verb(p, truth, scale="prob", prior="data"),
                             verb(p, truth, scale="prob", prior=0.4), verb.__name__)
        lrs = cal.lr_set(p, truth, "prob", prior="data")
        self.assertEqual((lrs.prior, lrs.given_scale), (0.4, "prob"))
        loss = -sum(math.log2(x if h1 else 1 - x) for x, h1 in zip(p, truth)) / 5
        self.assertAlmostEqual(cal.cross_entropy(p, truth, scale="prob", prior="data"), loss, places=12)
        p[1] = 0.7
        fit = cal.calibrate(p, truth, scale="prob", prior="data", penalty=0.1)
        self.assertEqual(fit.record, cal.calibrate(p, truth, scale="prob", prior=0.4, penalty=0.1).record)
        self.refused("input", "`prior`", cal.lr_set, p, truth, "prob", prior="date")
        self.refused("input", "`prior`", cal.cross_entropy, X, TRUTH, scale="ln", prior="data")
        text = "system,p,label\n" + "".join(
            f"{'AB'[k % 2]},{x},{h1}\n" for k, (x, h1) in enumerate(zip(p * 2, truth * 2)))
        with contextlib.redirect_stderr(io.StringIO()):
            sets = cal.read_scores(io.StringIO(text), scale="prob", prior="data",
                                   columns={"score": "p"})
        self.assertEqual([one.prior for one in sets.values()], [0.4, 0.4])

    def test_slips_are_warned_of(self):
        x, truth = random_trials(2000, digits=6)
        ln = [v * 0.9 for v in x]
        slips = {
            "log10 LRs": ([v / math.log(10) for v in ln], truth, "ln"),
            "ln LRs": (ln, truth, "log10"),
            "likelihood ratios": ([math.exp(v) for v in ln], truth, "ln"),
            "probabilities, but": ([1 / (1 + math.exp(-v)) for v in ln], truth, "lr"),
            "per cent": ([100 / (1 + math.exp(-v)) for v in ln], truth, "lr"),
            "smaller LRs": (ln, [not t for t in truth], "ln"),
            "smaller scores": ([-v for v in ln], truth, "score"),
            "2 times": (ln * 2, truth * 2, "score"),
            "look like scores": ([v * 20 + 300 for v in ln], truth, "log10"),
            "code for no result": ([*ln[:-2], 999.0, -999.0], truth, "ln"),
            "look like dates": ([*ln[:-2], 45415.0, 45300.0], truth, "score"),
            "single trial": ([3.0, 1.0, 0.5], [True, False, False], "score"),
        }
        slips["log10 LRs"] = ([v * 0.889 / math.log(10) for v in x], truth, "ln")
        slips["ln LRs"] = ([v * 0.889 for v in x], truth, "log10")
        for words, (values, labels, scale) in slips.items():
            with self.subTest(words=words), self.assertWarnsRegex(cal.CalibrantWarning, words):
                cal.lr_set(values, labels, scale)
            with self.subTest(sure=words):
                with warnings.catch_warnings():
                    warnings.simplefilter("error")
                    cal.lr_set(values, labels, scale, sure=True)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            cal.lr_set([0.6, 0.7, 0.8, 0.9, 0.75, 0.95], [0, 0, 1, 1, 0, 1], "prob", prior=0.5)
        with self.assertWarns(cal.CalibrantWarning) as caught:
            cal.cllr(ln, [not t for t in truth], scale="ln")
        self.assertEqual(caught.filename, __file__)


@unittest.skipIf(np is None, "without numpy")
class Tables(TestCase):
    def setUp(self):
        x, self.truth = random_trials(400, seed=2)
        y, _ = random_trials(400, seed=2, digits=0)
        self.columns = {"a": np.array(x), "b": np.array(y) + np.arange(400) % 7}
        self.expected = cal.fuse(np.column_stack(list(self.columns.values())), self.truth)

    def test_tables_are_matched_by_name(self):
        tables = [self.columns, Polars(self.columns), Table(self.columns)]
        turned = dict(reversed(list(self.columns.items())))
        others = [turned, Polars(turned), Table(turned)]
        if pd is not None:
            tables += [pd.DataFrame(self.columns)]
            others += [pd.DataFrame(turned)]
        for table, other in zip(tables, others):
            with self.subTest(table=type(table).__name__):
                fit = cal.fuse(table, self.truth)
                self.assertEqual(list(fit.coef()), ["a", "b", "offset"])
                self.assertEqual(list(fit.coef().values()), list(self.expected.coef().values()))
                self.assertEqual(list(fit.predict(other)), list(fit.predict(table)))

    def test_columns_that_are_refused(self):
        x = np.column_stack(list(self.columns.values()))
        masked = np.ma.array(x, mask=False)
        masked[3, 1] = np.ma.masked
        dates = x.astype("i8").astype("M8[D]")
        for bad in (masked, x.astype(str), x.astype(complex), dates, x[:, 0], x[None], x[:, :0], "x",
                    None, 3):
            self.assertRaises(cal.CalibrantError, cal.fuse, bad, self.truth)
            self.assertRaises(cal.CalibrantError, self.expected.predict, bad)

    @unittest.skipIf(pd is None, "without pandas")
    def test_frames(self):
        frame = pd.DataFrame(self.columns)
        numbered = frame.set_axis([0, 1], axis=1)
        fit = cal.fuse(numbered, self.truth)
        self.assertEqual(list(fit.coef()), ["0", "1", "offset"])
        self.assertEqual(len(fit.predict(numbered)), 400)
        self.refused("input", "names of columns must differ", cal.fuse,
                     frame.set_axis(["a", "a"], axis=1), self.truth)

    @unittest.skipIf(pd is None, "without pandas")
    def test_series_are_matched_by_label(self):
        x = pd.Series(self.columns["a"])
        truth, weight = pd.Series(self.truth), pd.Series(np.arange(400) % 3 + 1.0)
        expected = cal.cllr(x, truth, scale="ln", weight=weight)
        turned = x.sort_values()
        self.assertAlmostEqual(cal.cllr(turned, truth, scale="ln", weight=weight), expected)
        self.refused("input", "index of `truth`", cal.cllr, x[:399], truth[1:], scale="ln")
        self.refused("input", "index of `weight`", cal.cllr, x, truth, scale="ln",
                     weight=weight.set_axis(range(1, 401)))
        after = cal.pav_lr(turned, truth, scale="ln")
        self.assertTrue(after.index.equals(turned.index))
        fit = cal.fuse(pd.DataFrame(self.columns).loc[turned.index], truth)
        self.assertAlmostEqual(fit.coef()["a"], self.expected.coef()["s1"])


if __name__ == "__main__":
    unittest.main()
