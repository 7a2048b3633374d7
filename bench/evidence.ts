import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { OPERATOR } from "@/lib/audit/record";
import { createApiKey } from "@/lib/cases/api-key";
import { db, pool } from "@/lib/platform/db";
import { GIVE_BACK, limitHeap, MAP_COMPILERS } from "@/scripts/programs";
import { peakMemory } from "@/testing/processes";
import { basic } from "@/testing/requests";
import { addSnitches, bystandersOf, measureBystanders } from "./bystanders";
import { MB, type Measured, median, ratioUnder, smallerThan } from "./measured";
import { startCheckIn, startWeb } from "./servers";

const BYSTANDERS = 20_000;
const PER_SECOND = 100;
const SNITCHES = 1_000;
const RUNS = Number(process.env.BENCH_RUNS ?? 1_000_000);
const DAYS = 30;
const ROUNDS = 3;
const REST_MS = 3_000;

async function addRuns(): Promise<string> {
  const theCase = await db.case.create({ data: { name: "Evidence" } });
  await pool.query(
    `WITH added AS (INSERT INTO snitches (id, token, name, interval, case_id)
       SELECT new_id(), 'e' || lpad(to_hex(n), 15, '0'), 'Job ' || n, 'daily', $1 FROM generate_series(1, $2::int) n RETURNING id),
     numbered AS (SELECT id, row_number() OVER () AS position FROM added)
     INSERT INTO runs (id, snitch_id, at, started_at, ended_at, outcome, exit_status, duration_ms)
     SELECT new_id(), numbered.id, at, at, at + interval '5 s', 'succeeded', '0', 5000
     FROM generate_series(1, $3::int) n, LATERAL (SELECT now() - $4::int * interval '1 day' * n / $3::int AS at) times
     JOIN numbered ON true WHERE position = n % $2::int + 1`,
    [theCase.id, SNITCHES, RUNS, DAYS],
  );
  await pool.query("VACUUM ANALYZE runs");
  const { key } = await createApiKey(theCase.id, { name: "Evidence" }, OPERATOR);
  return key;
}

/** How many bytes an export has, none of which is kept. */
const exportRuns = (port: number, key: string) =>
  new Promise<number>((resolve, reject) => {
    const from = new Date(Date.now() - (DAYS + 1) * 86_400_000).toISOString();
    const headers = { Authorization: basic(key) };
    request({ port, path: `/v1/export/runs?from=${from}`, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`The export returned ${response.statusCode}.`));
      let [bytes, end] = [0, ""];
      response.on("error", reject).on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        end = (end + chunk.toString("latin1")).slice(-200);
      });
      response.on("end", () => {
        if (!end.includes(`{"rows": ${RUNS}, `)) reject(new Error(`The export ends with ${end}`));
        resolve(bytes);
      });
    })
      .on("error", reject)
      .end();
  });

/** Measures how an export of many runs moves others’ check-ins, and the memory of the process that streams it. */
export async function bench(): Promise<Measured[]> {
  await addSnitches(BYSTANDERS, BYSTANDERS);
  const key = await addRuns();
  const checkIn = await startCheckIn();
  const web = await startWeb({ ...GIVE_BACK, ...MAP_COMPILERS, NODE_OPTIONS: limitHeap("web") });
  const quiet = bystandersOf(checkIn, BYSTANDERS);
  const bystanders = { ...quiet, load: { ...quiet.load, perSecond: PER_SECOND } };
  // What the first request of a process loads is not the export's.
  await fetch(`http://127.0.0.1:${web.port}/v1/export/runs?from=${new Date().toISOString()}`, {
    headers: { Authorization: basic(key) },
  }).then((response) => response.text());
  const before = peakMemory(web.pid);
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = await measureBystanders(bystanders, () => sleep(10_000));
    await sleep(REST_MS);
    const during = await measureBystanders(bystanders, () => exportRuns(web.port, key));
    await sleep(REST_MS);
    ratios.push(during.p99Ms / alone.p99Ms);
    console.log(
      `alone p50 ${alone.p50Ms.toFixed(1)} p99 ${alone.p99Ms.toFixed(1)} ms   export in ${(during.tookMs / 1_000).toFixed(1)} s p50 ${during.p50Ms.toFixed(1)} p99 ${during.p99Ms.toFixed(1)} ms   peak ${(peakMemory(web.pid) / MB).toFixed(0)} MB of ${(before / MB).toFixed(0)}`,
    );
  }
  const growth = peakMemory(web.pid) - before;
  for (const each of [checkIn, web]) await each.stop();
  await pool.end();
  const rows = RUNS.toLocaleString("en");
  return [
    ratioUnder(
      `evidence: p99 of others’ check-ins during an export of ${rows} runs, to quiet`,
      median(ratios),
      1.5,
    ),
    smallerThan(`evidence: memory that an export of ${rows} runs takes`, Math.max(growth, 1), 50 * MB),
  ];
}
