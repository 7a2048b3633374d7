const MIN_LENGTH = 3;
/** An account can have a hundred cases. */
const MAX_TERMS = 200;

/** What someone would try who knows these names: each as it is, without what separates its words, and its words. */
export function listNameParts(names: string[]): string[] {
  const tried = names.flatMap((name) => {
    const parts = name.split(/[^\p{L}\p{N}]+/u);
    return [name, parts.join(""), ...parts];
  });
  return [...new Set(tried.map((each) => each.toLowerCase()))]
    .filter(({ length }) => length >= MIN_LENGTH)
    .slice(0, MAX_TERMS);
}
