#' Checking a validation report
#'
#' `check_validation()` regenerates an HTML report from the data, plan and calibration that came
#' with it, and returns line by line whether the two agree. The article *For assessors* lists the
#' files that a laboratory sends and explains each checksum.
#'
#' An HTML report contains the arguments of [validation_report()] (priors, seed, texts, date), and
#' the SHA-256 of the plan and of each field of the data. The check compares:
#' * the fields of the data (values, truth, systems, items and so on) and the plan by their
#'   SHA-256, and, if `plan` is a matrix, each of its cells with a run of its plan;
#' * with a `calibration`, each LR of the data with the calibrated LR of its score;
#' * each line of the regenerated report, each figure, and all other bytes of the file.
#'
#' Lines about the machine (versions, threads, locale) and figures, whose letters are drawn by the
#' machine, may differ. Their rows are `NA`: inspect them. On the same machine, an agreeing report
#' is identical to the byte.
#'
#' @param report Path of the report, in HTML.
#' @param data The set of the report: `x` of [validation_report()], made from the same files.
#' @param plan The plan or the matrix of the report, or the path of its file, if the report has one.
#' @param calibration Optional: the calibration behind the LRs, from [calibrate()], [fuse()] or
#'   [bound_lr()], or the path of its file.
#' @param scores The trials of the `calibration`, in the order of `data`, in any form for which its
#'   [predict()] returns log10 LRs or a set.
#' @param sets,monitor As for [validation_report()].
#' @param threads As in [measures()].
#' @param x The result of `check_validation()`.
#' @param ... Unused.
#' @return A data frame of class `validation_check` with a row per comparison: `part`, `item`,
#'   `agrees` and, for a difference, `sent` (in the report) and `found`.
#' @section Errors:
#' `calibrant_error_file`: `report` is not an HTML report, or comes from a version that did not
#' record its arguments.
#' @seealso [validation_report()], [data_hash()], [qualify()]
#' @concept audit
#' @concept assessor
#' @concept ISO 17025
#' @concept tampering
#' @export
#' @examplesIf interactive() && rlang::is_installed("rmarkdown") && rmarkdown::pandoc_available()
#' x <- simulate_lr(100, 300, s = 2)
#' report <- validation_report(x, tempfile(fileext = ".html"), replicates = 100)
#' check_validation(report, x)
check_validation <- function(report, data, plan = NULL, calibration = NULL, ..., scores = NULL,
                             sets = list(), monitor = NULL, threads = NULL) {
  check_dots(...)
  sent <- read_sent_report(given(report))
  check_that(inherits(given(data), c("trial_set", "calibrant_object")), "be a set.", data)
  x <- read_reported(data)
  plan <- read_if_path(plan)
  calibration <- read_if_path(calibration)
  read_threads(threads)
  if (!is.null(monitor)) check_monitor(monitor, "monitor")
  check_plan_sets(sets, !is.null(plan))
  refuse_if(is.null(calibration) != is.null(scores), "calibration_and_scores")
  hashes <- lapply(list(sent$asked$sha256, report_hashes(x, plan)), unlist)
  fields <- union(names(hashes[[1]]), names(hashes[[2]]))
  rows <- rbind(
    check_rows("SHA-256", fields, hashes[[1]][fields], hashes[[2]][fields]),
    or_problem("matrix", matrix_rows(plan, x, sets, threads)),
    if (!is.null(calibration)) or_problem("trial", trial_rows(x, calibration, scores)),
    or_problem("report", remade_rows(sent, x, plan, sets, monitor, threads))
  )
  new_object("validation_check", rows, row.names = seq_len(nrow(rows)))
}

# Rows of a comparison; a comparison that these inputs do not allow counts as a disagreement.
or_problem <- function(part, rows) {
  tryCatch(rows, calibrant_error = \(cnd) {
    check_rows(part, "all", "", gsub("\n. ", " ", conditionMessage(cnd)))
  })
}

read_sent_report <- function(file) {
  check_file(file, "report")
  bytes <- readBin(file, raw(), file.size(file))
  html <- rawToChar(bytes[bytes != 0])
  Encoding(html) <- "UTF-8"
  refuse_if(any(bytes == 0) || !validUTF8(html), "not_a_report")
  parts <- strsplit(html, asked_slot[1], fixed = TRUE)[[1]]
  refuse_if(length(parts) != 2, "not_a_report")
  asked <- parse_json(strsplit(parts[2], "</script>", fixed = TRUE)[[1]][1], file)
  problem <- schema_problem(asked, schema_of("report"))
  refuse_if(!is.null(problem), "report_damaged")
  asked$prior <- if (!is.null(asked$prior)) numbers_of_json(asked$prior)
  list(file = file, html = html, asked = asked)
}

