import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { HistoryPanel } from "@/components/snitches/charts/history-panel";
import { HistorySpark } from "@/components/snitches/charts/history-spark";
import { buildSpark } from "@/components/snitches/charts/spark";
import { Timeline } from "@/components/snitches/charts/timeline";
import { StatusBadge } from "@/components/status-badge";
import type { Bar } from "@/lib/history/outcomes";
import type { Entry } from "@/lib/history/timeline-entries";
import { buildAlertContent } from "@/lib/mail/templates/alert";
import { countPeriod } from "@/lib/rules/history/period-counts";
import type { PeriodOutcome } from "@/lib/rules/history/period-outcome";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import type { AlertKind } from "@/lib/rules/state/alert-draft";
import type { Status } from "@/lib/rules/state/snitch-state";
import { DEFAULT_DISPLAY } from "@/lib/rules/time-display";
import { anAlertMail } from "@/testing/mail-examples";

const monday = new Date("2026-03-09T00:00Z");
const tuesday = new Date("2026-03-10T00:00Z");

const aBar = (outcome: PeriodOutcome): Bar => ({
  start: monday,
  end: tuesday,
  outcome,
  checkedInAt: outcome === "healthy" || outcome === "errored" ? monday : null,
  exitStatus: "",
  message: "",
  counts: countPeriod(outcome),
  lateMs: [],
});

const renderText = (element: React.ReactElement) => renderToStaticMarkup(element).replaceAll("&amp;", "&");
const panel = (bars: Bar[]) =>
  renderText(
    <HistoryPanel
      addedAt={new Date(0)}
      snitchUrl="/acme/snitches/ab12"
      terms={calendarTerms("daily")}
      scale="periods"
      bars={bars}
      incidents={{ count: 0, isOneOpen: false, openMs: 0, maintenanceMs: 0 }}
      display={DEFAULT_DISPLAY}
    />,
  );

const mailLabel = (kind: AlertKind, from: Status) =>
  buildAlertContent(anAlertMail({ kind, from })).badge?.label;

test.each<[PeriodOutcome, string, string]>([
  ["healthy", "healthy", "1 period, healthy."],
  ["errored", "errored", "1 period, errored."],
  ["missed", "missed", "1 period, missed."],
  [
    "unknown",
    "unknown, because Tattle was not listening",
    "1 period is unknown, because Tattle was not listening.",
  ],
  ["late", "late", "1 period, late."],
  ["paused", "paused", "No check-in was expected during this time."],
  ["excused", "excused by maintenance", "1 period was excused by maintenance."],
])("a period that is %s is called so by the bar, the list and the snitch page", (outcome, word, sentence) => {
  const bars = [aBar(outcome)];
  expect(renderText(<HistorySpark spark={buildSpark(bars)} />)).toContain(`<title>${sentence}</title>`);
  expect(panel(bars)).toContain(`aria-label="History. ${sentence}"`);
  expect(panel(bars)).toContain(`>${sentence}</p>`);
  expect(panel(bars)).toContain(`aria-label="Mon 9 Mar, 00:00 · ${word}`);
});

const timeline = (entry: Entry) =>
  renderText(<Timeline caseUrl="" entries={[entry]} now={tuesday} buildUrl={() => "/"} snitchUrl="/s" />);
const alertEntry = (alert: AlertKind): Entry => ({
  kind: "alert",
  id: "1",
  at: tuesday,
  isReminder: false,
  isNotified: true,
  hold: null,
  isExcused: false,
  whyNotNotified: null,
  notifiedLaterAt: null,
  alert,
  from: "failed",
  notifications: [],
});

test.each<[Status, AlertKind, string]>([
  ["failed", "missing", "Missing"],
  ["errored", "errored", "Errored"],
  ["paused", "paused", "Paused"],
])("a snitch that is %s is called so by the badge, the timeline and the email", (status, kind, word) => {
  expect(renderText(<StatusBadge status={status} />)).toContain(word);
  expect(timeline(alertEntry(kind))).toContain(`>${word}</a></p>`);
  expect(mailLabel(kind, "healthy")).toBe(word);
});

test("a period in which Tattle was not listening is unknown in the timeline too", () => {
  const entry: Entry = {
    kind: "unknown_miss",
    id: "1",
    at: tuesday,
    gapStartsAt: monday,
    gapEndsAt: tuesday,
  };
  expect(timeline(entry)).toMatch(/Unknown.*Tattle was not listening from .*Mon 9 Mar/s);
});

test("what a rate limit refused is neither healthy nor an error", () => {
  const entry: Entry = {
    kind: "check_in",
    id: "1",
    at: tuesday,
    isHealthy: true,
    wasPaused: false,
    accepted: false,
    signal: "finish",
    exitStatus: "",
    message: "",
    from: "",
  };
  expect(timeline(entry)).toContain("Rate limited, not counted");
});
