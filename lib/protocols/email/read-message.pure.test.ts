import fc from "fast-check";
import { expect, test } from "vitest";
import { readMessage } from "./read-message";

const read = (text: string) => readMessage(Buffer.from(text, "latin1"));

test.each([
  ["Auto-Submitted: no", false],
  ["Auto-Submitted: auto-generated", false],
  ["Auto-Submitted: auto-generated; type=cron", false],
  ["Auto-Submitted: auto-replied", true],
  ["Auto-Submitted: Auto-Replied (vacation)", true],
  ["Precedence: bulk", false],
  ["Precedence: list", false],
  ["Precedence: auto_reply", true],
  ["X-Autorespond: Re: x", true],
  ["X-Auto-Response-Suppress: All", false],
  ['Content-Type: multipart/report; report-type=disposition-notification; boundary="b"', true],
  ['Content-Type: multipart/mixed; boundary="b"', false],
  ["Subject: Auto-Submitted: auto-replied", false],
])("“%s” makes an e-mail a reply: %s", async (header, isReply) => {
  expect((await read(`${header}\r\n\r\ntext\r\n`)).isReply).toBe(isReply);
});

const alternatives = (text: string, html: string) =>
  `Content-Type: multipart/alternative; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n${text}\r\n--b\r\nContent-Type: text/html\r\n\r\n${html}\r\n--b--\r\n`;

test("keywords are looked for in the text and in the HTML, and what people read is the text", async () => {
  const message = await read(
    alternatives("Please view this message in HTML.", "<p>The backup: <b>FA</b>IL</p>"),
  );
  expect(message).toMatchObject({
    text: "Please view this message in HTML.",
    searched: "Please view this message in HTML.\nThe backup: FAIL",
  });
  expect(await read(alternatives("FAIL", ""))).toMatchObject({ text: "FAIL", searched: "FAIL" });
  expect(await read(alternatives("", "<b>FAIL</b>"))).toMatchObject({ text: "FAIL", searched: "FAIL" });
});

test("the beginning of a message is read as far as it goes", async () => {
  const source =
    'Subject: x\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n\r\nthe text\r\n--b\r\nContent-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA';
  expect(await read(source)).toMatchObject({ subject: "x", text: "the text" });
});

test("the same e-mail has the same identity, and another one has another", async () => {
  const identities = await Promise.all(
    [
      "Message-ID: <1@x>\r\nDate: Tue, 10 Mar 2026 10:00:00 +0000\r\n",
      "Received: by x\r\nDate: Tue, 10 Mar 2026 12:00:00 +0200\r\nMessage-ID: <1@x>\r\n",
      "Message-ID: <1@x>\r\nDate: Wed, 11 Mar 2026 10:00:00 +0000\r\n",
      "Message-ID: <2@x>\r\nDate: Tue, 10 Mar 2026 10:00:00 +0000\r\n",
      "Message-ID: <1@x>\r\n",
      "Message-ID: \r\n",
      "Date: Tue, 10 Mar 2026 10:00:00 +0000\r\n",
    ].map(async (head) => (await read(`${head}\r\ntext\r\n`)).identity),
  );
  const [first, delayed, ...others] = identities;
  expect(delayed).toBe(first);
  expect(new Set([first, ...others])).toEqual(new Set([first, ...others.slice(0, 3), null]));
  expect(new Set(others.slice(0, 3)).size).toBe(3);
});

const HEADS = [
  "Subject: =?utf-8?B?//4=?=",
  "Subject: =?nonsense?X?a?=",
  "Content-Type: multipart/mixed; boundary=b",
  "Content-Type: text/html; charset=utf-16",
  "Content-Type: message/rfc822",
  "Content-Type: ;;;===",
  "Content-Transfer-Encoding: base64",
  "Content-Transfer-Encoding: quoted-printable",
  "Date: never",
  "Message-ID: <<>>",
  "To: a, b <c@d>, (e",
  "DKIM-Signature: x",
  " folded",
  "no colon",
];
const line = fc.oneof(
  fc.constantFrom(...HEADS, "", "--b", "--b--", "<p>&#xffffff;", "=C3=", "AAAA=", "."),
  fc.string({ unit: "binary", maxLength: 80 }),
);

test("any bytes are read without an error, in words that the database can store or that are cleaned later", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 40 }), fc.constantFrom("\r\n", "\n"), async (lines, end) => {
      const message = await readMessage(Buffer.from(lines.join(end)));
      expect(message).toEqual({
        subject: expect.any(String),
        text: expect.any(String),
        searched: expect.any(String),
        identity: message.identity === null ? null : expect.any(String),
        isReply: expect.any(Boolean),
      });
      expect(message.subject).not.toMatch(/[\r\n]/);
    }),
    { numRuns: 300 },
  );
});

test.each([
  ["many headers", "A: b\r\n".repeat(150_000)],
  ["one long header", `A: ${"b".repeat(900_000)}\r\n`],
  ["many addresses", `To: ${"a <a@b.c>, ".repeat(80_000)}\r\n`],
  ["many encoded words", `Subject: ${"=?utf-8?q?=C3=A9?= ".repeat(40_000)}\r\n`],
  [
    "parts within parts",
    Array.from(
      { length: 9_000 },
      (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`,
    ).join(""),
  ],
  ["many parts", `Content-Type: multipart/mixed; boundary=b\r\n\r\n${"--b\r\n\r\nx\r\n".repeat(80_000)}`],
  ["deep HTML", `Content-Type: text/html\r\n\r\n${"<div>".repeat(180_000)}`],
])("a megabyte of %s is read", async (_, source) => {
  expect(await read(source)).toMatchObject({ isReply: false, identity: null });
});
