const MIN_LENGTH = 3;
/** An account can have a hundred cases. */
const MAX_WORDS = 200;

/** What somebody would try who knows these names: each as it is, without what separates its words, and its words. */
export function wordsIn(names: string[]): string[] {
  const tried = names.flatMap((name) => {
    const words = name.split(/[^\p{L}\p{N}]+/u);
    return [name, words.join(""), ...words];
  });
  return [...new Set(tried.map((each) => each.toLowerCase()))]
    .filter(({ length }) => length >= MIN_LENGTH)
    .slice(0, MAX_WORDS);
}
