import { once } from "node:events";
import type { SMTPServer } from "smtp-server";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import { db } from "@/lib/platform/db";
import type { Filters } from "@/lib/rules/reports/filters";
import { readOutput } from "@/lib/runs/outputs/read";
import { ACTOR, aSnitch } from "@/testing/factories";
import { portOf, SmtpClient, sendEmail } from "@/testing/smtp-client";
import { createMailServer } from "./mail-server";

let server: SMTPServer;
let port = 0;
const clients: SmtpClient[] = [];
beforeAll(async () => {
  server = createMailServer({ tls: null, closeMs: 100 });
  server.listen(0);
  await once(server.server, "listening");
  port = portOf(server);
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});
afterAll(() => server.close());

async function aClient(): Promise<SmtpClient> {
  const client = await SmtpClient.open(port);
  clients.push(client);
  return client;
}

const listCheckIns = (snitchId: string) =>
  db.checkIn.findMany({ where: { snitchId }, orderBy: [{ at: "asc" }, { id: "asc" }] });
const readStatus = async (id: string) => (await db.snitch.findUniqueOrThrow({ where: { id } })).status;
const listRuns = (snitchId: string) => db.run.findMany({ where: { snitchId }, orderBy: { at: "asc" } });

const printedBy = async (run: { outputId: string | null } | undefined) =>
  (await readOutput(run?.outputId ?? ""))?.data.toString();

