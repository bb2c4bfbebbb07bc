// Trials of files, for the page: the texts of one reading go in, their trials come out.
#include "read.h"

#include <stdint.h>
#include <string.h>

#include "host.h"
#include "kernels/read/encoding.h"

// The page reads structures by the places of their fields in this memory, where pointers have four
// bytes. For it a field is two numbers, the first byte and the size.
_Static_assert(sizeof(struct cal_field) == 8 && sizeof(ptrdiff_t) == 4, "wasm32");

static struct cal_words words;

const struct cal_words* page_known_words(void) { return &words; }

PAGE_EXPORT("role_name") const char* page_role_name(int role) {
  return role < CAL_N_ROLES ? cal_role_name((enum cal_role)role).at : NULL;
}

PAGE_EXPORT("problem_name") const char* page_problem_name(int problem) {
  return problem < CAL_N_PROBLEMS ? cal_problem_name((enum cal_problem)problem).at : NULL;
}

PAGE_EXPORT("encoding") int page_encoding(const char* text, int n) {
  return (int)cal_encoding_of(text, n);
}

// Words of the field, which the next reading needs.
PAGE_EXPORT("words") void page_words(const char* text, int n) {
  cal_words_begin(page_host(), &words, text, n);
}

static double place(const void* at) { return (double)(uintptr_t)at; }

static double* put_fields(double* out, const struct cal_field* field, ptrdiff_t n) {
  *out++ = place(field);
  *out++ = (double)n;
  return out;
}

static double* put_field(double* out, struct cal_field field) {
  *out++ = place(field.at);
  *out++ = (double)field.n;
  return out;
}

// Findings in a text: its layout, the columns of roles, its table and its labels.
static double* put_text(double* out, const struct cal_scores_text* text) {
  const struct cal_table* table = &text->table;
  const struct cal_labels* labels = &text->labels;
  *out++ = text->layout.separator;
  *out++ = text->layout.n_fields;
  *out++ = text->layout.has_header;
  *out++ = text->layout.short_header;
  out = put_fields(out, text->sample.header, text->sample.n_header);
  for (int role = 0; role < CAL_N_ROLES; ++role) *out++ = text->roles.column[role];
  const double facts[] = {text->roles.problem,       text->roles.other[0],
                          text->roles.other[1],      table->problem,
                          (double)table->at.line,    table->at.found,
                          (double)table->other.line, table->decimal,
                          (double)table->n_comments, (double)table->n,
                          labels->settled,           labels->problem,
                          (double)labels->at,        (double)text->n_dropped,
                          (double)text->n_extra};
  memcpy(out, facts, sizeof facts);
  out += sizeof facts / sizeof *facts;
  out = put_field(out, table->at.field);
  out = put_field(out, table->other.field);
  out = put_fields(out, labels->label, labels->n);
  *out++ = place(labels->side);
  return out;
}

enum { MOST_FACTS = 64 };

const double* page_put_scores(const struct cal_scores* scores, const struct cal_scores_text* text,
                              int n) {
  double* out = cal_scratch_doubles(page_host(), (n + 1) * MOST_FACTS);
  const double facts[] = {scores->problem,
                          scores->at_text,
                          scores->first,
                          scores->second,
                          scores->strangers,
                          scores->all_lost,
                          (double)scores->n_lost[0],
                          (double)scores->n_lost[1],
                          (double)scores->n,
                          place(scores->value),
                          place(scores->weight),
                          place(scores->truth),
                          place(scores->source1),
                          place(scores->source2),
                          place(scores->id),
                          place(scores->system)};
  memcpy(out, facts, sizeof facts);
  double* at = out + sizeof facts / sizeof *facts;
  at = put_fields(at, scores->names.name, scores->names.n);
  put_fields(at, scores->systems.name, scores->systems.n);
  for (int k = 0; k < n; ++k) put_text(out + (k + 1) * MOST_FACTS, &text[k]);
  return out;
}

// Texts that each end in NUL, as fields.
static struct cal_fields listed(const char* text, int n) {
  struct cal_field* field = cal_scratch(page_host(), n, sizeof *field);
  for (int i = 0; i < n; ++i) {
    field[i] = (struct cal_field){text, (ptrdiff_t)strlen(text)};
    text += field[i].n + 1;
  }
  return (struct cal_fields){field, n};
}

static const char* at(double place) { return (const char*)(uintptr_t)place; }

