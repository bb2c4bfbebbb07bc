// Slow work: reading, judging, drawing replicates and calibrating. beside.js runs it in a worker,
// so that the page never waits. The worker keeps the texts and a copy of the set.
import { bandsOf } from "./curve-bands.js";
import { guessColumns, readCounts, readFile, waysOf } from "./read.js";
import { repairOf } from "./repair.js";
import { pictureMakers, saidOf, summaries } from "./results.js";
import { buildSet } from "./set.js";

const held = { files: [], set: null };

export const jobs = {
  async read({ files }) {
    const start = performance.now();
    held.files = await Promise.all(files.map(readFile));
    const tables = held.files.map(({ table }) => table);
    const ways = waysOf(tables);
    return { files: held.files.map(({ text, ...rest }) => rest), ways, guess: guessColumns(tables, ways[0]), took: performance.now() - start };
  },
  judge({ choice, prior }) {
    const start = performance.now();
    const set = buildSet(held.files, choice);
    return { ...judged(set, prior), read: performance.now() - start };
  },
  forget: () => Object.assign(held, { files: [], set: null }),
  count: ({ choice }) => readCounts(held.files[0], choice),
  // Stores a set that does not come from a table.
  hold: ({ set, prior }) => judged(set, prior),
  say: ({ prior, bands }) => saidOf(held.set, prior, bands),
  bands: (settings) => bandsOf(held.set, settings),
  repair: (options) => repairOf(held.set, options),
};

// The set with everything that the page shows of it, computed in advance.
function judged(set, prior) {
  held.set = set;
  summaries(set);
  const said = saidOf(set, prior);
  pictureMakers(set, { said, bands: null, code: { set: "" } }).forEach((make) => make());
  return { set, said };
}
