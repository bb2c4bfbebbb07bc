// Any text, read with each separator: fields lie within it, in order and without blanks around
// them, lines are counted, and the names of the fields are found again.
#include "../kernels/host.h"
#include "fuzz.h"
#include "kernels/read/encoding.h"
#include "kernels/read/names.h"
#include "kernels/read/rows.h"

enum { ROOM = 5 };

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

static void check_row(const char* text, const struct cal_rows* rows, const struct cal_field* field,
                      int found) {
  const char* last = text;
  for (int i = 0; i < found && i < ROOM; ++i) {
    HOLDS(field[i].n >= 0 && field[i].at >= last && field[i].at + field[i].n <= rows->at);
    for (ptrdiff_t k = 0; k < field[i].n; ++k) {
      const char c = field[i].at[k];
      HOLDS(c != '\n' && c != '\r');
    }
    const bool quoted = field[i].at > text && field[i].at[-1] == '"';
    HOLDS(field[i].n == 0 || quoted || !is_blank(field[i].at[0]));
    last = field[i].at + field[i].n;
  }
}

static void read_text(const char* text, ptrdiff_t n, char separator) {
  struct test_host host = new_host(1);
  struct cal_names names;
  cal_names_begin(&host.host, &names);
  struct cal_rows rows = cal_rows_begin(text, n, separator, '#');
  struct cal_field field[ROOM];
  ptrdiff_t n_rows = 0, line = 0;
  for (;;) {
    int found;
    const enum cal_row row = cal_next_row(&rows, field, ROOM, &found);
    if (row == CAL_ROW_NONE || row == CAL_ROW_QUOTE) break;
    HOLDS(rows.line > line && rows.at <= rows.end);
    HOLDS(row == CAL_ROW_EMPTY || found > 0);
    line = rows.line;
    ++n_rows;
    check_row(text, &rows, field, found);
    for (int i = 0; i < found && i < ROOM; ++i) {
      const int number = cal_name_number(&host.host, &names, field[i], true);
      HOLDS(number < names.n && names.name[number].n == field[i].n);
      HOLDS(cal_name_number(&host.host, &names, names.name[number], false) == number);
    }
  }
  HOLDS(n_rows <= cal_rows_at_most(text, n));
  free_host(&host);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // Memory of exactly this size, so that a read beyond the end is detected.
  char* text = malloc(size > 0 ? size : 1);
  HOLDS(text != NULL);
  if (size > 0) memcpy(text, data, size);
  const char separators[] = {0, '\t', ';', ','};
  for (int i = 0; i < 4; ++i) read_text(text, (ptrdiff_t)size, separators[i]);
  const enum cal_encoding encoding = cal_encoding_of(text, (ptrdiff_t)size);
  const bool zeros = size > 0 && memchr(text, 0, size) != NULL;
  HOLDS((encoding == CAL_TEXT_ZEROS) == zeros);
  free(text);
  return 0;
}
