trials <- function(n = 40) {
  data.frame(
    llr = round(stats::qnorm(stats::ppoints(n)) + rep(c(1, -1), n / 2), 2),
    same = rep(c(TRUE, FALSE), n / 2)
  )
}

push <- function(x, formula = same ~ llr, scale = "ln", ..., way = "push") {
  lr_set(x, formula, scale = scale, way = way, ...)
}

# ---- ways ----

test_that("a table is pulled or pushed, and says so", {
  table <- sqlite_table(trials())
  pulled <- lr_set(table, same ~ llr, scale = "ln")
  expect_equal(cllr(pulled), cllr(lr_set(same ~ llr, trials(), scale = "ln")))
  expect_true(is.numeric(pulled$value))
  expect_output(print(pulled), "taken into memory from a table of SQLite")
  pushed <- push(table)
  expect_output(print(pushed), "stay in a table of SQLite, which is asked for counts and sums")
  expect_equal(cllr(pushed), cllr(pulled), tolerance = 1e-14)
  expect_error(pushed$value, class = "calibrant_error_no_trials")
})

test_that("a large table is pushed unless told otherwise", {
  withr::local_options(calibrant.most_pulled = 30)
  table <- sqlite_table(trials())
  expect_s3_class(lr_set(table, same ~ llr, scale = "ln"), "remote_set")
  expect_false(inherits(push(table, way = "pull"), "remote_set"))
})

test_that("trials are read in chunks where that is said, or the database would sort", {
  table <- sqlite_table(trials())
  read <- push(table, way = "stream")
  expect_output(print(read), "stay in a table of SQLite, which is read in chunks")
  expected <- lr_set(same ~ llr, trials(), scale = "ln")
  expect_identical(blocks_of(only_system(read)), blocks_of(only_system(expected)))
  expect_equal(cllr(read), cllr(expected), tolerance = 1e-14)
  withr::local_options(calibrant.most_pulled = 30)
  expect_output(print(lr_set(table, same ~ llr, scale = "ln")), "read in chunks")
  kinds <- sqlite_table(cbind(trials(), kind = rep(c("it's", "b"), each = 20)))
  both <- push(kinds, same ~ llr | kind, way = "stream")
  expect_setequal(levels(both), c("it's", "b"))
  expect_error(push(table, way = "stream", id = "llr"), class = "calibrant_error_no_trials")
  expect_error(push(table, way = "stream", same ~ nothing), class = "calibrant_error_input")
})

test_that("a column is named by a string, not by what a name stands for", {
  table <- sqlite_table(trials())
  for (field in list(mean, quote(llr), y ~ x, list("llr"), 1, NA, c("llr", "same"))) {
    expect_error(push(table, id = field, way = "pull"), class = "calibrant_error_input")
  }
})

test_that("weighted trials are read in chunks, and missing ones left out", {
  heavy <- cbind(trials(), w = rep(1:4 / 2, 10))
  expected <- lr_set(same ~ llr, heavy, scale = "ln", weight = "w")
  read <- push(sqlite_table(heavy), way = "stream", weight = "w")
  expect_equal(blocks_of(only_system(read)), blocks_of(only_system(expected)), tolerance = 1e-14)
  withr::local_options(calibrant.most_pulled = 30)
  auto <- lr_set(sqlite_table(heavy), same ~ llr, scale = "ln", weight = "w")
  expect_s3_class(auto, "remote_set")
  heavy$llr[2:3] <- NA
  expect_length(push(sqlite_table(heavy), way = "stream", na = "drop"), 38)
  expect_error(push(sqlite_table(heavy), way = "stream"), class = "calibrant_error_input")
})

test_that("the formula method takes a table as data", {
  table <- sqlite_table(trials())
  expect_identical(
    lr_set(same ~ llr, data = table, scale = "ln")$value,
    lr_set(table, same ~ llr, scale = "ln")$value
  )
})

