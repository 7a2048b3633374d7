import { parseSignal } from "@/lib/rules/runs/signal";
import { parseUrlQuery } from "../query-of";
import { recordSignal } from "../record-signal";
import { type Adapter, json, preflight, respond, type Texts } from "../respond";

const refuse: Texts["refuse"] = (status, msg, headers) => json(status, { ok: false, msg }, headers);

const TEXTS: Texts = {
  recorded: json(200, { ok: true }),
  unknown: refuse(404, "Monitor not found or not active."),
  refuse,
};

const ALL_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/** `/api/push/<token>`, in any method. `ping` is how long the job took, in milliseconds. */
export const push: Adapter = async (request, path, at) => {
  if (request.method === "OPTIONS") return preflight(ALL_METHODS);
  const query = parseUrlQuery(request.url);
  const facts = parseSignal(null, durationIn(query));
  const signal = {
    token: path.split("/")[3] ?? "",
    ...facts,
    kind: facts === null ? null : ("finish" as const),
    // There, anything but “up” is a failure, and an empty parameter counts as absent.
    exitStatus: (query.get("status") || "up") === "up" ? "" : "down",
    message: query.get("msg") || "OK",
  };
  return respond(await recordSignal(request, signal, at), at, TEXTS);
};

/** Anything that is not a duration is left out, and the push still counts. */
function durationIn(query: URLSearchParams): Map<string, string> {
  const milliseconds = Number.parseFloat(query.get("ping") ?? "");
  return new Map(Number.isNaN(milliseconds) ? [] : [["d", String(milliseconds / 1_000)]]);
}
