import { describe, expect, test } from "vitest";
import { timeFormats } from "@/components/time-formats";
import { buildNotification, type SentNotification } from "@/lib/history/sent-notification";
import type { IncidentCause, IncidentRow } from "@/lib/incidents/list-rows";
import { DEFAULT_DISPLAY } from "@/lib/rules/time-display";
import { FAILING_LINE, FAILING_OUTPUT } from "@/testing/failing-output";
import { anIncidentRow, NO_REPORT } from "@/testing/incident-row";
import { causeLine, causeTitle, nameCause } from "./cause-line";
import { deliveryMark } from "./delivery-mark";
import { sectionIncidents } from "./incident-row";

const tuesday = new Date("2026-03-10T05:00Z");
const opened = new Date("2026-03-10T04:00Z");
const sunday = new Date("2026-03-08T03:04Z");
const inBerlin = timeFormats({ ...DEFAULT_DISPLAY, zone: "Europe/Berlin" });
const formats = timeFormats(DEFAULT_DISPLAY);

const RUN = {
  id: "019e7140-0000-7c3e-9d15-0f6f8e2b7a44",
  rid: null,
  env: "",
  host: "db1",
  started_at: "2026-03-10T03:05:00.000Z",
  ended_at: null,
  exit_status: "",
  duration_ms: null,
  reported_ms: null,
  usual_ms: null,
  failed_check: null,
};

describe("the cause of an incident in a line", () => {
  const schedule = { runAt: "2026-03-10T03:00:00.000Z", periodEndsAt: null };
  const period = { runAt: "2026-03-09T00:00:00.000Z", periodEndsAt: "2026-03-10T00:00:00.000Z" };
  const ended = { ...RUN, ended_at: "2026-03-10T03:06:00.000Z", duration_ms: 61_000 };
  test.each<[IncidentRow["cause"], Partial<IncidentCause>, string]>([
    ["missed", { missed: schedule, lastCheckedInAt: sunday }, "expected 03:00, last healthy Sun 03:04"],
    ["missed", { missed: period, lastCheckedInAt: sunday }, "expected by 00:00, last healthy Sun 03:04"],
    ["missed", {}, "expected by 04:00, last healthy never"],
    [
      "missed",
      { missed: schedule, lastCheckedInAt: new Date("2026-02-08T03:04Z") },
      "expected 03:00, last healthy 8 Feb 03:04",
    ],
    [
      "missed",
      { missed: schedule, message: "No space left on device", exitStatus: "1", beforeMiss: "error" },
      "No space left on device · has not run since",
    ],
    ["missed", { beforeMiss: "error" }, "reported an error · has not run since"],
    ["error", { message: FAILING_OUTPUT, exitStatus: "3" }, FAILING_LINE],
    ["error", { message: "\n", exitStatus: "3" }, "exit status 3"],
    ["error", {}, "reported an error"],
    ["overran", { run: RUN }, "running since 03:05"],
    ["overran", { run: ended }, "took 1 min 1 s, longer than allowed"],
    ["too_short", { run: { ...ended, duration_ms: 900 } }, "took only 900 ms"],
    ["check", { run: { ...ended, failed_check: "metric.rows > 0" } }, "did not pass metric.rows > 0"],
  ])("%s, %j: %s", (cause, reported, line) => {
    expect(
      causeLine({ cause, openedAt: opened, reported: { ...NO_REPORT, ...reported } }, tuesday, formats),
    ).toBe(line);
  });

  test("its times are those of the reader's zone, whose day begins at another time", () => {
    const reported = { ...NO_REPORT, missed: schedule, lastCheckedInAt: new Date("2026-03-09T23:30Z") };
    expect(causeLine({ cause: "missed", openedAt: opened, reported }, tuesday, inBerlin)).toBe(
      "expected 04:00, last healthy 00:30",
    );
  });
});

