import { timeFormats } from "@/components/time-formats";
import { MAX_SNOOZE_DAYS } from "@/lib/rules/incidents/snooze-range";
import {
  longestSnoozeEnd,
  type MuteTime,
  type MuteVerb,
  muteEnd,
  muteTimesAt,
} from "@/lib/rules/notifications/mute";
import { toClockTime } from "@/lib/rules/schedule/zoned-time";
import type { TimeDisplay } from "@/lib/rules/time-display";

/** What forms send as `until`. */
export type MuteEnd = MuteTime | "recovered" | "healthy" | "unpaused";

/**
 * An end as a menu offers it: when, and in words; `until` is what the actions take. `phrase`
 * follows the name of a snitch in a sentence.
 */
export type MuteChoice = { end: MuteEnd; label: string; detail: string; until: string; phrase: string };

export const MUTE_LABELS: Record<MuteVerb, { title: string; note: string }> = {
  snooze: { title: "Snooze alerts", note: "still monitored" },
  pause: { title: "Pause monitoring", note: "check-ins still recorded" },
};

const LABELS: Record<MuteTime, string> = {
  "1_hour": "1 hour",
  "4_hours": "4 hours",
  morning: "Until this morning",
  tomorrow: "Until tomorrow",
  monday: "Until Monday",
};

/**
 * The ends that can be chosen now, as the reader reads times: the same times for both, then what each can wait for. On a Sunday, tomorrow
 * is Monday, and is offered once.
 */
export const muteChoices = (verb: MuteVerb, now: Date, display: TimeDisplay): MuteChoice[] => [
  ...muteTimesAt(now, display.zone)
    .map((end) => {
      const until = muteEnd(end, now, display.zone);
      const detail = timeFormats(display).moment(until);
      const isNext = end === "monday" && new Date(toClockTime(now, display.zone)).getUTCDay() === 1;
      const label = isNext ? "Until next Monday" : LABELS[end];
      return { end, label, detail, until: until.toISOString(), phrase: `until ${detail}` };
    })
    .filter(({ until }, i, all) => all[i - 1]?.until !== until),
  ...EVENTS[verb](now),
];

const EVENTS: Record<MuteVerb, (now: Date) => MuteChoice[]> = {
  snooze: (now) => [
    {
      end: "recovered",
      label: "Until it recovers",
      detail: `at most ${MAX_SNOOZE_DAYS} days`,
      until: longestSnoozeEnd(now).toISOString(),
      phrase: "until it recovers",
    },
  ],
  pause: () => [
    {
      end: "healthy",
      label: "Until it checks in again",
      detail: "",
      until: "healthy",
      phrase: "until it checks in again",
    },
    {
      end: "unpaused",
      label: "Until I unpause it",
      detail: "",
      until: "unpaused",
      phrase: "until it is unpaused",
    },
  ],
};

/** “1 hour (Tue 10 Mar, 12:37)” */
export const formatOption = ({ label, detail }: MuteChoice) => (detail ? `${label} (${detail})` : label);

/** The value of a field for a date and time, “2026-03-10T09:00”, as milliseconds as if it were UTC. Null if it is none. */
export function clockTimeIn(field: string): number | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(field)) return null;
  const ms = Date.parse(`${field.slice(0, 16)}:00Z`);
  return Number.isNaN(ms) ? null : ms;
}
