#include "kernels/read/table.h"

#include "check.h"
#include "host.h"
#include "read-words.h"

enum { ROOM = 20 };

static double value[ROOM];
static int code[ROOM], line[ROOM];
static struct cal_table table;
static bool full;

// Names in the first column, numbers in the second.
static enum cal_problem read_as(const char* text, struct cal_layout layout, char decimal) {
  struct test_host host = new_host(1);
  const struct cal_words words = new_words(&host.host);
  struct cal_names names;
  cal_names_begin(&host.host, &names);
  struct cal_column column[] = {
      {.field = 0, .add = true, .full = full, .names = &names, .code = code},
      {.field = 1, .value = value}};
  table = (struct cal_table){.column = column,
                             .n_columns = 2,
                             .line = line,
                             .decimal = decimal,
                             .told_decimal = decimal != 0};
  CHECK(cal_table_room(text, (ptrdiff_t)strlen(text)) <= ROOM);
  cal_read_table(&host.host, text, (ptrdiff_t)strlen(text), &layout, &words, 1, &table);
  free_host(&host);
  return table.problem;
}

static enum cal_problem read(const char* text, char separator) {
  return read_as(text, (struct cal_layout){.separator = separator, .n_fields = 2}, 0);
}

static void test_lines(void) {
  CHECK(read("a 1\n\n\r\nb 2\rc 3", 0) == CAL_PROBLEM_NONE && table.n == 3);
  CHECK(line[0] == 1 && line[1] == 4 && line[2] == 5 && code[2] == 3);
  CHECK(read("\"a\",\"2\"\n\"\",\"\"\n\"b\",\"-2\"\n", ',') == CAL_PROBLEM_NONE && table.n == 2);
  CHECK(line[1] == 3 && value[1] == -2);
  read_as("x 9\n#\na 1\n", (struct cal_layout){.comment = '#', .n_fields = 2, .has_header = true},
          0);
  CHECK(table.n == 1 && table.header_line == 1 && table.n_comments == 1 && line[0] == 3);
}

static void test_numbers(void) {
  CHECK(read("a na\nb inf\nc -", 0) == CAL_PROBLEM_NONE);
  CHECK(isnan(value[0]) && isinf(value[1]) && isnan(value[2]));
  CHECK(read("a 1\nb 9.5e-\n", 0) == CAL_PROBLEM_NUMBER && table.at.line == 2);
  CHECK(table.at.field.n == 5);
  CHECK(read("a 1e400\n", 0) == CAL_PROBLEM_BEYOND);
  CHECK(read("a 1\nb 2 3\n", 0) == CAL_PROBLEM_FIELDS && table.at.found == 3);
  CHECK(read("a 1\nb \"2\n", 0) == CAL_PROBLEM_QUOTE && table.at.line == 2);
}

// Names of 10 000 bytes, of one byte more, and of 10 000 bytes with a doubled quote.
static void test_long_names(void) {
  static char text[CAL_MOST_BYTES + 8];
  memset(text, 'x', sizeof text);
  strcpy(text + CAL_MOST_BYTES, " 1\n");
  CHECK(read(text, 0) == CAL_PROBLEM_NONE && table.n == 1);
  strcpy(text + CAL_MOST_BYTES, "x 1\n");
  CHECK(read(text, 0) == CAL_PROBLEM_LONG && table.at.line == 1);
  CHECK(table.at.field.n == CAL_MOST_BYTES + 1);
  memcpy(text, "\"x\"\"", 4);
  strcpy(text + CAL_MOST_BYTES, "xx\" 1\n");
  CHECK(read(text, 0) == CAL_PROBLEM_NONE && table.n == 1);
}

