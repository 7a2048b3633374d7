import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { OPERATOR } from "@/lib/audit/actor";
import { addChannel } from "@/lib/channels/add";
import { db, pool } from "@/lib/platform/db";
import { queues } from "@/lib/platform/queue";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/deadline-allowance";
import { ALL_ALERTS } from "@/lib/rules/route";
import { type Measured, ratioUnder } from "./measured";
import { startWorker } from "./servers";

const CASES = 200;
const SNITCHES = 2_000;
const ROUNDS = 3;
const TIMEOUT_MS = 180_000;

type Settings = Record<string, string>;

/** Five channels of a case: the same webhook five times, and five kinds that post to any server. */
const CONTENDERS: Record<string, (url: string) => [kind: string, settings: Settings][]> = {
  webhooks: (url) => Array.from({ length: 5 }, () => ["webhook", { url }]),
  channels: (url) => [
    ["mattermost", { url: `${url}/hooks/x` }],
    ["rocket_chat", { url: `${url}/hooks/a/b` }],
    ["gotify", { url, token: "A1b2C3d4E5f6G7h" }],
    ["ntfy", { url, topic: "jobs", token: "", user: "", password: "" }],
    ["apprise", { url, key: "jobs", tag: "" }],
  ],
};

/** A server that accepts everything and counts it. */
async function openReceiver() {
  let received = 0;
  const server = createServer((request, response) => {
    request.resume().once("end", () => {
      received += 1;
      response.writeHead(200).end("ok");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Resolves when so many more requests have arrived. */
    async waitFor(count: number): Promise<void> {
      const goal = received + count;
      for (const deadline = Date.now() + TIMEOUT_MS; received < goal; await sleep(10))
        if (Date.now() > deadline) throw new Error("The worker did not deliver in time.");
    },
    close: () => server.close(),
  };
}

/** New cases with these channels and with jobs that are due. Returns their ids. */
async function addCases(channels: [string, Settings][]): Promise<string[]> {
  const ids = await Promise.all(
    Array.from({ length: CASES }, async (_, i) => {
      const { id } = await db.case.create({ data: { name: `Case ${i}` } });
      for (const [kind, settings] of channels)
        await addChannel(id, { kind, name: "", settings, route: ALL_ALERTS, isDefault: false }, OPERATOR);
      return id;
    }),
  );
  return ids;
}

/** Lets jobs of these cases miss at once. Returns the milliseconds until all channels were told of all of them. */
async function measure(waitFor: (count: number) => Promise<void>, channels: [string, Settings][]) {
  const caseIds = await addCases(channels);
  const startedAt = Date.now();
  const done = waitFor(SNITCHES * channels.length);
  await pool.query(
    `INSERT INTO snitches (id, token, name, interval, status, deadline, checked_in_at, case_id)
     SELECT new_id(), substr(md5(random()::text), 1, 16), 'Job ' || n, 'daily', 'healthy', $2::timestamptz,
       $2::timestamptz - interval '1 day', ($3::uuid[])[n % array_length($3::uuid[], 1) + 1]
     FROM generate_series(1, $1::int) n`,
    [SNITCHES, new Date(startedAt - DEADLINE_ALLOWANCE_MS), caseIds],
  );
  await done;
  return Date.now() - startedAt;
}

export async function bench(): Promise<Measured[]> {
  const receiver = await openReceiver();
  const worker = await startWorker({ ALLOW_PRIVATE_TARGETS: "on" });
  const times: Record<string, number[]> = { webhooks: [], channels: [] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, channelsOf] of Object.entries(CONTENDERS)) {
      const ms = await measure(receiver.waitFor, channelsOf(receiver.url));
      console.log(`${name.padEnd(10)} ${(ms / 1_000).toFixed(1)} s`);
      times[name]?.push(ms);
    }
  await worker.stop();
  receiver.close();
  await queues().close();
  await db.$disconnect();
  await pool.end();
  // The best round counts, because other work on the machine only slows it down.
  const best = (name: string) => Math.min(...(times[name] ?? []));
  const alerts = (SNITCHES * 5).toLocaleString("en");
  return [
    ratioUnder(
      `channels: ${alerts} alerts over five kinds, to five webhooks`,
      best("channels") / best("webhooks"),
      1.2,
    ),
  ];
}
