// Runs a fuzz target on stored inputs and on others from a generator with a fixed seed, the same
// under every compiler.   replay STEM NUMBER FILE...
#include "../fuzz/fuzz.h"

enum { LONGEST = 1024 };

static uint64_t state = 1;

static uint64_t next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state * 0x2545f4914f6cdd1d;
}

// Draws from few different bytes or from many: repeated bytes make ties, single ones extremes.
static size_t draw(uint8_t* data) {
  uint8_t alphabet[8];
  const size_t size = 1 + next() % LONGEST;
  const int kind = next() >> 60 & 3;
  for (int k = 0; k < 8; ++k) alphabet[k] = (uint8_t)(next() >> 56);
  for (size_t i = 0; i < size; ++i) {
    const uint8_t byte = (uint8_t)(next() >> 56);
    data[i] = kind == 0 || next() >> 60 == 0 ? byte : alphabet[byte % (kind == 1 ? 2 : 8)];
  }
  return size;
}

static size_t read_file(const char* name, uint8_t* data) {
  FILE* file = fopen(name, "rb");
  HOLDS(file != NULL);
  const size_t size = fread(data, 1, 4 * LONGEST, file);
  fclose(file);
  return size;
}

int main(int argc, char** argv) {
  HOLDS(argc > 2);
  uint8_t* data = new_array(4 * LONGEST, 1);
  const int n = atoi(argv[2]);
  for (int i = 3; i < argc; ++i) LLVMFuzzerTestOneInput(data, read_file(argv[i], data));
  for (int i = 0; i < n; ++i) LLVMFuzzerTestOneInput(data, draw(data));
  printf("%s: %d passed, 0 failed\n", argv[1], argc - 3 + n);
  free(data);
  return 0;
}
