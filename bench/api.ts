import { Agent, request } from "node:http";
import pg from "pg";
import { OPERATOR } from "@/lib/audit/record";
import { createApiKey } from "@/lib/cases/api-key";
import { db, pool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { findFreePorts } from "@/scripts/ports";
import { serve } from "@/scripts/supervise";
import { basic, send } from "@/testing/requests";
import { type Measured, median, ratioUnder, under } from "./measured";

const SNITCHES = 10_000;
const ROUNDS = 400;
const WARM_UP = 100;
const LISTS = 9;
const NO_LIMIT = 1_000_000;

type Operation = { method: string; path: string; body?: unknown };

type Query = (this: pg.Client, ...args: unknown[]) => Promise<unknown> | undefined;

/** Adds up the time from each query of this process to its result. */
function measureDatabase() {
  let totalMs = 0;
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function (...args) {
    const startedAt = performance.now();
    const addTime = () => {
      totalMs += performance.now() - startedAt;
    };
    const callback = args.at(-1);
    if (typeof callback !== "function") return query.apply(this, args)?.finally(addTime);
    return query.call(this, ...args.slice(0, -1), (...results: unknown[]) => {
      addTime();
      callback(...results);
    });
  };
  return {
    async during(work: () => Promise<unknown>): Promise<number> {
      totalMs = 0;
      await work();
      return totalMs;
    },
    stop: () => Object.assign(prototype, { query }),
  };
}

/** The time that an operation waits for the database, measured in this process and without HTTP. */
async function databaseMs(key: string, { method, path, body }: Operation): Promise<number> {
  const database = measureDatabase();
  const measureOnce = () =>
    database.during(async () => {
      const { status } = await send(method, path, { key, body });
      if (status !== 200) throw new Error(`${method} ${path} returned ${status}`);
    });
  const timings: number[] = [];
  for (let i = 0; i < WARM_UP + ROUNDS; i++) timings.push(await measureOnce());
  database.stop();
  return median(timings.slice(WARM_UP));
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** The time of one request with its whole response, over a connection that stays open. */
function httpMs(baseUrl: string, key: string, { method, path, body }: Operation): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const headers = {
      Authorization: basic(key),
      ...(body !== undefined && { "Content-Type": "application/json" }),
    };
    const sent = request(`${baseUrl}${path}`, { method, agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${method} ${path} returned ${response.statusCode}`));
      response.resume().on("end", () => resolve(performance.now() - startedAt));
    });
    sent.on("error", reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function addFullCase(): Promise<{ key: string; token: string }> {
  const theCase = await db.case.create({ data: { name: "Bench" } });
  await pool.query(
    `INSERT INTO snitches (id, token, name, notes, tags, interval, case_id)
     SELECT new_id(), substr(md5(n::text), 1, 16), 'Job ' || n, 'Runs on db1.', ARRAY['database', 'nightly'], 'daily', $1
     FROM generate_series(1, $2::int) n`,
    [theCase.id, SNITCHES],
  );
  await pool.query("VACUUM ANALYZE snitches");
  const { key } = await createApiKey(theCase.id, { name: "Bench" }, OPERATOR);
  return { key, token: (await db.snitch.findFirstOrThrow({ where: { caseId: theCase.id } })).token };
}

const EMPTY: Operation = { method: "GET", path: "/healthz" };

export async function bench(): Promise<Measured[]> {
  env.API_RATE_PER_MINUTE = NO_LIMIT;
  const { key, token } = await addFullCase();
  const tattle = await serve({
    ...process.env,
    ...(await findFreePorts()),
    API_RATE_PER_MINUTE: String(NO_LIMIT),
  });
  const operations: Record<string, Operation> = {
    show: { method: "GET", path: `/v1/snitches/${token}` },
    create: { method: "POST", path: "/v1/snitches", body: { name: "New", interval: "daily" } },
    update: { method: "PATCH", path: `/v1/snitches/${token}`, body: { name: "Renamed", tags: ["database"] } },
  };

  const list: Operation = { method: "GET", path: "/v1/snitches" };
  const listTimings: number[] = [];
  for (let i = 0; i < LISTS; i++) listTimings.push(await httpMs(tattle.appUrl, key, list));
  const measured = [
    under(`api: list with ${SNITCHES.toLocaleString("en")} snitches`, median(listTimings), 1_000),
  ];

  for (const [name, operation] of Object.entries(operations)) {
    const [empty, whole]: [number[], number[]] = [[], []];
    // In turns, so that other load on the machine affects both.
    for (let i = 0; i < WARM_UP + ROUNDS; i++) {
      empty.push(await httpMs(tattle.appUrl, key, EMPTY));
      whole.push(await httpMs(tattle.appUrl, key, operation));
    }
    const [emptyMs, wholeMs] = [empty, whole].map((timings) => median(timings.slice(WARM_UP))) as [
      number,
      number,
    ];
    const queryMs = await databaseMs(key, operation);
    const parts = `${wholeMs.toFixed(1)} ms, to ${emptyMs.toFixed(1)} empty + ${queryMs.toFixed(1)} database`;
    measured.push(ratioUnder(`api: ${name}`, wholeMs / (emptyMs + queryMs), 2, parts));
  }
  agent.destroy();
  await tattle.stop();
  await pool.end();
  return measured;
}
