import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { afterEach, expect, test } from "vitest";
import { buildHeaders } from "@/lib/emails/headers";
import { unsubscribeHeaders } from "@/lib/emails/recipients/link";
import { sendEmails } from "@/lib/emails/send";
import { db } from "@/lib/platform/db";
import { enqueueMagicLinks } from "@/testing/magic-links";
import { SELF_SIGNED } from "@/testing/self-signed";
import { smtpProvider } from "./smtp";

const servers: SMTPServer[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const smtpError = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });

/** An SMTP server that rejects some recipients and stores the messages that it accepts. */
async function aServer(options: ConstructorParameters<typeof SMTPServer>[0] = {}) {
  const accepted: string[] = [];
  const server = new SMTPServer({
    ...SELF_SIGNED,
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: ({ address }, _, callback) => {
      if (address.startsWith("gone")) return callback(smtpError(550, "No such user here"));
      if (address.startsWith("later")) return callback(smtpError(450, "Greylisted, come back later"));
      callback();
    },
    onData: async (stream, _, callback) => {
      const message = await text(stream);
      accepted.push(message);
      callback();
    },
    ...options,
  });
  // Clients may disconnect early. That is not what the tests are about.
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push(server);
  const { port } = server.server.address() as AddressInfo;
  return { accepted, port };
}

type Callback = (error?: Error) => void;

const reject = (code: number, text: string) => (_address: unknown, _session: unknown, callback: Callback) =>
  callback(smtpError(code, text));

const rejectData = (stream: Readable, _session: unknown, callback: Callback) => {
  stream.resume().on("end", () => callback(smtpError(554, "Message rejected")));
};

const providerAt = (url: string, timeoutMs = 60_000) =>
  smtpProvider({ url, from: "Tattle <tattle@example.com>", hostname: "tattle.test", timeoutMs });

const findEmails = (ids: string[]) =>
  db.email.findMany({ where: { id: { in: ids } }, orderBy: { address: "asc" }, include: { history: true } });

test("a message arrives with both its parts, its sender, and the id of the email", async () => {
  const { accepted, port } = await aServer();
  const [id = ""] = await enqueueMagicLinks("ada@example.com");

  await sendEmails([id], providerAt(`smtp://127.0.0.1:${port}`));

  expect(accepted).toHaveLength(1);
  for (const part of [
    `Message-ID: <${id}@tattle.test>`,
    "From: Tattle <tattle@example.com>",
    "To: ada@example.com",
    "Subject: Your sign-in link",
    "Content-Type: text/plain",
    "Content-Type: text/html",
  ]) {
    expect(accepted[0]).toContain(part);
  }
  expect(await findEmails([id])).toMatchObject([
    { sentAt: expect.any(Date), history: [{ outcome: "accepted" }] },
  ]);
});

test("the headers to unsubscribe arrive on one line each", async () => {
  const { accepted, port } = await aServer();
  const headers = unsubscribeHeaders("01a1fb83-af36-4345-9db8-85689f84cc20");
  const message = {
    id: "1",
    to: "ops@example.com",
    subject: "Missing",
    html: "<p>Missing</p>",
    text: "Missing",
  };

  await providerAt(`smtp://127.0.0.1:${port}`).send("", [{ ...message, headers }]);

  // A header may begin a new line after its name, but a line break within the URL would change it.
  const unfolded = accepted[0]?.replace(/\r\n[ \t]+/g, " ");
  expect(unfolded).toMatch(/^List-Unsubscribe: <http:\/\/localhost:3000\/unsubscribe\/[\w-]{43}>\r$/m);
  expect(unfolded).toContain("\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n");
});

