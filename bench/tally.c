/* Comparisons of a generated 1:N evaluation, counted where they arise, see inst/tally/README.md.
     tally FIRST N WIDTH cells.csv moments.csv             counts N comparisons from number FIRST on
     tally FIRST N WIDTH values.csv < from,to of cells     lists their values in cells that are
   wanted A comparison follows from its number alone, so that any worker can make any part, twice.
   One in 10 000 is mated; natural log LRs are normal, of mean 9 or -9 and variance 18. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { cells = 1 << 18, bins = 1 << 12, sums = 8, mated_every = 10000 };
typedef struct {
  double value;
  int h1;
} trial;

static uint64_t mixed(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

static double uniform(uint64_t x) { return ((double)(mixed(x) >> 11) + 0.5) * 0x1p-53; }

static trial comparison(uint64_t number) {
  const int h1 = number % mated_every == 0;
  const double radius = sqrt(-2 * log(uniform(2 * number)));
  const double normal = radius * cos(6.283185307179586 * uniform(2 * number + 1));
  return (trial){(h1 ? 9 : -9) + sqrt(18) * normal, h1};
}

static long cell_of(double value, double width) {
  const long at = (long)floor(value / width) + cells / 2;
  if (at < 0 || at >= cells) exit(3);
  return at;
}

static void add_moments(double (*moments)[2][sums], trial t) {
  const double bin = floor(16 * t.value), place = 16 * t.value - bin - 0.5;
  double power = 1;
  for (int k = 0; k < sums; k++, power *= place) moments[(long)bin + bins / 2][t.h1][k] += power;
}

static void count(uint64_t first, uint64_t n, double width, const char* to, const char* sums_to) {
  uint64_t(*counts)[2] = calloc(cells, sizeof *counts);
  double(*moments)[2][sums] = calloc(bins, sizeof *moments);
  FILE *file = fopen(to, "w"), *sums_file = fopen(sums_to, "w");
  if (!counts || !moments || !file || !sums_file) exit(2);
  for (uint64_t i = first; i < first + n; i++) {
    const trial t = comparison(i);
    counts[cell_of(t.value, width)][t.h1]++;
    add_moments(moments, t);
  }
  fprintf(file, "cell,n_h1,n_h2\n");
  for (long i = 0; i < cells; i++)
    if (counts[i][0] + counts[i][1] > 0)
      fprintf(file, "%ld,%llu,%llu\n", i - cells / 2, (unsigned long long)counts[i][1],
              (unsigned long long)counts[i][0]);
  fprintf(sums_file, "bin,h1,n,s1,s2,s3,s4,s5,s6,s7\n");
  for (long i = 0; i < bins; i++)
    for (int h1 = 0; h1 < 2; h1++) {
      if (moments[i][h1][0] == 0) continue;
      fprintf(sums_file, "%ld,%d", i - bins / 2, h1);
      for (int k = 0; k < sums; k++) fprintf(sums_file, ",%.17g", moments[i][h1][k]);
      fprintf(sums_file, "\n");
    }
  if (fclose(file) || fclose(sums_file)) exit(2);
  free(counts);
  free(moments);
}

static int by_value(const void* a, const void* b) {
  const double x = ((const trial*)a)->value, y = ((const trial*)b)->value;
  return (x > y) - (x < y);
}

static void list(uint64_t first, uint64_t n, double width, const char* to) {
  char* wanted = calloc(cells, 1);
  size_t found = 0, room = 1 << 16;
  trial* kept = malloc(room * sizeof *kept);
  double from;
  FILE* file = fopen(to, "w");
  if (!wanted || !kept || !file) exit(2);
  while (scanf("%lf", &from) == 1) wanted[cell_of(from, width)] = 1;
  for (uint64_t i = first; i < first + n; i++) {
    const trial t = comparison(i);
    if (!wanted[cell_of(t.value, width)]) continue;
    if (found == room && !(kept = realloc(kept, (room *= 2) * sizeof *kept))) exit(2);
    kept[found++] = t;
  }
  qsort(kept, found, sizeof *kept, by_value);
  fprintf(file, "value,n_h1,n_h2\n");
  for (size_t i = 0, next; i < found; i = next) {
    long n_h1 = 0;
    for (next = i; next < found && kept[next].value == kept[i].value; next++) n_h1 += kept[next].h1;
    fprintf(file, "%.17g,%ld,%ld\n", kept[i].value, n_h1, (long)(next - i) - n_h1);
  }
  if (fclose(file)) exit(2);
  free(wanted);
  free(kept);
}

int main(int argc, char** argv) {
  if (argc < 5) return 2;
  const uint64_t first = strtoull(argv[1], NULL, 10), n = strtoull(argv[2], NULL, 10);
  const double width = strtod(argv[3], NULL);
  if (argc == 6)
    count(first, n, width, argv[4], argv[5]);
  else
    list(first, n, width, argv[4]);
  return 0;
}
