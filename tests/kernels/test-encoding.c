#include "kernels/read/encoding.h"

#include <string.h>

#include "check.h"

static enum cal_encoding of(const char* text) {
  return cal_encoding_of(text, (ptrdiff_t)strlen(text));
}

static void test_knows_utf8(void) {
  CHECK(cal_encoding_of("", 0) == CAL_TEXT_UTF8);
  CHECK(of("plain text of more than eight bytes\n") == CAL_TEXT_UTF8);
  CHECK(of("\x7f\xc2\x80\xdf\xbf") == CAL_TEXT_UTF8);
  CHECK(of("\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf") == CAL_TEXT_UTF8);
  CHECK(of("\xf0\x90\x80\x80\xf4\x8f\xbf\xbf") == CAL_TEXT_UTF8);
}

static void test_refuses_what_unicode_refuses(void) {
  const char* wrong[] = {"\x80",
                         "\xc1\xbf",
                         "\xc3",
                         "caf\xe9 au lait",
                         "\xe0\x9f\xbf",
                         "\xed\xa0\x80",
                         "\xe2\x82",
                         "\xf0\x8f\xbf\xbf",
                         "\xf4\x90\x80\x80",
                         "\xf5\x80\x80\x80",
                         "\xff\xfe",
                         "\xe2\x28\xa1"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) CHECK(of(wrong[i]) == CAL_TEXT_OTHER);
}

// Each place in a piece of eight bytes, and behind the last whole piece.
static void test_finds_one_byte_anywhere(void) {
  char text[27];
  for (int i = 0; i < 27; ++i) {
    memset(text, 'a', sizeof text);
    text[i] = 0;
    CHECK(cal_encoding_of(text, 27) == CAL_TEXT_ZEROS);
    text[i] = (char)0xe9;
    CHECK(cal_encoding_of(text, 27) == CAL_TEXT_OTHER);
    text[i] = 1;
    CHECK(cal_encoding_of(text, 27) == CAL_TEXT_UTF8);
  }
}

int main(void) {
  test_knows_utf8();
  test_refuses_what_unicode_refuses();
  test_finds_one_byte_anywhere();
  return check_report("encoding");
}
