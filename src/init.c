#include <R_ext/Rdynload.h>
#include <R_ext/Visibility.h>

#include "ffi.h"

#define CALL_ENTRY(name, n_args) \
  { #name, (DL_FUNC)&name, n_args }

// clang-format off
static const R_CallMethodDef call_entries[] = {
    CALL_ENTRY(ffi_compress, 4),
    CALL_ENTRY(ffi_compress_unsorted, 4),
    CALL_ENTRY(ffi_count_true, 1),
    CALL_ENTRY(ffi_counts, 3),
    CALL_ENTRY(ffi_cross_entropy, 5),
    CALL_ENTRY(ffi_excess, 5),
    CALL_ENTRY(ffi_isotonic, 2),
    CALL_ENTRY(ffi_pav, 3),
    CALL_ENTRY(ffi_pav_unsorted, 2),
    CALL_ENTRY(ffi_range, 1),
    {NULL, NULL, 0},
};
// clang-format on

void attribute_visible R_init_calibrant(DllInfo* dll) {
  R_registerRoutines(dll, NULL, call_entries, NULL, NULL);
  R_useDynamicSymbols(dll, FALSE);
  R_forceSymbols(dll, TRUE);
}
