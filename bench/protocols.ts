import { createApiKey } from "@/lib/cases/api-key";
import { db, pool } from "@/lib/platform/db";
import { queues } from "@/lib/platform/queue";
import { findAdapter } from "@/lib/protocols/find-adapter";
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

/** The addresses of the protocols that this version has. */
async function addressesIn(caseId: string): Promise<[name: string, address: string][]> {
  const keyFor = async (kind: "healthchecks" | "cronitor") =>
    (await createApiKey(caseId, { name: "Bench", kind }, ACTOR)).key;
  const addresses: [string, string][] = [
    ["Healthchecks, by UUID", "/ping/{uuid}"],
    ["Healthchecks, by slug", `/ping/${await keyFor("healthchecks")}/{slug}`],
    ["Uptime Kuma", "/api/push/{token}?status=up&msg=OK"],
    ["Better Stack", "/api/v1/heartbeat/{token}"],
    ["Checkly", "/heartbeats/ping/{uuid}"],
    ["Cronitor", `/p/${await keyFor("cronitor")}/{slug}`],
  ];
  // Healthchecks by slug shares its address with Cronitor: it is there if the other one is.
  const hasHealthchecks = findAdapter("/ping/c0ffee12-34ab-8cd5-8600-746174746c65") !== null;
  return addresses.filter(([name]) => hasHealthchecks || !name.startsWith("Healthchecks"));
}

export async function bench(): Promise<Measured[]> {
  const { id: caseId } = await db.case.create({ data: { name: "Bench", plan: "unlimited" } });
  const addresses = await addressesIn(caseId);
  await addSnitches(caseId, SNITCHES * (addresses.length + 1));
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