describe("dialogues", () => {
  const UNKNOWN = "550 No snitch has this address. Copy it again from the snitch's page";

  test.each([
    ["HELO client.example", /^250 localhost Nice to meet you/],
    [
      "EHLO client.example",
      /^250-localhost .*\r\n250-PIPELINING\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250 SIZE 25000000$/s,
    ],
    ["NOOP", /^250 OK$/],
    ["RSET", /^250 Flushed$/],
    ["VRFY root", /^252 /],
    ["HELP", /^214 /],
    ["QUIT", /^221 Bye$/],
    ["", /^500 Error: command not recognized$/],
    ["SHELL", /^500 Error: command not recognized$/],
    ["WIZ x", /^500 Error: command not recognized$/],
    ["AUTH PLAIN AGEAYg==", /^500 Error: command not recognized$/],
    ["STARTTLS", /^500 Error: command not recognized$/],
    ["XCLIENT ADDR=203.0.113.9", /^550 Error: Not allowed$/],
    ["MAIL FROM:<a@b.example>", /^503 Error: send HELO\/EHLO first$/],
    ["GET / HTTP/1.1", /^421 HTTP requests not allowed$/],
    ["é\0\x01", /^500 Error: command not recognized$/],
    ["x".repeat(3_000), /^421 Error: Command line too long$/],
  ])("%s", async (line, response) => {
    expect(await (await aClient()).say(line)).toMatch(response);
  });

  test.each([
    ["0000000000000000@localhost", UNKNOWN],
    ["postmaster@localhost", UNKNOWN],
    ["root@localhost", UNKNOWN],
    ["a+b+c+d@localhost", UNKNOWN],
    ["%00'--@localhost", UNKNOWN],
    ["é@localhost", UNKNOWN],
    ["019cd72e-9a00-7000-8000-000000000001@localhost", UNKNOWN],
    ["0123456789abcdef01234567+backup@localhost", UNKNOWN],
    [`${"x".repeat(100)}@localhost`, UNKNOWN],
    ["someone@elsewhere.example", "550 Only addresses that end in @localhost take check-ins here"],
    ["someone@[127.0.0.1]", "550 Only addresses that end in @localhost take check-ins here"],
    ["someone", "501 Error: Bad recipient address syntax"],
    ["", "501 Error: Bad recipient address syntax"],
    ["postmaster", "550 Only addresses that end in @localhost take check-ins here"],
    [`${"x".repeat(300)}@localhost`, "501 Error: Bad recipient address syntax"],
  ])("an email to %s is refused, and nothing can be sent to it", async (address, refusal) => {
    const client = await aClient();
    expect(await client.address("cron@backup.example", address)).toBe(refusal);
    expect(await client.say("DATA")).toBe("503 Error: need RCPT command");
  });

  test("one message gets a response once it is recorded, and the connection takes the next", async () => {
    const snitch = await aSnitch();
    const client = await aClient();
    expect(await client.address("cron@backup.example", `${snitch.token}@LocalHost`)).toBe("250 Accepted");
    expect(await client.data("Subject: one\r\n")).toBe("250 Got it, thanks!");
    expect(await listCheckIns(snitch.id)).toHaveLength(1);
    await client.address("cron@backup.example", `${snitch.token}@localhost`);
    expect(await client.data("Subject: two\r\n")).toBe("250 Got it, thanks!");
    expect((await listCheckIns(snitch.id)).map(({ message }) => message)).toEqual(["one", "two"]);
  });

  test("commands that a client sends at once get responses in order", async () => {
    const snitch = await aSnitch();
    const client = await aClient();
    client.write(
      `EHLO x\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<${snitch.token}@localhost>\r\nDATA\r\nSubject: piped\r\n\r\n.\r\nQUIT\r\n`,
    );
    const responses = [];
    for (let i = 0; i < 6; i += 1) responses.push((await client.receive()).slice(0, 3));
    expect(responses).toEqual(["250", "250", "250", "354", "250", "221"]);
    expect(await listCheckIns(snitch.id)).toMatchObject([{ message: "piped" }]);
  });

  test("a client that tries many addresses is sent away", async () => {
    const client = await aClient();
    const wrong = Array.from({ length: 21 }, (_, i) => `wrong${i}@localhost`);
    expect(await client.address("a@b.example", ...wrong.slice(0, 20))).toBe(UNKNOWN);
    expect(await client.say("RCPT TO:<wrong@localhost>")).toBe("421 Too many unknown addresses");
  });

  test("an address that is given twice checks in once", async () => {
    const snitch = await aSnitch();
    const client = await aClient();
    await client.address("a@b.example", `${snitch.token}@localhost`, `${snitch.token}@localhost`);
    expect(await client.data("Subject: x\r\n")).toBe("250 Got it, thanks!");
    expect(await listCheckIns(snitch.id)).toHaveLength(1);
  });

  test("a message that ends early is not recorded", async () => {
    const snitch = await aSnitch();
    const client = await aClient();
    await client.address("a@b.example", `${snitch.token}@localhost`);
    await client.say("DATA");
    client.write("Subject: half\r\n\r\nand th");
    client.close();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await listCheckIns(snitch.id)).toEqual([]);
  });

  test("a line with a dot that only a careless server takes for the end is part of the message", async () => {
    const snitch = await aSnitch();
    const client = await aClient();
    await client.address("a@b.example", `${snitch.token}@localhost`);
    const smuggled = `MAIL FROM:<x@y.example>\r\nRCPT TO:<${snitch.token}@localhost>\r\nDATA\r\nSubject: smuggled\r\n`;
    expect(await client.data(`Subject: one\r\n\r\ntext\n.\n${smuggled}`)).toBe("250 Got it, thanks!");
    expect(await listCheckIns(snitch.id)).toHaveLength(1);
  });
});

