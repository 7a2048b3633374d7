import type { Language } from "../page-input";
import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };

export type Texts = Record<keyof typeof en, string>;

export const TEXTS: Record<Language, Texts> = { en, de };

const LOCALES: Record<Language, string> = { en: "en-GB", de: "de" };

/** How a page writes times, or what else the options say. */
export const dateFormat = (
  language: Language,
  timeZone: string,
  options: Intl.DateTimeFormatOptions = { dateStyle: "medium", timeStyle: "short" },
) => new Intl.DateTimeFormat(LOCALES[language], { timeZone, ...options });

/** A text with these values in place of `{name}`. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replaceAll(/\{(\w+)\}/g, (placeholder, name) => String(values[name] ?? placeholder));
