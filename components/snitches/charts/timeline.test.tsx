import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Notifications } from "@/components/notifications";
import { buildNotification } from "@/lib/history/sent-notification";
import type { Entry } from "@/lib/history/timeline-entries";
import { Timeline } from "./timeline";

const at = new Date("2026-03-10T10:00Z");

const MISSING = {
  kind: "alert",
  id: "a",
  at,
  alert: "missing",
  from: "healthy",
  isReminder: false,
  isNotified: true,
  hold: null,
  isExcused: false,
  whyNotNotified: null,
  notifiedLaterAt: null,
  notifications: [],
} as const satisfies Entry;

const renderEntry = (entry: Entry) =>
  renderToStaticMarkup(
    <Timeline entries={[entry]} now={at} buildUrl={() => "/"} caseUrl="" snitchUrl="/s" />,
  ).replace(/<[^>]+>/g, "");

/** The text of a timeline with an alert and a reminder that went to this address, and got this response. */
function textWith(response: string, isFallback = false): string {
  const history = [{ at, outcome: "accepted", status: null, latencyMs: 5, response }];
  const row = { id: "1", doneAt: at, gaveUpAt: null, skipReason: null, isFallback, history };
  const notifications = [buildNotification("mail", "ops@example.com", row)];
  const entries: Entry[] = [
    { ...MISSING, notifications },
    { kind: "reminder", id: "b", at, reminder: "pending_reminder", notifications },
    { kind: "reminder", id: "c", at, reminder: "paused_reminder", notifications },
  ];
  return renderToStaticMarkup(
    <Timeline entries={entries} now={at} buildUrl={() => "/"} caseUrl="" snitchUrl="/s" />,
  ).replace(/<[^>]+>/g, " ");
}

test("an alert or a reminder that was captured is not called sent", () => {
  expect(textWith("captured")).toContain(
    "ops@example.com: kept in the outbox, not sent: no mail server is set up",
  );
  expect(textWith("captured", true)).toContain("ops@example.com instead: kept in the outbox, not sent");
  expect(textWith("captured")).not.toMatch(/(?<!not )\bsent\b|reminded|notified/i);
});

test("one that came back is not called sent, and one that was not sent because of it says so", () => {
  const attempt = { at, outcome: "accepted", status: null, latencyMs: 5, response: "id" };
  const renderText = (mark: "bounced" | "complained", history: (typeof attempt)[]) => {
    const row = { id: "1", doneAt: null, gaveUpAt: at, skipReason: null, mark, history };
    const notifications = [buildNotification("mail", "ops@example.com", row)];
    return renderToStaticMarkup(<Notifications notifications={notifications} />).replace(/<[^>]+>/g, "");
  };
  expect(renderText("bounced", [attempt])).toBe("ops@example.com: bounced");
  expect(renderText("bounced", [])).toBe("ops@example.com: not sent, an earlier email bounced");
  expect(renderText("complained", [])).toContain("not sent, an earlier email was reported as spam");
});

test("a request that the filters of the snitch leave out says so", () => {
  const signal = {
    kind: "check_in",
    id: "1",
    at,
    isHealthy: false,
    wasPaused: true,
    accepted: true,
    from: "GET",
  } as const;
  const entries: Entry[] = [{ ...signal, signal: "ignored", exitStatus: "fail", message: "done" }];
  const html = renderToStaticMarkup(
    <Timeline entries={entries} now={at} buildUrl={() => "/"} caseUrl="" snitchUrl="/s" />,
  );

  expect(html.replace(/<[^>]+>/g, " ")).toContain("Ignored");
  expect(html).not.toContain("Reported an error");
});

test.each<[Partial<typeof MISSING | Entry>, string]>([
  [
    { isNotified: false, whyNotNotified: { reason: "acknowledged" } },
    "No one was alerted: the incident was acknowledged.",
  ],
  [{ isNotified: false, hold: "maintenance" }, "No one was alerted: a maintenance window was active."],
  [{ isNotified: false, hold: "snooze" }, "No one was alerted: the incident was snoozed."],
  [
    { hold: "maintenance", notifiedLaterAt: at },
    "Alerted at 10:00, because a maintenance window was active.",
  ],
])("the activity says why no one was alerted, or later: %j", (facts, expected) => {
  expect(renderEntry({ ...MISSING, ...facts } as Entry)).toContain(expected);
});

test.each([
  [{ isHealthy: false, wasPaused: true }, true],
  [{ isHealthy: false, wasPaused: false }, false],
  [{ isHealthy: true, wasPaused: true }, false],
])("an error in a pause says that no one was alerted of it: %j", (facts, isSaid) => {
  const report = { kind: "check_in", id: "1", at, accepted: true, signal: "finish", from: "GET" } as const;
  const text = renderEntry({ ...report, exitStatus: "1", message: "", ...facts });
  expect(text.includes("No one was alerted: the snitch was paused.")).toBe(isSaid);
});

test("one that a mail server took is", () => {
  expect(textWith("250 Ok")).toContain("Sent to ops@example.com");
});

test("every entry has an anchor and a permanent link, and the one that was asked for is marked", () => {
  const entries: Entry[] = ["a", "b"].map((id) => ({ kind: "unpaused", id, at, pausedAt: at }));
  const html = renderToStaticMarkup(
    <Timeline
      entries={entries}
      now={at}
      buildUrl={({ id }) => `/activity?entry=${id}`}
      caseUrl=""
      snitchUrl="/s"
      marked="b"
    />,
  );

  expect(html).toMatch(/<li id="entry-a"[^>]*>.*href="\/activity\?entry=a"/);
  expect(html).toMatch(/<li id="entry-b" aria-current="true"[^>]*>.*href="\/activity\?entry=b"/);
});

test.each<[string, object, string]>([
  ["accepted", { doneAt: at }, "Delivered to Night shift in 5 ms"],
  ["nothing_to_say", { doneAt: at }, "Night shift: nothing to send"],
  ["rejected", { gaveUpAt: at, supersededAt: at }, "Night shift: superseded by a later message"],
  ["rejected", { gaveUpAt: at }, "Night shift: gave up after 1 attempt (responded 500)"],
  ["dns", { gaveUpAt: at }, "Night shift: gave up after 1 attempt (host name not found)"],
  ["private_address", {}, "Night shift: 1 attempt (blocked: private network address), retrying"],
  ["tls", {}, "Night shift: 1 attempt (TLS error), retrying"],
])("a channel is called by its name: %s, %j", (outcome, given, expected) => {
  const status = outcome === "rejected" ? 500 : null;
  const history = [{ at, outcome, status, latencyMs: 5, response: "" }];
  const row = { id: "1", channelId: "c", doneAt: null, gaveUpAt: null, history, ...given };
  const notifications = [buildNotification("channel", "Night shift", row)];
  const html = renderToStaticMarkup(<Notifications notifications={notifications} />);
  expect(html.replace(/<[^>]+>/g, "")).toContain(expected);
});
