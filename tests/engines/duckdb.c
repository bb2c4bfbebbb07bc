// A bridge from R to libduckdb, for tests: the R package takes half an hour to build, but a package
// of npm contains the library. Results come chunk by chunk, as they are made.
#include <R.h>
#include <R_ext/Rdynload.h>
#include <Rinternals.h>
#include <Rmath.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct {
  uint64_t counts[3];
  void* columns;
  char* message;
  void* inside;
} duckdb_result;

typedef union {
  struct {
    uint32_t length;
    char text[12];
  } here;
  struct {
    uint32_t length;
    char prefix[4];
    const char* text;
  } there;
} duckdb_string;

int duckdb_open(const char* path, void** database);
int duckdb_connect(void* database, void** connection);
void duckdb_disconnect(void** connection);
void duckdb_close(void** database);
int duckdb_prepare(void* connection, const char* sql, void** statement);
const char* duckdb_prepare_error(void* statement);
void duckdb_destroy_prepare(void** statement);
int duckdb_execute_prepared_streaming(void* statement, duckdb_result* result);
void duckdb_destroy_result(duckdb_result* result);
const char* duckdb_result_error(duckdb_result* result);
const char* duckdb_column_name(duckdb_result* result, uint64_t column);
uint64_t duckdb_column_count(duckdb_result* result);
void* duckdb_fetch_chunk(duckdb_result result);
void duckdb_destroy_data_chunk(void** chunk);
uint64_t duckdb_data_chunk_get_size(void* chunk);
void* duckdb_data_chunk_get_vector(void* chunk, uint64_t column);
void* duckdb_vector_get_column_type(void* vector);
void* duckdb_vector_get_data(void* vector);
uint64_t* duckdb_vector_get_validity(void* vector);
int duckdb_get_type_id(void* type);
int duckdb_decimal_internal_type(void* type);
uint8_t duckdb_decimal_scale(void* type);
void duckdb_destroy_logical_type(void** type);
int duckdb_appender_create(void* connection, const char* schema, const char* table,
                           void** appender);
int duckdb_appender_end_row(void* appender);
int duckdb_appender_destroy(void** appender);
int duckdb_append_bool(void* appender, bool value);
int duckdb_append_int32(void* appender, int32_t value);
int duckdb_append_double(void* appender, double value);
int duckdb_append_varchar(void* appender, const char* value);
int duckdb_append_null(void* appender);

enum type {
  T_BOOLEAN = 1,
  T_TINYINT,
  T_SMALLINT,
  T_INTEGER,
  T_BIGINT,
  T_UTINYINT,
  T_USMALLINT,
  T_UINTEGER,
  T_UBIGINT,
  T_FLOAT,
  T_DOUBLE,
  T_HUGEINT = 16,
  T_VARCHAR,
  T_DECIMAL = 19
};

struct handle {
  void *database, *connection, *statement;
  duckdb_result result;
  bool running;
};

static struct handle* handle_of(SEXP pointer) {
  struct handle* handle = R_ExternalPtrAddr(pointer);
  if (handle == NULL) Rf_error("Invalid connection");
  return handle;
}

SEXP bridge_clear(SEXP pointer) {
  struct handle* handle = handle_of(pointer);
  if (handle->running) duckdb_destroy_result(&handle->result);
  if (handle->statement != NULL) duckdb_destroy_prepare(&handle->statement);
  handle->running = false;
  return R_NilValue;
}

SEXP bridge_close(SEXP pointer) {
  struct handle* handle = R_ExternalPtrAddr(pointer);
  if (handle == NULL) return R_NilValue;
  bridge_clear(pointer);
  duckdb_disconnect(&handle->connection);
  duckdb_close(&handle->database);
  R_ClearExternalPtr(pointer);
  free(handle);
  return R_NilValue;
}

static void finalize(SEXP pointer) { bridge_close(pointer); }

