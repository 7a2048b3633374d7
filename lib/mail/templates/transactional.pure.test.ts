import { expect, test } from "vitest";
import { FACTS, url } from "@/testing/mail-examples";
import { renderContent } from "./render";
import { buildTransactionalContent } from "./transactional";

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
