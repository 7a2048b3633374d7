import { expect, test } from "vitest";
import type { AlertRun } from "@/lib/rules/runs/alert-run";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { buildAlertContent } from "./alert";
import type { AlertDetails } from "./alert-details";

const RUN: AlertRun = {
  id: "019e6728-fd00-7a41-8c02-5f0d8a3b9e11",
  rid: "backup-7",
  env: "production",
  host: "db1",
  started_at: "2026-03-10T03:00:00.000Z",
  ended_at: null,
  exit_status: "",
  duration_ms: null,
  reported_ms: null,
  usual_ms: 252_000,
  failed_check: null,
};

const buildMail = (alert: Partial<AlertDetails["alert"]>) =>
  buildAlertContent({
    alert: {
      kind: "errored",
      from: "healthy",
      at: new Date("2026-03-10T03:10:00Z"),
      exitStatus: "",
      message: "",
      lastCheckedInAt: null,
      silentSince: null,
      ...alert,
    },
    snitch: { name: "Nightly backup", notes: "", ...calendarTerms("daily") },
    caseName: "Acme",
    zone: "UTC",
    snitchUrl: "https://tattle.example.com/1/snitches/2",
  });

test("an e-mail about a run that takes too long says which run, since when, and how long it usually takes", () => {
  const { subject, lead, facts } = buildMail({ kind: "missing", cause: "overran", run: RUN });

  expect(subject).toBe("▲ Running too long: Nightly backup");
  expect(lead).toBe(
    "Its run “backup-7” has been running since Tue 10 Mar 2026, 03:00 UTC, and should have finished by Tue 10 Mar 2026, 03:10. It usually takes 4 min 12 s.",
  );
  expect(facts).toContainEqual({ label: "Host", value: "db1, production" });
});

test("a run without a name or a known start is called the run", () => {
  const run = { ...RUN, rid: null, started_at: null, usual_ms: null };
  expect(buildMail({ kind: "missing", cause: "overran", run }).lead).toBe(
    "Its run should have finished by Tue 10 Mar 2026, 03:10 UTC.",
  );
});

test.each([
  [
    "too short",
    { cause: "too_short", run: { ...RUN, duration_ms: 2_000 } },
    "Its run “backup-7” finished on Tue 10 Mar 2026, 03:10 UTC after only 2 s, which is less than its shortest runtime. It usually takes 4 min 12 s.",
  ],
  [
    "a failed check",
    { cause: "check", run: { ...RUN, failed_check: "metric.rows > 0" } },
    "Its run “backup-7” finished on Tue 10 Mar 2026, 03:10 UTC, but did not pass the check “metric.rows > 0”.",
  ],
  [
    "an exit status",
    { cause: "error", exitStatus: "3", run: RUN },
    "It reported an error on Tue 10 Mar 2026, 03:10 UTC, with exit status 3.",
  ],
] as const)("an e-mail about %s says so", (_, alert, lead) => {
  expect(buildMail(alert).lead).toBe(lead);
});

test("a hostile name of a run stays on its line", () => {
  const run = { ...RUN, rid: "a\r\nBcc: x@example.com\u202e" };
  expect(buildMail({ kind: "missing", cause: "overran", run }).lead).not.toMatch(/[\r\n\u202e]/);
});
