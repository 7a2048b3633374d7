const BLOCKS =
  /^(?:address|article|aside|blockquote|body|br|dd|div|dl|dt|fieldset|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|tbody|tfoot|thead|tr|ul)$/;
const CELLS = /^t[dh]$/;
/** The content of these isn't shown. */
const HIDDEN = new Map([
  ["script", /<\/script/gi],
  ["style", /<\/style/gi],
  ["title", /<\/title/gi],
]);
const TAG = /^<(\/?)([a-z][a-z\d]*)/i;
const LONGEST_NAME = 16;

/**
 * The text that HTML shows, with letters, words and the line breaks of `<pre>` unchanged, so that keywords are found in it. In
 * linear time, whatever it is given.
 */
export function htmlText(html: string): string {
  const pieces: string[] = [];
  let preformatted = 0;
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf("<", at);
    const text = html.slice(at, open < 0 ? undefined : open);
    pieces.push(decodeEntities(preformatted > 0 ? text : text.replace(/\s+/g, " ")));
    if (open < 0) break;
    const [, slash, tag = ""] = TAG.exec(html.slice(open, open + LONGEST_NAME)) ?? [];
    const name = tag.toLowerCase();
    at = endOfMarkup(html, open, slash ? "" : name);
    if (at === open + 1) pieces.push("<");
    else if (BLOCKS.test(name)) pieces.push("\n");
    else if (CELLS.test(name) && !slash) pieces.push(" ");
    if (name === "pre") preformatted = Math.max(0, preformatted + (slash ? -1 : 1));
  }
  const lines = pieces.join("").split("\n");
  return lines
    .map((line) => line.trimEnd().replace(/^ (?=\S)/, ""))
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Where the text continues after a “<”. If that begins no markup, right after it. */
function endOfMarkup(html: string, open: number, name: string): number {
  if (html.startsWith("<!--", open)) return after(html, "-->", open + "<!--".length);
  if (!/^<[a-z/!?]/i.test(html.slice(open, open + 2))) return open + 1;
  const end = after(html, ">", open);
  const closing = HIDDEN.get(name);
  if (!closing) return end;
  closing.lastIndex = end;
  return closing.exec(html)?.index ?? html.length;
}

function after(html: string, text: string, from: number): number {
  const index = html.indexOf(text, from);
  return index < 0 ? html.length : index + text.length;
}

// Maps, because the names come from outside and could be those of object methods.
const NAMED = new Map(
  Object.entries({
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    apos: "'",
    nbsp: " ",
    shy: "",
    euro: "€",
    copy: "©",
    deg: "°",
    szlig: "ß",
    AElig: "Æ",
    aelig: "æ",
    OElig: "Œ",
    oelig: "œ",
    Oslash: "Ø",
    oslash: "ø",
    middot: "·",
    ndash: "–",
    mdash: "—",
    hellip: "…",
    bull: "•",
    lsquo: "‘",
    rsquo: "’",
    ldquo: "“",
    rdquo: "”",
    laquo: "«",
    raquo: "»",
    check: "✓",
    cross: "✗",
    rarr: "→",
    larr: "←",
    times: "×",
  }),
);

/** The accents in the names of letters, such as `eacute`, as combining characters. */
const ACCENTS = new Map(
  Object.entries({
    grave: "\u0300",
    acute: "\u0301",
    circ: "\u0302",
    tilde: "\u0303",
    uml: "\u0308",
    ring: "\u030a",
    caron: "\u030c",
    cedil: "\u0327",
  }),
);

const decodeEntities = (text: string) =>
  text.replace(
    /&(?:#(\d+)|#x([\da-f]+)|([a-z]{2,8}));?/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name === undefined) return toCharacter(decimal ? Number(decimal) : Number.parseInt(hex ?? "", 16));
      return NAMED.get(name) ?? findLetter(name) ?? whole;
    },
  );

const toCharacter = (code: number) =>
  code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : "\ufffd";

function findLetter(name: string): string | undefined {
  const accent = ACCENTS.get(name.slice(1));
  return accent && `${name[0]}${accent}`.normalize("NFC");
}
