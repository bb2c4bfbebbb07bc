#include "kernels/read/words.h"

#include "check.h"
#include "host.h"

static struct cal_field text(const char* x) { return (struct cal_field){x, (ptrdiff_t)strlen(x)}; }

static void test_roles(void) {
  struct test_host host = new_host(1);
  struct cal_words words;
  const char* file =
      "note: nothing, to know\nscore: llr, log lr\ntruth: label,\r\n  same source\n"
      "# a comment: h1\nh1: same source, 1st\nmissing: ., n/a\nh1_digit: 1, 1.0\n";
  cal_words_begin(&host.host, &words, file, (ptrdiff_t)strlen(file));
  const unsigned h1 = cal_role_bit(CAL_WORD_H1), truth = cal_role_bit(CAL_ROLE_TRUTH);
  CHECK(cal_word_roles(&words, text("LLR")) == cal_role_bit(CAL_ROLE_SCORE));
  CHECK(cal_word_roles(&words, text("Log_LR")) == cal_role_bit(CAL_ROLE_SCORE));
  CHECK(cal_word_roles(&words, text("Same-Source")) == (h1 | truth));
  CHECK(cal_word_roles(&words, text("SAMESOURCE")) == (h1 | truth));
  CHECK(cal_word_roles(&words, text("label")) == truth);
  CHECK(cal_word_roles(&words, text("nothing")) == 0);
  CHECK(cal_word_roles(&words, text("")) == 0);
  CHECK(cal_word_roles(&words, text(".")) == cal_role_bit(CAL_WORD_MISSING));
  CHECK(cal_word_roles(&words, text("1.0")) == cal_role_bit(CAL_WORD_H1_DIGIT));
  CHECK(cal_word_roles(&words, text("10")) == 0);
  free_host(&host);
}

// Words that exceed the initial size of the table.
static void test_many(void) {
  struct test_host host = new_host(1);
  struct cal_words words;
  char file[8000] = "h2: ";
  size_t n = 4;
  for (int i = 0; i < 600; ++i) n += (size_t)sprintf(file + n, "w%d, ", i);
  cal_words_begin(&host.host, &words, file, (ptrdiff_t)n);
  CHECK(cal_word_roles(&words, text("W0")) == cal_role_bit(CAL_WORD_H2));
  CHECK(cal_word_roles(&words, text("w599")) == cal_role_bit(CAL_WORD_H2));
  CHECK(cal_word_roles(&words, text("w600")) == 0);
  free_host(&host);
}

static void test_same(void) {
  CHECK(cal_same_word(text("Non-Target"), text("nontarget")));
  CHECK(!cal_same_word(text("-1"), text("1")));
  CHECK(cal_same_word(text("PR\xc3\x9c"
                           "FER"),
                      text("pr\xc3\xbc"
                           "fer")));
  CHECK(!cal_same_word(text("\xc3\x97"), text("\xc3\xb7")));
  CHECK(!cal_same_word(text("\xc4\x9c"), text("\xc4\xbc")));
  CHECK(cal_is_word(text("INF"), "inf", 3));
  CHECK(!cal_is_word(text("info"), "inf", 3));
  CHECK(cal_role_name(CAL_ROLE_WEIGHT).n == 6);
}

int main(void) {
  test_roles();
  test_many();
  test_same();
  return check_report("words");
}
