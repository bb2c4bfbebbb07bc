# The inner loops use wide registers where the processor has them. For tests and benchmarks:
# without them, as on any processor.
with_narrow_registers <- function(code) {
  before <- .Call(ffi_allow_wide, FALSE)
  on.exit(.Call(ffi_allow_wide, before))
  force(code)
}
