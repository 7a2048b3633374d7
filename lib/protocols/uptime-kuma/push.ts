import type { CheckInResult } from "@/lib/check-ins/check-in";
import type { TextResponse } from "@/lib/http/text-response";
import type { Adapter } from "../adapter";
import { queryOf } from "../query-of";
import { recordSignal } from "../record-signal";

const json = (status: number, body: object, headers = {}): TextResponse => ({
  status,
  headers: {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    "Access-Control-Allow-Origin": "*",
    ...headers,
  },
  body: JSON.stringify(body),
});

const refusal = (status: number, msg: string, headers = {}) => json(status, { ok: false, msg }, headers);

/** `/api/push/<token>`, in any method. `ping` is how long the job took, in milliseconds. */
export const push: Adapter = async (request, path, at) => {
  const token = path.split("/")[3] ?? "";
  const parameters = queryOf(request.url);
  const reportedMs = Number.parseFloat(parameters.get("ping") ?? "");
  const said = {
    token,
    kind: Number.isFinite(reportedMs) && reportedMs >= 0 ? ("finish" as const) : null,
    exitStatus: (parameters.get("status") ?? "up") === "up" ? "" : "down",
    message: parameters.get("msg") ?? "OK",
    ...(Number.isFinite(reportedMs) && reportedMs >= 0 && { reportedMs }),
  };
  return answer(await recordSignal(request, said, at));
};

function answer(result: CheckInResult): TextResponse {
  switch (result.kind) {
    case "recorded":
      return json(200, { ok: true });
    case "limited":
      return refusal(429, "Too many pushes: after the first 10 in an hour, one a minute is accepted.");
    case "unknown":
      return refusal(404, "Monitor not found or not active.");
    case "lost":
      return refusal(503, "The push could not be recorded. Try again in a few seconds.", {
        "Retry-After": "5",
      });
  }
}