test_that("weights and identifiers come with trials that are pulled, and else are refused", {
  table <- sqlite_table(cbind(trials(), w = 2, who = as.character(1:40)))
  x <- lr_set(table, same ~ llr, scale = "ln", weight = "w", id = "who")
  expect_equal(x$weight, rep(2, 40))
  expect_equal(x$id, as.character(1:40))
  expect_error(push(table, weight = "w"), class = "calibrant_error_no_trials")
  expect_error(push(table, scale = "prob", prior = "data"), class = "calibrant_error_no_trials")
})

# ---- reading ----

test_that("truth is read as in memory", {
  skip_unless_extended()
  words <- transform(trials(), same = ifelse(same, "same", "different"))
  x <- push(sqlite_table(words), h1 = "same")
  expect_equal(x$labels, c(h1 = "same", h2 = "different"))
  expect_equal(auc(x), auc(push(sqlite_table(trials()))))
  expect_error(push(sqlite_table(words)), class = "calibrant_error_input")
  expect_error(push(sqlite_table(words), h1 = "other"), class = "calibrant_error_input")
  third <- replace(words$same, 1, "unsure")
  table <- sqlite_table(transform(words, same = third))
  expect_error(push(table, h1 = "same"), "3", class = "calibrant_error_input")
})

test_that("a table that looks reversed says so when it is counted, once", {
  withr::local_options(calibrant.sure = FALSE)
  wrong <- sqlite_table(transform(trials(2000), llr = -llr))
  verbs <- list(
    cllr_min, \(x) cllr_min(without_few(x)), \(x) cllr_min(without_few(x), exact = FALSE)
  )
  for (first in cases_of(verbs, 3)) {
    x <- push(wrong)
    expect_warning(first(x), class = "calibrant_warning_reversed")
    expect_no_warning(first(x))
    expect_no_warning(auc(x))
    expect_no_warning(first(push(wrong, sure = TRUE)))
    expect_no_warning(first(push(sqlite_table(trials(2000)))))
  }
})

test_that("expressions of columns are computed in the database", {
  table <- sqlite_table(transform(trials(), log10 = llr / log(10), key = ifelse(same, 1L, 2L)))
  factor <- log(10)
  x <- push(table, (key == 1L) ~ I(log10 * factor))
  y <- push(table)
  expect_equal(cllr(x), cllr(y), tolerance = 1e-12)
})

test_that("queries are the same in a locale that writes a small i otherwise in capitals", {
  skip_if(!nzchar(Sys.which("localedef")), "no localedef")
  folder <- withr::local_tempdir()
  withr::local_envvar(LOCPATH = folder)
  name <- "tr_TR.UTF-8"
  made <- c("-i", "tr_TR", "-f", "UTF-8", file.path(folder, name))
  suppressWarnings(system2("localedef", made, stdout = FALSE, stderr = FALSE))
  usual <- Sys.getlocale("LC_CTYPE")
  withr::defer(Sys.setlocale("LC_CTYPE", usual))
  skip_if(suppressWarnings(Sys.setlocale("LC_CTYPE", name)) != name, "no Turkish locale")
  expect_identical(toupper("i"), "\u0130")
  trials <- data.frame(llr = sin(1:3000) + rep(c(2, 0), 1500), truth = rep(1:0, 1500))
  x <- lr_set(sqlite_table(trials), truth ~ llr, scale = "ln", way = "push")
  in_memory <- lr_set(truth ~ llr, trials, scale = "ln")
  expect_equal(cllr_min(x), cllr_min(in_memory))
  expect_no_match(capture.output(dplyr::show_query(x)), "\u0130")
  expect_identical(Sys.getlocale("LC_CTYPE"), name)
  expect_error(lr_set(sqlite_table(trials), wrong ~ llr, scale = "ln"), class = "calibrant_error")
  expect_identical(Sys.getlocale("LC_CTYPE"), name)
})

test_that("odd names are quoted", {
  odd <- c("llr`; DROP TABLE trials; --", "same \"or' not", "the [system]")
  wide <- cbind(trials(), system = rep(c("a'; DROP TABLE trials; --", "b\"`"), 20))
  wide$system <- rep(wide$system[1:2], each = 20)
  table <- sqlite_table(stats::setNames(wide, odd))
  formula <- rlang::new_formula(
    as.name(odd[2]), call("|", as.name(odd[1]), as.name(odd[3]))
  )
  x <- push(table, formula)
  expect_setequal(levels(x), unique(wide$system))
  expect_equal(
    unname(cllr(x)[unique(wide$system)]),
    unname(cllr(lr_set(same ~ llr | system, wide, scale = "ln"))), tolerance = 1e-14
  )
  expect_equal(dplyr::collect(dplyr::count(table))$n, 40)
})

