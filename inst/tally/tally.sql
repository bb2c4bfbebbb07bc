-- Counts of trials in cells, see README.md. The table trials has value (double) and h1 (1 or 0).
-- The width is 2^-10, that is 0.0009765625: write any other power of 2 as 1024 is written here.
-- Multiplying by 1024.0 must be done in double precision, as CAST sees to.

-- PostgreSQL, DuckDB
SELECT floor(value * CAST(1024 AS double precision)) AS cell,
       sum(CASE WHEN h1 = 1 THEN 1 ELSE 0 END) AS n_h1,
       sum(CASE WHEN h1 = 1 THEN 0 ELSE 1 END) AS n_h2
FROM trials GROUP BY 1 ORDER BY 1;

-- ClickHouse
SELECT floor(value * toFloat64(1024)) AS cell, countIf(h1 = 1) AS n_h1, countIf(h1 != 1) AS n_h2
FROM trials GROUP BY cell ORDER BY cell;

-- MariaDB, MySQL
SELECT floor(value * 1024e0) AS cell, sum(h1 = 1) AS n_h1, sum(h1 <> 1) AS n_h2
FROM trials GROUP BY cell ORDER BY cell;

-- SQLite without mathematical functions: CAST drops decimals, so that negative values move down
SELECT CASE WHEN abs(value) >= 9e15 THEN value * 1024.0
            ELSE CAST(value * 1024.0 AS INTEGER)
                 - (value * 1024.0 < CAST(value * 1024.0 AS INTEGER)) END AS cell,
       sum(h1 = 1) AS n_h1, sum(h1 <> 1) AS n_h2
FROM trials GROUP BY 1 ORDER BY 1;

-- Spark. Its floor() gives whole numbers of 64 bits, so that infinite values stand apart.
SELECT CASE WHEN abs(value) >= 8e15 THEN value * CAST(1024 AS DOUBLE)
            ELSE CAST(floor(value * CAST(1024 AS DOUBLE)) AS DOUBLE) END AS cell,
       sum(CASE WHEN h1 = 1 THEN 1 ELSE 0 END) AS n_h1,
       sum(CASE WHEN h1 = 1 THEN 0 ELSE 1 END) AS n_h2
FROM trials GROUP BY 1 ORDER BY 1;

-- BigQuery
SELECT FLOOR(value * CAST(1024 AS FLOAT64)) AS cell,
       COUNTIF(h1 = 1) AS n_h1, COUNTIF(h1 <> 1) AS n_h2
FROM trials GROUP BY 1 ORDER BY 1;

-- Second round: the values in the cells that cells_wanted() names, as a table wanted. They make
-- Cllr_min, EER and PAV exact: lr_set(tally, values = rows). In all engines above. Adding 0 makes 0 of
-- -0, which ClickHouse does not find among the cells.
SELECT value, sum(CASE WHEN h1 = 1 THEN 1 ELSE 0 END) AS n_h1,
       sum(CASE WHEN h1 = 1 THEN 0 ELSE 1 END) AS n_h2
FROM trials WHERE floor(value * 1024e0) + 0 IN (SELECT cell FROM wanted) GROUP BY value;

-- A round between, which makes the second round small: narrower cells, here of 2^-16, in those that
-- cells_wanted() names, as a table wanted. cells_wanted(tally, finer = rows) then names the cells
-- whose values are still needed.
SELECT floor(value * 65536e0) AS cell, 1 / 65536e0 AS width,
       sum(CASE WHEN h1 = 1 THEN 1 ELSE 0 END) AS n_h1,
       sum(CASE WHEN h1 = 1 THEN 0 ELSE 1 END) AS n_h2
FROM trials WHERE floor(value * 1024e0) + 0 IN (SELECT cell FROM wanted) GROUP BY cell;

-- Values of the narrower cells that it names, as a table wanted: lr_set(tally, values = rows,
-- finer = ). Where wanted has cells of several widths, ask once for each.
SELECT value, sum(CASE WHEN h1 = 1 THEN 1 ELSE 0 END) AS n_h1,
       sum(CASE WHEN h1 = 1 THEN 0 ELSE 1 END) AS n_h2
FROM trials WHERE floor(value * 65536e0) + 0 IN (SELECT cell FROM wanted) GROUP BY value;

-- Moments, for Cllr, ECE and logistic calibration, of natural log LRs. Without them Cllr and ECE are
-- known between proven bounds, cllr(x, exact = FALSE). Their digits beyond the 14th
-- depend on the order of the sums. There is no operator of powers, which engines write differently.
SELECT bin, h1, count(*) AS n, sum(p) AS s1, sum(p*p) AS s2, sum(p*p*p) AS s3,
       sum(p*p*p*p) AS s4, sum(p*p*p*p*p) AS s5, sum(p*p*p*p*p*p) AS s6, sum(p*p*p*p*p*p*p) AS s7
FROM (SELECT h1, floor(value * 16) AS bin, value * 16 - floor(value * 16) - 0.5 AS p
      FROM trials WHERE abs(value) < 1e300) AS places
GROUP BY bin, h1;
