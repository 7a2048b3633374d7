import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { replaceCheckInUrl } from "@/lib/monitoring/replace-check-in-url";
import { db } from "@/lib/platform/db";
import { listStoredCheckIns, openCheckInHttp } from "@/testing/check-in-http";
import { ACTOR, aSnitch } from "@/testing/factories";

const BEAT_MS = 500;
/** How often the job still uses the old URL after it was replaced, and how many beats there are around the replacement. */
const LAG = 6;
const ROUNDS = 5;

test("a job that checks in twice a second loses none while its URL is replaced, and an old URL ends with its overlap", async () => {
  const { id, caseId, token } = await aSnitch();
  const http = await openCheckInHttp();
  const beats: { key: string; status: Promise<number> }[] = [];
  let key = token;
  const beat = async () => {
    // Else it is over the limit of an hour after ten.
    await db.snitch.update({ where: { id }, data: { hourCount: 0, signalCount: 0, countedMinute: null } });
    return (await http.responseTo(`/${key}`)).status;
  };
  const beatFor = async (count: number) => {
    for (let i = 0; i < count; i++) {
      beats.push({ key, status: beat() });
      await sleep(BEAT_MS);
    }
  };

  const keys = [token];
  for (let round = 0; round < ROUNDS; round++) {
    // In the middle of a beat, a little later in it each time.
    const replaced = sleep((round * BEAT_MS) / ROUNDS).then(() =>
      replaceCheckInUrl(caseId, token, 1, new Date(), ACTOR),
    );
    await beatFor(LAG);
    const { checkInKey } = await replaced;
    await beatFor(LAG);
    key = checkInKey;
    keys.push(key);
  }

  expect(await Promise.all(beats.map(({ status }) => status))).toEqual(beats.map(() => 202));
  expect(await listStoredCheckIns(id)).toHaveLength(beats.length);
  const former = await db.formerCheckInKey.findMany({ where: { snitchId: id } });
  // The first ones may have arrived before their URL was the old one.
  for (const { checkIns } of former) expect(checkIns).toBeGreaterThanOrEqual(LAG);
  expect(former.map(({ key: old }) => old).sort()).toEqual(keys.slice(0, -1).sort());

  await db.formerCheckInKey.updateMany({ where: { snitchId: id }, data: { worksUntil: new Date() } });
  const ask = async (old: string) => (await http.responseTo(`/${old}`)).status;
  expect(await Promise.all(keys.slice(0, -1).map(ask))).toEqual(Array(ROUNDS).fill(404));
  expect(await beat()).toBe(202);
  http.close();
});
