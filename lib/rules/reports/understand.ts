import { NOTHING_SAID } from "../runs/signal";
import type { CheckIn } from "./check-in";
import { type FilteredText, filter, MAIL_METHOD } from "./filters";
import { MAX_MESSAGE_CHARACTERS } from "./parse-report";
import { truncate } from "./report";
import type { CheckedInSnitch } from "./reported-snitch";

type Understanding = Pick<CheckedInSnitch, "filters" | "status" | "pauseUntil">;

/**
 * A check-in as its snitch understands it, by its filters: with another exit status or signal, or of the kind `ignored`. What a
 * person sends by hand stays as it is.
 */
export function understand(checkIn: CheckIn, { filters, status, pauseUntil }: Understanding): CheckIn {
  if (!filters || checkIn.method === "") return checkIn;
  if (filters.manualResume && status === "paused" && pauseUntil === "unpaused") return asIgnored(checkIn);
  const signal = checkIn.signal ?? NOTHING_SAID;
  switch (filter(filters, checkIn.method, findFilteredText(checkIn))) {
    case "unchanged":
      return checkIn;
    case "success":
      return withExitStatus(checkIn, "");
    case "failure":
      return withExitStatus(checkIn, "fail");
    case "start":
      return { ...checkIn, exitStatus: "", signal: { ...signal, kind: "start" } };
    case "ignored":
      return asIgnored(checkIn);
  }
}

/** Keywords also decide what one means that would be ignored without them, such as that of a resolved alert. */
const withExitStatus = ({ signal, ...checkIn }: CheckIn, exitStatus: string): CheckIn => ({
  ...checkIn,
  exitStatus,
  ...(signal && signal.kind !== "ignored" && { signal }),
});

/** A check-in that its snitch takes no notice of, because of its filters or because it is resumed by hand only. */
const asIgnored = (checkIn: CheckIn): CheckIn => ({
  ...checkIn,
  message: buildIgnoredMessage(checkIn),
  signal: { ...(checkIn.signal ?? NOTHING_SAID), kind: "ignored" },
});

/** An ignored report has no run to store its text, so its message has it. */
function buildIgnoredMessage({ message, filtered }: CheckIn): string {
  if (filtered?.via !== "mail" || !filtered.kept) return message;
  return truncate(`${message}\n${filtered.kept}`.trim(), MAX_MESSAGE_CHARACTERS);
}

/** The text in which keywords are looked for; null if the check-in says itself what it means. */
function findFilteredText({ filtered, method, signal, exitStatus, message }: CheckIn): FilteredText | null {
  if (filtered) return filtered;
  const saysWhatItMeans = signal?.isInPath || exitStatus !== "" || method === MAIL_METHOD;
  return saysWhatItMeans ? null : { via: "http", body: message };
}
