import { writeFileSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import type { Filters } from "@/lib/rules/reports/filters";
import { eventually } from "@/testing/eventually";
import { aCase } from "@/testing/factories";
import { openFlakyConnection } from "@/testing/flaky-connection";
import { seededRandom } from "@/testing/random-history";
import { FIRST_SEED, runsFor } from "@/testing/runs";
import { SELF_SIGNED } from "@/testing/self-signed";
import { type ServerProcess, startMailServer } from "@/testing/server-process";
import { SmtpClient, sendEmail } from "@/testing/smtp-client";

const RUNS = runsFor("mailin/crash.test.ts");

const FILTERS: Filters = {
  methods: "",
  inSubject: true,
  inBody: true,
  inHttpBody: false,
  successKeywords: "OK",
  failureKeywords: "FAILED",
  startKeywords: "",
  failsByDefault: false,
};

const DATA = path.resolve(".data", "test", `mail-crash-${process.pid}`);
const SENDERS = 6;

let connection: Awaited<ReturnType<typeof openFlakyConnection>>;
let server: ServerProcess;

const port = () => Number(new URL(server.url).port);

beforeAll(async () => {
  connection = await openFlakyConnection(process.env.DATABASE_URL ?? "");
  server = await startMailServer({ databaseUrl: connection.url, dataDir: DATA });
});
afterAll(async () => {
  await server.signal("SIGTERM");
  await rm(DATA, { recursive: true, force: true });
});

type Sent = { subject: string; attempts: number; isAccepted: boolean };

/** Sends one message, and sends it again until it is accepted, as mail servers do. Null: the server no longer existed. */
async function sendOnce(token: string, subject: string, text = "text"): Promise<string | null> {
  try {
    const client = await SmtpClient.open(port());
    try {
      const to = await client.address("cron@backup.example", `${token}@localhost`);
      if (!to.startsWith("250")) return to;
      return await client.data(
        `Message-ID: <${subject}@backup.example>\r\nSubject: ${subject}\r\n\r\n${text}\r\n`,
      );
    } finally {
      client.close();
    }
  } catch {
    return null;
  }
}

/** Mail servers that send, each to snitches of its own, until they are stopped. */
function startSenders(tokens: string[], name: string) {
  const sent: Sent[] = [];
  let isStopped = false;
  const run = async (sender: number) => {
    for (let i = 0; !isStopped; i += 1) {
      const message: Sent = { subject: `${name}-${sender}-${i}`, attempts: 0, isAccepted: false };
      sent.push(message);
      const token = tokens[(i * SENDERS + sender) % tokens.length] ?? "";
      while (!message.isAccepted) {
        message.attempts += 1;
        const response = await sendOnce(token, message.subject);
        expect(response?.[0], `${message.subject}: ${response}`).not.toBe("5");
        message.isAccepted = response?.startsWith("250") ?? false;
        if (!message.isAccepted) await sleep(20);
      }
    }
  };
  const ended = Promise.all(Array.from({ length: SENDERS }, (_, sender) => run(sender)));
  return async () => {
    isStopped = true;
    await ended;
    return sent;
  };
}

const CRASHES: ((random: () => number) => Promise<void>)[] = [
  async () => {
    await server.signal("SIGKILL");
    await server.restart();
  },
  async (random) => {
    connection.become("cut");
    await sleep(random() * 600);
    connection.become("sound");
  },
  // A transaction is committed, but its result does not arrive.
  async (random) => {
    connection.becomeAfter("COMMIT", "deaf");
    await sleep(random() * 200);
    connection.become("cut");
    await sleep(random() * 200);
    connection.become("sound");
  },
  // It is killed while messages are in its journal.
  async (random) => {
    connection.become("cut");
    await sleep(200 + random() * 300);
    await server.signal("SIGKILL");
    connection.become("sound");
    await server.restart();
  },
];

const untilReplayed = () =>
  eventually(async () => {
    expect(await readdir(path.join(DATA, "journal")).catch(() => [])).toEqual([]);
    expect(await db.journal.count()).toBe(0);
  });

async function newTokens(seed: number): Promise<string[]> {
  const { id: caseId } = await aCase({ name: `Run ${seed}` });
  const tokens = Array.from({ length: 600 }, (_, i) => (seed * 1_000 + i).toString(16).padStart(16, "0"));
  await db.snitch.createMany({
    data: tokens.map((token) => ({ token, caseId, name: token, interval: "daily" })),
  });
  return tokens;
}

test(
  `after ${RUNS} crashes, every email that got a 250 is recorded once, however often it was sent`,
  async () => {
    let accepted = 0;
    let repeated = 0;
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
      const hint = `TEST_SEED=${seed} TEST_RUNS=1 npx vitest run mailin/crash.test.ts`;
      const random = seededRandom(seed);
      const stop = startSenders(await newTokens(seed), `run${seed}`);
      await sleep(300 + random() * 500);
      await CRASHES[seed % CRASHES.length]?.(random);
      await sleep(300);
      const sent = await stop();
      await untilReplayed();
      const where = { message: { startsWith: `run${seed}-` }, accepted: true };
      const rows = await db.checkIn.findMany({ where, select: { message: true } });
      const messages = rows.map(({ message }) => message).sort();
      expect(messages, hint).toEqual(sent.map(({ subject }) => subject).sort());
      accepted += sent.length;
      repeated += sent.filter(({ attempts }) => attempts > 1).length;
    }
    console.log(`${accepted} emails were accepted during ${RUNS} crashes, ${repeated} of them repeated`);
    expect(accepted).toBeGreaterThan(RUNS);
  },
  240_000 + RUNS * 20_000,
);

