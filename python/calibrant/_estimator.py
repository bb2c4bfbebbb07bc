"""An estimator for pipelines of scikit-learn, by its conventions but without its code."""
from __future__ import annotations

import math
import sys
from typing import Any, Optional

from ._arrays import aligned, columns_of, doubles, flat, index_of, np, one_column, refuse_missing
from ._calibration import Calibration, fuse
from ._words import CalibrantError, check, choice, number, public


class NotFittedError(CalibrantError, AttributeError):
    """Raised if `fit()` was not called first."""


NotFittedError.__module__ = "calibrant"


def _not_fitted() -> NotFittedError:
    """An error that scikit-learn also knows, if it is loaded."""
    theirs = sys.modules.get("sklearn.exceptions")
    bases = (NotFittedError, theirs.NotFittedError) if theirs else (NotFittedError,)
    kind = type("NotFittedError", bases, {"__module__": "calibrant"})
    found: NotFittedError = kind("This LRCalibrator is not fitted yet: call fit() first.")
    return found


class LRCalibrator:
    """Posterior probabilities and LRs from one score, or from several by `fuse()`, as an estimator.

    Parameters
    ----------
    prior : float, optional
        The prior probability of the second class, for posteriors and for the weights of the fit; by
        default its share in the training data.
    penalty : float
        The number of pseudo-trials, 0 or more. Separated classes need more than 0.
    threads : int
        The number of threads.

    Attributes
    ----------
    classes_ : array of the two classes, the second of which is H1.
    calibration_ : Calibration, for `write_calibration()`.
    n_features_in_, feature_names_in_ : the number of columns, and their names where they have any.

    Examples
    --------
    >>> import calibrant as cal
    >>> fit = cal.LRCalibrator(penalty=1).fit(  # doctest: +SKIP
    ...     [[3], [1], [2], [0]], ["same", "other", "same", "other"])
    >>> fit.predict([[2.5]])  # doctest: +SKIP
    array(['same'], dtype='<U5')
    """

    _estimator_type = "classifier"

    @public
    def __init__(self, *, prior: Optional[float] = None, penalty: float = 0.1,
                 threads: int = 1) -> None:
        self.prior, self.penalty, self.threads = prior, penalty, threads

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The arguments of the estimator by name, as scikit-learn asks for them."""
        return {"prior": self.prior, "penalty": self.penalty, "threads": self.threads}

    def set_params(self, **params: Any) -> "LRCalibrator":
        """Changes arguments of the estimator, which it returns."""
        for name, value in params.items():
            setattr(self, choice(name, self.get_params(), "parameter"), value)
        return self

    def __repr__(self) -> str:
        return f"LRCalibrator({', '.join(f'{k}={v!r}' for k, v in self.get_params().items())})"

    def _more_tags(self) -> dict[str, Any]:
        return {"binary_only": True, "requires_y": True}

    def __sklearn_tags__(self) -> Any:
        from sklearn.utils import ClassifierTags, InputTags, Tags, TargetTags  # type: ignore
        return Tags(estimator_type="classifier", target_tags=TargetTags(required=True),
                    transformer_tags=None, regressor_tags=None, input_tags=InputTags(),
                    classifier_tags=ClassifierTags(multi_class=False))

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "calibration_")

    def _matrix(self, X: Any) -> tuple[Any, Optional[list[str]]]:
        sparse = hasattr(X, "toarray") or getattr(X, "format", None) in ("csr", "csc", "coo")
        check(not sparse, "Sparse data are not supported: X must be a dense matrix.")
        check(getattr(X, "ndim", 2) != 1, "`X` must have 2 dimensions, not 1. Reshape your data: "
                                          "X.reshape(-1, 1) is one column.")
        kind, shape = getattr(getattr(X, "dtype", None), "kind", ""), getattr(X, "shape", (1, 1))
        check(kind != "c", "Complex data not supported: `X` must have real numbers.")
        what = "sample(s)" if shape[:1] == (0,) else "feature(s)"
        check(len(shape) != 2 or 0 not in shape, f"Found array with 0 {what} (shape="
              f"{tuple(shape)}) while a minimum of 1 is required.")
        found, names = columns_of(X)
        check(np.isfinite(found).all(), "`X` must have no NaN and no infinity.")
        return found, names

    @staticmethod
    def _labels(y: Any, n: int) -> Any:
        must = "must have one element per row of `X`"
        labels = flat(one_column(y, "y", must), "y", must)
        check(labels.size == n, f"`y` {must}, not {labels.size}: inconsistent numbers of samples.")
        return labels

    @staticmethod
    def _weights(given: Any, n: int) -> Any:
        weight = doubles(np.ones(n) if given is None else given, "sample_weight").owner
        check(weight.shape == (n,) and (weight >= 0).all() and weight.any(),
              "`sample_weight` must have a number per row, none negative and not all zero.")
        return weight

    @public
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> "LRCalibrator":
        """Fits one slope per column, as `fuse()`. Trials of weight 0 are left out."""
        check(y is not None, "This estimator requires y to be passed, but the target y is None.")
        found, names = self._matrix(X)
        labels = self._labels(aligned(y, index_of(X), "y"), len(found))
        whole = labels.dtype.kind != "f" or (np.isfinite(labels) & (labels % 1 == 0)).all()
        check(whole, "Unknown label type: `y` must have classes, not measurements.")
        weight = self._weights(aligned(sample_weight, index_of(X), "sample_weight"), len(found))
        kept = weight > 0
        refuse_missing(labels.tolist() if labels.dtype.kind == "O" else [], "y")
        check(len({isinstance(label, str) for label in labels.tolist()}) == 1,
              "`y` must have labels of one kind: some are text and others are not.")
        self.classes_ = np.unique(labels[kept])
        n = len(self.classes_)
        check(n == 2, "Only binary classification is supported, of two classes: `y` has "
                      f"{n} class{'es' * (n != 1)}.", "one_class")
        is_h1 = labels == self.classes_[1]
        prior = weight[is_h1].sum() / weight.sum() if self.prior is None else self.prior
        self.prior_ = number(prior, "prior", 0, 1, inside=True)
        self.calibration_: Calibration = fuse(
            found[kept], is_h1[kept], weight=None if (weight == 1).all() else weight[kept],
            prior=self.prior_, penalty=self.penalty, threads=self.threads)
        self.n_features_in_ = found.shape[1]
        vars(self).pop("feature_names_in_", None)
        if names is not None:
            self.feature_names_in_ = np.array(names, dtype=object)
        return self

    @public
    def log10_lr(self, X: Any) -> Any:
        """The log10 LR of each row, for the second class against the first."""
        if not hasattr(self, "calibration_"):
            raise _not_fitted()
        found, names = self._matrix(X)
        check(found.shape[1] == self.n_features_in_, f"X has {found.shape[1]} features, but "
              f"LRCalibrator is expecting {self.n_features_in_} features as input.")
        own = list(getattr(self, "feature_names_in_", names or ()))
        check(names in (None, own), "The feature names should match those that were passed during "
              f"fit, in their order: they are {names}, and were {own}.")
        return np.asarray(self.calibration_.predict(found))

    def decision_function(self, X: Any) -> Any:
        """The posterior log odds of the second class, natural logarithms."""
        return self.log10_lr(X) * math.log(10) + math.log(self.prior_ / (1 - self.prior_))

    def predict_proba(self, X: Any) -> Any:
        """The posterior probabilities of both classes, a column per class."""
        odds = self.decision_function(X)
        with np.errstate(over="ignore"):
            return np.column_stack([1 / (1 + np.exp(odds)), 1 / (1 + np.exp(-odds))])

    def predict(self, X: Any) -> Any:
        """The more probable class."""
        is_h1 = self.decision_function(X) > 0
        return self.classes_[is_h1.astype(int)]

    @public
    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """The weighted share of rows with the correct class."""
        found = self.predict(X)
        labels = self._labels(aligned(y, index_of(X), "y"), len(found))
        check(set(labels.tolist()) <= set(self.classes_.tolist()),
              f"`y` must have the classes of the fit, {self.classes_.tolist()}.")
        weight = self._weights(aligned(sample_weight, index_of(X), "sample_weight"), len(found))
        return float(np.average(found == labels, weights=weight))
