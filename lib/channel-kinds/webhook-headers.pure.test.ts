import { expect, test } from "vitest";
import { listHeaderSecrets, parseHeaders, webhookHeaders } from "./webhook-headers";

const messageOf = (text: unknown) => webhookHeaders.safeParse(text).error?.issues[0]?.message ?? null;

test("a header is a line, and empty lines and the ends of lines of browsers are none", () => {
  const text = webhookHeaders.parse("Authorization: Bearer a:b\r\n\r\nX-Team:\tops \r\n");
  expect(parseHeaders(text)).toEqual([
    ["Authorization", "Bearer a:b"],
    ["X-Team", "ops"],
  ]);
  expect(webhookHeaders.parse(undefined)).toBe("");
});

test.each([
  "Host: evil.example",
  "host: evil.example",
  "Content-Length: 0",
  "Transfer-Encoding: chunked",
  "Transfer-Anything: x",
  "User-Agent: curl",
  "webhook-id: 1",
  "Webhook-Signature: v1,forged",
  "Connection: upgrade",
  "Expect: 100-continue",
  "Proxy-Authorization: Basic eA==",
])("what Tattle or the connection sets is refused: %s", (line) => {
  expect(messageOf(`X-Team: ops\n${line}`)).toMatch(/^must not set .* which Tattle sets itself$/);
});

test.each([
  ["a lone CR", "X: a\rHost: evil.example", "must not contain control characters"],
  ["a NUL", "X: a\0b", "must not contain control characters"],
  ["a folded line", "X: a\n b", "see line 2"],
  ["no name", ": a", "see line 1"],
  ["a blank in the name", "Host : evil.example", "see line 1"],
  ["no ASCII", "X: ü", "see line 1"],
  ["the same header twice", "X-A: 1\nx-a: 2", "x-a twice"],
  ["too many", Array.from({ length: 21 }, (_, n) => `X-${n}: 1`).join("\n"), "too many headers"],
  ["too long", `X: ${"a".repeat(4_000)}`, "too long"],
])("%s is refused", (_, text, expected) => {
  expect(messageOf(text)).toContain(expected);
});

test("another type is refused", () => expect(messageOf({ "X-A": "1" })).toBe("must be text"));

test("the message of a refusal contains no value", () => {
  expect(messageOf("Authorization: s3cret-token\nbroken")).not.toContain("s3cret");
  expect(messageOf("Host: s3cret-token")).not.toContain("s3cret");
});

test("each value is secret, and the token within it", () => {
  expect(listHeaderSecrets('A: Bearer s3cret-1\nB: key="s3cret-2"')).toEqual(
    expect.arrayContaining(["Bearer s3cret-1", "s3cret-1", 'key="s3cret-2"', "s3cret-2"]),
  );
});
