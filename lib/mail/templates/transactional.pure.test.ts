import { expect, test } from "vitest";
import { FACTS, url } from "@/testing/mail-examples";
import { renderContent } from "./render";
import { buildTransactionalContent } from "./transactional";
import type { TransactionalKind } from "./transactional-facts";

const until = "Tue 10 Mar 2026, 12:15 UTC";

test.each<[TransactionalKind, string, string[]]>([
  [
    "invitation",
    "Join Acme on Tattle",
    ["ada@acme.test has invited you", "member", until, "Accept Invitation"],
  ],
  ["verification", "Confirm your email address", [until, "Confirm Address", "ignore this email"]],
  [
    "address_confirmation",
    "Confirm your address to get alerts",
    ["monitors scheduled jobs", "Acme", "Nightly backup", "Confirm Address", "unsubscribe from this case"],
  ],
  ["magic_link", "Your sign-in link", ["It works once.", until, "Sign In", "ignore this email"]],
  ["password_reset", "Choose a new password", [until, "Choose Password", "ignore this email"]],
  [
    "snitch_limit_reached",
    "▲ The key “Cron jobs” can’t add more snitches",
    ["has added 1,000 snitches", "check-ins from jobs with new names are rejected", "Open API Keys"],
  ],
  [
    "disk_low",
    "▲ Disk almost full: 9% free",
    ["db1", "/srv/tattle", "10 GB of 100 GB", "enlarge the disk", "Open Installation"],
  ],
  ["password_removed", "Your password was removed", ["confirmed this address", until, "Set a Password"]],
  ["email_changed", "Your email address was changed", ["ada@lovelace.test", until, "If this wasn’t you"]],
  [
    "webhook_switched_off",
    "▲ Webhook switched off: hooks.acme.test",
    ["hooks.acme.test/…", until, "500", "switch it back on, or remove it"],
  ],
  [
    "downtime",
    "Tattle was down for 29 minutes",
    [
      "it’s unknown whether the jobs of 14 snitches ran",
      "Tue 10 Mar 2026, 10:02 UTC",
      "Tue 10 Mar 2026, 10:31",
    ],
  ],
  ["no_check_ins", "▲ No check-ins received: alerts are delayed", ["7 snitches", until, "the load balancer"]],
  ["missing_summary", "▲ Missing: 3 snitches", ["Backup", "Import", "and 1 more", until]],
  ["reporting_summary", "● Recovered: 1 snitch", ["Backup", until]],
  [
    "alert_summary",
    "▲ 1 snitch missing or errored",
    [
      "Backup, since Tue 10 Mar 2026, 10:02 UTC",
      "Import, errored since Tue 10 Mar 2026, 10:02, for 2 h 13 min",
      "your quiet hours",
    ],
  ],
  [
    "digest",
    "▲ Acme: 9 Mar 2026 – 15 Mar 2026",
    [
      "1 open incident",
      "Backup: missing since Tue 10 Mar 2026, 13:15 (Europe/Berlin)",
      "85.7% healthy · 1 missed · 2 late · takes 34 s · longest incident 2 hours",
      "100% healthy",
      "and 1 more",
      "Backup: 2 alerts sent later, because they came in your quiet hours",
      "Import: 1 alert not sent, because it happened during maintenance",
      "Old import. Still wanted? Never checked in (added Tue 10 Mar 2026, 13:15).",
    ],
  ],
  [
    "suggestions",
    "Acme: 1,003 suggestions",
    [
      "Backup. Still wanted? It has been missing since Tue 10 Mar 2026, 12:15 UTC.",
      "Import. It flaps. It changed 12 times within 24 hours. With a grace of 12 minutes, it would have changed once.",
      "Report. It runs too often. 48 reports within 24 hours, and 24 expected. Hosts: db1, https evil test x,",
      `${"x".repeat(59)}…`,
      "and 1000 more",
      `${url}/settings`,
    ],
  ],
  ["dead_end", "▲ No one would be alerted", ["The webhook hooks.acme.test is switched off."]],
  [
    "address_marked",
    "▲ Emails to ops@acme.test bounce",
    ["permanently refused an email", "550 5.1.1 No such user", "in the case’s settings"],
  ],
  [
    "drill",
    "Fire drill: can Acme reach you?",
    ["only a test", "ada@acme.test", until, "Confirm", "A real alert would be sent to you the same way"],
  ],
])("the email %s has the same content in HTML and in text", async (kind, subject, contents) => {
  // As the database returns it.
  const storedFacts: unknown = JSON.parse(JSON.stringify(FACTS[kind]));
  const rendered = await renderContent(buildTransactionalContent(kind, storedFacts, "UTC"));

  expect(rendered.subject).toBe(subject);
  for (const sentence of [...contents, url]) {
    expect(rendered.html).toContain(sentence);
    expect(rendered.text).toContain(sentence);
  }
});

test("a case’s name cannot break out of the subject", () => {
  const { subject } = buildTransactionalContent(
    "invitation",
    { ...FACTS.invitation, caseName: `Acme\r\nBcc: eve@evil.test ${"x".repeat(200)}` },
    "UTC",
  );
  expect(subject).toMatch(/^Join Acme Bcc: eve@evil\.test x+… on Tattle$/);
});

test("an email whose data was deleted is an error and not an empty email", () => {
  expect(() => buildTransactionalContent("magic_link", null, "UTC")).toThrow();
});

test("a request to confirm an address has no link of the sender’s, and two short names of his", async () => {
  const name = `https://evil.test/win Call evil。test or a@evil.test ${"x".repeat(300)}`;
  const facts = { caseName: name, snitchName: name, url };
  const { subject, html, text } = await renderContent(
    buildTransactionalContent("address_confirmation", facts, "UTC"),
  );

  expect(`${subject} ${html} ${text}`).not.toMatch(/evil\S*test/);
  expect(subject).toBe("Confirm your address to get alerts");
  expect(text).toMatch(/^Requested by {2}https evil test win Call evil test or a evil test x+…$/m);
  expect(text).not.toMatch(/x{60}/);
});

test("an email about a channel that was switched off says why, and what to do", async () => {
  const reason = "Slack says that this webhook no longer exists. Add a new webhook in Slack.";
  const facts = { ...FACTS.webhook_switched_off, target: "Night shift", service: "Slack", reason };
  const { subject, text } = await renderContent(
    buildTransactionalContent("webhook_switched_off", facts, "UTC"),
  );
  expect(subject).toBe("▲ Channel switched off: Night shift");
  for (const sentence of [reason, "Slack", "Open Channel", "Once the channel works again"])
    expect(text).toContain(sentence);
  expect(text).not.toContain("three days");
  const { text: later } = await renderContent(
    buildTransactionalContent("webhook_switched_off", { ...facts, reason: undefined }, "UTC"),
  );
  expect(later).toContain(
    "It has not accepted an alert for three days, so Tattle no longer sends alerts to it.",
  );
});