describe("how the notifications of an incident went", () => {
  const attempt = { at: tuesday, outcome: "dns", status: null, latencyMs: 5, response: "" };
  const sent = (id: string, given: object): SentNotification =>
    buildNotification("channel", id, {
      id,
      channelId: id,
      doneAt: null,
      gaveUpAt: null,
      history: [],
      ...given,
    });
  const delivered = { doneAt: tuesday, history: [{ ...attempt, outcome: "accepted" }] };
  const failed = { gaveUpAt: tuesday, history: [attempt] };
  test.each<[object[], string | undefined, string | undefined]>([
    [[delivered], undefined, undefined],
    [[delivered, delivered], undefined, undefined],
    [
      [delivered, failed, failed],
      "1 and 1 more failed",
      [1, 2].map((i) => `${i}: gave up after 1 attempt (host name not found)`).join("\n"),
    ],
    [[delivered, { history: [attempt] }], "1 retrying", "1: 1 attempt (host name not found), retrying"],
    [[delivered, {}], "1 of 2 queued", undefined],
    [[delivered, { ...failed, supersededAt: tuesday }], undefined, undefined],
    [[], "no one alerted", undefined],
  ])("%j: %s", (rows, mark, why) => {
    const found = deliveryMark(
      opened,
      rows.map((given, i) => sent(String(i), given)),
    );
    expect(found?.label).toBe(mark);
    expect(found?.why).toBe(why);
  });

  test("no one was alerted yet", () => expect(deliveryMark(null, [])?.label).toBe("no one alerted"));
});

describe("the sections of the list", () => {
  const incidents = [
    anIncidentRow("a", {
      tags: ["db", "eu"],
      reported: { ...NO_REPORT, host: "db7", message: "No space left: /a/1" },
    }),
    anIncidentRow("b", { cause: "missed" }),
    anIncidentRow("c", {
      tags: ["db"],
      reported: { ...NO_REPORT, host: "db7", message: "No space left: /b/22" },
    }),
    anIncidentRow("d", { acknowledgedAt: tuesday, acknowledgedBy: "ann@example.com" }),
  ];
  test.each([
    [null, { "Not acknowledged": ["a", "b", "c"], Acknowledged: ["d"] }],
    ["cause", { "No space left": ["a", "c"], "Other incidents": ["b"], Acknowledged: ["d"] }],
    ["tag", { db: ["a", "c"], eu: ["a"], "No tag": ["b"], Acknowledged: ["d"] }],
    ["machine", { db7: ["a", "c"], "No machine named": ["b"], Acknowledged: ["d"] }],
  ] as const)("by %s", (group, expected) => {
    const context = { status: "open", now: tuesday, formats, notified: new Map() } as const;
    const sections = sectionIncidents(incidents, { ...context, group, page: incidents, isWhole: true });
    expect(
      Object.fromEntries(sections.map((each) => [each.title, each.incidents.map(({ id }) => id)])),
    ).toEqual(expected);
    expect(sections.at(-1)?.incidents[0]?.notes).toBe("ann@example.com");
  });

  const context = { now: tuesday, formats, notified: new Map(), isWhole: true } as const;
  const unreachable = (id: string, facts: Partial<IncidentRow> = {}) =>
    anIncidentRow(id, { cause: "missed", machine: { id: "m", host: "db7" }, ...facts });

  test.each([
    ["open", "cause", "db7 is not reporting"],
    ["open", "tag", "db7 is not reporting"],
    ["closed", null, "db7 was not reporting"],
  ] as const)(
    "a machine that is not reporting is one row, with its jobs in it: %s, by %s",
    (status, group, title) => {
      const taken = { acknowledgedAt: tuesday };
      const all = [...incidents, unreachable("e"), unreachable("f", taken)];
      const [section, ...others] = sectionIncidents(all, { ...context, status, group, page: all });
      expect(section).toMatchObject({ title, count: 2, group: { ids: ["e", "f"], isTaken: false } });
      expect(others.flatMap((each) => each.incidents.map(({ id }) => id))).not.toContain("f");
      const whole = [unreachable("e", taken), unreachable("f", taken)];
      const [acknowledged] = sectionIncidents(whole, { ...context, status, group, page: whole });
      expect(acknowledged?.group?.isTaken).toBe(status === "open");
    },
  );

  test("a silence of the same machine at another time is another row", () => {
    const all = [unreachable("e"), unreachable("f", { machine: { id: "n", host: "db7" } })];
    const sections = sectionIncidents(all, { ...context, status: "closed", group: null, page: all });
    expect(sections.map(({ group }) => group?.ids)).toEqual([["e"], ["f"]]);
  });

  test("misses are together by machine, and are rows without one", () => {
    const missed = (id: string, host: string) =>
      anIncidentRow(id, { cause: "missed", reported: { ...NO_REPORT, host } });
    const all = [
      missed("a", ""),
      missed("b", "db7"),
      missed("c", ""),
      missed("d", "db7"),
      missed("e", "db8"),
    ];
    const sections = sectionIncidents(all, { ...context, status: "open", group: "cause", page: all });
    expect(sections.map(({ title, incidents }) => [title, incidents.map(({ id }) => id)])).toEqual([
      ["Missed check-ins on db7", ["b", "d"]],
      ["Other incidents", ["a", "c", "e"]],
    ]);
  });

  test("a page has a part of the rows, and its headings count all of them", () => {
    const context = { status: "open", group: "cause", now: tuesday, formats, notified: new Map() } as const;
    const older = anIncidentRow("e", { ...incidents[0], id: "e", openedAt: sunday });
    const all = [...incidents, older];
    const [group, ...others] = sectionIncidents(all, {
      ...context,
      page: incidents.slice(0, 1),
      isWhole: true,
    });
    expect(others).toEqual([]);
    expect(group?.incidents.map(({ id }) => id)).toEqual(["a"]);
    expect(group).toMatchObject({
      count: 3,
      group: { ids: ["a", "c", "e"], oldest: { since: "Sun 03:04" } },
    });
  });

  test.each([
    ["04:03:59", "04:07:01", null, "until 04:07, lasted 4 minutes"],
    ["04:03:01", "04:03:59", null, "until 04:03, lasted less than a minute"],
    ["04:03:00", "04:33:00", tuesday, "until 04:33, lasted 30 minutes, disproved by a late report"],
  ])(
    "a closed incident from %s to %s says its end, and how long a reader sees that it lasted",
    (from, to, disprovedAt, notes) => {
      const closedAt = new Date(`2026-03-10T${to}Z`);
      const closed = anIncidentRow("f", { openedAt: new Date(`2026-03-10T${from}Z`), closedAt, disprovedAt });
      const context = { status: "closed", group: null, now: tuesday, formats, notified: new Map() } as const;
      const [section] = sectionIncidents([closed], { ...context, page: [closed], isWhole: true });
      expect(section?.incidents[0]?.notes).toBe(notes);
    },
  );

  test("a severity is shown only if those of the list differ", () => {
    const context = { status: "open", group: null, now: tuesday, formats, notified: new Map() } as const;
    const severities = (some: IncidentRow[]) =>
      sectionIncidents(some, { ...context, page: some, isWhole: true }).flatMap((each) =>
        each.incidents.map(({ severity }) => severity),
      );
    expect(new Set(severities(incidents))).toEqual(new Set([undefined]));
    const info = anIncidentRow("e", { severity: "info" });
    expect(new Set(severities([...incidents, info]))).toEqual(new Set(["critical", "info"]));
  });
});