test_that("missing values are counted and refused, or left out", {
  for (column in c("llr", "same")) {
    holes <- trials()
    holes[[column]][3:5] <- NA
    table <- sqlite_table(holes)
    expect_error(push(table), "3 of 40", class = "calibrant_error_input")
    x <- push(table, na = "drop")
    expect_equal(length(x), 37)
    expect_equal(cllr(x), cllr(lr_set(same ~ llr, na.omit(holes), scale = "ln")), tolerance = 1e-14)
  }
})

test_that("what cannot be judged is refused", {
  table <- sqlite_table(trials())
  none <- dplyr::filter(table, llr > 100)
  one <- dplyr::filter(table, same == 1)
  expect_error(push(none), class = "calibrant_error_input")
  expect_error(push(one), class = "calibrant_error_one_class")
  expect_error(push(table, same ~ lr), class = "calibrant_error_input")
  expect_error(push(table, same ~ llr, scale = "lr"), class = "calibrant_error_input")
  expect_error(push(table, llr ~ same), class = "calibrant_error_input")
  expect_error(lr_set(table, scale = "ln"), class = "calibrant_error_input")
  expect_error(lr_set(table, same ~ llr), class = "calibrant_error_input")
  expect_error(push(table, way = "fly"), class = "calibrant_error_input")
  text <- sqlite_table(transform(trials(), llr = paste0("x", llr)))
  expect_error(push(text), class = "calibrant_error_input")
})

test_that("a slip is noticed from the ends", {
  withr::local_options(calibrant.sure = NULL)
  table <- sqlite_table(transform(trials(), llr = exp(llr)))
  expect_warning(push(table), class = "calibrant_warning_scale")
  expect_silent(push(table, sure = TRUE))
})

# ---- changes between queries ----

test_that("a table that changes between two passes is noticed", {
  table <- sqlite_table(trials(2000))
  con <- dbplyr::remote_con(table)
  for (what in of_turn(c(blocks_of, points_of, counts_of), 3)) {
    x <- push(table)
    DBI::dbExecute(con, "INSERT INTO trials VALUES (0.25, 1)")
    expect_error(what(only_system(x)), class = "calibrant_error_changed")
  }
  # The number of trials is the same, but their cells differ from the count.
  x <- push(table)
  found <- only_system(x)$backend$table
  found$few <- list(NULL)
  found$cells <- count_cells(found)
  DBI::dbExecute(con, "UPDATE trials SET llr = llr + 0.5")
  expect_error(blocks_of(only_system(x)), class = "calibrant_error_changed")
})

test_that("a part that changes is noticed before it is counted", {
  table <- sqlite_table(trials(2000))
  x <- c(push(table), push(sqlite_table(trials(500))), pool = TRUE)
  DBI::dbExecute(dbplyr::remote_con(table), "INSERT INTO trials VALUES (0.25, 1)")
  expect_error(blocks_of(only_system(x)), class = "calibrant_error_changed")
})

test_that("a session that the driver has made anew is another one", {
  skip_if_not_installed("dbplyr")
  con <- dbplyr::remote_con(sqlite_table(trials()))
  refusal <- simpleError("gone")
  expect_error(stop_engine(refusal, con, session_of(con)), class = "calibrant_error_database")
  expect_error(stop_engine(refusal, con, 1L), class = "calibrant_error_connection")
})

