import { expect, test } from "vitest";
import { pauseSnitch, unpauseSnitch } from "@/lib/monitoring/pause";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { NEVER_LOST_MS } from "@/lib/testing/connection";
import { ACTOR, aMember, aSnitch } from "@/lib/testing/factories";
import { recordCheckIn } from "./batcher";
import { listTimeline } from "./timeline";
import type { Entry, TimelineFilter } from "./timeline-entries";

const at = (time: string) => new Date(`2026-03-${time}Z`);

const words = (entry: Entry) => {
  if (entry.kind === "check_in") return entry.isHealthy ? "checked in" : "error";
  return entry.kind === "alert" ? entry.alert : entry.kind;
};

/** Pending, healthy, errored, missing, healthy, paused and unpaused, with a reminder among it. */
async function aLife() {
  const snitch = await aSnitch({ createdAt: at("01T00:00") });
  await aMember({ caseId: snitch.caseId });
  const checkIn = (time: string, exitStatus = "0") =>
    recordCheckIn({
      token: snitch.token,
      at: at(time),
      exitStatus,
      message: "",
      method: "GET",
      address: "",
      userAgent: "",
    });
  await db.email.create({
    data: {
      kind: "pending_reminder",
      address: "ada@example.com",
      snitchId: snitch.id,
      caseId: snitch.caseId,
      createdAt: at("02T00:00"),
      sentAt: at("02T00:01"),
    },
  });
  await checkIn("03T10:00");
  await checkIn("04T10:00", "1");
  await sweepDeadlines(at("06T00:02"), NEVER_LOST_MS);
  await checkIn("06T10:00");
  await pauseSnitch(snitch.caseId, snitch.token, { until: "unpaused", endsAt: null }, at("06T11:00"), ACTOR);
  await unpauseSnitch(snitch.caseId, snitch.token, at("06T12:00"), ACTOR);
  return snitch;
}

const shows: [TimelineFilter, string[]][] = [
  [
    "all",
    [
      "unpaused",
      "paused",
      "reporting",
      "checked in",
      "missing",
      "errored",
      "error",
      "reporting",
      "checked in",
      "reminder",
    ],
  ],
  ["check_ins", ["checked in", "error", "checked in"]],
  ["errors", ["error"]],
  ["changes", ["unpaused", "paused", "reporting", "missing", "errored", "reporting"]],
  ["told", ["reporting", "missing", "errored", "reminder"]],
];

test.each(shows)(
  "a timeline of “%s” is whole, newest first, however it is cut into pages",
  async (show, expected) => {
    const { id } = await aLife();

    expect((await listTimeline(id, show, 50)).entries.map(words)).toEqual(expected);
    const pieces: Entry[] = [];
    let next: string | null = "";
    while (next !== null) {
      const page = await listTimeline(id, show, 2, next);
      pieces.push(...page.entries);
      next = page.next;
    }
    expect(pieces.map(words)).toEqual(expected);
  },
);

test("what is told is only told where it is asked for", async () => {
  const { id } = await aLife();
  const toldIn = async (show: TimelineFilter) =>
    (await listTimeline(id, show, 50)).entries.flatMap((entry) => ("told" in entry ? entry.told : []));

  expect(await toldIn("changes")).toEqual([]);
  expect((await toldIn("told")).map(({ how, outcome }) => `${how} ${outcome}`)).toEqual([
    "mail owed",
    "mail owed",
    "mail owed",
    "mail sent",
  ]);
});

test.each(["nonsense", "9_9_9", "99999999999999999_1_01a1fb83-af36-7345-9db8-85689f84cc20"])(
  "a cursor that is none (%s) is the beginning",
  async (cursor) => {
    const { id } = await aLife();

    expect((await listTimeline(id, "all", 50, cursor)).entries).toHaveLength(10);
  },
);
