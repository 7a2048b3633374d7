import { expect, test } from "vitest";
import { db, query } from "@/lib/platform/db";
import { ACTOR, aSnitch } from "@/testing/factories";
import { changeMaintenance } from "./change";
import { listMaintenanceWindows } from "./covering";
import { endMaintenance } from "./end";
import { removeMaintenance } from "./remove";

const at = (text: string) => new Date(`2026-03-${text}Z`);
const NIGHTLY = { schedule: "0 1 * * *", timezone: "UTC", duration: 7_200 };

async function aMaintenance(times: object) {
  const snitch = await aSnitch({ status: "failed" });
  const { caseId } = snitch;
  const { id } = await db.maintenance.create({
    data: { caseId, name: "Upgrade", coversAll: true, ...times },
  });
  const windows = async () => {
    const found = await listMaintenanceWindows(query, [snitch], at("10T00:00"), at("12T00:00"));
    return found.get(snitch.id)?.map(({ endsAt }) => endsAt.toISOString().slice(8, 16)) ?? [];
  };
  return { id, caseId, snitch, windows };
}

test("maintenance that is under way ends now", async () => {
  const { id, caseId, windows } = await aMaintenance({ startsAt: at("10T01:00"), endsAt: at("10T03:00") });

  await expect(endMaintenance(caseId, id, at("10T00:59"), ACTOR)).rejects.toThrow("not under way");
  await endMaintenance(caseId, id, at("10T01:30"), ACTOR);

  expect(await windows()).toEqual(["10T01:30"]);
  await expect(endMaintenance(caseId, id, at("10T01:31"), ACTOR)).rejects.toThrow("not under way");
});

test("a window of a schedule ends now, and the next one is as long as ever until the schedule changes", async () => {
  const { id, caseId, windows } = await aMaintenance(NIGHTLY);

  await endMaintenance(caseId, id, at("10T01:30"), ACTOR);
  expect(await windows()).toEqual(["10T01:30", "11T03:00"]);

  await changeMaintenance(caseId, id, { name: "Renamed" }, at("10T02:00"), ACTOR);
  expect(await windows()).toEqual(["10T01:30", "11T03:00"]);

  await changeMaintenance(caseId, id, { duration: 3_600 }, at("10T02:00"), ACTOR);
  expect(await windows()).toEqual(["10T02:00", "11T02:00"]);
});

test("maintenance that starts at this instant ends right after it", async () => {
  const { id, caseId } = await aMaintenance({ startsAt: at("10T01:00"), endsAt: at("10T03:00") });

  await endMaintenance(caseId, id, at("10T01:00"), ACTOR);

  const { endsAt } = await db.maintenance.findUniqueOrThrow({ where: { id } });
  expect(endsAt).toEqual(new Date(at("10T01:00").getTime() + 1));
});

test.each([
  ["ended", endMaintenance],
  ["removed", removeMaintenance],
  [
    "changed",
    (caseId: string, id: string, now: Date) => changeMaintenance(caseId, id, { tags: ["x"] }, now, ACTOR),
  ],
])("an incident that it holds is evaluated again when it is %s", async (_, change) => {
  const { id, caseId, snitch } = await aMaintenance({ startsAt: at("10T01:00"), endsAt: at("10T03:00") });
  const common = { caseId, snitchId: snitch.id, cause: "missed", severity: "critical", badCount: 1 } as const;
  const held = await db.incident.create({
    data: { ...common, openedAt: at("10T01:10"), hold: "maintenance", nextAt: at("10T03:00") },
  });

  await change(caseId, id, at("10T01:30"), ACTOR);

  expect(await db.incident.findUnique({ where: { id: held.id } })).toMatchObject({ nextAt: at("10T01:30") });
});
