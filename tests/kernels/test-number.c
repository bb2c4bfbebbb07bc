#include "kernels/read/number.h"

#include <string.h>

#include "check.h"

static enum cal_marks marks;

static enum cal_number read(const char* text, char decimal, double* value) {
  *value = NAN;
  return cal_read_number((struct cal_field){text, (ptrdiff_t)strlen(text)}, decimal, value, &marks);
}

static bool is(const char* text, char decimal, double expected, enum cal_marks expected_marks) {
  double value;
  return read(text, decimal, &value) == CAL_NUMBER && value == expected && marks == expected_marks;
}

static enum cal_number kind(const char* text, char decimal) {
  double value;
  return read(text, decimal, &value);
}

static void test_plain(void) {
  CHECK(is("12", '.', 12, CAL_MARKS_NONE));
  CHECK(is("-0.5", '.', -0.5, CAL_MARKS_POINT));
  CHECK(is("+.5e-3", '.', 0.0005, CAL_MARKS_POINT));
  CHECK(is("5.", '.', 5, CAL_MARKS_POINT));
  CHECK(is(" 2.5 ", '.', 2.5, CAL_MARKS_POINT));
  CHECK(
      is("\xe2\x88\x92"
         "1.5",
         '.', -1.5, CAL_MARKS_POINT));
  CHECK(is("-Inf", '.', -INFINITY, CAL_MARKS_NONE));
  CHECK(is("infinity", ',', INFINITY, CAL_MARKS_NONE));
  CHECK(is("0x1.8p3", '.', 12, CAL_MARKS_NONE));
  CHECK(is("1e22", '.', 1e22, CAL_MARKS_NONE));
}

static void test_marks(void) {
  CHECK(is("0,5", ',', 0.5, CAL_MARKS_COMMA));
  CHECK(kind("0,5", '.') == CAL_NUMBER_OTHER_MARK && marks == CAL_MARKS_COMMA);
  CHECK(is("34,000", ',', 34, CAL_MARKS_COMMA_OR_NOT));
  CHECK(is("34,000", '.', 34000, CAL_MARKS_COMMA_OR_NOT));
  CHECK(is("1.234", '.', 1.234, CAL_MARKS_POINT_OR_NOT));
  CHECK(is("1.234", ',', 1234, CAL_MARKS_POINT_OR_NOT));
  CHECK(is("0.234", '.', 0.234, CAL_MARKS_POINT));
  CHECK(is("1234.567", '.', 1234.567, CAL_MARKS_POINT));
  CHECK(is("1,234,567", '.', 1234567, CAL_MARKS_POINT));
  CHECK(is("1,234.5", '.', 1234.5, CAL_MARKS_POINT));
  CHECK(is("1.234,5", ',', 1234.5, CAL_MARKS_COMMA));
  CHECK(is("1 234,5", ',', 1234.5, CAL_MARKS_COMMA));
  CHECK(
      is("1\xe2\x80\xaf"
         "234",
         '.', 1234, CAL_MARKS_NONE));
  CHECK(is("12'345.6", '.', 12345.6, CAL_MARKS_POINT));
}

static void test_none(void) {
  const char* none[] = {"",        "-",   ".",      "9.5e-", "9.5e", "e5",   "1,234,5", "1.2.3",
                        "12,34.5", "1 2", "<1E-10", "5 %",   "0x",   "0x1p", "nan",     "1e5.0",
                        "--1",     "1-",  "abc",    "1,,2",  "1 23", "0xg"};
  for (size_t i = 0; i < sizeof none / sizeof *none; ++i) {
    CHECK(kind(none[i], '.') == CAL_NUMBER_NONE);
    CHECK(kind(none[i], ',') == CAL_NUMBER_NONE);
  }
  CHECK(kind("1e400", '.') == CAL_NUMBER_BEYOND);
  CHECK(kind("-1e-400", '.') == CAL_NUMBER_BEYOND);
  CHECK(is("0e400", '.', 0, CAL_MARKS_NONE));
}

int main(void) {
  test_plain();
  test_marks();
  test_none();
  return check_report("number");
}
