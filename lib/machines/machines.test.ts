import { expect, test } from "vitest";
import { monthlyReport } from "@/lib/history/monthly-report";
import { db, query } from "@/lib/platform/db";
import { DAY_MS, MINUTE_MS } from "@/lib/rules/durations";
import { parseMonth } from "@/lib/rules/history/report-month";
import { countMatching, listSnitchPage } from "@/lib/snitches/list";
import { ACTOR, aCase, aSnitch } from "@/testing/factories";
import { aJobOn } from "@/testing/machines";
import { aClient, readResponse } from "@/testing/requests";
import { listMachineSnitches, listMachines } from "./list";
import { forgetUnreachableMachines, MAX_MACHINES, type MachineReport, saveMachines } from "./note";
import { removeMachine } from "./remove";

const tuesday = new Date("2026-03-10T03:12:00Z");
const after = (ms: number) => new Date(tuesday.getTime() + ms);

const aReport = (token: string, changes: Partial<MachineReport> = {}): MachineReport => ({
  token,
  host: "db7",
  at: tuesday,
  userAgent: "tattle/0.2.1",
  ...changes,
});

const hostsOf = async (caseId: string) => (await listMachines(caseId)).map(({ host }) => host);

test("a machine is written once a minute, with the version of its program", async () => {
  const { caseId, token } = await aSnitch();
  const save = (at: Date, userAgent = "tattle/0.2.1") => saveMachines([aReport(token, { at, userAgent })]);
  await save(tuesday);
  await save(after(MINUTE_MS - 1));
  expect(await listMachines(caseId)).toMatchObject([{ lastSeenAt: tuesday, version: "0.2.1" }]);
  await save(after(MINUTE_MS), "curl/8");
  // A report that comes late does not turn back the clock.
  await save(tuesday, "tattle/0.3.0");
  expect(await listMachines(caseId)).toMatchObject([
    { firstSeenAt: tuesday, lastSeenAt: after(MINUTE_MS), version: "0.3.0" },
  ]);
});

test("a case has at most a thousand machines, however many names one check-in URL invents, and others lose none", async () => {
  const { caseId, token } = await aSnitch();
  const other = await aSnitch();
  await saveMachines([aReport(other.token)]);
  const names = Array.from({ length: MAX_MACHINES + 5 }, (_, i) => `m${i}`);
  await saveMachines(names.map((host, i) => aReport(token, { host, at: after(i) })));
  const hosts = await hostsOf(caseId);
  expect(hosts).toHaveLength(MAX_MACHINES);
  // Those that have not reported for longest are dropped.
  expect(hosts).not.toContain("m0");
  expect(hosts).toContain("m5");
  expect(await hostsOf(other.caseId)).toEqual(["db7"]);
});

test("a machine is dropped after thirty days without a report, and when it is deleted by hand", async () => {
  const { caseId, token } = await aSnitch();
  await saveMachines([aReport(token), aReport(token, { host: "db8", at: after(1) })]);
  await forgetUnreachableMachines(after(30 * DAY_MS));
  expect(await hostsOf(caseId)).toEqual(["db8"]);
  await removeMachine(caseId, "db8", ACTOR);
  expect(await hostsOf(caseId)).toEqual([]);
  await expect(removeMachine(caseId, "db8", ACTOR)).rejects.toThrow("No such machine");
  expect(await db.snitch.count({ where: { caseId } })).toBe(1);
  expect(await db.auditEvent.findMany({ where: { caseId } })).toMatchObject([
    { action: "machine.removed", resourceName: "db8" },
  ]);
});

test("a machine has the snitches whose latest run came from it, of its own case alone", async () => {
  const { id: caseId } = await aCase();
  const one = await aJobOn("db7", { caseId, name: "a", status: "failed", tags: ["x"] });
  await aJobOn("db7", { caseId, name: "b" });
  await aJobOn("db8", { caseId, name: "c" });
  await aJobOn("db7", {});
  await saveMachines([aReport(one.token), aReport(one.token, { host: "db8" })]);
  expect(await listMachines(caseId)).toMatchObject([
    { host: "db7", snitches: 2, missing: 1, silentSince: null },
    { host: "db8", snitches: 1, missing: 0 },
  ]);
  expect((await listMachineSnitches(caseId, "db7")).map(({ name }) => name)).toEqual(["a", "b"]);
  const filters = { tags: [], host: "db7", search: "" };
  expect((await listSnitchPage(caseId, filters)).snitches.map(({ name }) => name)).toEqual(["a", "b"]);
  expect(await countMatching(caseId, { ...filters, host: "db" })).toBe(0);
  const now = new Date();
  const month = parseMonth(undefined, "UTC", now);
  const { snitches } = await monthlyReport(caseId, { host: "db7" }, month, now);
  expect(snitches.map(({ name }) => name)).toEqual(["a", "b"]);
  // A narrowed key knows nothing of the others.
  expect(await listMachines(caseId, { tags: ["x"], tokens: [] })).toMatchObject([
    { host: "db7", snitches: 1, missing: 1 },
  ]);
});

test("check-ins name machines by their host, of which those that are not name make none, and none waits for that", async () => {
  const client = await aClient();
  const { noteMachine } = await import("./note");
  const { token } = await aSnitch({ caseId: client.theCase.id });
  const before = await query("SELECT FROM machines");
  for (const host of ["", "a b", "x".repeat(254), "\u001b[31mred", "<b>", "日本"])
    noteMachine(aReport(token, { host }));
  expect(await query("SELECT FROM machines")).toHaveLength(before.length);
  expect((await readResponse(client.get("/v1/machines"))).body).toEqual([]);
});
