import { expect, test } from "vitest";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db, query } from "@/lib/platform/db";
import { DAY_MS, MINUTE_MS } from "@/lib/rules/durations";
import { NEVER_LOST_MS } from "@/testing/connection";
import { aCase, aMember, aSnitch } from "@/testing/factories";
import { requestProtocol } from "@/testing/protocol-request";
import { applyLateReports } from "./apply";

const REPORTS = 10_000;
/** How many come between two looks of a worker. */
const AT_ONCE = 500;

test("a spool of 10,000 reports of a minutely job is accepted and applied, and ends its incident with one message", async () => {
  const received = new Date("2026-03-10T10:00:20Z");
  const first = received.getTime() - REPORTS * MINUTE_MS;
  const { id: caseId } = await aCase({ plan: "unlimited" });
  await aMember({ caseId });
  const createdAt = new Date(first - DAY_MS);
  const { id, token } = await aSnitch({ caseId, interval: "1_minute", createdAt, remindEvery: 0 });
  await requestProtocol(`/${token}`, { at: new Date(first - MINUTE_MS) });
  // The worker was down, too: one alert for all.
  await sweepDeadlines(received, NEVER_LOST_MS);

  let [receivingMs, applyingMs] = [0, 0];
  for (let count = 0; count < REPORTS; count += AT_ONCE) {
    const startedAt = performance.now();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, i) => {
        const age = (REPORTS - count - i - 1) * 60 + 10;
        const { status } = await requestProtocol(`/${token}?age=${age}&s=0`, { at: received });
        expect(status).toBe(202);
      }),
    );
    const receivedAt = performance.now();
    await applyLateReports(received, NEVER_LOST_MS);
    receivingMs += receivedAt - startedAt;
    applyingMs += performance.now() - receivedAt;
  }
  console.log(
    `${REPORTS} late reports: ${Math.round(receivingMs)} ms to take, ${Math.round(applyingMs)} ms to apply`,
  );

  expect(await db.snitch.findUniqueOrThrow({ where: { id } })).toMatchObject({
    status: "healthy",
    lateSince: null,
  });
  expect(await db.checkIn.count({ where: { snitchId: id } })).toBe(REPORTS + 1);
  const rows = await query(
    "SELECT FROM emails e JOIN alerts a ON a.id = e.alert_id WHERE a.snitch_id = $1 AND a.kind = 'reporting'",
    [id],
  );
  expect(rows).toHaveLength(1);
}, 600_000);
