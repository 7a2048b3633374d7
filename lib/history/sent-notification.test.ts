import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { aSnitch } from "@/testing/factories";
import { listMessages, listSentNotifications } from "./sent-notification";

const tuesday = new Date("2026-03-10T00:00Z");
const noon = new Date("2026-03-10T12:00Z");

/** What the history says of an alert with one email of these columns. */
async function notified(email: Parameters<typeof db.email.update>[0]["data"]) {
  const { id: snitchId, caseId } = await aSnitch();
  const { id } = await db.alert.create({
    data: { kind: "missing", from: "healthy", to: "failed", at: tuesday, snitchId, caseId },
  });
  const made = await db.email.create({ data: { alertId: id, snitchId, caseId, address: "ops@acme.test" } });
  await db.email.update({ where: { id: made.id }, data: email });
  const [notification] = listSentNotifications((await listMessages([id])).get(id) ?? []);
  return notification;
}

const aSummary = (given: { sentAt?: Date; gaveUpAt?: Date }) => ({
  heldFor: "quiet_hours" as const,
  sentAt: noon,
  summary: { create: { kind: "alert_summary" as const, address: "ops@acme.test", facts: {}, ...given } },
});

test("an email that waits says why, and until when", async () => {
  expect(await notified({ heldFor: "storm", dueAt: noon })).toMatchObject({
    outcome: "pending",
    heldFor: "storm",
    heldUntil: noon,
  });
});

test("an alert has the outcome of the email that it went out in", async () => {
  const expected = { heldFor: "quiet_hours", heldUntil: null };
  expect(await notified(aSummary({}))).toMatchObject({ ...expected, outcome: "pending" });
  expect(await notified(aSummary({ sentAt: noon }))).toMatchObject({ ...expected, outcome: "sent" });
  expect(await notified(aSummary({ gaveUpAt: noon }))).toMatchObject({ ...expected, outcome: "gave_up" });
});

test("an email of an escalation says so", async () => {
  expect(await notified({ isEscalation: true })).toMatchObject({ isEscalation: true });
});
