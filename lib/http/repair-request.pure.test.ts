import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findHeadEnd, MAX_HEAD_BYTES } from "./head-end";
import { repairRequest } from "./repair-request";

const repair = (text: string) => {
  const request = repairRequest(Buffer.from(text));
  return request && { ...request, text: request.bytes.toString() };
};

test.each([
  ["GET /t?m=terminée HTTP/1.1", "GET /t?m=termin%c3%a9e HTTP/1.1"],
  ["GET /t?m=all done&s=1 HTTP/1.1", "GET /t?m=all%20done&s=1 HTTP/1.1"],
  ["POST /t?m=a\tb HTTP/1.0", "POST /t?m=a%09b HTTP/1.0"],
  ["GET /t?m=see HTTP/1.1 here HTTP/1.1", "GET /t?m=see%20HTTP/1.1%20here HTTP/1.1"],
  ["GET http://x/t?m=é HTTP/1.1", "GET http://x/t?m=%c3%a9 HTTP/1.1"],
  ["RUN /t?m=é HTTP/1.1", "PUT /t?m=%c3%a9 HTTP/1.1"],
])("a request line is repaired: %s", (line, repaired) => {
  for (const end of ["\r\n", "\n"])
    expect(
      repair([line, "Host: x", "Connection: keep-alive", "Upgrade: h2c", "", ""].join(end)),
    ).toMatchObject({
      isExact: true,
      text: [repaired, "Host: x", "Connection: close", "", ""].join("\r\n"),
    });
});

describe("the body", () => {
  const headers = (...fields: string[]) =>
    `POST /t HTTP/1.1\n${fields.map((each) => `${each}\n`).join("")}\n`;

  test.each([
    ["Content-Length: 9", "Content-Length: 9"],
    ["content-length: 0", "content-length: 0"],
    ["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"],
  ])("has the end that one clear header says: %s", (field, kept) => {
    expect(repair(`${headers(field)}abc`)).toMatchObject({
      isExact: true,
      text: `POST /t HTTP/1.1\r\n${kept}\r\nConnection: close\r\n\r\nabc`,
    });
  });

  test.each([
    [["Content-Length: 9", "Content-Length: 9"], "Content-Length: 3\r\n"],
    [["Content-Length: 1, 2"], "Content-Length: 3\r\n"],
    [["Content-Length: +2"], "Content-Length: 3\r\n"],
    [["Content-Length: 2", "Bad Header: x"], "Content-Length: 2\r\n"],
    [["Content-Length : 2"], "Content-Length: 2\r\n"],
    [["Content-Length: 2", "Transfer-Encoding: chunked"], ""],
    [["Transfer-Encoding: gzip, chunked"], ""],
    [["Transfer-Encoding: chunked", "Transfer-Encoding: identity"], ""],
  ])("is what has arrived if its end is not clear: %j", (fields, framing) => {
    expect(repair(`${headers(...fields)}abc`)).toMatchObject({
      isExact: false,
      text: `POST /t HTTP/1.1\r\n${framing}Connection: close\r\n\r\nabc`,
    });
  });

  test("is what has arrived if the lines end in different ways", () => {
    expect(repair("POST /t HTTP/1.1\r\nX: a\nContent-Length: 99\r\n\r\nabc")).toMatchObject({
      isExact: false,
      text: "POST /t HTTP/1.1\r\nX: a\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc",
    });
  });
});

test("malformed headers are dropped", () => {
  expect(
    repair("GET /t HTTP/1.1\r\nHost : x\r\nnonsense\r\nX Y: 1\r\n folded: 1\r\nA: b\rc\r\n\r\n"),
  ).toMatchObject({
    isExact: false,
    text: "GET /t HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
  });
});

test.each([
  ["nothing", ""],
  ["a head that does not end", "GET /é HTTP/1.1\r\nHost: x\r\n"],
  ["another protocol", "\x16\x03\x01\x02 \r\n\r\n"],
  ["no path", "GET é HTTP/1.1\r\n\r\n"],
  ["HTTP/2", "PRI /é HTTP/2.0\r\n\r\n"],
  ["a head that is too long", `GET /é${"x".repeat(MAX_HEAD_BYTES)} HTTP/1.1\r\n\r\n`],
])("%s is not a request", (_, text) => {
  expect(repair(text)).toBeNull();
});

test("a head ends with its first empty line", () => {
  const texts = ["a\r\n\r\n", "a\n\n", "a\r\n\n", "a\n\r\n", "\r\n\na\n\n"];
  for (const text of texts) expect(findHeadEnd(Buffer.from(`${text}b\n\nc\r\n\r\n`))).toBe(text.length);
  for (const text of ["", "\n\n", "a\r\n", "a\n", "a\r\r"]) expect(findHeadEnd(Buffer.from(text))).toBe(-1);
});

test("whatever is repaired has one head, without a bare CR or LF, that ends the connection", () => {
  const piece = fc.oneof(
    fc.constantFrom("\r\n", "\n", "\r", ": ", " ", "é", "\0", "GET /t HTTP/1.1", "Content-Length: 3", "X: y"),
    fc.string({ maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const received = Buffer.from(`GET /t HTTP/1.1\n${pieces.join("")}\n\nrest`);
      const { bytes } = repairRequest(received) ?? { bytes: Buffer.alloc(0) };
      const text = bytes.toString("latin1");
      const head = text.slice(0, text.indexOf("\r\n\r\n"));
      expect(head.replaceAll("\r\n", "")).not.toMatch(/[\r\n\0]/);
      expect(head).toMatch(/\r\nConnection: close$/);
      expect(received.toString("latin1")).toContain(text.slice(head.length + 4));
    }),
  );
});
