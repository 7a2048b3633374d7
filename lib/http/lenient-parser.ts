/** A request that Node.js refused to parse. `body` is the part of the body that arrived with the head. */
export type LenientRequest = { method: string; url: string; headers: Record<string, string>; body: string };

/** Bytes that HTTP forbids in a request target, but that clients such as curl send: a space, the bytes of an “é”. */
const UNENCODED = /[^\x21-\x7e]/g;

/** Parses a request that breaks the rules of HTTP. Null if the bytes do not contain a complete head. */
export function parseLeniently(bytes: Buffer): LenientRequest | null {
  // One character for each byte.
  const text = bytes.toString("latin1");
  const [head = "", ...bodies] = text.split(/\r\n\r\n(.*)/s);
  const [line = "", ...fields] = head.split("\r\n");
  const [, method, target] = /^([A-Z]+) (\/.*) HTTP\/1\.[01]$/.exec(line) ?? [];
  if (bodies.length === 0 || !method || !target) return null;
  const url = target.replace(UNENCODED, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, "0")}`);
  const headers = Object.fromEntries(fields.filter((field) => field.includes(":")).map(parseField));
  return { method, url, headers, body: Buffer.from(bodies[0] ?? "", "latin1").toString("utf8") };
}

function parseField(field: string): [string, string] {
  const colon = field.indexOf(":");
  return [field.slice(0, colon).trim().toLowerCase(), field.slice(colon + 1).trim()];
}
