// Files of scores and keys: the layout of each and its table.
#include "kernels/read/score-files.h"

#include <string.h>

static bool has(const struct cal_scores_text* text, enum cal_role role) {
  return text->roles.column[role] > 0;
}

static bool tells_truth(int role) {
  return role == CAL_ROLE_TRUTH || role == CAL_ROLE_CLAIMED || role == CAL_ROLE_REAL;
}

// Roles that belong to the scores; the others are searched in the key.
static bool is_of_scores(int role) { return role == CAL_ROLE_SCORE || role == CAL_ROLE_SYSTEM; }

static bool same_text(struct cal_field a, struct cal_field b) {
  return a.n == b.n && (a.n == 0 || memcmp(a.at, b.at, (size_t)a.n) == 0);
}

static bool in_header(const struct cal_scores_text* text, struct cal_field name) {
  for (int i = 0; text->layout.has_header && i < text->sample.n_header; ++i) {
    if (same_text(text->sample.header[i], name)) return true;
  }
  return false;
}

// Is the column of any text of scores?
static bool in_scores(const struct cal_score_reader* reader, int column) {
  if (is_of_scores(reader->asked->role[column])) return true;
  for (int i = 1; i < reader->n; ++i) {
    if (in_header(&reader->text[i], reader->asked->column.at[column])) return true;
  }
  return false;
}

// Copies the requested columns whose roles suit the text, or those that are also `wanted`.
static void pick_columns(const struct cal_score_reader* reader, struct cal_roles_asked* want,
                         const bool* wanted) {
  const struct cal_scores_asked* asked = reader->asked;
  struct cal_field* name = cal_scratch(reader->host, asked->column.n, sizeof *name);
  int* role = cal_score_reader_ints(reader, asked->column.n);
  want->name = (struct cal_fields){name, 0};
  want->role = role;
  for (int i = 0; i < asked->column.n; ++i) {
    if (!want->truth && tells_truth(asked->role[i])) continue;
    if (!want->score && asked->role[i] == CAL_ROLE_SCORE) continue;
    if (wanted && !wanted[i]) continue;
    name[want->name.n] = asked->column.at[i];
    role[want->name.n++] = asked->role[i];
  }
}

// Position of the missing column among all requested columns.
static void name_lost(const struct cal_score_reader* reader, struct cal_scores_text* text) {
  const struct cal_field lost = text->asked.name.at[text->roles.other[0]];
  const int role = text->asked.role[text->roles.other[0]];
  for (int i = 0; i < reader->asked->column.n; ++i) {
    const bool same = same_text(reader->asked->column.at[i], lost);
    if (same && reader->asked->role[i] == role) text->roles.other[0] = i;
  }
}

static bool find_layout(struct cal_score_reader* reader, int k, struct cal_roles_asked want,
                        const bool* wanted) {
  struct cal_scores_text* text = &reader->text[k];
  want.h1 = reader->asked->labels.h1;
  want.h2 = reader->asked->labels.h2;
  pick_columns(reader, &want, wanted);
  const bool single = want.score && !want.truth && want.items == CAL_ITEMS_IF_ANY;
  const struct cal_layout_asked how = {reader->asked->separator, single, reader->asked->header,
                                       want.name.at, want.name.n};
  cal_find_layout(reader->host, text->text.at, text->text.n, reader->words, how, &text->layout,
                  &text->sample);
  cal_find_roles(reader->host, &text->sample, &text->layout, reader->words, &want, &text->roles);
  text->asked = want;
  if (text->roles.problem == CAL_PROBLEM_NO_COLUMN) name_lost(reader, text);
  if (text->roles.problem != CAL_PROBLEM_NONE)
    cal_score_reader_fail(reader, text->roles.problem, k);
  return cal_score_reader_is_well(reader);
}

// Columns of items that this text names are those of its header.
static bool find_score_layout(struct cal_score_reader* reader, int k) {
  const struct cal_roles_asked want = {.score = true, .items = CAL_ITEMS_ANY};
  const struct cal_scores_asked* asked = reader->asked;
  bool* wanted = cal_scratch(reader->host, asked->column.n, sizeof *wanted);
  bool more = false;
  for (int i = 0; i < asked->column.n; ++i) wanted[i] = is_of_scores(asked->role[i]);
  if (!find_layout(reader, k, want, wanted)) return false;
  for (int i = 0; i < asked->column.n; ++i) {
    if (wanted[i] || !in_header(&reader->text[k], asked->column.at[i])) continue;
    wanted[i] = more = true;
  }
  return !more || find_layout(reader, k, want, wanted);
}

// Items of the scores, which identify the column of the key.
static struct cal_fields sampled_items(const struct cal_score_reader* reader) {
  ptrdiff_t room = 0;
  for (int k = 1; k < reader->n; ++k) room += reader->text[k].sample.n_rows;
  struct cal_field* item = cal_scratch(reader->host, room, sizeof *item);
  struct cal_fields items = {item, 0};
  for (int k = 1; k < reader->n; ++k) {
    const struct cal_sample* sample = &reader->text[k].sample;
    const int id = reader->text[k].roles.column[CAL_ROLE_ID];
    for (int i = 0; id > 0 && i < sample->n_rows; ++i) {
      item[items.n++] = sample->cell[i * sample->n_fields + id - 1];
    }
  }
  return items;
}

