import { METHODS } from "node:http";
import { findHeadEnd, MAX_HEAD_BYTES } from "./head-end";

/** `isExact`: only the target and the line ends were repaired, so that nothing the client said was changed or dropped. */
export type RepairedRequest = { target: string; isExact: boolean; bytes: Buffer };

type Header = [name: string, value: string];

const REQUEST_LINE = /^([A-Z]+) +(\/.*|https?:\/\/.*) HTTP\/(1\.[01])[ \t]*$/;
const HEADER = /^([!#$%&'*+.^_`|~\w-]+)([ \t]*):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/;

/** Bytes that HTTP forbids in a target, but that clients such as curl send: a space, the bytes of an “é”. */
const UNENCODED = /[^\x21-\x7e]/g;

/** The connection ends with the response and never changes its protocol. */
const CONNECTION_HEADERS = ["connection", "keep-alive", "proxy-connection", "upgrade"];

/**
 * Repairs a request that Node.js refuses: raw characters in its target, lines that end in LF alone, malformed headers.
 * The repaired request asks to close the connection, so that no byte after it is read as another request. Null if the bytes
 * do not contain a complete request head of at most `MAX_HEAD_BYTES`.
 */
export function repairRequest(received: Buffer): RepairedRequest | null {
  const headEnd = findHeadEnd(received);
  if (headEnd < 0 || headEnd > MAX_HEAD_BYTES) return null;
  // One character for each byte.
  const head = received.toString("latin1", 0, headEnd).trim();
  const [line = "", ...fields] = head.split(/\r?\n/);
  const [, method = "", rawTarget, version] = REQUEST_LINE.exec(line) ?? [];
  if (!rawTarget) return null;

  const target = rawTarget.replace(UNENCODED, percentEncode);
  const headers = fields.flatMap(parseHeader);
  const isExact = hasOneLineEnd(head) && fields.every(isWellFormed) && isFramingClear(headers);
  const body = received.subarray(headEnd);
  const lines = [
    `${isRoutable(method) ? method : "PUT"} ${target} HTTP/${version}`,
    ...(isExact ? headers : withArrivedBody(headers, body)).map((header) => header.join(": ")),
    "Connection: close",
  ];
  const bytes = Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), body]);
  return { target, isExact, bytes };
}

const percentEncode = (byte: string) => `%${byte.charCodeAt(0).toString(16).padStart(2, "0")}`;

/** Like the hook that normalizes URLs: a method that Node.js does not know becomes one that no API operation uses. */
const isRoutable = (method: string) => METHODS.includes(method) && method !== "CONNECT";

function parseHeader(field: string): Header[] {
  const [, name = "", , value = ""] = HEADER.exec(field) ?? [];
  return name && !CONNECTION_HEADERS.includes(name.toLowerCase()) ? [[name, value]] : [];
}

const isWellFormed = (field: string) => HEADER.exec(field)?.[2] === "";

// A proxy that passes on LF inside a value would read other headers than we do.
const hasOneLineEnd = (head: string) => !head.includes("\r") || !/[^\r]\n/.test(head);

const listValues = (headers: Header[], field: string) =>
  headers.filter(([name]) => name.toLowerCase() === field).map(([, value]) => value.trim());

/** Whether every server would find the same end of the body. */
function isFramingClear(headers: Header[]): boolean {
  const lengths = listValues(headers, "content-length");
  const encodings = listValues(headers, "transfer-encoding");
  if (encodings.length > 0) return lengths.length === 0 && encodings.join().toLowerCase() === "chunked";
  return lengths.length === 0 || (lengths.length === 1 && /^\d{1,15}$/.test(lengths.join()));
}

/** Replaces the framing: the body is what arrived with the head, because no header says for sure where it ends. */
function withArrivedBody(headers: Header[], body: Buffer): Header[] {
  const others = headers.filter(([name]) => !/^(content-length|transfer-encoding)$/i.test(name));
  if (listValues(headers, "transfer-encoding").length > 0) return others;
  const declared = listValues(headers, "content-length");
  const length = declared.length === 1 && /^\d{1,15}$/.test(declared.join()) ? Number(declared[0]) : Infinity;
  return [...others, ["Content-Length", String(Math.min(length, body.length))]];
}
