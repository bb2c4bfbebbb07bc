// Slow work: read a file, judge it, draw replicates, calibrate. beside.js does this beside the
// page, so that nothing on the page waits. The whole table stays here, and a copy of the set.
import { bandsOf } from "./curve-bands.js";
import { guessColumns, headOf, readBytes } from "./read.js";
import { repairOf } from "./repair.js";
import { pictureMakers, saidOf, summaries } from "./results.js";
import { buildSet } from "./set.js";

const held = { table: null, set: null };

export const jobs = {
  async read(file) {
    const { table, ...found } = await readBytes(file);
    held.table = table;
    const head = headOf(table);
    return { ...found, table: head, guess: guessColumns(head) };
  },
  judge: ({ choice, prior }) => judged(buildSet(held.table, choice), prior),
  // A set that does not come from a table.
  hold: ({ set, prior }) => judged(set, prior),
  say: ({ prior, bands }) => saidOf(held.set, prior, bands),
  bands: (settings) => bandsOf(held.set, settings),
  repair: (options) => repairOf(held.set, options),
};

// With all that the page shows of it, which it then finds with the set.
function judged(set, prior) {
  held.set = set;
  summaries(set);
  const said = saidOf(set, prior);
  pictureMakers(set, { said, bands: null, code: { set: "" } }).forEach((make) => make());
  return { set, said };
}
