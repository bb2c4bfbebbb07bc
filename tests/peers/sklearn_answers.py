"""A plugin of pytest: calibrant replaces the numerical cores of scikit-learn, whose own tests the
answers must pass. Checks of input stay theirs. They answer input that calibrant refuses, such as
trials of one class; these cases are counted.
    pytest -p sklearn_answers --pyargs sklearn.metrics.tests.test_ranking"""
import math
import warnings

import numpy as np
import pytest
import recorded
import sklearn.calibration as calibration
import sklearn.isotonic as isotonic
import sklearn.metrics
import sklearn.metrics._classification as classification
import sklearn.metrics._ranking as ranking

import calibrant as cal

SOURCE = "scikit-learn/scikit-learn"
warnings.simplefilter("ignore", cal.CalibrantWarning)


def instead(module, name):
    """Replaces a function of scikit-learn. Ours gets its answer first, then the
    arguments; without an answer of ours, the original answer is kept."""
    def put(function):
        theirs = getattr(module, name)

        def answered(*args, **kwargs):
            expected = theirs(*args, **kwargs)
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore", cal.CalibrantWarning)
                    found = function(expected, *args, **kwargs)
            except cal.CalibrantError as error:
                recorded.COUNTS[SOURCE, name, f"refused: {error.kind}"] = recorded.COUNTS.get(
                    (SOURCE, name, f"refused: {error.kind}"), 0) + 1
                found = None
            return expected if found is None else found
        for place in (module, sklearn.metrics):
            if getattr(place, name, None) is theirs:
                setattr(place, name, answered)
        return function
    return put


def trials(y_true, y_score, pos_label, weight):
    value, is_h1 = np.ravel(np.asarray(y_score, float)), np.ravel(np.asarray(y_true) == pos_label)
    if weight is None:
        return value, is_h1, None
    weight = np.ravel(np.asarray(weight, float))
    return value[weight != 0], is_h1[weight != 0], weight[weight != 0]


# Its name before scikit-learn 1.8, when it returned false and true positives alone.
before = "_binary_clf_curve"


@instead(ranking, before if hasattr(ranking, before) else "confusion_matrix_at_thresholds")
def curve(expected, y_true, y_score, pos_label=None, sample_weight=None):
    fps, tps, thresholds = expected if len(expected) == 3 else expected[1::2] + expected[4:]
    value, is_h1, weight = trials(y_true, y_score, 1 if pos_label is None else pos_label, sample_weight)
    x = cal.lr_set(value, is_h1, "score", weight=weight, sure=True)
    det = cal.det_curve(x)
    n_h1 = is_h1.sum() if weight is None else weight[is_h1].sum()
    n_h2 = (~is_h1).sum() if weight is None else weight[~is_h1].sum()
    p_fa, p_miss = (np.asarray(det[name])[:-1][::-1] for name in ("p_fa", "p_miss"))
    if len(p_fa) != len(fps):
        return None
    recorded.note(SOURCE, "p_fa", value, is_h1, weight, p_fa, fps / n_h2)
    recorded.note(SOURCE, "p_miss", value, is_h1, weight, p_miss, 1 - tps / n_h1)
    counts = [p_fa * n_h2, (1 - p_miss) * n_h1]
    if weight is None or (weight % 1 == 0).all():
        counts = [np.round(n) for n in counts]
    if len(expected) == 3:
        return counts[0], counts[1], thresholds
    return n_h2 - counts[0], counts[0], n_h1 - counts[1], counts[1], thresholds


@instead(ranking, "_binary_roc_auc_score")
def area(expected, y_true, y_score, sample_weight=None, max_fpr=None):
    if max_fpr not in (None, 1):
        return None
    value, is_h1, weight = trials(y_true, y_score, 1, sample_weight)
    answer = cal.auc(cal.lr_set(value, is_h1, "score", weight=weight, sure=True))
    recorded.note(SOURCE, "auc", value, is_h1, weight, answer, expected)
    return answer


