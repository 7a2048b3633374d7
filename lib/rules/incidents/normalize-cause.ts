/** What differs between two lines about the same trouble, in the order in which it is left out: longer forms before their parts. */
const VARIABLE = [
  // Addresses of the web, of mail and of machines
  /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'“”‘’<>]+/gi,
  /\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
  /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g,
  /(?<![\w:])(?:[\da-f]{0,4}:){2,7}[\da-f]{0,4}(?![\w:])/gi,
  // Quoted texts; an apostrophe within a word is none
  /“[^”]*”|‘[^’]*’|«[^»]*»|"[^"]*"|`[^`]*`|(?<!\w)'[^']*'(?!\w)/g,
  // Paths, of which one slash between two words is none: “read/write”
  /(?<![\w/])(?:[A-Za-z]:)?[~.]{0,2}(?:[\\/][\w.@%+-]+)+[\\/]?|\b[\w.-]+(?:\/[\w.@%+-]+){2,}\/?/g,
  // Ids and dates, then names of machines with a number, such as db7, and numbers with their unit
  /\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/gi,
  /\b(?:0x[\da-f]+|(?=[a-f]*\d)[\da-f]{8,})\b/gi,
  /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?\b/g,
  /[#+-]?\b[\w-]*\d[\w-]*(?:[.,:]\d\w*)*\b%?/g,
];

/**
 * The line without what differs between incidents of one cause: numbers, ids, dates, quoted texts, paths and addresses are left
 * out, and brackets with them. “OSError: [Errno 28] No space left on device: '/data/7'” becomes “OSError: No space left on device”. A
 * line of which no word would remain stays as it is.
 */
export function normalizeCause(line: string): string {
  const whole = line.replace(/\s+/g, " ").trim();
  let text = whole;
  for (let before = ""; before !== text; ) {
    before = text;
    text = leaveOut(text);
  }
  return /\p{L}{2}/u.test(text) ? text : whole;
}

function leaveOut(text: string): string {
  const marked = VARIABLE.reduce((rest, pattern) => rest.replace(pattern, "\0"), text);
  return marked
    .replace(/[([{<][^()[\]{}<>]*\0[^()[\]{}<>]*[)\]}>]/g, "\0")
    .replace(/\w+=\0/g, "\0")
    .replaceAll("\0", " ")
    .replace(/\s+/g, " ")
    .replace(/ (?=[.,;:!?)\]}])/g, "")
    .replace(/([.,;:!?])(?:[.,;:!?])+/g, "$1")
    .replace(/^[^\p{L}\p{N}([{<“"'«]+|[\s,;:=–—-]+$/gu, "");
}
