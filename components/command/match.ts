/** What can be found: its name, and other words that people type for it. */
export type Findable = { title: string; keywords?: string; where?: string };

/** Text without case, accents and hyphens: “E-mail” is found by “email”. */
const normalize = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/[\p{M}\p{Pd}]/gu, "")
    .toLowerCase();

const splitCommand = (text: string) => normalize(text).split(/\s+/).filter(Boolean);

/** How well a typed word matches; the lower, the better. Null if it is nowhere. */
function rateWord(word: string, title: string, others: string): number | null {
  if (title.startsWith(word)) return 0;
  if (title.includes(` ${word}`)) return 1;
  if (title.includes(word)) return 2;
  if (` ${others}`.includes(` ${word}`)) return 3;
  return others.includes(word) ? 4 : null;
}

/**
 * How well typed words match; the lower, the better. Null unless each of them, in any order, is part of the name or of the other
 * words.
 */
export function rateMatch(
  query: string,
  { title, keywords: terms = "", where = "" }: Findable,
): number | null {
  const name = normalize(title);
  const others = normalize(`${terms} ${where}`);
  const ratings = splitCommand(query).map((word) => rateWord(word, name, others));
  if (ratings.includes(null)) return null;
  const sum = ratings.reduce<number>((total, rating) => total + (rating ?? 0), 0);
  const typed = splitCommand(query).join(" ");
  // The whole name before names that begin with it, and those before the same words elsewhere.
  return sum - (name === typed ? 1 : typed && name.startsWith(typed) ? 0.5 : 0);
}

/** Those that match what is typed, best first; those that match equally well in their order. All of them if nothing is typed. */
export const matchBest = <T extends Findable>(query: string, items: T[]): T[] =>
  items
    .flatMap((item) => {
      const rating = rateMatch(query, item);
      return rating === null ? [] : [{ item, rating }];
    })
    .sort((one, other) => one.rating - other.rating)
    .map(({ item }) => item);
