const LOCALES = [
  "en-GB",
  "en-US",
  "en-AU",
  "en-CA",
  "en-IE",
  "en-IN",
  "en-NZ",
  "en-ZA",
  "cs-CZ",
  "da-DK",
  "de-AT",
  "de-CH",
  "de-DE",
  "es-ES",
  "es-MX",
  "fi-FI",
  "fr-CA",
  "fr-FR",
  "hu-HU",
  "it-IT",
  "ja-JP",
  "ko-KR",
  "nb-NO",
  "nl-NL",
  "pl-PL",
  "pt-BR",
  "pt-PT",
  "ro-RO",
  "sv-SE",
  "tr-TR",
  "uk-UA",
  "zh-CN",
];

const EXAMPLE = new Date("2026-01-31T12:00Z");
const names = new Intl.DisplayNames("en-GB", { type: "language", languageDisplay: "standard" });

/** The locales to choose from, each with a date as an example, and the one that is chosen already. */
export function localeChoices(locale: string | null) {
  const tags = [...new Set([...LOCALES, ...(locale ? [locale] : [])])];
  return [
    { value: "", label: "Browser default" },
    ...tags.map((tag) => ({ value: tag, label: `${names.of(tag)}: ${exampleIn(tag)}` })),
  ];
}

const exampleIn = (tag: string) =>
  new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeZone: "UTC" }).format(EXAMPLE);
