import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_BODY_BYTES } from "./report";
import { parseBody } from "./report-body";

const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";
/** What curl, fetch and others send as the label of a text. */
const LABELS = ["", FORM, "text/html", "application/octet-stream", "application/x-unknown"];

/** The exit status and the message, as far as the body has them. */
function parse(type: string, body: string): { s?: string; m?: string } {
  const { parameters, text } = parseBody(type, body, MAX_BODY_BYTES);
  const [s, m] = [parameters.get("s"), parameters.get("m") ?? (text || undefined)];
  return { ...(s !== undefined && { s }), ...(m !== undefined && { m }) };
}
const decode = (bytes: Uint8Array) => Buffer.from(bytes).toString("utf8");

const ALERTMANAGER = JSON.stringify({
  receiver: "tattle",
  status: "firing",
  alerts: [{ status: "firing", generatorURL: "http://prometheus/graph?g0.expr=up&s=1&m=2" }],
});

describe.each(LABELS)("a body labelled “%s”", (label) => {
  test.each([
    "42 rows\n",
    "100% of a+b=c & d=e",
    "key=value&other=%C3%A9+%zz",
    "größer als gedacht — 完了\r\n\x1b[32mok\x1b[0m\t1\b",
    "[2026-03-10 02:00] backup done",
    '{"level":"info"}\n{"level":"warn"}\n',
    "{not json}",
    "0",
    "null",
    "Sauvegarde termin\ufffde sans erreur",
    "s",
  ])("is the message if it is the text %j", (text) => {
    if (label === FORM && text === "s") return;
    expect(parse(label, text)).toEqual({ m: text });
  });

  test.each([
    ALERTMANAGER,
    ` \n[${ALERTMANAGER}]`,
    "[]",
    "{}",
    '{"m":7}',
    `{"receiver":"x","filler":"${"&s=1 ".repeat(20_000)}`.slice(0, MAX_BODY_BYTES),
  ])("is ignored if it is JSON without a message: %.40j", (json) => {
    expect(parse(label, json)).toEqual({});
  });

  test("has the message in the member `m` if it is JSON", () => {
    expect(parse(label, '{"m":"hello","s":"1"}')).toEqual({ m: "hello" });
  });

  test.each([
    ["a zip file", decode(Buffer.from("PK\u0003\u0004\u0014\0", "latin1"))],
    ["a gzip file", decode(Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]))],
    ["a picture", decode(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x80, 0x81]))],
    ["UTF-16", decode(Buffer.from("done", "utf16le"))],
    ["nothing", ""],
  ])("is ignored if it is %s", (_, body) => {
    expect(parse(label, body)).toEqual({});
  });
});

test.each([
  ["m=all%20well&s=0", { s: "0", m: "all well" }],
  ["s=1", { s: "1", m: undefined }],
  ["m=", { s: undefined, m: "" }],
  ["x=1&m=a%00b", { s: undefined, m: "a\0b" }],
  ["x=1&y=2", { m: "x=1&y=2" }],
  ["=", { m: "=" }],
  ["&", { m: "&" }],
  ["?", { m: "?" }],
])("the form %s is read", (body, fields) => {
  expect(parse(`${FORM}; charset=utf-8`, body)).toEqual(fields);
});

test.each([
  ['{"m":', {}],
  [ALERTMANAGER.slice(0, -1), {}],
  ['"done"', {}],
  ["backup done", { m: "backup done" }],
])("the body %s labelled as JSON is read", (body, fields) => {
  expect(parse(JSON_TYPE, body)).toEqual(fields);
  expect(parse("application/problem+json", body)).toEqual(fields);
});

test("a plain text is the message as it is, even if it looks like something else", () => {
  for (const body of [ALERTMANAGER, "s=1&m=2", "a\0b", "PK\u0003\u0004"])
    expect(parse("text/plain; charset=utf-8", body)).toEqual({ m: body });
});

test("a multipart body is ignored", () => {
  expect(parse("multipart/form-data; boundary=x", "--x\r\n\r\n42\r\n--x--")).toEqual({});
});

test("a text without line ends, `s=`, `m=` and brackets survives unchanged, whatever its label", () => {
  const hasParameter = (each: string) =>
    [...new URLSearchParams(each).keys()].some((name) => /^(?:[sm]|rid|d|host|env|metric\..*)$/.test(name));
  const text = fc.stringMatching(/^[ a-z0-9äß€&=+%;,.:!?-]{1,40}$/).filter((each) => !hasParameter(each));
  fc.assert(
    fc.property(text, fc.constantFrom(...LABELS, "text/csv"), (body, label) => {
      expect(parse(label, body)).toEqual({ m: body });
    }),
  );
});

test("random bytes are not a message", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 400, maxLength: 1_000, size: "max" }), (bytes) => {
      fc.pre(new Set(bytes).size > 100);
      expect(parse("", decode(bytes))).toEqual({});
    }),
  );
});
