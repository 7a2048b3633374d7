import type { CheckIn } from "@/lib/rules/reports/check-in";
import { NO_RATE_COUNTS } from "@/lib/rules/reports/rate-limit";
import type { CheckedInSnitch, Facts, ReportedSnitch } from "@/lib/rules/reports/reported-snitch";
import { aDailySnitch } from "./snitch-state";

const NOON = new Date("2026-03-10T12:00Z");
const HOUR_MS = 3_600_000;

/** A healthy snitch as check-ins see it: at noon, its last check-in was an hour ago, and the next is due in a day. */
export const aCheckedInSnitch = (overrides: Partial<CheckedInSnitch> = {}): CheckedInSnitch => ({
  ...aDailySnitch({
    status: "healthy",
    deadline: new Date(NOON.getTime() + 24 * HOUR_MS),
    checkedInAt: new Date(NOON.getTime() - HOUR_MS),
  }),
  ...NO_RATE_COUNTS,
  id: "0195a000-0000-7000-8000-000000000001",
  plan: "unlimited",
  filters: null,
  checkInCount: 0,
  deferredSince: null,
  ...overrides,
});

/** A snitch to which nothing has been applied. */
export const aReportedSnitch = (snitch: CheckedInSnitch = aCheckedInSnitch()): ReportedSnitch => ({
  snitch,
  lastErrorAt: null,
  rows: [],
  alerts: [],
  pauses: [],
  unknownMisses: [],
});

/** A plain check-in at noon. */
export const aCheckIn = (overrides: Partial<CheckIn> = {}): CheckIn => ({
  id: "0195a000-0000-7000-8000-000000000003",
  token: "c0ffee",
  at: NOON,
  method: "GET",
  address: "192.0.2.1",
  userAgent: "curl",
  exitStatus: "",
  message: "",
  ...overrides,
});

/** What decides about check-ins that arrive one after another. */
export const ARRIVAL: Facts = {
  order: "arrival",
  isRush: false,
  isIncomplete: false,
  recordedIds: new Set(),
  listeningGaps: [],
  late: new Map(),
};
