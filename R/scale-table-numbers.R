# Numbers in queries, with all their digits.

# dbplyr would write 15 digits and no exponent, without which engines take a number for a decimal
# and refuse more than 38 digits.
literal <- function(x) {
  if (abs(x) < 1e15 && x == as.numeric(sprintf("%.15g", x))) return(x)
  dplyr::sql(sprintf("(%.16e)", x))
}

# Facts about the database that expressions need. Numbers are written with all their digits. `end`
# is for comparisons alone, `overflow` for values that no trained LR has. `collates`: columns of
# text may have a collation that treats different texts as equal. MariaDB and MySQL have no infinite
# numbers, and would read such text as 0.
new_engine <- function(con) {
  type <- double_type(con)
  finite <- inherits(con, c("MariaDBConnection", "MySQLConnection"))
  infinite <- switch(class(con)[1],
    SQLiteConnection = "9e999", ClickhouseConnection = "inf",
    sprintf("CAST('Infinity' AS %s)", type)
  )
  number <- function(x) {
    if (is.infinite(x)) {
      refuse_if(finite, "no_infinite")
      return(dplyr::sql(sprintf("(%s%s)", if (x < 0) "-" else "", infinite)))
    }
    dplyr::sql(sprintf(if (x < 0) "(%s)" else "%s", sprintf("%.17g", x)))
  }
  largest <- .Machine$double.xmax
  list(
    type = dplyr::sql(type), number = number, finite = finite, cuts_text = finite,
    collates = finite || inherits(con, c("SQLiteConnection", "duckdb_connection")),
    end = \(x) number(if (finite) pmin(pmax(x, -largest), largest) else x),
    overflow = \(x) if (finite) dplyr::sql("NULL") else number(x)
  )
}
