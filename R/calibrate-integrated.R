# LRs that allow for the uncertainty of a calibration: the posterior probability at even odds,
# averaged over the coefficients of the transform, as odds. At even odds an LR supports the same
# hypothesis and moves towards 1; at another prior it would move towards the LR with a posterior of
# 1/2.

integrated_llr <- function(fit, llr, value, system, by) {
  by <- limits_by(fit, by)
  averaged <- each_transform(fit, value, system, cbind(llr), \(k, part) {
    refuse_if(isTRUE(calibration_methods[[fit$method]]$no_average), "no_average")
    average <- if (has_covariance(fit, k, by)) average_over_line else average_over_refits
    average(fit, k, part, by)
  })[, 1]
  # Draws of trials are not centred at the LR itself.
  sign(llr) * pmin(pmax(sign(llr) * averaged, 0), abs(llr))
}

# Average over Student's t by the kernel, which also draws inputs back, so that the curve rises.
# With two covariances, the one that leaves less evidence counts: the lower of two rising curves
# also rises.
average_over_line <- function(fit, k, value, by) {
  over_parts(value, \(part) {
    line <- line_spread(fit, k, part, by)
    known <- list(
      mean = line$llr, row = line$x, way = as.double(unlist(ways_back(fit, part, line$x))),
      coefficients = fit$transforms[[k]]$coefficients, degrees = line$degrees
    )
    averaged <- lapply(line$vcov, \(v) abs(.Call(ffi_integrated, c(known, list(vcov = v)))))
    cbind(sign(line$llr) * do.call(pmin, averaged))
  })[, 1]
}

# Changes of the rows of the design with each input, under the conditions of the row.
ways_back <- function(fit, value, x) {
  is_conditioned <- inherits(fit, "lr_conditions")
  under <- cbind(if (is_conditioned) factors_of_products(fit, value)$conditions, rep(1, nrow(x)))
  n <- if (is_conditioned) length(fit$conditions$inputs) else ncol(x) - 1
  lapply(seq_len(n), \(input) {
    way <- 0 * x
    way[, (input - 1) * ncol(under) + seq_len(ncol(under))] <- under
    way
  })
}

average_over_refits <- function(fit, k, value, by) {
  transforms <- drawn_transforms(fit, k, refits_for(0), by)
  at <- if (is.matrix(value)) value else value_grid(value)
  between_points(at, over_parts(at, \(part) {
    llr <- drawn_llrs(fit, transforms, part)
    cbind(log_mean(stats::plogis(llr, log.p = TRUE)) - log_mean(stats::plogis(-llr, log.p = TRUE)))
  })[, 1], value)
}

# Logarithm of the mean of each row of a matrix of logarithms.
log_mean <- function(x) {
  top <- pmax(apply(x, 1, max), -.Machine$double.xmax)
  top + log(rowMeans(exp(x - top)))
}
