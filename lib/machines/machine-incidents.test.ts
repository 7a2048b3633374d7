import { describe, expect, test } from "vitest";
import { pagerduty } from "@/lib/channel-kinds/pagerduty";
import { addChannel } from "@/lib/channels/add";
import { acknowledgeIncident } from "@/lib/incidents/acknowledge";
import { acknowledgeMachine } from "@/lib/incidents/acknowledge-machine";
import { applyPagerEvent } from "@/lib/incidents/apply-pager-event";
import { savePolicies } from "@/lib/incidents/policies";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db, transaction } from "@/lib/platform/db";
import { listDecisions } from "@/lib/replay/list-decisions";
import { HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import { MATCHES_ALL } from "@/lib/rules/incidents/policy";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { requestCheckIn } from "@/testing/check-in-request";
import { NEVER_LOST_MS } from "@/testing/connection";
import { ACTOR, aCase, aMember, aWebhook } from "@/testing/factories";
import { aJobOn } from "@/testing/machines";

const seenAt = new Date("2026-03-10T03:12:00Z");
const four = new Date("2026-03-10T04:00:00Z");
const after = (at: Date, ms: number) => new Date(at.getTime() + ms);
const five = after(four, HOUR_MS);
const sweepAt = (at: Date) => sweepDeadlines(after(at, MINUTE_MS), NEVER_LOST_MS);

/** A case with a member, a webhook and a pager, and jobs that are due at four on db7, which was notified of last at 3:12; db8 reports. */
async function anUnreachableMachine(
  { jobs = 5, groupsByMachine = true, deadline = () => four } = {} as {
    jobs?: number;
    groupsByMachine?: boolean;
    deadline?: (i: number) => Date;
  },
) {
  const { id: caseId } = await aCase({ groupsByMachine });
  const { email } = await aMember({ caseId });
  const webhook = await aWebhook({ caseId, url: "https://hooks.acme.test" });
  const settings = { routing_key: "R0UT1NGKEYR0UT1NGKEYR0UT1NGKEY00", region: "us" };
  const pager = await addChannel(
    caseId,
    { kind: "pagerduty", name: "On-call", settings, route: ALL_ALERTS, isDefault: false },
    ACTOR,
  );
  const snitches: Awaited<ReturnType<typeof aJobOn>>[] = [];
  for (let i = 0; i < jobs; i += 1)
    snitches.push(await aJobOn("db7", { caseId, name: `Job ${i}`, seenAt, deadline: deadline(i) }));
  const other = await aJobOn("db8", {
    caseId,
    name: "Elsewhere",
    seenAt: after(seenAt, 40 * MINUTE_MS),
    deadline: after(four, 100 * HOUR_MS),
  });
  const emails = async () =>
    (await db.email.findMany({ where: { caseId, summaryId: null }, orderBy: { id: "asc" } })).map((row) => ({
      kind: row.kind,
      facts: row.facts as {
        jobs?: { name: string }[];
        missed?: number;
        count?: number;
        isHeard?: boolean;
      } | null,
      address: row.address,
    }));
  const deliveries = (channelId: string) =>
    db.delivery.findMany({ where: { channelId }, orderBy: { id: "asc" }, include: { alert: true } });
  const machineIncidents = () => db.machineIncident.findMany({ where: { caseId } });
  const report = (i: number, at: Date, host = "db7") =>
    requestCheckIn(`/${snitches[i]?.token}?host=${host}`, at);
  return {
    caseId,
    email,
    webhook,
    pager,
    snitches,
    other,
    emails,
    deliveries,
    silences: machineIncidents,
    report,
  };
}

const kinds = (rows: { kind: string }[]) => rows.map(({ kind }) => kind);

describe("misses that one sweep finds together", () => {
  test("are one message to people and pagers, which names the jobs, and each is an event for a webhook", async () => {
    const {
      email,
      webhook,
      pager,
      emails,
      deliveries,
      silences: machineIncidents,
    } = await anUnreachableMachine();
    await sweepAt(four);

    const sent = await emails();
    expect(sent).toMatchObject([{ kind: "machine_silent", address: email, facts: { missed: 5, count: 5 } }]);
    expect(sent[0]?.facts?.jobs?.map(({ name }) => name).toSorted()).toEqual([
      "Job 0",
      "Job 1",
      "Job 2",
      "Job 3",
      "Job 4",
    ]);
    expect((await deliveries(webhook.id)).map(({ alert }) => alert?.kind)).toEqual(Array(5).fill("missing"));
    const [page, ...others] = await deliveries(pager.id);
    expect(others).toEqual([]);
    const [incident] = await machineIncidents();
    expect(incident).toMatchObject({
      host: "db7",
      severity: "critical",
      lastHeardAt: seenAt,
      closedAt: null,
    });
    expect(incident?.notifiedAt).not.toBeNull();
    expect(JSON.parse(page?.body ?? "")).toMatchObject({
      event: "missing",
      incident: { id: incident?.id },
      machine: { title: "db7 is not reporting: 5 of 5 jobs missing" },
    });
  });

  test("are a message each where the case does not group, where no one else reports, and of jobs without a host", async () => {
    const off = await anUnreachableMachine({ groupsByMachine: false });
    const alone = await anUnreachableMachine();
    await db.snitch.delete({ where: { id: alone.other.id } });
    const hostless = await anUnreachableMachine();
    await db.run.updateMany({ where: { snitch: { caseId: hostless.caseId } }, data: { host: "" } });
    await sweepAt(four);
    for (const { emails, deliveries, pager, silences: machineIncidents } of [off, alone, hostless]) {
      expect(kinds(await emails())).toEqual(Array(5).fill("alert"));
      expect(await deliveries(pager.id)).toHaveLength(5);
      expect(await machineIncidents()).toEqual([]);
    }
  });

  test("a host whose jobs also ran elsewhere, or that two cases share, is not taken for silent", async () => {
    const { caseId, snitches, emails } = await anUnreachableMachine({ jobs: 4 });
    for (const { id, lastRunId } of snitches.slice(0, 2))
      await db.run.updateMany({
        where: { snitchId: id, id: { not: lastRunId ?? "" } },
        data: { host: "db8" },
      });
    // Another case has as many jobs on a host of the same name.
    const other = await anUnreachableMachine({ jobs: 2 });
    await sweepAt(four);
    expect(kinds(await emails())).toEqual(Array(4).fill("alert"));
    expect(kinds(await other.emails())).toEqual(Array(2).fill("alert"));
    expect(await db.machineIncident.count({ where: { caseId } })).toBe(0);
  });
});

/** What these deliveries send to PagerDuty. */
const pagerEvents = (deliveries: { body: string | null }[]) => {
  const settings = pagerduty.settings.parse({ routing_key: "R0UT1NGKEYR0UT1NGKEYR0UT1NGKEY00" });
  return deliveries.flatMap(({ body }) =>
    pagerduty
      .buildRequests(JSON.parse(body ?? ""), settings, null)
      .map((request) => JSON.parse(request.body) as object),
  );
};

test("before the third miss each is notified on its own; after it, the others of the machine say nothing new", async () => {
  const {
    emails,
    silences: machineIncidents,
    pager,
    deliveries,
    caseId,
  } = await anUnreachableMachine({
    deadline: (i) => after(four, i * 5 * MINUTE_MS),
  });
  for (let i = 0; i < 5; i += 1) await sweepAt(after(four, i * 5 * MINUTE_MS));

  expect(kinds(await emails())).toEqual(["alert", "alert", "machine_silent"]);
  expect((await deliveries(pager.id)).map(({ event }) => event)).toEqual([null, null, "machine_silent"]);
  expect(await machineIncidents()).toHaveLength(1);
  const incidents = await db.incident.findMany({ where: { caseId } });
  expect(incidents.every(({ machineIncidentId, notifiedAt }) => machineIncidentId && notifiedAt)).toBe(true);
  const last = await db.alert.findFirstOrThrow({ where: { caseId }, orderBy: { at: "desc" } });
  expect(last.facts).toMatchObject({
    decisions: expect.arrayContaining([
      expect.objectContaining({ when: "never", because: { reason: "machine" } }),
    ]),
  });
});

test("a further period that is missed is one message, and who chose to hear only of the first gets none", async () => {
  const { emails, caseId } = await anUnreachableMachine();
  const { id: userId } = await aMember({ caseId, email: `first-${caseId}@example.com` });
  await db.member.update({ where: { caseId_userId: { caseId, userId } }, data: { emailFrequency: "first" } });
  await sweepAt(four);
  await sweepAt(five);
  const addresses = (await emails()).map(({ address }) => address);
  expect(addresses.filter((address) => address.startsWith("first-"))).toHaveLength(1);
  expect(addresses).toHaveLength(3);
});

test("each reads only of the jobs that they would have notified of", async () => {
  const { snitches, emails, email } = await anUnreachableMachine();
  const address = `only-${snitches[0]?.caseId}@example.com`;
  await aMember({ caseId: snitches[0]?.caseId ?? "", email: address, role: "viewer" });
  await db.snitch.updateMany({
    where: { id: { in: snitches.slice(1).map(({ id }) => id) } },
    data: { alertEmail: [email] },
  });
  await sweepAt(four);
  const ofOne = (await emails()).find((each) => each.address === address);
  expect(ofOne?.facts?.jobs).toMatchObject([{ name: "Job 0" }]);
});

describe("the first report of an unreachable machine", () => {
  test("ends it with one message to the person who knows of it, also if the job was not missing", async () => {
    const {
      emails,
      deliveries,
      pager,
      silences: machineIncidents,
      report,
      snitches,
    } = await anUnreachableMachine();
    await sweepAt(four);
    await report(0, after(four, 20 * MINUTE_MS));
    await sweepAt(after(four, 20 * MINUTE_MS));

    expect(kinds(await emails())).toEqual(["machine_silent", "machine_heard"]);
    expect((await emails())[1]?.facts).toMatchObject({ isHeard: true, missed: 5 });
    expect((await deliveries(pager.id)).map(({ event }) => event)).toEqual([
      "machine_silent",
      "machine_heard",
    ]);
    const [incident] = await machineIncidents();
    expect(incident?.closedAt).not.toBeNull();
    // People notified of those that report later with their machine.
    await report(1, after(four, 25 * MINUTE_MS));
    expect(kinds(await emails())).toHaveLength(2);
    // A job that is still missing is notified separately, and so is its end.
    await sweepAt(five);
    expect(kinds(await emails()).filter((kind) => kind === "alert")).toHaveLength(3);
    await report(2, after(five, 25 * MINUTE_MS));
    expect(kinds(await emails()).filter((kind) => kind === "alert")).toHaveLength(4);
    expect(await db.alert.count({ where: { snitchId: snitches[2]?.id ?? "", kind: "reporting" } })).toBe(1);
  });

  test("is the end of each job for those who notified of it on its own", async () => {
    const { emails, report } = await anUnreachableMachine({
      jobs: 3,
      deadline: (i) => after(four, i * 5 * MINUTE_MS),
    });
    for (let i = 0; i < 3; i += 1) await sweepAt(after(four, i * 5 * MINUTE_MS));
    await report(0, after(four, 20 * MINUTE_MS));
    await sweepAt(after(four, 20 * MINUTE_MS));
    expect(kinds(await emails())).toEqual(["alert", "alert", "machine_silent", "alert", "machine_heard"]);
  });
});

test("a machine whose jobs all moved is over, without having been heard", async () => {
  const { emails, report, silences: machineIncidents } = await anUnreachableMachine({ jobs: 3 });
  await sweepAt(four);
  for (const i of [0, 1, 2]) await report(i, after(four, (20 + i) * MINUTE_MS), "db9");
  expect(await machineIncidents()).toMatchObject([{ closedAt: null }]);
  await sweepAt(after(four, 30 * MINUTE_MS));
  expect((await emails()).at(-1)).toMatchObject({ kind: "machine_heard", facts: { isHeard: false } });
  // Each recovery elsewhere was news.
  expect(kinds(await emails()).filter((kind) => kind === "alert")).toHaveLength(3);
});

test("the machine’s incident is the pager’s, and its end resolves it", async () => {
  const { deliveries, pager, report, silences: machineIncidents } = await anUnreachableMachine();
  await sweepAt(four);
  await report(0, after(four, 20 * MINUTE_MS));
  await sweepAt(after(four, 20 * MINUTE_MS));
  const events = pagerEvents(await deliveries(pager.id));
  const dedup_key = `tattle-${(await machineIncidents())[0]?.id}`;
  expect(events).toMatchObject([
    { event_action: "trigger", dedup_key, payload: { summary: "db7 is not reporting: 5 of 5 jobs missing" } },
    { event_action: "resolve", dedup_key },
  ]);
});

test("who acknowledges or resolves the machine in PagerDuty acknowledges its jobs, and is sent nothing back", async () => {
  const { caseId, pager, deliveries, silences: machineIncidents } = await anUnreachableMachine();
  await sweepAt(four);
  const [incident] = await machineIncidents();
  const event = {
    id: "E1",
    action: "resolved",
    incidentId: incident?.id ?? "",
    at: four,
    by: "Ann",
  } as const;
  const acknowledged = () => db.incident.count({ where: { caseId, acknowledgedBy: "Ann" } });
  // Nothing was sent yet, so that no one there can know of it.
  await applyPagerEvent({ id: pager.id, caseId }, event, four);
  expect(await acknowledged()).toBe(0);
  await db.delivery.updateMany({ where: { channelId: pager.id }, data: { isTried: true } });
  await applyPagerEvent({ id: pager.id, caseId: (await aCase()).id }, event, four);
  await applyPagerEvent({ id: pager.id, caseId }, { ...event, action: "unacknowledged" }, four);
  expect(await acknowledged()).toBe(0);
  for (let i = 0; i < 2; i += 1) await applyPagerEvent({ id: pager.id, caseId }, event, four);
  expect(await acknowledged()).toBe(5);
  expect(await deliveries(pager.id)).toHaveLength(1);
});

test("acknowledging the machine acknowledges the incidents of all its jobs, now and later, and no one hears of it again", async () => {
  const {
    caseId,
    snitches,
    emails,
    pager,
    deliveries,
    silences: machineIncidents,
    webhook,
  } = await anUnreachableMachine({
    deadline: (i) => after(four, i < 3 ? 0 : 30 * MINUTE_MS),
  });
  await sweepAt(four);
  const open = () => db.incident.findMany({ where: { caseId }, orderBy: { id: "asc" } });
  await acknowledgeMachine(caseId, "db7", after(four, 10 * MINUTE_MS), ACTOR);
  expect((await open()).map(({ acknowledgedBy }) => acknowledgedBy)).toEqual(Array(3).fill(ACTOR.name));
  await sweepAt(after(four, 30 * MINUTE_MS));
  await sweepAt(five);
  expect((await open()).map(({ acknowledgedBy }) => acknowledgedBy)).toEqual(Array(5).fill(ACTOR.name));
  // A replay knows that no one had to hear of the later ones again.
  for (const [i, at] of [
    [0, after(four, 10 * MINUTE_MS)],
    [4, after(four, 31 * MINUTE_MS)],
  ] as const)
    expect(
      await transaction((sql) => listDecisions(sql, { caseId, token: snitches[i]?.token ?? "" }, seenAt)),
    ).toEqual([{ at, acknowledgedAt: at }]);
  expect(kinds(await emails())).toEqual(["machine_silent"]);
  const [incident] = await machineIncidents();
  const toPager = await deliveries(pager.id);
  expect(toPager.map(({ event }) => event)).toEqual(["machine_silent", "acknowledged"]);
  expect(pagerEvents(toPager).at(-1)).toMatchObject({
    event_action: "acknowledge",
    dedup_key: `tattle-${incident?.id}`,
  });
  expect((await deliveries(webhook.id)).length).toBeGreaterThanOrEqual(5);
  await acknowledgeMachine(caseId, "db7", five, ACTOR);
  expect(await deliveries(pager.id)).toHaveLength(2);
  // In another case, or while it reports, there is nothing to acknowledge.
  await expect(acknowledgeMachine((await aCase()).id, "db7", four, ACTOR)).rejects.toThrow("No such");
  await expect(acknowledgeMachine(caseId, "db8", four, ACTOR)).rejects.toThrow("No such");
});

test("a machine with many jobs is one email, and begins no storm", async () => {
  const { emails } = await anUnreachableMachine({ jobs: 15 });
  await sweepAt(four);
  expect(kinds(await emails())).toEqual(["machine_silent"]);
  expect(await db.email.count({ where: { heldFor: "storm" } })).toBe(0);
});

test("sweeps in parallel and again give one message about the machine between them", async () => {
  const { emails, silences: machineIncidents } = await anUnreachableMachine();
  await Promise.all(Array.from({ length: 4 }, () => sweepAt(four)));
  await sweepAt(four);
  const mails = kinds(await emails());
  expect(mails.filter((kind) => kind === "machine_silent")).toHaveLength(1);
  // Two misses that one sweep found alone aren't a machine incident yet.
  expect(mails.filter((kind) => kind === "alert").length).toBeLessThan(3);
  expect(await machineIncidents()).toHaveLength(1);
});

test("a machine escalates until it is acknowledged itself, whichever of its jobs are, and reaches each step once", async () => {
  const { caseId } = await anUnreachableMachine({ deadline: (i) => after(four, i < 4 ? 0 : 30 * MINUTE_MS) });
  const people = [await aMember({ caseId, role: "viewer" }), await aMember({ caseId, role: "viewer" })];
  for (const [position, { id }] of people.entries())
    await db.escalationStep.create({
      data: { caseId, position, afterMinutes: 5 + 40 * position, userIds: [id] },
    });
  const acknowledge = async (count: number, at: Date) => {
    const open = { caseId, acknowledgedAt: null };
    for (const { id } of await db.incident.findMany({ where: open, orderBy: { id: "asc" }, take: count }))
      await acknowledgeIncident(caseId, id, at, ACTOR);
  };
  const inScope = () =>
    Promise.all(people.map(({ email }) => db.email.count({ where: { address: email, isEscalation: true } })));
  await sweepAt(four);
  await acknowledge(1, after(four, 2 * MINUTE_MS));
  await sweepAt(after(four, 10 * MINUTE_MS));
  expect(await inScope()).toEqual([1, 0]);
  // The next one goes on from there, also after a job that missed later.
  await acknowledge(2, after(four, 20 * MINUTE_MS));
  await sweepAt(after(four, 40 * MINUTE_MS));
  expect(await inScope()).toEqual([1, 0]);
  await acknowledge(1, after(four, 41 * MINUTE_MS));
  await sweepAt(after(four, 45 * MINUTE_MS));
  await sweepAt(after(four, 59 * MINUTE_MS));
  expect(await inScope()).toEqual([1, 1]);
});

test("jobs of a machine that keep different policies notify by the steps of each once", async () => {
  const { caseId } = await anUnreachableMachine({ deadline: (i) => after(four, i < 4 ? 0 : 30 * MINUTE_MS) });
  const [dba, boss] = [await aMember({ caseId, role: "viewer" }), await aMember({ caseId, role: "viewer" })];
  const policy = (name: string, tags_any: string[], member: string, minutes: number[]) => ({
    name,
    match: { ...MATCHES_ALL, tags_any },
    steps: minutes.map((after_minutes) => ({ after_minutes, notify: [{ member }] })),
    repeat: 0,
  });
  await savePolicies(
    caseId,
    [policy("Databases", ["db"], dba.email, [5, 10]), policy("Others", [], boss.email, [7])],
    ACTOR,
  );
  const jobs = await db.snitch.findMany({
    where: { caseId, lastRunId: { not: null } },
    orderBy: { id: "asc" },
  });
  const databases = jobs.slice(0, 2).map(({ id }) => id);
  await db.snitch.updateMany({ where: { id: { in: databases } }, data: { tags: ["db"] } });
  const countSteps = () =>
    Promise.all(
      [dba, boss].map(({ email }) => db.email.count({ where: { address: email, isEscalation: true } })),
    );
  for (const [minutes, expected] of [
    [0, [0, 0]],
    [6, [1, 0]],
    [8, [1, 1]],
    [12, [2, 1]],
    [59, [2, 1]],
  ] as const) {
    await sweepAt(after(four, minutes * MINUTE_MS));
    expect([minutes, await countSteps()]).toEqual([minutes, expected]);
  }
});

test("a machine that is acknowledged itself, or whose jobs all are, escalates no further", async () => {
  for (const isMachine of [true, false]) {
    const { caseId } = await anUnreachableMachine({ jobs: 3 });
    const { id, email } = await aMember({ caseId, role: "viewer" });
    await db.escalationStep.create({ data: { caseId, position: 0, afterMinutes: 5, userIds: [id] } });
    await sweepAt(four);
    if (isMachine) await acknowledgeMachine(caseId, "db7", four, ACTOR);
    else
      for (const { id } of await db.incident.findMany({ where: { caseId } }))
        await acknowledgeIncident(caseId, id, four, ACTOR);
    await sweepAt(after(four, 30 * MINUTE_MS));
    expect(await db.email.count({ where: { address: email, isEscalation: true } })).toBe(0);
  }
});

test("attached incidents do not escalate, but for one, so that someone hears of the machine", async () => {
  const { caseId, emails, silences: machineIncidents } = await anUnreachableMachine();
  const chief = await aMember({ caseId, role: "viewer" });
  await db.escalationStep.create({ data: { caseId, position: 0, afterMinutes: 5, userIds: [chief.id] } });
  await sweepAt(four);
  const before = (await emails()).length;
  await sweepAt(after(four, 10 * MINUTE_MS));
  expect(await emails()).toHaveLength(before + 1);
  expect(await machineIncidents()).toHaveLength(1);
});
