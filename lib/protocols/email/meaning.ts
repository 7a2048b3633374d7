import type { Filters } from "@/lib/rules/filters";
import { exitStatusOf } from "@/lib/rules/runs/signal";
import { signalOfKeywords } from "./keywords";
import type { EmailMessage } from "./read-message";

/** What an e-mail means for its snitch; `ignored` if it is no check-in. */
export type Meaning = "ignored" | { kind: "start" | "finish" | "log"; exitStatus: string };

const SUCCESS: Meaning = { kind: "finish", exitStatus: "" };

/**
 * What an e-mail means: what its address says, else what the keywords of the snitch's filters say, else a success. A reply, such as
 * “I am on holiday”, means nothing.
 */
export function meaningOf(
  message: EmailMessage,
  { signal, filters }: { signal: string | null; filters: Filters | null },
): Meaning {
  if (message.isReply) return "ignored";
  if (signal !== null) return ofSignal(signal);
  if (!filters || (!filters.inSubject && !filters.inBody)) return SUCCESS;
  const text = [filters.inSubject && message.subject, filters.inBody && message.text]
    .filter(Boolean)
    .join("\n");
  const found = signalOfKeywords(text, filters);
  return found === null ? "ignored" : ofSignal(found);
}

const ofSignal = (signal: string): Meaning => ({
  kind: signal === "start" || signal === "log" ? signal : "finish",
  exitStatus: exitStatusOf(signal, "") ?? "",
});

/** Whether what an e-mail means depends on its body. */
export const needsBody = ({ signal, filters }: { signal: string | null; filters: Filters | null }) =>
  signal === null && filters?.inBody === true;
