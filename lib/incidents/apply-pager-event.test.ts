import { afterAll, beforeAll, expect, test } from "vitest";
import { addChannel } from "@/lib/channels/add";
import { deliver } from "@/lib/delivery/deliver";
import { db } from "@/lib/platform/db";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { ACTOR, aCase, anIncident, aSnitch } from "@/testing/factories";
import { aPagerDuty, type Hook, WEBHOOK_SECRET } from "@/testing/fake-pagerduty";
import { seededRandom } from "@/testing/random-history";
import { send } from "@/testing/requests";
import { FIRST_SEED, runsFor } from "@/testing/runs";
import { acknowledgeIncident, unacknowledgeIncident } from "./acknowledge";

const RUNS = runsFor("lib/incidents/apply-pager-event.test.ts");
const start = Date.parse("2026-03-10T00:00Z");

let pagerDuty: Awaited<ReturnType<typeof aPagerDuty>>;
beforeAll(async () => {
  pagerDuty = await aPagerDuty();
});
afterAll(() => pagerDuty.close());

/** An incident that PagerDuty was notified of. */
async function anIncidentThere() {
  const { id: caseId } = await aCase();
  const settings = { routing_key: "route", region: "us", url: pagerDuty.url, webhook_secret: WEBHOOK_SECRET };
  const input = { kind: "pagerduty", name: "", settings, route: ALL_ALERTS, isDefault: false };
  const { id: channelId } = await addChannel(caseId, input, ACTOR);
  const snitch = await aSnitch({ caseId, status: "failed" });
  const { id: incidentId } = await anIncident({ snitch });
  const alert = await db.alert.create({
    data: {
      caseId,
      snitchId: snitch.id,
      incidentId,
      kind: "missing",
      from: "healthy",
      to: "failed",
      at: new Date(start),
    },
  });
  const { id } = await db.delivery.create({ data: { channelId, incidentId, alertId: alert.id } });
  await deliver(id);
  return { caseId, channelId, incidentId, key: `tattle-${incidentId}` };
}

const STEPS = [
  "ack here",
  "unack here",
  "ack there",
  "unack there",
  "resolve there",
  "send",
  "hear",
  "hear",
] as const;

async function play(seed: number) {
  const random = seededRandom(seed);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const { caseId, channelId, incidentId, key } = await anIncidentThere();
  const hint = `seed ${seed}: TEST_SEED=${seed} TEST_RUNS=1 npx vitest run lib/incidents/apply-pager-event.test.ts`;
  const read = () =>
    db.incident.findUniqueOrThrow({
      where: { id: incidentId },
      select: { acknowledgedAt: true, acknowledgedBy: true, acknowledgedVia: true },
    });
  const messages = () => db.delivery.findMany({ where: { channelId, event: "acknowledged" } });
  const sendMessages = async () => {
    for (const { id } of await messages()) await deliver(id);
  };
  const received: Hook[] = [];
  const hear = async (hook: Hook) => {
    const count = (await messages()).length;
    const { status } = await send("POST", `/v1/hooks/${channelId}`, hook);
    expect(status, hint).toBe(204);
    // What was heard from there is never sent back there.
    expect(await messages(), hint).toHaveLength(count);
    received.push(hook);
  };
  let expected: boolean | null = null;
  for (let step = 1; step <= 10; step += 1) {
    const at = new Date(start + step * 1_000);
    const what = pick(STEPS);
    if (what === "ack here") {
      if (!(await read()).acknowledgedAt) expected = true;
      await acknowledgeIncident(caseId, incidentId, at, ACTOR);
    }
    if (what === "unack here") {
      await unacknowledgeIncident(caseId, incidentId, at, ACTOR);
      // Where there was nothing to take back, what is on its way counts.
      const isTakenBack = await db.auditEvent.count({
        where: { caseId, action: "snitch.unacknowledged", at },
      });
      if (isTakenBack) expected = false;
    }
    if (what === "ack there" && pagerDuty.act("acknowledged", key, at)) expected = true;
    if (what === "resolve there" && pagerDuty.act("resolved", key, at)) expected = true;
    if (what === "unack there" && pagerDuty.act("unacknowledged", key, at)) expected = null;
    if (what === "send") await sendMessages();
    if (what === "hear") {
      const [hook] = pagerDuty.hooks.splice(Math.floor(random() * pagerDuty.hooks.length), 1);
      if (hook) await hear(hook);
    }
    if (received.length > 0 && random() < 0.3) await hear(pick(received));
  }
  await sendMessages();
  while (pagerDuty.hooks.length > 0) await hear(pagerDuty.hooks.shift() as Hook);

  const end = await read();
  if (expected !== null) expect(end.acknowledgedAt !== null, hint).toBe(expected);
  const acknowledgements = pagerDuty.requests.filter(
    ({ body }) => body.includes(key) && body.includes('"event_action":"acknowledge"'),
  );
  expect(acknowledgements.length, hint).toBeLessThanOrEqual(1);
  // Repeating everything changes nothing, and nothing is pending.
  for (const hook of received.slice()) await hear(hook);
  expect(await read(), hint).toEqual(end);
  expect(pagerDuty.hooks, hint).toEqual([]);
  return { wasAcknowledged: end.acknowledgedAt !== null, sent: acknowledgements.length };
}

test(`${RUNS} random orders of actions here and there end as the last one says, with one message each way at most`, async () => {
  const ends = [];
  for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) ends.push(await play(seed));
  if (RUNS < 15) return;
  // The random orders reach what they are about.
  expect(new Set(ends.map(({ wasAcknowledged }) => wasAcknowledged)).size).toBe(2);
  expect(new Set(ends.map(({ sent }) => sent)).size).toBe(2);
}, 600_000);
