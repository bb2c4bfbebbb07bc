// Reads the rows of a text into columns of numbers and of codes of names, line by line.
#include "kernels/read/table.h"

#include <math.h>
#include <string.h>

#include "kernels/base/plan.h"

ptrdiff_t cal_table_room(const char* text, ptrdiff_t n) { return cal_rows_at_most(text, n); }

static void fail(struct cal_table* table, enum cal_problem problem, ptrdiff_t line,
                 struct cal_field field, int found) {
  table->problem = problem;
  table->at.line = line;
  table->at.field = field;
  table->at.found = found;
}

// Line and text of the first number with each kind of mark.
struct marked {
  ptrdiff_t line[CAL_MARKS_COMMA_OR_NOT + 1];
  struct cal_field field[CAL_MARKS_COMMA_OR_NOT + 1];
};

struct reading {
  struct cal_host* host;
  const struct cal_words* words;
  struct cal_table* table;
  struct marked marked;
  char *unquoted, decimal;
  ptrdiff_t room;
  struct cal_names row_names;
  double last_name;
  // The last row, as long as every row may hold a number that is split at its decimal comma.
  struct {
    ptrdiff_t line;
    struct cal_field field;
  } in_pieces;
};

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

// Most names are as they stand.
static bool is_plain(struct cal_field name) {
  if (name.n == 0) return true;
  if (is_blank(name.at[0]) || is_blank(name.at[name.n - 1])) return false;
  for (ptrdiff_t i = 0; i < name.n; ++i) {
    const char c = name.at[i];
    if (c == '"' || c == '\xc2' || c == '\xe2') return false;
  }
  return true;
}

// A doubled quote within quotes stands for one.
static struct cal_field plain_name(struct reading* reading, struct cal_field field) {
  if (is_plain(field)) return field;
  if (field.n > reading->room) {
    reading->room = 2 * field.n;
    reading->unquoted = cal_scratch(reading->host, reading->room, 1);
  }
  struct cal_field plain = {reading->unquoted, 0};
  for (ptrdiff_t i = 0; i < field.n; ++i) {
    const ptrdiff_t wide = cal_wide_blank(field.at + i, field.n - i);
    reading->unquoted[plain.n++] = wide > 0 ? ' ' : field.at[i];
    i += wide > 0 ? wide - 1 : field.at[i] == '"';
  }
  return cal_field_trimmed(plain);
}

static bool is_missing(const struct cal_words* words, struct cal_field field) {
  return field.n == 0 || (cal_word_roles(words, field) & cal_role_bit(CAL_WORD_MISSING)) != 0;
}

static double read_number(struct reading* reading, struct cal_field field, ptrdiff_t line) {
  double value = NAN;
  enum cal_marks marks;
  const enum cal_number found = cal_read_number(field, reading->decimal, &value, &marks);
  if (marks != CAL_MARKS_NONE && !(reading->table->marks & (unsigned)marks)) {
    reading->table->marks |= (unsigned)marks;
  }
  if (marks != CAL_MARKS_NONE && reading->marked.line[marks] == 0) {
    reading->marked.line[marks] = line;
    reading->marked.field[marks] = field;
  }
  if (found == CAL_NUMBER) return value;
  if (found == CAL_NUMBER_BEYOND) fail(reading->table, CAL_PROBLEM_BEYOND, line, field, 0);
  if (found == CAL_NUMBER_NONE && !is_missing(reading->words, field)) {
    fail(reading->table, CAL_PROBLEM_NUMBER, line, field, 0);
  }
  return NAN;
}

static void add_row(struct reading* reading, const struct cal_field* field, ptrdiff_t line) {
  struct cal_table* table = reading->table;
  for (int i = 0; i < table->n_columns; ++i) {
    struct cal_column* column = &table->column[i];
    if (column->value) {
      column->value[table->n] = read_number(reading, field[column->field], line);
    } else {
      const struct cal_field name = plain_name(reading, field[column->field]);
      if (name.n > CAL_MOST_BYTES || (name.n == 0 && column->full)) {
        const enum cal_problem problem = name.n > 0 ? CAL_PROBLEM_LONG : CAL_PROBLEM_NO_NAME;
        fail(table, problem, line, field[column->field], 0);
        return;
      }
      column->code[table->n] = 1 + cal_name_number(reading->host, column->names, name, column->add);
    }
  }
  if (table->line) table->line[table->n] = (int)line;
  ++table->n;
}

static bool is_line_end(char c) { return c == '\n' || c == '\r'; }

// The current line of the reader.
static struct cal_field line_at(const struct cal_rows* rows, const char* text) {
  const char *from = rows->at, *to = rows->at;
  while (from > text && !is_line_end(from[-1])) --from;
  while (to < rows->end && !is_line_end(*to)) ++to;
  return (struct cal_field){from, to - from};
}

static bool is_digits(struct cal_field field) {
  for (ptrdiff_t i = 0; i < field.n; ++i) {
    if (field.at[i] < '0' || field.at[i] > '9') return false;
  }
  return field.n > 0;
}

// Row names are all different; numbers without quotes count rows.
static bool is_row_name(struct reading* reading, struct cal_field name) {
  const ptrdiff_t before = reading->row_names.n;
  cal_name_number(reading->host, &reading->row_names, name, true);
  if (reading->row_names.n == before) return false;
  double value;
  enum cal_marks marks;
  const bool quoted = name.n > 0 && name.at[name.n] == '"';
  if (quoted || cal_read_number(name, '.', &value, &marks) == CAL_NUMBER_NONE) return true;
  const bool whole = name.at[0] >= '0' && name.at[0] <= '9' && marks == CAL_MARKS_NONE;
  const bool counts = whole && (before == 0 || value == reading->last_name + 1);
  reading->last_name = value;
  return counts;
}

