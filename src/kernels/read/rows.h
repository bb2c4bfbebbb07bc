#ifndef CALIBRANT_KERNELS_READ_ROWS_H
#define CALIBRANT_KERNELS_READ_ROWS_H

#include <stdbool.h>
#include <stddef.h>

// A piece of the text, which is not copied.
struct cal_field {
  const char* at;
  ptrdiff_t n;
};

// A short text without a pointer to it, for tables of constants, which need no relocation.
struct cal_word {
  char text[16];
  short n;
};

static inline struct cal_field cal_word_field(const struct cal_word* word) {
  return (struct cal_field){word->text, word->n};
}

// The first n bytes of a text in UTF-8, less those of a character that goes on.
static inline struct cal_field cal_field_start(struct cal_field field, ptrdiff_t n) {
  if (field.n <= n) return field;
  while (n > 0 && ((unsigned char)field.at[n] & 0xc0) == 0x80) --n;
  return (struct cal_field){field.at, n};
}

// Without the blanks and tabs around it.
static inline struct cal_field cal_field_trimmed(struct cal_field field) {
  while (field.n > 0 && (*field.at == ' ' || *field.at == '\t')) {
    ++field.at;
    --field.n;
  }
  while (field.n > 0 && (field.at[field.n - 1] == ' ' || field.at[field.n - 1] == '\t')) --field.n;
  return field;
}

// Bytes of the no-break or thin blank at the start of a text, 0 for another character.
ptrdiff_t cal_wide_blank(const char* at, ptrdiff_t n);

struct cal_fields {
  const struct cal_field* at;
  int n;
};

// Separators that are blanks: any run of blanks or tabs; or, as in aligned columns whose cells have
// blanks, tabs and runs of two or more blanks.
enum cal_blanks { CAL_BLANKS = 0, CAL_WIDE_BLANKS = 1 };

// Position of the next row of a text. Rows end with \n, \r\n or \r; blank rows and rows that begin
// with `comment`, if it is not 0, are passed over. `line` counts from 1 and includes them.
// `separator` is a character, or one of enum cal_blanks.
struct cal_rows {
  const char *at, *end;
  char separator;
  ptrdiff_t line;
  char comment;
  ptrdiff_t n_comments;
};

// Begins with the first row, after the line `sep=;` that spreadsheets may write.
struct cal_rows cal_rows_begin(const char* text, ptrdiff_t n, char separator, char comment);

// The separator named in such a line, or -1.
int cal_told_separator(const char* text, ptrdiff_t n);

enum cal_row { CAL_ROW_NONE, CAL_ROW_READ, CAL_ROW_EMPTY, CAL_ROW_QUOTE };

// The fields of the next row, the first `room` of them into `field`, without the blanks around them
// and without quotes around the whole of a field; `n_fields` counts all. A row with a `"` that
// neither opens nor closes a field, or that is not closed on its line, is CAL_ROW_QUOTE; a doubled
// one within quotes is kept as it is. A row of separators alone, as spreadsheets write them, is
// CAL_ROW_EMPTY. After the last row the result is CAL_ROW_NONE.
enum cal_row cal_next_row(struct cal_rows* rows, struct cal_field* field, int room, int* n_fields);

// An upper bound of the number of rows.
ptrdiff_t cal_rows_at_most(const char* text, ptrdiff_t n);

#endif
