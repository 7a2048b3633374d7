import type { Report } from "./alert-draft";

/** How much of a request's body is read, in bytes; the rest is cut, never refused. */
export const MOST_BODY_BYTES = 64 * 1024;

const MOST_MESSAGE = 10_000;
const MOST_EXIT_STATUS = 64;

/** The beginning of a text that Postgres can keep: whole characters, and none that are NUL. */
export const kept = (text: string, most: number) => text.slice(0, most).replaceAll("\0", "").toWellFormed();

/** What a job says: its exit status and message, from the query, a form, a JSON object or plain text. */
export function parseReport(query: URLSearchParams, contentType: string, body: string): Report {
  const said = bodyOf(contentType, body);
  return {
    exitStatus: kept((query.get("s") ?? said.s ?? "").trim(), MOST_EXIT_STATUS),
    message: kept(query.get("m") ?? said.m ?? "", MOST_MESSAGE),
  };
}

/** An exit status that is absent, empty or zero is healthy; anything else, numeric or not, is an error report. */
export const isHealthy = ({ exitStatus }: Report) => exitStatus === "" || exitStatus === "0";

function bodyOf(contentType: string, body: string): { s?: string; m?: string } {
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

/** Any JSON is accepted; of it only a text `m` says something. Its `status` is not ours (Alertmanager sends one). */
function fromJson(body: string): { s?: string; m?: string } {
  try {
    const value: unknown = JSON.parse(body);
    const m = typeof value === "object" && value !== null && "m" in value ? value.m : undefined;
    return typeof m === "string" ? { m } : {};
  } catch {
    return {};
  }
}
