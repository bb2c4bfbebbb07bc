"""The estimator for pipelines, and the pictures."""
import functools
import math
import pickle
import time
import unittest
import warnings

from support import TestCase, np, pd, random_trials

import calibrant as cal

try:
    import matplotlib

    matplotlib.use("Agg")
except ImportError:
    matplotlib = None
try:
    from sklearn.utils.estimator_checks import estimator_checks_generator as checks_of
except ImportError:
    try:  # Before scikit-learn 1.6.
        from sklearn.utils.estimator_checks import check_estimator
    except ImportError:
        checks_of = None
    else:
        checks_of = functools.partial(check_estimator, generate_only=True)

# The first two checks ask for classes of scikit-learn: an error of numpy's words for a dictionary
# among numbers, and a warning if `y` is a column, which is taken here. The third one fits more
# columns than rows, which `fuse()` refuses.
NOT_MET = {"check_dtype_object", "check_supervised_y_2d",
           "check_sample_weight_equivalence_on_dense_data"}


@unittest.skipIf(np is None, "without numpy")
class Estimator(TestCase):
    def setUp(self):
        x, self.truth = random_trials(400, seed=2)
        self.X = np.column_stack([x, random_trials(400, seed=2, digits=0)[0] + np.arange(400) % 7])
        self.y = np.where(self.truth, "same", "other")
        self.classes = np.where(self.truth, 1, 0)
        self.fit = cal.LRCalibrator().fit(self.X, self.classes)

    def test_it_is_a_fusion(self):
        share = float(self.classes.mean())
        fused = cal.fuse(self.X, self.truth, prior=share, penalty=0.1)
        self.assertEqual(list(self.fit.log10_lr(self.X)), list(fused.predict(self.X)))
        posterior = self.fit.predict_proba(self.X)
        self.assertTrue(np.allclose(posterior[:, 1], fused.predict(self.X, "posterior"), 1e-13))
        self.assertTrue(np.allclose(posterior.sum(axis=1), 1))
        self.assertEqual(list(self.fit.predict(self.X)), list((posterior[:, 1] > 0.5).astype(int)))
        self.assertGreater(self.fit.score(self.X, self.classes), 0.6)

    def test_labels_weights_and_one_column(self):
        fit = cal.LRCalibrator(prior=0.3, penalty=0).fit(self.X[:, :1], self.y)
        self.assertEqual(list(fit.classes_), ["other", "same"])
        self.assertEqual(set(fit.predict(self.X[:, :1])), {"other", "same"})
        weight = np.arange(400) % 3
        a = cal.LRCalibrator().fit(self.X, self.classes, weight).calibration_.coef()
        b = cal.LRCalibrator().fit(self.X[weight > 0], self.classes[weight > 0], weight[weight > 0])
        self.assertEqual(a, b.calibration_.coef())

    def test_refusals(self):
        new = cal.LRCalibrator()
        for X, y in (
            (self.X, None), (self.X[:, 0], self.classes), (self.X, self.classes[:9]),
            (self.X, self.classes * 0), (self.X, np.arange(400)), (self.X * np.nan, self.classes),
            (self.X + 1j, self.classes), (self.X[:0], self.classes[:0]), (self.X, self.classes + 0.5),
        ):
            self.assertRaises(cal.CalibrantError, new.fit, X, y)
        self.assertRaises(cal.NotFittedError, new.predict, self.X)
        self.refused("input", "expecting 2 features", self.fit.predict, self.X[:, :1])
        self.refused("input", "Did you mean 'prior'", new.set_params, priors=1)
        self.refused("input", "`prior`", cal.LRCalibrator(prior=1).fit, self.X, self.classes)

    def test_columns_keep_their_order(self):
        frame = {"a": self.X[:, 0], "b": self.X[:, 1]}
        fit = cal.LRCalibrator().fit(frame, self.classes)
        turned = dict(reversed(list(frame.items())))
        for X in (turned, {"a": frame["a"], "c": frame["b"]}):
            for function in (fit.log10_lr, fit.predict, fit.predict_proba, fit.decision_function,
                             lambda X: fit.score(X, self.classes)):
                self.refused("input", "feature names should match", function, X)
        self.assertEqual(list(fit.predict(frame)), list(fit.predict(self.X)))
        fit.fit(self.X, self.classes)
        self.assertFalse(hasattr(fit, "feature_names_in_"))
        fit.predict(turned)

    def test_labels_that_are_refused(self):
        for y in (self.classes[:9], self.classes.astype(str), 1, None, {}, set(), "same",
                  self.classes * 2.5, np.ma.array(self.classes, mask=self.classes == 1)):
            self.assertRaises(cal.CalibrantError, self.fit.score, self.X, y)
            if getattr(y, "dtype", None) != self.classes.astype(str).dtype:
                self.assertRaises(cal.CalibrantError, self.fit.fit, self.X, y)
        for weight in (self.classes[:9], -self.classes, "1", np.ones((400, 2)), np.zeros(400)):
            self.assertRaises(cal.CalibrantError, self.fit.score, self.X, self.classes, weight)
            self.assertRaises(cal.CalibrantError, self.fit.fit, self.X, self.classes, weight)
        mixed = np.array([1, "a"], dtype=object)[self.classes]
        self.refused("input", "one kind", self.fit.fit, self.X, mixed)

    @unittest.skipIf(pd is None, "without pandas")
    def test_series_are_matched_by_label(self):
        frame, y = pd.DataFrame(self.X), pd.Series(self.classes)
        weight = pd.Series(np.arange(400) % 3 + 1.0)
        expected = cal.LRCalibrator().fit(frame, y, weight)
        found = cal.LRCalibrator().fit(frame, y[::-1], weight.sort_values())
        self.assertEqual(found.calibration_, expected.calibration_)
        self.assertEqual(found.score(frame, y[::-1], weight.sort_values()),
                         expected.score(frame, y, weight))
        self.refused("input", "The index of `y`", found.fit, frame, y.set_axis(y.index + 1))

    def test_it_can_be_copied(self):
        other = pickle.loads(pickle.dumps(self.fit))
        self.assertEqual(list(other.predict(self.X)), list(self.fit.predict(self.X)))
        self.assertEqual(repr(cal.LRCalibrator(prior=0.1).set_params(penalty=2)),
                         "LRCalibrator(prior=0.1, penalty=2, threads=1)")

    @unittest.skipIf(checks_of is None, "without scikit-learn")
    def test_conventions(self):
        failed, n = set(), 0
        for estimator, check in checks_of(cal.LRCalibrator()):
            n += 1
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                try:
                    check(estimator)
                except unittest.SkipTest:
                    pass
                except Exception:
                    failed.add(getattr(check, "func", check).__name__)
        self.assertGreater(n, 30)
        self.assertLessEqual(failed, NOT_MET)

    @unittest.skipIf(checks_of is None, "without scikit-learn")
    def test_pipelines(self):
        from sklearn.model_selection import GridSearchCV, cross_val_score
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler

        line = make_pipeline(StandardScaler(), cal.LRCalibrator())
        self.assertEqual(len(cross_val_score(line, self.X, self.y, scoring="neg_log_loss")), 5)
        search = GridSearchCV(cal.LRCalibrator(), {"penalty": [0.01, 1]}, cv=3)
        self.assertIn(search.fit(self.X, self.y).best_params_["penalty"], (0.01, 1))