describe("what an address says", () => {
  test.each([
    ["", "healthy", [{ kind: "finish", exitStatus: "" }]],
    ["+success", "healthy", [{ kind: "finish", exitStatus: "" }]],
    ["+0", "healthy", [{ kind: "finish", exitStatus: "0" }]],
    ["+fail", "errored", [{ kind: "finish", exitStatus: "fail" }]],
    ["+3", "errored", [{ kind: "finish", exitStatus: "3" }]],
    ["+start", "pending", [{ kind: "start", exitStatus: "" }]],
    ["+log", "pending", [{ kind: "log", exitStatus: "" }]],
  ])("<token>%s makes a snitch %s", async (signal, status, history) => {
    const snitch = await aSnitch();
    const response = await sendEmail(port, {
      to: `${snitch.token}${signal}@localhost`,
      subject: "Nightly backup",
      text: "42 rows\n",
    });
    expect(response).toBe("250 Got it, thanks!");
    expect(await listCheckIns(snitch.id)).toMatchObject(
      history.map((row) => ({
        ...row,
        message: signal === "+log" ? "Nightly backup\n42 rows" : "Nightly backup",
        method: "EMAIL",
        address: "127.0.0.1",
        userAgent: "cron@backup.example",
        accepted: true,
        listenerId: null,
      })),
    );
    expect(await readStatus(snitch.id)).toBe(status);
  });

  test.each(["+256", "+restart", "+", "+start+fail", "+1e1"])(
    "<token>%s is not an address",
    async (signal) => {
      const snitch = await aSnitch();
      const response = await sendEmail(port, { to: `${snitch.token}${signal}@localhost`, text: "x" });
      expect(response).toMatch(/^550 No snitch has this address/);
      expect(await listCheckIns(snitch.id)).toEqual([]);
    },
  );

  test("the text of an email is what the run printed", async () => {
    const snitch = await aSnitch();
    await sendEmail(port, { to: `${snitch.token}+start@localhost`, subject: "begin" });
    await sendEmail(port, { to: `${snitch.token}@localhost`, subject: "end", text: "42 rows\nüber 💥" });
    const [run, ...others] = await listRuns(snitch.id);
    expect(others).toEqual([]);
    expect(run).toMatchObject({ outcome: "succeeded", startedAt: expect.any(Date) });
    expect(await printedBy(run)).toBe("42 rows\nüber 💥");
  });

  test("an email without text is a plain check-in, without a run", async () => {
    const snitch = await aSnitch();
    expect(await sendEmail(port, { to: `${snitch.token}@localhost`, subject: "done" })).toMatch(/^250/);
    expect(await listRuns(snitch.id)).toEqual([]);
    expect(await readStatus(snitch.id)).toBe("healthy");
  });

  test("the token may be written in capitals, or as the UUID of Healthchecks", async () => {
    const snitch = await aSnitch({ token: "abcdef0123456789" });
    const uuid = "abcdef01-2345-8678-8900-746174746c65";
    for (const name of ["ABCDEF0123456789", uuid, uuid.toUpperCase()])
      expect(await sendEmail(port, { to: `${name}@localhost`, subject: name })).toBe("250 Got it, thanks!");
    expect(await listCheckIns(snitch.id)).toHaveLength(3);
  });

  test("imported snitches keep their UUIDs and tokens, and have their id as UUID only if they have no other", async () => {
    const imported = await aSnitch({ token: "5b71b2c4-9a00-4000-8000-00000000000a" });
    const kuma = await aSnitch({ token: "Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z" });
    const own = await aSnitch();
    const send = (name: string) => sendEmail(port, { to: `${name}@localhost`, subject: "x" });
    for (const name of [imported.token, kuma.token, kuma.id]) expect(await send(name)).toMatch(/^250/);
    for (const name of [imported.id, own.id, kuma.token.toLowerCase()])
      expect(await send(name)).toMatch(/^550/);
    expect(await listCheckIns(imported.id)).toHaveLength(1);
    expect(await listCheckIns(kuma.id)).toHaveLength(2);
    expect(await listCheckIns(own.id)).toEqual([]);
  });

  test("a key and a slug name a snitch of the key's case", async () => {
    const snitch = await aSnitch({ slug: "backup" });
    await aSnitch({ slug: "backup" });
    const twins = [1, 2].map((n) => aSnitch({ caseId: snitch.caseId, slug: "twin", name: `Twin ${n}` }));
    await Promise.all(twins);
    const aKey = (access: "full" | "read" | "ping") =>
      createApiKey(snitch.caseId, { name: access, kind: "healthchecks", access }, ACTOR);
    const [ping, full, read] = [await aKey("ping"), await aKey("full"), await aKey("read")];
    const send = (name: string) => sendEmail(port, { to: `${name}@localhost`, subject: name });
    expect(await send(`${ping.key}+backup`)).toBe("250 Got it, thanks!");
    expect(await send(`${full.key}+backup+fail`)).toBe("250 Got it, thanks!");
    expect(await send(`${read.key}+backup`)).toMatch(/^550 This key may only read/);
    expect(await send(`${ping.key}+twin`)).toMatch(/^550 Several snitches have this slug/);
    expect(await send(`${ping.key}+start`)).toMatch(/^550 No snitch has this address/);
    expect(await send(`${ping.key}+backup+restart`)).toMatch(/^550 No snitch has this address/);
    expect((await listCheckIns(snitch.id)).map(({ exitStatus }) => exitStatus)).toEqual(["", "fail"]);
  });

  test("an imported token that looks like a key is found with a word after it", async () => {
    const snitch = await aSnitch({ token: "0123456789abcdef0123456789abcdef" });
    const response = await sendEmail(port, { to: `${snitch.token}+fail@localhost`, subject: "x" });
    expect(response).toBe("250 Got it, thanks!");
    expect(await readStatus(snitch.id)).toBe("errored");
  });
});

