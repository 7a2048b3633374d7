const WORD = /[\w-]+/g;
const SHOWN = 4;

/** Enough to recognize a token, too little to use it. */
const mask = (token: string): string => `${token.length > 2 * SHOWN ? token.slice(0, SHOWN) : ""}…`;

/** The same JSON with each of these tokens masked: with the token of a snitch, anybody can check in for its job. */
export function maskTokens(value: unknown, tokens: ReadonlySet<string>): unknown {
  if (typeof value === "string") return value.replace(WORD, (word) => (tokens.has(word) ? mask(word) : word));
  if (Array.isArray(value)) return value.map((each) => maskTokens(each, tokens));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [maskTokens(name, tokens), maskTokens(each, tokens)]),
  );
}
