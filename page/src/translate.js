// Words that R also translates, by inst/german.po. R looks them up without surrounding blanks.
import { texts } from "./texts.js";
import { useDecimalMark } from "./format.js";

let language = "en";
export const useLanguage = (chosen) => {
  language = chosen;
  useDecimalMark(gettext("."));
};

export function gettext(text) {
  if (language !== "de") return text;
  const bare = text.trim();
  const found = texts.german[text] ?? texts.german[bare];
  return found === undefined ? text : text.replace(bare, () => found.trim());
}

export function gettextf(template, ...values) {
  let next = 0;
  return gettext(template).replace(/%(?:(\d+)\$)?([s%])/g, (_, place, kind) =>
    (kind === "%" ? "%" : String(values[place ? place - 1 : next++])));
}
