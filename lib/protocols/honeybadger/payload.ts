import { parseSignal } from "@/lib/rules/runs/signal";
import { printedIn } from "../printed";
import type { ReportedSignal } from "../record-signal";

/** What a job says about its run: `check_in` in the body. */
type Payload = Record<string, unknown>;

const isObject = (value: unknown): value is Payload =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The payload in a JSON text, empty if the text has none; null if it is not a JSON object. */
export function payloadFrom(json: string): Payload | null {
  try {
    const value: unknown = JSON.parse(json);
    if (!isObject(value)) return null;
    return isObject(value.check_in) ? value.check_in : {};
  } catch {
    return null;
  }
}

/** A payload in our words. Members that cannot be used are left out. */
export async function parseCheckIn(payload: Payload): Promise<Omit<ReportedSignal, "token">> {
  const { duration, stdout, stderr } = payload;
  const facts = parseSignal(
    null,
    new Map(typeof duration === "number" ? [["d", String(duration / 1_000)]] : []),
  );
  const printed = Buffer.from(
    [stdout, stderr]
      .filter((part) => typeof part === "string")
      .join("\n")
      .trim(),
  );
  const output = await printedIn({ head: printed, tail: printed, bytes: printed.length });
  const isPlain = facts === null && output.output === undefined;
  return { ...facts, kind: isPlain ? null : "finish", exitStatus: chooseExitStatus(payload), ...output };
}

/** The status counts; without one, the exit code does. */
function chooseExitStatus({ status, exit_code: code }: Payload): string {
  const exitCode = typeof code === "number" || typeof code === "string" ? String(code) : "";
  if (status === "success") return "";
  if (status === undefined || status === null) return exitCode;
  return exitCode === "" || exitCode === "0" ? "error" : exitCode;
}