SEXP bridge_open(SEXP path) {
  struct handle* handle = calloc(1, sizeof *handle);
  if (duckdb_open(CHAR(STRING_ELT(path, 0)), &handle->database) != 0 ||
      duckdb_connect(handle->database, &handle->connection) != 0) {
    free(handle);
    Rf_error("The database cannot be opened");
  }
  SEXP pointer = PROTECT(R_MakeExternalPtr(handle, R_NilValue, R_NilValue));
  R_RegisterCFinalizerEx(pointer, finalize, TRUE);
  UNPROTECT(1);
  return pointer;
}

SEXP bridge_send(SEXP pointer, SEXP sql) {
  struct handle* handle = handle_of(pointer);
  bridge_clear(pointer);
  if (duckdb_prepare(handle->connection, CHAR(STRING_ELT(sql, 0)), &handle->statement) != 0) {
    Rf_error("%s", duckdb_prepare_error(handle->statement));
  }
  handle->running = true;
  if (duckdb_execute_prepared_streaming(handle->statement, &handle->result) != 0) {
    Rf_error("%s", duckdb_result_error(&handle->result));
  }
  int n = (int)duckdb_column_count(&handle->result);
  SEXP names = PROTECT(Rf_allocVector(STRSXP, n));
  for (int i = 0; i < n; i++) {
    SET_STRING_ELT(names, i, Rf_mkCharCE(duckdb_column_name(&handle->result, i), CE_UTF8));
  }
  UNPROTECT(1);
  return names;
}

static double whole(int type, const void* data, uint64_t i) {
  switch (type) {
    case T_TINYINT:
      return ((const int8_t*)data)[i];
    case T_SMALLINT:
      return ((const int16_t*)data)[i];
    case T_INTEGER:
      return ((const int32_t*)data)[i];
    case T_BIGINT:
      return (double)((const int64_t*)data)[i];
    case T_UTINYINT:
      return ((const uint8_t*)data)[i];
    case T_USMALLINT:
      return ((const uint16_t*)data)[i];
    case T_UINTEGER:
      return ((const uint32_t*)data)[i];
    case T_UBIGINT:
      return (double)((const uint64_t*)data)[i];
    case T_FLOAT:
      return ((const float*)data)[i];
    case T_DOUBLE:
      return ((const double*)data)[i];
    case T_HUGEINT:
      return (double)((const __int128*)data)[i];
    default:
      Rf_error("a type (%d) that the bridge does not know", type);
  }
}

static void set_element(SEXP to, R_xlen_t j, int type, double scale, const void* data) {
  uint64_t i = (uint64_t)j;
  if (TYPEOF(to) == STRSXP) {
    const duckdb_string* one = (const duckdb_string*)data + i;
    const char* text = one->here.length <= 12 ? one->here.text : one->there.text;
    SET_STRING_ELT(to, j, Rf_mkCharLenCE(text, (int)one->here.length, CE_UTF8));
  } else if (TYPEOF(to) == REALSXP) {
    REAL(to)[j] = whole(type, data, i) / scale;
  } else {
    (TYPEOF(to) == LGLSXP ? LOGICAL(to) : INTEGER(to))[j] =
        type == T_BOOLEAN ? ((const bool*)data)[i] : ((const int32_t*)data)[i];
  }
}

static void set_missing(SEXP to, R_xlen_t j) {
  if (TYPEOF(to) == STRSXP) {
    SET_STRING_ELT(to, j, NA_STRING);
  } else if (TYPEOF(to) == REALSXP) {
    REAL(to)[j] = NA_REAL;
  } else {
    (TYPEOF(to) == LGLSXP ? LOGICAL(to) : INTEGER(to))[j] = NA_INTEGER;
  }
}

static SEXPTYPE type_in_r(int type) {
  return type == T_VARCHAR   ? STRSXP
         : type == T_BOOLEAN ? LGLSXP
         : type == T_INTEGER ? INTSXP
                             : REALSXP;
}

