import type { Language } from "../page-input";
import de from "./de.json";
import en from "./en.json";

export type Words = Record<keyof typeof en, string>;

export const WORDS: Record<Language, Words> = { en, de };

/** A text with these values in place of `{name}`. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replaceAll(/\{(\w+)\}/g, (placeholder, name) => String(values[name] ?? placeholder));
