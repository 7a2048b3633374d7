import { expect, test } from "vitest";
import { deliveryMark } from "@/components/incidents/delivery-mark";
import { findCaseFrame } from "@/lib/cases/frame";
import { listSavedViews } from "@/lib/cases/saved-views";
import { listNotified } from "@/lib/history/incident-story";
import { listHistory } from "@/lib/history/list-history";
import { listSteps } from "@/lib/incidents/escalation-steps";
import { listIncidentRows } from "@/lib/incidents/list-rows";
import { listPolicies } from "@/lib/incidents/policies";
import { listClusters } from "@/lib/kubernetes/clusters";
import { listMachines } from "@/lib/machines/list";
import { listMaintenance } from "@/lib/maintenance/list";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { DAY_MS, HOUR_MS } from "@/lib/rules/durations";
import { toScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { readOutput } from "@/lib/runs/outputs/read";
import { summarizeSnitches } from "@/lib/snitches/list";
import { listStale } from "@/lib/snitches/stale";
import { listBadges } from "@/lib/status-pages/find-badge";
import { listPages } from "@/lib/status-pages/find-page";
import { readBadge } from "@/lib/status-pages/read-badge";
import { computePage } from "@/lib/status-pages/view/compute-page";
import { pageState } from "@/lib/status-pages/view/public-page";
import { NEVER_LOST_MS } from "@/testing/connection";
import { aCase, aMember } from "@/testing/factories";
import { seed } from "./seed";
import { addFeatures } from "./seed/features";
import { addStatusPage } from "./seed/status-page";

const now = new Date();
const MORE = 200;

test("a filled case has jobs in every state, runs with output on two machines, incidents and maintenance, and nothing to send", async () => {
  const { id: caseId } = await aCase();
  const { email } = await aMember({ caseId });
  await seed(caseId, MORE, now, new Date(now.getTime() - 70 * DAY_MS));

  const { counts } = await summarizeSnitches(caseId, now);
  expect(Object.values(counts).every((count) => count > 0)).toBe(true);
  expect(await sweepDeadlines(new Date(now.getTime() + 1_000), NEVER_LOST_MS)).toBe(0);
  expect(await db.email.count({ where: { caseId, sentAt: null, gaveUpAt: null } })).toBe(0);

  // Every snitch that is failing has an incident, and every incident is one of a snitch that is failing.
  const { openIncidents } = await findCaseFrame(caseId, newId());
  expect(openIncidents).toBe(counts.failed + counts.errored);
  const incidents = await listIncidentRows(
    caseId,
    { status: "open", tags: [], search: "", severity: null, host: null, after: null },
    MORE,
  );
  // Someone was notified of each of them.
  const notified = await listNotified(incidents.map(({ id }) => id));
  for (const { id, snitch, notifiedAt } of incidents)
    expect(deliveryMark(notifiedAt, notified.get(id) ?? []), snitch.name).toBeNull();
  const acknowledged = incidents.filter(({ acknowledgedAt }) => acknowledgedAt !== null);
  expect(acknowledged.map(({ snitch, acknowledgedBy }) => [snitch.name, acknowledgedBy])).toEqual([
    ["Offsite copy of backups", email],
  ]);
  expect((await listMaintenance(caseId)).length).toBe(2);
  expect((await listStale(caseId, now, MORE)).map(({ name }) => name)).toContain("Export to the old CRM");

  const opened = await db.incident.findMany({ where: { caseId }, orderBy: { id: "asc" } });
  const times = opened.map(({ openedAt }) => openedAt.getTime());
  expect(times).toEqual([...times].sort((one, other) => one - other));

  const charges = await db.snitch.findFirstOrThrow({ where: { caseId, name: "Card charges" } });
  const latest = await db.run.findFirstOrThrow({
    where: { snitchId: charges.id },
    orderBy: { at: "desc" },
  });
  expect(latest).toMatchObject({ id: charges.lastRunId, outcome: "failed", host: "web1" });
  expect((await readOutput(latest.outputId ?? ""))?.text).toContain("insufficient_quota");
  expect(await db.checkIn.count({ where: { snitch: { caseId }, receivedAt: { not: null } } })).toBe(2);
  expect(await db.alert.count({ where: { caseId, disprovedAt: { not: null } } })).toBe(1);

  expect((await listMachines(caseId)).map(({ host, snitches }) => [host, snitches > 0])).toEqual([
    ["db1", true],
    ["web1", true],
  ]);
});

test("a filled case gets examples of dependencies, run rules, cron schedules, escalation and views", async () => {
  const { id: caseId } = await aCase();
  const { id: userId } = await aMember({ caseId });
  await seed(caseId, 0, now, new Date(now.getTime() - 5 * DAY_MS));

  await addFeatures(caseId, now);

  const charges = await db.snitch.findFirstOrThrow({ where: { caseId, name: "Card charges" } });
  expect(charges).toMatchObject({ maxRuntime: 600, checks: ["duration < 5 min"] });
  const backup = await db.snitch.findFirstOrThrow({ where: { caseId, name: "Nightly database backup" } });
  expect(backup).toMatchObject({ status: "healthy", checks: ["metric.gigabytes > 50% of usual"] });
  const archive = await db.snitch.findFirstOrThrow({ where: { caseId, name: "Quarterly archive" } });
  expect(archive).toMatchObject({ status: "pending", timezone: "Europe/Riga" });
  expect(await db.dependency.count()).toBe(1);
  expect(await listSteps(caseId)).toMatchObject([{ afterMinutes: 30, userIds: [userId] }]);
  expect(await listPolicies(caseId)).toMatchObject([
    { name: "Backups", match: { tags_any: ["backups"] }, steps: [{ after_minutes: 30 }], repeat: 2 },
    { name: "Everything else", steps: [{ after_minutes: 30 }], repeat: 0 },
  ]);
  expect(await listSavedViews(caseId, userId)).toMatchObject([{ name: "Backups" }]);
  const [cluster] = await listClusters(caseId);
  expect(cluster?.cronJobs.filter(({ snitch }) => snitch !== null)).toMatchObject([
    { name: "invoices", watched: true },
  ]);
});

test("a filled case gets a public status page with two groups, an open notice, and a badge that says the same", async () => {
  const { id: caseId } = await aCase();
  await aMember({ caseId });
  await seed(caseId, 0, now, new Date(now.getTime() - 5 * DAY_MS));

  await addStatusPage(caseId, now);

  const [page, ...others] = await listPages(caseId);
  expect(others).toEqual([]);
  expect(page).toMatchObject({ slug: "demo", visibility: "public", networks: [] });
  const shown = await computePage(page?.id ?? "", now);
  expect(shown?.components.map(({ group, name }) => [group, name])).toEqual([
    ["Backups", "Nightly backup"],
    ["Backups", "All backups"],
    ["Billing", "Card payments"],
    ["Billing", "Payment provider"],
  ]);
  expect(shown?.components.at(-1)).toMatchObject({ state: "late", jobs: 0 });
  expect(shown?.notices).toMatchObject([{ kind: "incident", state: "monitoring", endedAt: null }]);
  const [badge] = await listBadges(caseId);
  expect(badge?.page).toEqual({ slug: "demo", title: page?.title });
  expect(await readBadge(badge?.id ?? "", now)).toMatchObject({
    label: "Jobs",
    message: pageState(shown?.components ?? []),
  });
});

test("the check-ins of a filled case are spread over time, and its history agrees with its states", async () => {
  const theCase = await aCase();
  await seed(theCase.id, MORE, now, new Date(now.getTime() - 40 * DAY_MS));

  const daily = await db.snitch.findMany({
    where: { caseId: theCase.id, interval: "daily", status: "healthy" },
  });
  const hoursAgo = daily.map(({ checkedInAt }) =>
    Math.floor((now.getTime() - (checkedInAt?.getTime() ?? 0)) / HOUR_MS),
  );
  const inOneHour = Math.max(...hoursAgo.map((hour) => hoursAgo.filter((other) => other === hour).length));
  expect(inOneHour).toBeLessThan(daily.length / 4);

  const snitches = daily.map((row) => ({ id: row.id, caseId: theCase.id, ...toScheduleTerms(row) }));
  const { bars: history } = await listHistory(snitches, 2, now);
  for (const { id, name } of daily)
    expect(
      history
        .get(id)
        ?.map(({ outcome }) => outcome)
        .join(),
      name,
    ).toMatch(/healthy/);
});