const FILTERS: Filters = {
  methods: "",
  inSubject: true,
  inBody: false,
  inHttpBody: false,
  successKeywords: "Done, OK",
  failureKeywords: "FAILED",
  startKeywords: "begins",
  failsByDefault: false,
};

describe("keywords", () => {
  test.each([
    [{}, "Backup Done", "", "healthy"],
    [{}, "Backup FAILED, not Done", "", "errored"],
    [{}, "Backup done", "", "pending"],
    [{ failsByDefault: true }, "Backup done", "", "errored"],
    [{}, "Backup", "Done", "pending"],
    [{ inBody: true }, "Backup", "all Done", "healthy"],
    [{ inBody: true, inSubject: false }, "FAILED", "Done", "healthy"],
    [{ inSubject: false }, "FAILED", "FAILED", "healthy"],
  ])("%o: “%s”, “%s” makes a snitch %s", async (given, subject, text, status) => {
    const snitch = await aSnitch({ filters: { ...FILTERS, ...given } });
    expect(await sendEmail(port, { to: `${snitch.token}@localhost`, subject, text })).toMatch(/^250 /);
    expect(await readStatus(snitch.id)).toBe(status);
  });

  test("what has no keyword is kept as ignored, with its text, also where that is not searched", async () => {
    const snitch = await aSnitch({ filters: FILTERS, status: "errored" });
    await sendEmail(port, { to: `${snitch.token}@localhost`, subject: "Backup", text: "42 rows" });
    expect(await listCheckIns(snitch.id)).toMatchObject([{ kind: "ignored", message: "Backup\n42 rows" }]);
    expect(await readStatus(snitch.id)).toBe("errored");
    expect(await listRuns(snitch.id)).toEqual([]);
  });

  test("a keyword of a start begins a run", async () => {
    const snitch = await aSnitch({ filters: FILTERS });
    await sendEmail(port, { to: `${snitch.token}@localhost`, subject: "Backup begins" });
    expect(await listRuns(snitch.id)).toMatchObject([{ outcome: "running" }]);
  });

  test("a word in the address wins", async () => {
    const snitch = await aSnitch({ filters: FILTERS });
    await sendEmail(port, { to: `${snitch.token}+success@localhost`, subject: "FAILED" });
    expect(await readStatus(snitch.id)).toBe("healthy");
  });

  test("keywords are found in encoded subjects and in HTML", async () => {
    const filters = { ...FILTERS, inBody: true, failureKeywords: "Übertragung fehlgeschlagen" };
    const [one, two] = [await aSnitch({ filters }), await aSnitch({ filters })];
    await sendEmail(port, { to: `${one.token}@localhost`, subject: "💥 Übertragung fehlgeschlagen" });
    const html = "<h1>&Uuml;bertragung\nfehl<b>geschlagen</b></h1>";
    await sendEmail(port, { to: `${two.token}@localhost`, subject: "x", html });
    expect([await readStatus(one.id), await readStatus(two.id)]).toEqual(["errored", "errored"]);
  });

  test.each([
    ["only the HTML", "Please view this message in HTML.", "<p>The backup: <b>FAILED</b></p>"],
    ["only the text", "The backup: FAILED", '<img src="https://example.com/red.png">'],
    ["the HTML against the text", "Done", "<b>FAI</b>LED"],
  ])("a failure that %s of a message with both reports is found", async (_, text, html) => {
    const snitch = await aSnitch({ filters: { ...FILTERS, inBody: true } });
    await sendEmail(port, { to: `${snitch.token}@localhost`, subject: "Backup", text, html });
    expect(await readStatus(snitch.id)).toBe("errored");
  });
});

