// Files of trials, see R/set-read-scores-files.R.
#include <R_ext/Utils.h>

#include "ffi-host.h"
#include "kernels/read/names.h"

enum { MOST_STRANGE = 64, LONGEST_NUMBER = 400 };

// As `as.double()` reads it; NaN where it is no number. Where the comma is the decimal mark, a
// point could mean anything.
static double read_number(struct cal_field field, bool comma) {
  char text[LONGEST_NUMBER + 1];
  if (field.n == 0 || field.n > LONGEST_NUMBER) return R_NaN;
  for (ptrdiff_t i = 0; i < field.n; ++i) {
    text[i] = comma && field.at[i] == ',' ? '.' : field.at[i];
    if (comma && field.at[i] == '.') return R_NaN;
  }
  text[field.n] = 0;
  char* end;
  const double number = R_strtod(text, &end);
  return *end == 0 ? number : R_NaN;
}

static void set_names(SEXP out, const char* field, const struct cal_names* names) {
  SEXP text = ffi_set(out, field, Rf_allocVector(STRSXP, names->n));
  for (ptrdiff_t i = 0; i < names->n; ++i) {
    const struct cal_field name = names->name[i];
    SET_STRING_ELT(text, i, Rf_mkCharLenCE(name.at, (int)name.n, CE_UTF8));
  }
}

static void shorten(SEXP out, const char* field, R_xlen_t n) {
  SEXP x = ffi_field(out, field);
  if (x != R_NilValue) ffi_set(out, field, Rf_xlengthgets(x, n));
}

static int* set_integers(SEXP out, const char* field, R_xlen_t n) {
  return INTEGER(ffi_set(out, field, Rf_allocVector(INTSXP, n)));
}

// A file as it is read. `label` and `value` are NULL where they are not wanted; `strange` are the
// texts that are no numbers, with the lines of the first of each.
struct table {
  const int* column;
  bool comma;
  int *first, *second, *label;
  double* value;
  struct cal_names labels, strange;
  double line[MOST_STRANGE];
  R_xlen_t n;
};

static struct table new_table(struct cal_host* host, SEXP out, SEXP layout, R_xlen_t most) {
  const int n_fields = (int)ffi_field_number(layout, "n_fields");
  struct table table = {.column = ffi_field_integers(layout, "columns", 4),
                        .comma = ffi_field_flag(layout, "comma")};
  for (int i = 0; i < 4; ++i) {
    const int column = table.column[i];
    if (column < 0 || column > n_fields) Rf_error("internal error: no column %d", column);
  }
  table.first = set_integers(out, "first", most);
  table.second = set_integers(out, "second", most);
  if (table.column[2]) table.label = set_integers(out, "label", most);
  if (table.column[3]) table.value = ffi_set_doubles(out, "value", most);
  cal_names_begin(host, &table.labels);
  cal_names_begin(host, &table.strange);
  return table;
}

// New names of items are added, or have the number 0.
static void add_row(struct cal_host* host, struct table* table, struct cal_names* names, bool add,
                    const struct cal_field* field, ptrdiff_t line) {
  const int* column = table->column;
  const R_xlen_t n = table->n++;
  table->first[n] = 1 + cal_name_number(host, names, field[column[0]], add);
  table->second[n] = 1 + cal_name_number(host, names, field[column[1]], add);
  if (table->label) {
    table->label[n] = 1 + cal_name_number(host, &table->labels, field[column[2]], true);
  }
  if (!table->value) return;
  table->value[n] = read_number(field[column[3]], table->comma);
  const ptrdiff_t known = table->strange.n;
  if (!ISNAN(table->value[n]) || known == MOST_STRANGE) return;
  cal_name_number(host, &table->strange, field[column[3]], true);
  if (table->strange.n > known) table->line[known] = (double)line;
}

static void finish_table(SEXP out, const struct table* table) {
  set_names(out, "labels", &table->labels);
  set_names(out, "strange", &table->strange);
  ffi_set_copy(out, "strange_line", table->line, table->strange.n);
  const char* by_trial[] = {"first", "second", "label", "value"};
  for (int i = 0; i < 4; ++i) shorten(out, by_trial[i], table->n);
}

static SEXP read_table(struct cal_host* host, SEXP text, SEXP layout, struct cal_names* names,
                       bool add) {
  ffi_check_type(text, RAWSXP, "text");
  const char* bytes = (const char*)RAW_RO(text);
  const int n_fields = (int)ffi_field_number(layout, "n_fields");
  int skip = (int)ffi_field_number(layout, "skip");
  SEXP out = PROTECT(ffi_new_list("first", "second", "label", "labels", "value", "strange",
                                  "strange_line", "problem"));
  const R_xlen_t most = cal_rows_at_most(bytes, Rf_xlength(text));
  struct table table = new_table(host, out, layout, most);
  // The field before the first is the empty one of columns that are not there.
  struct cal_field* field = cal_scratch(host, n_fields + 1, sizeof *field);
  field[0] = (struct cal_field){bytes, 0};
  struct cal_rows rows = {bytes, bytes + Rf_xlength(text),
                          (char)ffi_field_number(layout, "separator"), 1};
  for (;;) {
    int found;
    if (table.n % FFI_PIECE == 0) cal_pulse(host);
    const enum cal_row row = cal_next_row(&rows, field + 1, n_fields, &found);
    if (row == CAL_ROW_NONE) break;
    if (row == CAL_ROW_EMPTY || (row == CAL_ROW_READ && skip-- > 0)) continue;
    if (row == CAL_ROW_QUOTE || found != n_fields) {
      ffi_set_pair(out, "problem", (double)rows.line, row == CAL_ROW_QUOTE ? 0 : found);
      break;
    }
    add_row(host, &table, names, add, field, rows.line);
  }
  finish_table(out, &table);
  UNPROTECT(1);
  return out;
}

// Tables of trials by the numbers of their items, from 1, and the `names` that these have in the
// first table; 0 is a name that it does not have. Columns of a layout count from 1, and 0 is one
// that is not there: both items, label, value. Text that is no number is NaN and is listed, with
// its lines. `problem` is NULL, or the line that cannot be read with the number of its fields, or 0
// where a quote is to blame.
FFI_HOSTED_2(ffi_read_trials, texts, layouts) {
  const R_xlen_t n = Rf_xlength(texts);
  ffi_check_length(layouts, n, "layouts");
  struct cal_names names;
  cal_names_begin(host, &names);
  SEXP out = PROTECT(ffi_new_list("names", "tables"));
  SEXP tables = ffi_set(out, "tables", Rf_allocVector(VECSXP, n));
  for (R_xlen_t i = 0; i < n; ++i) {
    SET_VECTOR_ELT(tables, i,
                   read_table(host, VECTOR_ELT(texts, i), VECTOR_ELT(layouts, i), &names, i == 0));
  }
  set_names(out, "names", &names);
  UNPROTECT(1);
  return out;
}
