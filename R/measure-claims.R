# Bits that LRs claim, and bits delivered by them.

# A row per prior, inside (0, 1). A standard error needs comparisons that are `independent`.
claims_of <- function(system, prior, independent) {
  found <- .Call(ffi_claims, points_of(system), stats::qlogis(as.double(prior)))
  found <- lapply(found, nats_to_bits)
  std_error <- ifelse(independent & found$deviation > 0, found$deviation, NA_real_)
  new_frame(
    prior = prior, claimed = found$claimed, delivered = found$claimed - found$over,
    over = found$over, std_error = std_error,
    p_value = stats::pnorm(found$over / std_error, lower.tail = FALSE)
  )
}
