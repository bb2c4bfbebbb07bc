// Numbers of cells, as the reader of files has them.
#include <math.h>
#include <string.h>

#include "host.h"
#include "kernels/read/table.h"

enum { MOST_MARKS = CAL_MARKS_COMMA_OR_NOT + 1 };

// Cells that each end in NUL.
struct cells {
  const char* text;
  int n;
};

// Reads the cells with a decimal mark; NaN where a cell is no number. Returns the kinds of marks
// there are, with the first cell of each.
static unsigned read_cells(struct cells cells, char decimal, double* value, unsigned char* found,
                           int first[MOST_MARKS]) {
  unsigned seen = 0;
  for (int i = 0; i < cells.n; ++i) {
    const struct cal_field field = {cells.text, (ptrdiff_t)strlen(cells.text)};
    enum cal_marks marks;
    found[i] = (unsigned char)cal_read_number(field, decimal, &value[i], &marks);
    if (found[i] != CAL_NUMBER) value[i] = NAN;
    if (marks != CAL_MARKS_NONE && !(seen & (unsigned)marks)) {
      seen |= (unsigned)marks;
      first[marks] = i;
    }
    cells.text += field.n + 1;
  }
  return seen;
}

// `found` has a value of enum cal_number for each cell. Record: the decimal mark, 0 if the cells
// leave it unclear, and the first cells with a sure comma, an unsure comma, a sure point and an
// unsure point; -1 for none.
PAGE_EXPORT("numbers")
void page_numbers(const char* text, int n, int separator, double* value, unsigned char* found,
                  double* record) {
  const struct cells cells = {text, n};
  const enum cal_marks kinds[] = {CAL_MARKS_COMMA, CAL_MARKS_COMMA_OR_NOT, CAL_MARKS_POINT,
                                  CAL_MARKS_POINT_OR_NOT};
  int first[MOST_MARKS] = {0};
  const unsigned seen = read_cells(cells, '.', value, found, first);
  const char decimal = cal_decimal_mark(seen, (char)separator);
  record[0] = decimal;
  for (int k = 0; k < 4; ++k) record[k + 1] = seen & (unsigned)kinds[k] ? first[kinds[k]] : -1;
  if (decimal == ',') read_cells(cells, ',', value, found, first);
}
