# Tallies by the tables of an engine, and by the SQL that is handed out, beside that of vectors.

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

for (engine in wanted_engines()) {
  test_that(paste(engine, "tallies", sep = " | "), {
    trials <- transform(utils::read.csv(shipped("trials.csv")), h1 = as.integer(h1))
    if (engine == "MariaDB") trials <- trials[is.finite(trials$value), ]
    right <- lr_tally(lr_set(trials$value, trials$h1, scale = "ln", sure = TRUE))$cells
    tables <- tables_in(engine, trials)
    x <- without_few_parts(judge(tables, h1 ~ value))
    expect_identical(lr_tally(x)$cells, right)
    note(engine, shape = "tally", way = "push", difference = 0)
    if (length(tables) > 1) skip("the statement is for one table")
    con <- dbplyr::remote_con(tables[[1]])
    rows <- DBI::dbGetQuery(con, tally_sql(engine, dbplyr::remote_name(tables[[1]])))
    rows[] <- lapply(rows, as.double)
    expect_identical(lr_tally(rows)$cells, right)
  })
}
