#include "kernels/read/rows.h"

#include <string.h>

#include "check.h"

enum { ROOM = 4 };

// Fields as read, with `|` between those of a row and `/` between rows; `!` is a stray quote.
static const char* read_all(const char* text, char separator, char* out) {
  const ptrdiff_t n = (ptrdiff_t)strlen(text);
  struct cal_rows rows = cal_rows_begin(text, n, separator, 0);
  struct cal_field field[ROOM];
  char* to = out;
  ptrdiff_t n_rows = 0;
  for (;;) {
    int found;
    const enum cal_row row = cal_next_row(&rows, field, ROOM, &found);
    if (row == CAL_ROW_NONE) break;
    ++n_rows;
    if (row == CAL_ROW_QUOTE) {
      *to++ = '!';
      break;
    }
    for (int i = 0; row == CAL_ROW_READ && i < found && i < ROOM; ++i) {
      memcpy(to, field[i].at, (size_t)field[i].n);
      to += field[i].n;
      *to++ = '|';
    }
    *to++ = '/';
  }
  *to = 0;
  CHECK(n_rows <= cal_rows_at_most(text, n));
  CHECK(rows.at <= rows.end);
  return out;
}

static bool reads(const char* text, char separator, const char* expected) {
  char out[200];
  return strcmp(read_all(text, separator, out), expected) == 0;
}

static void test_parts_fields(void) {
  CHECK(reads("a b c\nd e f\n", 0, "a|b|c|/d|e|f|/"));
  CHECK(reads("  a \t b  \n", 0, "a|b|/"));
  CHECK(reads("a\tb c\t\n", '\t', "a|b c||/"));
  CHECK(reads(" a ; b b ;c", ';', "a|b b|c|/"));
  CHECK(reads(";a", ';', "|a|/"));
  CHECK(reads("a,b,c,d,e,f", ',', "a|b|c|d|/"));
}

static void test_keeps_single_blanks_in_aligned_columns(void) {
  CHECK(reads("a b   c\nd    e f \n", CAL_WIDE_BLANKS, "a b|c|/d|e f|/"));
  CHECK(reads("  a b\tc  d \r\n\n 1 234  \"e  f\"  g", CAL_WIDE_BLANKS, "a b|c|d|/1 234|e  f|g|/"));
  CHECK(reads("a  \"b\" c", CAL_WIDE_BLANKS, "!"));
}

static void test_ends_lines(void) {
  CHECK(reads("a b\r\nc d\re f\n\n\r\n  \ng h", 0, "a|b|/c|d|/e|f|/g|h|/"));
  CHECK(reads("", 0, ""));
  CHECK(reads("\n \n", ';', ""));
  CHECK(reads("a;b\n;;\nc;d", ';', "a|b|//c|d|/"));
}

static void test_reads_quotes(void) {
  CHECK(reads("\"a b\" c\n\"\" d", 0, "a b|c|/|d|/"));
  CHECK(reads("\"a,b\",\"say \"\"so\"\"\"\n", ',', "a,b|say \"\"so\"\"|/"));
  CHECK(reads(" \"a\" ;b", ';', "a|b|/"));
}

static void test_finds_stray_quotes(void) {
  CHECK(reads("a b\nc \"d\ne f\"", 0, "a|b|/!"));
  CHECK(reads("a;b\"c", ';', "!"));
  CHECK(reads("\"a\"b;c", ';', "!"));
  CHECK(reads("a \"", 0, "!"));
  CHECK(reads("a \"b\"", 0, "a|b|/"));
  CHECK(reads("\"a\"", ';', "a|/"));
  CHECK(reads("a;\"b\"  ", ';', "a|b|/"));
}

static void test_counts_lines(void) {
  const char* text = "a b\n\n\r\nc d\n";
  struct cal_rows rows = cal_rows_begin(text, (ptrdiff_t)strlen(text), 0, 0);
  struct cal_field field[ROOM];
  int found;
  CHECK(cal_next_row(&rows, field, ROOM, &found) == CAL_ROW_READ);
  CHECK(rows.line == 1 && found == 2);
  CHECK(cal_next_row(&rows, field, ROOM, &found) == CAL_ROW_READ);
  CHECK(rows.line == 4 && found == 2);
  CHECK(cal_next_row(&rows, field, ROOM, &found) == CAL_ROW_NONE);
}

static void test_comments(void) {
  const char* text = "sep=;\r\n# one\na;b\n#\nc;d";
  CHECK_EQ(cal_told_separator(text, (ptrdiff_t)strlen(text)), ';');
  CHECK_EQ(cal_told_separator("sep", 3), -1);
  struct cal_rows rows = cal_rows_begin(text, (ptrdiff_t)strlen(text), ';', '#');
  struct cal_field field[ROOM];
  int found;
  CHECK(cal_next_row(&rows, field, ROOM, &found) == CAL_ROW_READ && rows.line == 3);
  CHECK(cal_next_row(&rows, field, ROOM, &found) == CAL_ROW_READ && rows.line == 5);
  CHECK(cal_next_row(&rows, field, ROOM, &found) == CAL_ROW_NONE && rows.n_comments == 2);
}

int main(void) {
  test_parts_fields();
  test_keeps_single_blanks_in_aligned_columns();
  test_ends_lines();
  test_reads_quotes();
  test_finds_stray_quotes();
  test_counts_lines();
  test_comments();
  return check_report("rows");
}
