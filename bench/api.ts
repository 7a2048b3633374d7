import { Agent, request } from "node:http";
import pg from "pg";
import { OPERATOR } from "@/lib/audit/actor";
import { issueApiKey } from "@/lib/cases/api-key";
import { db, pool } from "@/lib/db";
import { env } from "@/lib/env";
import { basic, send } from "@/lib/testing/requests";
import { serve } from "@/scripts/supervise";
import { type Measured, ratioUnder, under } from "./measured";

const SNITCHES = 10_000;
const ROUNDS = 400;
const WARM_UP = 100;
const LISTS = 9;
const NO_LIMIT = 1_000_000;

type Asked = { method: string; path: string; body?: unknown };

const median = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

type Query = (this: pg.Client, ...given: unknown[]) => Promise<unknown> | undefined;

/** Adds up the time that everything in this process waits for the database, from each call to its answer. */
function watchDatabase() {
  let spentMs = 0;
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function (...given) {
    const startedAt = performance.now();
    const done = () => {
      spentMs += performance.now() - startedAt;
    };
    const callback = given.at(-1);
    if (typeof callback !== "function") return query.apply(this, given)?.finally(done);
    return query.call(this, ...given.slice(0, -1), (...said: unknown[]) => {
      done();
      callback(...said);
    });
  };
  return {
    async during(work: () => Promise<unknown>): Promise<number> {
      spentMs = 0;
      await work();
      return spentMs;
    },
    stop: () => Object.assign(prototype, { query }),
  };
}

/** What the database itself takes for an operation, asked for in this process without any HTTP. */
async function databaseMs(key: string, { method, path, body }: Asked): Promise<number> {
  const database = watchDatabase();
  const ask = () =>
    database.during(async () => {
      const { status } = await send(method, path, { key, body });
      if (status !== 200) throw new Error(`${method} ${path} answered ${status}`);
    });
  const timings: number[] = [];
  for (let i = 0; i < WARM_UP + ROUNDS; i++) timings.push(await ask());
  database.stop();
  return median(timings.slice(WARM_UP));
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** How long one request takes over a connection that stays open, with its whole answer. */
function httpMs(baseUrl: string, key: string, { method, path, body }: Asked): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const headers = {
      Authorization: basic(key),
      ...(body !== undefined && { "Content-Type": "application/json" }),
    };
    const sent = request(`${baseUrl}${path}`, { method, agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${method} ${path} answered ${answer.statusCode}`));
      answer.resume().on("end", () => resolve(performance.now() - startedAt));
    });
    sent.on("error", reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function aFullCase(): Promise<{ key: string; token: string }> {
  const owner = await db.case.create({ data: { name: "Bench" } });
  await pool.query(
    `INSERT INTO snitches (id, token, name, notes, tags, interval, case_id)
     SELECT new_id(), substr(md5(n::text), 1, 16), 'Job ' || n, 'Runs on db1.', ARRAY['database', 'nightly'], 'daily', $1
     FROM generate_series(1, $2::int) n`,
    [owner.id, SNITCHES],
  );
  await pool.query("VACUUM ANALYZE snitches");
  const { key } = await issueApiKey(owner.id, { name: "Bench" }, OPERATOR);
  return { key, token: (await db.snitch.findFirstOrThrow({ where: { caseId: owner.id } })).token };
}

const EMPTY: Asked = { method: "GET", path: "/healthz" };

export async function bench(): Promise<Measured[]> {
  env.API_RATE_PER_MINUTE = NO_LIMIT;
  const { key, token } = await aFullCase();
  const tattle = await serve({ ...process.env, API_RATE_PER_MINUTE: String(NO_LIMIT) });
  const operations: Record<string, Asked> = {
    show: { method: "GET", path: `/v1/snitches/${token}` },
    create: { method: "POST", path: "/v1/snitches", body: { name: "New", interval: "daily" } },
    update: { method: "PATCH", path: `/v1/snitches/${token}`, body: { name: "Renamed", tags: ["database"] } },
  };

  const list: Asked = { method: "GET", path: "/v1/snitches" };
  const lists: number[] = [];
  for (let i = 0; i < LISTS; i++) lists.push(await httpMs(tattle.appUrl, key, list));
  const measured = [under(`api: list with ${SNITCHES.toLocaleString("en")} snitches`, median(lists), 1_000)];

  for (const [name, asked] of Object.entries(operations)) {
    const [empty, whole]: [number[], number[]] = [[], []];
    // By turns, so that whatever else the machine does falls on both.
    for (let i = 0; i < WARM_UP + ROUNDS; i++) {
      empty.push(await httpMs(tattle.appUrl, key, EMPTY));
      whole.push(await httpMs(tattle.appUrl, key, asked));
    }
    const [emptyMs, wholeMs] = [empty, whole].map((timings) => median(timings.slice(WARM_UP))) as [
      number,
      number,
    ];
    const storedMs = await databaseMs(key, asked);
    const parts = `${wholeMs.toFixed(1)} ms, to ${emptyMs.toFixed(1)} empty + ${storedMs.toFixed(1)} database`;
    measured.push(ratioUnder(`api: ${name}, ${parts}`, wholeMs / (emptyMs + storedMs), 2));
  }
  agent.destroy();
  await tattle.stop();
  await pool.end();
  return measured;
}