@instead(isotonic, "isotonic_regression")
def regression(expected, y, *, sample_weight=None, y_min=None, y_max=None, increasing=True):
    """A value between 0 and 1 becomes two weighted trials at one place."""
    y = np.asarray(y, float)
    n, low, high = len(y), y.min(initial=math.inf), y.max(initial=-math.inf)
    weight = np.ones(n) if sample_weight is None else np.asarray(sample_weight, float)
    if n < 2 or not low < high or (weight == 0).any():
        return None
    share = (y - low) / (high - low)
    share = share if increasing else 1 - share
    value, both = np.tile(np.arange(n, dtype=float), 2), np.concatenate([weight * share, weight * (1 - share)])
    kept = both > 1e-100
    x = cal.lr_set(value[kept], (np.arange(2 * n) < n)[kept], "score", weight=both[kept], sure=True)
    blocks = cal.pav(x)
    answer = np.empty(n)
    for first, last, h1, h2 in zip(*(blocks[name] for name in ("score_min", "score_max", "n_h1", "n_h2"))):
        answer[int(first):int(last) + 1] = h1 / (h1 + h2)
    answer = low + (answer if increasing else 1 - answer) * (high - low)
    if y_min is not None or y_max is not None:
        answer = np.clip(answer, y_min, y_max)
    elif increasing:
        recorded.note(SOURCE, "isotonic", y, None, sample_weight, answer, expected)
    else:
        recorded.note(SOURCE, "antitonic", y, None, sample_weight, answer, expected)
    return answer.astype(expected.dtype)


@instead(calibration, "_sigmoid_calibration")
def sigmoid(expected, predictions, y, sample_weight=None, **_):
    """Their targets, (n + 1) / (n + 2), are weights of two trials."""
    value, is_h1 = np.ravel(np.asarray(predictions, float)), np.ravel(y) > 0
    weight = np.ones(len(value)) if sample_weight is None else np.asarray(sample_weight, float)
    n_h2, n_h1 = weight[~is_h1].sum(), weight[is_h1].sum()
    target = np.where(is_h1, (n_h1 + 1) / (n_h1 + 2), 1 / (n_h2 + 2))
    both = np.concatenate([weight * target, weight * (1 - target)])
    kept, doubled = both > 1e-100, np.arange(2 * len(value)) < len(value)
    prior = both[kept & doubled].sum() / both[kept].sum()
    fit = cal.calibrate(np.tile(value, 2)[kept], doubled[kept], scale="score", weight=both[kept],
                        prior=prior).coef()
    answer = -fit["slope"], -(fit["offset"] + math.log(prior / (1 - prior)))
    def cost(ab):
        z = -(ab[0] * value + ab[1])
        return (weight * (np.logaddexp(0, z) - target * z)).sum()
    found = recorded.class_of("sigmoid", answer, expected)
    if found == "differs" and cost(answer) <= cost(expected) * (1 + 1e-12):
        found = "of lower cost"
    key = (SOURCE, "sigmoid", found)
    recorded.COUNTS[key] = recorded.COUNTS.get(key, 0) + 2
    return answer


@instead(classification, "log_loss")
def log_loss(expected, y_true, y_pred=None, y_proba=None, *, eps="auto", normalize=True, sample_weight=None,
             labels=None):
    """The probabilities are `y_proba` since scikit-learn 1.9."""
    p, levels = np.asarray(y_pred if y_proba is None else y_proba), np.unique(np.asarray(y_true))
    binary = p.ndim == 1 or p.ndim == 2 and p.shape[1] == 2 and np.allclose(p.sum(1), 1)
    # They compute with as many digits as they are given, few in half precision.
    if p.dtype not in (np.float32, np.float64) or not binary or len(levels) != 2 or sample_weight is not None or not normalize or eps != "auto":
        return None
    least = np.finfo(p.dtype).eps
    p = np.clip(np.asarray(p if p.ndim == 1 else p[:, 1], float), least, 1 - least)
    is_h1 = np.asarray(y_true) == levels[1]
    share = is_h1.mean()
    x = cal.lr_set(p, is_h1, "prob", prior=share, sure=True)
    answer = cal.cross_entropy(x, prior=share) * math.log(2)
    recorded.note(SOURCE, "log_loss", p, is_h1, None, answer, expected)
    return answer


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    recorded.TEST[0] = f"{item.module.__name__}::{item.name.split('[')[0]}"


def pytest_sessionfinish():
    recorded.write()