test.each<[IncidentRow["cause"], Partial<IncidentCause>, string]>([
  ["missed", {}, "missed check-in"],
  ["error", { message: "No space left" }, "error"],
  ["missed", { message: "a\nNo space left", beforeMiss: "error" }, "No space left · has not run since"],
  ["missed", { exitStatus: "3", beforeMiss: "error" }, "exit status 3 · has not run since"],
  ["missed", { message: "done", beforeMiss: "too_short" }, "run too short · has not run since"],
])("the title of an incident says what began it: %s, %j", (cause, reported, title) => {
  expect(causeTitle({ cause, reported: { ...NO_REPORT, ...reported } })).toBe(title);
});

describe("what incidents of one cause have in common", () => {
  const ended = { ...RUN, failed_check: "metric.rows > 0" };
  test.each<[IncidentRow["cause"], Partial<IncidentCause>, string]>([
    ["error", { message: FAILING_OUTPUT }, "OperationalError: could not translate host name to address"],
    ["error", { exitStatus: "3" }, "Exit status 3"],
    ["error", {}, "Error"],
    ["check", { run: ended }, "Failed check: metric.rows > 0"],
    ["missed", { message: "Killed" }, "Missed check-in"],
    ["missed", { message: "No space left", beforeMiss: "error" }, "No space left"],
  ])("%s, %j: %s", (cause, reported, name) => {
    expect(nameCause({ cause, openedAt: opened, reported: { ...NO_REPORT, ...reported } })).toBe(name);
  });
});
