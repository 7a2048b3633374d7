const MAX_TERMS = 1_000;
const MAX_CHARACTERS = 64;
const MAX_SEARCHED = 10;

/** The words of a text: its letters and digits, in lower case, each word once. Everything else only separates them. */
export const termsOf = (text: string): string[] => [
  ...new Set(
    (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
      .slice(-MAX_TERMS)
      .map((word) => [...word].slice(0, MAX_CHARACTERS).join("")),
  ),
];

/** The word that every text of a case has. No text can have that of another one, because a hyphen is in no word. */
export const caseWord = (caseId: string): string => `case-${caseId}`;

/**
 * The words that a search asks for as Postgres compares them with those of texts: all of them, each at the beginning of a word. Null
 * if it asks for none.
 */
export function searchQuery(caseId: string, search: string): string | null {
  const terms = termsOf(search).slice(0, MAX_SEARCHED);
  if (terms.length === 0) return null;
  return [`'${caseWord(caseId)}'`, ...terms.map((word) => `'${word}':*`)].join(" & ");
}
