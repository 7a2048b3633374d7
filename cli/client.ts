import type { Settings } from "./config";
import { CliError, EXIT } from "./exit";
import { type HttpResponse, sendRequest, Unreachable } from "./http";

const TIMEOUT_MS = 30_000;

type ApiRequest = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  body?: unknown;
  timeoutMs?: number;
};

/** Calls the API, and returns the JSON of its response. Throws one line that says the way out. */
export async function callApi<Result>(settings: Settings, request: ApiRequest): Promise<Result> {
  const { method, path, body, timeoutMs = TIMEOUT_MS } = request;
  if (!settings.key)
    throw new CliError(
      `No key for ${settings.url} is set. Run \`tattle login ${settings.url}\`, or set TATTLE_KEY.`,
      EXIT.settings,
    );
  const response = await sendRequest({
    method,
    url: `${settings.url}${path}`,
    headers: {
      Accept: "application/json",
      Authorization: `Basic ${Buffer.from(`${settings.key}:`).toString("base64")}`,
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    timeoutMs,
  }).catch((thrown) => {
    if (!(thrown instanceof Unreachable)) throw thrown;
    throw new CliError(`${settings.url} cannot be reached: ${thrown.message}.`, EXIT.unreachable);
  });
  if (response.status < 200 || response.status > 299) throw refusal(settings, response);
  return parseJson(settings, response) as Result;
}

/** A response that is no success, with its status. */
export class ApiRefusal extends CliError {
  readonly httpStatus: number;
  constructor(message: string, httpStatus: number) {
    super(message, httpStatus === 401 || httpStatus === 403 ? EXIT.settings : EXIT.failed);
    this.httpStatus = httpStatus;
  }
}

type ErrorBody = { error?: string; validations?: { attribute: string; message: string }[] };

function refusal({ url }: Settings, { status, body }: HttpResponse): ApiRefusal {
  let said: ErrorBody = {};
  try {
    said = JSON.parse(body);
  } catch {
    // Not from Tattle, but from a proxy before it.
  }
  const reasons = said.validations?.map(({ attribute, message }) => `${attribute} ${message}`) ?? [];
  const reason = reasons.join("; ") || said.error;
  const text = reason ? reason.replace(/\.?$/, ".") : `${url} answered ${status}.`;
  return new ApiRefusal(status === 401 ? `${text} Set another with \`tattle login ${url}\`.` : text, status);
}

function parseJson({ url }: Settings, { body }: HttpResponse): unknown {
  if (body === "") return null;
  try {
    return JSON.parse(body);
  } catch {
    throw new CliError(`${url} did not answer with JSON: is it the address of Tattle's pages?`);
  }
}
