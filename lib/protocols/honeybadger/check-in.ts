import type { CheckInRequest } from "@/lib/check-ins/handle";
import { parseSignal } from "@/lib/rules/runs/signal";
import { printedIn } from "../printed";
import { type ReportedSignal, recordSignal } from "../record-signal";
import { type Adapter, json, METHODS, notAllowed, preflight, respond, type Texts } from "../respond";

const refuse: Texts["refuse"] = (status, error, headers) => json(status, { error }, headers);

const TEXTS: Texts = {
  // Its client for JavaScript takes nothing but 201.
  recorded: { ...json(201, {}), body: "" },
  unknown: refuse(404, "No snitch has this id. Copy the check-in URL again from the snitch’s page."),
  refuse,
};

const TOO_LARGE = refuse(413, "The payload is too large. Send less than 64 kB, with the end of the output.");
const NOT_JSON = refuse(400, "The payload is not JSON. Send an object “check_in”, or no body.");

/** `/v1/check_in/<id>`, with a result in the body or without. */
export const checkIn: Adapter = async (request, path, at) => {
  if (request.method === "OPTIONS") return preflight();
  if (!METHODS.includes(request.method)) return notAllowed(TEXTS);
  const token = path.split("/")[3] ?? "";
  const body = await readJson(request);
  if (typeof body === "object") return body;
  const payload = payloadFrom(body);
  if (!payload) return NOT_JSON;
  const signal = { token, ...(await parseCheckIn(payload)) };
  return respond(await recordSignal(request, signal, at), at, TEXTS);
};

/** The body if it is labelled as JSON or looks like it. Of a cut one, the result may be missing, so it is refused. */
async function readJson(request: CheckInRequest) {
  const { head, tail, bytes } = await request.body();
  const longer = tail.length > head.length ? tail : head;
  const body = (longer.length === bytes ? longer : head).toString("utf8").trim();
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(request.contentType) || body.startsWith("{");
  if (body === "" || !isJson) return "{}";
  return bytes > longer.length ? TOO_LARGE : body;
}

/** What a job says about its run: `check_in` in the body. */
type Payload = Record<string, unknown>;

const isObject = (value: unknown): value is Payload =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The payload in a JSON text, empty if the text has none; null if it is not a JSON object. */
function payloadFrom(text: string): Payload | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return null;
    return isObject(value.check_in) ? value.check_in : {};
  } catch {
    return null;
  }
}

/** A payload in our words. Members that cannot be used are left out. */
async function parseCheckIn(payload: Payload): Promise<Omit<ReportedSignal, "token">> {
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
