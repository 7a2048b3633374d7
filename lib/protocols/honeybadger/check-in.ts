import type { CheckInRequest } from "@/lib/check-ins/handle";
import type { Adapter } from "../adapter";
import { recordSignal } from "../record-signal";
import { json, METHODS, notAllowed, preflight, respond, type Texts } from "../respond";
import { parseCheckIn, payloadFrom } from "./payload";

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
  const json = await jsonIn(request);
  if (typeof json === "object") return json;
  const payload = payloadFrom(json);
  if (!payload) return NOT_JSON;
  const signal = { token, ...(await parseCheckIn(payload)) };
  return respond(await recordSignal(request, signal, at), at, TEXTS);
};

/** The body if it is labelled as JSON or looks like it. Of a cut one, the result may be missing, so it is refused. */
async function jsonIn(request: CheckInRequest) {
  const { head, tail, bytes } = await request.body();
  const longer = tail.length > head.length ? tail : head;
  const body = (longer.length === bytes ? longer : head).toString("utf8").trim();
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(request.contentType) || body.startsWith("{");
  if (body === "" || !isJson) return "{}";
  return bytes > longer.length ? TOO_LARGE : body;
}
