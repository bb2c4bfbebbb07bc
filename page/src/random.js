// The random numbers of R after set.seed(), so that a page and a script agree: Mersenne Twister
// (Matsumoto and Nishimura 1998), inversion for normal and rejection for whole numbers.
import { qnorm } from "./distributions.js";

const SIZE = 624;
const SHIFT = 397;

export function rRandom(seed) {
  const state = scrambled(seed);
  let next = SIZE;

  function uniform() {
    if (next >= SIZE) {
      renew(state);
      next = 0;
    }
    let y = state[next++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    y ^= y >>> 18;
    const u = (y >>> 0) * 2.3283064365386963e-10;
    const edge = 0.5 * 2.328306437080797e-10;
    if (u <= 0) return edge;
    return 1 - u <= 0 ? 1 - edge : u;
  }

  // A whole number from 0 to n - 1.
  function index(n) {
    const bits = Math.ceil(Math.log2(n));
    for (;;) {
      let drawn = 0;
      for (let k = 0; k <= bits; k += 16) drawn = 65536 * drawn + Math.floor(uniform() * 65536);
      drawn %= 2 ** bits;
      if (drawn < n) return drawn;
    }
  }

  function normal() {
    const big = 134217728;
    const coarse = Math.floor(big * uniform());
    return qnorm((coarse + uniform()) / big);
  }

  // All of `x` in random order, as x[sample.int(length(x))].
  function shuffle(x) {
    const left = Int32Array.from(x);
    const out = new Int32Array(left.length);
    for (let i = 0, n = left.length; i < out.length; ++i) {
      const j = index(n);
      out[i] = left[j];
      left[j] = left[--n];
    }
    return out;
  }

  // The two halves of the seed for kernels.
  const kernelSeed = () => {
    const high = Math.floor(uniform() * 4294967296);
    return [high, Math.floor(uniform() * 4294967296)];
  };

  return { uniform, normal, shuffle, kernelSeed };
}

function scrambled(seed) {
  const state = new Int32Array(SIZE);
  let s = seed | 0;
  const step = () => (s = (Math.imul(69069, s) + 1) | 0);
  for (let k = 0; k < 50; ++k) step();
  // The first number is the position of the generator, which R then sets to the end.
  step();
  for (let k = 0; k < SIZE; ++k) state[k] = step();
  return state;
}

function renew(state) {
  for (let k = 0; k < SIZE; ++k) {
    const y = (state[k] & 0x80000000) | (state[(k + 1) % SIZE] & 0x7fffffff);
    state[k] = state[(k + SHIFT) % SIZE] ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
  }
}
