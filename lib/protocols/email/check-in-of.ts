import type { CheckIn, CompressedOutput } from "@/lib/rules/reports/check-in";
import { MAIL_METHOD } from "@/lib/rules/reports/filters";
import { MAX_MESSAGE_CHARACTERS } from "@/lib/rules/reports/parse-report";
import { truncate } from "@/lib/rules/reports/report";
import { NO_FACTS } from "@/lib/rules/runs/run";
import { parseExitStatus, type Signal } from "@/lib/rules/runs/signal";
import type { Recipient } from "./find-recipient";
import type { EmailMessage } from "./read-message";

type Meant = Pick<CheckIn, "exitStatus" | "message" | "method" | "signal" | "output" | "filtered">;

/**
 * An email's check-in: what its address says, else a success in which the snitch's filters look for keywords. A
 * reply, such as “I am on holiday”, is recorded as ignored.
 */
export function toCheckIn(
  message: EmailMessage,
  recipient: Recipient,
  output: CompressedOutput | null,
): Meant {
  const { subject, text, searched, isReply } = message;
  if (isReply)
    return meant(`Automatic reply: ${subject}\n${text}`.trim(), { signal: buildSignal("ignored") });
  const { signal } = recipient;
  if (signal === "log") return meant(`${subject}\n${text}`.trim(), { signal: buildSignal("log") });
  if (signal === "start") return meant(subject, { signal: buildSignal("start") });
  // Without a text or a signal in the address, a run would have nothing to store.
  const isPlain = signal === null && !output;
  return meant(subject, {
    ...(!isPlain && { signal: buildSignal("finish") }),
    ...(output && { output }),
    ...(signal !== null && { exitStatus: parseExitStatus(signal, "") ?? "" }),
    ...(mayFilter(recipient) && {
      filtered: {
        via: "mail",
        subject,
        body: mayNeedBody(recipient) ? searched : "",
        kept: truncate(text, MAX_MESSAGE_CHARACTERS),
      },
    }),
  });
}

const meant = (message: string, more: Partial<Meant>): Meant => ({
  exitStatus: "",
  message: truncate(message, MAX_MESSAGE_CHARACTERS),
  method: MAIL_METHOD,
  ...more,
});

const buildSignal = (kind: Signal["kind"]): Signal => ({ ...NO_FACTS, kind, rid: null, isInPath: true });

/** Whether keywords may decide what an email means. */
const mayFilter = ({ signal, filters }: Recipient) =>
  signal === null && (filters === "unknown" || filters?.inSubject === true || filters?.inBody === true);

/** Whether the meaning of an email may depend on its text. */
export const mayNeedBody = ({ signal, filters }: Recipient) =>
  signal === null && (filters === "unknown" || filters?.inBody === true);
