# Calibration by the blocks of PAV.

method_pav <- function() {
  list(
    title = "PAV",
    sentence = \() label("The method is isotonic regression (pool adjacent violators)"),
    settings = list(infinite = "keep"),
    check = \(settings) {
      check_choice(settings$infinite, c("keep", "clip", "add_misleading"), "infinite")
    },
    without_prior = TRUE, keeps_counts = "always",
    train = train_pav,
    apply = apply_pav,
    formula = \(transform, input, digits) {
      sprintf("ln LR = that of one of %d PAV blocks", as.integer(transform$df))
    },
    type = "blocks",
    record = \(transform) {
      columns <- c(min = "score_min", max = "score_max", log10_lr = "log10_lr_pav")
      lapply(columns, \(column) I(transform$blocks[[column]]))
    },
    restore = blocks_of_record,
    limits = limits_by_pav,
    no_average = TRUE,
    any_form = TRUE,
    lazy = \(transform, value, engine) lazy_steps(transform$blocks, value, engine)
  )
}

blocks_of_record <- function(what, ...) {
  blocks <- new_frame(
    score_min = numbers_of_json(what$min), score_max = numbers_of_json(what$max),
    log10_lr_pav = numbers_of_json(what$log10_lr)
  )
  list(blocks = blocks, df = nrow(blocks))
}

# Asks for blocks alone, which are also available for trials outside memory.
train_pav <- function(system, recipe, where) {
  infinite <- recipe$settings$infinite
  known <- blocks_of(system)
  # Ends that are ln LRs, or scores.
  known[c("min", "max")] <- lapply(known[c("min", "max")], to_ln, system$scale)
  blocks <- if (infinite == "add_misleading") add_misleading(known) else known
  llr <- blocks$llr
  if (infinite == "clip") llr <- clip_infinite(llr, where)
  if (any(is.infinite(llr))) warn_infinite_blocks(blocks, where)
  transform <- list(
    blocks = new_frame(
      score_min = blocks$min, score_max = blocks$max, log10_lr_pav = from_ln(llr, "log10")
    ),
    df = length(llr)
  )
  known$llr <- apply_pav(transform, known$min)
  c(transform, objective = cost_at(known, recipe$prior))
}

apply_pav <- function(transform, value) {
  to_ln(apply_blocks(transform$blocks, value, "linear", "extend"), "log10")
}

# Adds one H1 trial below and one H2 trial above all others, the rule of succession. Blocks can be
# pooled as their trials would be.
add_misleading <- function(blocks) {
  ends <- unique(c(-Inf, blocks$min, Inf))
  place <- match(blocks$min, ends)
  tops <- replace(ends, place, blocks$max)
  n <- length(ends)
  number <- \(known, added) replace(numeric(n), place, known) + (seq_len(n) == added)
  pooled <- find_blocks(list(
    value = as.double(seq_len(n)), n_h1 = number(blocks$n_h1, 1), n_h2 = number(blocks$n_h2, n),
    totals = blocks$totals + 1
  ))
  pooled$min <- ends[pooled$min]
  pooled$max <- tops[pooled$max]
  pooled
}

clip_infinite <- function(llr, where) {
  finite <- llr[is.finite(llr)]
  refuse_if(length(finite) == 0, "nothing_to_clip")
  pmin(pmax(llr, min(finite)), max(finite))
}

warn_infinite_blocks <- function(blocks, where) {
  zero <- sum(blocks$n_h2[blocks$llr == -Inf])
  infinite <- sum(blocks$n_h1[blocks$llr == Inf])
  warn_of("infinite_by_pav")
}
