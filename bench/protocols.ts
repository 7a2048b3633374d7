import { createApiKey } from "@/lib/cases/api-key";
import { db, pool } from "@/lib/platform/db";
import type { Case } from "@/lib/platform/generated/client";
import { queues } from "@/lib/platform/queue";
import { dsnOf } from "@/lib/protocols/sentry/dsn";
import { ACTOR } from "@/lib/testing/factories";
import type { Load } from "./load";
import { type Measured, ratioUnder } from "./measured";
import { acceptedOf, best, type Contender, checkRecorded, runRound } from "./rounds";
import { startCheckIn } from "./servers";

/** How many snitches each protocol has for itself, so that none meets the rate limit. */
const SNITCHES = 50_000;
const ROUNDS = 3;
const MAX_COST = 1.15;

/** The snitches of one case, because a key belongs to one. */
async function addSnitches(caseId: string, count: number): Promise<void> {
  await pool.query(
    `INSERT INTO snitches (id, token, slug, name, interval, status, deadline, checked_in_at, case_id)
     SELECT new_id(), token, 'job-' || token, token, 'daily', 'healthy', now() + interval '2 days', now() - interval '20 hours', $1
     FROM generate_series(0, $2::int - 1) n CROSS JOIN LATERAL (SELECT lpad(to_hex(n), 16, '0') AS token) named`,
    [caseId, count],
  );
  await pool.query("VACUUM FULL ANALYZE snitches");
}

/** The addresses of the protocols, in the order of their snitches. */
async function addressesIn({
  id: caseId,
  number,
  dsnVersion,
}: Case): Promise<[name: string, address: string][]> {
  const dsn = dsnOf({ id: caseId, number, dsnVersion });
  const keyFor = async (kind: "healthchecks" | "cronitor") =>
    (await createApiKey(caseId, { name: "Bench", kind }, ACTOR)).key;
  return [
    ["Healthchecks, by UUID", "/ping/{uuid}"],
    ["Healthchecks, by slug", `/ping/${await keyFor("healthchecks")}/{slug}`],
    ["Sentry", `/api/${number}/cron/{slug}/${new URL(dsn).username}/?status=ok`],
    ["Uptime Kuma", "/api/push/{token}?status=up&msg=OK"],
    ["Better Stack", "/api/v1/heartbeat/{token}"],
    ["Checkly", "/heartbeats/ping/{uuid}"],
    ["Cronitor", `/p/${await keyFor("cronitor")}/{slug}`],
  ];
}

export async function bench(): Promise<Measured[]> {
  const theCase = await db.case.create({ data: { name: "Bench", plan: "unlimited" } });
  const addresses = await addressesIn(theCase);
  await addSnitches(theCase.id, SNITCHES * (addresses.length + 1));
  const running = await startCheckIn();
  const contender = (name: string, position: number, load: Partial<Load>): Contender => ({
    name,
    running,
    load: { snitches: SNITCHES, first: position * SNITCHES, ...load },
    rounds: [],
  });
  const native = contender("a check-in URL", 0, { address: "/{token}?m=OK" });
  const others = addresses.map(([name, address], i) => contender(name, i + 1, { address }));

  for (let round = 0; round < ROUNDS; round += 1)
    for (const each of [native, ...others]) await runRound(each);
  await running.stop();
  await checkRecorded([native, ...others].reduce((sum, each) => sum + acceptedOf(each), 0));
  await queues().close();
  await pool.end();
  return others.map((each) =>
    ratioUnder(`protocols: ${each.name}, to a check-in URL`, best(native) / best(each), MAX_COST),
  );
}
