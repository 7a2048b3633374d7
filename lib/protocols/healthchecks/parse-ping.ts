import type { CheckInRequest } from "@/lib/check-ins/handle";
import { MAX_MESSAGE_CHARACTERS } from "@/lib/rules/reports/parse-report";
import { compressOutput } from "@/lib/runs/outputs/compress";
import { parseUrlQuery } from "../query-of";
import type { ReportedSignal } from "../record-signal";
import { bodyText } from "./body-text";
import type { PingTarget } from "./ping-target";

/** The content of a ping, without its snitch. */
type ReportedPing = Omit<ReportedSignal, "token">;

/**
 * Reads the content of a valid ping. Its whole body is what the job printed, whatever its content type, and its end
 * is the message, which shows why it failed. Keywords can only change a ping that says nothing but that the job ran.
 */
export async function parsePing(
  request: CheckInRequest,
  { action, exitStatus }: Pick<PingTarget, "action" | "exitStatus">,
): Promise<ReportedPing> {
  const body = await request.body();
  const text = bodyText(body);
  const rid = parseUrlQuery(request.url).get("rid")?.toLowerCase() ?? null;
  const kind = action === "start" || action === "log" ? action : "finish";
  const output = kind === "finish" ? await compressOutput(body) : null;
  // It says nothing about a run, and costs as little as a check-in URL.
  const isPlain = action === "success" && rid === null && output === null;
  return {
    kind: isPlain ? null : kind,
    rid,
    exclusive: true,
    exitStatus: action === "fail" ? "fail" : exitStatus,
    message: text.slice(-MAX_MESSAGE_CHARACTERS),
    ...(output && { output }),
    ...(action === "success" && !isPlain && { filtered: { via: "http", body: text } }),
  };
}
