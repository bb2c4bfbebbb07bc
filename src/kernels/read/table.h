#ifndef CALIBRANT_KERNELS_READ_TABLE_H
#define CALIBRANT_KERNELS_READ_TABLE_H

#include "kernels/read/number.h"
#include "kernels/read/roles.h"

// A column that is wanted: `field` counts from 0. It has numbers, or the codes of names from 1.
// Names that are not added have the code 0. In a column that is `full`, an empty name is a problem.
// Blanks around a name are not part of it, and no-break and thin blanks are blanks.
struct cal_column {
  int field;
  bool add, full;
  struct cal_names* names;
  double* value;
  int* code;
};

// Rows of a text, and the line of each. `marks` are those of the numbers so far, and `decimal` is
// the decimal mark that they imply, unless the user has given it. A problem is reported with its
// line, and the field there; two contrary marks with the lines of both.
struct cal_table {
  struct cal_column* column;
  int n_columns;
  int* line;
  ptrdiff_t n, n_lines, n_comments, header_line;
  char decimal;
  bool told_decimal;
  unsigned marks;
  enum cal_problem problem;
  struct {
    ptrdiff_t line;
    struct cal_field field;
    int found;
  } at, other;
};

// The decimal mark that kinds of marks (enum cal_marks, joined) imply with this separator of
// fields: a point if they are inconclusive, 0 for a contradiction.
char cal_decimal_mark(unsigned marks, char separator);

// Upper bound of the number of rows, for the memory of columns and lines.
ptrdiff_t cal_table_room(const char* text, ptrdiff_t n);

// Reads all rows. Missing numbers are NaN. If only numbers such as `34,000` could show the decimal
// mark, it is the comma beside semicolons, and otherwise CAL_PROBLEM_MARKS. `first_line` is the
// number of the first line, `layout` says whether it is a header.
void cal_read_table(struct cal_host* host, const char* text, ptrdiff_t n,
                    const struct cal_layout* layout, const struct cal_words* words,
                    ptrdiff_t first_line, struct cal_table* table);

#endif
