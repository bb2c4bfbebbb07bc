# LRs of new inputs from a fusion.

#' @rdname predict.lr_calibration
#' @export
predict.lr_fusion <- function(object, newdata = new_data, type = NULL, prior = NULL,
                              system = "fusion", level = NULL, by = NULL,
                              integrated = FALSE, ..., new_data = NULL) {
  check_intact_fit(object)
  check_dots(...)
  output <- read_output(object, type, prior)
  wanted <- list(level = level, by = by, integrated = integrated)
  fused_lrs(object, newdata, new_inputs, output, system, wanted)
}

# LRs of new trials, with inputs from `read(object, newdata)`, or of the training trials.
fused_lrs <- function(object, newdata, read, output, system, wanted) {
  if (inherits(newdata, "list")) newdata <- join_systems(newdata)
  is_set <- inherits(newdata, "lr_set")
  trials <- if (is.null(newdata)) training_of(object)
  carrier <- if (is.null(newdata)) trials$set else if (is_set) set_carrier(newdata)
  inputs <- if (is.null(newdata)) trials$inputs else read(object, newdata)
  llr <- apply_fusion(object$transforms[[1]], inputs)
  sure <- with_sureness(object, llr, inputs, NULL, wanted)
  if (is.null(carrier)) {
    warn_extrapolation(llr, rowSums(inputs), object, NULL)
    return(express_numbers(sure$llr, sure$limits, output$type, output$prior, names_of_new(newdata)))
  }
  name <- factor(rep(system, length(llr)))
  set <- express_set(carrier, sure$llr, output, system = name, limits = sure$limits)
  set <- noted_limits(set, object, wanted$level, wanted$by)
  noted_calibration(set, object, carrier, asked = is_set)
}

new_inputs <- function(object, newdata) {
  if (inherits(newdata, "lr_set")) {
    check_same_kind(object$scale, newdata$scale)
    return(match_inputs(set_inputs(newdata), object))
  }
  if (is.data.frame(newdata) && !is.null(object$input)) {
    inputs <- read_new_inputs(object, newdata)
  } else {
    if (is.data.frame(newdata) && all(object$terms %in% names(newdata))) {
      newdata <- newdata[object$terms]
    }
    inputs <- match_inputs(check_inputs(as_inputs(newdata)), object)
  }
  check_columns(inputs, input_scale(object))
  inputs_to_ln(inputs, object)
}

# Matches by name where both have names, by position otherwise.
match_inputs <- function(inputs, object) {
  known <- object$terms
  if (ncol(inputs) == length(known) && identical(colnames(inputs), paste0("s", seq_along(known)))) {
    return(inputs)
  }
  missing <- setdiff(known, colnames(inputs))
  refuse_if(length(missing) > 0, "inputs_missing")
  inputs[, known, drop = FALSE]
}

#' @rdname lr_calibration-methods
#' @export
augment.lr_fusion <- function(x, newdata = NULL, ...) {
  check_dots(...)
  check_intact_fit(x)
  if (is.data.frame(newdata)) return(augment_trials(x, newdata, newdata))
  inputs <- if (is.null(newdata)) training_of(x)$inputs else new_inputs(x, newdata)
  after <- predict(x, newdata, type = "log10")
  stop_if(!inherits(after, "lr_set"), "{.arg newdata} must be one or more {.cls lr_set}.")
  truth <- as.data.frame(after)
  trials <- data.frame(inputs, truth[setdiff(names(truth), c("log10_lr", "system"))],
    check.names = FALSE)
  augment_trials(x, trials, newdata)
}