@unittest.skipIf(matplotlib is None, "without matplotlib")
class Pictures(TestCase):
    def setUp(self):
        self.lrs = cal.lr_set(*random_trials(300), "log10", sure=True)

    def lines(self, ax):
        return [(list(line.get_xdata()), list(line.get_ydata())) for line in ax.get_lines()]

    def test_numbers_are_those_of_the_tables(self):
        curve = cal.ece_curve(self.lrs)
        (odds, ece), (_, least), _, (_, null) = self.lines(cal.plot_ece(self.lrs))
        self.assertEqual((odds, ece), (list(curve["log10_prior_odds"]), list(curve["ece"])))
        self.assertEqual((least, null), (list(curve["ece_min"]), list(curve["ece_null"])))
        det = cal.det_curve(self.lrs)
        self.assertEqual(len(self.lines(cal.plot_det(self.lrs))[0][0]), sum(det["hull"]))
        h1, h2 = self.lines(cal.plot_tippett(self.lrs))
        rates = cal.error_rates(self.lrs, threshold=h1[0])
        for found, expected in zip(h2[1], rates["p_fa"]):
            self.assertAlmostEqual(found, expected, places=12)
        for found, expected in zip(h1[1], rates["p_miss"]):
            self.assertAlmostEqual(1 - found, expected, places=12)
        blocks = cal.pav(self.lrs)
        levels = [v for v in blocks["log10_lr_pav"] for _ in range(2)]
        ax = cal.plot_pav(self.lrs)
        self.assertEqual(self.lines(ax)[0][1], levels)
        self.assertTrue(all(map(math.isfinite, [*ax.get_xlim(), *ax.get_ylim()])))

    def test_tippett_of_weighted_trials(self):
        x = cal.lr_set([1, 2, 3, 2], [1, 1, 0, 0], "score", weight=[1, 3, 2, 6])
        h1, h2 = self.lines(cal.plot_tippett(x))
        self.assertEqual((h1[0], h1[1]), ([1, 2, 3], [1, 0.75, 0]))
        self.assertEqual(h2[1], [1, 1, 0.25])

    def test_many_trials_take_linear_time(self):
        x = cal.lr_set(*random_trials(60000), "log10", sure=True)
        began = time.process_time()
        for plot in (cal.plot_det, cal.plot_ece, cal.plot_tippett, cal.plot_pav):
            plot(x)
        matplotlib.pyplot.close("all")
        self.assertLess(time.process_time() - began, 30)

    def test_several_sets_and_odd_ones(self):
        sets = {"A": self.lrs, "B": cal.lr_set(*random_trials(50, 3), "ln")}
        odd = [
            cal.lr_set([math.inf, 1, -math.inf, -1], [1, 1, 0, 0], "ln"),
            cal.lr_set([1, 1, 1, 1], [1, 1, 0, 0], "ln"),
            cal.lr_set([3, 2, 1, 0], [1, 1, 0, 0], "score"),
        ]
        for plot in (cal.plot_det, cal.plot_ece, cal.plot_tippett, cal.plot_pav):
            ax = plot(sets)
            self.assertIs(plot(self.lrs, ax=ax), ax)
            for lrs in odd:
                if lrs.scale != "score" or plot is not cal.plot_ece:
                    plot(lrs).figure.canvas.draw()
            self.refused("input", "made by lr_set", plot, [1, 2])
            self.refused("input", "at least one set", plot, {})
            mixed = {"LRs": self.lrs, "scores": odd[2]}
            if plot in (cal.plot_tippett, cal.plot_pav):
                self.refused("input", "share an axis", plot, mixed)
        matplotlib.pyplot.close("all")


if __name__ == "__main__":
    unittest.main()