test("two emails of an incident arrive with ids of their own and the same reference", async () => {
  const { accepted, port } = await aServer();
  const incidentId = "01a1fb83-af36-4345-9db8-85689f84cc20";
  const headers = buildHeaders({ caseId: "c", incidentId, outsiderId: null });
  const content = { to: "ops@example.com", html: "<p>Backup</p>", text: "Backup", headers };

  await providerAt(`smtp://127.0.0.1:${port}`).send("", [
    { ...content, id: "1", subject: "▲ Missing: Backup" },
    { ...content, id: "2", subject: "● Recovered: Backup" },
  ]);

  const unfolded = accepted.map((message) => message.replace(/\r\n[ \t]+/g, " "));
  expect(unfolded).toHaveLength(2);
  for (const message of unfolded) {
    const [head = ""] = message.split("\r\n\r\n");
    const root = `<${incidentId}@localhost>`;
    expect(
      head.match(/^(In-Reply-To|References|Auto-Submitted|List-Unsubscribe): .*$/gim)?.toSorted(),
    ).toEqual([
      "Auto-Submitted: auto-generated",
      `In-Reply-To: ${root}`,
      "List-Unsubscribe: <http://localhost:3000/account/notifications?case=c>",
      `References: ${root}`,
    ]);
  }
  const ids = unfolded.map((message) => /^Message-ID: (.*)$/m.exec(message)?.[1]);
  expect(ids.toSorted()).toEqual(["<1@tattle.test>", "<2@tattle.test>"]);
});

test("an address that is rejected permanently is given up, a temporary rejection is retried, and the others are sent", async () => {
  const { accepted, port } = await aServer();
  const ids = await enqueueMagicLinks("ada@example.com", "gone@example.com", "later@example.com");

  await sendEmails(ids, providerAt(`smtp://127.0.0.1:${port}`));

  expect(accepted).toHaveLength(1);
  expect(await findEmails(ids)).toMatchObject([
    { sentAt: expect.any(Date) },
    {
      gaveUpAt: expect.any(Date),
      history: [{ outcome: "rejected", status: 550, response: expect.stringContaining("No such user here") }],
    },
    { sentAt: null, gaveUpAt: null, attempts: 1, history: [{ outcome: "rejected", status: 450 }] },
  ]);
});

test.each([
  ["a quota", { onRcptTo: reject(550, "5.4.5 Daily user sending limit exceeded") }],
  ["a policy", { onRcptTo: reject(550, "5.7.1 Sender is not allowed to relay") }],
  ["the content", { onData: rejectData }],
])("an email that the server rejects because of %s is retried", async (_, options) => {
  const { port } = await aServer(options);
  const ids = await enqueueMagicLinks("ada@example.com");

  await sendEmails(ids, providerAt(`smtp://127.0.0.1:${port}`));

  expect(await findEmails(ids)).toMatchObject([
    { sentAt: null, gaveUpAt: null, attempts: 1, history: [{ outcome: "rejected" }] },
  ]);
});

test("an email is retried if the server rejects our password", async () => {
  const { port } = await aServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_, __, callback) => callback(smtpError(535, "Authentication failed")),
  });
  const ids = await enqueueMagicLinks("ada@example.com");

  await sendEmails(ids, providerAt(`smtp://ann:wrong@127.0.0.1:${port}`));

  expect(await findEmails(ids)).toMatchObject([
    { sentAt: null, gaveUpAt: null, history: [{ outcome: "rejected", status: 535 }] },
  ]);
});

test("nothing is sent to a server with a certificate that is not trusted, and the attempt records why", async () => {
  const { port, accepted } = await aServer({ disabledCommands: [] });
  const ids = await enqueueMagicLinks("ada@example.com");

  await sendEmails(ids, providerAt(`smtp://127.0.0.1:${port}`));

  expect(accepted).toEqual([]);
  expect(await findEmails(ids)).toMatchObject([
    { sentAt: null, gaveUpAt: null, history: [{ outcome: "tls" }] },
  ]);
});

test("a server that hangs is recorded as a timeout, a closed port as refused", async () => {
  const { port } = await aServer({ onConnect: () => {} });
  const [hanging = "", refused = ""] = await enqueueMagicLinks("ada@example.com", "bob@example.com");

  await sendEmails([hanging], providerAt(`smtp://127.0.0.1:${port}`, 500));
  await sendEmails([refused], providerAt("smtp://127.0.0.1:9"));

  expect((await findEmails([hanging, refused])).map(({ history }) => history)).toMatchObject([
    [{ outcome: "timeout" }],
    [{ outcome: "refused" }],
  ]);
});
