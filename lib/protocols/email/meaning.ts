import { type Filters, filter } from "@/lib/rules/filters";
import { exitStatusOf } from "@/lib/rules/runs/signal";
import type { EmailMessage } from "./read-message";

/** What an e-mail means for its snitch; `ignored` if it is no check-in. */
export type Meaning = "ignored" | { kind: "start" | "finish" | "log"; exitStatus: string };

/** As which method an e-mail is stored with its check-in. */
export const EMAIL_METHOD = "EMAIL";

/**
 * What an e-mail means: what its address says, else what the keywords of the snitch's filters say, else a success. A reply, such as
 * “I am on holiday”, means nothing.
 */
export function meaningOf(
  { isReply, subject, text }: EmailMessage,
  { signal, filters }: { signal: string | null; filters: Filters | null },
): Meaning {
  if (isReply) return "ignored";
  if (signal !== null) return ofSignal(signal);
  if (!filters) return ofSignal("success");
  const found = filter(filters, EMAIL_METHOD, { via: "mail", subject, body: text });
  return found === "ignored" ? "ignored" : ofSignal(SIGNALS[found]);
}

const SIGNALS = { unchanged: "success", success: "success", failure: "fail", start: "start" };

const ofSignal = (signal: string): Meaning => ({
  kind: signal === "start" || signal === "log" ? signal : "finish",
  exitStatus: exitStatusOf(signal, "") ?? "",
});

/** Whether what an e-mail means depends on its body. */
export const needsBody = ({ signal, filters }: { signal: string | null; filters: Filters | null }) =>
  signal === null && filters?.inBody === true;
