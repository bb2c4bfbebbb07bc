// Texts of trials and their tables, see R/util-text.R.
#include "kernels/read/table.h"

#include "ffi-host.h"

enum column_kind { COLUMN_NUMBER, COLUMN_NAME, COLUMN_SHARED_NAME };

static SEXP text_of(struct cal_field field) {
  return field.n == 0 ? R_BlankString : Rf_mkCharLenCE(field.at, (int)field.n, CE_UTF8);
}

static struct cal_fields fields_of(struct cal_host* host, SEXP list, const char* name) {
  SEXP texts = ffi_field(list, name);
  const int n = (int)Rf_xlength(texts);
  struct cal_field* field = cal_scratch(host, n, sizeof *field);
  for (int i = 0; i < n; ++i) {
    field[i] = (struct cal_field){CHAR(STRING_ELT(texts, i)), LENGTH(STRING_ELT(texts, i))};
  }
  return (struct cal_fields){field, n};
}

static SEXP texts_of(const struct cal_field* field, R_xlen_t n) {
  SEXP texts = PROTECT(Rf_allocVector(STRSXP, n));
  for (R_xlen_t i = 0; i < n; ++i) SET_STRING_ELT(texts, i, text_of(field[i]));
  UNPROTECT(1);
  return texts;
}

static struct cal_field bytes_of(SEXP raw, const char* name) {
  ffi_check_type(raw, RAWSXP, name);
  return (struct cal_field){(const char*)RAW_RO(raw), Rf_xlength(raw)};
}

static struct cal_words words_of(struct cal_host* host, SEXP raw) {
  const struct cal_field text = bytes_of(raw, "words");
  struct cal_words words;
  cal_words_begin(host, &words, text.at, text.n);
  return words;
}

static struct cal_roles_asked asked_of(struct cal_host* host, SEXP asked) {
  struct cal_roles_asked out = {.name = fields_of(host, asked, "names")};
  out.score = ffi_field_flag(asked, "score");
  out.truth = ffi_field_flag(asked, "truth");
  out.last = ffi_field_flag(asked, "last");
  out.items = (enum cal_items)ffi_field_number(asked, "items");
  out.role = ffi_field_integers(asked, "roles", out.name.n);
  out.h1 = fields_of(host, asked, "h1");
  out.h2 = fields_of(host, asked, "h2");
  out.known = fields_of(host, asked, "known");
  return out;
}

static void set_roles(SEXP out, const struct cal_roles* roles) {
  SEXP columns = ffi_set(out, "columns", Rf_allocVector(INTSXP, CAL_N_ROLES));
  struct cal_field name[CAL_N_ROLES];
  for (int i = 0; i < CAL_N_ROLES; ++i) {
    INTEGER(columns)[i] = roles->column[i];
    name[i] = cal_role_name((enum cal_role)i);
  }
  Rf_setAttrib(columns, R_NamesSymbol, texts_of(name, CAL_N_ROLES));
  ffi_set(out, "problem", texts_of((struct cal_field[]){cal_problem_name(roles->problem)}, 1));
  ffi_set_pair(out, "other", roles->other[0], roles->other[1]);
}

// Separator and header of a text, the columns of the roles that are asked for (0 where there is
// none), and the marks of the numbers in each column, or -1.
FFI_ENTRY_3(ffi_read_layout, text, asked, words) {
  const struct cal_field bytes = bytes_of(text, "text");
  const struct cal_words known = words_of(host, words);
  const struct cal_roles_asked wanted = asked_of(host, asked);
  struct cal_layout layout;
  struct cal_sample sample;
  struct cal_roles roles;
  const struct cal_layout_asked how = {
      (int)ffi_field_number(asked, "separator"), ffi_field_flag(asked, "single"),
      ffi_field_flag(asked, "header"), wanted.name.at, wanted.name.n};
  cal_find_layout(host, bytes.at, bytes.n, &known, how, &layout, &sample);
  cal_find_roles(host, &sample, &layout, &known, &wanted, &roles);
  FFI_SET(number, out, &layout, separator, comment, n_fields);
  FFI_SET(flag, out, &layout, has_header, short_header);
  ffi_set(out, "header", layout.has_header ? texts_of(sample.header, sample.n_header) : R_NilValue);
  struct cal_field items[CAL_SAMPLE_ROWS];
  const int id = roles.column[CAL_ROLE_ID], n_items = id > 0 ? sample.n_rows : 0;
  for (int i = 0; i < n_items; ++i) items[i] = sample.cell[i * sample.n_fields + id - 1];
  ffi_set(out, "items", texts_of(items, n_items));
  int* marked = ffi_set_integers(out, "marked", sample.n_fields);
  for (int i = 0; i < sample.n_fields; ++i) marked[i] = cal_number_marks(&sample, &known, i);
  set_roles(out, &roles);
}