static SEXP column_of(void* chunk, int column, int n) {
  void* vector = duckdb_data_chunk_get_vector(chunk, column);
  void* logical = duckdb_vector_get_column_type(vector);
  int type = duckdb_get_type_id(logical);
  SEXP found = PROTECT(Rf_allocVector(type_in_r(type), n));
  double scale = 1;
  if (type == T_DECIMAL) {
    scale = R_pow_di(10, duckdb_decimal_scale(logical));
    type = duckdb_decimal_internal_type(logical);
  }
  duckdb_destroy_logical_type(&logical);
  const void* data = duckdb_vector_get_data(vector);
  const uint64_t* valid = duckdb_vector_get_validity(vector);
  for (R_xlen_t i = 0; i < n; i++) {
    if (valid == NULL || (valid[i / 64] >> i % 64 & 1)) {
      set_element(found, i, type, scale, data);
    } else {
      set_missing(found, i);
    }
  }
  UNPROTECT(1);
  return found;
}

// The next few thousand rows; NULL after the last.
SEXP bridge_chunk(SEXP pointer) {
  struct handle* handle = handle_of(pointer);
  if (!handle->running) return R_NilValue;
  void* chunk = duckdb_fetch_chunk(handle->result);
  if (chunk == NULL || duckdb_data_chunk_get_size(chunk) == 0) {
    if (chunk != NULL) duckdb_destroy_data_chunk(&chunk);
    const char* wrong = duckdb_result_error(&handle->result);
    if (wrong != NULL) Rf_error("%s", wrong);
    return R_NilValue;
  }
  int n = (int)duckdb_data_chunk_get_size(chunk);
  int columns = (int)duckdb_column_count(&handle->result);
  SEXP found = PROTECT(Rf_allocVector(VECSXP, columns));
  for (int i = 0; i < columns; i++) SET_VECTOR_ELT(found, i, column_of(chunk, i, n));
  duckdb_destroy_data_chunk(&chunk);
  UNPROTECT(1);
  return found;
}

static void append(void* appender, SEXP x, R_xlen_t i) {
  if (TYPEOF(x) == STRSXP && STRING_ELT(x, i) != NA_STRING) {
    duckdb_append_varchar(appender, Rf_translateCharUTF8(STRING_ELT(x, i)));
  } else if (TYPEOF(x) == LGLSXP && LOGICAL(x)[i] != NA_LOGICAL) {
    duckdb_append_bool(appender, LOGICAL(x)[i] != 0);
  } else if (TYPEOF(x) == INTSXP && INTEGER(x)[i] != NA_INTEGER) {
    duckdb_append_int32(appender, INTEGER(x)[i]);
  } else if (TYPEOF(x) == REALSXP && !R_IsNA(REAL(x)[i])) {
    duckdb_append_double(appender, REAL(x)[i]);
  } else {
    duckdb_append_null(appender);
  }
}

SEXP bridge_append(SEXP pointer, SEXP table, SEXP columns) {
  void* appender = NULL;
  struct handle* handle = handle_of(pointer);
  bridge_clear(pointer);
  if (duckdb_appender_create(handle->connection, NULL, CHAR(STRING_ELT(table, 0)), &appender) !=
      0) {
    Rf_error("There is no table %s", CHAR(STRING_ELT(table, 0)));
  }
  for (R_xlen_t i = 0; i < XLENGTH(VECTOR_ELT(columns, 0)); i++) {
    for (R_xlen_t j = 0; j < XLENGTH(columns); j++) append(appender, VECTOR_ELT(columns, j), i);
    duckdb_appender_end_row(appender);
  }
  if (duckdb_appender_destroy(&appender) != 0) Rf_error("The rows cannot be appended");
  return R_NilValue;
}

static const R_CallMethodDef entries[] = {
    {"bridge_open", (DL_FUNC)&bridge_open, 1},
    {"bridge_close", (DL_FUNC)&bridge_close, 1},
    {"bridge_send", (DL_FUNC)&bridge_send, 2},
    {"bridge_chunk", (DL_FUNC)&bridge_chunk, 1},
    {"bridge_clear", (DL_FUNC)&bridge_clear, 1},
    {"bridge_append", (DL_FUNC)&bridge_append, 3},
    {NULL, NULL, 0},
};

void R_init_duckdb(DllInfo* info) { R_registerRoutines(info, NULL, entries, NULL, NULL); }
