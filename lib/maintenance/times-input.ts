import { invalidAttribute, type Validation } from "@/lib/platform/refusal";
import { DAY_MS, HOUR_MS } from "@/lib/rules/durations";
import type { MaintenanceTimes } from "@/lib/rules/maintenance/window";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import { usableTerms } from "@/lib/snitches/schedule-input";

export const MIN_DURATION_S = 60;
export const MAX_DURATION_S = 7 * 86_400;

/** Our choice; the specification limits only the windows of a schedule. */
const MAX_DAYS = 31;

type TimesInput = {
  starts_at?: Date | null;
  ends_at?: Date | null;
  schedule?: string | null;
  timezone?: string | null;
  duration?: number | null;
};

/**
 * The times of an input, merged with the current ones (null for new maintenance). A start or an end replaces a
 * schedule, and vice versa. Refuses times that cannot be used.
 */
export function timesFrom(input: TimesInput, current: MaintenanceTimes | null): MaintenanceTimes {
  const { starts_at, ends_at, schedule, timezone, duration } = input;
  const hasTimes = Boolean(starts_at ?? ends_at);
  const hasSchedule = Boolean(schedule?.trim() || timezone?.trim() || duration);
  if (hasTimes && hasSchedule) {
    throw refusal("schedule", "can’t be combined with starts_at and ends_at: send the times or a schedule");
  }
  if (hasTimes) return onceFrom(input, current?.schedule === null ? current : null);
  if (hasSchedule) return recurringFrom(input, current?.schedule ? current : null);
  if (current) return current;
  throw refusal("starts_at", "can't be blank: send starts_at and ends_at, or schedule and duration");
}

type Once = Extract<MaintenanceTimes, { schedule: null }>;

function onceFrom({ starts_at, ends_at }: TimesInput, current: Once | null): Once {
  const startsAt = starts_at ?? current?.startsAt;
  const endsAt = ends_at ?? current?.endsAt;
  if (!startsAt) throw refusal("starts_at", "can't be blank");
  if (!endsAt) throw refusal("ends_at", "can't be blank");
  if (endsAt <= startsAt) throw refusal("ends_at", "must be later than the start");
  if (endsAt.getTime() - startsAt.getTime() > MAX_DAYS * DAY_MS) {
    throw refusal(
      "ends_at",
      `must be at most ${MAX_DAYS} days after the start: pause the snitches for longer work`,
    );
  }
  return { startsAt, endsAt, schedule: null };
}

type Recurring = Extract<MaintenanceTimes, { schedule: string }>;

function recurringFrom(input: TimesInput, current: Recurring | null): Recurring {
  const duration = input.duration ?? current?.duration;
  const terms = usableTerms(
    { schedule: input.schedule ?? current?.schedule, timezone: input.timezone ?? current?.timezone },
    null,
  );
  if (terms.schedule === null) throw refusal("schedule", "can't be blank");
  if (!duration) throw refusal("duration", "can't be blank");
  const { kind, gaps } = compileSchedule(terms);
  if (kind === "every") {
    throw refusal("schedule", "must have fixed times: write cron or OnCalendar, because “every” has none");
  }
  if (gaps.shortestMs < HOUR_MS) throw refusal("schedule", "must leave at least an hour between two starts");
  if (duration * 1_000 >= gaps.longestMs) {
    throw refusal(
      "duration",
      "must be shorter than the time between two starts, or maintenance would never end",
    );
  }
  const { schedule, timezone } = terms;
  const isSame =
    schedule === current?.schedule && timezone === current.timezone && duration === current.duration;
  return { schedule, timezone, duration, endedEarlyAt: isSame ? current.endedEarlyAt : [] };
}

const refusal = (attribute: Validation["attribute"], message: string) => invalidAttribute(attribute, message);
