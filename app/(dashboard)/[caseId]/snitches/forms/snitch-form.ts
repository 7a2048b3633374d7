import { formatNotEmailed } from "@/components/snitches/not-emailed-text";
import type { TimeFormats } from "@/components/time-formats";
import { mustConfirm } from "@/lib/emails/recipients/register";
import { HOUR_MS, SECOND_MS } from "@/lib/rules/durations";
import { nameOfCommand, parseCrontabLine } from "@/lib/rules/schedule/crontab-line";
import { isMinutes } from "@/lib/rules/schedule/interval";
import type { NewSnitch } from "@/lib/snitches/input";
import { usableTerms } from "@/lib/snitches/schedule-input";
import { readField } from "./form-seconds";
import type { AttributeReaders } from "./read-form";
import { scheduleReaders } from "./schedule-form";

/**
 * How the attributes of a new snitch are read from its form. The command of a pasted line of a crontab gives it a name, if the form has
 * none.
 */
export function newSnitchReaders(form: FormData): AttributeReaders {
  const fields = Object.fromEntries(form);
  const command = parseCrontabLine(readField(fields.schedule))?.command ?? "";
  return { ...scheduleReaders(fields), name: () => readField(fields.name) || nameOfCommand(command) };
}

const HOUR_S = HOUR_MS / SECOND_MS;

/** The same snitch, which reminds people once an hour if its job runs more often. */
export const withFewerReminders = (input: NewSnitch): NewSnitch =>
  isMinutes(usableTerms(input, null).interval) ? { remind_every: HOUR_S, ...input } : input;

/** What a form says below its recipients, one sentence for each line: those who are not emailed, and what new ones must do. */
export function recipientNotes(
  notEmailed: ({ address: string } & Parameters<typeof formatNotEmailed>[0])[],
  date: TimeFormats["date"],
) {
  const notes = notEmailed.map((recipient) => `${recipient.address}: ${formatNotEmailed(recipient, date)}.`);
  if (mustConfirm()) notes.push("An address outside the case is asked to confirm first.");
  return notes;
}

/** Who gets the alerts of a snitch without recipients of its own. */
export const defaultRecipients = ({ alertEmail }: { alertEmail: string | null }) =>
  alertEmail ?? "everyone in the case";
