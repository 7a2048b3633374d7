import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { addChannel } from "@/lib/channels/add";
import { db } from "@/lib/platform/db";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { ACTOR, aCase, anIncident, aSnitch } from "@/testing/factories";
import { seededRandom } from "@/testing/random-history";
import { aReceiver } from "@/testing/receiver";
import { deliver } from "./deliver";

const HISTORIES = 40;
const openedAt = new Date("2026-03-10T00:00Z");

/** What happens to a request. `late` and `broken`: it counts, but the sender does not learn it. */
const FATES = ["accepted", "accepted", "refused", "limited", "late", "broken", "lost"] as const;

/** An Alertmanager that keeps what is open, and responds as the next fate says: always “accepted” once `isCalm`. */
async function anAlertmanager(random: () => number) {
  const open = new Set<string>();
  const state = { isCalm: false, running: new Map<string, number>(), isMixed: false };
  const receiver = await aReceiver(async (response, { body }) => {
    const [{ labels, endsAt }] = JSON.parse(body);
    const running = (state.running.get(labels.snitch) ?? 0) + 1;
    state.running.set(labels.snitch, running);
    if (running > 1) state.isMixed = true;
    const fate = state.isCalm ? "accepted" : (FATES[Math.floor(random() * FATES.length)] ?? "accepted");
    await sleep(random() * 20);
    if (fate === "accepted" || fate === "late" || fate === "broken") {
      if (new Date(endsAt) > new Date()) open.add(labels.snitch);
      else open.delete(labels.snitch);
    }
    state.running.set(labels.snitch, running - 1);
    if (fate === "lost" || fate === "broken") return void response.socket?.resetAndDestroy();
    const status = { accepted: 200, refused: 500, limited: 429, late: 503 }[fate];
    response.writeHead(status, { "Retry-After": "1" }).end();
  });
  return { ...receiver, open, state };
}

type SimulatedHistory = { caseId: string; channelId: string; snitchId: string; incidentId: string };

/** Queues the next message of the incident: that it began, continues, is acknowledged, or is over. */
async function queue(
  { caseId, channelId, snitchId, incidentId }: SimulatedHistory,
  does: string,
  step: number,
) {
  const event = does === "acknowledged" ? ("acknowledged" as const) : null;
  const kind = does === "reporting" ? ("reporting" as const) : ("missing" as const);
  const alert = {
    caseId,
    snitchId,
    incidentId,
    kind,
    from: "healthy" as const,
    to: "failed" as const,
    at: new Date(openedAt.getTime() + step * 60_000),
  };
  const alertId = event ? null : (await db.alert.create({ data: alert })).id;
  await db.delivery.create({ data: { channelId, incidentId, event, alertId } });
  if (kind === "reporting")
    await db.incident.update({
      where: { id: incidentId },
      data: { closedAt: new Date(), closedBy: "reported" },
    });
}

const listPending = (channelId: string) =>
  db.delivery.findMany({ where: { channelId, acceptedAt: null, gaveUpAt: null }, select: { id: true } });

/** Attempts one or two random messages at the same time, as if all waits were over. */
async function attemptSome(channelId: string, random: () => number) {
  // A delivery being sent stays leased.
  await db.delivery.updateMany({ where: { channelId, sendingSince: null }, data: { dueAt: openedAt } });
  await db.channel.update({ where: { id: channelId }, data: { limitedUntil: null, disabledAt: null } });
  const pending = await listPending(channelId);
  const pick = () => pending[Math.floor(random() * pending.length)]?.id ?? "";
  await Promise.all([...new Set([pick(), pick()])].filter(Boolean).map((id) => deliver(id, 500)));
}

test("whatever happens to requests, a pager has an incident open exactly if it is, and gets one message at a time", async () => {
  const random = seededRandom(7);
  const pager = await anAlertmanager(random);
  for (let history = 0; history < HISTORIES; history += 1) {
    pager.state.isCalm = false;
    const { id: caseId } = await aCase();
    const settings = { url: new URL(pager.url).origin };
    const input = { kind: "alertmanager", name: "", settings, route: ALL_ALERTS, isDefault: false };
    const { id: channelId } = await addChannel(caseId, input, ACTOR);
    const snitch = await aSnitch({ caseId, status: "failed" });
    const incident = await anIncident({ snitch, openedAt });
    const ids = { caseId, channelId, snitchId: snitch.id, incidentId: incident.id };
    const script = ["missing", ...["missing", "acknowledged", "missing"].filter(() => random() < 0.5)];
    if (random() < 0.6) script.push("reporting");
    for (const [step, does] of script.entries()) {
      await queue(ids, does, step);
      for (let i = random() * 3; i > 1; i -= 1) await attemptSome(channelId, random);
    }
    pager.state.isCalm = true;
    for (let i = 0; i < 30 && (await listPending(channelId)).length > 0; i += 1)
      await attemptSome(channelId, random);

    expect(await listPending(channelId), `history ${history}`).toEqual([]);
    const isOpen = pager.open.has(snitch.token);
    expect(isOpen, `history ${history}: ${script.join(", ")}`).toBe(!script.includes("reporting"));
  }
  expect(pager.state.isMixed).toBe(false);
  pager.close();
});
