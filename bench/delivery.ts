import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { newSigningSecret } from "@/lib/channel-kinds/signing-secret";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { closeCheckInPools } from "@/lib/check-ins/connection";
import { pool } from "@/lib/platform/db";
import { encrypt } from "@/lib/platform/encrypt";
import { queues } from "@/lib/platform/queue";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import { type Measured, under } from "./measured";
import { startWorker } from "./servers";

const SINGLE = 200;
const MANY = 10_000;
/** Longer than it takes to add the snitches, and than a worker sleeps that knows of nothing. */
const AHEAD_MS = 8_000;

/** A webhook receiver that notes when it first received each event of each snitch. */
export async function openReceiver() {
  const times = new Map<string, number>();
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    response.writeHead(204).end();
    const { type, data } = JSON.parse(body);
    const key = `${data.snitch.token} ${type}`;
    if (!times.has(key)) times.set(key, Date.now());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const receivedAt = ({ token }: AddedSnitch, type: string) => times.get(`${token} ${type}`) ?? Number.NaN;
  return {
    url: `http://127.0.0.1:${port}/`,
    receivedAt,

    /** Resolves when the receiver has this event of every snitch. */
    async waitForAll(snitches: AddedSnitch[], type: string, timeoutMs: number): Promise<void> {
      const isDone = () => snitches.every((snitch) => receivedAt(snitch, type) > 0);
      for (const deadline = Date.now() + timeoutMs; !isDone(); await sleep(20)) {
        if (Date.now() > deadline) throw new Error("The worker did not deliver in time.");
      }
    },
    close: () => server.close(),
  };
}

type Receiver = Awaited<ReturnType<typeof openReceiver>>;

type AddedSnitch = { token: string; deadline: Date };

/** Adds snitches to new cases with a webhook and a member each. Deadlines start at `first` and spread over `spreadMs`. */
async function addSnitches(
  count: number,
  cases: number,
  url: string,
  first: Date,
  spreadMs: number,
): Promise<AddedSnitch[]> {
  const { rows } = await pool.query<AddedSnitch>(
    `WITH added AS (INSERT INTO cases (id, name) SELECT new_id(), 'Case ' || n FROM generate_series(1, $2::int) n RETURNING id),
       people AS (INSERT INTO users (id, email) SELECT id, id || '@example.com' FROM added RETURNING id),
       belong AS (INSERT INTO members (case_id, user_id, role) SELECT id, id, 'owner' FROM added WHERE id IN (SELECT id FROM people)),
       hooks AS (INSERT INTO channels (id, case_id, url, secret) SELECT new_id(), id, $3, $4 FROM added),
       numbered AS (SELECT id, row_number() OVER () AS position FROM added)
     INSERT INTO snitches (id, token, name, interval, status, deadline, checked_in_at, case_id)
     SELECT new_id(), substr(md5(random()::text), 1, 16), 'Job ' || n, 'daily', 'healthy',
       $5::timestamptz + n * ($6::float / $1::int) * interval '1 ms', $5::timestamptz - interval '1 day', numbered.id
     FROM generate_series(1, $1::int) n JOIN numbered ON position = n % $2::int + 1
     RETURNING token, deadline`,
    [count, cases, encrypt(url), encrypt(newSigningSecret()), first, spreadMs],
  );
  return rows;
}

const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

/** Snitches miss one after another. Returns them, and the milliseconds from each deadline and its allowance to the webhook. */
export async function measureMisses({ url, receivedAt, waitForAll }: Receiver) {
  const first = new Date(Date.now() - DEADLINE_ALLOWANCE_MS + AHEAD_MS);
  const missed = await addSnitches(SINGLE, 20, url, first, 10_000);
  await waitForAll(missed, "snitch.missing", 60_000);
  const delays = missed.map(
    (snitch) => receivedAt(snitch, "snitch.missing") - snitch.deadline.getTime() - DEADLINE_ALLOWANCE_MS,
  );
  return { missed, delays };
}

/** The snitches check in one after another. Returns the milliseconds from each check-in to the webhook. */
async function measureRecoveries({ receivedAt, waitForAll }: Receiver, missed: AddedSnitch[]) {
  const checkedInAt: number[] = [];
  const details = { exitStatus: "", message: "", method: "", address: "", userAgent: "" };
  for (const { token } of missed) {
    const at = new Date();
    await recordCheckIn({ token, at, ...details });
    await sleep(20);
    checkedInAt.push(at.getTime());
  }
  await waitForAll(missed, "snitch.reporting", 60_000);
  return missed.map((snitch, i) => receivedAt(snitch, "snitch.reporting") - (checkedInAt[i] ?? Number.NaN));
}

/** Many snitches miss at the same time. Returns the milliseconds from then until the last webhook is received. */
async function measureBurst({ url, receivedAt, waitForAll }: Receiver) {
  const missedAt = Date.now() + AHEAD_MS;
  const missed = await addSnitches(MANY, 200, url, new Date(missedAt - DEADLINE_ALLOWANCE_MS), 0);
  await waitForAll(missed, "snitch.missing", 300_000);
  return Math.max(...missed.map((snitch) => receivedAt(snitch, "snitch.missing"))) - missedAt;
}

export async function bench(): Promise<Measured[]> {
  const receiver = await openReceiver();
  const worker = await startWorker({ ALLOW_PRIVATE_TARGETS: "on" });
  console.log(`Missing ${SINGLE} jobs, one after another…`);
  const { missed, delays } = await measureMisses(receiver);
  console.log("Letting them report again…");
  const recoveryDelays = await measureRecoveries(receiver, missed);
  console.log(`Missing ${MANY.toLocaleString("en")} jobs at once…`);
  const burstMs = await measureBurst(receiver);

  await worker.stop();
  receiver.close();
  await Promise.all([queues().close(), closeCheckInPools()]);
  await pool.end();
  const rate = Math.round(MANY / (burstMs / 1_000));
  return [
    under("delivery: a minute after the deadline → received (median)", percentile(delays, 0.5), 300),
    under("delivery: a minute after the deadline → received (p99)", percentile(delays, 0.99), 300),
    under("delivery: recovery → received (median)", percentile(recoveryDelays, 0.5), 1_000),
    under("delivery: recovery → received (p99)", percentile(recoveryDelays, 0.99), 1_000),
    under(
      `delivery: ${MANY.toLocaleString("en")} alerts at once, received`,
      burstMs,
      // 1,200 a second.
      8_400,
      `${rate} in a second`,
    ),
  ];
}
