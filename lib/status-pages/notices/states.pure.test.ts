import fc from "fast-check";
import { expect, test } from "vitest";
import { type NoticeState, noticeStateAt, type StatedNotice, worstImpacts } from "./states";

const at = (time: string) => new Date(`2026-03-10T${time}Z`);
const now = at("12:00");

const anIncident = (...states: [string, NoticeState | null][]): StatedNotice => ({
  kind: "incident",
  updates: states.map(([time, state]) => ({ at: at(time), state })),
  startsAt: null,
  endsAt: null,
});

test.each<[StatedNotice, NoticeState | null, string | null]>([
  [anIncident(["09:00", null]), "investigating", null],
  [anIncident(["09:00", "investigating"], ["10:00", "identified"], ["10:30", null]), "identified", null],
  [anIncident(["09:00", null], ["10:00", "resolved"]), "resolved", "10:00"],
  // An update after the end doesn't move it; one with another state reopens the notice.
  [anIncident(["10:00", "resolved"], ["10:30", null], ["11:00", "resolved"]), "resolved", "10:00"],
  [anIncident(["10:00", "resolved"], ["11:00", "monitoring"]), "monitoring", null],
  [anIncident(["10:00", "resolved"], ["10:10", "monitoring"], ["11:00", "resolved"]), "resolved", "11:00"],
  [anIncident(["10:00", "identified"], ["13:00", "resolved"]), "identified", null],
])("the updates %j make an incident %s", (notice, state, endedAt) => {
  expect(noticeStateAt(notice, now)).toEqual({ state, endedAt: endedAt && at(endedAt) });
});

const work = (
  startsAt: string,
  endsAt: string,
  state: NoticeState | null = null,
  time = "08:00",
): StatedNotice => ({
  kind: "maintenance",
  updates: [{ at: at(time), state }],
  startsAt: at(startsAt),
  endsAt: at(endsAt),
});

test.each<[StatedNotice, NoticeState | null, string | null]>([
  [work("13:00", "14:00"), "scheduled", null],
  [work("12:00", "14:00", "scheduled"), "in_progress", null],
  [work("13:00", "14:00", "in_progress"), "in_progress", null],
  [work("09:00", "12:00", "in_progress"), "completed", "12:00"],
  [work("09:00", "14:00", "completed", "11:00"), "completed", "11:00"],
  [{ ...work("09:00", "11:00"), kind: "news" }, null, "11:00"],
  [{ ...work("09:00", "13:00"), kind: "news" }, null, null],
])(
  "planned work follows the clock, unless people say that it began or ended before: %j",
  (notice, state, endedAt) => {
    expect(noticeStateAt(notice, now)).toEqual({ state, endedAt: endedAt && at(endedAt) });
  },
);

test("without its last update, an incident is as it was before that", () => {
  const states = fc.constantFrom<NoticeState | null>(
    "investigating",
    "identified",
    "monitoring",
    "resolved",
    null,
  );
  fc.assert(
    fc.property(fc.array(states, { minLength: 1, maxLength: 8 }), states, (before, last) => {
      const notice = anIncident(
        ...before.map((state, i): [string, NoticeState | null] => [`0${i}:00`, state]),
      );
      const longer = { ...notice, updates: [...notice.updates, { at: at("09:00"), state: last }] };
      const { endedAt } = noticeStateAt(longer, now);
      expect(endedAt !== null).toBe((last ?? noticeStateAt(notice, now).state) === "resolved");
      const shorter = { ...longer, updates: longer.updates.slice(0, -1) };
      expect(noticeStateAt(shorter, now)).toEqual(noticeStateAt(notice, now));
    }),
  );
});

test("the worst of open incidents counts for a component", () => {
  const notice = { kind: "incident" as const, endedAt: null };
  const impacts = worstImpacts([
    { ...notice, affected: [{ component: "a", impact: "major" }] },
    {
      ...notice,
      affected: [
        { component: "a", impact: "minor" },
        { component: "b", impact: "minor" },
      ],
    },
    { ...notice, endedAt: now, affected: [{ component: "b", impact: "major" }] },
    { ...notice, kind: "maintenance", affected: [{ component: "c", impact: "major" }] },
  ]);
  expect([...impacts]).toEqual([
    ["a", "major"],
    ["b", "minor"],
  ]);
});
