// Problems of files in words. Each names its file, and the line or the comparison at fault.
import { FileProblem } from "./problem.js";

const short = (text) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

// Spreadsheets show 3.5 as a date in the style of the country: 03.Mai, 3-May, May-05, 2024-05-03.
const month = "(jan|feb|fév|m[aä][riy]|a[pv]r|ju[iln]|ao|aug|sep|o[ck]t|nov|d[eé][cz])";
const spreadsheetDate = new RegExp([
  `^[0-9]{1,2}[-. /]+${month}\\p{L}*\\.?([-. /]+[0-9]{2,4})?$`,
  `^${month}\\p{L}*\\.?[-. /]+[0-9]{2,4}$`,
  "^[0-9]{1,2}[-./][0-9]{1,2}[-./]([0-9]{2}|[0-9]{4})?$",
  "^[0-9]{4}[-/][0-9]{1,2}[-/][0-9]{1,2}( [0-9:]+)?$",
].join("|"), "iu");

// Hints on texts that people write for numbers.
function numberProblem(text, values) {
  if (/^[<>~≤≥]/.test(text)) return new FileProblem("Line {line} of {file} has {text}, which is no number. Write a limit as its number, 1e-10 for \"<1e-10\". Without such comparisons the results would be biased.", values);
  if (/exclu|elimin/i.test(text)) return new FileProblem("Line {line} of {file} has {text}, which is no number. An exclusion is an LR of 0: write 0, or -Inf for its logarithm.", values);
  if (text.startsWith("#")) return new FileProblem("Line {line} of {file} has {text}, which is no number. A formula of the spreadsheet has failed: correct it.", values);
  if (spreadsheetDate.test(text)) return new FileProblem("Line {line} of {file} has {text}, which is no number. It is a date: the spreadsheet may have made it of a number. Set the format of the column to numbers or text, then enter or import the numbers again.", values);
  if (/^[$€£¥]|[0-9] ?[$€£¥]$/.test(text)) return new FileProblem("Line {line} of {file} has {text}, which is no number. Its format is a currency: set that of the column to numbers.", values);
  if (/^[0-9]+\/[0-9]/.test(text)) return new FileProblem("Line {line} of {file} has {text}, which is no number. Write a ratio as one number: 0.5 for 1/2.", values);
  if (/%$/.test(text)) return new FileProblem("Line {line} of {file} has {text}, which is no number. Write per cent as a share: 0.5 for 50 %.", values);
  return new FileProblem("Line {line} of {file} has {text}, which is no number.", values);
}

function trialProblem({ problem, pair, strangers, allLost }) {
  const values = { trial: pair.map(short).join(", ") };
  if (problem === "contrary") return new FileProblem("Every comparison must have one truth. {trial} has two.", values);
  if (problem === "two_values") return new FileProblem("A system must give one score per comparison. {trial} has two: choose the column with the system, or tick that items are compared more than once.", values);
  if (strangers) return new FileProblem("Every comparison of the key must have a score. {trial} has none, and no item is in both files.", values);
  return new FileProblem("Every comparison of the key must have a score. {trial} has none.", { ...values, canDrop: !allLost });
}

function labelProblem({ problem, nLabels, labels }) {
  const values = { n: nLabels, levels: labels.slice(0, 6).map((label) => label || '""').join(", ").slice(0, 80) };
  if (problem === "many_labels") return new FileProblem("The truth must have two values, one for each hypothesis. It has {n}: {levels}. Choose both.", values);
  return new FileProblem("Say which value means that H1 is true. The values are {levels}.", values);
}

const bare = (text) => text.replace(/[.,]/g, "");

// `names` are those of the files of a reading.
export function problemOf(read, names) {
  if (read.atText < 0) return trialProblem(read);
  const one = read.texts[read.atText];
  if (/label/.test(read.problem)) return labelProblem(one);
  const values = { file: names[read.atText], line: one.line || one.first, line2: one.line2, text: short(one.text), text2: short(one.text2), found: one.found, wanted: one.nFields };
  switch (read.problem) {
    case "empty": return new FileProblem("{file} is empty, or has nothing below its first line.", values);
    case "quote": return new FileProblem("A quote must open and close a field on one line. That of line {line} of {file} does not.", values);
    case "fields": return new FileProblem("Line {line} of {file} has {found} fields, and other lines have {wanted}. It is \"{text}\".", values);
    case "short_header": return new FileProblem("The first line of {file} is one field short, and line {line} does not begin with the name of a row. It is \"{text}\".", values);
    case "no_name": return new FileProblem("Every comparison must name its system and its items. Line {line} of {file} lacks a name. It is \"{text}\".", { ...values, canDrop: true });
    case "number": return numberProblem(one.text, values);
    case "beyond": return new FileProblem("Line {line} of {file} has {text}, which is too large or too small for a computer. Write its logarithm.", values);
    case "marks": return new FileProblem("{text} in line {line} of {file} is {whole} or {decimal}. Choose the decimal mark.", {
      ...values, whole: bare(one.text), decimal: one.text.replace(",", ".") });
    case "two_marks": return new FileProblem("It is not clear which mark is the decimal mark: line {line} of {file} has {text}, and line {line2} has {text2}. Write all numbers in one way.", values);
    case "no_items": return new FileProblem("The files must name the items of each comparison, by which scores and truth belong together. {file} does not.", values);
    case "long": return new FileProblem("A name or a label must have at most 10 000 bytes. {file} has a longer one.", values);
    case "no_column": return new FileProblem("{file} does not have a column that was chosen in another file.", values);
    default: return new FileProblem("It is not clear which column of {file} has the LRs, or the truth. Choose them.", values);
  }
}

// Null if there is none.
export function problemOfConclusions({ problem, trouble, texts, at, lost, ...read }, file) {
  const values = { file, line: at, n: at, what: lost };
  if (/conclusion|truth/.test(problem)) return new FileProblem("It is not clear which column of {file} has the conclusions, or the truth. Choose them.", values);
  if (problem !== "none") return problemOf({ ...read, problem, texts, atText: 0 }, [file]);
  switch (trouble) {
    case "lost": return new FileProblem("Line {line} of {file} has no {what}.", { ...values, canDrop: true });
    case "no_count": return new FileProblem("Counts must be whole numbers, 0 or more. That in line {line} of {file} is not.", values);
    case "many_conclusions": return new FileProblem("There are more than {n} conclusions. Is it the right column?", { ...values, n: at - 1 });
    case "many_systems": return new FileProblem("There are {n} systems. Is it the right column?", values);
    default: return null;
  }
}
