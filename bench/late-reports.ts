import { setTimeout as sleep } from "node:timers/promises";
import { pool } from "@/lib/platform/db";
import { queues } from "@/lib/platform/queue";
import { createPartitions } from "@/lib/storage/maintain-partitions";
import { measureMisses, openReceiver } from "./delivery";
import { type Measured, quantile, under } from "./measured";
import { startLoad } from "./rounds";
import { startCheckIn, startWorker } from "./servers";

const REPORTERS = 150;
const PER_SECOND = 17;
/** As many check-ins as are replayed again and again: a snitch with more of them rests between two replays. */
const HISTORY = 900;
/** Older than these, so that each report has all of them replayed. */
const AGE_SECONDS = 60_000;
/** A sweep waits for half a minute after servers have started. */
const WARM_UP_MS = 45_000;

/** Adds snitches of one case that checked in each minute, with the tokens that a load asks for. */
async function addReporters(): Promise<void> {
  const now = new Date();
  await createPartitions(now, new Date(now.getTime() - AGE_SECONDS * 1_000));
  await pool.query(
    `WITH added AS (INSERT INTO cases (id, name) VALUES (new_id(), 'Late') RETURNING id),
       jobs AS (INSERT INTO snitches (id, token, name, interval, status, deadline, checked_in_at, case_id, created_at)
         SELECT new_id(), lpad(to_hex(n), 16, '0'), 'Job ' || n, 'daily', 'healthy', date_trunc('day', now()) + interval '2 days', now(),
           added.id, now() - interval '8 days'
         FROM added, generate_series(0, $1::int - 1) n RETURNING id)
     INSERT INTO check_ins (id, snitch_id, at, exit_status)
     SELECT new_id(), jobs.id, now() - m * interval '1 minute', '' FROM jobs, generate_series(1, $2::int) m`,
    [REPORTERS, HISTORY],
  );
  await pool.query("VACUUM ANALYZE snitches, check_ins");
}

const countLate = async (): Promise<number> =>
  (await pool.query("SELECT count(*)::int AS count FROM check_ins WHERE received_at IS NOT NULL")).rows[0]
    .count;

/** Measures how late the alerts of others are while all snitches of one case report late. */
export async function bench(): Promise<Measured[]> {
  await addReporters();
  const receiver = await openReceiver();
  const running = await startCheckIn();
  const worker = await startWorker({ ALLOW_PRIVATE_TARGETS: "on" });
  const { result, stop } = startLoad({
    name: "late reports",
    running,
    load: {
      snitches: REPORTERS,
      says: `age=${AGE_SECONDS}`,
      perSecond: PER_SECOND,
      connections: PER_SECOND,
      warmUpMs: 0,
      measuredMs: 300_000,
    },
    rounds: [],
  });
  await sleep(WARM_UP_MS);
  const { delays } = await measureMisses(receiver);
  stop();
  const { accepted, refused } = await result;
  const late = await countLate();
  console.log(`${late} late reports, ${refused} refused; others' alerts: p50 ${quantile(delays, 0.5)} ms`);
  if (late === 0 || late !== accepted) throw new Error(`Of ${accepted} late reports ${late} were recorded.`);

  for (const each of [running, worker]) await each.stop();
  receiver.close();
  await queues().close();
  await pool.end();
  return [
    under(
      `late: a minute after the deadline → received, while ${REPORTERS} snitches of another case report late`,
      Math.max(...delays),
      2_000,
      `the latest of ${delays.length}, beside ${late} reports`,
    ),
  ];
}
