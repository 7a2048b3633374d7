import { z } from "zod";
import type { Snitch } from "@/lib/platform/generated/client";
import { claimAt } from "@/lib/rules/claim";
import { INTERVALS, intervalOf } from "@/lib/rules/interval";
import { scheduleOf } from "@/lib/rules/schedule/compile";
import { SCHEDULE_KINDS } from "@/lib/rules/schedule/schedule";
import { type ScheduleTerms, termsOf } from "@/lib/rules/schedule/schedule-terms";

const time = z.iso.datetime({ precision: 3 });
const interval = z.enum(INTERVALS);

/** The further members of a snitch with a schedule. One with an interval has none of them, as existing clients expect. */
const presentedSchedule = z.object({
  schedule: z.string().meta({ description: "One expression a line." }),
  timezone: z.string().meta({ description: "The IANA time zone of the schedule." }),
  grace: z.int().meta({ description: "How many seconds after its time a run may check in." }),
  early: z.int().meta({ description: "How many seconds before its time a run may check in." }),
  active: z.string().nullable().meta({ description: "The hours in which the job runs; null for all." }),
  schedule_kind: z.enum(SCHEDULE_KINDS),
  next_expected_at: time.nullable().meta({ description: "When the next run is expected." }),
  due_at: time.nullable().meta({ description: "When the next run is missed; null while pending or paused." }),
});

/** The JSON of a snitch in the API. The members are in the order that existing clients expect. */
export const presentedSnitch = z.object({
  token: z.string().meta({ description: "Identifies the snitch in paths and in its check-in URL." }),
  href: z.string().meta({ description: "The path of this snitch." }),
  name: z.string(),
  tags: z.array(z.string()).meta({ description: "In the order in which they were added." }),
  notes: z.string().meta({ description: "Empty when there are none." }),
  status: z
    .enum(["pending", "healthy", "failed", "errored", "paused"])
    .meta({ description: "`failed` is called missing in webhooks and e-mails." }),
  created_at: time,
  check_in_url: z.string().meta({ description: "The URL that the job requests after each run." }),
  checked_in_at: time.nullable().meta({ description: "The last healthy check-in; null before the first." }),
  type: z
    .object({ interval })
    .meta({ description: "An older form of `interval`, which clients still read." }),
  interval,
  alert_type: z.enum(["basic", "smart"]),
  alert_email: z.array(z.string()).meta({
    description:
      "Alerted instead of the case’s recipients; empty means that the case’s recipients are alerted.",
  }),
  ...presentedSchedule.partial().shape,
});

export type PresentedSnitch = z.output<typeof presentedSnitch>;

export const presentSnitch = (snitch: Presentable, checkInUrl: string, now: Date): PresentedSnitch => ({
  token: snitch.token,
  href: `/v1/snitches/${snitch.token}`,
  name: snitch.name,
  tags: snitch.tags,
  notes: snitch.notes,
  status: snitch.status,
  created_at: snitch.createdAt.toISOString(),
  check_in_url: `${checkInUrl}/${snitch.token}`,
  checked_in_at: snitch.checkedInAt?.toISOString() ?? null,
  type: { interval: intervalOf(snitch) },
  interval: intervalOf(snitch),
  alert_type: snitch.alertType,
  alert_email: snitch.alertEmail,
  ...(snitch.schedule !== null && presentSchedule({ ...snitch, ...termsOf(snitch) }, snitch.schedule, now)),
});

type Scheduled = Pick<Presentable, "checkedInAt" | "deadline"> & ScheduleTerms;

function presentSchedule(snitch: Scheduled, schedule: string, now: Date): z.output<typeof presentedSchedule> {
  const { kind, graceMs, earlyMs } = scheduleOf(snitch);
  return {
    schedule,
    timezone: snitch.timezone,
    grace: graceMs / 1_000,
    early: earlyMs / 1_000,
    active: snitch.active,
    schedule_kind: kind,
    next_expected_at: nextExpectedAt(snitch, now)?.toISOString() ?? null,
    due_at: snitch.deadline?.toISOString() ?? null,
  };
}

/** When the next run is expected. Null without fixed times until the first check-in, because they are counted from it. */
export function nextExpectedAt(snitch: Omit<Scheduled, "deadline">, now: Date): Date | null {
  const { kind, nextTick } = scheduleOf(snitch);
  const { checkedInAt } = snitch;
  if (kind === "every") return checkedInAt && new Date(nextTick(checkedInAt.getTime()));
  // A run that checked in early is not expected any more.
  const claimed = checkedInAt ? claimAt(snitch, checkedInAt).getTime() : 0;
  return new Date(nextTick(Math.max(now.getTime(), claimed)));
}

/** The columns of a snitch that the API shows. */
export type Presentable = Pick<
  Snitch,
  | "token"
  | "name"
  | "tags"
  | "notes"
  | "status"
  | "createdAt"
  | "checkedInAt"
  | "interval"
  | "alertType"
  | "alertEmail"
  | "schedule"
  | "timezone"
  | "grace"
  | "early"
  | "active"
  | "deadline"
>;
