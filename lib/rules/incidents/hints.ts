import type { AlertCause } from "@/lib/rules/state/alert-cause";
import type { AlertKind } from "@/lib/rules/state/alert-draft";

/** What helps with an error. It matches by its exit status, by a text, or by both; the other is null. */
export type Hint = {
  exit_status: string | number | null;
  /** Text in the job’s output, matched literally, not as a pattern. */
  text: string | null;
  /** A sentence for people. */
  hint: string;
  /** A page to read on. */
  url: string | null;
};

/** What a job reported. */
export type ReportedError = { cause: AlertCause | null; exitStatus: string; message: string };

/** The first hint that matches; null if none does. What is only late or runs too long has reported no error. */
export function findHint(hints: Hint[], { cause, exitStatus, message }: ReportedError): Hint | null {
  if (cause === null || cause === "missed" || cause === "overran") return null;
  const matches = ({ exit_status: status, text }: Hint) =>
    (status !== null || text !== null) &&
    (status === null || String(status) === exitStatus) &&
    (text === null || message.includes(text));
  return hints.find(matches) ?? null;
}

type AlertReport = {
  kind: AlertKind | null;
  cause?: AlertCause | null;
  exitStatus: string;
  message: string;
};

/** The hint for an alert. Only one about an error has a hint: others may carry what an earlier report said. */
export const findAlertHint = (
  hints: Hint[] | null,
  { kind, cause, exitStatus, message }: AlertReport,
): Hint | null =>
  kind === "errored" ? findHint(hints ?? [], { cause: cause ?? "error", exitStatus, message }) : null;

/** A hint in a line: “137, “Killed”: out of memory (https://…)”. */
export function formatHint({ exit_status: status, text, hint, url }: Hint): string {
  const pattern = [status, text === null ? null : `“${text}”`].filter((part) => part !== null).join(", ");
  return `${pattern}: ${hint}${url === null ? "" : ` (${url})`}`;
}
