import { longText } from "./settings";

const MAX_HEADERS = 20;

/** Who receives the request, how it is framed, and what proves that it is ours, is not for people to set. */
const RESERVED =
  /^(host|content-length|transfer-.*|user-agent|webhook-.*|connection|keep-alive|upgrade|expect|te|trailer|proxy-.*)$/i;

// One line, so that no value can begin another header. ASCII, because receivers disagree about everything else.
const LINE = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\t\x20-\x7e]*)$/;

const listLines = (text: string) => text.split("\n").filter((line) => line.trim() !== "");

/** The headers of a text with a `Name: value` in each line. Lines that are none are left out: they were refused. */
export const parseHeaders = (text: string): [name: string, value: string][] =>
  listLines(text).flatMap((line): [string, string][] => {
    const [, name, value] = LINE.exec(line) ?? [];
    return name && value !== undefined ? [[name, value.trim()]] : [];
  });

/** What is wrong with such a text, without a value of it; null if nothing is. */
export function findHeadersProblem(text: string): string | null {
  const lines = listLines(text);
  const headers = parseHeaders(text);
  if (lines.length > MAX_HEADERS) return `has too many headers (maximum is ${MAX_HEADERS})`;
  const wrong = lines.findIndex((line) => !LINE.test(line));
  if (wrong >= 0) return `must have a “Name: value” in each line, of plain ASCII (see line ${wrong + 1})`;
  const reserved = headers.find(([name]) => RESERVED.test(name));
  if (reserved) return `must not set ${reserved[0]}, which Tattle sets itself`;
  const names = headers.map(([name]) => name.toLowerCase());
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  return repeated ? `must have each header once, but has ${repeated} twice` : null;
}

/** What a receiver could repeat of their values: each, and each word of it, as the token behind `Bearer`. */
export const listHeaderSecrets = (text: string): string[] =>
  parseHeaders(text).flatMap(([, value]) => [
    value,
    ...value.split(/[\s,;="]+/).filter((word) => word.length > 5),
  ]);

/** The headers of a webhook. All values are secret. */
export const webhookHeaders = longText(
  {
    title: "Headers",
    description:
      "Sent with each request, a `Name: value` in each line. `Content-Type` says what the body is: JSON unless you change it.",
    example: "Authorization: Bearer eyJhbGciOi",
  },
  4_000,
  findHeadersProblem,
);
