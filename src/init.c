#include <R_ext/Visibility.h>

#include "callables.h"
#include "ffi.h"

#define ENTRY(name, n_args) {#name, (DL_FUNC)(void (*)(void))name, n_args},
static const R_CallMethodDef call_entries[] = {
#include "ffi-entries.h"
    {NULL, NULL, 0},
};

void attribute_visible R_init_calibrant(DllInfo* dll) {
  R_registerRoutines(dll, NULL, call_entries, NULL, NULL);
  R_useDynamicSymbols(dll, FALSE);
  R_forceSymbols(dll, TRUE);
  register_callables();
  ffi_define_keys(dll);
}
