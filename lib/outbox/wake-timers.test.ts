import { expect, test } from "vitest";
import { WHOLE_CASE } from "@/lib/cases/key-scope";
import { changeMemberEmails } from "@/lib/cases/member-emails";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { saveSteps } from "@/lib/incidents/escalation-steps";
import { pauseSnitch } from "@/lib/monitoring/pause";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { updateSnitch } from "@/lib/monitoring/update";
import { query } from "@/lib/platform/db";
import { MAX_ONE_BY_ONE } from "@/lib/rules/notifications/storm";
import { NEVER_LOST_MS } from "@/testing/connection";
import { eventually } from "@/testing/eventually";
import { ACTOR, aCase, aMember, anIncident, aSnitch, PLAIN_CHECK_IN } from "@/testing/factories";
import { hearWakeUps } from "@/testing/hear-wake-ups";
import { wakeTimers } from "./wake-timers";

const tuesday = new Date("2026-03-10T00:00Z");
type QuietHours = Parameters<typeof changeMemberEmails>[2]["quiet"];

const after = (seconds: number) => new Date(tuesday.getTime() + seconds * 1_000);

const received = hearWakeUps();

/** What wakes workers when these changes are committed. They are heard in order, so one more marks the end. */
async function wokenAfter(change: () => Promise<unknown>): Promise<string[]> {
  received.length = 0;
  await change();
  await wakeTimers(query, "outbox");
  await eventually(() => expect(received.at(-1)).toBe("outbox"));
  return received.slice(0, -1);
}

const pauseUntil = async (endsAt: Date) => {
  const { caseId, token } = await aSnitch({ status: "healthy", deadline: after(3_600) });
  return () => pauseSnitch(caseId, token, { until: "time", endsAt }, tuesday, ACTOR);
};

test("a pause that ends in two seconds wakes the workers, and one that ends later wakes no one", async () => {
  expect(await wokenAfter(await pauseUntil(after(2)))).toEqual(["sweep"]);
  expect(await wokenAfter(await pauseUntil(after(60)))).toEqual([]);
});

test("a check-in wakes no one", async () => {
  const { token } = await aSnitch({
    interval: "15_minute",
    status: "healthy",
    deadline: new Date(Date.now() + 900_000),
  });
  const checkIn = { ...PLAIN_CHECK_IN, token };

  expect(await wokenAfter(() => recordCheckIn({ ...checkIn, at: new Date() }))).toEqual([]);
});

test("new rules, which evaluate an open incident at once, wake the workers, and the same rules wake no one", async () => {
  const snitch = await aSnitch({ status: "failed", deadline: after(3_600) });
  await anIncident({ snitch });
  const change = () =>
    updateSnitch(snitch.caseId, snitch.token, { alert_after: 3 }, tuesday, ACTOR, WHOLE_CASE);

  expect(await wokenAfter(change)).toEqual(["sweep"]);
  expect(await wokenAfter(change)).toEqual([]);
});

test("steps of an escalation wake the workers, because an incident may be past their time", async () => {
  const { id: caseId } = await aCase();
  const { id: userId } = await aMember({ caseId });
  const step = { afterMinutes: 1, channelIds: [], userIds: [userId], place: 0 };

  expect(await wokenAfter(() => saveSteps(caseId, [step], ACTOR))).toEqual(["sweep"]);
});

test("more emails than ten at once wake the workers for the time at which the others are sent as one", async () => {
  const { id: caseId } = await aCase();
  await aMember({ caseId });
  for (let i = 0; i <= MAX_ONE_BY_ONE; i += 1)
    await aSnitch({ caseId, status: "healthy", deadline: tuesday });

  expect(await wokenAfter(() => sweepDeadlines(after(60), NEVER_LOST_MS))).toContain("summaries");
});

test("quiet hours that end wake the workers for what has waited", async () => {
  const { id: caseId } = await aCase();
  const { id: userId } = await aMember({ caseId });
  const digest = { digest: null, digestHour: 8, digestSkipsQuiet: false };
  const emails = { frequency: "every", zone: "UTC", ...digest } as const;
  const change = (quiet: QuietHours) => () =>
    changeMemberEmails(caseId, userId, { ...emails, quiet }, ACTOR, tuesday);

  expect(await wokenAfter(change({ from: 0, to: 1_439, days: [] }))).toEqual([]);
  expect(await wokenAfter(change(null))).toEqual(["summaries"]);
});