struct cal_scores_asked page_asked_of(const struct page_asked* from) {
  const int n_h1 = (int)from->n_h1, n_h2 = (int)from->n_h2;
  const struct cal_fields labels = listed(at(from->labels), n_h1 + n_h2);
  return (struct cal_scores_asked){
      .files = (enum cal_files)from->files,
      .column = listed(at(from->columns), (int)from->n_columns),
      .role = (const int*)(const void*)at(from->roles),
      .labels = {{labels.at, n_h1}, {labels.at + n_h1, n_h2}, from->drop_others != 0},
      .may_lose = from->may_lose != 0,
      .decimal = (char)from->decimal,
      .separator = -1};
}

// `text` has the text of each file and the name of its system, as fields.
PAGE_EXPORT("read_scores")
const double* page_read_scores(const struct cal_field* text, int n, const struct page_asked* from) {
  const struct cal_scores_asked asked = page_asked_of(from);
  struct cal_scores_text* texts = cal_scratch(page_host(), n, sizeof *texts);
  struct cal_scores* scores = cal_scratch(page_host(), 1, sizeof *scores);
  for (int k = 0; k < n; ++k) {
    texts[k].text = text[2 * k];
    texts[k].system = text[2 * k + 1];
  }
  cal_read_scores(page_host(), &words, &asked, texts, n, scores);
  return page_put_scores(scores, texts, n);
}

enum { MOST_CELLS = 100000 };

// The columns of a text as the page shows them: `cell` has some of its rows, and `level` the
// distinct values of each column, as far as there are few.
struct look {
  struct cal_field* cell;
  struct cal_names* level;
  int n_fields, n_rows, most_rows, most_levels;
};

static void look_at_row(struct look* look, const struct cal_field* field, bool shown) {
  for (int k = 0; k < look->n_fields; ++k) {
    if (shown) look->cell[look->n_rows * look->n_fields + k] = field[k];
    if (look->level[k].n > look->most_levels || field[k].n == 0) continue;
    if (cal_name_number(page_host(), &look->level[k], field[k], false) >= 0) continue;
    const bool missing = (cal_word_roles(&words, field[k]) & cal_role_bit(CAL_WORD_MISSING)) != 0;
    if (!missing) cal_name_number(page_host(), &look->level[k], field[k], true);
  }
  look->n_rows += shown;
}

static void look_at_rows(struct look* look, const struct cal_scores_text* text) {
  struct cal_rows rows = cal_rows_of(&text->layout, text->text.at, text->text.n);
  struct cal_field* field = cal_scratch(page_host(), look->n_fields, sizeof *field);
  const ptrdiff_t step = (text->table.n + look->most_rows - 1) / look->most_rows;
  ptrdiff_t n = 0;
  int found;
  for (enum cal_row row; (row = cal_next_row(&rows, field, look->n_fields, &found));) {
    if (row != CAL_ROW_READ) continue;
    look_at_row(look, field, n < 4 || n % step == 0);
    ++n;
  }
}

// The first of the spellings of each word.
static struct cal_field words_of(const struct cal_names* names) {
  struct cal_field* word = cal_scratch(page_host(), names->n, sizeof *word);
  int n = 0;
  for (ptrdiff_t i = 0; i < names->n; ++i) {
    int same = 0;
    word[n] = cal_field_trimmed(names->name[i]);
    while (same < n && !cal_same_word(word[same], word[n])) ++same;
    n += same == n;
  }
  return (struct cal_field){(const char*)word, n};
}

// Columns of words that repeat, of which one may be a conclusion and one the truth.
static int n_worded(const struct cal_scores_text* text, const struct look* look) {
  int n = 0;
  for (int k = 0; k < look->n_fields; ++k) {
    const ptrdiff_t n_levels = look->level[k].n;
    if (n_levels < 2 || n_levels > look->most_levels || n_levels == text->table.n) continue;
    n += cal_number_marks(&text->sample, &words, k) < 0;
  }
  return n;
}

// Is this written as a number is, but for marks, such as 1/63, 5 % or <1e-10? Conclusions have
// words or are numbers.
static bool is_marked_number(struct cal_field text) {
  bool has_digit = false;
  for (ptrdiff_t i = 0; i < text.n; ++i) {
    const char c = text.at[i];
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (is_letter && c != 'e' && c != 'E') return false;
    has_digit |= c >= '0' && c <= '9';
  }
  return has_digit;
}

static bool are_marked_numbers(const struct cal_names* level) {
  ptrdiff_t n = 0;
  for (ptrdiff_t i = 0; i < level->n; ++i) n += is_marked_number(level->name[i]);
  return 2 * n > level->n;
}

