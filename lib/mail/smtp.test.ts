import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import { SMTPServer } from "smtp-server";
import { afterEach, expect, test } from "vitest";
import { enqueueEmails } from "@/lib/emails/enqueue";
import { sendEmails } from "@/lib/emails/send";
import { db, transaction } from "@/lib/platform/db";
import { SELF_SIGNED } from "@/lib/testing/self-signed";
import { smtpProvider } from "./smtp";

const servers: SMTPServer[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const NO = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });

/** An SMTP server that refuses some recipients, and keeps what it takes. */
async function aServer(options: ConstructorParameters<typeof SMTPServer>[0] = {}) {
  const taken: string[] = [];
  const server = new SMTPServer({
    ...SELF_SIGNED,
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: ({ address }, _, callback) => {
      if (address.startsWith("gone")) return callback(NO(550, "No such user here"));
      if (address.startsWith("later")) return callback(NO(450, "Greylisted, come back later"));
      callback();
    },
    onData: async (stream, _, callback) => {
      let mail = "";
      for await (const chunk of stream) mail += chunk;
      taken.push(mail);
      callback();
    },
    ...options,
  });
  // A client that goes away while it is spoken to is no concern of a test.
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push(server);
  const { port } = server.server.address() as AddressInfo;
  return { taken, port };
}

type Answer = (fault?: Error) => void;

const no = (code: number, text: string) => (_address: unknown, _session: unknown, answer: Answer) =>
  answer(NO(code, text));

const refuseData = (stream: Readable, _session: unknown, answer: Answer) => {
  stream.resume().on("end", () => answer(NO(554, "Message rejected")));
};

const providerAt = (url: string) =>
  smtpProvider({ url, from: "Tattle <tattle@example.com>", hostname: "tattle.test", timeoutMs: 500 });

async function owe(...addresses: string[]): Promise<string[]> {
  const expiresAt = new Date(Date.now() + 3_600_000);
  const facts = { url: "https://tattle.test/sign-in?token=s3cret", expiresAt };
  const letters = addresses.map((address) => ({ kind: "magic_link", address, facts }) as const);
  return (await transaction((sql) => enqueueEmails(sql, letters))).emails;
}

const standing = (ids: string[]) =>
  db.email.findMany({ where: { id: { in: ids } }, orderBy: { address: "asc" }, include: { history: true } });

test("a mail arrives with both its parts, its sender and an id that stays the same", async () => {
  const { taken, port } = await aServer();
  const [id = ""] = await owe("ada@example.com");

  await sendEmails([id], providerAt(`smtp://127.0.0.1:${port}`));

  expect(taken).toHaveLength(1);
  for (const part of [
    `Message-ID: <${id}@tattle.test>`,
    "From: Tattle <tattle@example.com>",
    "To: ada@example.com",
    "Subject: Your link to sign in",
    "Content-Type: text/plain",
    "Content-Type: text/html",
  ]) {
    expect(taken[0]).toContain(part);
  }
  expect(await standing([id])).toMatchObject([
    { sentAt: expect.any(Date), history: [{ outcome: "accepted" }] },
  ]);
});

test("an address that is refused is given up, one that is asked to wait is not, and neither keeps others", async () => {
  const { taken, port } = await aServer();
  const ids = await owe("ada@example.com", "gone@example.com", "later@example.com");

  await sendEmails(ids, providerAt(`smtp://127.0.0.1:${port}`));

  expect(taken).toHaveLength(1);
  expect(await standing(ids)).toMatchObject([
    { sentAt: expect.any(Date) },
    {
      gaveUpAt: expect.any(Date),
      history: [{ outcome: "rejected", status: 550, answer: expect.stringContaining("No such user here") }],
    },
    { sentAt: null, gaveUpAt: null, attempts: 1, history: [{ outcome: "rejected", status: 450 }] },
  ]);
});

test.each([
  ["a quota", { onRcptTo: no(550, "5.4.5 Daily user sending limit exceeded") }],
  ["a policy", { onRcptTo: no(550, "5.7.1 Sender is not allowed to relay") }],
  ["the whole mail", { onData: refuseData }],
])("a server that refuses for %s may take the mail later today", async (_, options) => {
  const { port } = await aServer(options);
  const ids = await owe("ada@example.com");

  await sendEmails(ids, providerAt(`smtp://127.0.0.1:${port}`));

  expect(await standing(ids)).toMatchObject([
    { sentAt: null, gaveUpAt: null, attempts: 1, history: [{ outcome: "rejected" }] },
  ]);
});

test("a password that the server does not take is nobody's address's fault", async () => {
  const { port } = await aServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_, __, callback) => callback(NO(535, "Authentication failed")),
  });
  const ids = await owe("ada@example.com");

  await sendEmails(ids, providerAt(`smtp://ann:wrong@127.0.0.1:${port}`));

  expect(await standing(ids)).toMatchObject([
    { sentAt: null, gaveUpAt: null, history: [{ outcome: "rejected", status: 535 }] },
  ]);
});

test("a server that hangs is a timeout, and one that is not there refuses", async () => {
  const { port } = await aServer({ onConnect: () => {} });
  const [hangs = "", away = ""] = await owe("ada@example.com", "bob@example.com");

  await sendEmails([hangs], providerAt(`smtp://127.0.0.1:${port}`));
  await sendEmails([away], providerAt("smtp://127.0.0.1:9"));

  expect((await standing([hangs, away])).map(({ history }) => history)).toMatchObject([
    [{ outcome: "timeout" }],
    [{ outcome: "refused" }],
  ]);
});
