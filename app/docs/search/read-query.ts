const MAX_CHARACTERS = 200;

/** What to search for: the first `q` of a URL. */
export const readQuery = (q: string | string[] | null | undefined): string =>
  String([q ?? ""].flat()[0] ?? "")
    .trim()
    .slice(0, MAX_CHARACTERS)
    .toWellFormed();
