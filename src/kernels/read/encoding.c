#include "kernels/read/encoding.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// Eight bytes from 1 to 127.
static bool is_plain(const char* at) {
  uint64_t word;
  memcpy(&word, at, 8);
  const uint64_t ones = UINT64_C(0x0101010101010101), high = ones << 7;
  return ((word | (word - ones)) & high) == 0;
}

// Bytes of the character that begins here, or 0 if it is invalid: table 3-7 of Unicode.
static int character_size(const unsigned char* at, ptrdiff_t left) {
  const unsigned char c = at[0];
  if (c < 0x80) return 1;
  const int size = c >= 0xc2 && c < 0xe0   ? 2
                   : c >= 0xe0 && c < 0xf0 ? 3
                   : c >= 0xf0 && c < 0xf5 ? 4
                                           : 0;
  if (size == 0 || left < size) return 0;
  const unsigned char low = c == 0xe0 ? 0xa0 : c == 0xf0 ? 0x90 : 0x80;
  const unsigned char high = c == 0xed ? 0x9f : c == 0xf4 ? 0x8f : 0xbf;
  if (at[1] < low || at[1] > high) return 0;
  for (int i = 2; i < size; ++i) {
    if (at[i] < 0x80 || at[i] > 0xbf) return 0;
  }
  return size;
}

enum cal_encoding cal_encoding_of(const char* text, ptrdiff_t n) {
  enum cal_encoding found = CAL_TEXT_UTF8;
  for (ptrdiff_t i = 0; i < n;) {
    if (n - i >= 8 && is_plain(text + i)) {
      i += 8;
      continue;
    }
    if (text[i] == 0) return CAL_TEXT_ZEROS;
    const int size = character_size((const unsigned char*)text + i, n - i);
    if (size == 0) found = CAL_TEXT_OTHER;
    i += size > 0 ? size : 1;
  }
  return found;
}
