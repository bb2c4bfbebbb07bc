"""Objects that behave like those of packages that are not here: numpy 2, arrow, polars, Spark, Dask
and DuckDB."""
from support import np


class Column:
    def __init__(self, values):
        self.values = values

    def __len__(self):
        return len(self.values)

    def __iter__(self):
        return iter(self.values)

    def __array__(self, dtype=None, copy=None):
        return self.found(dtype, copy)


class Arrow(Column):
    """An array of objects, which may have a method as_py(), as those of pyarrow do."""

    def found(self, dtype, copy):
        return np.array(self.values, dtype=dtype or object)


class Strict(Column):
    """An array that numpy may not change, and which is available only as a copy."""

    def found(self, dtype, copy):
        if copy is False:
            raise ValueError("Unable to avoid copy while creating an array as requested.")
        found = np.array(self.values, dtype=dtype)
        found.flags.writeable = False
        return found


class Bare:
    """A scalar of an old arrow, which is not a number of Python."""

    def __init__(self, value):
        self.value = value

    def as_py(self):
        return self.value


class Scalar(Bare):
    """A scalar of arrow."""

    def __float__(self):
        return float(self.value)


class Double(float):
    """A number of numpy 2, which names its type."""

    ndim, size = 0, 1

    def item(self):
        return float(self)

    def __repr__(self):
        return f"np.float64({float(self)!r})"


class Polars:
    """A table like those of polars: names in `columns`, no index."""

    def __init__(self, columns):
        self.data, self.columns = columns, list(columns)

    def __getitem__(self, name):
        return self.data[name]


class Table:
    """A table like those of arrow: data in `columns`, names in `column_names`."""

    def __init__(self, columns):
        self.columns, self.column_names = list(columns.values()), list(columns)

    def column(self, k):
        return self.columns[k]


class Exchange:
    """A table by a protocol alone."""

    def __arrow_c_stream__(self, requested_schema=None):
        raise AssertionError("was read")


class SparkColumn:
    """An expression, which has every attribute and no values."""

    __module__ = "pyspark.sql.column"

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __eq__(self, other):
        return self

    def __iter__(self):
        raise TypeError("Column is not iterable")

    def __bool__(self):
        raise ValueError("Cannot convert column into bool")

    def __call__(self, *args):
        raise TypeError("'Column' object is not callable")


class Query:
    """A table without rows until it is collected."""

    columns = ["llr"]

    def collect(self):
        raise AssertionError("a query was run")

    toPandas = fetchnumpy = collect


class SparkFrame(Query):
    __module__ = "pyspark.sql.dataframe"

    def __getitem__(self, name):
        return SparkColumn()


class LazyFrame(Query):
    __module__ = "polars.lazyframe.frame"

    def __getitem__(self, name):
        raise TypeError("'LazyFrame' object is not subscriptable")


class Relation(Query):
    __module__ = "duckdb"

    def __getitem__(self, name):
        return self


QUERIES = [SparkColumn(), SparkFrame(), LazyFrame(), Relation()]
