import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { timeFormats } from "@/components/time-formats";
import { countPeriod } from "@/lib/rules/history/period-counts";
import type { PeriodOutcome } from "@/lib/rules/history/period-outcome";
import type { Run } from "@/lib/rules/runs/run";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { DEFAULT_DISPLAY } from "@/lib/rules/time-display";
import { anIncidentRow, NO_REPORT } from "@/testing/incident-row";
import { type ListedWithHistory, listRow } from "./list-row";
import { SnitchRow } from "./snitch-row";

const monday = new Date("2026-03-09T00:00Z");
const tuesday = new Date("2026-03-10T00:00Z");
const formats = timeFormats(DEFAULT_DISPLAY);

const aBar = (outcome: PeriodOutcome, checkedInAt: Date | null = null) => ({
  start: monday,
  end: tuesday,
  outcome,
  checkedInAt,
  exitStatus: "",
  message: "",
  counts: countPeriod(outcome),
  lateMs: [],
});

const NIGHTLY: ListedWithHistory = {
  ...calendarTerms("daily"),
  id: "0195a0f0-0000-7000-8000-000000000001",
  token: "5d7eea48e7dc5641",
  checkInKey: "5d7eea48e7dc5641",
  name: "Nightly backup of db120",
  tags: ["db", "backup"],
  status: "healthy",
  deadline: new Date("2026-03-11T00:00Z"),
  checkedInAt: monday,
  missingSince: null,
  pauseEndsAt: null,
  createdAt: monday,
  running: 0,
  lastRunAt: null,
  lastRunId: null,
  group: null,
  bars: [...Array(13).fill(aBar("healthy", monday)), aBar("open")],
};

const setting = {
  caseId: "0195a0f0-0000-7000-8000-000000000000",
  checkInUrl: "https://check-in.test",
  now: tuesday,
  mayManage: true,
  columns: [],
  verbs: {
    acknowledge: async () => undefined,
    checkIn: async () => undefined,
    snooze: async () => undefined,
    pause: async () => undefined,
    unpause: async () => undefined,
  },
};

const renderRow = (snitch: ListedWithHistory) =>
  renderToString(
    <table>
      <tbody>
        <SnitchRow row={listRow(snitch, tuesday, formats, setting)} setting={setting} openMenu={() => {}} />
      </tbody>
    </table>,
  );

test("a row of the list is small, because a page has 50 of them: its markup, and the data that is sent next to it", () => {
  expect(renderRow(NIGHTLY).length).toBeLessThan(1_200);
  expect(JSON.stringify(listRow(NIGHTLY, tuesday, formats, setting)).length).toBeLessThan(350);
});

test("the data of a row leaves out what the row does not show", () => {
  expect(listRow(NIGHTLY, tuesday, formats, setting)).toEqual({
    token: "5d7eea48e7dc5641",
    name: "Nightly backup of db120",
    tags: ["db", "backup"],
    status: "healthy",
    seen: monday.getTime(),
    schedule: "Daily",
    spark: [
      { outcome: "healthy", count: 13 },
      { outcome: "open", count: 1 },
    ],
    due: { at: Date.parse("2026-03-11T00:00Z") },
  });
});

test.each<[string, Partial<ListedWithHistory>, object]>([
  ["a late one", { deadline: monday }, { shown: "late", due: { at: monday.getTime(), late: true } }],
  [
    "a missing one",
    { status: "failed", missingSince: monday },
    { due: { at: monday.getTime(), late: true } },
  ],
  [
    "one that is paused until a time",
    { status: "paused", deadline: null, pauseEndsAt: tuesday },
    { due: { at: tuesday.getTime() } },
  ],
  [
    "one in maintenance",
    { maintenance: { active: { id: "1", name: "Move", startsAt: monday, endsAt: tuesday }, next: null } },
    { maintenance: { name: "Move", endsAt: tuesday } },
  ],
  ["one with two runs", { running: 2 }, { news: { text: "2 running" } }],
])("the row of %s says so", (_, given, row) => {
  expect(listRow({ ...NIGHTLY, ...given }, tuesday, formats, setting)).toMatchObject(row);
});

test("nothing is due for a snitch without a deadline", () => {
  expect(listRow({ ...NIGHTLY, deadline: null }, tuesday, formats, setting)).not.toHaveProperty("due");
});

