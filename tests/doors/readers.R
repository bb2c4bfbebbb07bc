# Readers: every way to read files, on files in random dialects, some of them damaged. Each must
# return the trials that plain.R finds with knowledge of the dialect, or refuse the file.

dialect_case <- function(name, verb, paths, trials, arguments = list(), ...) {
  list(
    case = name, verb = verb, paths = paths, arguments = arguments,
    trials = trials, may_refuse = TRUE, words = character(), value = "", ...
  )
}

write_file <- function(bytes, folder, name) {
  path <- file.path(folder, name)
  writeBin(bytes, path)
  path
}

draw_damage <- function() {
  if (chance(0.5)) "none" else sample(names(damages), 1)
}

scores_case <- function(number, folder) {
  dialect <- draw_dialect()
  damage <- draw_damage()
  damaged <- damages[[damage]](dialect)
  damaged$drops <- damage == "number_missing" && chance(0.5)
  made <- damaged_file(damaged)
  wanted <- if (!is.null(made$text)) plain_trials(made$text, damaged)
  if (damage == "none") stopifnot(same_trials(wanted, dialect$trials))
  arguments <- dialect_arguments(dialect)
  if (damaged$drops) arguments$na <- "drop"
  # A reader with a given decimal mark need not guess it.
  if (chance(0.15)) arguments$dec <- dialect$decimal
  names <- vapply(dialect$columns, `[[`, "", if (dialect$header == "odd") "odd" else "known")
  names(names) <- vapply(dialect$columns, `[[`, "", "role")
  name <- sprintf("scores-%d", number)
  dialect_case(name, "scores", write_file(made$file, folder, paste0(name, ".txt")), wanted,
    arguments, damage = damage,
    header = if (dialect$header %in% c("words", "odd", "short")) names, h1 = dialect$pair[1])
}

same_trials <- function(a, b) {
  isTRUE(all.equal(a, b, tolerance = 1e-13))
}

# A file of scores, and a key in a dialect of its own and in another order.
key_case <- function(number, folder) {
  drawn <- list(draw_dialect(), draw_dialect())
  for (k in 1:2) drawn[[k]]$header <- one_of("words", "none")
  n <- length(drawn[[1]]$columns[[1]]$cells)
  first <- paste0("m", sample.int(4, n, TRUE))
  second <- paste0("s", seq_len(n))
  order <- sample.int(n, sample(3:n, 1))
  items <- list(
    column_of("source1", "enrol", "Spur", first), column_of("source2", "test", "Probe", second)
  )
  scores <- Filter(\(column) column$role == "score", drawn[[1]]$columns)
  truth <- column_of("truth", "label", "Herkunft", rep_len(drawn[[2]]$pair, length(order)))
  in_order <- lapply(items, \(column) replace(column, "cells", list(column$cells[order])))
  drawn[[1]]$columns <- c(items, scores)
  drawn[[2]]$columns <- if (chance(0.5)) c(in_order, list(truth)) else c(list(truth), in_order)
  drawn[[2]]$told <- FALSE
  damage <- draw_damage()
  at <- if (damage %in% c("third_label", "joined")) 2 else 1
  if (damage == "joined") damage <- "none"
  drawn[[at]] <- damages[[damage]](drawn[[at]])
  made <- lapply(drawn, damaged_file)
  texts <- lapply(made, `[[`, "text")
  wanted <- if (all(lengths(texts) > 0)) plain_match(texts, drawn)
  paths <- Map(\(one, name) write_file(one$file, folder, sprintf("%s-%d.txt", name, number)), made,
    c("pairs", "key"))
  told <- if (drawn[[2]]$pair[1] %in% unlist(told_pairs)) list(h1 = drawn[[2]]$pair[1])
  arguments <- c(list(key = paths[[2]]), told)
  dialect_case(sprintf("key-%d", number), "scores", paths[[1]], wanted, arguments, damage = damage)
}

