// Any text as a table of trials: its layout, the roles of its columns and its rows. Columns lie
// within it, lines rise, and a text that is read once more in its own layout gives the same rows.
#include "../kernels/host.h"
#include "../kernels/read-words.h"
#include "fuzz.h"
#include "kernels/read/table.h"

struct found {
  double* value;
  int *code, *line;
  struct cal_table table;
};

static struct found read_text(struct cal_host* host, const char* text, ptrdiff_t n,
                              const struct cal_layout* layout, const struct cal_words* words,
                              const struct cal_roles* roles) {
  const ptrdiff_t room = cal_table_room(text, n);
  struct cal_names* names = cal_scratch(host, 1, sizeof *names);
  struct cal_column* column = cal_scratch(host, 2, sizeof *column);
  struct found found = {cal_scratch_doubles(host, room),
                        cal_scratch(host, room, sizeof(int)),
                        cal_scratch(host, room, sizeof(int)),
                        {.n_columns = 2}};
  cal_names_begin(host, names);
  const int score = roles->column[CAL_ROLE_SCORE], truth = roles->column[CAL_ROLE_TRUTH];
  for (int i = 0; i < CAL_N_ROLES; ++i) {
    HOLDS(roles->column[i] >= 0 && roles->column[i] <= layout->n_fields);
  }
  column[0] = (struct cal_column){.field = score > 0 ? score - 1 : 0, .value = found.value};
  column[1] = (struct cal_column){.field = truth > 0 ? truth - 1 : 0,
                                  .add = true,
                                  .full = true,
                                  .names = names,
                                  .code = found.code};
  found.table.column = column;
  found.table.line = found.line;
  cal_read_table(host, text, n, layout, words, 1, &found.table);
  HOLDS(found.table.n <= room);
  for (ptrdiff_t i = 0; i < found.table.n; ++i) {
    HOLDS(i == 0 || found.line[i] > found.line[i - 1]);
    HOLDS(found.code[i] >= 1 && found.code[i] <= names->n);
  }
  return found;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 1) return 0;
  struct test_host host = new_host(1);
  const ptrdiff_t n = (ptrdiff_t)size - 1;
  // Memory of exactly this size, so that a read beyond the end is detected.
  char* text = malloc(size);
  HOLDS(text != NULL);
  memcpy(text, data + 1, size - 1);
  const struct cal_words words = new_words(&host.host);
  const struct cal_roles_asked asked = {.score = true,
                                        .truth = data[0] & 1,
                                        .last = data[0] & 2,
                                        .items = (enum cal_items)(data[0] / 4 % 6)};
  struct cal_layout layout;
  struct cal_sample sample;
  struct cal_roles roles;
  cal_find_layout(&host.host, text, n, &words,
                  (struct cal_layout_asked){.separator = -1, .single = data[0] & 32}, &layout,
                  &sample);
  cal_find_roles(&host.host, &sample, &layout, &words, &asked, &roles);
  if (layout.n_fields > 0) {
    const struct found one = read_text(&host.host, text, n, &layout, &words, &roles);
    const struct found other = read_text(&host.host, text, n, &layout, &words, &roles);
    HOLDS(one.table.n == other.table.n && one.table.problem == other.table.problem);
    HOLDS(memcmp(one.value, other.value, (size_t)one.table.n * sizeof(double)) == 0);
  }
  free_host(&host);
  free(text);
  return 0;
}
