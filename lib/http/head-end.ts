/** The largest request head that is read. */
export const MAX_HEAD_BYTES = 64 * 1024;

const CR = 13;
const LF = 10;

/** The index after the empty line that ends a request head, with lines that end in CRLF or in LF alone; -1 without one. */
export function findHeadEnd(bytes: Buffer): number {
  let start = 0;
  while (bytes[start] === CR || bytes[start] === LF) start += 1;
  const crlf = bytes.indexOf("\n\r\n", start);
  const lf = (crlf < 0 ? bytes : bytes.subarray(0, crlf)).indexOf("\n\n", start);
  if (lf >= 0) return lf + "\n\n".length;
  return crlf < 0 ? -1 : crlf + "\n\r\n".length;
}
