import { MINUTE_MS } from "@/lib/rules/durations";
import { NO_RUN_TERMS } from "@/lib/rules/runs/terms";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import { calendarTerms, type ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { applyEvent } from "@/lib/rules/state/apply-event";
import { applyTime } from "@/lib/rules/state/apply-time";
import { PENDING, type SnitchState } from "@/lib/rules/state/snitch-state";
import type { Transition } from "@/lib/rules/state/transition";
import type { TracedAlert } from "./naive-reader";
import type { PageHistory, PageReport, PageSchedule } from "./page-history";

export const toTerms = ({ attributes }: PageSchedule): ScheduleTerms =>
  "interval" in attributes
    ? calendarTerms(attributes.interval as never)
    : ({ ...calendarTerms("hourly"), ...attributes } as ScheduleTerms);

export const instant = (minute: number) => new Date(minute * MINUTE_MS);

/** Its check-ins that arrived when they happened. */
export const listReports = ({ events }: PageHistory): PageReport[] =>
  events.flatMap((event) => {
    if (event.does === "run") return [{ at: event.at, isError: event.isError }];
    const isReport = event.does === "check-in" || event.does === "error";
    return isReport ? [{ at: event.at, isError: event.does === "error" }] : [];
  });

/** Lives through the check-ins; a miss is noticed as soon as it is decided. */
export function liveThrough(terms: ScheduleTerms, reports: PageReport[], now: number) {
  let state: SnitchState = { ...terms, ...NO_RUN_TERMS, alertType: "basic", ...PENDING };
  const alerts: TracedAlert[] = [];
  const take = ({ snitch, alerts: raised }: Transition) => {
    state = snitch;
    for (const { kind, at } of raised) alerts.push({ kind, at: at.getTime() / MINUTE_MS });
  };
  const passTime = (until: Date) => {
    for (;;) {
      const decidedAt = state.deadline && new Date(state.deadline.getTime() + DEADLINE_ALLOWANCE_MS);
      if (!decidedAt || decidedAt > until) return;
      take(applyTime(state, decidedAt, []));
    }
  };
  for (const { at, isError } of reports) {
    passTime(instant(at));
    const report = { at: instant(at), exitStatus: isError ? "1" : "0", message: "" };
    take(applyEvent(state, { kind: isError ? "reported_error" : "checked_in", ...report }, []));
  }
  passTime(instant(now));
  return { state, alerts };
}
