import { rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startPostgres } from "@/lib/platform/embedded-postgres/start";
import { createDatabase } from "@/lib/platform/postgres-server";
import { migrate } from "@/prisma/migrate";
import { Installation } from "@/testing/installation";
import { aMailSink } from "@/testing/mail-sink";
import { passMinutes } from "@/testing/pass-minutes";
import { aReceiver, type Receiver } from "@/testing/receiver";

/**
 * The snitch of the other installation expects a heartbeat every minute: it is missing at the end of the minute after the
 * last one, and alerted a minute later.
 */
const NOTIFIED_WITHIN_MS = 240_000;
/** A check-in server that hangs is known not to listen after a quarter of a minute. */
const HANGING_MS = 25_000;
/** Heartbeats go on within a minute; after an outage of the database, once the canary was delivered. */
const BACK_WITHIN_MS = 180_000;
const START_TIMEOUT_MS = 90_000;
/** How long the last messages may take to arrive. */
const QUIET_MS = 5_000;

type Pair = { failing: Installation; other: Installation };

type Fault = {
  begin: (pair: Pair) => void | Promise<void>;
  end: (pair: Pair) => void | Promise<void>;
  /** The outcome of the heartbeats of the failing one, as its metrics show it. */
  heartbeats?: "failed" | "withheld";
  /** Whose people are alerted: those of the other one, or of both. */
  reportedToBoth?: boolean;
};

const BOTH = ["worker", "checkInServer"] as const;

const FAULTS: Record<string, Fault> = {
  killed: {
    begin: ({ failing }) => failing.signal("SIGKILL", [...BOTH]),
    end: ({ failing }) => failing.restart(),
  },
  "worker-hung": {
    begin: ({ failing }) => failing.signal("SIGSTOP", ["worker"]),
    end: ({ failing }) => failing.signal("SIGCONT", ["worker"]),
  },
  "check-ins-hung": {
    // Its worker stops sending heartbeats once misses are noticed two minutes late. The first deadline of the canary may be
    // two minutes ahead, so five minutes pass at once.
    begin: async ({ failing }) => {
      failing.signal("SIGSTOP", ["checkInServer"]);
      await sleep(HANGING_MS);
      await passMinutes(5, failing.query);
    },
    end: ({ failing }) => failing.signal("SIGCONT", ["checkInServer"]),
    heartbeats: "withheld",
  },
  "both-hung": {
    begin: ({ failing }) => failing.signal("SIGSTOP", [...BOTH]),
    end: ({ failing }) => failing.signal("SIGCONT", [...BOTH]),
  },
  "cut-one-way": {
    begin: ({ other }) => other.publicWay.become("cut"),
    end: ({ other }) => other.publicWay.become("sound"),
    heartbeats: "failed",
  },
  "cut-both-ways": {
    begin: ({ failing, other }) => {
      failing.publicWay.become("silent");
      other.publicWay.become("silent");
    },
    end: ({ failing, other }) => {
      failing.publicWay.become("sound");
      other.publicWay.become("sound");
    },
    heartbeats: "failed",
    reportedToBoth: true,
  },
  "database-away": {
    begin: ({ failing }) => failing.database.become("cut"),
    end: ({ failing }) => failing.database.become("sound"),
  },
};

const FOLDER = path.resolve(".data", "test", `pairs-${process.pid}`);

/** One server for the failing installations, one for the others: a single one has too few connections. */
let servers: Awaited<ReturnType<typeof startPostgres>>[];
let receiver: Receiver;
let mail: Awaited<ReturnType<typeof aMailSink>>;
const installations: Installation[] = [];

async function anInstallation(name: string, server: number): Promise<Installation> {
  const url = servers[server]?.url ?? String;
  await createDatabase(url("postgres"), name, "template");
  const installation = await Installation.open(name, {
    databaseUrl: url(name),
    dataDir: FOLDER,
    smtpUrl: mail.url,
    webhooksUrl: new URL(receiver.url).origin,
  });
  installations.push(installation);
  return installation;
}

/** Two installations that watch each other. */
async function aPair(name: string): Promise<Pair> {
  const [failing, other] = [await anInstallation(`${name}-a`, 0), await anInstallation(`${name}-b`, 1)];
  await Promise.all([failing.startWorker(other), other.startWorker(failing)]);
  return { failing, other };
}

