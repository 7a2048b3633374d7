import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { mapRows } from "@/lib/platform/setting";
import { DAY_MS } from "@/lib/rules/durations";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { aCase, aSnitch } from "@/testing/factories";
import { settingsWith } from "@/testing/history-of";
import { fieldsFor, parseDays, readReplayFields, replayQuery, replayReaders, tryFields } from "./replay-form";

const daily: ScheduleTerms = {
  ...({ interval: "daily", schedule: "0 3 * * *", timezone: "Europe/Riga" } as const),
  grace: 390,
  early: null,
  active: null,
};
const own = settingsWith(daily, { alertAfter: 2, maxRuntime: 3_600 });
const byInterval = settingsWith({ ...daily, schedule: null, timezone: "UTC", grace: null });

test("without a query, the fields are the settings of the snitch", () => {
  expect(readReplayFields({}, own)).toEqual({
    kind: "schedule",
    interval: "",
    schedule: "0 3 * * *",
    timezone: "Europe/Riga",
    grace: "6 minutes 30 seconds",
    early: "",
    active: "",
    alert_type: "basic",
    alert_after: "2",
    max_runtime: "1 hour",
    checks: "",
  });
  expect(readReplayFields({}, byInterval)).toMatchObject({
    kind: "interval",
    interval: "daily",
    schedule: "",
  });
});

test("what the query has takes the place of a setting, also if it is empty; a schedule alone makes it one", () => {
  expect(readReplayFields({ grace: "5m", alert_after: "" }, own)).toEqual({
    ...fieldsFor(own),
    grace: "5m",
    alert_after: "",
  });
  expect(readReplayFields({ schedule: "0 * * * *" }, byInterval)).toMatchObject({ kind: "schedule" });
  expect(readReplayFields({ interval: "weekly" }, own)).toMatchObject({ kind: "interval" });
  expect(readReplayFields({ grace: ["1m", "2m"], unknown: "x" }, own)).toEqual(fieldsFor(own));
});

test("a query has only what differs from the settings of the snitch, and reads back as the same fields", () => {
  expect(replayQuery(fieldsFor(own), own, 30)).toBe("");
  const fields = { ...fieldsFor(own), grace: "7 minutes", timezone: "" };
  const query = replayQuery(fields, own, 60);
  expect(query).toBe("days=60&timezone=&grace=7+minutes");
  expect(readReplayFields(Object.fromEntries(new URLSearchParams(query)), own)).toEqual(fields);
});

test.each([
  ["60", 60],
  ["90", 90],
  ["5", 30],
  [undefined, 30],
  [["7", "60"], 30],
])("%j days are %i", (value, days) => {
  expect(parseDays(value)).toBe(days);
});

const read = (fields: Record<string, unknown>) =>
  mapRows(replayReaders(fields), (read, name) => [name, read()]);

test("the fields become attributes of the API, and never a name", () => {
  const fields = { ...fieldsFor(own), schedule: "0 3 * * * /usr/local/bin/backup", name: "" };
  expect(read(fields)).toEqual({
    interval: undefined,
    schedule: "0 3 * * *",
    timezone: "Europe/Riga",
    grace: 390,
    early: null,
    active: null,
    alert_type: "basic",
    alert_after: 2,
    max_runtime: 3_600,
    checks: [],
  });
  expect(read(fieldsFor(byInterval))).toMatchObject({ interval: "daily", start_grace: null });
});

const tuesday = new Date("2026-03-10T12:00Z");
const since = new Date(tuesday.getTime() - 30 * DAY_MS);

async function aDailySnitch(given: Parameters<typeof aSnitch>[0] = {}) {
  const snitch = await aSnitch({ schedule: "0 3 * * *", interval: "daily", grace: 300, ...given });
  return { ...snitch, minRuntime: snitch.minRuntime };
}

const fieldsWith = (given: object) => ({
  ...fieldsFor(settingsWith({ ...daily, timezone: "UTC", grace: 300 })),
  ...given,
});

test.each([
  [{ schedule: "60 3 * * *" }, "schedule"],
  [{ schedule: "\0" }, "schedule"],
  [{ timezone: "Mars/Base" }, "timezone"],
  [{ grace: "a while" }, "grace"],
  [{ alert_after: "0" }, "alert_after"],
  [{ alert_after: "many" }, "alert_after"],
  [{ max_runtime: "0 seconds" }, "max_runtime"],
  [{ max_runtime: "5 seconds" }, "max_runtime"],
  [{ kind: "interval", interval: "" }, "interval"],
  [{ kind: "interval", interval: "fortnightly" }, "interval"],
])("%j is refused on its field, and stays as it was typed", async (given, attribute) => {
  const snitch = await aDailySnitch({ minRuntime: 10 });
  const fields = fieldsWith(given);
  const { replay, state } = await tryFields(snitch, fields, since, tuesday);
  expect(replay).toBeNull();
  expect(state.validations).toMatchObject([{ attribute }]);
  expect(state.values).toEqual(fields);
});

test("a smart snitch cannot try what smart does not know", async () => {
  const snitch = await aDailySnitch({ alertType: "smart" });
  const tried = fieldsWith({ schedule: "every 3 hours", alert_type: "smart" });
  const { state } = await tryFields(snitch, tried, since, tuesday);
  expect(state.validations).toMatchObject([{ attribute: "alert_type" }]);
});

test("an interval can be tried for a snitch whose runs have a start grace", async () => {
  const snitch = await aDailySnitch({ startGrace: 600 });
  const { replay } = await tryFields(
    snitch,
    fieldsWith({ kind: "interval", interval: "daily" }),
    since,
    tuesday,
  );
  expect(replay?.settings).toMatchObject({ schedule: null, startGrace: null });
});

test("early and active hours count in a replay", async () => {
  const snitch = await aDailySnitch({ createdAt: since });
  await db.checkIn.createMany({
    data: [new Date("2026-03-02T02:50Z"), new Date("2026-03-03T02:50Z")].map((at) => ({
      snitchId: snitch.id,
      at,
      exitStatus: "0",
      method: "GET",
    })),
  });
  const missesWith = async (given: object) => {
    const { replay } = await tryFields(snitch, fieldsWith(given), since, tuesday);
    return replay?.replayed.filter(({ kind }) => kind === "missing").length;
  };
  // Ten minutes before its time, they count for the day before: Mon 2 March is missed, and each day after Tue 3 March.
  expect(await missesWith({})).toBe(9);
  expect(await missesWith({ early: "10 minutes" })).toBe(7);
  expect(await missesWith({ early: "10 minutes", active: "Mon..Thu 00:00-24:00" })).toBe(4);
});

test("a snitch of another case is none", async () => {
  const snitch = await aDailySnitch();
  const other = { ...snitch, caseId: (await aCase()).id };
  await expect(tryFields(other, fieldsWith({}), since, tuesday)).rejects.toThrow("No such snitch");
});
