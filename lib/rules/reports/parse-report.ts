import { NOTHING_SAID, parseExitStatus, parseSignal, type Signal } from "@/lib/rules/runs/signal";
import { AGE_PARAMETER } from "./age";
import { MAX_BODY_BYTES, NO_REPORT, normalizeExitStatus, type Report, truncate } from "./report";
import { parseBody, pickFirstValues } from "./report-body";

export const MAX_MESSAGE_CHARACTERS = 10_000;

/** A request to a check-in URL. */
type ReceivedReport = {
  query: string;
  /** The signal in the path, such as `start`; null if there is none. */
  pathSignal: string | null;
  contentType: string;
  /** The beginning of the body, and its end if it is longer. */
  head: string;
  end?: string;
};

/**
 * `signal` is null for a plain check-in. `isOutput`: the body has no parameters, so it is what the job printed. `age`: how long ago
 * it happened, as it was sent; absent if it was not.
 */
export type ParsedReport = Report & { signal: Signal | null; isOutput: boolean; age?: string };

/** The message of the notification that an alert is resolved. */
const RESOLVED_ALERT = "Alert resolved";

const PLAIN: ParsedReport = { ...NO_REPORT, signal: null, isOutput: false };

/** Among several lines, which are output, the end is kept; of one line, the beginning. */
export const cutMessage = (text: string) =>
  truncate(
    text.trimEnd().includes("\n") ? text.slice(-MAX_MESSAGE_CHARACTERS) : text,
    MAX_MESSAGE_CHARACTERS,
  );

/**
 * Reads a report and what it says about a run from the path, the query and the body, in this order of precedence. For a text
 * without parameters, which is output, the end becomes the message: there stands why a job failed.
 */
export function parseReport(received: ReceivedReport): ParsedReport {
  const { query, pathSignal, contentType, head, end = head } = received;
  if (query === "" && pathSignal === null && head === "") return PLAIN;
  const body = parseBody(contentType, head, MAX_BODY_BYTES, pathSignal !== null);
  const parameters = pickFirstValues([...new URLSearchParams(query), ...body.parameters]);
  const signal = parseSignal(pathSignal, parameters);
  const exitStatus = normalizeExitStatus(parameters.get("s") ?? "");
  // A snitch watches that an alert keeps firing. What the address says on its own takes precedence.
  const isIgnored = body.isResolvedAlert && pathSignal === null && exitStatus === "";
  const text = isIgnored ? RESOLVED_ALERT : body.text && end.slice(-MAX_MESSAGE_CHARACTERS);
  const age = parameters.get(AGE_PARAMETER);
  return {
    exitStatus: parseExitStatus(pathSignal, exitStatus) ?? exitStatus,
    message: cutMessage(parameters.get("m") ?? text),
    signal: isIgnored ? { ...(signal ?? NOTHING_SAID), kind: "ignored" } : signal,
    isOutput: head !== "" && body.parameters.size === 0,
    ...(age !== undefined && { age }),
  };
}
