import { printedIn } from "../printed";
import { recordSignal } from "../record-signal";
import { type Adapter, METHODS, notAllowed, preflight, respond, type Texts, text } from "../respond";

const refuse: Texts["refuse"] = (status, sentence, headers) => text(status, `${sentence}\n`, headers);

const TEXTS: Texts = {
  recorded: text(200, "OK\n"),
  unknown: refuse(404, "No snitch has this token. Copy the heartbeat URL again from the snitch’s page."),
  refuse,
};

const NO_RESULT = refuse(404, "After the token comes nothing, /fail, or the exit code of the job.");

/** What follows the token. The exit codes of Windows are larger than 255, and some are negative. */
const RESULT = /^(?:fail|-?\d{1,10})?$/;

/** `/api/v1/heartbeat/<token>[/fail|/<exit code>]`. The body is what the job printed. */
export const heartbeat: Adapter = async (request, path, at) => {
  if (request.method === "OPTIONS") return preflight();
  if (!METHODS.includes(request.method)) return notAllowed(TEXTS);
  const [, , , , token = "", result = ""] = path.split("/");
  if (!RESULT.test(result)) return NO_RESULT;
  const printed = await printedIn(await request.body());
  const signal = {
    token,
    kind: printed.output ? ("finish" as const) : null,
    exitStatus: result === "fail" ? result : parseExitStatus(result),
    ...printed,
  };
  return respond(await recordSignal(request, signal, at), at, TEXTS);
};

/** “007” is 7, and every zero is healthy. */
const parseExitStatus = (code: string) => (code === "" ? "" : String(Number(code) + 0));
