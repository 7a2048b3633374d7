export type TextPart = { text: string; href?: string };

/** What may be a link: http or https, up to a space, a quote, an angle bracket or an invisible character. */
const CANDIDATE = /(?<![\p{L}\p{N}_])https?:\/\/[^\s<>"'`“”‘’\p{Cc}\p{Cf}]+/giu;

/** A longer address is text. */
const MAX_CHARACTERS = 2_000;

/** Splits a text into plain text and links. Only whole http and https addresses without a user name become links. */
export function findLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: candidate, index } of text.matchAll(CANDIDATE)) {
    const address = trimEnd(candidate);
    const href = parseWebUrl(address);
    if (!href) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: address, href });
    end = index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

const BRACKETS: Record<string, string> = { ")": "(", "]": "[", "}": "{" };

/** Without the punctuation that ends the sentence, and without closing brackets that were opened before the address. */
function trimEnd(candidate: string): string {
  let address = candidate.slice(0, MAX_CHARACTERS + 1);
  while (/[.,;:!?…]$/.test(address) || endsUnopened(address)) address = address.slice(0, -1);
  return address;
}

function endsUnopened(address: string): boolean {
  const last = address.at(-1) ?? "";
  const opening = BRACKETS[last];
  return opening !== undefined && address.split(last).length > address.split(opening).length;
}

function parseWebUrl(address: string): string | null {
  if (address.length > MAX_CHARACTERS || !URL.canParse(address)) return null;
  const url = new URL(address);
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  // “https://bank.example@evil.example” leads to the part after the “@”, and looks as if it did not.
  return isWeb && url.username === "" && url.password === "" ? url.href : null;
}