// Blanks are not part of a name, also the no-break and thin ones of spreadsheets; and where names
// must be there, an empty one is a problem.
static void test_blanks(void) {
  const char* same[] = {"p q,1\n\"p q \",2\n", "p q,1\n\"\tp q\",2\n",
                        "p q,1\np\xc2\xa0q\xe2\x80\xaf,2\n", "p q,1\n\xe2\x80\x89p q,2\n"};
  for (int i = 0; i < 4; ++i) {
    CHECK(read(same[i], ',') == CAL_PROBLEM_NONE && table.n == 2 && code[0] == code[1]);
  }
  CHECK(read("\xc2\xb0,1\n\xe2\x82\xac,2\n", ',') == CAL_PROBLEM_NONE && code[0] != code[1]);
  const char* empty[] = {"a,1\n,2\n", "a,1\n\" \",2\n", "a,1\n\xc2\xa0,2\n"};
  for (int i = 0; i < 3; ++i) {
    CHECK(read(empty[i], ',') == CAL_PROBLEM_NONE && table.n == 2);
    full = true;
    CHECK(read(empty[i], ',') == CAL_PROBLEM_NO_NAME && table.at.line == 2);
    CHECK(table.at.field.n == (ptrdiff_t)strlen(empty[i]) - 5);
    full = false;
  }
}

static void test_marks(void) {
  CHECK(read("a 1,5\nb 1.234,5\nc 7", 0) == CAL_PROBLEM_NONE && table.decimal == ',');
  CHECK(value[0] == 1.5 && value[1] == 1234.5 && value[2] == 7);
  CHECK(read("a 34,000\nb 850\n", 0) == CAL_PROBLEM_MARKS && table.at.line == 1);
  CHECK(read("a;34,000\nb;850\n", ';') == CAL_PROBLEM_NONE && value[0] == 34);
  CHECK(read("a 34,000\nb 0.5\n", 0) == CAL_PROBLEM_NONE && value[0] == 34000);
  CHECK(read("a 1,5\nb 0.5\n", 0) == CAL_PROBLEM_TWO_MARKS);
  CHECK(table.at.line == 1 && table.other.line == 2);
  CHECK(read("a;34.000\nb;850\n", ';') == CAL_PROBLEM_MARKS);
  const struct cal_layout layout = {.n_fields = 2};
  CHECK(read_as("a 34,000\n", layout, ',') == CAL_PROBLEM_NONE && value[0] == 34);
  CHECK(read_as("a 34,000\n", layout, '.') == CAL_PROBLEM_NONE && value[0] == 34000);
  CHECK(read_as("a 0,5\n", layout, '.') == CAL_PROBLEM_MARKS);
}

// A header one field short is above names, and never above anything else.
static void test_row_names(void) {
  const struct cal_layout layout = {
      .separator = ',', .n_fields = 2, .has_header = true, .short_header = true};
  CHECK(read_as("s\n1,0.5\n2,1.5\n", layout, 0) == CAL_PROBLEM_NONE && table.n == 2);
  CHECK(read_as("s\n\"7\",0.5\n\"3\",1.5\n", layout, 0) == CAL_PROBLEM_NONE);
  CHECK(read_as("s\n-0,41\n2,5\n", layout, 0) == CAL_PROBLEM_SHORT_HEADER && table.at.line == 2);
  // Row numbers, or halves of decimal numbers: distinguished by a sign, a point or a quote.
  CHECK(read_as("s\n1,41\n2,5\n", layout, 0) == CAL_PROBLEM_SHORT_HEADER && table.at.line == 3);
  CHECK(read_as("s\n1,41\n2,-5\n", layout, 0) == CAL_PROBLEM_NONE && value[1] == -5);
  CHECK(read_as("s\n-1\n", layout, 0) == CAL_PROBLEM_FIELDS);
  CHECK(read_as("s\n\"1\",41\n\"2\",5\n", layout, 0) == CAL_PROBLEM_NONE && value[0] == 41);
  const struct cal_layout blanks = {.n_fields = 2, .has_header = true, .short_header = true};
  CHECK(read_as("s\n1 41\n2 5\n", blanks, 0) == CAL_PROBLEM_NONE && value[0] == 41);
  CHECK(read_as("s\na,41\na,5\n", layout, 0) == CAL_PROBLEM_SHORT_HEADER && table.at.line == 3);
}

int main(void) {
  test_lines();
  test_numbers();
  test_long_names();
  test_blanks();
  test_marks();
  test_row_names();
  return check_report("table");
}
