import { findToken } from "../find-token";
import { recordSignal } from "../record-signal";
import { type Adapter, METHODS, notAllowed, preflight, respond, type Texts, text } from "../respond";

const refuse: Texts["refuse"] = (status, sentence, headers) => text(status, `${sentence}\n`, headers);

const TEXTS: Texts = {
  recorded: text(200, "OK\n"),
  unknown: refuse(404, "No snitch has this UUID. Copy the ping URL again from the snitch’s page."),
  refuse,
};

/** `/heartbeats/ping/<uuid>`. It says only that the job ran. */
export const ping: Adapter = async (request, path, at) => {
  if (request.method === "OPTIONS") return preflight();
  if (!METHODS.includes(request.method)) return notAllowed(TEXTS);
  const token = await findToken(path.split("/")[3] ?? "");
  return respond(await recordSignal(request, { token, kind: null }, at), at, TEXTS);
};
