# Tallies of the tables of an engine, and tallies by the published SQL, equal those of vectors.

shipped <- \(name) system.file("tally", name, package = "calibrant", mustWork = TRUE)

# The statement under the comment that names the engine.
tally_sql <- function(engine, table) {
  lines <- readLines(shipped("tally.sql"))
  heading <- grep(sprintf("^-- .*%s.*", sub(",.*", "", engine)), lines)[1]
  if (is.na(heading)) skip("there is no statement for it")
  rest <- lines[-seq_len(heading)]
  statement <- grep("^--", rest[seq_len(grep(";$", rest)[1])], value = TRUE, invert = TRUE)
  sub(";$", "", sub("FROM trials", paste("FROM", table), paste(statement, collapse = "\n")))
}

shipped_trials <- function(engine) {
  trials <- transform(utils::read.csv(shipped("trials.csv")), h1 = as.integer(h1))
  if (engine == "MariaDB") trials[is.finite(trials$value), ] else trials
}

cells_of_trials <- function(trials) {
  lr_tally(lr_set(trials$value, trials$h1, scale = "ln", sure = TRUE))$cells
}

round_trials <- function(engine) {
  trials <- data.frame(
    value = withr::with_seed(2, stats::rnorm(2000, rep(c(1, -1), 1000), 1.5)),
    h1 = rep(1:0, 1000)
  )
  trials$value[1:500] <- round(trials$value[1:500], 1)
  if (engine == "MariaDB") trials else rbind(trials, data.frame(value = c(Inf, -Inf), h1 = 1:0))
}

for (engine in wanted_engines()) {
  test_that(paste(engine, "tallies", sep = " | "), {
    trials <- shipped_trials(engine)
    x <- without_few_parts(judge(tables_in(engine, trials), h1 ~ value))
    expect_identical(lr_tally(x)$cells, cells_of_trials(trials))
    note(engine, shape = "tally", way = "push", difference = 0)
  })

  test_that(paste(engine, "tallies by SQL that is handed out", sep = " | "), {
    trials <- shipped_trials(engine)
    tables <- tables_in(engine, trials)
    # The query tallies one table, so the counts of several tables are added.
    rows <- lapply(tables, \(table) {
      sql <- tally_sql(engine, dbplyr::remote_name(table))
      rows <- DBI::dbGetQuery(dbplyr::remote_con(table), sql)
      as.data.frame(lapply(rows, as.double))
    })
    expect_identical(lr_tally(do.call(rbind, rows))$cells, cells_of_trials(trials))
  })
  test_that(paste(engine, "tallies in three rounds", sep = " | "), {
    trials <- round_trials(engine)
    x <- lr_set(trials$value, trials$h1, scale = "ln", sure = TRUE)
    there <- without_few_parts(judge(tables_in(engine, trials), h1 ~ value))
    tally <- lr_tally(x, 2^-4)
    finer <- cells_wanted(tally, there, width = 2^-9)
    expect_identical(finer, cells_wanted(tally, x, width = 2^-9))
    values <- cells_wanted(tally, there, finer = finer)
    expect_identical(values, cells_wanted(tally, x, finer = finer))
    expect_identical(cllr_min(lr_set(tally, values = values, finer = finer)), cllr_min(x))
  })

  test_that(paste(engine, "rounds by SQL that is handed out", sep = " | "), {
    trials <- round_trials(engine)
    x <- lr_set(trials$value, trials$h1, scale = "ln", sure = TRUE)
    tables <- tables_in(engine, trials)
    tally <- lr_tally(x)
    rows_of <- \(heading, wanted) {
      wanted <- data.frame(cell = wanted$cell)
      rows <- lapply(tables, \(table) {
        sql <- tally_sql(heading, dbplyr::remote_name(table))
        numbers <- paste(sprintf("%.0f", wanted$cell), collapse = ", ")
        sql <- sub("(SELECT cell FROM wanted)", sprintf("(%s)", numbers), sql, fixed = TRUE)
        rows <- DBI::dbGetQuery(dbplyr::remote_con(table), sql)
        as.data.frame(lapply(rows, as.double))
      })
      do.call(rbind, rows)
    }
    finer <- rows_of("A round between", cells_wanted(tally))
    values <- rows_of("Values of the narrower cells", cells_wanted(tally, finer = finer))
    expect_identical(cllr_min(lr_set(tally, values = values, finer = finer)), cllr_min(x))
  })
}