describe("how a message is written", () => {
  test.each([
    ["plain", "Subject: caf\xc3\xa9\r\n\r\n\xc3\xbcber\r\n", "café", "über"],
    [
      "quoted-printable",
      "Subject: =?utf-8?Q?caf=C3=A9?=\r\nContent-Transfer-Encoding: quoted-printable\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n=C3=BCber\r\n",
      "café",
      "über",
    ],
    [
      "base64",
      "Subject: =?iso-8859-1?B?Y2Fm6Q==?=\r\nContent-Transfer-Encoding: base64\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\n/GJlcg==\r\n",
      "café",
      "über",
    ],
    ["in two encoded words", "Subject: =?utf-8?B?Y2Fm?=\r\n =?utf-8?B?w6k=?=\r\n\r\nx\r\n", "café", "x"],
    ["with dots at the beginning of lines", "Subject: x\r\n\r\n..one\r\n...two\r\n", "x", ".one\n..two"],
    [
      "in parts",
      'Subject: x\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nthe text\r\n--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n--b--\r\n',
      "x",
      "the text",
    ],
    [
      "in text and HTML",
      'Subject: x\r\nContent-Type: multipart/alternative; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nplain\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>html</p>\r\n--b--\r\n',
      "x",
      "plain",
    ],
    [
      "in HTML",
      "Subject: x\r\nContent-Type: text/html\r\n\r\n<style>p{}</style><p>one</p><pre>a\r\n  b</pre>\r\n",
      "x",
      "one\n\na\n  b",
    ],
    ["without a subject", "From: x\r\n\r\nthe text\r\n", "", "the text"],
    ["without a head", "\r\nthe text\r\n", "", "the text"],
    ["with NUL", "Subject: a\0b\r\n\r\nc\0d\r\n", "ab", "c\0d"],
  ])("%s", async (_, source, subject, text) => {
    const snitch = await aSnitch();
    const client = await aClient();
    await client.address("a@b.example", `${snitch.token}@localhost`);
    expect(await client.data(source)).toBe("250 Got it, thanks!");
    expect(await listCheckIns(snitch.id)).toMatchObject([{ message: subject }]);
    const [run] = await listRuns(snitch.id);
    expect(await printedBy(run)).toBe(text);
  });
});

describe("what is not a check-in", () => {
  test.each([
    ["a holiday note", "Auto-Submitted: auto-replied (vacation)\r\n"],
    ["an old holiday note", "X-Autoreply: yes\r\n"],
    ["a holiday note of another program", "Precedence: auto_reply\r\n"],
    ["a delivery report", 'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n'],
  ])("%s is accepted and changes nothing", async (_, headers) => {
    const snitch = await aSnitch();
    const client = await aClient();
    await client.address("a@b.example", `${snitch.token}+fail@localhost`);
    expect(await client.data(`${headers}Subject: x\r\n\r\ntext\r\n`)).toBe(
      "250 Accepted, but it is no check-in",
    );
    expect(await readStatus(snitch.id)).toBe("pending");
    expect(await listCheckIns(snitch.id)).toMatchObject([
      { kind: "ignored", message: expect.stringMatching(/^Automatic reply: x(\ntext)?$/) },
    ]);
  });

  test("an email without a sender, as bounces are, changes nothing", async () => {
    const snitch = await aSnitch();
    const client = await aClient();
    await client.address("", `${snitch.token}@localhost`);
    expect(await client.data("Subject: Undelivered\r\n\r\n")).toBe("250 Accepted, but it is no check-in");
    expect(await readStatus(snitch.id)).toBe("pending");
  });

  test("what cron daemons send is a check-in", async () => {
    const snitch = await aSnitch();
    const client = await aClient();
    await client.address("root@backup.example", `${snitch.token}@localhost`);
    const cronie = "Auto-Submitted: auto-generated\r\nPrecedence: bulk\r\nX-Cron-Env: <USER=root>\r\n";
    expect(await client.data(`${cronie}Subject: Cron <root@backup> backup\r\n\r\n42 rows\r\n`)).toBe(
      "250 Got it, thanks!",
    );
    expect(await readStatus(snitch.id)).toBe("healthy");
  });
});

