"""Relations between measures, shapes, and arrays of all kinds."""
import gc
import math
import threading
import unittest
from array import array

from support import TestCase, columns, np, pd, random_trials, voices

import calibrant as cal


class Measures(TestCase):
    def setUp(self):
        self.x, self.truth = random_trials(300)
        self.lrs = cal.lr_set(self.x, self.truth, "log10")

    def test_definition(self):
        h1 = [math.log2(1 + 10**-v) for v, t in zip(self.x, self.truth) if t]
        h2 = [math.log2(1 + 10**v) for v, t in zip(self.x, self.truth) if not t]
        expected = (math.fsum(h1) / len(h1) + math.fsum(h2) / len(h2)) / 2
        self.assertAlmostEqual(cal.cllr(self.lrs), expected, places=14)
        self.assertEqual(cal.cllr(self.x, self.truth, scale="log10"), cal.cllr(self.lrs))

    def test_probabilities_in_one_call_have_one_prior(self):
        p, y = [0.9, 0.2, 0.3, 0.1, 0.6, 0.25], [1, 0, 0, 0, 1, 1]
        lrs = cal.lr_set(p, y, "prob", prior=0.25)
        verbs = [cal.cross_entropy, cal.cross_entropy_min, cal.bayes_error, cal.bayes_error_min,
                 cal.dcf, cal.dcf_min, cal.threshold_at]
        for verb in verbs:
            self.assertEqual(verb(p, y, scale="prob", prior=0.25), verb(lrs), verb.__name__)
        loss = -(math.log(0.9) + math.log(0.6) + math.log(0.25)) / 12
        loss -= (math.log(0.8) + math.log(0.7) + math.log(0.9)) / 4
        found = cal.cross_entropy(p, y, scale="prob", prior=0.25)
        self.assertAlmostEqual(found * math.log(2), loss, places=14)
        fit = cal.calibrate(p, y, scale="prob", prior=0.25)
        self.assertEqual(list(fit.predict(p)), list(cal.calibrate(lrs).predict(p)))
        found = cal.measures(p, y, which=["cross_entropy"], scale="prob", prior=0.25, replicates=0)
        self.assertEqual(str(found), str(cal.measures(lrs, which=["cross_entropy"], replicates=0)))

    def test_identities(self):
        lrs = self.lrs
        self.assertAlmostEqual(cal.cllr_cal(lrs), cal.cllr(lrs) - cal.cllr_min(lrs), places=15)
        self.assertAlmostEqual(cal.cross_entropy(lrs), cal.cllr(lrs), places=14)
        self.assertAlmostEqual(cal.cross_entropy_min(lrs), cal.cllr_min(lrs), places=14)
        after = cal.pav_lr(lrs)
        self.assertAlmostEqual(
            self.quiet(cal.cllr, after, self.truth, scale="log10"), cal.cllr_min(lrs), places=14
        )
        self.assertGreaterEqual(cal.eer(lrs, method="steps"), cal.eer(lrs))
        self.assertGreaterEqual(cal.auc(lrs, method="hull"), cal.auc(lrs))
        self.assertLessEqual(
            cal.dcf_min(lrs, prior=0.1, c_miss=5), cal.dcf(lrs, prior=0.1, c_miss=5)
        )

    def test_threads_and_order_change_nothing(self):
        many, truth = random_trials(600000, digits=5)
        one = cal.lr_set(many, truth, "ln")
        two = cal.lr_set(many[::-1], truth[::-1], "ln", threads=2)
        self.assertEqual(cal.cllr_min(one), cal.cllr_min(two))
        self.assertEqual(cal.cllr(one), cal.cllr(cal.lr_set(many, truth, "ln", threads=2)))

    def test_curves(self):
        ece = columns(cal.ece_curve(self.lrs))
        self.assertEqual(list(ece), ["log10_prior_odds", "ece", "ece_min", "ece_null"])
        self.assertEqual(len(ece["ece"]), 121)
        self.assertAlmostEqual(ece["ece"][60], cal.cllr(self.lrs), places=14)
        self.assertEqual(ece["ece_null"][60], 1)
        det = columns(cal.det_curve(self.lrs))
        self.assertEqual(len(det["p_fa"]), len(set(self.x)) + 1)
        self.assertEqual((det["p_fa"][0], det["p_miss"][0], det["threshold"][0]), (1, 0, -math.inf))
        self.assertEqual((det["p_fa"][-1], det["p_miss"][-1]), (0, 1))
        self.assertEqual(sum(det["hull"]), len(columns(cal.pav(self.lrs))["n_h1"]) + 1)
        rates = columns(cal.error_rates(self.lrs, threshold=det["threshold"][::-1]))
        self.assertEqual(rates["p_fa"], det["p_fa"][::-1])
        self.assertEqual(rates["p_miss"], det["p_miss"][::-1])

    def test_operating_points(self):
        costs = cal.dcf(self.lrs, prior=[0.01, 0.5, 0], c_miss=[10, 1, 1])
        self.assertEqual(len(costs), 3)
        self.assertEqual(costs[2], 0)
        one = cal.dcf(self.lrs, prior=0.01, c_miss=10)
        self.assertEqual(costs[0], one)
        self.assertEqual(cal.dcf(self.lrs, prior=0.01, c_miss=10, normalised=True), one / 0.1)
        self.refused("input", "inside", cal.dcf, self.lrs, prior=0, normalised=True)

    def test_scales(self):
        ln10 = math.log(10)
        for scale, values in {
            "ln": [v * ln10 for v in self.x],
            "lr": [10**v for v in self.x],
            "log2": [v * math.log2(10) for v in self.x],
        }.items():
            other = cal.lr_set(values, self.truth, scale)
            self.assertAlmostEqual(cal.cllr(other), cal.cllr(self.lrs), places=13)
            self.assertEqual(cal.cllr_min(other), cal.cllr_min(self.lrs))
            self.assertAlmostEqual(
                columns(cal.pav(other))["log10_lr_max"][3],
                columns(cal.pav(self.lrs))["log10_lr_max"][3],
                places=14,
            )
        scores = cal.lr_set(self.x, self.truth, "score")
        self.assertEqual(cal.eer(scores), cal.eer(self.lrs))
        self.assertIn("score_min", columns(cal.pav(scores)))

    def test_infinite_lrs(self):
        with self.assertWarns(cal.CalibrantWarning):
            self.assertEqual(cal.cllr([math.inf, 1, -2], [0, 1, 0], scale="log10"), math.inf)
        self.assertEqual(cal.cllr([math.inf, -math.inf], [1, 0], scale="ln"), 0)
        lrs = cal.lr_set([math.inf, 0, math.inf, -1], [1, 1, 0, 0], "log10")
        self.assertEqual(list(cal.dcf(lrs, prior=[0, 1])), [0, 0])
        self.assertTrue(math.isnan(columns(cal.det_curve(lrs))["threshold"][-1]))

    def test_the_minimum_is_never_above(self):
        for seed in range(60):
            x, truth = random_trials(30, seed)
            after = cal.lr_set(cal.pav_lr(x, truth, scale="ln"), truth, "log10")
            self.assertLessEqual(cal.cllr_min(after), cal.cllr(after))

    def test_labels_weights_and_arrays(self):
        words = ["same" if t else "different" for t in self.truth]
        expected = cal.cllr(self.lrs)
        self.assertEqual(cal.cllr(self.x, words, scale="log10", h1="same"), expected)
        self.assertEqual(
            cal.cllr(array("d", self.x), array("i", self.truth), scale="log10"), expected
        )
        self.assertEqual(cal.cllr(tuple(self.x), self.truth, scale="log10"), expected)
        double = cal.cllr(self.x, self.truth, scale="log10", weight=[2] * len(self.x))
        self.assertAlmostEqual(double, expected, places=14)

    @unittest.skipIf(np is None, "without numpy")
    def test_numpy(self):
        x, truth = np.array(self.x), np.array(self.truth)
        expected = cal.cllr(self.lrs)
        for one, other in (
            (x, truth),
            (x, truth.astype(np.int32)),
            (x, truth.astype(float)),
            (np.repeat(x, 2)[::2], np.repeat(truth, 2)[::2]),
            (x.astype(object), truth),
        ):
            self.assertEqual(cal.cllr(one, other, scale="log10"), expected)
        lrs = cal.lr_set(x, truth.astype(np.int32), "log10")
        self.assertNotEqual(lrs.handle.arrays[0].pointer, x.ctypes.data)
        self.assertIsInstance(cal.pav_lr(lrs), np.ndarray)

    @unittest.skipIf(pd is None, "without pandas")
    def test_pandas(self):
        frame = pd.DataFrame({"x": self.x, "truth": self.truth}, index=range(7, 307))
        after = cal.pav_lr(frame["x"], frame["truth"], scale="log10")
        self.assertTrue(after.index.equals(frame.index))
        self.assertEqual(list(after), list(cal.pav_lr(self.lrs)))
        labels = frame["truth"].map({True: "a", False: "b"}).astype("category")
        self.assertEqual(cal.eer(frame["x"], labels, scale="score", h1="a"), cal.eer(self.lrs))
        self.assertIsInstance(cal.pav(self.lrs), pd.DataFrame)
        by = frame.assign(half=frame.index % 2).groupby("half")
        found = by.apply(lambda one: cal.cllr(one["x"], one["truth"], scale="log10"))
        self.assertEqual(len(found), 2)

    def test_sets_live_as_long_as_they_are_used(self):
        blocks = cal.pav(cal.lr_set(list(self.x), list(self.truth), "log10"))
        gc.collect()
        self.assertEqual(columns(blocks), columns(cal.pav(self.lrs)))
        found = []
        workers = [
            threading.Thread(target=lambda: found.append(cal.cllr_min(self.lrs))) for _ in range(8)
        ]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        self.assertEqual(found, [cal.cllr_min(self.lrs)] * 8)

    def test_shipped_voices(self):
        x, truth = voices()
        lrs = cal.lr_set(x, truth, "log10")
        self.assertEqual(repr(lrs), "<LRSet> 76 H1 and 2850 H2 trials (log10)")
        self.assertAlmostEqual(cal.cllr(lrs), 0.49808661976487456, places=15)


if __name__ == "__main__":
    unittest.main()
