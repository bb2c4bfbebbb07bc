# Errors in an engine are reported in the words of the package, and leave nothing behind.

changed <- function(column, row, value) {
  bad <- good()
  bad[[column]][row] <- value
  bad
}

insert <- function(table, row) {
  con <- dbplyr::remote_con(table)
  name <- as.character(dbplyr::remote_name(table))
  if (inherits(con, "ClickhouseConnection")) name <- paste0(name, "_part")
  DBI::dbExecute(con, sprintf("INSERT INTO %s SELECT %s", name, row))
}

for (engine in wanted_engines()) {
  says <- \(what) paste(engine, what, sep = " | ")

  test_that(says("missing values, NaN, a third level"), {
    expect_refused(tables_in(engine, changed("llr", 7, NA)), "calibrant_error_input")
    expect_refused(tables_in(engine, changed("same", 7, NA)), "calibrant_error_input")
    expect_refused(tables_in(engine, changed("same", 7, 2L)), "calibrant_error_input")
    # SQLite and the driver of ClickHouse have NULL instead of NaN.
    expect_refused(tables_in(engine, changed("llr", 7, NaN)), "calibrant_error_input")
    if (startsWith(engine, "ClickHouse")) {
      tables <- tables_in(engine, good())
      insert(tables[[1]], "nan, 1")
      expect_refused(tables, "calibrant_error_input")
    }
    holes <- tables_in(engine, changed("llr", 7:9, NA))
    expect_length(judge(holes, na = "drop"), 397)
  })

  test_that(says("a missing column, an empty class, an empty table, text"), {
    tables <- tables_in(engine, good())
    expect_refused(tables, "calibrant_error_input", formula = same ~ lr)
    expect_refused(tables, "calibrant_error_input", scale = "lr")
    one <- lapply(tables, \(table) dplyr::filter(table, same == 1L))
    expect_refused(one, "calibrant_error_one_class")
    none <- lapply(tables, \(table) dplyr::filter(table, llr > 100))
    expect_refused(none, "calibrant_error_input")
    words <- tables_in(engine, transform(good(), llr = paste0("x", llr)))
    expect_refused(words, "calibrant_error_input")
  })

  test_that(says("names that need quotes"), {
    odd <- c("llr\"; DROP TABLE x; --", "same \"or' not", "the [system]")
    trials <- cbind(good(), system = rep(c("a'; DROP TABLE x; --", "b\"`\\"), each = 200))
    tables <- tables_in(engine, stats::setNames(trials, odd))
    formula <- rlang::new_formula(as.name(odd[2]), call("|", as.name(odd[1]), as.name(odd[3])))
    expected <- in_memory(trials, same ~ llr | system)
    for (way in every_way) {
      found <- judge(tables, formula, way = way)
      expect_identical(cllr_min(found)[levels(expected)], cllr_min(expected))
    }
  })

  test_that(says("text in a computed value or system, and in a comparison"), {
    bad <- transform(good(), word = replace(as.character(round(llr, 2)), 7, "none"))
    tables <- tables_in(engine, bad)
    for (formula in list(same ~ word * 1, same ~ llr | (word + 0))) {
      expect_refused(tables, "calibrant_error_input", formula = formula)
    }
    # Text and numbers are compared as in R, if the database can compare them.
    says <- transform(good(), says = replace(as.character(same), 7, "none"))
    expected <- cllr_min(in_memory(says, (says == 1L) ~ llr))
    tables <- tables_in(engine, says)
    for (way in every_way) {
      found <- tryCatch(
        cllr_min(judge(tables, (says == 1L) ~ llr, way = way)), calibrant_error_input = \(cnd) NULL
      )
      expect_true(is.null(found) || identical(found, expected))
    }
  })

  test_that(says("systems that differ in case, accents or blanks"), {
    trials <- good()
    trials$system <- rep(c("a", "A", "\u00e1", "a "), each = 2, length.out = nrow(trials))
    tables <- tables_in(engine, trials)
    for (way in every_way) {
      # A database that cannot distinguish texts is refused.
      x <- tryCatch(judge(tables, same ~ llr | system, way = way),
        calibrant_error_input = \(cnd) expect_match(conditionMessage(cnd), "distinguish"))
      if (inherits(x, "lr_set")) expect_setequal(levels(x), unique(trials$system))
    }
  })

  test_that(says("a table that changes between two questions"), {
    tables <- tables_in(engine, good(4000))
    x <- without_few_parts(judge(tables))
    y <- withr::with_options(
      list(calibrant.stream_limits = list(values = 2^8, buckets = 2^10, spooled = 0)),
      judge(tables, way = "stream")
    )
    insert(tables[[1]], "0.25, 1")
    expect_error(cllr_min(x), class = "calibrant_error_changed")
    expect_error(cllr(x), class = "calibrant_error_changed")
    withr::local_options(calibrant.stream_limits = list(values = 2^12, buckets = 2^14))
    expect_error(cllr_min(y), class = "calibrant_error_changed")
  })

  test_that(says("a table that is gone"), {
    tables <- tables_in(engine, good())
    x <- judge(tables)
    con <- dbplyr::remote_con(tables[[1]])
    DBI::dbExecute(con, sprintf("DROP TABLE %s", dbplyr::remote_name(tables[[1]])))
    expect_error(cllr_min(x), class = "calibrant_error_database")
    expect_refused(tables, "calibrant_error_database")
  })
}

# ---- tests that only PostgreSQL allows ----

