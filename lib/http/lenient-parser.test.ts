import { expect, test } from "vitest";
import { parseLeniently } from "./lenient-parser";

const parse = (text: string) => parseLeniently(Buffer.from(text));

test.each([
  ["GET /t?m=terminée HTTP/1.1", "GET", "/t?m=termin%c3%a9e"],
  ["GET /t?m=all done&s=1 HTTP/1.1", "GET", "/t?m=all%20done&s=1"],
  ["POST /t?m=a\tb HTTP/1.0", "POST", "/t?m=a%09b"],
  ["GET /t?m=see HTTP/1.1 here HTTP/1.1", "GET", "/t?m=see%20HTTP/1.1%20here"],
])("parses a malformed request: %s", (line, method, url) => {
  expect(parse(`${line}\r\nHost: x\r\nUser-Agent:  curl/8 \r\n\r\n`)).toEqual({
    method,
    url,
    headers: { host: "x", "user-agent": "curl/8" },
    body: "",
  });
});

test("malformed headers are skipped, or parsed as far as possible", () => {
  const { headers } =
    parse("GET /t HTTP/1.1\r\nHost : x\r\nnonsense\r\nX Y: 1\r\nUser-Agent: a\r\n\r\n") ?? {};

  expect(headers).toEqual({ host: "x", "x y": "1", "user-agent": "a" });
});

test("the part of the body that has arrived is included", () => {
  const { body } = parse("POST /t?m=é HTTP/1.1\r\nContent-Length: 9\r\n\r\ns=1&m=ü\r\n\r\n") ?? {};

  expect(body).toBe("s=1&m=ü\r\n\r\n");
});

test.each([
  ["nothing", ""],
  ["a head that does not end", "GET /é HTTP/1.1\r\nHost: x\r\n"],
  ["another protocol", "\x16\x03\x01\x02 \r\n\r\n"],
  ["no path", "GET é HTTP/1.1\r\n\r\n"],
  ["HTTP/2", "PRI /é HTTP/2.0\r\n\r\n"],
])("%s is not a request", (_, text) => {
  expect(parse(text)).toBeNull();
});