// Do the first fields of a row read `1,41`, and those of all such rows before?
static bool may_be_in_pieces(const struct reading* reading, const struct cal_layout* layout,
                             const struct cal_field* field) {
  const bool so_far = reading->table->n == 0 || reading->in_pieces.line > 0;
  return layout->short_header && layout->separator == ',' && so_far && is_digits(field[0]) &&
         field[0].at[field[0].n] == ',' && is_digits(field[1]);
}

static void read_rows(struct reading* reading, struct cal_rows rows,
                      const struct cal_layout* layout) {
  struct cal_table* table = reading->table;
  const char* text = rows.at;
  if (layout->short_header) cal_names_begin(reading->host, &reading->row_names);
  struct cal_field* field = cal_scratch(reading->host, layout->n_fields, sizeof *field);
  table->n = 0;
  table->problem = CAL_PROBLEM_NONE;
  while (table->problem == CAL_PROBLEM_NONE) {
    int found;
    if (table->n % CAL_PLAN_PIECE == 0) cal_pulse(reading->host);
    const enum cal_row row = cal_next_row(&rows, field, layout->n_fields, &found);
    if (row == CAL_ROW_NONE) break;
    if (row == CAL_ROW_QUOTE) {
      fail(table, CAL_PROBLEM_QUOTE, rows.line, line_at(&rows, text), 0);
    } else if (row == CAL_ROW_READ && found != layout->n_fields) {
      fail(table, CAL_PROBLEM_FIELDS, rows.line, line_at(&rows, text), found);
    } else if (row == CAL_ROW_READ && layout->short_header && !is_row_name(reading, field[0])) {
      fail(table, CAL_PROBLEM_SHORT_HEADER, rows.line, line_at(&rows, text), 0);
    } else if (row == CAL_ROW_READ) {
      reading->in_pieces.line = may_be_in_pieces(reading, layout, field) ? rows.line : 0;
      if (reading->in_pieces.line > 0) reading->in_pieces.field = line_at(&rows, text);
      add_row(reading, field, rows.line);
      if (table->problem == CAL_PROBLEM_NO_NAME) table->at.field = line_at(&rows, text);
    }
  }
  if (table->problem == CAL_PROBLEM_NONE && reading->in_pieces.line > 0) {
    fail(table, CAL_PROBLEM_SHORT_HEADER, reading->in_pieces.line, reading->in_pieces.field, 0);
  }
  table->n_lines = rows.line;
  table->n_comments = rows.n_comments;
}

char cal_decimal_mark(unsigned marks, char separator) {
  const bool point = marks & CAL_MARKS_POINT, comma = marks & CAL_MARKS_COMMA;
  const bool maybe_point = marks & CAL_MARKS_POINT_OR_NOT;
  const bool maybe_comma = marks & CAL_MARKS_COMMA_OR_NOT;
  if (point && comma) return 0;
  if (point) return '.';
  if (comma) return maybe_point ? 0 : ',';
  if (maybe_comma) return maybe_point || separator != ';' ? 0 : ',';
  return maybe_point && separator == ';' ? 0 : '.';
}

static char decimal_of(const struct cal_table* table, char separator) {
  if (!table->told_decimal) return cal_decimal_mark(table->marks, separator);
  const enum cal_marks contrary = table->decimal == '.' ? CAL_MARKS_COMMA : CAL_MARKS_POINT;
  return table->marks & (unsigned)contrary ? 0 : table->decimal;
}

static void fail_marks(struct reading* reading) {
  struct cal_table* table = reading->table;
  const enum cal_marks order[] = {CAL_MARKS_COMMA, CAL_MARKS_COMMA_OR_NOT, CAL_MARKS_POINT,
                                  CAL_MARKS_POINT_OR_NOT};
  int found[2] = {0}, n = 0;
  for (int i = 0; i < 4 && n < 2; ++i) {
    // One number with each mark is enough.
    if (i % 2 == 1 && n > 0 && found[n - 1] == (int)order[i - 1]) continue;
    if (reading->marked.line[order[i]] > 0) found[n++] = (int)order[i];
  }
  if (n == 0) {
    table->problem = CAL_PROBLEM_MARKS;
    return;
  }
  fail(table, n == 2 ? CAL_PROBLEM_TWO_MARKS : CAL_PROBLEM_MARKS, reading->marked.line[found[0]],
       reading->marked.field[found[0]], 0);
  if (n == 2) {
    table->other.line = reading->marked.line[found[1]];
    table->other.field = reading->marked.field[found[1]];
  }
}

void cal_read_table(struct cal_host* host, const char* text, ptrdiff_t n,
                    const struct cal_layout* layout, const struct cal_words* words,
                    ptrdiff_t first_line, struct cal_table* table) {
  struct reading reading = {.host = host, .words = words, .table = table};
  struct cal_rows rows = cal_rows_of(layout, text, n);
  rows.line += first_line - 1;
  table->header_line = layout->has_header ? rows.line : 0;
  const bool known = table->told_decimal || table->marks != 0;
  reading.decimal = known && decimal_of(table, layout->separator) == ',' ? ',' : '.';
  read_rows(&reading, rows, layout);
  if (table->problem != CAL_PROBLEM_NONE) return;
  const char decimal = decimal_of(table, layout->separator);
  if (decimal == 0) {
    fail_marks(&reading);
  } else if (decimal != reading.decimal) {
    reading.decimal = decimal;
    read_rows(&reading, rows, layout);
  }
  table->decimal = decimal;
}
