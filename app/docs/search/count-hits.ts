import { formatCount } from "@/lib/rules/format-count";

/** How many results a page of the search shows. */
export const MAX_HITS = 30;

/** “2 results for “exit status”.” */
export function countHits(count: number, query: string): string {
  const results = count === MAX_HITS ? `The top ${MAX_HITS} results` : formatCount(count, "result");
  return `${count === 0 ? "No results" : results} for “${query}”.`;
}