describe("limits", () => {
  const buildMessage = (bytes: number) => `Subject: x\r\n\r\n${"A line of a log.\r\n".repeat(bytes / 18)}`;

  test("a message with 20 MB is recorded, with the beginning of its text", async () => {
    const snitch = await aSnitch();
    const client = await aClient();
    await client.address("a@b.example", `${snitch.token}@localhost`);
    expect(await client.data(buildMessage(20_000_000))).toBe("250 Got it, thanks!");
    expect(await readStatus(snitch.id)).toBe("healthy");
  });

  test("a message whose keywords may stand in what is not read is refused, unless the address says what it means", async () => {
    const snitch = await aSnitch({ filters: { ...FILTERS, inBody: true } });
    const client = await aClient();
    await client.address("a@b.example", `${snitch.token}@localhost`);
    expect(await client.data(buildMessage(2_000_000))).toMatch(
      /^552 Keywords are looked for in messages of up to 1 MB/,
    );
    expect(await listCheckIns(snitch.id)).toEqual([]);
    await client.address("a@b.example", `${snitch.token}+success@localhost`);
    expect(await client.data(buildMessage(2_000_000))).toBe("250 Got it, thanks!");
  });

  test("a message beyond 25 MB is refused, at once if the client says so", async () => {
    const snitch = await aSnitch();
    const client = await aClient();
    await client.say("EHLO x");
    expect(await client.say("MAIL FROM:<a@b.example> SIZE=25000001")).toMatch(/^552 /);
    await client.address("a@b.example", `${snitch.token}@localhost`);
    expect(await client.data(buildMessage(25_100_000))).toBe(
      "552 The message is larger than 25 MB. Send less",
    );
    expect(await listCheckIns(snitch.id)).toEqual([]);
  });

  test("check-ins beyond the rate get 452", async () => {
    const snitch = await aSnitch();
    const client = await aClient();
    const responses: string[] = [];
    for (let i = 0; i < 12; i += 1) {
      await client.address("a@b.example", `${snitch.token}@localhost`);
      responses.push(await client.data(`Subject: ${i}\r\n`));
    }
    expect(responses.slice(0, 10)).toEqual(Array(10).fill("250 Got it, thanks!"));
    expect(responses.at(-1)).toBe(
      "452 Too many check-ins: after the first 10 in an hour, one a minute is accepted. Try again later",
    );
  });

  test("more than a hundred recipients get their reply later", async () => {
    const snitches = await Promise.all(Array.from({ length: 101 }, () => aSnitch()));
    const client = await aClient();
    const addresses = snitches.map(({ token }) => `${token}@localhost`);
    expect(await client.address("a@b.example", ...addresses)).toBe("452 Error: too many recipients");
    expect(await client.data("Subject: all\r\n")).toBe("250 Got it, thanks!");
    const ids = snitches.map(({ id }) => id);
    expect(await db.checkIn.count({ where: { snitchId: { in: ids } } })).toBe(100);
  });

  test("a client may have fifty connections", async () => {
    const opened = await Promise.all(Array.from({ length: 51 }, () => SmtpClient.open(port)));
    clients.push(...opened);
    const responses = await Promise.all(opened.map((client) => client.say("NOOP")));
    expect(responses.filter((response) => response === "250 OK").length).toBeLessThanOrEqual(50);
    expect(responses.filter((response) => response !== "250 OK").length).toBeGreaterThan(0);
    for (const client of opened) client.close();
  });
});