test("while the database is unavailable, emails are kept, and keywords decide afterwards what they mean", async () => {
  const [known = "", unknown = "", filtering = "", started = ""] = await newTokens(FIRST_SEED + RUNS);
  await db.snitch.update({ where: { token: filtering }, data: { filters: FILTERS } });
  expect(await sendOnce(known, "before")).toBe("250 Got it, thanks!");

  connection.become("cut");
  for (const name of [known, unknown, filtering, `${started}+start`])
    expect(await sendOnce(name, `FAILED ${name}`)).toBe("250 Got it, thanks!");
  const refusal = "451 The address cannot be looked up now. Try again in a minute";
  for (const name of ["root", "0123456789abcdef01234567+backup"])
    expect(await sendOnce(name, "during")).toBe(refusal);
  expect(await sendOnce(filtering, "large", "x\r\n".repeat(400_000))).toBe(
    "451 The check-in could not be recorded. Try again in a minute",
  );
  connection.become("sound");
  await untilReplayed();
  expect(await sendOnce("root", "after")).toMatch(/^550 /);

  const recorded = async (token: string) =>
    (await db.checkIn.findMany({ where: { snitch: { token } }, orderBy: { at: "asc" } })).map(
      ({ kind, exitStatus }) => `${kind} ${exitStatus}`,
    );
  expect(await recorded(known)).toEqual(["finish ", "finish "]);
  expect(await recorded(unknown)).toEqual(["finish "]);
  expect(await recorded(filtering)).toEqual(["finish fail"]);
  expect(await recorded(started)).toEqual(["start "]);
});

test("it is not a listener, so that its being up says nothing about check-ins over HTTP", async () => {
  expect(await db.listener.count({ where: { owner: { contains: ` ${server.pid}` } } })).toBe(0);
});

test("a certificate brings STARTTLS, and what is sent over it is recorded", async () => {
  const [token = ""] = await newTokens(FIRST_SEED + RUNS + 1);
  await mkdir(DATA, { recursive: true });
  const files = {
    MAIL_IN_TLS_CERT: path.join(DATA, "cert.pem"),
    MAIL_IN_TLS_KEY: path.join(DATA, "key.pem"),
  };
  writeFileSync(files.MAIL_IN_TLS_CERT, SELF_SIGNED.cert);
  writeFileSync(files.MAIL_IN_TLS_KEY, SELF_SIGNED.key);
  const other = await startMailServer(
    { databaseUrl: process.env.DATABASE_URL ?? "", dataDir: path.join(DATA, "tls") },
    files,
  );
  const { port } = new URL(other.url);
  const client = await SmtpClient.open(Number(port));
  expect(await client.say("EHLO x")).toContain("250-STARTTLS\r\n");
  client.close();
  const options = { to: `${token}@localhost`, subject: "secret" };
  expect(await sendEmail(Number(port), options, { requireTLS: true })).toBe("250 Got it, thanks!");
  await other.signal("SIGTERM");
  expect(other.exitCode).toBe(0);
});