test_that("a lost connection is told from a refusal, and nothing of a failure is left", {
  table <- sqlite_table(trials(2000))
  con <- dbplyr::remote_con(table)
  x <- push(table)
  DBI::dbExecute(con, "ALTER TABLE trials RENAME TO gone")
  expect_error(blocks_of(only_system(x)), "no such table", class = "calibrant_error_database")
  DBI::dbExecute(con, "ALTER TABLE gone RENAME TO trials")
  expect_equal(cllr(x), cllr(lr_set(same ~ llr, trials(2000), scale = "ln")), tolerance = 1e-14)

  other <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
  DBI::dbWriteTable(other, "trials", trials())
  gone <- dplyr::tbl(other, "trials")
  y <- push(gone)
  DBI::dbDisconnect(other)
  expect_error(blocks_of(only_system(y)), class = "calibrant_error_connection")
  for (way in table_ways) {
    expect_error(push(gone, way = way), class = "calibrant_error_connection")
  }
})

test_that("text in a column of numbers is refused, wherever it stands and whatever the way", {
  for (text in of_turn(c("", "NA", "inf", "1,5"), 2)) {
    table <- sqlite_table(data.frame(llr = c(2, 1, -1, -2), same = c(1L, 1L, 0L, 0L)))
    con <- dbplyr::remote_con(table)
    DBI::dbExecute(con, "INSERT INTO trials VALUES (?, 1)", params = list(text))
    for (way in c("pull", "push", "stream")) {
      expect_error(
        lr_set(table, same ~ llr, scale = "ln", way = way), class = "calibrant_error_text"
      )
    }
    expect_error(
      lr_set(table, same ~ llr, scale = "ln", way = "pull", na = "drop"),
      class = "calibrant_error_text"
    )
  }
})

test_that("every column that is used means the same in every row", {
  trials <- data.frame(
    llr = c(2, 1, -1, -2), same = c(1L, 1L, 0L, 0L), device = c(1L, 2L, 1L, 2L), weight = 1,
    left = 1:4, right = 5:8, id = 1:4
  )
  used <- list(
    same = list(same ~ llr), device = list(same ~ llr | device),
    weight = list(same ~ llr, weight = "weight"), left = list(same ~ llr, source1 = "left"),
    right = list(same ~ llr, source1 = "left", source2 = "right"), id = list(same ~ llr, id = "id"),
    llr = list(same ~ llr)
  )
  for (column in of_turn(names(used), 2)) {
    for (text in in_turn(c("yes", "TRUE", "", "1.5"), match(column, names(used)))) {
      table <- sqlite_table(trials)
      con <- dbplyr::remote_con(table)
      DBI::dbExecute(con, sprintf("UPDATE trials SET %s = CAST(? AS TEXT) WHERE llr = 1", column),
        params = list(text))
      stored <- DBI::dbGetQuery(con, sprintf("SELECT typeof(%s) AS t FROM trials", column))$t
      # Text that is a number counts as one in a column of numbers.
      if (!"text" %in% stored) next
      judge <- \(...) lr_set(table, ..., scale = "ln")
      expect_error(do.call(judge, used[[column]]), column, class = "calibrant_error_text")
      for (way in if (column %in% c("same", "device", "llr")) c("push", "stream")) {
        expect_error(do.call(judge, c(used[[column]], way = way)), column,
          class = "calibrant_error_text")
      }
    }
  }
  words <- sqlite_table(transform(trials, same = c("a", "a", "b", "b")))
  x <- lr_set(words, same ~ llr | device, scale = "ln", h1 = "a", way = "push")
  expect_identical(levels(x), c("1", "2"))
})

test_that("text in a column of an expression is refused by the name of the column", {
  trials <- data.frame(same = rep(1:0, each = 4), llr = c(3, 1, 2, 0.5, -1, -3, -2, 0.1), run = 1:2)
  uses <- list(
    same = same == 1 ~ llr, same = (same > 0) ~ llr, same = (1 - same) ~ llr, llr = same ~ -llr,
    llr = same ~ llr * 2, llr = same ~ I(.data$llr + 0), run = same ~ llr | run * 2
  )
  for (k in of_turn(seq_along(uses), 3)) {
    column <- names(uses)[k]
    for (text in list("yes", as.raw(0x31))) {
      table <- sqlite_table(trials)
      DBI::dbExecute(dbplyr::remote_con(table),
        sprintf("UPDATE trials SET %s = ? WHERE llr = 1", column),
        params = list(if (is.raw(text)) getExportedValue("blob", "as_blob")(text) else text))
      for (way in c("pull", "push", "stream")) {
        expect_error(lr_set(table, uses[[k]], scale = "ln", way = way, h1 = 1, sure = TRUE),
          paste0("`", column, "`"), class = "calibrant_error_text")
      }
    }
  }
  sound <- lr_set(sqlite_table(trials), (1 - same) ~ -llr, scale = "ln", h1 = 1, sure = TRUE)
  expect_equal(cllr(sound), cllr(lr_set(-trials$llr, 1 - trials$same, scale = "ln")))
})

