# Constructor and methods of sets of conclusions.

# Trusted constructor: callers have checked their input.
new_conclusion_set <- function(conclusion, truth, labels, system = NULL, examiner = NULL,
                               item = NULL) {
  stopifnot(is.factor(conclusion), is.logical(truth))
  with_memory(mget(conclusion_fields), c("conclusion_set", "trial_set"))
}

conclusion_fields <- names(formals(new_conclusion_set))

#' @exportS3Method
are_fields.conclusion_set <- function(x, kind) {
  n <- length(x$conclusion)
  fits <- \(field) is.null(field) || is.atomic(field) && length(field) == n
  all(names(x) %in% c(conclusion_fields, "memory")) && is.factor(x$conclusion) && n > 0 &&
    !anyNA(x$conclusion) && is.logical(x$truth) && length(x$truth) == n && !anyNA(x$truth) &&
    are_systems(x$system, n) && is.character(x$labels) &&
    all(c("h1", "h2") %in% names(x$labels)) && fits(x$examiner) && fits(x$item)
}

# Conclusions reached by each system, and how often under each hypothesis.
#' @exportS3Method
make_systems.conclusion_set <- function(x, range) {
  places <- split_by_system(x)
  names <- system_names(x)
  x <- unclass(x)
  Map(\(place, name) {
    # A system that never reaches the ends of its scale has no others.
    own <- Find(\(note) note$what == "scale" && name %in% note$systems, attr(x, "provenance"))
    conclusion <- droplevels(x$conclusion[place])
    truth <- x$truth[place]
    list(
      conclusions = levels(conclusion), ordered = is.ordered(conclusion),
      scale = own$value %||% levels(x$conclusion),
      h1 = tabulate(conclusion[truth], nlevels(conclusion)),
      h2 = tabulate(conclusion[!truth], nlevels(conclusion)),
      code = as.integer(conclusion), truth = truth, examiner = x$examiner[place],
      item = x$item[place], place = place
    )
  }, places, names)
}

#' @exportS3Method
keep_trials.conclusion_set <- function(x, i) {
  kept <- subset_trials(x, chosen_places(x, i))
  check_both_classes(kept$truth, kept$system)
  kept
}

#' @export
c.conclusion_set <- function(..., pool = FALSE) {
  sets <- read_joined(list(...), pool, "conclusion_set")
  check_same_labels(sets)
  check_all_or_none(!vapply(sets, \(set) is.null(set$system), NA), "system")
  scales <- lapply(sets, \(set) levels(set$conclusion))
  scale <- join_scales(scales)
  ordered <- all(vapply(sets, \(set) is.ordered(set$conclusion), NA))
  fields <- join_fields(sets, c("truth", "system", "examiner", "item"))
  fields$weight <- NULL
  conclusion <- unlist(lapply(sets, \(set) as.character(set$conclusion)))
  fields$conclusion <- factor(conclusion, levels = scale, ordered = ordered)
  # The ends of the joined scale may be those of other systems.
  other <- ordered & !vapply(lapply(scales, scale_ends), setequal, NA, scale_ends(scale))
  sets[other] <- Map(with_note, sets[other], "scale", scales[other])
  with_notes(with_fields(sets[[1]], fields), joined_notes(sets))
}

scale_ends <- \(scale) scale[c(1, length(scale))]

# The conclusions of several scales, each in its order.
join_scales <- function(scales) {
  Reduce(\(all, new) {
    for (name in setdiff(new, all)) {
      before <- new[seq_len(match(name, new) - 1)]
      all <- append(all, name, after = max(match(before, all), 0))
    }
    refuse_if(is.unsorted(match(new, all)), "scales_order")
    all
  }, scales)
}

#' @export
as.data.frame.conclusion_set <- function(x, row.names = NULL, # nolint: object_name_linter.
                                         optional = FALSE, ...) {
  check_intact(x)
  columns <- unclass(x)[c("system", "conclusion", "truth", "examiner", "item")]
  as.data.frame(columns[!vapply(columns, is.null, NA)])
}

#' @export
print.conclusion_set <- \(x, ...) printed(x, {
  systems <- systems_of(x)
  cat(sprintf("<conclusion_set> %s conclusions%s%s\n", plain_count(length(x)),
    counted_names(x$examiner, "examiners"), counted_names(x$item, "items")))
  cat(sprintf("H1: truth is %s    H2: truth is %s\n", x$labels[["h1"]], x$labels[["h2"]]))
  for (name in system_names(x)) {
    system <- systems[[match(name, names(systems), 1)]]
    cat(if (length(systems) > 1) paste0("\n", name, ":\n") else "\n")
    print(counts_overview(system), right = TRUE)
  }
  writeLines(as.character(provenance_lines(x)))
  cat("\nconclusion_lr(x) says what each is worth, summary(x) judges the scale.\n")
})

counted_names <- function(names, what) {
  if (is.null(names)) "" else sprintf(", %s %s", plain_count(length(unique(names))), what)
}

counts_overview <- function(system) {
  share <- \(n) even_number(100 * n / sum(n))
  cells <- cbind(H1 = plain_counts(system$h1), H2 = plain_counts(system$h2),
    `H1 %` = share(system$h1), `H2 %` = share(system$h2))
  rownames(cells) <- system$conclusions
  noquote(cells)
}

#' @exportS3Method
data_hash.conclusion_set <- function(x, ...) {
  check_dots(...)
  check_intact(x)
  hash_fields(unclass(x)[c("conclusion", "truth", "system", "examiner", "item")])
}
