/** A word of a command line in a unit: % and $ mean something there. */
export const quoteForSystemd = (word: string): string => {
  const escaped = word.replaceAll("%", "%%").replaceAll("$", "$$$$");
  return /^[\w./:@%$+=-]+$/.test(escaped)
    ? escaped
    : `"${escaped.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
};
