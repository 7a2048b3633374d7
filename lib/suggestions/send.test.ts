import { expect, test } from "vitest";
import { sendEmails } from "@/lib/emails/send";
import { db } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/refusal";
import { DAY_MS } from "@/lib/rules/durations";
import { aSnitch, manySnitches } from "@/testing/factories";
import { aCaseWith, by } from "@/testing/members";
import { dismissSuggestion } from "./dismiss";
import { sendSuggestions } from "./send";

const now = new Date("2026-03-10T12:00Z");
const later = (days: number) => new Date(now.getTime() + days * DAY_MS);

async function aCaseThat(suggestions: boolean) {
  const members = await aCaseWith({ ada: "owner", adi: "admin", mia: "member", val: "viewer" });
  await db.case.update({ where: { id: members.caseId }, data: { suggestions } });
  return members;
}

const emailsOf = (caseId: string) =>
  db.email.findMany({ where: { caseId, kind: "suggestions" }, orderBy: { address: "asc" } });

test("a new suggestion is emailed to owners and admins of a case that wants it, once in 30 days", async () => {
  const { caseId, ada, adi } = await aCaseThat(true);
  const missing = await aCaseThat(false);
  for (const id of [caseId, missing.caseId])
    await aSnitch({ caseId: id, name: "Old import", createdAt: later(-30) });

  await Promise.all([sendSuggestions(now), sendSuggestions(now)]);
  await sendSuggestions(later(29));

  expect((await emailsOf(caseId)).map(({ address }) => address)).toEqual([ada.email, adi.email].toSorted());
  expect(await emailsOf(missing.caseId)).toEqual([]);
  await aSnitch({ caseId, name: "Other", createdAt: later(-30) });
  await sendSuggestions(later(29));
  const [, , third] = await db.email.findMany({ where: { caseId }, orderBy: { id: "asc" } });
  expect(third?.facts).toMatchObject({ count: 1, suggestions: [{ name: "Other" }] });
  await sendSuggestions(later(30));
  expect(await emailsOf(caseId)).toHaveLength(6);
});

test("a thousand suggestions are one email with thirty of them", async () => {
  const { caseId, ada } = await aCaseThat(true);
  await manySnitches(1_000, { caseId, name: "Old", createdAt: later(-30) });

  await sendSuggestions(now);

  const [email, ...others] = await emailsOf(caseId);
  expect(others).toHaveLength(1);
  await sendEmails([email?.id ?? ""]);
  const { subject, text } = await db.capturedEmail.findFirstOrThrow({
    where: { to: email?.address ?? ada.email },
  });
  expect(subject).toBe("Acme: 1,000 suggestions");
  expect(text.match(/> Old\./g)).toHaveLength(30);
  expect(text).toContain("and 970 more");
});

test("a silenced suggestion stays missing, the log says who silenced it, and twice is once", async () => {
  const { caseId, mia } = await aCaseThat(true);
  const { token } = await aSnitch({ caseId, name: "Old import", createdAt: later(-30) });

  await dismissSuggestion(caseId, token, "stale", by(mia));
  await dismissSuggestion(caseId, token, "stale", by(mia));
  await sendSuggestions(now);

  expect(await emailsOf(caseId)).toEqual([]);
  expect(await db.auditEvent.findMany({ where: { caseId } })).toMatchObject([
    { action: "snitch.changed", actorId: mia.id, facts: { silenced: { from: [], to: ["stale"] } } },
  ]);
});

test("a snitch of another case is not silenced", async () => {
  const { caseId, ada } = await aCaseThat(true);
  const other = await aSnitch();
  await expect(dismissSuggestion(caseId, other.token, "stale", by(ada))).rejects.toEqual(notFound("snitch"));
  expect((await db.snitch.findUniqueOrThrow({ where: { id: other.id } })).silenced).toEqual([]);
});
