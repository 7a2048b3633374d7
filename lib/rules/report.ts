/** What a job sent with its check-in. */
export type Report = { exitStatus: string; message: string };

export const NO_REPORT: Report = { exitStatus: "", message: "" };

/** How many bytes of a request body are read. The rest is discarded, and the check-in still counts. */
export const MAX_BODY_BYTES = 64 * 1024;

const MAX_MESSAGE_CHARACTERS = 10_000;
const MAX_EXIT_STATUS_CHARACTERS = 64;

/** Cuts a text, removes NUL and replaces unpaired surrogates: Postgres can store neither. */
export const truncate = (text: string, maxCharacters: number) =>
  text.slice(0, maxCharacters).replaceAll("\0", "").toWellFormed();

/** Reads the exit status and the message from the query, or from a form, JSON or plain-text body. */
export function parseReport(query: URLSearchParams, contentType: string, body: string): Report {
  const fields = fieldsOf(contentType, body);
  return {
    exitStatus: truncate((query.get("s") ?? fields.s ?? "").trim(), MAX_EXIT_STATUS_CHARACTERS),
    message: truncate(query.get("m") ?? fields.m ?? "", MAX_MESSAGE_CHARACTERS),
  };
}

/** An absent, empty or zero exit status is healthy. Anything else, numeric or not, is an error report. */
export const isHealthy = ({ exitStatus }: Report) => exitStatus === "" || exitStatus === "0";

function fieldsOf(contentType: string, body: string): { s?: string; m?: string } {
  const type = contentType.split(";")[0]?.trim().toLowerCase();
  if (type === "text/plain") return { m: body };
  if (type === "application/json" || type?.endsWith("+json")) return fromJson(body);
  if (type === "application/x-www-form-urlencoded") return fromForm(body);
  return {};
}

const fromForm = (body: string) => {
  const form = new URLSearchParams(body);
  return { s: form.get("s") ?? undefined, m: form.get("m") ?? undefined };
};

/** Any JSON is accepted, but only a string `m` is read. `status` is ignored, because Alertmanager sends its own. */
function fromJson(body: string): { s?: string; m?: string } {
  try {
    const value: unknown = JSON.parse(body);
    const m = typeof value === "object" && value !== null && "m" in value ? value.m : undefined;
    return typeof m === "string" ? { m } : {};
  } catch {
    return {};
  }
}
