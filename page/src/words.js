// Words of the page in the language of its reader, with the English text as the key. Sentences
// about LRs come from R with their translation.
import { texts } from "./texts.js";
import { useLanguage } from "./translate.js";

let language = "en";
const listeners = [];

export const languages = { en: "English", de: "Deutsch" };
export const currentLanguage = () => language;

export function chooseLanguage(chosen) {
  language = chosen in languages ? chosen : "en";
  useLanguage(language);
  for (const tell of listeners) tell();
}

export const onLanguage = (tell) => listeners.push(tell);

// "{name}" in the text stands for a value.
export function tr(text, values = {}) {
  const said = language === "de" ? texts.own[text] ?? texts.german[text] ?? text : text;
  return said.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

// Marks a text that is translated elsewhere.
export const later = (text) => text;
