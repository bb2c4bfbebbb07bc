#include "kernels/read/layout.h"

#include "check.h"
#include "host.h"
#include "read-words.h"

static struct cal_layout layout;
static struct cal_sample sample;

static void find_as(struct test_host* host, const char* text, struct cal_layout_asked asked) {
  const struct cal_words words = new_words(&host->host);
  cal_find_layout(&host->host, text, (ptrdiff_t)strlen(text), &words, asked, &layout, &sample);
}

static bool finds(const char* text, char separator, int n_fields, bool has_header) {
  struct test_host host = new_host(1);
  find_as(&host, text, (struct cal_layout_asked){.separator = -1});
  free_host(&host);
  return layout.separator == separator && layout.n_fields == n_fields &&
         layout.has_header == has_header;
}

static void test_separators(void) {
  CHECK(finds("m1 s1 0.5\nm1 s2 -1\n", 0, 3, false));
  CHECK(finds("m1\ts 1\t0,5\nm1\ts2\t-1\n", '\t', 3, false));
  CHECK(finds("m1;s1;0,5\nm1;s2;-1,5\n", ';', 3, false));
  CHECK(finds("m1,s1,0.5\nm1,s2,-1\n", ',', 3, false));
  CHECK(finds("lr|label\n0,5|same\n-1,25|different\n", '|', 2, true));
  CHECK(finds("m1 s1 0,5\nm1 s2 -1,5\n", 0, 3, false));
  CHECK(finds("sep=;\r\n1,5;same\r\n2,5;different\r\n", ';', 2, false));
  CHECK(finds("name         lr  truth\nJo S.       2.5  same\nAnn van B.   -1  different\n",
              CAL_WIDE_BLANKS, 3, true));
  CHECK(finds("conclusion  mated  nonmated\nNo        450  3 622\nPerhaps  1 856     45\n",
              CAL_WIDE_BLANKS, 3, true));
  CHECK(finds("m1  s1  0.5\nm1  s2   -1\n", CAL_BLANKS, 3, false));
  CHECK(finds("", 0, 0, false));
  CHECK(finds("one\n", 0, 1, false));
}

static void test_headers(void) {
  CHECK(finds("llr,label\n1.5,1\n", ',', 2, true));
  CHECK(finds("a,b\n1.5,x\n2.5,y\n", ',', 2, true));
  CHECK(finds("m1 s1 one\nm1 s2 2\n", 0, 3, false));
  CHECK(finds("m1 s1 one target\nm2 s2 2 nontarget\n", 0, 4, false));
  CHECK(finds("llr\n1,5\n-0,7\n", 0, 1, true));
  CHECK(finds("spk1 utt-1 target\nspk1 utt-2 nontarget\nspk2 utt-3 target\n", 0, 3, false));
  CHECK(finds("spk1 utt1 target\nspk2 utt2 nontarget\nspk3 utt3 target\n", 0, 3, false));
  CHECK(finds("spk1 utt1 target\na b 1\nc d 0\n", 0, 3, true));
  CHECK(finds("llr,same,spk1,spk2\n2,same,a,a\n-1,different,a,b\n", ',', 4, true));
  CHECK(finds("x,same,spk1,spk2\n2,same,a,a\n-1,different,a,b\n", ',', 4, false));
  CHECK(finds("llr label\n1 0.5 1\n2 1.5 0\n", 0, 3, true) && layout.short_header);
  CHECK(finds("llr,label\n0.5,1,\n1.5,0,\n", ',', 3, true) && !layout.short_header);
}

// The first line of a column without a header may be damaged.
static void test_damaged_numbers(void) {
  const char* first[] = {"0x", "9.5e-", "3e", "--5", "+", "1.2.3", "1e5.5", ".5.", "12a"};
  for (int i = 0; i < 9; ++i) {
    char text[32];
    snprintf(text, sizeof text, "%s\n-1.5\n0.25\n", first[i]);
    CHECK(finds(text, 0, 1, false));
  }
  CHECK(finds("x1\n-1.5\n0.25\n", 0, 1, true));
  CHECK(finds("1st,label\n-1.5,1\n0.25,0\n", ',', 2, true));
}

// A first line of data with a word, a limit or a spreadsheet error in the place of its number.
static void test_damaged_rows(void) {
  const char* first[] = {"low", "Exclusion", "TOO HIGH",  "<1e-10",       "> 1000",
                         "~3",  "(0.5)",     "\302\2615", "#DIV/0!",      "#NAME?",
                         "***", "---",       "=1/0",      "\342\211\2441"};
  for (int i = 0; i < 14; ++i) {
    char text[64];
    snprintf(text, sizeof text, "%s\n-1.5\n0.25\n7\n", first[i]);
    CHECK(finds(text, 0, 1, false));
    snprintf(text, sizeof text, "a;%s\nb;-1.5\nc;0.25\nd;7\n", first[i]);
    CHECK(finds(text, ';', 2, false));
  }
  CHECK(finds("m7;xyz\nm3;-1.5\nm4;0.25\n", ';', 2, false));
  CHECK(finds("m7.wav;s\nm31.wav;-1.5\nm4.wav;0.25\n", ';', 2, false));
  CHECK(finds("KA-17,B2,xyz\nLB-4,C9,-1.5\nKA-18,D,0.25\n", ',', 3, false));
  CHECK(finds("id7/x6u.wav xyz\nid8/abc.wav -1.5\nid9/d2e.wav 0.25\n", 0, 2, false));
  CHECK(finds("2020-01-03,xyz\n2020-01-04,1.5\n2021-11-12,2\n", ',', 2, false));
  CHECK(finds("item1;item2;xyz\nitem3;item4;1.5\nitem5;item6;2\n", ';', 3, false));
  // The number is lost together with its field.
  CHECK(finds("m7;s1\nm3;s2;0.5\nm4;s3;1.5\n", ';', 3, false));
  CHECK(finds("b;d\na;d;0.5\nb;e;1.5\n", ';', 3, false));
}