describe("several recipients", () => {
  test("each snitch gets its check-in, by what its own address says", async () => {
    const [one, two, three] = [await aSnitch(), await aSnitch(), await aSnitch({ filters: FILTERS })];
    const to = [`${one.token}@localhost`, `${two.token}+fail@localhost`, `${three.token}@localhost`];
    expect(await sendEmail(port, { to, subject: "Backup Done" })).toBe("250 Got it, thanks!");
    expect([await readStatus(one.id), await readStatus(two.id), await readStatus(three.id)]).toEqual([
      "healthy",
      "errored",
      "healthy",
    ]);
  });

  test("an unknown one is refused on its own", async () => {
    const snitch = await aSnitch();
    const client = await aClient();
    const to = [`${snitch.token}@localhost`, "0000000000000000@localhost"];
    expect(await client.address("a@b.example", ...to)).toMatch(/^550 /);
    expect(await client.data("Subject: x\r\n")).toBe("250 Got it, thanks!");
    expect(await listCheckIns(snitch.id)).toHaveLength(1);
  });

  test("if one must wait, the message is sent again, and the others are recorded once", async () => {
    const [fast, slow] = [await aSnitch(), await aSnitch()];
    const client = await aClient();
    for (let i = 0; i < 11; i += 1) {
      await client.address("a@b.example", `${slow.token}@localhost`);
      await client.data(`Subject: ${i}\r\n`);
    }
    const message = "Message-ID: <1@backup.example>\r\nSubject: both\r\n";
    const send = async () => {
      await client.address("a@b.example", `${fast.token}@localhost`, `${slow.token}@localhost`);
      return client.data(message);
    };
    expect(await send()).toMatch(/^452 /);
    expect(await send()).toMatch(/^452 /);
    expect(await listCheckIns(fast.id)).toHaveLength(1);
    await db.snitch.update({ where: { id: slow.id }, data: { hourCount: 0 } });
    expect(await send()).toBe("250 Got it, thanks!");
    expect(await listCheckIns(fast.id)).toHaveLength(1);
    expect(
      (await listCheckIns(slow.id)).filter(({ accepted, message }) => accepted && message === "both"),
    ).toHaveLength(1);
  });
});

describe("repeats", () => {
  const message = (id: string, date = "Tue, 10 Mar 2026 10:00:00 +0000") =>
    `${id ? `Message-ID: <${id}>\r\n` : ""}Date: ${date}\r\nSubject: x\r\n\r\ntext\r\n`;

  test.each([
    ["the same email", message("1@x"), message("1@x"), 1],
    ["the next email", message("1@x"), message("2@x"), 2],
    [
      "an email of a program that never changes its Message-ID",
      message("1@x"),
      message("1@x", "Wed, 11 Mar 2026 10:00:00 +0000"),
      2,
    ],
    ["an email without a Message-ID", message(""), message(""), 2],
  ])("%s", async (_, first, second, count) => {
    const snitch = await aSnitch();
    for (const one of [first, second]) {
      const client = await aClient();
      await client.address("a@b.example", `${snitch.token}@localhost`);
      expect(await client.data(one)).toBe("250 Got it, thanks!");
    }
    expect(await listCheckIns(snitch.id)).toHaveLength(count);
    expect(await listRuns(snitch.id)).toHaveLength(count);
  });

  test("an email that arrives over several connections at once is recorded once", async () => {
    const snitch = await aSnitch();
    const opened = await Promise.all(Array.from({ length: 8 }, aClient));
    for (const client of opened) await client.address("a@b.example", `${snitch.token}@localhost`);
    const responses = await Promise.all(opened.map((client) => client.data(message("1@x"))));
    expect(new Set(responses)).toEqual(new Set(["250 Got it, thanks!"]));
    expect(await listCheckIns(snitch.id)).toHaveLength(1);
  });
});