read_if_path <- function(x, arg = rlang::caller_arg(x)) {
  if (!rlang::is_string(x) || is.object(x)) return(x)
  check_file(x, arg)
  read_calibrant(x)
}

# A row per comparison; a part that only one side has counts as a disagreement.
check_rows <- function(part, item, sent, found, agrees = (sent == found) %in% TRUE) {
  if (length(item) == 0) return(NULL)
  data.frame(part, item, agrees = unname(agrees), sent = unname(sent), found = unname(found))
}

# Cells of two tables that differ, or rows that only one has, or that they are in another order.
cell_rows <- function(part, sent, found, names = row_words(sent)) {
  texts <- lapply(list(sent, found[names(sent)]), \(table) {
    list2DF(lapply(table, \(x) paste(if (is.numeric(x)) signif(x, 12) else x)))
  })
  lines <- lapply(texts, \(table) do.call(paste, c(table, sep = ", ")))
  if (nrow(sent) != nrow(found)) {
    words <- lapply(texts, row_words)
    return(rbind(
      check_rows(part, "rows", paste(nrow(sent)), paste(nrow(found))),
      check_rows(part, setdiff(words[[1]], words[[2]]), "there", "missing"),
      check_rows(part, setdiff(words[[2]], words[[1]]), "missing", "there")
    ))
  }
  i <- match(TRUE, lines[[1]] != lines[[2]])
  if (!is.na(i) && identical(sort(lines[[1]]), sort(lines[[2]]))) {
    return(check_rows(part, "order of the same rows", lines[[1]][i], lines[[2]][i]))
  }
  rows <- Map(\(sent, found, column) {
    i <- which(sent != found)
    check_rows(part, sprintf("%s, %s", names[i], column), sent[i], found[i])
  }, texts[[1]], texts[[2]], names(sent))
  do.call(rbind, rows) %||% check_rows(part, plain_count(nrow(sent)), "", "")
}

row_words <- function(table) {
  named <- names(table) %in% c("system", "condition", "criterion", "id")
  do.call(paste, c(table[named], sep = ", "))
}

matrix_rows <- function(plan, x, sets, threads) {
  if (!inherits(plan, "validation_matrix")) return(NULL)
  found <- as.data.frame(read_judged(x, attr(plan, "plan"), sets, threads))
  cell_rows("matrix", as.data.frame(plan), found)
}

trial_rows <- function(x, fit, scores) {
  known <- c("lr_calibration", "loglik_calibration", "lr_bound")
  check_that(inherits(fit, known), "be a calibration.", fit, "calibration")
  tables <- lapply(list(x, stats::predict(fit, scores)), trial_table)
  names <- if (is.null(tables[[1]]$id)) seq_along(x) else row_words(tables[[1]])
  tables <- lapply(tables, `[`, intersect(names(tables[[1]]), names(tables[[2]])))
  cell_rows("trial", tables[[1]], tables[[2]], names)
}

trial_table <- function(set) {
  if (!is.list(set)) return(data.frame(log10_lr = set))
  if (inherits(set, "conclusion_set")) set <- lr_set(set)
  fields <- unclass(set)
  if (is.null(fields$log_lik)) fields$log10_lr <- from_ln(to_ln(values_of(set), set$scale), "log10")
  kept <- c("log10_lr", "log_lik", "truth", "weight", "source1", "source2", "system", "id")
  data.frame(Filter(length, fields[intersect(kept, names(fields))]), check.names = FALSE)
}

# Lines, figures and other bytes of the report, and of the report made again on this machine, after
# the lines about the machine are replaced.
remade_rows <- function(sent, x, plan, sets, monitor, threads) {
  file <- tempfile(fileext = ".html")
  on.exit(unlink(file))
  write_report(x, file, plan, sets, monitor, threads, sent$asked)
  again <- read_sent_report(file)
  machines <- lapply(list(sent, again), \(one) unlist(one$asked$machine))
  for (k in seq_along(machines[[2]])) {
    sent$html <- gsub(machines[[1]][k], machines[[2]][k], sent$html, fixed = TRUE)
  }
  elsewhere <- if (identical(machines[[1]], machines[[2]])) FALSE else NA
  parts <- lapply(list(sent$html, again$html), html_parts)
  texts <- unique(unlist(lapply(parts, \(part) names(part$text))))
  rbind(
    check_rows("machine", c("software", "other packages", "threads"), machines[[1]], machines[[2]],
      ifelse(machines[[1]] == machines[[2]], TRUE, NA)),
    do.call(rbind, lapply(texts, \(name) line_rows(name, parts[[1]]$text, parts[[2]]$text))),
    figure_rows(parts[[1]]$figures, parts[[2]]$figures, elsewhere),
    check_rows("report", "markup", hash_text(parts[[1]]$rest), hash_text(parts[[2]]$rest)),
    check_rows("report", "SHA-256", cli::hash_file_sha256(sent$file), cli::hash_file_sha256(file),
      if (identical(sent$html, again$html) && isFALSE(elsewhere)) TRUE else elsewhere)
  )
}