// Names above items that have numbers too.
static void test_names_of_items(void) {
  CHECK(finds("source1;source2;xyz\nm3;s2;0.5\nm4;s3;1.5\n", ';', 3, true));
  CHECK(finds("V1,V2,V3\nm3,s2,0.5\nm4,s3,1.5\n", ',', 3, true));
  CHECK(finds("item1,item2,score\nitem3,item4,0.5\nitem5,item6,1.5\n", ',', 3, true));
  CHECK(finds("trace,lr_2023\nKA-17,0.5\nKA-18,1.5\n", ',', 2, true));
  CHECK(finds("trace,\342\210\206C\na,0.5\nb,1.5\n", ',', 2, true));
  CHECK(finds("low,high,llr\n0.5,2,1\n1.5,3,2\n", ',', 3, true));
  CHECK(finds("item1 item2 label\nitem3 item4 same\nitem5 item6 different\n", 0, 3, true));
  CHECK(finds("# (dB)\n0.5\n1.5\n2.5\n", 0, 1, false) && layout.comment == '#');
}

// One number in a line, with a decimal comma, is one field.
static void test_single(void) {
  const char* text[] = {"1,5\n0,7\n",          "-2,067e+00\n2,299e-01\n", "1,5E3\n-1,25\n7\n",
                        "1,-5\n0,7\n",         "1,5e\n2,2.5\n",           "a,5\n0,7\n",
                        "1,5.5\n0,7\n",        "5.279.370,18\n-492,94\n", "1.250,18\n-2.500,1\n",
                        "1'250,18\n7\n",       "1\302\240250,18\n0,5\n",  "1.25,18\n2.5,17\n",
                        "0.500,18\n1.250,1\n", "\"1.250\",18\n7,1\n"};
  const int n_fields[] = {1, 1, 1, 2, 2, 2, 2, 1, 1, 1, 1, 2, 2, 2};
  for (int i = 0; i < 14; ++i) {
    struct test_host host = new_host(1);
    find_as(&host, text[i], (struct cal_layout_asked){.separator = -1, .single = true});
    CHECK(layout.n_fields == n_fields[i]);
    free_host(&host);
  }
}

static void test_asked(void) {
  struct test_host host = new_host(1);
  find_as(&host, "1,5\n0,7\n", (struct cal_layout_asked){.separator = -1});
  CHECK(layout.n_fields == 2);
  find_as(&host, "x y\nx z\n", (struct cal_layout_asked){.separator = -1, .header = true});
  CHECK(layout.has_header && sample.n_rows == 1);
  const struct cal_field name = {"b", 1};
  find_as(&host, "a b\nx z\n",
          (struct cal_layout_asked){.separator = -1, .name = &name, .n_names = 1});
  CHECK(layout.has_header);
  free_host(&host);
}

static void test_comments(void) {
  CHECK(finds("# made by hand\nm1 s1 0.5\nm1 s2 -1\n", 0, 3, false) && layout.comment == '#');
  CHECK(finds(";; made by hand\nm1 s1 0.5\nm1 s2 -1\n", 0, 3, false) && layout.comment == ';');
  CHECK(finds("## made by\nm1 s1 0.5\nm1 s2 -1\n", 0, 3, false) && layout.comment == '#');
  CHECK(finds("0.5,target\n#####,target\n-1,nontarget\n", ',', 2, false) && layout.comment == 0);
  CHECK(finds("0.5,target\n#NV,target\n-1,nontarget\n", ',', 2, false) && layout.comment == 0);
}

// Rows from the whole of a long text, and the first line with a stray quote.
static void test_sample(void) {
  const int n = 20000;
  char* text = malloc((size_t)n * 8 + 1);
  for (int i = 0; i < n; ++i) memcpy(text + 8 * i, i < n / 2 ? "a 1 aaa\n" : "b 2 bbb\n", 8);
  text[8 * n] = 0;
  struct test_host host = new_host(1);
  find_as(&host, text, (struct cal_layout_asked){.separator = -1});
  CHECK(sample.n_rows == CAL_SAMPLE_ROWS && *sample.cell[0].at == 'a');
  CHECK(*sample.cell[3 * (CAL_SAMPLE_ROWS - 1)].at == 'b');
  find_as(&host, "a 1\nb\" 2\n", (struct cal_layout_asked){.separator = -1});
  CHECK(sample.quote_line == 2);
  const struct cal_words words = new_words(&host.host);
  find_as(&host, "a,1\nb,na\nc,0.5\n", (struct cal_layout_asked){.separator = -1});
  CHECK(cal_number_marks(&sample, &words, 0) == -1);
  CHECK(cal_number_marks(&sample, &words, 1) == 1);
  free_host(&host);
  free(text);
}

int main(void) {
  test_separators();
  test_headers();
  test_damaged_numbers();
  test_damaged_rows();
  test_names_of_items();
  test_single();
  test_asked();
  test_comments();
  test_sample();
  return check_report("layout");
}