# Scores of utterances, and the protocol of a challenge: one item, and columns with other content.
protocol_case <- function(number, folder) {
  drawn <- list(draw_dialect(), draw_dialect())
  for (k in 1:2) drawn[[k]]$header <- one_of("words", "none")
  n <- length(drawn[[1]]$columns[[1]]$cells)
  utterance <- sprintf("LA_E_%04d", sample.int(9999, n))
  order <- sample.int(n)
  is_h1 <- rep_len(c(TRUE, FALSE), n)
  attack <- ifelse(is_h1, "-", sprintf("A%02d", sample.int(19, n, TRUE)))
  scores <- Filter(\(column) column$role == "score", drawn[[1]]$columns)
  drawn[[1]]$columns <- c(list(column_of("source1", "filename", "Datei", utterance)), scores)
  drawn[[2]][c("pair", "told")] <- list(c("bonafide", "spoof"), FALSE)
  drawn[[2]]$columns <- list(
    column_of("none", "speaker", "Person", sprintf("LA_%04d", sample.int(40, n, TRUE))),
    column_of("source1", "filename", "Datei", utterance[order]),
    column_of("none", "codec", "Kodierung", sample(c("alaw", "-", "opus"), n, TRUE)),
    column_of("none", "attack", "Angriff", attack),
    column_of("truth", "key", "Herkunft", ifelse(is_h1, "bonafide", "spoof"))
  )
  made <- lapply(drawn, damaged_file)
  wanted <- plain_match(lapply(made, `[[`, "text"), drawn, "source1")
  paths <- Map(\(one, name) write_file(one$file, folder, sprintf("%s-%d.txt", name, number)), made,
    c("utterances", "protocol"))
  dialect_case(sprintf("protocol-%d", number), "scores", paths[[1]], wanted, list(key = paths[[2]]))
}

# Systems below each other in one table, distinguished by a named column.
systems_case <- function(number, folder) {
  dialect <- draw_dialect()
  dialect$header <- "odd"
  n <- length(dialect$columns[[1]]$cells)
  systems <- rep(c("sysB", "sysA"), length.out = n)
  dialect$columns <- c(dialect$columns, list(column_of("system", "system", "Verfahren", systems)))
  made <- damaged_file(dialect)
  wanted <- plain_systems(made$text, dialect)
  path <- write_file(made$file, folder, sprintf("systems-%d.csv", number))
  dialect_case(sprintf("systems-%d", number), "scores", path, wanted, dialect_arguments(dialect))
}

# One file of genuine scores and one of impostors', the score in the last column.
two_case <- function(number, folder) {
  sides <- lapply(1:2, \(k) {
    dialect <- draw_dialect()
    score <- Filter(\(column) column$role == "score", dialect$columns)
    items <- Filter(\(column) startsWith(column$role, "source"), dialect$columns)
    dialect$columns <- c(items, score)
    dialect$header <- one_of("words", "none", "none")
    if (length(items) == 0) dialect$separator <- if (dialect$decimal == ",") ";" else ","
    damages[[if (chance(0.7)) "none" else sample(side_damages, 1)]](dialect)
  })
  made <- lapply(sides, damaged_file)
  wanted <- plain_sides(lapply(made, `[[`, "text"), sides)
  paths <- Map(\(one, k) {
    write_file(one$file, folder, sprintf("two-%d-h%d.txt", number, k))
  }, made, 1:2)
  dialect_case(sprintf("two-%d", number), "two", unlist(paths), wanted)
}

lir_case <- function(number, folder) {
  sides <- lapply(1:2, \(k) {
    dialect <- draw_dialect()
    score <- Filter(\(column) column$role == "score", dialect$columns)[[1]]
    score$known <- "llr"
    dialect$columns <- list(score)
    dialect$header <- one_of("words", "none", "short")
    # A column of numbers with a decimal comma, in a dialect whose separator does not occur.
    dialect$separator <- if (dialect$decimal == ",") ";" else ","
    damages[[if (chance(0.7)) "none" else sample(side_damages, 1)]](dialect)
  })
  made <- lapply(sides, damaged_file)
  wanted <- plain_sides(lapply(made, `[[`, "text"), sides)
  paths <- Map(\(one, k) {
    write_file(one$file, folder, sprintf("lir-%d-h%d.csv", number, k))
  }, made, 1:2)
  dialect_case(sprintf("lir-%d", number), "two", unlist(paths), wanted, list(scale = "log10"))
}