// May the rows hold conclusions of examiners? 0 for no, 1 for perhaps, 2 for probably, if the
// header names conclusions and no LRs. A column of names that seldom repeat has none.
static int holds_conclusions(const struct cal_scores_text* text, const struct look* look) {
  const struct cal_roles_asked want = {.truth = true, .items = CAL_ITEMS_EXAMINED};
  struct cal_roles roles;
  cal_find_roles(page_host(), &text->sample, &text->layout, &words, &want, &roles);
  const int at = roles.column[CAL_ROLE_CONCLUSION], score = text->roles.column[CAL_ROLE_SCORE];
  bool named = false, score_named = false;
  for (int i = 0; text->layout.has_header && i < text->sample.n_header; ++i) {
    const unsigned known = cal_word_roles(&words, text->sample.header[i]);
    named |= (known & cal_role_bit(CAL_ROLE_CONCLUSION)) != 0;
    score_named |= (known & cal_role_bit(CAL_ROLE_SCORE)) != 0;
  }
  if (score_named) return 0;
  const bool two = roles.problem == CAL_PROBLEM_TWO_CONCLUSIONS;
  if (named && (two || score == 0 || roles.problem == CAL_PROBLEM_NONE)) return 2;
  if (roles.problem != CAL_PROBLEM_NONE || at == 0) return n_worded(text, look) > 1;
  const ptrdiff_t n_levels = look->level[at - 1].n;
  if (n_levels < 2 || n_levels > look->most_levels || n_levels == text->table.n) return 0;
  const bool likely = score == 0 && text->roles.problem != CAL_PROBLEM_TWO_SCORES;
  return likely && !are_marked_numbers(&look->level[at - 1]) ? 2 : 1;
}

static void put_look(const struct look* look, double* out) {
  struct cal_field* lists = cal_scratch(page_host(), look->n_fields, sizeof *lists);
  for (int k = 0; k < look->n_fields; ++k) lists[k] = words_of(&look->level[k]);
  out[0] = place(look->cell);
  out[1] = look->n_rows;
  out[2] = place(lists);
}

// Layout of a text, roles of its columns, and a test of all its rows. `single`: a line may have one
// number with a decimal comma.
static bool find_layout(struct cal_scores_text* found, struct cal_field text, bool single) {
  struct cal_host* host = page_host();
  const struct cal_layout_asked how = {.separator = -1, .single = single};
  const struct cal_roles_asked want = {.score = true, .truth = true, .items = CAL_ITEMS_IF_ANY};
  *found = (struct cal_scores_text){.text = text, .table = {.decimal = '.', .told_decimal = true}};
  cal_find_layout(host, text.at, text.n, &words, how, &found->layout, &found->sample);
  cal_find_roles(host, &found->sample, &found->layout, &words, &want, &found->roles);
  if (found->sample.n_rows == 0) return false;
  cal_read_table(host, text.at, text.n, &found->layout, &words, 1, &found->table);
  return found->table.problem == CAL_PROBLEM_NONE;
}

// The layout of a text, without a request: `out` has the rows that are shown and the levels of each
// column. The roles are those of a file of trials, or of one that holds only a part of them.
PAGE_EXPORT("look")
const double* page_look(const char* text, int n, int most_rows, int most_levels, double* out) {
  struct cal_host* host = page_host();
  struct cal_scores_text *found = cal_scratch(host, 2, sizeof *found), *single = found + 1;
  const struct cal_scores scores = {.problem = CAL_PROBLEM_NONE};
  bool good = find_layout(found, (struct cal_field){text, n}, false);
  if (!good && find_layout(single, (struct cal_field){text, n}, true)) {
    *found = *single;
    good = true;
  }
  if (!good) return page_put_scores(&scores, found, 1);
  const int most = MOST_CELLS / found->layout.n_fields;
  struct look look = {.n_fields = found->layout.n_fields,
                      .most_rows = most_rows < most ? most_rows : most,
                      .most_levels = most_levels};
  look.cell = cal_scratch(host, (ptrdiff_t)(look.most_rows + 5) * look.n_fields, sizeof *look.cell);
  look.level = cal_scratch(host, look.n_fields, sizeof *look.level);
  for (int k = 0; k < look.n_fields; ++k) cal_names_begin(host, &look.level[k]);
  look_at_rows(&look, found);
  put_look(&look, out);
  out[3] = holds_conclusions(found, &look);
  return page_put_scores(&scores, found, 1);
}

// The sides of labels as enum values, -1 for others and where they are not settled.
PAGE_EXPORT("label_sides") void page_label_sides(const char* text, int n, int* side) {
  const struct cal_fields labels = listed(text, n);
  const struct cal_labels_asked none = {{NULL, 0}, {NULL, 0}, true};
  struct cal_labels found = {.label = labels.at, .n = n};
  cal_settle_labels(page_host(), &words, &none, &found);
  for (int i = 0; i < n; ++i) side[i] = found.settled ? found.side[i] : -1;
}
