/** What a request says in its first bytes, read without a parser's strictness. */
export type RawRequest = { method: string; url: string; headers: Record<string, string>; body: string };

/** What HTTP does not allow in a target, and clients such as curl send as it is: a space, the bytes of an “é”. */
const UNWRITTEN = /[^\x21-\x7e]/g;

/** Reads a request that is not written as it should be; null when the bytes are not the head of one. */
export function readRawRequest(bytes: Buffer): RawRequest | null {
  // One character for each byte.
  const text = bytes.toString("latin1");
  const [head = "", ...bodies] = text.split(/\r\n\r\n(.*)/s);
  const [line = "", ...fields] = head.split("\r\n");
  const [, method, target] = /^([A-Z]+) (\/.*) HTTP\/1\.[01]$/.exec(line) ?? [];
  if (bodies.length === 0 || !method || !target) return null;
  const url = target.replace(UNWRITTEN, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, "0")}`);
  const headers = Object.fromEntries(fields.filter((field) => field.includes(":")).map(readField));
  return { method, url, headers, body: Buffer.from(bodies[0] ?? "", "latin1").toString("utf8") };
}

function readField(field: string): [string, string] {
  const colon = field.indexOf(":");
  return [field.slice(0, colon).trim().toLowerCase(), field.slice(colon + 1).trim()];
}
