import type { Actor } from "@/lib/audit/record";
import { WHOLE_CASE } from "@/lib/cases/key-scope";
import { includesSchedule } from "@/lib/cases/plan";
import { db } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/refusal";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { type CaseTerms, createSnitch } from "./create";
import { newSnitch } from "./input";

const NAME = "Example job";

const NOTES =
  "This is not a real job: check in for it yourself, or let it go missing. Remove it when you have seen enough.";

/** Whether a snitch is the example of its case, as it was added. Anyone who renames it uses it for something. */
export const isExampleJob = ({ isExample, name }: { isExample: boolean; name: string }): boolean =>
  isExample && name === NAME;

/**
 * Adds the example job to a case, unless it has one, and returns its token. It is due as often as the plan allows, and only this
 * address is emailed about it. The case’s channels get its alerts with the lowest severity, and there are no reminders.
 */
export async function addExample(theCase: CaseTerms, address: string, by: Actor): Promise<string> {
  const caseId = theCase.id;
  const existing = await db.snitch.findFirst({ where: { caseId, isExample: true, name: NAME } });
  if (existing) return existing.token;
  const input = newSnitch.parse({
    name: NAME,
    notes: NOTES,
    interval: includesSchedule(theCase.plan, calendarTerms("1_minute")) ? "1_minute" : "hourly",
    tags: ["example"],
    alert_email: [address],
    severity: "info",
    remind_every: "never",
  });
  return (await createSnitch(theCase, input, by, WHOLE_CASE, { isExample: true })).token;
}

/** Refuses any snitch but the example job of a case. */
export async function refuseUnlessExample(caseId: string, token: string): Promise<void> {
  const snitch = await db.snitch.findFirst({ where: { caseId, token } });
  if (!snitch || !isExampleJob(snitch)) throw notFound("snitch");
}
