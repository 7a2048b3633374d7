import type { Passage } from "./passages";

/** A part of a text, and whether it is what was searched for. */
export type Part = { text: string; isMatch: boolean };

export type Hit = { href: string; page: string; heading: Part[]; excerpt: Part[] };

const MAX_TERMS = 10;
/** How much of a passage is shown, about. */
const EXCERPT_CHARACTERS = 180;

/** The words that a text is searched for. */
export const splitTerms = (query: string): string[] =>
  query
    .replaceAll(/[-\u2010-\u2015]/g, "")
    .split(/[^\p{L}\p{N}_/.]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, MAX_TERMS);

/** Finds a word in any case, also where it is written with hyphens: “email” in “e-mail”. */
const toPattern = (word: string) =>
  [...word].map((character) => character.replace(/[.*+?^${}()|[\]\\/]/, "\\$&")).join("[-\u2010-\u2015]?");

const matcher = (terms: string[]) => new RegExp(`(${terms.map(toPattern).join("|")})`, "giu");

/** The text in parts: what matches, and what lies between. */
function markMatches(text: string, terms: string[]): Part[] {
  // With a group, every other part of a split is a match.
  return text
    .split(matcher(terms))
    .map((part, i) => ({ text: part, isMatch: i % 2 === 1 }))
    .filter(({ text }) => text !== "");
}

/** The part of a text around the first match, from a word to a word; its beginning if nothing matches. */
function cutExcerpt(text: string, terms: string[]): string {
  if (text.length <= EXCERPT_CHARACTERS) return text;
  const first = text.search(matcher(terms));
  const earliest = Math.max(0, first - EXCERPT_CHARACTERS / 3);
  const from = earliest === 0 ? 0 : text.indexOf(" ", earliest) + 1;
  const end = text.lastIndexOf(" ", from + EXCERPT_CHARACTERS);
  const to = from + EXCERPT_CHARACTERS >= text.length ? text.length : Math.max(end, from + 1);
  return `${from > 0 ? "…" : ""}${text.slice(from, to)}${to < text.length ? "…" : ""}`;
}

/** How well a passage matches; the lower, the better. Null unless each word is in its heading, in the title of its page or in its text. */
function ratePassage({ page, heading, text }: Passage, terms: string[]): number | null {
  const ratings = terms.map((word) => {
    const pattern = new RegExp(toPattern(word), "iu");
    const begin = new RegExp(`(^|[^\\p{L}\\p{N}])${toPattern(word)}`, "iu");
    if (begin.test(heading)) return 0;
    if (pattern.test(heading)) return 1;
    if (begin.test(text)) return 2;
    if (pattern.test(page)) return 3;
    return pattern.test(text) ? 4 : null;
  });
  return ratings.includes(null) ? null : ratings.reduce<number>((sum, rating) => sum + (rating ?? 0), 0);
}

/** The passages with all words of the query, best first; those that match equally well in their order. None if nothing is searched for. */
export function findPassages(query: string, passages: Passage[], limit: number): Hit[] {
  const terms = splitTerms(query);
  if (terms.length === 0) return [];
  return passages
    .flatMap((passage) => {
      const rating = ratePassage(passage, terms);
      return rating === null ? [] : [{ passage, rating }];
    })
    .sort((one, other) => one.rating - other.rating)
    .slice(0, limit)
    .map(({ passage: { href, page, heading, text } }) => ({
      href,
      page,
      heading: markMatches(heading, terms),
      excerpt: markMatches(cutExcerpt(text, terms), terms),
    }));
}
