import { expect, test } from "vitest";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/rules/durations";
import { requestCheckIn } from "@/testing/check-in-request";
import { NEVER_LOST_MS } from "@/testing/connection";
import { ACTOR, aCase, anIncident, aSnitch } from "@/testing/factories";
import { FAILING_LINE, FAILING_OUTPUT } from "@/testing/failing-output";
import { acknowledgeIncident } from "./acknowledge";
import { changeMany } from "./change-many";
import {
  findIncidentRow,
  findOpenIncidentRows,
  listIncidentRows,
  listTagsOfOpenIncidents,
  type RowFilter,
} from "./list-rows";

const start = Date.UTC(2026, 2, 10, 12);
const at = (minute: number) => new Date(start + minute * MINUTE_MS);

const ALL: RowFilter = { status: "open", search: "", tags: [], severity: null, host: null, after: null };

/** A case in which a backup on db7 failed with an output, and an import missed its deadline. */
async function aCaseWithTwo() {
  const { id: caseId } = await aCase();
  const job = {
    caseId,
    status: "healthy",
    interval: "hourly",
    deadline: at(60),
    checkedInAt: at(-5),
  } as const;
  const backup = await aSnitch({ ...job, name: "Nightly backup", tags: ["db", "eu"] });
  const imports = await aSnitch({ ...job, name: "Import", tags: ["shop"], severity: "warning" });
  await requestCheckIn(`/${backup.token}/start?rid=a&host=db7`, at(1));
  await requestCheckIn(`/${backup.token}/3?rid=a&host=db7`, at(2), { body: FAILING_OUTPUT });
  await sweepDeadlines(at(62), NEVER_LOST_MS);
  const names = async (filter: Partial<RowFilter>, limit = 10) =>
    (await listIncidentRows(caseId, { ...ALL, ...filter }, limit)).map(({ snitch }) => snitch.name);
  return { caseId, backup, imports, names };
}

test("an incident has what the job wrote and its machine, or what was expected and when it last came", async () => {
  const { caseId } = await aCaseWithTwo();

  const [missed, failed] = await listIncidentRows(caseId, ALL, 10);

  expect(missed).toMatchObject({ cause: "missed", severity: "warning", tags: ["shop"] });
  expect(missed?.reported).toMatchObject({
    message: "",
    run: null,
    missed: { runAt: at(0).toISOString(), periodEndsAt: at(60).toISOString() },
    lastCheckedInAt: at(-5),
    host: "",
  });
  expect(failed).toMatchObject({ cause: "error", reported: { exitStatus: "3", host: "db7" } });
  expect(failed?.reported.message.trimEnd().endsWith(FAILING_LINE)).toBe(true);
  expect(failed?.reported.message.length).toBeLessThanOrEqual(1_000);
  const ofSnitch = await findOpenIncidentRows(caseId, [failed?.snitch.id ?? ""]);
  expect([...ofSnitch]).toEqual([[failed?.snitch.id, failed]]);
  expect((await findIncidentRow(caseId, failed?.id ?? ""))?.reported.message).toBe(FAILING_OUTPUT);
});

test("what was expected is that of the first miss, however many follow, and whatever the job reports then", async () => {
  const { caseId, imports } = await aCaseWithTwo();
  for (const minute of [122, 182]) await sweepDeadlines(at(minute), NEVER_LOST_MS);
  await requestCheckIn(`/${imports.token}/3`, at(190), { body: FAILING_OUTPUT });

  const [row] = await listIncidentRows(caseId, ALL, 1);

  expect(row?.reported).toMatchObject({ exitStatus: "3", missed: { runAt: at(0).toISOString() } });
  expect((await findIncidentRow(caseId, row?.id ?? ""))?.reported.missed?.runAt).toBe(at(0).toISOString());
});

test("an error stays the cause of its incident while the job has not run since, and not once it has", async () => {
  const { id: caseId } = await aCase();
  const job = { caseId, status: "healthy", interval: "hourly", deadline: at(60), recoverAfter: 2 } as const;
  const { id, token } = await aSnitch(job);
  const find = async () => (await findOpenIncidentRows(caseId, [id])).get(id);
  await requestCheckIn(`/${token}/1`, at(2), { body: "No space left on device" });
  expect((await find())?.reported.beforeMiss).toBe(null);

  for (const minute of [122, 182]) await sweepDeadlines(at(minute), NEVER_LOST_MS);

  const missing = { exitStatus: "1", message: "No space left on device", beforeMiss: "error" };
  expect(await find()).toMatchObject({ cause: "missed", reported: missing });
  await requestCheckIn(`/${token}`, at(190));
  await sweepDeadlines(at(302), NEVER_LOST_MS);
  expect(await find()).toMatchObject({ cause: "missed", reported: { message: "", beforeMiss: null } });
});

