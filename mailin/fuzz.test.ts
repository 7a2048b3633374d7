import { once } from "node:events";
import fc from "fast-check";
import type { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { aCase, aSnitch } from "@/testing/factories";
import { runsFor } from "@/testing/runs";
import { portOf, SmtpClient } from "@/testing/smtp-client";
import { createMailServer } from "./mail-server";

const RUNS = runsFor("mailin/fuzz.test.ts");
const TIMEOUT_MS = 240_000 + RUNS * 1_000;

let server: SMTPServer;
beforeAll(async () => {
  server = createMailServer({ tls: null, closeMs: 100 });
  server.listen(0);
  await once(server.server, "listening");
});
afterAll(() => server.close());

const anyBytes = fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes).toString("latin1"));

const line = fc.oneof(
  fc.constantFrom(
    "EHLO x",
    "HELO",
    "MAIL FROM:<a@b.example>",
    "MAIL FROM:<>",
    "MAIL FROM:a",
    "RCPT TO:<postmaster>",
    "DATA",
    "RSET",
    "RCPT TO:<0000000000000000@localhost>",
    "RCPT TO:<+start@localhost>",
    "RCPT TO:<%s@localhost> NOTIFY=NEVER",
    "BDAT 1",
    "STARTTLS",
    "AUTH LOGIN",
    "NOOP",
    "VRFY <x>",
    ".",
    "",
    "Subject: x",
    "KILL",
    "WIZ",
    "MAIL FROM:<a@b.example> SIZE=-1",
  ),
  anyBytes,
  fc.stringMatching(/^RCPT TO:<[!-~]{0,40}@localhost>$/),
);

test(
  "whatever a client says, each response is one of SMTP, no snitch changes, and the server keeps running",
  async () => {
    const bystander = await aSnitch();
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 30 }), async (lines) => {
        const client = await SmtpClient.open(portOf(server));
        client.write(`EHLO x\r\n${lines.join("\r\n")}\r\n.\r\nQUIT\r\n`);
        for (let response = ""; !/^(?:221|421)/.test(response); ) {
          response = await client.receive();
          expect(response).toMatch(/^[2345]\d\d[ -]/);
        }
        client.close();
      }),
      { numRuns: RUNS },
    );
    expect(await db.checkIn.count()).toBe(0);
    expect(await db.snitch.findUniqueOrThrow({ where: { id: bystander.id } })).toEqual(bystander);
  },
  TIMEOUT_MS,
);

const messageLine = fc.oneof(
  fc.constantFrom(
    "Subject: =?utf-8?B?//4=?=",
    "Content-Type: multipart/mixed; boundary=b",
    "--b",
    "--b--",
    "",
    "..",
    "Content-Type: text/html",
    "Content-Transfer-Encoding: base64",
    "Message-ID: <1@x>",
    "Message-ID:",
    "Date: never",
    "<p>&#0;\0",
    "Auto-Submitted: auto-replied",
  ),
  anyBytes.map((text) => text.replace(/[\r\n]/g, " ").replace(/^\./, "..")),
);

test(
  "whatever a message contains, it is a check-in of its snitch alone, or a reply",
  async () => {
    const { id: caseId } = await aCase();
    const bystander = await aSnitch({ caseId });
    const client = await SmtpClient.open(portOf(server));
    await fc.assert(
      fc.asyncProperty(fc.array(messageLine, { maxLength: 30 }), async (lines) => {
        const snitch = await aSnitch({ caseId });
        await client.address("a@b.example", `${snitch.token}@localhost`);
        expect(await client.data(lines.join("\r\n"))).toMatch(
          /^250 (?:Got it, thanks!|Accepted, but it is no check-in)$/,
        );
        const history = await db.checkIn.findMany({ where: { snitchId: snitch.id } });
        expect(history).toMatchObject([{ method: "EMAIL", accepted: true, exitStatus: "" }]);
        const { status } = await db.snitch.findUniqueOrThrow({ where: { id: snitch.id } });
        expect(status).toBe(history[0]?.kind === "ignored" ? "pending" : "healthy");
      }),
      { numRuns: 2 * RUNS },
    );
    client.close();
    expect(await db.snitch.findUniqueOrThrow({ where: { id: bystander.id } })).toEqual(bystander);
  },
  TIMEOUT_MS,
);

test("a message that arrives byte by byte is a check-in, with the time of its beginning", async () => {
  const snitch = await aSnitch();
  const client = await SmtpClient.open(portOf(server));
  await client.address("a@b.example", `${snitch.token}@localhost`);
  await client.say("DATA");
  const begunAt = Date.now();
  for (const byte of "Subject: slow\r\n\r\ntext\r\n.\r\n") {
    client.write(byte);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  expect(await client.receive()).toBe("250 Got it, thanks!");
  client.close();
  const [checkIn] = await db.checkIn.findMany({ where: { snitchId: snitch.id } });
  expect(checkIn?.message).toBe("slow");
  expect(checkIn?.at.getTime()).toBeLessThanOrEqual(begunAt);
});
