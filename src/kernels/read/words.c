#include "kernels/read/words.h"

#include <string.h>

enum { LONGEST_WORD = 64 };

struct cal_field cal_role_name(enum cal_role role) {
  static const struct cal_word names[CAL_N_WORD_ROLES] = {
      {"score", 5},    {"truth", 5},     {"claimed", 7},   {"real", 4},
      {"source1", 7},  {"source2", 7},   {"id", 2},        {"system", 6},
      {"side", 4},     {"group", 5},     {"weight", 6},    {"conclusion", 10},
      {"examiner", 8}, {"item", 4},      {"count", 5},     {"h1", 2},
      {"h2", 2},       {"h1_digit", 8},  {"h2_digit", 8},  {"side_letter", 11},
      {"missing", 7},  {"no_number", 9}, {"concluded", 9}, {"other_number", 12}};
  return cal_word_field(&names[role]);
}

static char small(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

// The same for the letters of Latin-1 in UTF-8, such as those of PRÜFER.
static char small_at(struct cal_field field, ptrdiff_t i) {
  const unsigned char c = (unsigned char)field.at[i];
  const bool accented = i > 0 && (unsigned char)field.at[i - 1] == 0xc3;
  return accented && c >= 0x80 && c <= 0x9e && c != 0x97 ? (char)(c + 0x20) : small(field.at[i]);
}

static bool is_letter(char c) {
  return (small(c) >= 'a' && small(c) <= 'z') || (unsigned char)c >= 0x80;
}

static bool is_joint(char c) { return c == ' ' || c == '_' || c == '.' || c == '-'; }

struct cal_field cal_plain_word(struct cal_field field, char* room) {
  struct cal_field plain = {room, 0};
  bool has_letter = false;
  for (ptrdiff_t i = 0; i < field.n; ++i) has_letter |= is_letter(field.at[i]);
  for (ptrdiff_t i = 0; i < field.n; ++i) {
    const ptrdiff_t wide = has_letter ? cal_wide_blank(field.at + i, field.n - i) : 0;
    if (wide > 0) i += wide - 1;
    if (wide == 0 && !(has_letter && is_joint(field.at[i]))) room[plain.n++] = small_at(field, i);
  }
  return plain;
}

// Empty if it is too long to be a word.
static struct cal_field plain_word(struct cal_field field, char* room) {
  return field.n > LONGEST_WORD ? (struct cal_field){room, 0} : cal_plain_word(field, room);
}

bool cal_same_word(struct cal_field a, struct cal_field b) {
  char room_a[LONGEST_WORD], room_b[LONGEST_WORD];
  if (a.n > LONGEST_WORD || b.n > LONGEST_WORD) {
    return a.n == b.n && memcmp(a.at, b.at, (size_t)a.n) == 0;
  }
  const struct cal_field x = plain_word(a, room_a), y = plain_word(b, room_b);
  return x.n == y.n && memcmp(x.at, y.at, (size_t)x.n) == 0;
}

bool cal_is_word(struct cal_field field, const char* text, ptrdiff_t n) {
  if (field.n != n) return false;
  for (ptrdiff_t i = 0; i < n; ++i) {
    if (small(field.at[i]) != text[i]) return false;
  }
  return true;
}

// Adds a word to the table of names, which holds the texts of all words.
static void add_word(struct cal_host* host, struct cal_words* words, struct cal_field field,
                     unsigned role) {
  char room[LONGEST_WORD];
  const ptrdiff_t before = words->names.n, most = words->names.room;
  const int number = cal_name_number(host, &words->names, plain_word(field, room), true);
  if (words->names.room > most) {
    unsigned* roles = cal_scratch(host, words->names.room, sizeof *roles);
    memcpy(roles, words->roles, (size_t)most * sizeof *roles);
    words->roles = roles;
  }
  if (words->names.n > before) words->roles[number] = 0;
  words->roles[number] |= role;
}

static unsigned role_of_line(struct cal_field name) {
  for (int role = 0; role < CAL_N_WORD_ROLES; ++role) {
    const struct cal_field known = cal_role_name((enum cal_role)role);
    if (cal_is_word(name, known.at, known.n)) return 1u << role;
  }
  return 0;
}

static struct cal_field trimmed(const char* at, const char* end) {
  while (at < end && (*at == ' ' || *at == '\t')) ++at;
  while (at < end && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r')) --end;
  return (struct cal_field){at, end - at};
}

static const char* find_end(const char* at, const char* end, char mark) {
  const char* found = memchr(at, mark, (size_t)(end - at));
  return found ? found : end;
}

static void add_words(struct cal_host* host, struct cal_words* words, const char* at,
                      const char* end, unsigned role) {
  while (at < end) {
    const char* next = find_end(at, end, ',');
    const struct cal_field word = trimmed(at, next);
    if (word.n > 0) add_word(host, words, word, role);
    at = next + 1;
  }
}

void cal_words_begin(struct cal_host* host, struct cal_words* words, const char* text,
                     ptrdiff_t n) {
  cal_names_begin(host, &words->names);
  words->roles = cal_scratch(host, words->names.room, sizeof *words->roles);
  unsigned role = 0;
  const char* end = text + n;
  for (const char* at = text; at < end;) {
    const char *next = find_end(at, end, '\n'), *from = at;
    const bool goes_on = *at == ' ' || *at == '\t';
    if (!goes_on && *at != '#') {
      const char* colon = find_end(at, next, ':');
      role = role_of_line(trimmed(at, colon));
      from = colon < next ? colon + 1 : next;
    }
    if (role != 0 && *at != '#') add_words(host, words, from, next, role);
    at = next + 1;
  }
}

unsigned cal_word_roles(const struct cal_words* words, struct cal_field field) {
  char room[LONGEST_WORD];
  // Nothing is added, so host and table do not change.
  struct cal_names names = words->names;
  const int number = cal_name_number(NULL, &names, plain_word(field, room), false);
  return number < 0 ? 0 : words->roles[number];
}
