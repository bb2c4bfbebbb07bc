#include "kernels/read/rows.h"

#include <string.h>

static bool is_blank(char c) { return c == ' ' || c == '\t'; }
static bool is_end(char c) { return c == '\n' || c == '\r'; }

ptrdiff_t cal_wide_blank(const char* at, ptrdiff_t n) {
  static const struct cal_word known[] = {
      {"\xc2\xa0", 2}, {"\xe2\x80\x89", 3}, {"\xe2\x80\xaf", 3}};
  for (int i = 0; i < 3; ++i) {
    if (n >= known[i].n && memcmp(at, known[i].text, (size_t)known[i].n) == 0) return known[i].n;
  }
  return 0;
}

static void end_line(struct cal_rows* rows) {
  const char c = *rows->at++;
  if (c == '\r' && rows->at < rows->end && *rows->at == '\n') ++rows->at;
  ++rows->line;
}

int cal_told_separator(const char* text, ptrdiff_t n) {
  const bool told = n > 5 && memcmp(text, "sep=", 4) == 0 && is_end(text[5]);
  return told ? (unsigned char)text[4] : -1;
}

struct cal_rows cal_rows_begin(const char* text, ptrdiff_t n, char separator, char comment) {
  struct cal_rows rows = {text, text + n, separator, 1, comment, 0};
  if (cal_told_separator(text, n) >= 0) {
    rows.at += 5;
    end_line(&rows);
  }
  return rows;
}

static ptrdiff_t count_char(const char* at, const char* end, char c) {
  ptrdiff_t n = 0;
  while (at < end && (at = memchr(at, c, (size_t)(end - at)))) {
    ++n;
    ++at;
  }
  return n;
}

ptrdiff_t cal_rows_at_most(const char* text, ptrdiff_t n) {
  return 1 + count_char(text, text + n, '\n') + count_char(text, text + n, '\r');
}

// A tab that separates is not blank.
static bool is_padding(char c, char separator) { return is_blank(c) && c != separator; }

static bool is_blanks(char separator) { return (unsigned char)separator <= CAL_WIDE_BLANKS; }

static bool is_between(const struct cal_rows* rows, const char* at) {
  if (!is_blanks(rows->separator)) return *at == rows->separator;
  const bool alone = at + 1 == rows->end || !is_blank(at[1]);
  return *at == '\t' || (*at == ' ' && !(rows->separator == CAL_WIDE_BLANKS && alone));
}

static void skip_padding(struct cal_rows* rows) {
  while (rows->at < rows->end && is_padding(*rows->at, rows->separator)) ++rows->at;
}

// A field in quotes ends with one that is followed by no other.
static bool read_quoted(struct cal_rows* rows, struct cal_field* field) {
  const char* at = ++rows->at;
  field->at = at;
  while (at < rows->end && !is_end(*at)) {
    if (*at == '"') {
      if (at + 1 == rows->end || at[1] != '"') break;
      ++at;
    }
    ++at;
  }
  if (at >= rows->end || *at != '"') return false;
  field->n = at - field->at;
  rows->at = at + 1;
  if (!is_blanks(rows->separator)) skip_padding(rows);
  return rows->at == rows->end || is_end(*rows->at) || is_between(rows, rows->at);
}

static bool read_plain(struct cal_rows* rows, struct cal_field* field) {
  const char* at = rows->at;
  field->at = at;
  // Most characters have a code above all of these.
  for (; at < rows->end; ++at) {
    if ((unsigned char)*at > '"' && *at != rows->separator) continue;
    if (*at == '"') return false;
    if (is_end(*at) || is_between(rows, at)) break;
  }
  rows->at = at;
  while (at > field->at && is_padding(at[-1], rows->separator)) --at;
  field->n = at - field->at;
  return true;
}

static void skip_comment(struct cal_rows* rows) {
  if (rows->comment == 0 || rows->at == rows->end || *rows->at != rows->comment) return;
  ++rows->n_comments;
  while (rows->at < rows->end && !is_end(*rows->at)) ++rows->at;
}

static void skip_blank_lines(struct cal_rows* rows) {
  for (;;) {
    skip_padding(rows);
    skip_comment(rows);
    if (rows->at == rows->end || !is_end(*rows->at)) return;
    end_line(rows);
  }
}

enum cal_row cal_next_row(struct cal_rows* rows, struct cal_field* field, int room, int* n_fields) {
  struct cal_field other;
  bool filled = false;
  *n_fields = 0;
  skip_blank_lines(rows);
  if (rows->at == rows->end) return CAL_ROW_NONE;
  for (;;) {
    skip_padding(rows);
    const bool at_end = rows->at == rows->end || is_end(*rows->at);
    if (at_end && is_blanks(rows->separator)) break;
    struct cal_field* to = *n_fields < room ? &field[*n_fields] : &other;
    const bool quoted = !at_end && *rows->at == '"';
    if (!(quoted ? read_quoted : read_plain)(rows, to)) return CAL_ROW_QUOTE;
    ++*n_fields;
    filled |= to->n > 0;
    if (rows->at == rows->end || is_end(*rows->at)) break;
    if (!is_blanks(rows->separator)) ++rows->at;
  }
  return filled ? CAL_ROW_READ : CAL_ROW_EMPTY;
}
