/** A part of a page of the documentation. */
export type FoundPassage = { href: string; page: string; heading: string };

/** A few parts of the documentation with all words of the query, best first. Null if the server could not be asked. */
export const findPassages = (query: string, signal: AbortSignal): Promise<FoundPassage[] | null> =>
  fetch(`/docs/find?q=${encodeURIComponent(query)}`, { signal })
    .then((response): Promise<FoundPassage[]> => response.json())
    .catch(() => null);
