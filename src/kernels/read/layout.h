#ifndef CALIBRANT_KERNELS_READ_LAYOUT_H
#define CALIBRANT_KERNELS_READ_LAYOUT_H

#include "kernels/read/words.h"

// Separator, comments, number of fields and header of a text. `comment` begins lines that are
// skipped, 0 for none.
struct cal_layout {
  char separator, comment;
  int n_fields;
  bool has_header;
  // The header has one field less: the first column has the names of rows.
  bool short_header;
};

enum { CAL_SAMPLE_ROWS = 200, CAL_MOST_FIELDS = 1 << 13, CAL_MOST_BYTES = 10000 };

// The fields of the header, and of some rows from all over the text that have `n_fields` of them:
// cell[row * n_fields + column]. `quote_line` is the first line with a stray quote, or 0.
struct cal_sample {
  const struct cal_field* header;
  int n_header;
  const struct cal_field* cell;
  int n_rows, n_fields;
  ptrdiff_t quote_line;
};

// Knowledge from outside the text: its separator, or -1, and names that its header may have;
// `header`: it has one for sure. `single`: a line has one number, so commas between whole numbers
// are decimal marks.
struct cal_layout_asked {
  int separator;
  bool single, header;
  const struct cal_field* name;
  int n_names;
};

// The separator that gives rows the same number of fields, most of them numbers or words of the
// field. The first row is a header by its words, by names that were asked for, or by its shape: it
// has no number, the cells above numbers are no damaged ones, and no cell has the form of the items
// below it. `n_fields` is 0 where there is no row; beyond CAL_MOST_FIELDS there is no sample.
void cal_find_layout(struct cal_host* host, const char* text, ptrdiff_t n,
                     const struct cal_words* words, struct cal_layout_asked asked,
                     struct cal_layout* layout, struct cal_sample* sample);

// The marks in a column (enum cal_marks, joined), or -1 if a cell that is not missing is not a
// number.
int cal_number_marks(const struct cal_sample* sample, const struct cal_words* words, int column);

// Rows of the text after its header.
struct cal_rows cal_rows_of(const struct cal_layout* layout, const char* text, ptrdiff_t n);

#endif
