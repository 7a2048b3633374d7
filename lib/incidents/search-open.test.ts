import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { aCase, anIncident, aSnitch } from "@/testing/factories";
import { searchOpenIncidents } from "./search-open";

const tuesday = new Date("2026-03-10T00:00Z");

const TEXTS = {
  missed: "Missed check-in",
  error: "Error",
  overran: "Run too long",
  too_short: "Run too short",
  check: "Failed check",
};

test("an open incident is found by words of its snitch, its machine and its cause, and not once it is closed or in another case", async () => {
  const { id: caseId } = await aCase();
  const backup = await aSnitch({ caseId, name: "Nightly backup" });
  const imports = await aSnitch({ caseId, name: "Import" });
  const closed = await aSnitch({ caseId, name: "Closed backup" });
  const { id } = await anIncident({ snitch: backup });
  const { id: machineIncidentId } = await db.machineIncident.create({
    data: { caseId, host: "db7", severity: "info", lastHeardAt: tuesday, openedAt: tuesday },
  });
  await anIncident({ snitch: imports, cause: "error", machineIncidentId });
  await anIncident({ snitch: closed, closedAt: new Date("2026-03-10T01:00Z"), closedBy: "reported" });
  await anIncident({ snitch: await aSnitch({ name: "Backup of another case" }) });
  const find = async (...terms: string[]) =>
    (await searchOpenIncidents(caseId, terms, TEXTS, 10)).map(({ name }) => name);

  expect(await searchOpenIncidents(caseId, ["missed", "BACK"], TEXTS, 10)).toEqual([
    { id, snitchId: backup.id, name: "Nightly backup", cause: "missed" },
  ]);
  expect((await find("incident")).sort()).toEqual(["Import", "Nightly backup"]);
  expect(await find("import", "error")).toEqual(["Import"]);
  expect(await find("import", "missed")).toEqual([]);
  expect(await find("DB7")).toEqual(["Import"]);
});
