import { expect, test } from "vitest";
import { hostileNotification, NOTIFICATIONS } from "@/testing/notification-examples";
import { buildDetails, escapeHtml, oneLine } from "./details";

const detailsOfExample = (name: string) => buildDetails(NOTIFICATIONS[name] ?? hostileNotification(""));

test("the lead stands first, and then each fact on a line", () => {
  expect(detailsOfExample("missing")).toBe(
    [
      "It was due by 2026-03-10 02:00 UTC and has not checked in.",
      "",
      "Case: Acme",
      "Since: 2026-03-10 02:00 UTC",
      "Last message: 42 rows",
      "Tags: database, eu",
      "Notes: Runbook: https://wiki.example.com/backup",
    ].join("\n"),
  );
});

test("the link of a snitch stands before its notes, which may be long", () => {
  const { snitch, ...missing } = NOTIFICATIONS.missing ?? hostileNotification("");
  const details = buildDetails({ ...missing, snitch: { ...snitch, link: "https://git.example.com/db" } });
  expect(details).toContain("\nLink: https://git.example.com/db\nNotes: Runbook");
});

test("a hint is the first fact, with its link", () => {
  const errored = NOTIFICATIONS.errored ?? hostileNotification("");
  const hint = { text: "Disk full: see runbook 4.", url: "https://wiki.example.com/4" };
  expect(buildDetails({ ...errored, hint })).toContain(
    "\n\nHint: Disk full: see runbook 4. https://wiki.example.com/4\nCase: Acme\n",
  );
});

test("what is past is one line, and a test is its reason", () => {
  expect(detailsOfExample("past")).toBe("From 2026-03-10 02:00 UTC to 2026-03-10 03:30 UTC.");
  expect(detailsOfExample("test")).toBe("This channel works. This message is not about a real job.");
});

test("a text on one line has no line breaks, and one with entities no markup", () => {
  expect(oneLine(" line one\r\nX-Injected: yes\t\u2028end ")).toBe("line one X-Injected: yes end");
  expect(escapeHtml(`<a href="x">&amp;</a>`)).toBe("&lt;a href=&quot;x&quot;&gt;&amp;amp;&lt;/a&gt;");
});