test("a report during maintenance is drawn behind its excused bar, and not among equal bars without one", () => {
  const bars = [aBar("excused"), aBar("excused", monday), aBar("healthy", monday)];
  const { spark } = listRow({ ...NIGHTLY, bars }, tuesday, formats, setting);
  expect(spark).toEqual([
    { outcome: "excused", count: 1 },
    { outcome: "excused", count: 1, isCovered: true },
    { outcome: "healthy", count: 1 },
  ]);
  expect(renderRow({ ...NIGHTLY, bars })).toContain(
    '<path class="bar-excused" d="M0 0.5h5m-5 15h5M7 0.5h5m-5 15h5"></path><path class="bar-covered" d="M7 8h5"></path><path class="bar-healthy" d="M14 8h5"></path>',
  );
});

test("a column that is turned on shows how long runs take, a dash without them, and not the same next to the status", () => {
  const ended = { outcome: "succeeded", durationMs: 252_000, reportedMs: null } as Run;
  const withRuns = { ...NIGHTLY, lastRun: ended, durations: { lastMs: 252_000, p95Ms: 300_500 } };
  const row = listRow(withRuns, tuesday, formats, { ...setting, columns: ["duration", "p95"] });
  expect([row.duration, row.p95, row.news]).toEqual(["4 min 12 s", "5 min", undefined]);
  expect(listRow(withRuns, tuesday, formats, setting)).toMatchObject({ news: { text: "took 4 min 12 s" } });
  expect(listRow(withRuns, tuesday, formats, setting)).not.toHaveProperty("duration");
  const without = renderToString(
    <table>
      <tbody>
        <SnitchRow
          row={listRow(NIGHTLY, tuesday, formats, { ...setting, columns: ["p95"] })}
          setting={{ ...setting, columns: ["p95"] }}
          openMenu={() => {}}
        />
      </tbody>
    </table>,
  );
  expect(without).toContain('<td class="took p95"><span aria-hidden="true">–</span></td>');
});

test("a row that is wrong says why, in place of how long its last run took", () => {
  const incident = anIncidentRow("0195a0f0-0000-7000-8000-000000000002", {
    openedAt: monday,
    reported: { ...NO_REPORT, message: "copying\nOSError: No space left on device", exitStatus: "1" },
  });
  const lastRun = { outcome: "failed", durationMs: 585_000, reportedMs: null } as Run;
  const wrong = { ...NIGHTLY, status: "errored" as const, incident, lastRun };
  const row = listRow(wrong, tuesday, formats, setting);
  expect([row.cause, row.news]).toEqual(["OSError: No space left on device", undefined]);
  expect(renderRow(wrong)).toContain('class="cause">OSError: No space left on device</span>');
  const missedBefore = { ...incident, cause: "missed" as const };
  expect(listRow({ ...wrong, incident: missedBefore }, tuesday, formats, setting).cause).toBe(row.cause);
  expect(listRow({ ...wrong, running: 1 }, tuesday, formats, setting).news).toEqual({ text: "1 running" });
  expect(listRow({ ...wrong, status: "healthy" }, tuesday, formats, setting)).not.toHaveProperty("cause");
});

test("where a name leaves its tags no room they are a number", () => {
  const crowded = { ...NIGHTLY, name: "Nightly export of the ledger to the bank", tags: ["db", "backup"] };
  expect(renderRow(crowded)).toContain(
    '<span aria-hidden="true" title="db, backup" class="tag all">+2</span>',
  );
  expect(renderRow({ ...NIGHTLY, tags: ["env:production", "team:payments"] })).toContain("tag all");
  expect(renderRow(NIGHTLY)).not.toContain("tag all");
});

test("what is late by less than a minute says so in few letters", () => {
  const deadline = new Date(tuesday.getTime() - 59_999);
  expect(renderRow({ ...NIGHTLY, deadline })).toContain("&lt; 1 min late</time>");
  expect(renderRow({ ...NIGHTLY, deadline: new Date(tuesday.getTime() - 60_000) })).toContain(
    ">1 minute late<",
  );
});

test("beyond two tags a row counts the others, and has them all for screen readers", () => {
  const markup = renderRow({ ...NIGHTLY, tags: ["db", "backup", "eu", "night"] });
  expect(markup).toContain(
    '<span class="tag">night</span><span aria-hidden="true" title="db, backup, eu, night" class="tag rest">+2</span>',
  );
  expect(renderRow(NIGHTLY)).not.toContain("rest");
});
