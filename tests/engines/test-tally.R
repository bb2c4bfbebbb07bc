# Tallies of the tables of an engine, and tallies by the published SQL, equal those of vectors.

shipped <- \(name) system.file("tally", name, package = "calibrant", mustWork = TRUE)

# The statement under the comment that names the engine.
tally_sql <- function(engine, table) {
  lines <- readLines(shipped("tally.sql"))
  heading <- grep(sprintf("^-- .*%s.*", sub(",.*", "", engine)), lines)[1]
  if (is.na(heading)) skip("there is no statement for it")
  rest <- lines[-seq_len(heading)]
  statement <- rest[seq_len(grep(";$", rest)[1])]
  sub(";$", "", sub("FROM trials", paste("FROM", table), paste(statement, collapse = "\n")))
}

shipped_trials <- function(engine) {
  trials <- transform(utils::read.csv(shipped("trials.csv")), h1 = as.integer(h1))
  if (engine == "MariaDB") trials[is.finite(trials$value), ] else trials
}

cells_of_trials <- function(trials) {
  lr_tally(lr_set(trials$value, trials$h1, scale = "ln", sure = TRUE))$cells
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
}