test("of a run that failed without a word, the last line of its log is the cause", async () => {
  const { id: caseId } = await aCase();
  const { token } = await aSnitch({ caseId, status: "healthy", interval: "hourly", deadline: at(60) });
  for (const [minute, rid, log] of [
    [1, "b", "Reading"],
    [3, "b", FAILING_LINE],
    [5, "a", "Another run"],
  ] as const) {
    await requestCheckIn(`/${token}/start?rid=${rid}`, at(minute));
    await requestCheckIn(`/${token}/log?rid=${rid}`, at(minute + 1), { body: log });
  }
  await requestCheckIn(`/${token}/3?rid=b`, at(7));

  const [row] = await listIncidentRows(caseId, { ...ALL, search: FAILING_LINE.slice(0, 10) }, 1);

  expect(row?.reported).toMatchObject({ exitStatus: "3", message: FAILING_LINE });
  expect((await findIncidentRow(caseId, row?.id ?? ""))?.reported.message).toBe(FAILING_LINE);
});

test.each<[Partial<RowFilter>, string[]]>([
  [{}, ["Import", "Nightly backup"]],
  [{ search: "BACKUP" }, ["Nightly backup"]],
  [{ search: "db7" }, ["Nightly backup"]],
  [{ search: "operationalerror" }, ["Nightly backup"]],
  [{ search: "table 3 of" }, ["Nightly backup"]],
  [{ search: "nothing" }, []],
  [{ tags: ["db"] }, ["Nightly backup"]],
  [{ tags: ["db", "eu"] }, ["Nightly backup"]],
  [{ tags: ["db", "shop"] }, []],
  [{ severity: "warning" }, ["Import"]],
  [{ host: "db7" }, ["Nightly backup"]],
  [{ host: "db" }, []],
  [{ status: "closed" }, []],
])("the filter %j finds %j", async (filter, found) => {
  const { names } = await aCaseWithTwo();
  expect(await names(filter)).toEqual(found);
});

test("what is acknowledged comes last, page by page, and another case has none of it", async () => {
  const { caseId, names } = await aCaseWithTwo();
  const [newest] = await listIncidentRows(caseId, ALL, 1);
  await acknowledgeIncident(caseId, newest?.id ?? "", at(70), ACTOR);

  expect(await names({})).toEqual(["Nightly backup", "Import"]);
  const [first] = await listIncidentRows(caseId, ALL, 1);
  const after = { id: first?.id ?? "", isAcknowledged: false };
  expect(await names({ after })).toEqual(["Import"]);
  expect(await names({ after: { id: newest?.id ?? "", isAcknowledged: true } })).toEqual([]);
  const { id: otherId } = await aCase();
  expect(await listIncidentRows(otherId, ALL, 10)).toEqual([]);
  expect(await findIncidentRow(otherId, newest?.id ?? "")).toBeNull();
});

test("the tags of open incidents are listed, those of most incidents first", async () => {
  const { caseId } = await aCaseWithTwo();
  const other = await aSnitch({ caseId, status: "failed", tags: ["shop"] });
  await anIncident({ snitch: other });

  expect(await listTagsOfOpenIncidents(caseId)).toEqual(["shop", "db", "eu"]);
});

test("many are acknowledged at once, without those that are over or belong to another case", async () => {
  const { caseId } = await aCaseWithTwo();
  const open = await listIncidentRows(caseId, ALL, 10);
  const stranger = await anIncident({ snitch: await aSnitch({ status: "failed" }) });
  const over = open[0]?.id ?? "";
  await db.incident.update({ where: { id: over }, data: { closedAt: at(65), closedBy: "reported" } });
  const ids = [...open.map(({ id }) => id), stranger.id];

  const changed = await changeMany(ids, (id) => acknowledgeIncident(caseId, id, at(70), ACTOR));

  expect(changed).toBe(1);
  const acknowledged = await db.incident.findMany({
    where: { id: { in: ids }, acknowledgedAt: { not: null } },
  });
  expect(acknowledged.map(({ id }) => id)).toEqual([open[1]?.id]);
});
