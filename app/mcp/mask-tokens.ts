const WORD = /[\w-]+/g;
const SHOWN = 4;

/** A shorter token, which only an import can bring, is masked as a word of its own: within others, it is a syllable. */
const MIN_WITHIN = 2 * SHOWN + 1;

/** A UUID is an address in any case. */
const UUID_LENGTH = 36;

/** Enough to recognize a token, too little to use it. */
const mask = (token: string): string => `${token.length >= MIN_WITHIN ? token.slice(0, SHOWN) : ""}…`;

/** The same JSON with each of these tokens masked: with the token of a snitch, anyone can check in for its job. */
export function maskTokens(value: unknown, tokens: ReadonlySet<string>): unknown {
  const lengths = new Set([...tokens].map(({ length }) => length).filter((length) => length >= MIN_WITHIN));
  return maskAll(value, { tokens, lengths: [...lengths].sort((a, b) => b - a) });
}

/** The lengths, from the longest, that a token within a longer word can have. */
type Known = { tokens: ReadonlySet<string>; lengths: number[] };

function maskAll(value: unknown, known: Known): unknown {
  if (typeof value === "string") return value.replace(WORD, (word) => maskWord(word, known));
  if (Array.isArray(value)) return value.map((each) => maskAll(each, known));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [String(maskAll(name, known)), maskAll(each, known)]),
  );
}

function maskWord(word: string, { tokens, lengths }: Known): string {
  const isToken = (text: string) =>
    tokens.has(text) || (text.length === UUID_LENGTH && tokens.has(text.toLowerCase()));
  if (isToken(word)) return mask(word);
  let masked = "";
  let copiedUntil = 0;
  for (let at = 0; at < word.length; at += 1) {
    const length = lengths.find((each) => at + each <= word.length && isToken(word.slice(at, at + each)));
    if (length === undefined) continue;
    masked += word.slice(copiedUntil, at) + mask(word.slice(at, at + length));
    copiedUntil = at + length;
    at = copiedUntil - 1;
  }
  return masked + word.slice(copiedUntil);
}