test_that("text in a column of numbers gets no LR", {
  table <- sqlite_table(data.frame(llr = c(2, 1, -1, -2)))
  DBI::dbExecute(dbplyr::remote_con(table), "UPDATE trials SET llr = 'none' WHERE llr = 1")
  trials <- data.frame(llr = c(3, 1, -1, 0.5, -2, 0), same = rep(c(TRUE, FALSE), each = 3))
  fit <- calibrate(lr_set(same ~ llr, trials, scale = "ln"))
  expect_error(predict(fit, table), "llr", class = "calibrant_error_text")
})

test_that("certain posteriors are refused where a database has no infinite numbers", {
  data <- data.frame(same = rep(0:1, 4), p = c(0.2, 0.7, 0, 0.9, 0.1, 1, 0.3, 0.6))
  real <- new_engine
  local_replaced(new_engine = \(con) utils::modifyList(real(con), list(finite = TRUE)))
  judge <- \(x, ...) lr_set(x, same ~ p, scale = "prob", prior = 0.5, ..., sure = TRUE)
  table <- sqlite_table(data)
  expect_error(judge(table, way = "push"), "2 are 0 or 1", class = "calibrant_error_input")
  expect_no_error(judge(table, way = "stream"))
  open <- data[c(1, 2, 5, 8), ]
  table <- sqlite_table(open)
  expect_equal(unname(cllr(judge(table, way = "push"))), unname(cllr(judge(open))))
})

test_that("posteriors of a table or a stream are undone by the prior they were made with", {
  withr::local_seed(4)
  p <- c(0, 1, 0, 1, round(stats::runif(196, 0.02, 0.98), 2))
  data <- data.frame(same = rep(0:1, 100), p)
  table <- sqlite_table(data)
  judge <- \(x, ...) lr_set(x, same ~ p, scale = "prob", ..., sure = TRUE)
  near <- lr_set(same ~ p, data, scale = "prob", prior = 0.2, sure = TRUE)
  for (way in of_turn(c("pull", "stream", "push"), 3)) {
    far <- judge(table, prior = 0.2, way = way)
    expect_identical(far$scale, "ln")
    expect_equal(cllr(far), cllr(near), tolerance = 1e-14)
    expect_equal(ece_curve(far), ece_curve(near), tolerance = 1e-13)
    expect_equal(as.list(pav(far)), as.list(pav(near)), tolerance = 1e-13)
    if (way != "pull") {
      expect_error(judge(table, prior = "data", way = way), class = "calibrant_error_no_trials")
    }
    expect_error(judge(table, way = way), class = "calibrant_error_input")
    expect_error(
      judge(sqlite_table(transform(data, p = p * 1.01)), prior = 0.2, way = way),
      class = "calibrant_error_input"
    )
  }
})

test_that("what will take minutes in SQLite is said", {
  con <- structure(list(), class = "SQLiteConnection")
  expect_warning(warn_slow_engine(1e5, con), class = "calibrant_warning_slow")
  expect_no_warning(warn_slow_engine(99999, con))
  expect_no_warning(warn_slow_engine(1e9, structure(list(), class = "PqConnection")))
})

