import { closeCheckInPools } from "@/lib/check-ins/connection";
import { record } from "@/lib/check-ins/record";
import { searchRuns } from "@/lib/history/search-outputs";
import { db, pool, query } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { queues } from "@/lib/platform/queue";
import { DAY_MS, MINUTE_MS } from "@/lib/rules/durations";
import { compressOutput } from "@/lib/runs/outputs/compress";
import { indexTexts } from "@/lib/runs/outputs/index-texts";
import { insertOutputs } from "@/lib/runs/outputs/insert";
import { createPartitions } from "@/lib/storage/maintain-partitions";
import { measureCpuMs } from "./cpu";
import { type Measured, median, ratioUnder, under } from "./measured";

const SNITCHES = 2_000;
const DAYS = 30;
const ROUNDS = 5;
/** A rare word, one that most outputs have, two of them, the beginning of many, and one that no output has. */
const SEARCHES = ["quota", "finished", "finished quota", "ta", "zebra"];
const MAX_MS = 300;
const BATCH_SIZE = 40;
const BATCHES = 10;

/** Twenty lines, as a backup writes them. One of a hundred failed. */
const printed = (n: number) =>
  Array.from({ length: 20 }, (_, i) => `2026-01-01 03:00:${10 + i} table_${n}_${i} copied, ${n * i} rows`)
    .concat(n % 100 === 0 ? "error: Disk quota exceeded" : "finished without errors")
    .join("\n");

const compress = (text: string) =>
  compressOutput({ head: Buffer.alloc(0), tail: Buffer.from(text), bytes: text.length });

/** A run and its output for each snitch. */
async function addRuns(snitchIds: string[], at: Date): Promise<void> {
  const rows = await Promise.all(
    snitchIds.map(async (snitchId, n) => {
      const runId = newId(at);
      const output = await compress(printed(n));
      if (!output) throw new Error("A run of the bench printed nothing.");
      return { ...output, id: newId(at), runId, snitchId, at };
    }),
  );
  await insertOutputs(query, rows);
  await query(
    `INSERT INTO runs (id, snitch_id, at, ended_at, outcome, output_id)
     SELECT n.run, n.snitch, $4, $4, 'succeeded', n.output FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) n (run, snitch, output)`,
    [rows.map(({ runId }) => runId), rows.map(({ snitchId }) => snitchId), rows.map(({ id }) => id), at],
  );
}

const countTexts = async () =>
  (await query<{ count: number }>("SELECT count(*)::int FROM output_texts"))[0]?.count ?? 0;

/** As a worker does it every minute, until nothing is left. */
async function indexAll(): Promise<void> {
  for (let before = -1, count = await countTexts(); count > before; ) {
    await indexTexts(new Date());
    [before, count] = [count, await countTexts()];
  }
}

/** Records runs that printed something. */
async function recordRuns(tokens: string[]): Promise<void> {
  const outputs = await Promise.all(tokens.map((_, n) => compress(printed(n))));
  for (let n = 0; n < BATCHES * BATCH_SIZE; n += BATCH_SIZE)
    await record(
      tokens.slice(n, n + BATCH_SIZE).map((token, i) => ({
        id: newId(),
        token,
        at: new Date(),
        exitStatus: "0",
        message: "",
        method: "POST",
        address: "127.0.0.1",
        userAgent: "curl/8.5.0",
        signal: {
          kind: "finish",
          rid: null,
          isInPath: true,
          reportedMs: null,
          host: "",
          env: "",
          metrics: {},
        },
        output: outputs[n + i] ?? undefined,
      })),
      { replayed: false },
    );
}

/** Measures the search in a month of outputs of a large case beside another, and what its index costs. */
export async function bench(): Promise<Measured[]> {
  await createPartitions(new Date(), new Date(Date.now() - (DAYS + 1) * DAY_MS));
  const searchedCase = await db.case.create({ data: { name: "Searched" } });
  const other = await db.case.create({ data: { name: "Other" } });
  for (const [id, total] of [
    [searchedCase.id, SNITCHES],
    [other.id, SNITCHES / 4],
  ])
    await pool.query(
      `INSERT INTO snitches (id, token, name, interval, status, deadline, checked_in_at, case_id)
       SELECT new_id(), md5($1 || n), 'Job ' || n, 'daily', 'healthy', now() + interval '1 day', now(), $1::uuid
       FROM generate_series(1, $2::int) n`,
      [id, total],
    );
  const snitches = await query<{ id: string; token: string }>("SELECT id, token FROM snitches");
  const ids = snitches.map(({ id }) => id);
  for (let day = DAYS - 1; day >= 0; day -= 1)
    await addRuns(ids, new Date(Date.now() - day * DAY_MS - 10 * MINUTE_MS));
  await indexAll();
  await pool.query("VACUUM ANALYZE");

  const searched: number[][] = SEARCHES.map(() => []);
  const counts: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [i, search] of SEARCHES.entries()) {
      const startedAt = performance.now();
      counts[i] = (await searchRuns(searchedCase.id, null, { search, before: null, limit: 50 })).length;
      searched[i]?.push(performance.now() - startedAt);
    }
  const medians = searched.map(median);
  const detail = SEARCHES.map((search, i) => `${search}: ${counts[i]} in ${medians[i]?.toFixed(0)} ms`).join(
    ", ",
  );

  const tokens = snitches.slice(0, BATCHES * BATCH_SIZE).map(({ token }) => token);
  const costs: [recordMs: number, indexMs: number][] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    costs.push([await measureCpuMs(() => recordRuns(tokens)), await measureCpuMs(indexAll)]);
  const ratio = median(costs.map(([recordMs, indexMs]) => (recordMs + indexMs) / recordMs));
  await Promise.all([queues().close(), closeCheckInPools()]);
  await pool.end();
  return [
    under("outputs: search in a month of 2,000 snitches", Math.max(...medians), MAX_MS, detail),
    ratioUnder("outputs: a run with the index of its output, to one without, in CPU time", ratio, 3),
  ];
}