postgres_trials <- function(con, name, columns = "llr double precision, same boolean", n = 20000) {
  DBI::dbExecute(con, sprintf("CREATE TABLE %s (%s)", name, columns))
  trials <- withr::with_seed(1, draw_trials("spread", n))
  if (grepl("bigint", columns)) trials$llr <- round(100 * trials$llr)
  DBI::dbWriteTable(con, name, trials, append = TRUE)
  dplyr::tbl(con, name)
}

second_connection <- function(env = parent.frame(), ...) {
  connection("PostgreSQL")
  con <- connect_postgres(started[["postgres one"]], ...)
  withr::defer(suppressWarnings(try(DBI::dbDisconnect(con), silent = TRUE)), envir = env)
  con
}

end_session <- function(con) {
  DBI::dbGetQuery(
    connection("PostgreSQL")[[1]],
    sprintf("SELECT pg_terminate_backend(%d)", DBI::dbGetInfo(con)$pid)
  )
}

test_that("PostgreSQL | a connection that is lost, and one that the driver makes anew", {
  con <- second_connection()
  table <- postgres_trials(con, "lost")
  for (way in every_way) {
    end_session(con)
    expect_error(judge(list(table), way = way), class = "calibrant_error_connection")
    # The driver has reconnected meanwhile.
    expect_length(judge(list(table), way = way), 20000)
  }
  x <- without_few_parts(judge(list(table)))
  end_session(con)
  expect_error(cllr_min(x), class = "calibrant_error_connection")
  expect_identical(cllr_min(x), cllr_min(judge(list(table), way = "pull")))
  reader <- lr_chunks(con, "SELECT * FROM lost", chunk_rows = 1000)
  reader$rewind()
  reader$next_chunk()
  end_session(con)
  expect_error(while (!is.null(reader$next_chunk())) NULL, class = "calibrant_error_connection")
  reader$close()
  suppressWarnings(DBI::dbDisconnect(con))
  expect_error(cllr(x), class = "calibrant_error_connection")
})

test_that("PostgreSQL | a server that stops", {
  connection("PostgreSQL")
  server <- start_postgres()
  con <- connect_postgres(server)
  table <- postgres_trials(con, "short")
  x <- without_few_parts(judge(list(table)))
  y <- judge(list(table), way = "stream")
  stop_server(server)
  expect_error(cllr_min(x), class = "calibrant_error_connection")
  expect_error(judge(list(table), way = "stream"), class = "calibrant_error_connection")
  suppressWarnings(try(DBI::dbDisconnect(con), silent = TRUE))
})

test_that("PostgreSQL | a table that may not be read", {
  owner <- connection("PostgreSQL")[[1]]
  postgres_trials(owner, "secret")
  DBI::dbExecute(owner, "CREATE ROLE guest LOGIN")
  DBI::dbExecute(owner, "CREATE TABLE open_to_all AS SELECT * FROM secret")
  DBI::dbExecute(owner, "GRANT SELECT ON open_to_all TO guest")
  guest <- second_connection(user = "guest")
  table <- dplyr::tbl(guest, dplyr::sql("SELECT * FROM open_to_all"))
  x <- without_few_parts(judge(list(table)))
  expect_identical(cllr_min(x), cllr_min(judge(list(table), way = "pull")))
  y <- judge(list(table))
  DBI::dbExecute(owner, "REVOKE SELECT ON open_to_all FROM guest")
  expect_error(cllr_min(y), "permission denied", class = "calibrant_error_database")
  expect_refused(list(table), "calibrant_error_database")
  secret <- dplyr::tbl(guest, dplyr::sql("SELECT * FROM secret"), vars = c("llr", "same"))
  expect_refused(list(secret), "calibrant_error_database")
})

test_that("PostgreSQL | decimal, single precision and whole numbers are judged as doubles", {
  con <- connection("PostgreSQL")[[1]]
  types <- c(single = "real", decimal = "numeric", cents = "numeric(12, 2)", whole = "bigint")
  for (name in names(types)) {
    columns <- sprintf("llr %s, same boolean", types[[name]])
    table <- postgres_trials(con, paste0("as_", name), columns)
    sets <- lapply(every_way, \(way) {
      x <- judge(list(table), way = way)
      if (way == "push") without_few_parts(x) else x
    })
    for (x in sets[2:3]) {
      expect_identical(blocks_of(only_system(x)), blocks_of(only_system(sets[[1]])))
      expect_lte(ece_difference(only_system(x), only_system(sets[[1]])), 1e-14)
    }
  }
  # A value in single precision is read as the double that equals it.
  single <- dplyr::collect(dplyr::tbl(con, "as_single"))
  exact <- DBI::dbGetQuery(con, "SELECT CAST(llr AS double precision) AS llr FROM as_single")$llr
  expect_identical(sort(judge(list(dplyr::tbl(con, "as_single")), way = "pull")$value), sort(exact))
  expect_equal(single$llr, exact, tolerance = 1e-6)
})

test_that("PostgreSQL | decimals beyond all doubles are refused by the server", {
  con <- connection("PostgreSQL")[[1]]
  table <- postgres_trials(con, "vast", "llr numeric, same boolean", 400)
  DBI::dbExecute(con, "INSERT INTO vast VALUES ('1e400', true)")
  expect_refused(list(table), "calibrant_error_database")
  DBI::dbExecute(con, "DELETE FROM vast WHERE llr > 1e300")
  DBI::dbExecute(con, "INSERT INTO vast VALUES ('NaN', true)")
  expect_refused(list(table), "calibrant_error_input")
})
