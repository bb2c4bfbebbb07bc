// Texts of trials and their tables, see R/util-text.R and R/set-read-scores.R.
#include "kernels/read/scores.h"

#include "ffi-host.h"

static SEXP texts_of(const struct cal_field* field, R_xlen_t n) {
  SEXP texts = PROTECT(Rf_allocVector(STRSXP, n));
  for (R_xlen_t i = 0; i < n; ++i) {
    SET_STRING_ELT(texts, i,
                   Rf_mkCharLenCE(field[i].n > 0 ? field[i].at : "", (int)field[i].n, CE_UTF8));
  }
  UNPROTECT(1);
  return texts;
}

static struct cal_fields fields_of(struct cal_host* host, SEXP texts) {
  ffi_check_type(texts, STRSXP, "texts");
  const int n = (int)Rf_xlength(texts);
  struct cal_field* field = cal_scratch(host, n, sizeof *field);
  for (int i = 0; i < n; ++i) {
    field[i] = (struct cal_field){CHAR(STRING_ELT(texts, i)), LENGTH(STRING_ELT(texts, i))};
  }
  return (struct cal_fields){field, n};
}

static void set_integers(SEXP out, const char* name, const int* x, R_xlen_t n) {
  if (!x) return;
  int* to = ffi_set_integers(out, name, n);
  if (n > 0) memcpy(to, x, (size_t)n * sizeof *x);
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

static struct cal_labels_asked labels_asked_of(struct cal_host* host, SEXP asked) {
  return (struct cal_labels_asked){fields_of(host, ffi_field(asked, "h1")),
                                   fields_of(host, ffi_field(asked, "h2")),
                                   ffi_field_flag(asked, "drop_others")};
}

// Columns of numbers (kind 0) or of names (1).
static SEXP new_columns(struct cal_host* host, SEXP layout, R_xlen_t room,
                        struct cal_table* table) {
  const R_xlen_t n = ffi_field_length(layout, "fields");
  const int* field = ffi_field_integers(layout, "fields", n);
  const int* kind = ffi_field_integers(layout, "kinds", n);
  SEXP columns = PROTECT(Rf_allocVector(VECSXP, n));
  table->column = cal_scratch(host, n, sizeof *table->column);
  table->n_columns = (int)n;
  for (R_xlen_t i = 0; i < n; ++i) {
    const bool there = field[i] >= 1 && field[i] <= ffi_field_number(layout, "n_fields");
    if (!there) Rf_error("internal error: no column %d", field[i]);
    struct cal_names* names = kind[i] ? cal_scratch(host, 1, sizeof *names) : NULL;
    if (names) cal_names_begin(host, names);
    SEXP made = Rf_allocVector(names ? INTSXP : REALSXP, room);
    SET_VECTOR_ELT(columns, i, made);
    table->column[i] = (struct cal_column){
        field[i] - 1, true, false, names, names ? NULL : REAL(made), names ? INTEGER(made) : NULL};
  }
  UNPROTECT(1);
  return columns;
}

static void set_table(SEXP out, const struct cal_table* table) {
  set_integers(out, "line", table->line, table->n);
  const struct cal_field at[] = {cal_field_start(table->at.field, 2000),
                                 cal_field_start(table->other.field, 2000)};
  ffi_set(out, "at", texts_of(at, 2));
  ffi_set_pair(out, "at_line", (double)table->at.line, (double)table->other.line);
  FFI_SET(number, out, table, decimal, marks, n_comments, header_line);
  ffi_set_number(out, "next_line", (double)table->n_lines);
}

// Columns of numbers, or of codes with their `labels`. The field with a problem is `at`.
FFI_ENTRY_3(ffi_read_table, text, layout, words) {
  const struct cal_field bytes = bytes_of(text, "text");
  const struct cal_words known = words_of(host, words);
  struct cal_layout plain;
  FFI_READ_ONE(number, &plain, layout, separator, comment, n_fields);
  FFI_READ_ONE(flag, &plain, layout, has_header, short_header);
  struct cal_table table = {.marks = (unsigned)ffi_field_number(layout, "marks")};
  const R_xlen_t room = cal_table_room(bytes.at, bytes.n);
  table.line = cal_scratch(host, room, sizeof *table.line);
  SEXP columns = ffi_set(out, "columns", new_columns(host, layout, room, &table));
  cal_read_table(host, bytes.at, bytes.n, &plain, &known,
                 (ptrdiff_t)ffi_field_number(layout, "first_line"), &table);
  SEXP labels = ffi_set(out, "labels", Rf_allocVector(VECSXP, table.n_columns));
  for (int i = 0; i < table.n_columns; ++i) {
    SET_VECTOR_ELT(columns, i, Rf_xlengthgets(VECTOR_ELT(columns, i), table.n));
    const struct cal_names* names = table.column[i].names;
    if (names) SET_VECTOR_ELT(labels, i, texts_of(names->name, names->n));
  }
  set_table(out, &table);
  ffi_set(out, "problem", texts_of((struct cal_field[]){cal_problem_name(table.problem)}, 1));
}

static void set_labels(SEXP out, const struct cal_labels* labels) {
  ffi_set(out, "labels", texts_of(labels->label, labels->n));
  set_integers(out, "side", labels->side, labels->n);
  ffi_set_flag(out, "settled", labels->settled);
  ffi_set_number(out, "label_at", (double)labels->at);
}

// The side of each label, 1 for H1 and 0 for H2, -1 where it is left out; see labels.h.
FFI_ENTRY_3(ffi_settle_labels, texts, asked, words) {
  const struct cal_words known = words_of(host, words);
  const struct cal_labels_asked wanted = labels_asked_of(host, asked);
  const struct cal_fields fields = fields_of(host, texts);
  struct cal_labels labels = {.label = fields.at, .n = fields.n};
  cal_settle_labels(host, &known, &wanted, &labels);
  set_labels(out, &labels);
  ffi_set(out, "problem", texts_of((struct cal_field[]){cal_problem_name(labels.problem)}, 1));
}

static void set_text(SEXP out, const struct cal_scores_text* text, const struct cal_words* words) {
  const struct cal_layout* layout = &text->layout;
  const struct cal_sample* sample = &text->sample;
  FFI_SET(number, out, layout, separator, comment, n_fields, has_header, short_header);
  FFI_SET(number, out, text, n_dropped, n_extra);
  // Always set: without it, `$header` in R would match "header_line".
  ffi_set(out, "header",
          layout->has_header ? texts_of(sample->header, sample->n_header) : R_NilValue);
  set_integers(out, "columns", text->roles.column, CAL_N_ROLES);
  ffi_set(out, "problem", texts_of((struct cal_field[]){cal_problem_name(text->roles.problem)}, 1));
  ffi_set_pair(out, "other", text->roles.other[0], text->roles.other[1]);
  int* marked = ffi_set_integers(out, "marked", sample->n_fields);
  for (int i = 0; i < sample->n_fields; ++i) marked[i] = cal_number_marks(sample, words, i);
  set_table(out, &text->table);
  set_labels(out, &text->labels);
}

static void set_trials(SEXP out, const struct cal_scores* scores, int n_values) {
  ffi_set_copy(out, "value", scores->value, scores->n * n_values);
  if (scores->weight) ffi_set_copy(out, "weight", scores->weight, scores->n);
  const char* field[] = {"truth", "source1", "source2", "id", "system"};
  const int* x[] = {scores->truth, scores->source1, scores->source2, scores->id, scores->system};
  for (int i = 0; i < 5; ++i) set_integers(out, field[i], x[i], scores->n);
  ffi_set(out, "names", texts_of(scores->names.name, scores->names.n));
  ffi_set(out, "named_systems", texts_of(scores->systems.name, scores->systems.n));
  ffi_set(out, "problem", texts_of((struct cal_field[]){cal_problem_name(scores->problem)}, 1));
  ffi_set_pair(out, "pair", scores->first, scores->second);
  ffi_set_pair(out, "n_lost", (double)scores->n_lost[1], (double)scores->n_lost[0]);
  ffi_set_number(out, "at_text", scores->at_text + 1);
  FFI_SET(flag, out, scores, strangers, all_lost);
}

// Trials of texts, see scores.h; `marked` are the marks of the numbers in each column, or -1.
FFI_ENTRY_4(ffi_read_scores, texts, systems, asked, words) {
  const int n = (int)Rf_xlength(texts);
  const struct cal_words known = words_of(host, words);
  struct cal_scores_asked wanted = {.column = fields_of(host, ffi_field(asked, "names"))};
  wanted.files = (enum cal_files)ffi_field_number(asked, "files");
  wanted.role = ffi_field_integers(asked, "roles", wanted.column.n);
  wanted.labels = labels_asked_of(host, asked);
  FFI_READ_ONE(flag, &wanted, asked, may_lose, header);
  FFI_READ_ONE(number, &wanted, asked, decimal, separator);
  struct cal_scores_text* text = cal_scratch(host, n, sizeof *text);
  const struct cal_fields system = fields_of(host, systems);
  ffi_check_length(systems, n, "systems");
  for (int i = 0; i < n; ++i) {
    text[i].text = bytes_of(VECTOR_ELT(texts, i), "texts");
    text[i].system = system.at[i];
  }
  struct cal_scores scores;
  cal_read_scores(host, &known, &wanted, text, n, &scores);
  set_trials(out, &scores, wanted.files == CAL_FILES_CASES ? n : 1);
  SEXP each = ffi_set_list(out, "texts");
  for (int i = 0; i < n; ++i) set_text(ffi_set_list(each, NULL), &text[i], &known);
}