test_that("systems that a database takes for equal are refused or told apart", {
  trials <- data.frame(llr = c(2, -1, 1, -2, 3, -1, 0.5, -3), same = rep(1:0, 4))
  for (collation in of_turn(c("NOCASE", "RTRIM"), 2)) {
    names <- if (collation == "NOCASE") c("a", "A") else c("a", "a ")
    types <- c(same = "INTEGER", llr = "REAL", system = paste("TEXT COLLATE", collation))
    data <- cbind(trials, system = rep(names, each = 4))
    table <- sqlite_table(data, field.types = types)
    judge <- \(way, ...) lr_set(table, ..., scale = "ln", way = way, sure = TRUE)
    pushed <- tryCatch(levels(judge("push", same ~ llr | system)),
      calibrant_error_input = conditionMessage)
    expect_match(pushed, if (collation == "NOCASE") "distinguish" else "distinguish|^a$")
    # Blanks at its end are no part of a name.
    kept <- unique(trimws(names))
    for (way in c("pull", "stream")) expect_setequal(levels(judge(way, same ~ llr | system)), kept)
    expect_error(
      judge("push", system ~ llr, h1 = "a"), "distinguish", class = "calibrant_error_input"
    )
    for (way in c("pull", "stream")) {
      expect_equal(unname(system_sizes(judge(way, system ~ llr, h1 = "a"))$h1), 4)
    }
  }
  numbers <- list(c(0.1 + 0.2, 0.3), c(1e5, 2e5), c(1234567890123456, 1234567890123457))
  for (names in of_turn(numbers, 3)) {
    table <- sqlite_table(cbind(trials, system = rep(names, each = 4)))
    near <- lr_set(same ~ llr | system, data = dplyr::collect(table), scale = "ln", sure = TRUE)
    for (way in c("pull", "push", "stream")) {
      far <- lr_set(table, same ~ llr | system, scale = "ln", way = way, sure = TRUE)
      expect_setequal(levels(far), levels(near))
      expect_equal(cllr(far)[levels(near)], cllr(near))
    }
  }
})

test_that("whole numbers that no double holds name systems", {
  skip_if_not_installed("bit64")
  trials <- data.frame(llr = c(2, -1, 1, -2), same = rep(1:0, 2))
  names <- c("9007199254740992", "9007199254740993")
  table <- sqlite_table(cbind(trials, system = bit64::as.integer64(rep(names, each = 2))))
  for (way in c("pull", "push", "stream")) {
    x <- lr_set(table, same ~ llr | system, scale = "ln", way = way, sure = TRUE)
    expect_setequal(levels(x), names)
  }
  reader <- lr_chunks(dbplyr::remote_con(table), "SELECT * FROM trials")
  expect_setequal(levels(lr_set(reader, same ~ llr | system, scale = "ln", sure = TRUE)), names)
})

test_that("engines that warn of text in numbers, or that have collations, are known", {
  skip_if_not_installed("dplyr")
  of <- \(class) new_engine(structure(list(), class = c(class, "DBIConnection")))
  cuts <- c("MariaDBConnection", "MySQLConnection")
  collate <- c(cuts, "SQLiteConnection", "duckdb_connection")
  classes <- c(collate, "PqConnection", "ClickhouseConnection", "spark_connection")
  for (class in classes) {
    expect_identical(of(class)$cuts_text, class %in% cuts)
    expect_identical(of(class)$collates, class %in% collate)
  }
  skip_if_not_installed("dbplyr")
  mysql <- dbplyr::lazy_frame(system = "a", con = dbplyr::simulate_mysql())
  asked <- dplyr::summarise(mysql, n = n_distinct(hex(system)))
  sql <- as.character(dbplyr::sql_render(asked))
  expect_match(sql, "COUNT(DISTINCT hex(`system`))", fixed = TRUE)
})

test_that("what is no table of trials is refused in words", {
  con <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
  withr::defer(DBI::dbDisconnect(con))
  DBI::dbWriteTable(con, "trials", data.frame(same = c(1L, 0L), llr = c(1, -1)))
  table <- dplyr::tbl(con, "trials")
  for (way in c("pull", "push", "stream")) {
    none <- dplyr::filter(table, .data$llr > 9)
    expect_error(lr_set(none, same ~ llr, scale = "ln", way = way), "at least one trial")
  }
  expect_error(lr_set(con, same ~ llr, scale = "ln"), "dplyr::tbl", class = "calibrant_error_input")
  expect_error(read_scores(table), "takes with a formula", class = "calibrant_error_file")
  reader <- lr_chunks(con, "trials")
  expect_error(lr_set(reader, same ~ llr, scale = "ln"), "SELECT \\* FROM trials")
})
