#include "kernels/read/names.h"

#include <stdio.h>
#include <string.h>

#include "check.h"
#include "host.h"

static int number_of(struct test_host* host, struct cal_names* names, const char* text, bool add) {
  const struct cal_field field = {text, (ptrdiff_t)strlen(text)};
  return cal_name_number(&host->host, names, field, add);
}

static void test_numbers_names_as_they_come(void) {
  struct test_host host = new_host(1);
  struct cal_names names;
  cal_names_begin(&host.host, &names);
  CHECK(number_of(&host, &names, "b", false) == -1);
  CHECK(number_of(&host, &names, "", false) == -1);
  CHECK(number_of(&host, &names, "b", true) == 0);
  CHECK(number_of(&host, &names, "", true) == 1);
  CHECK(number_of(&host, &names, "b", true) == 0);
  CHECK(number_of(&host, &names, "eight by", true) == 2);
  CHECK(number_of(&host, &names, "eight byt", true) == 3);
  CHECK(number_of(&host, &names, "", false) == 1);
  CHECK(number_of(&host, &names, "eight b", false) == -1);
  CHECK(names.n == 4);
  free_host(&host);
}

static void test_begins_with_an_empty_name(void) {
  struct test_host host = new_host(1);
  struct cal_names names;
  cal_names_begin(&host.host, &names);
  CHECK(number_of(&host, &names, "", true) == 0);
  CHECK(number_of(&host, &names, "a", true) == 1);
  CHECK(number_of(&host, &names, "", true) == 0);
  free_host(&host);
}

// More names than fit at first, one of them longer than all space for copies. The text that
// contained them may change.
static void test_keeps_many_names(void) {
  enum { MANY = 5000, LONG = 100000 };
  struct test_host host = new_host(1);
  struct cal_names names;
  char text[LONG + 1];
  cal_names_begin(&host.host, &names);
  for (int i = 0; i < MANY; ++i) {
    snprintf(text, sizeof text, "id%d/%d.wav", i % 7, i);
    CHECK(number_of(&host, &names, text, true) == i);
  }
  memset(text, 'x', LONG);
  text[LONG] = 0;
  CHECK(number_of(&host, &names, text, true) == MANY);
  for (int i = 0; i < MANY; ++i) {
    snprintf(text, sizeof text, "id%d/%d.wav", i % 7, i);
    CHECK(number_of(&host, &names, text, false) == i);
    CHECK(names.name[i].n == (ptrdiff_t)strlen(text));
    CHECK(memcmp(names.name[i].at, text, (size_t)names.name[i].n) == 0);
  }
  CHECK(names.name[MANY].n == LONG);
  free_host(&host);
}

// Names of one length, and of one hash in as many slots as possible.
static void test_tells_names_of_one_length(void) {
  struct test_host host = new_host(1);
  struct cal_names names;
  cal_names_begin(&host.host, &names);
  char text[9] = "aaaaaaaa";
  for (int i = 0; i < 26; ++i) {
    text[7] = (char)('a' + i);
    CHECK(number_of(&host, &names, text, true) == i);
  }
  // No other name with a given hash can be constructed, so a slot is given a false one.
  for (ptrdiff_t slot = 0; slot < 2 * names.room; ++slot) {
    if (names.slot[slot].number == 3) names.slot[slot].name = (struct cal_field){"other", 5};
    if (names.slot[slot].number == 4) names.slot[slot].name = (struct cal_field){"bbbbbbbb", 8};
  }
  text[7] = 'd';
  CHECK(number_of(&host, &names, text, false) == -1);
  text[7] = 'e';
  CHECK(number_of(&host, &names, text, false) == -1);
  free_host(&host);
}

int main(void) {
  test_numbers_names_as_they_come();
  test_begins_with_an_empty_name();
  test_keeps_many_names();
  test_tells_names_of_one_length();
  return check_report("names");
}
