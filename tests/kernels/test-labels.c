#include "kernels/read/labels.h"

#include "check.h"
#include "host.h"
#include "read-words.h"

static struct cal_labels found;

static struct cal_field field_of(const char* text) {
  return (struct cal_field){text, (ptrdiff_t)strlen(text)};
}

// The sides of three labels or less, as digits; 9 for omitted ones.
static int sides_of(const char* a, const char* b, const char* c, const char* h1, const char* h2,
                    bool drop) {
  struct test_host host = new_host(1);
  const struct cal_words words = new_words(&host.host);
  struct cal_field label[3] = {field_of(a)};
  found = (struct cal_labels){.label = label, .n = 1};
  if (b) label[found.n++] = field_of(b);
  if (c) label[found.n++] = field_of(c);
  const struct cal_field one = h1 ? field_of(h1) : *label, two = h2 ? field_of(h2) : *label;
  const struct cal_labels_asked asked = {{&one, h1 != NULL}, {&two, h2 != NULL}, drop};
  cal_settle_labels(&host.host, &words, &asked, &found);
  int sides = 0;
  for (ptrdiff_t i = 0; i < found.n; ++i) {
    sides = 10 * sides + (found.side[i] < 0 ? 9 : found.side[i]);
  }
  free_host(&host);
  return found.problem == CAL_PROBLEM_NONE ? sides : -(int)found.problem;
}

static void test_known_words(void) {
  CHECK(sides_of("target", "nontarget", NULL, NULL, NULL, false) == 10);
  CHECK(sides_of("Non-Target", " TARGET ", "target", NULL, NULL, false) == 11);
  CHECK(sides_of("0", "1", NULL, NULL, NULL, false) == 1 && found.settled);
  CHECK(sides_of("same", NULL, NULL, NULL, NULL, false) == 1);
  // Two words for one side and a third word do not define the truth.
  CHECK(sides_of("same", "target", NULL, NULL, NULL, false) == -CAL_PROBLEM_MANY_LABELS);
  CHECK(sides_of("target", "nontarget", "0", NULL, NULL, false) == -CAL_PROBLEM_MANY_LABELS);
  CHECK(sides_of("target", "nontarget", "perhaps", NULL, NULL, false) == -CAL_PROBLEM_MANY_LABELS);
  CHECK(sides_of("target", "nontarget", "perhaps", NULL, NULL, true) == 109);
  CHECK(sides_of("target", "perhaps", NULL, NULL, NULL, false) == -CAL_PROBLEM_LABEL);
  CHECK(found.at == 1);
}

static void test_unknown_words(void) {
  CHECK(sides_of("A", "B", NULL, NULL, NULL, false) == 1 && !found.settled);
  CHECK(sides_of("A", "B", "C", NULL, NULL, false) == -CAL_PROBLEM_MANY_LABELS);
}

static void test_words_of_the_user(void) {
  CHECK(sides_of("A", "B", NULL, "a", NULL, false) == 10 && found.settled);
  CHECK(sides_of("A", "B", NULL, NULL, "A", false) == 1);
  CHECK(sides_of("A", "B", "C", "A", NULL, true) == -CAL_PROBLEM_MANY_LABELS);
  CHECK(sides_of("A", "B", "C", "A", "C", false) == -CAL_PROBLEM_MANY_LABELS);
  CHECK(sides_of("A", "B", "C", "A", "C", true) == 190);
  CHECK(sides_of("A", "B", NULL, "A", "D", false) == -CAL_PROBLEM_LOST_LABEL && found.at == 1);
  // A missing truth belongs to neither side unless the user says so.
  CHECK(sides_of("A", "na", NULL, "A", NULL, false) == -CAL_PROBLEM_LABEL && found.at == 1);
  CHECK(sides_of(" ", "A", NULL, "A", NULL, false) == -CAL_PROBLEM_LABEL && found.at == 0);
  CHECK(sides_of("-", "A", NULL, NULL, "A", false) == -CAL_PROBLEM_LABEL && found.at == 0);
  CHECK(sides_of("A", "NA", NULL, "A", NULL, true) == 19);
  // Beside `+`, `-` is its opposite.
  CHECK(sides_of("+", "-", NULL, "+", NULL, false) == 10);
  CHECK(sides_of(" -", "+", NULL, "+", NULL, false) == 1);
  CHECK(sides_of("+", "na", NULL, "+", NULL, false) == -CAL_PROBLEM_LABEL && found.at == 1);
  CHECK(sides_of("+", "-", NULL, "-", NULL, false) == 1);
  CHECK(sides_of("A", "NA", NULL, "A", "na", false) == 10);
  CHECK(sides_of("A", "", NULL, "", NULL, false) == 1);
  // -1 together with 1 and 0 belongs to neither side unless the user says so.
  CHECK(sides_of("1", "0", "-1", "1", "0", true) == 109);
  CHECK(sides_of("0", "-1", NULL, "0", NULL, false) == 10);
}

int main(void) {
  test_known_words();
  test_unknown_words();
  test_words_of_the_user();
  return check_report("labels");
}
