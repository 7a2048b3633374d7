import { z } from "zod";

const queryOf = (url: string) => new URLSearchParams(url.split(/\?(.*)/s)[1] ?? "");

/** What to filter a list of snitches by. */
export function parseSnitchFilter(url: string, now: Date) {
  const query = queryOf(url);
  return {
    tags: parseTagFilter(url),
    slug: query.get("slug"),
    environment: query.get("environment"),
    staleAt: query.get("stale") === "true" ? now : null,
  };
}

/** The tags to filter a list by, from `tags=a,b` or from `tags[]=a` and `tags[0]=a`. */
export function parseTagFilter(url: string): string[] {
  const tags = [...queryOf(url)].flatMap(([name, value]) => {
    if (name === "tags") return value.split(",");
    return /^tags\[\d*\]$/.test(name) ? [value] : [];
  });
  return [...new Set(tags.map((tag) => tag.trim()).filter(Boolean))];
}

/** The possible tags in the last part of a path, the most likely first: a `+` may be a plus sign or a space. */
export function tagCandidates(url: string): string[] {
  const segment = url.split("?", 1)[0]?.replace(/\/+$/, "").split("/").at(-1) ?? "";
  return [segment, segment.replaceAll("+", " ")].map((candidate) => decodeURIComponent(candidate).trim());
}

/** A whole number in a query. Any other text is left to the schema, which refuses it. */
export const numeric = (text: unknown) =>
  typeof text === "string" && /^\d{1,12}$/.test(text) ? Number(text) : text;

/** A parameter that says how many there are in a response: a whole number from 1 to `maximum`. */
export function countParameter(fallback: number, maximum = 100) {
  const error = `must be a whole number from 1 to ${maximum}`;
  return z.preprocess(numeric, z.int({ error }).min(1, error).max(maximum, error).default(fallback));
}
