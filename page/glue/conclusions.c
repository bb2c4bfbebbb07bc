// Conclusions of examiners, a row per comparison, counted for the page by system and hypothesis.
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "host.h"
#include "read.h"

enum { MOST_CONCLUSIONS = 200, MOST_SYSTEMS = 200 };

// Problems of conclusions alone. The page knows the numbers.
enum trouble { NO_TROUBLE, HAS_LOST, IS_NO_COUNT, MANY_CONCLUSIONS, MANY_SYSTEMS };

// The columns of a text by their roles, NULL where there is none. `level` is the number of the
// conclusion of a row from 0, -1 where it is missing.
struct reading {
  struct cal_scores_text* text;
  struct cal_column* column[CAL_N_ROLES];
  struct cal_names levels;
  double* level_value;
  int* level;
  bool numeric;
  enum trouble trouble;
  int lost_role;
  ptrdiff_t at, n_dropped;
};

static bool is_number(const struct reading* reading, int role) {
  return role == CAL_ROLE_COUNT || (role == CAL_ROLE_CONCLUSION && reading->numeric);
}

static void choose_columns(struct reading* reading) {
  struct cal_host* host = page_host();
  struct cal_table* table = &reading->text->table;
  const ptrdiff_t room = cal_table_room(reading->text->text.at, reading->text->text.n);
  table->line = cal_scratch(host, room, sizeof *table->line);
  table->column = cal_scratch(host, CAL_N_ROLES, sizeof *table->column);
  const int roles[] = {CAL_ROLE_CONCLUSION, CAL_ROLE_TRUTH,  CAL_ROLE_EXAMINER,
                       CAL_ROLE_ITEM,       CAL_ROLE_SYSTEM, CAL_ROLE_COUNT};
  for (int i = 0; i < 6; ++i) {
    const int role = roles[i], at = reading->text->roles.column[role] - 1;
    if (at < 0) continue;
    struct cal_column* column = &table->column[table->n_columns++];
    *column = (struct cal_column){.field = at, .add = true};
    reading->column[role] = column;
    if (is_number(reading, role)) {
      column->value = cal_scratch_doubles(host, room);
      continue;
    }
    column->code = cal_scratch(host, room, sizeof *column->code);
    column->names = cal_scratch(host, 1, sizeof *column->names);
    cal_names_begin(host, column->names);
  }
}

static bool is_lost_name(struct cal_field name) {
  return name.n == 0 || (name.n == 2 && memcmp(name.at, "NA", 2) == 0);
}

static bool is_lost(const struct cal_column* column, ptrdiff_t row) {
  if (column->value) return isnan(column->value[row]);
  return is_lost_name(column->names->name[column->code[row] - 1]);
}

// The first column that is empty in this row, -1 for none.
static int lost_role(const struct reading* reading, ptrdiff_t row) {
  for (int role = 0; role < CAL_N_ROLES; ++role) {
    if (reading->column[role] && is_lost(reading->column[role], row)) return role;
  }
  return -1;
}

static void fail(struct reading* reading, enum trouble trouble, ptrdiff_t at) {
  if (reading->trouble != NO_TROUBLE) return;
  reading->trouble = trouble;
  reading->at = at;
}

static int code_at(const struct reading* reading, enum cal_role role, ptrdiff_t row) {
  return reading->column[role] ? reading->column[role]->code[row] - 1 : 0;
}

static double count_at(const struct reading* reading, ptrdiff_t row) {
  const struct cal_column* column = reading->column[CAL_ROLE_COUNT];
  return column ? column->value[row] : 1;
}

// Incomplete rows are marked by the level -1.
static void drop_lost(struct reading* reading, bool may_lose) {
  const struct cal_table* table = &reading->text->table;
  reading->level = cal_scratch(page_host(), table->n, sizeof *reading->level);
  for (ptrdiff_t row = 0; row < table->n; ++row) {
    const int lost = lost_role(reading, row);
    reading->level[row] = lost < 0 ? 0 : -1;
    reading->n_dropped += lost >= 0;
    if (lost < 0) {
      const double count = count_at(reading, row);
      if (!(count >= 0 && count == floor(count) && count <= 1e8)) {
        fail(reading, IS_NO_COUNT, table->line[row]);
      }
    } else if (!may_lose && reading->trouble == NO_TROUBLE) {
      reading->lost_role = lost;
      fail(reading, HAS_LOST, table->line[row]);
    }
  }
}

static int level_of_value(struct reading* reading, double value, int* n) {
  for (int k = 0; k < *n; ++k) {
    if (reading->level_value[k] == value) return k;
  }
  if (*n < MOST_CONCLUSIONS) reading->level_value[*n] = value;
  return (*n)++;
}

// Numbers the conclusions in the order in which they come.
static int number_levels(struct reading* reading) {
  const struct cal_column* column = reading->column[CAL_ROLE_CONCLUSION];
  int n = 0;
  cal_names_begin(page_host(), &reading->levels);
  reading->level_value = cal_scratch_doubles(page_host(), MOST_CONCLUSIONS);
  for (ptrdiff_t row = 0; row < reading->text->table.n; ++row) {
    if (reading->level[row] < 0) continue;
    if (reading->numeric) {
      reading->level[row] = level_of_value(reading, column->value[row], &n);
    } else {
      const struct cal_field name = column->names->name[column->code[row] - 1];
      reading->level[row] = cal_name_number(page_host(), &reading->levels, name, true);
      n = (int)reading->levels.n;
    }
    if (n > MOST_CONCLUSIONS) break;
  }
  if (n > MOST_CONCLUSIONS) fail(reading, MANY_CONCLUSIONS, n);
  return n;
}