static SEXP new_columns(struct cal_host* host, SEXP layout, struct cal_names* shared, bool add,
                        R_xlen_t room, struct cal_table* table) {
  const R_xlen_t n = ffi_field_length(layout, "fields");
  const int* field = ffi_field_integers(layout, "fields", n);
  const int* kind = ffi_field_integers(layout, "kinds", n);
  SEXP columns = PROTECT(Rf_allocVector(VECSXP, n));
  table->column = cal_scratch(host, n, sizeof *table->column);
  table->n_columns = (int)n;
  for (R_xlen_t i = 0; i < n; ++i) {
    struct cal_column* column = &table->column[i];
    *column = (struct cal_column){field[i] - 1, add || kind[i] == COLUMN_NAME, shared, NULL, NULL};
    SET_VECTOR_ELT(columns, i, Rf_allocVector(kind[i] == COLUMN_NUMBER ? REALSXP : INTSXP, room));
    const bool there = field[i] >= 1 && field[i] <= ffi_field_number(layout, "n_fields");
    if (!there) Rf_error("internal error: no column %d", field[i]);
    SEXP made = VECTOR_ELT(columns, i);
    if (kind[i] == COLUMN_NUMBER) column->value = REAL(made);
    if (kind[i] != COLUMN_NUMBER) column->code = INTEGER(made);
    if (kind[i] == COLUMN_NAME) {
      column->names = cal_scratch(host, 1, sizeof *column->names);
      cal_names_begin(host, column->names);
    }
  }
  UNPROTECT(1);
  return columns;
}

// `columns` and `line` have room for more rows than there are.
static void set_table(SEXP out, SEXP layout, SEXP columns, SEXP line,
                      const struct cal_table* table) {
  ffi_set(out, "columns", columns);
  SEXP labels = ffi_set(out, "labels", Rf_allocVector(VECSXP, table->n_columns));
  const int* kind = ffi_field_integers(layout, "kinds", table->n_columns);
  for (int i = 0; i < table->n_columns; ++i) {
    SET_VECTOR_ELT(columns, i, Rf_xlengthgets(VECTOR_ELT(columns, i), table->n));
    if (kind[i] != COLUMN_NAME) continue;
    const struct cal_names* names = table->column[i].names;
    SET_VECTOR_ELT(labels, i, texts_of(names->name, names->n));
  }
  ffi_set(out, "line", Rf_xlengthgets(line, table->n));
  ffi_set(out, "problem", texts_of((struct cal_field[]){cal_problem_name(table->problem)}, 1));
  ffi_set(out, "at", texts_of((struct cal_field[]){table->at.field, table->other.field}, 2));
  ffi_set_pair(out, "at_line", (double)table->at.line, (double)table->other.line);
  FFI_SET(number, out, table, marks, decimal, n_comments, header_line);
  ffi_set_number(out, "next_line", (double)table->n_lines);
}

static void read_table(struct cal_host* host, SEXP out, SEXP text, SEXP layout,
                       const struct cal_words* words, struct cal_names* shared, bool add) {
  const struct cal_field bytes = bytes_of(text, "text");
  struct cal_layout plain;
  FFI_READ_ONE(number, &plain, layout, separator, comment, n_fields);
  FFI_READ_ONE(flag, &plain, layout, has_header, short_header);
  const char decimal = (char)ffi_field_number(layout, "decimal");
  struct cal_table table = {.decimal = decimal,
                            .told_decimal = decimal != 0,
                            .marks = (unsigned)ffi_field_number(layout, "marks")};
  const R_xlen_t room = cal_table_room(bytes.at, bytes.n);
  SEXP line = PROTECT(Rf_allocVector(INTSXP, room));
  SEXP columns = PROTECT(new_columns(host, layout, shared, add, room, &table));
  table.line = INTEGER(line);
  cal_read_table(host, bytes.at, bytes.n, &plain, words,
                 (ptrdiff_t)ffi_field_number(layout, "first_line"), &table);
  set_table(out, layout, columns, line, &table);
  UNPROTECT(2);
}

// Columns of numbers, or of codes with their `labels`; `names` are those that all texts share, from
// the first text alone: others have the code 0. The field with a problem is `at`.
FFI_ENTRY_3(ffi_read_tables, texts, layouts, words) {
  const R_xlen_t n = Rf_xlength(texts);
  ffi_check_length(layouts, n, "layouts");
  const struct cal_words known = words_of(host, words);
  struct cal_names names;
  cal_names_begin(host, &names);
  SEXP tables = ffi_set_list(out, "tables");
  for (R_xlen_t i = 0; i < n; ++i) {
    SEXP text = VECTOR_ELT(texts, i), layout = VECTOR_ELT(layouts, i);
    read_table(host, ffi_set_list(tables, NULL), text, layout, &known, &names, i == 0);
  }
  ffi_set(out, "names", texts_of(names.name, names.n));
}
