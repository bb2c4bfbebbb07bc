#include "kernels/read/number.h"

#include <math.h>
#include <string.h>

#include "kernels/read/decimal.h"
#include "kernels/read/words.h"

// A number in parts: runs of digits, and the marks between them, of which all but the last are the
// same. Blanks of any kind count as one.
struct parts {
  char* digit;
  int n_digits, n_marks, first, last;
  char mark, last_mark;
  bool triples, has_exponent, too_long;
  int exponent;
};

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The character at this position, with blanks and signs of Unicode as those of ASCII.
static char mark_at(const char* at, const char* end, int* size) {
  static const struct {
    char text[4];
    int size;
    char mark;
  } other[] = {{"\xc2\xa0", 2, ' '},
               {"\xe2\x80\x89", 3, ' '},
               {"\xe2\x80\xaf", 3, ' '},
               {"\xe2\x80\x99", 3, '\''},
               {"\xe2\x88\x92", 3, '-'}};
  *size = 1;
  if (at == end) return 0;
  for (int i = 0; (unsigned char)*at >= 0x80 && i < 5; ++i) {
    if (end - at >= other[i].size && memcmp(at, other[i].text, (size_t)other[i].size) == 0) {
      *size = other[i].size;
      return other[i].mark;
    }
  }
  return *at;
}

static const char* read_digits(const char* at, const char* end, struct parts* parts) {
  for (; at < end && is_digit(*at); ++at) {
    if (parts->n_digits == CAL_MOST_DIGITS) {
      parts->too_long = true;
    } else {
      parts->digit[parts->n_digits++] = *at;
    }
  }
  return at;
}

static bool is_mark(char c) { return c == '.' || c == ',' || c == ' ' || c == '\''; }

// False for a mixture of marks that no number has.
static bool read_parts(const char** from, const char* end, struct parts* parts) {
  const char* at = read_digits(*from, end, parts);
  parts->first = parts->n_digits;
  parts->triples = parts->first >= 1 && parts->first <= 3 && parts->digit[0] != '0';
  int size;
  for (char c = mark_at(at, end, &size); is_mark(c); c = mark_at(at, end, &size)) {
    if (parts->n_marks > 1 && parts->last_mark != parts->mark) return false;
    if (parts->n_marks > 0) parts->triples = parts->triples && parts->last == 3;
    if (parts->n_marks == 0) parts->mark = c;
    parts->last_mark = c;
    ++parts->n_marks;
    const int before = parts->n_digits;
    at = read_digits(at + size, end, parts);
    parts->last = parts->n_digits - before;
    if (parts->n_marks > 1 && parts->mark != c && !parts->triples) return false;
  }
  *from = at;
  return parts->n_digits > 0;
}

static bool read_exponent(const char* at, const char* end, struct parts* parts) {
  if (at == end) return true;
  if (*at != 'e' && *at != 'E') return false;
  ++at;
  int size;
  const char sign = mark_at(at, end, &size);
  if (sign == '-' || sign == '+') at += size;
  if (at == end) return false;
  for (; at < end; ++at) {
    if (!is_digit(*at)) return false;
    if (parts->exponent < 100000) parts->exponent = 10 * parts->exponent + (*at - '0');
  }
  if (sign == '-') parts->exponent = -parts->exponent;
  parts->has_exponent = true;
  return true;
}

// Reads the marks as a decimal mark or as separators of thousands. `fits` is false if they
// contradict `decimal`; `fraction` counts the digits after the decimal mark. False if the text is
// no number.
static bool read_marks(const struct parts* parts, char decimal, enum cal_marks* marks, bool* fits,
                       int* fraction) {
  const char last = parts->last_mark;
  const bool grouped = parts->triples && !parts->has_exponent && parts->last == 3;
  *marks = CAL_MARKS_NONE;
  *fits = true;
  *fraction = 0;
  if (parts->n_marks == 0) return true;
  if (last == ' ' || last == '\'') return grouped;
  const bool comma = last == ',';
  if (parts->n_marks > 1 && parts->mark == last) {
    *marks = comma ? CAL_MARKS_POINT : CAL_MARKS_COMMA;
    *fits = decimal != last;
    return grouped;
  }
  *fits = decimal == last;
  *fraction = parts->last;
  if (parts->n_marks == 1 && grouped) {
    *marks = comma ? CAL_MARKS_COMMA_OR_NOT : CAL_MARKS_POINT_OR_NOT;
    if (!*fits) *fraction = 0;
    *fits = true;
    return true;
  }
  *marks = comma ? CAL_MARKS_COMMA : CAL_MARKS_POINT;
  return parts->n_marks == 1 || !parts->has_exponent;
}

static bool read_word(const char* at, ptrdiff_t n, double* value) {
  const struct cal_field field = {at, n};
  *value = INFINITY;
  return cal_is_word(field, "inf", 3) || cal_is_word(field, "infinity", 8);
}

static int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// 0x1.8p3, without more digits than a double has.
static bool read_hex(const char* at, const char* end, double* value) {
  if (end - at < 3 || at[0] != '0' || (at[1] != 'x' && at[1] != 'X')) return false;
  int n = 0, behind = 0;
  bool point = false;
  *value = 0;
  for (at += 2; at < end && (hex_digit(*at) >= 0 || (*at == '.' && !point)); ++at) {
    if (*at == '.') {
      point = true;
      continue;
    }
    if (++n > 13) return false;
    behind += point;
    *value = 16 * *value + hex_digit(*at);
  }
  struct parts parts = {.digit = NULL};
  if (n == 0) return false;
  if (at < end) {
    if (*at != 'p' && *at != 'P') return false;
    const char marked = 'e';
    char text[12] = {marked};
    if (end - at > (ptrdiff_t)sizeof text) return false;
    memcpy(text + 1, at + 1, (size_t)(end - at - 1));
    if (!read_exponent(text, text + (end - at), &parts)) return false;
  }
  *value = ldexp(*value, parts.exponent - 4 * behind);
  return true;
}

enum cal_number cal_read_number(struct cal_field field, char decimal, double* value,
                                enum cal_marks* marks) {
  const char *at = field.at, *end = field.at + field.n;
  while (at < end && *at == ' ') ++at;
  while (at < end && end[-1] == ' ') --end;
  int size;
  const char sign = mark_at(at, end, &size);
  if (sign == '-' || sign == '+') at += size;
  *marks = CAL_MARKS_NONE;
  const bool word = read_word(at, end - at, value) || read_hex(at, end, value);
  if (!word) {
    char digit[CAL_MOST_DIGITS];
    struct parts parts = {.digit = digit};
    bool fits;
    int fraction;
    if (!read_parts(&at, end, &parts) || !read_exponent(at, end, &parts) || parts.too_long ||
        !read_marks(&parts, decimal, marks, &fits, &fraction)) {
      return CAL_NUMBER_NONE;
    }
    if (!fits) return CAL_NUMBER_OTHER_MARK;
    *value = cal_decimal(parts.digit, parts.n_digits, parts.exponent - fraction);
    const bool zero = *value == 0;
    for (int i = 0; zero && i < parts.n_digits; ++i) {
      if (parts.digit[i] != '0') return CAL_NUMBER_BEYOND;
    }
    if (isinf(*value)) return CAL_NUMBER_BEYOND;
  }
  if (sign == '-') *value = -*value;
  return CAL_NUMBER;
}