beforeAll(async () => {
  servers = await Promise.all(
    ["a", "b"].map((name) => startPostgres(path.join(FOLDER, name), { durable: false })),
  );
  receiver = await aReceiver();
  mail = await aMailSink();
  for (const { url } of servers) {
    await createDatabase(url("postgres"), "template");
    await migrate(url("template"));
  }
  // All at once, because each takes minutes, in which it mostly waits.
  for (const [name, fault] of Object.entries(FAULTS)) {
    const living = live(name, fault).catch((error: Error) => {
      throw new Error(`${error.message}\n${readLog(name)}`);
    });
    // The test of this fault awaits it.
    living.catch(() => {});
    lived.set(name, living);
  }
}, 60_000);

afterAll(async () => {
  await Promise.all(installations.map((installation) => installation.close()));
  receiver?.close();
  mail?.close();
  await Promise.all((servers ?? []).map((server) => server.remove()));
  await rm(FOLDER, { recursive: true, force: true });
}, 60_000);

/** A worker that was killed may have sent it before, and not have noted that. */
const isRepeat = (id: unknown, index: number) =>
  receiver.requests.slice(0, index).some(({ headers }) => headers["webhook-id"] === id);

const readLog = (pair: string) =>
  installations.flatMap(({ name, log }) => (name.startsWith(pair) ? `${name}: ${log}` : [])).join("\n");

/** What the webhook of an installation has received, in order: what happened, and how the snitch was before. */
const listWebhooks = ({ name }: Installation): string[] =>
  receiver.requests
    .filter(({ path, headers }, i) => path === `/${name}` && !isRepeat(headers["webhook-id"], i))
    .map(({ body }) => {
      const { type, data } = JSON.parse(body);
      return `${type} after ${data.snitch.previous_status}`;
    });

const listEmailSubjects = ({ address }: Installation): string[] =>
  mail.emails.filter(({ to }) => to === address).map(({ subject }) => subject);

const FIRST = "snitch.reporting after pending";
const MISSING = "snitch.missing after healthy";
const STILL_MISSING = "snitch.missing after missing";
const REPORTING = "snitch.reporting after missing";

const ALERT_SUBJECT = /(Missing|Still missing|Recovered): /;

const untilNotified = (hearing: Installation[], check: (one: Installation) => void, timeout: number) =>
  vi.waitFor(() => hearing.forEach(check), { timeout, interval: 100 });

const secondsSince = (at: number) => Math.round((performance.now() - at) / 1_000);

/** Lets a fault begin, last until someone was notified, and end. Returns what there is to print. */
async function live(name: string, fault: Fault): Promise<string> {
  const { failing, other } = await aPair(name);
  const hearing = fault.reportedToBoth ? [other, failing] : [other];
  await untilNotified(
    [failing, other],
    (one) => expect(listWebhooks(one)).toEqual([FIRST]),
    START_TIMEOUT_MS,
  );

  const begunAt = performance.now();
  await fault.begin({ failing, other });
  const isNotified = (one: Installation) => {
    expect(listWebhooks(one)).toContain(MISSING);
    expect(listEmailSubjects(one)).toContainEqual(expect.stringContaining("Missing: "));
  };
  await untilNotified(hearing, isNotified, NOTIFIED_WITHIN_MS - secondsSince(begunAt) * 1_000);
  const notified = secondsSince(begunAt);
  if (fault.heartbeats) expect(await failing.countHeartbeats(fault.heartbeats)).toBeGreaterThan(0);

  const endedAt = performance.now();
  await fault.end({ failing, other });
  const isBack = (one: Installation) => {
    expect(listWebhooks(one).at(-1)).toBe(REPORTING);
    expect(listEmailSubjects(one)).toContainEqual(expect.stringContaining("Recovered: "));
  };
  await untilNotified(hearing, isBack, BACK_WITHIN_MS);
  const back = secondsSince(endedAt);
  await sleep(QUIET_MS);

  for (const one of hearing) {
    expect(listWebhooks(one).filter((hook) => hook !== STILL_MISSING)).toEqual([FIRST, MISSING, REPORTING]);
    expect(listEmailSubjects(one).filter((subject) => !ALERT_SUBJECT.test(subject))).toEqual([]);
  }
  // An installation that was cut off, stopped or down reports no running one as dead.
  if (!fault.reportedToBoth) {
    expect(listWebhooks(failing)).toEqual([FIRST]);
    expect(listEmailSubjects(failing).filter((subject) => ALERT_SUBJECT.test(subject))).toEqual([]);
  }
  return `${name}: notified after ${notified} s, back ${back} s after its end`;
}

const lived = new Map<string, Promise<string>>();

test.each(Object.entries(FAULTS))(
  "%s: the people of the other one are alerted, and notified of the end",
  async (name) => {
    console.log(await lived.get(name));
  },
  600_000,
);
