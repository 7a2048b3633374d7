const segmenter = new Intl.Segmenter();

/** The text, or its beginning with “…” behind it, in at most `maxLength` UTF-16 units. Never splits a character. */
export function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  let result = "";
  for (const { segment } of segmenter.segment(text.slice(0, maxLength + 64))) {
    if (result.length + segment.length > maxLength - 1) break;
    result += segment;
  }
  return `${result}…`;
}

/** `cut` for a limit in bytes of UTF-8. */
export function cutBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let result = "";
  let bytes = Buffer.byteLength("…");
  for (const { segment } of segmenter.segment(text.slice(0, maxBytes))) {
    bytes += Buffer.byteLength(segment);
    if (bytes > maxBytes) break;
    result += segment;
  }
  return `${result}…`;
}
