# Runs code without the wide registers that the inner loops use if the processor has them. For tests
# and benchmarks.
with_narrow_registers <- function(code) {
  before <- .Call(ffi_allow_wide, FALSE)
  on.exit(.Call(ffi_allow_wide, before))
  force(code)
}