// Trials have one item in all texts, or two.
static void settle_items(struct cal_score_reader* reader, bool one) {
  for (int k = 0; k < reader->n; ++k) {
    int* column = reader->text[k].roles.column;
    if (one) column[CAL_ROLE_SOURCE1] = column[CAL_ROLE_SOURCE2] = 0;
    if (!one) column[CAL_ROLE_ID] = 0;
  }
}

static bool find_key_layouts(struct cal_score_reader* reader) {
  const struct cal_scores_asked* asked = reader->asked;
  bool one = false;
  for (int k = 1; k < reader->n; ++k) {
    if (!find_score_layout(reader, k)) return false;
    one |= !has(&reader->text[k], CAL_ROLE_SOURCE1);
  }
  struct cal_roles_asked want = {.truth = true, .items = one ? CAL_ITEMS_ONE : CAL_ITEMS_TWO};
  want.known = sampled_items(reader);
  bool* wanted = cal_scratch(reader->host, asked->column.n, sizeof *wanted);
  for (int i = 0; i < asked->column.n; ++i) wanted[i] = !in_scores(reader, i);
  if (!find_layout(reader, 0, want, wanted)) return false;
  settle_items(reader, one);
  return true;
}

static bool find_layouts(struct cal_score_reader* reader) {
  const enum cal_files files = reader->asked->files;
  if (files == CAL_FILES_KEYED) return find_key_layouts(reader);
  struct cal_roles_asked want = {.score = true, .items = CAL_ITEMS_IF_ANY};
  want.truth = files == CAL_FILES_LABELLED;
  want.last = files == CAL_FILES_TWO;
  if (files >= CAL_FILES_CONCLUSIONS) want.score = false;
  if (files == CAL_FILES_CONCLUSIONS) want.truth = true;
  if (files == CAL_FILES_CONCLUSIONS) want.items = CAL_ITEMS_EXAMINED;
  if (files == CAL_FILES_CASES && reader->n > 1) want.items = CAL_ITEMS_ANY;
  for (int k = 0; k < reader->n; ++k) {
    if (!find_layout(reader, k, want, NULL)) return false;
  }
  return true;
}

static bool is_number(int role) { return role == CAL_ROLE_SCORE || role == CAL_ROLE_WEIGHT; }

// Labels and systems have names of their own; items are in all texts.
static bool has_own_names(int role) {
  return role == CAL_ROLE_TRUTH || role == CAL_ROLE_SYSTEM || role == CAL_ROLE_GROUP;
}

static bool is_read(const struct cal_scores_text* text, int role) {
  const bool claims = role == CAL_ROLE_CLAIMED || role == CAL_ROLE_REAL;
  return role < CAL_ROLE_CONCLUSION && has(text, (enum cal_role)role) &&
         !(claims && has(text, CAL_ROLE_TRUTH));
}

// A trial that is not left out must name its system and its items.
static bool is_full(const struct cal_score_reader* reader, int role) {
  const bool names = role == CAL_ROLE_SOURCE1 || role == CAL_ROLE_SOURCE2 || role == CAL_ROLE_ID ||
                     role == CAL_ROLE_SYSTEM;
  return names && reader->asked->files < CAL_FILES_CASES && !reader->asked->may_lose;
}

// The names of a key are the only ones that matter.
static void choose_columns(struct cal_score_reader* reader, struct cal_scores_text* text,
                           bool add) {
  const ptrdiff_t room = cal_table_room(text->text.at, text->text.n);
  struct cal_table* table = &text->table;
  *table = (struct cal_table){.decimal = reader->asked->decimal};
  table->told_decimal = table->decimal != 0;
  table->line = cal_score_reader_ints(reader, room);
  table->column = cal_scratch(reader->host, CAL_N_ROLES, sizeof *table->column);
  for (int role = 0; role < CAL_N_ROLES; ++role) {
    text->column[role] = NULL;
    if (!is_read(text, role)) continue;
    struct cal_column* column = &table->column[table->n_columns++];
    const bool own = has_own_names(role);
    *column = (struct cal_column){
        .field = text->roles.column[role] - 1, .add = own || add, .full = is_full(reader, role)};
    text->column[role] = column;
    if (is_number(role)) {
      column->value = cal_scratch_doubles(reader->host, room);
      continue;
    }
    column->code = cal_score_reader_ints(reader, room);
    column->names = &reader->out->names;
    if (!own) continue;
    column->names = cal_scratch(reader->host, 1, sizeof *column->names);
    cal_names_begin(reader->host, column->names);
  }
}

static bool read_tables(struct cal_score_reader* reader) {
  const enum cal_files files = reader->asked->files;
  for (int k = 0; k < reader->n; ++k) {
    struct cal_scores_text* text = &reader->text[k];
    choose_columns(reader, text, k == 0 || files == CAL_FILES_TWO);
    cal_read_table(reader->host, text->text.at, text->text.n, &text->layout, reader->words, 1,
                   &text->table);
    if (text->table.problem != CAL_PROBLEM_NONE)
      cal_score_reader_fail(reader, text->table.problem, k);
    if (!cal_score_reader_is_well(reader)) return false;
  }
  return true;
}

bool cal_read_score_files(struct cal_score_reader* reader) {
  return find_layouts(reader) && reader->asked->files < CAL_FILES_CONCLUSIONS &&
         read_tables(reader);
}
