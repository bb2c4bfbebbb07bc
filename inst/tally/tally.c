/* Counts of trials in cells, see README.md: tally WIDTH LOWEST N < trials.csv > cells.csv, for the
   N cells from LOWEST on; finite values beyond these are an error. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const double width = strtod(argv[1], NULL), lowest = strtod(argv[2], NULL);
  const long n = strtol(argv[3], NULL, 10);
  /* One more on either side, for infinite values. */
  unsigned long long(*counts)[2] = n > 0 ? calloc((size_t)n + 2, sizeof *counts) : NULL;
  if (!counts || scanf("%*[^\n]") == EOF) return 2;
  char text[64];
  int h1;
  while (scanf(" %63[^,],%d", text, &h1) == 2) {
    const double value = strtod(text, NULL), at = floor(value / width) - lowest;
    long place = value == INFINITY ? n + 1 : 0;
    if (!isinf(value)) {
      if (!(at >= 0 && at < (double)n)) return 1;
      place = (long)at + 1;
    }
    counts[place][h1 ? 0 : 1]++;
  }
  puts("cell,n_h1,n_h2");
  for (long i = 0; i < n + 2; i++) {
    if (counts[i][0] + counts[i][1] == 0) continue;
    if (i == 0)
      printf("-Inf");
    else if (i == n + 1)
      printf("Inf");
    else
      printf("%.0f", lowest + (double)(i - 1));
    printf(",%llu,%llu\n", counts[i][0], counts[i][1]);
  }
  free(counts);
  return 0;
}
