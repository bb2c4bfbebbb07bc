// Errors of grammar in SQL, by the grammars of dt-sql-parser: a JSON list of statements comes in, a
// list of the first error of each, or null, goes out.
import { readFileSync } from "node:fs";
import * as grammars from "dt-sql-parser";
const input = JSON.parse(readFileSync(0, "utf8"));
const parser = new grammars[process.argv[2]]();
const errors = input.map((sql) => {
  const found = parser.validate(sql + ";");
  return found.length > 0 ? `${found[0].message} (column ${found[0].startColumn})` : null;
});
process.stdout.write(JSON.stringify(errors));
