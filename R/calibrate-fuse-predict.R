# What a fusion makes of new inputs.

#' @rdname predict.lr_calibration
#' @export
predict.lr_fusion <- function(object, newdata = new_data, type = "log10", prior = object$prior,
                              system = "fusion", level = NULL, by = NULL,
                              integrated = FALSE, ..., new_data = NULL) {
  check_intact_fit(object)
  check_dots(...)
  type <- check_prediction(type, prior)
  if (inherits(newdata, "list")) newdata <- join_systems(newdata)
  is_set <- inherits(newdata, "lr_set")
  trials <- if (is.null(newdata)) training_of(object)
  carrier <- if (is.null(newdata)) trials$set else if (is_set) set_carrier(newdata)
  inputs <- if (is.null(newdata)) trials$inputs else new_inputs(object, newdata)
  fused_lrs(object, inputs, carrier, names_of_new(newdata), is_set, type, prior, system, level, by,
    integrated)
}

# LRs of rows of inputs: of a set where there is a carrier of their truth.
fused_lrs <- function(object, inputs, carrier, names, is_set, type, prior, system, level, by,
                      integrated) {
  llr <- apply_fusion(object$transforms[[1]], inputs)
  sure <- with_sureness(object, llr, inputs, NULL, level, by, integrated)
  if (is.null(carrier)) {
    warn_extrapolation(llr, rowSums(inputs), object, NULL)
    return(express_numbers(sure$llr, sure$limits, type, prior, names))
  }
  name <- factor(rep(system, length(llr)))
  set <- express_set(carrier, sure$llr, type, prior, system = name, limits = sure$limits)
  set <- noted_limits(set, object, level, by)
  noted_calibration(set, object, carrier, asked = is_set)
}

new_inputs <- function(object, newdata) {
  scale <- object$scale
  if (inherits(newdata, "lr_set")) {
    check_same_kind(scale, newdata$scale)
    return(match_inputs(set_inputs(newdata), object))
  }
  if (is.data.frame(newdata) && !is.null(object$input)) {
    inputs <- read_new_inputs(object, newdata)
  } else {
    inputs <- match_inputs(check_inputs(as_inputs(newdata)), object)
  }
  check_columns(inputs, scale)
  inputs_to_ln(inputs, scale)
}

# By name where both have names, by position otherwise.
match_inputs <- function(inputs, object) {
  known <- object$terms
  if (ncol(inputs) == length(known) && identical(colnames(inputs), paste0("s", seq_along(known)))) {
    return(inputs)
  }
  missing <- setdiff(known, colnames(inputs))
  stop_if(
    length(missing) > 0,
    "{.arg newdata} must have all inputs of the fusion.",
    x = "There is no {.val {missing}}; there are {.val {colnames(inputs)}}."
  )
  inputs[, known, drop = FALSE]
}

#' @rdname lr_calibration-methods
#' @export
augment.lr_fusion <- function(x, newdata = NULL, ...) {
  check_dots(...)
  check_intact_fit(x)
  if (is.data.frame(newdata)) {
    return(augment_trials(x, newdata, newdata))
  }
  inputs <- if (is.null(newdata)) training_of(x)$inputs else new_inputs(x, newdata)
  after <- predict(x, newdata)
  stop_if(!inherits(after, "lr_set"), "{.arg newdata} must be one or several {.cls lr_set}.")
  truth <- as.data.frame(after)
  trials <- data.frame(inputs, truth[setdiff(names(truth), c("log10_lr", "system"))],
    check.names = FALSE)
  augment_trials(x, trials, newdata)
}
