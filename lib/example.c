// Judges the trials of a CSV file with the columns log10_lr, truth (1 or 0) and, or not, others:
//   cc example.c $(pkg-config --cflags --libs calibrant) -o example && ./example trials.csv
#include <calibrant.h>
#include <stdio.h>
#include <stdlib.h>

struct trials {
  double* value;
  int* truth;
  ptrdiff_t n;
};

// The first two columns; the first line has their names.
static int read_trials(const char* name, struct trials* trials) {
  char line[1024];
  ptrdiff_t room = 0;
  FILE* file = fopen(name, "r");
  if (!file || !fgets(line, sizeof line, file)) return 0;
  while (fgets(line, sizeof line, file)) {
    char* end;
    if (trials->n == room) {
      room = 2 * room + 1024;
      trials->value = realloc(trials->value, (size_t)room * sizeof *trials->value);
      trials->truth = realloc(trials->truth, (size_t)room * sizeof *trials->truth);
      if (!trials->value || !trials->truth) return 0;
    }
    trials->value[trials->n] = strtod(line, &end);
    if (end == line || *end != ',') return 0;
    trials->truth[trials->n++] = atoi(end + 1);
  }
  return fclose(file) == 0;
}

int main(int n_args, char** args) {
  struct trials trials = {0};
  struct calibrant_set* set;
  struct calibrant_error error;
  double cllr, cllr_min, eer;

  if (calibrant_abi() != CALIBRANT_ABI) {
    fprintf(stderr, "The library is not the one of calibrant.h.\n");
    return 1;
  }
  if (n_args != 2 || !read_trials(args[1], &trials)) {
    fprintf(stderr, "example FILE, a CSV file with the columns log10_lr and truth\n");
    return 1;
  }
  if (calibrant_set_new(trials.value, trials.truth, NULL, trials.n, CALIBRANT_LOG10, 1, &set,
                        &error) ||
      calibrant_cllr(set, &cllr, &error) || calibrant_cllr_min(set, &cllr_min, &error) ||
      calibrant_eer(set, 1, &eer, &error)) {
    fprintf(stderr, "%s\n", error.message);
    return 1;
  }
  printf("trials   %td\nCllr     %.16g\nCllr_min %.16g\nEER      %.16g\n", trials.n, cllr, cllr_min,
         eer);
  calibrant_set_free(set);
  free(trials.value);
  free(trials.truth);
  return 0;
}