apply_case <- function(number, folder) {
  dialect <- draw_dialect()
  dialect$header <- one_of("words", "words", "none")
  score <- Filter(\(column) column$role == "score", dialect$columns)
  note <- Filter(\(column) column$role == "none" && column$is_text, dialect$columns)
  name <- column_of("source1", "case", "Fall", paste0("c", seq_along(score[[1]]$cells)))
  dialect$columns <- c(list(name), score, note)
  harms <- c(side_damages, "blank_row", "field_more", "quote_open")
  damage <- if (chance(0.5)) "none" else sample(harms, 1)
  damaged <- damages[[damage]](dialect)
  made <- damaged_file(damaged)
  wanted <- if (!is.null(made$text)) plain_casework(made$text, damaged)
  path <- write_file(made$file, folder, sprintf("cases-%d.txt", number))
  separator <- trimws(dialect$separator, whitespace = " ")
  dialect_case(sprintf("apply-%d", number), "apply", path, wanted, damage = damage,
    separator = if (nzchar(separator)) separator else " ")
}

# lr_chunks() needs names of columns, so it reads only files with a header.
read_by_chunks <- function(case) {
  names <- case$header
  reader <- calibrant::lr_chunks(case$paths, chunk_rows = 3)
  formula <- stats::reformulate(names[["score"]], as.name(names[["truth"]]))
  h1 <- utils::type.convert(case$h1, as.is = TRUE)
  x <- calibrant::lr_set(reader, formula, scale = "ln", h1 = h1)
  rows <- summary(x)
  list(
    trials = data.frame(system = "", n_h1 = rows$n_h1, n_h2 = rows$n_h2),
    measures = data.frame(measure = "cllr", estimate = calibrant::cllr(x))
  )
}

# Numbers of files of each kind, in the long and in the short form.
reader_kinds <- list(
  scores = list(make = scores_case, long = 280, short = 50),
  key = list(make = key_case, long = 70, short = 10),
  protocol = list(make = protocol_case, long = 40, short = 6),
  systems = list(make = systems_case, long = 30, short = 5),
  two = list(make = two_case, long = 40, short = 6),
  lir = list(make = lir_case, long = 40, short = 6),
  apply = list(make = apply_case, long = 60, short = 10)
)

draw_cases <- function(short, folder) {
  unlist(lapply(reader_kinds, \(kind) {
    lapply(seq_len(if (short) kind$short else kind$long), kind$make, folder)
  }), recursive = FALSE, use.names = FALSE)
}

reader_doors <- function() {
  c(corpus_doors, list(chunks = list(
    read = read_by_chunks, agrees = agrees_in_measures, verbs = "scores",
    takes = \(case) !is.null(case$header) && is.null(case$arguments$na)
  )))
}

# A row per door and kind of file.
try_readers <- function(short, seed) {
  folder <- Sys.getenv("KEEP")
  if (!nzchar(folder)) {
    folder <- tempfile("dialects-")
    on.exit(unlink(folder, recursive = TRUE))
  }
  dir.create(folder, showWarnings = FALSE)
  set.seed(seed)
  cases <- draw_cases(short, folder)
  doors <- reader_doors()
  do.call(rbind, lapply(names(doors), \(name) try_reader(name, doors[[name]], cases)))
}

try_reader <- function(name, door, cases) {
  taken <- Filter(\(case) {
    case$verb %in% door$verbs && (is.null(door$takes) || door$takes(case))
  }, cases)
  found <- run_door(taken, door)
  broke <- found$outcome %in% c("wrong", "broken")
  for (k in which(broke)) {
    cat(sprintf("%s, %s: %s; %s\n", name, found$case[k], found$outcome[k], found$today[k]))
  }
  is_sound <- !vapply(taken, \(case) is.null(case$trials), NA)
  rows <- data.frame(
    door = paste("reader:", name), what = sub("-.*$", "", found$case), tried = 1,
    done = +(is_sound & found$outcome == "right" & !found$refused),
    refused = +(is_sound & found$refused), not_to_do = +(!is_sound & found$refused),
    broke = +broke
  )
  stats::aggregate(rows[-(1:2)], rows[1:2], sum)
}

doors_part <- try_readers
