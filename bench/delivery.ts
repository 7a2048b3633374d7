import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { newSigningSecret } from "@/lib/channels/signing-secret";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { closeCheckInPool } from "@/lib/check-ins/connection";
import { pool } from "@/lib/platform/db";
import { encrypt } from "@/lib/platform/encrypt";
import { queues } from "@/lib/platform/queue";
import { type Measured, under } from "./measured";
import { startWorker } from "./servers";

const SINGLE = 200;
const MANY = 10_000;
const HEARING_MS = 60_000;

/** When the receiver first heard of each event, by the snitch's token and the event's type. */
async function openReceiver() {
  const heardAt = new Map<string, number>();
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    response.writeHead(204).end();
    const { type, data } = JSON.parse(body);
    const key = `${data.snitch.token} ${type}`;
    if (!heardAt.has(key)) heardAt.set(key, Date.now());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, heardAt, close: () => server.close() };
}

type Added = { token: string; deadline: Date };

/** Snitches of so many cases with a webhook and a member each; deadlines spread over this long from `first` on. */
async function addSnitches(
  count: number,
  cases: number,
  url: string,
  first: Date,
  spreadMs: number,
): Promise<Added[]> {
  const { rows } = await pool.query<Added>(
    `WITH added AS (INSERT INTO cases (id, name) SELECT new_id(), 'Case ' || n FROM generate_series(1, $2::int) n RETURNING id),
       people AS (INSERT INTO users (id, email) SELECT id, id || '@example.com' FROM added RETURNING id),
       belong AS (INSERT INTO members (case_id, user_id, role) SELECT id, id, 'owner' FROM added WHERE id IN (SELECT id FROM people)),
       hooks AS (INSERT INTO webhooks (id, case_id, url, secret) SELECT new_id(), id, $3, $4 FROM added),
       numbered AS (SELECT id, row_number() OVER () AS place FROM added)
     INSERT INTO snitches (id, token, name, interval, status, deadline, checked_in_at, case_id)
     SELECT new_id(), substr(md5(random()::text), 1, 16), 'Job ' || n, 'daily', 'healthy',
       $5::timestamptz + n * ($6::float / $1::int) * interval '1 ms', $5::timestamptz - interval '1 day', numbered.id
     FROM generate_series(1, $1::int) n JOIN numbered ON place = n % $2::int + 1
     RETURNING token, deadline`,
    [count, cases, encrypt(url), encrypt(newSigningSecret()), first, spreadMs],
  );
  return rows;
}

async function until(isDone: () => boolean, withinMs: number): Promise<void> {
  for (const deadline = Date.now() + withinMs; !isDone(); await sleep(20)) {
    if (Date.now() > deadline) throw new Error("The worker did not deliver in time.");
  }
}

const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

export async function bench(): Promise<Measured[]> {
  const receiver = await openReceiver();
  const worker = await startWorker({ ALLOW_PRIVATE_TARGETS: "on" });
  const heard = ({ token }: Added, type: string) => receiver.heardAt.get(`${token} ${type}`) ?? Number.NaN;
  const allHeard = (added: Added[], type: string) => () => added.every((one) => heard(one, type) > 0);

  console.log(`Missing ${SINGLE} jobs, one after another…`);
  const soon = new Date(Date.now() - HEARING_MS + 2_000);
  const missed = await addSnitches(SINGLE, 20, receiver.url, soon, 10_000);
  await until(allHeard(missed, "snitch.missing"), 60_000);
  const late = missed.map((one) => heard(one, "snitch.missing") - one.deadline.getTime() - HEARING_MS);

  console.log("Letting them report again…");
  const back: number[] = [];
  for (const one of missed) {
    const at = new Date();
    await recordCheckIn({
      token: one.token,
      at,
      exitStatus: "",
      message: "",
      method: "",
      address: "",
      userAgent: "",
    });
    await sleep(20);
    back.push(at.getTime());
  }
  await until(allHeard(missed, "snitch.reporting"), 60_000);
  const recovered = missed.map((one, i) => heard(one, "snitch.reporting") - (back[i] ?? Number.NaN));

  console.log(`Missing ${MANY.toLocaleString("en")} jobs at once…`);
  const startedAt = Date.now();
  const many = await addSnitches(MANY, 200, receiver.url, new Date(startedAt - HEARING_MS), 0);
  await until(allHeard(many, "snitch.missing"), 300_000);
  const drainedMs = Math.max(...many.map((one) => heard(one, "snitch.missing"))) - startedAt;

  await worker.stop();
  receiver.close();
  await Promise.all([queues().close(), closeCheckInPool()]);
  await pool.end();
  const rate = Math.round(MANY / (drainedMs / 1_000));
  return [
    under("delivery: a minute after the deadline → received (median)", percentile(late, 0.5), 5_000),
    under("delivery: a minute after the deadline → received (p99)", percentile(late, 0.99), 5_000),
    under("delivery: recovery → received (median)", percentile(recovered, 0.5), 1_000),
    under("delivery: recovery → received (p99)", percentile(recovered, 0.99), 1_000),
    under(
      `delivery: ${MANY.toLocaleString("en")} alerts at once, received (${rate} in a second)`,
      drainedMs,
      60_000,
    ),
  ];
}