html_parts <- function(html) {
  figures <- regmatches(html, gregexpr("src=\"data:[^\"]*\"", html))[[1]]
  rest <- gsub("src=\"data:[^\"]*\"", "", html)
  body <- gsub("[ \t\r\n]+", " ", sub(".*<main>", "", sub("</main>.*", "", rest)))
  sections <- strsplit(gsub("<h1", "\f<h1", body, fixed = TRUE), "\f", fixed = TRUE)[[1]]
  text <- Filter(length, lapply(sections, \(section) {
    lines <- strsplit(section, "</(p|li|tr|h[1-6]|caption|figcaption|div)>")[[1]]
    lines <- trimws(gsub(" +", " ", gsub("<[^>]*>", " ", lines)))
    for (code in names(html_codes)) lines <- gsub(code, html_codes[[code]], lines, fixed = TRUE)
    lines[nzchar(lines)]
  }))
  list(text = rlang::set_names(text, vapply(text, `[`, "", 1)), figures = figures, rest = rest)
}

html_codes <- c("&lt;" = "<", "&gt;" = ">", "&quot;" = "\"", "&amp;" = "&")

line_rows <- function(name, sent, found) {
  both <- lapply(list(sent[[name]], found[[name]]), as.character)
  lines <- list(setdiff(both[[1]], both[[2]]), setdiff(both[[2]], both[[1]]))
  n <- max(lengths(lines))
  if (n == 0) return(check_rows(name, plain_count(length(both[[1]])), "", ""))
  check_rows(name, paste("line", match(lines[[1]][seq_len(n)], both[[1]])),
    lines[[1]][seq_len(n)], lines[[2]][seq_len(n)], FALSE)
}

figure_rows <- function(sent, found, elsewhere) {
  n <- max(length(sent), length(found))
  hashes <- lapply(list(sent, found), \(one) vapply(one, hash_text, "")[seq_len(n)])
  check_rows("figure", as.character(seq_len(n)), hashes[[1]], hashes[[2]],
    ifelse((hashes[[1]] == hashes[[2]]) %in% TRUE, TRUE, elsewhere))
}

#' @rdname check_validation
#' @export
print.validation_check <- \(x, ...) printed(x, {
  stopifnot(!is.null(x$agrees))
  mark <- ifelse(is.na(x$agrees), "look at", ifelse(x$agrees, "agrees", "DIFFERS"))
  texts <- as.data.frame(t(mapply(told_apart, x$sent, x$found, USE.NAMES = FALSE)))
  cat(paste0(format(mark), "  ", x$part, ": ", x$item, ifelse(x$agrees %in% TRUE, "", paste0(
    "\n  in the report: ", texts[[1]], "\n  found:         ", texts[[2]]
  ))), sep = "\n")
  differs <- sum(!x$agrees, na.rm = TRUE)
  cat("\n", if (differs > 0) {
    sprintf("Comparisons that differ: %d of %d. These data give another report.", differs, nrow(x))
  } else if (anyNA(x$agrees)) {
    "All parts agree that do not depend on the machine. Look at the figures marked above."
  } else {
    "The report is identical to that of these data, to the byte."
  }, "\n", sep = "")
})

# Two texts with the code points of the characters that only one of them has, and, if they look
# alike, of those between their common beginning and end.
told_apart <- function(sent, found) {
  chars <- strsplit(c(sent, found), "")
  plain <- lapply(chars, grepl, pattern = "^[!-~]$")
  alike <- identical(chars[[1]][plain[[1]]], chars[[2]][plain[[2]]])
  shared <- \(a, b) sum(cumprod(utils::head(a, length(b)) == utils::head(b, length(a))))
  start <- shared(chars[[1]], chars[[2]])
  end <- min(shared(rev(chars[[1]]), rev(chars[[2]])), lengths(chars) - start)
  mapply(\(own, other, plain) {
    between <- seq_along(own) > start & rev(seq_along(own)) > end
    odd <- !plain & if (alike) between else own != " " & !own %in% other
    code <- sprintf("<U+%04X>", vapply(own[odd], utf8ToInt, 0L))
    seen <- grepl("[\\p{L}\\p{N}\\p{P}\\p{S}]", own[odd], perl = TRUE)
    paste(replace(own, odd, paste0(ifelse(seen, own[odd], ""), code)), collapse = "")
  }, chars, rev(chars), plain)
}