// The labels of the rows that count, and the side of each code of the truth.
static void settle(struct reading* reading, const struct cal_labels_asked* asked, int* side) {
  const struct cal_column* truth = reading->column[CAL_ROLE_TRUTH];
  const ptrdiff_t n = truth->names->n;
  struct cal_labels* labels = &reading->text->labels;
  struct cal_field* label = cal_scratch(page_host(), n, sizeof *label);
  int* place = cal_scratch(page_host(), n, sizeof *place);
  for (ptrdiff_t i = 0; i < n; ++i) {
    place[i] = is_lost_name(truth->names->name[i]) ? -1 : (int)labels->n;
    if (place[i] >= 0) label[labels->n++] = truth->names->name[i];
  }
  labels->label = label;
  cal_settle_labels(page_host(), page_known_words(), asked, labels);
  for (ptrdiff_t i = 0; i < n; ++i) {
    side[i] = place[i] >= 0 && labels->settled ? labels->side[place[i]] : -1;
  }
}

static double* count_all(struct reading* reading, const int* side, int n_systems, int n_levels) {
  double* count = cal_scratch_doubles(page_host(), (ptrdiff_t)2 * n_systems * n_levels);
  for (int i = 0; i < 2 * n_systems * n_levels; ++i) count[i] = 0;
  for (ptrdiff_t row = 0; row < reading->text->table.n; ++row) {
    if (reading->level[row] < 0) continue;
    const int truth = side[code_at(reading, CAL_ROLE_TRUTH, row)];
    if (truth < 0) continue;
    const int system = code_at(reading, CAL_ROLE_SYSTEM, row);
    count[(2 * system + truth) * n_levels + reading->level[row]] += count_at(reading, row);
  }
  return count;
}

static double place(const void* at) { return (double)(uintptr_t)at; }

// Layout, columns and table; false where the text has a problem.
static bool read_text(struct reading* reading, const struct cal_scores_asked* asked,
                      struct cal_scores* scores) {
  struct cal_scores_text* text = reading->text;
  cal_read_scores(page_host(), page_known_words(), asked, text, 1, scores);
  if (scores->problem != CAL_PROBLEM_NONE) return false;
  const int at = text->roles.column[CAL_ROLE_CONCLUSION] - 1;
  reading->numeric = cal_number_marks(&text->sample, page_known_words(), at) >= 0;
  text->table = (struct cal_table){.decimal = asked->decimal, .told_decimal = asked->decimal != 0};
  choose_columns(reading);
  cal_read_table(page_host(), text->text.at, text->text.n, &text->layout, page_known_words(), 1,
                 &text->table);
  scores->problem = text->table.problem;
  return scores->problem == CAL_PROBLEM_NONE;
}

static void put_counts(struct reading* reading, const int* side, double* out) {
  const struct cal_column* system = reading->column[CAL_ROLE_SYSTEM];
  const int n_systems = system ? (int)system->names->n : 1, n_levels = number_levels(reading);
  if (n_systems > MOST_SYSTEMS) fail(reading, MANY_SYSTEMS, n_systems);
  if (reading->trouble != NO_TROUBLE) return;
  out[4] = n_levels;
  out[5] = place(reading->numeric ? NULL : reading->levels.name);
  out[6] = place(reading->level_value);
  out[7] = n_systems;
  out[8] = place(system ? system->names->name : NULL);
  out[9] = place(count_all(reading, side, n_systems, n_levels));
}

// The counts of a text: `out` has the trouble, the role that a row lacks, the line or the number at
// fault, and how many rows were left out; then the number of conclusions, their names or else their
// values, the number of systems, their names, and the counts of H2 and of H1 of each system.
PAGE_EXPORT("read_conclusions")
const double* page_read_conclusions(const struct cal_field* from, const struct page_asked* request,
                                    double* out) {
  const struct cal_scores_asked asked = page_asked_of(request);
  struct cal_scores_text* text = cal_scratch(page_host(), 1, sizeof *text);
  struct cal_scores* scores = cal_scratch(page_host(), 1, sizeof *scores);
  struct reading reading = {.text = text};
  *text = (struct cal_scores_text){.text = *from};
  *scores = (struct cal_scores){.problem = CAL_PROBLEM_NONE};
  for (int i = 0; i < 10; ++i) out[i] = 0;
  if (!read_text(&reading, &asked, scores)) return page_put_scores(scores, text, 1);
  int* side = cal_scratch(page_host(), reading.column[CAL_ROLE_TRUTH]->names->n, sizeof *side);
  drop_lost(&reading, asked.may_lose);
  settle(&reading, &asked.labels, side);
  scores->problem = text->labels.problem;
  if (reading.trouble == NO_TROUBLE && scores->problem == CAL_PROBLEM_NONE) {
    put_counts(&reading, side, out);
  }
  const double facts[] = {reading.trouble, reading.lost_role, (double)reading.at,
                          (double)reading.n_dropped};
  memcpy(out, facts, sizeof facts);
  return page_put_scores(scores, text, 1);
}
