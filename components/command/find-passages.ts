import { askServer } from "@/components/ask-server";

/** A part of a page of the documentation. */
export type FoundPassage = { href: string; page: string; heading: string };

/** A few parts of the documentation with all words of the query, best first. Null if the server could not be asked. */
export const findPassages = (query: string, signal: AbortSignal) =>
  askServer<FoundPassage[]>(`/docs/find?q=${encodeURIComponent(query)}`, signal);
