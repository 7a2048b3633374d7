import type { Settings } from "./config";
import { CliError, EXIT } from "./exit";
import { type HttpRequest, type HttpResponse, sendRequest, Unreachable } from "./http";
import { type Is, isList, isObject, isOptional, isText, parseResponse } from "./parse-response";
import { VERSION } from "./version";

const TIMEOUT_MS = 30_000;
/** Longer reasons are cut. */
const MAX_REASON = 300;

type ApiRequest<Result> = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  body?: unknown;
  /** A body that is sent as it is, in place of JSON. */
  text?: { type: string; content: string };
  accept?: string;
  timeoutMs?: number;
  maxBytes?: number;
  save?: HttpRequest["save"];
  /** Whether a response is what was asked for. */
  is: Is<Result>;
};

/** Calls the API, and returns the JSON of its response. Throws one line that says the way out. */
export async function callApi<Result>(settings: Settings, request: ApiRequest<Result>): Promise<Result> {
  const text = await callApiForText(settings, request);
  const response = text === "" ? null : parseResponse(text);
  if (request.is(response)) return response;
  const { url } = settings;
  throw new CliError(
    response === undefined
      ? `${url} did not respond with JSON. Is it the URL of a Tattle server?`
      : `${url} sent a response that tattle ${VERSION} does not understand. Is it the URL of a Tattle server?`,
  );
}

/** The same for a response in another format, which is returned as it is. */
export const callApiForText = async (settings: Settings, request: ApiRequest<unknown>): Promise<string> =>
  (await callApiForResponse(settings, request)).body;

/** The same with the headers of the response. */
export async function callApiForResponse(
  settings: Settings,
  request: Omit<ApiRequest<unknown>, "is">,
): Promise<HttpResponse> {
  const { method, path, body, accept = "application/json", timeoutMs = TIMEOUT_MS, maxBytes, save } = request;
  const { text = body === undefined ? null : { type: "application/json", content: JSON.stringify(body) } } =
    request;
  if (!settings.key)
    throw new CliError(
      `No key for ${settings.url} is set. Run \`tattle login ${settings.url}\`, or set TATTLE_KEY.`,
      EXIT.settings,
    );
  const response = await sendRequest({
    method,
    url: `${settings.url}${path}`,
    headers: {
      Accept: accept,
      Authorization: `Basic ${Buffer.from(`${settings.key}:`).toString("base64")}`,
      ...(text && { "Content-Type": text.type }),
    },
    ...(text && { body: text.content }),
    timeoutMs,
    ...(maxBytes !== undefined && { maxBytes }),
    ...(save && { save }),
  }).catch((thrown) => {
    if (!(thrown instanceof Unreachable)) throw thrown;
    throw new CliError(`${settings.url} cannot be reached: ${thrown.message}.`, EXIT.unreachable);
  });
  if (response.status < 200 || response.status > 299) throw refusal(settings, response);
  return response;
}

/** A response that is not a success, with its status. */
export class ApiRefusal extends CliError {
  readonly httpStatus: number;
  constructor(message: string, httpStatus: number) {
    super(message, httpStatus === 401 || httpStatus === 403 ? EXIT.settings : EXIT.failed);
    this.httpStatus = httpStatus;
  }
}

/** Why the API refuses something. */
export type Reason = { error: string; validations?: { attribute: string; message: string }[] | null };

export const isReason: Is<Reason> = isObject({
  error: isText,
  validations: isOptional(isList(isObject({ attribute: isText, message: isText }))),
});

export function describeReason({ error, validations }: Reason): string {
  const reasons = validations?.map(({ attribute, message }) => `${attribute} ${message}`) ?? [];
  return (reasons.join("; ") || error).slice(0, MAX_REASON);
}

function refusal({ url }: Settings, { status, body }: HttpResponse): ApiRefusal {
  // A response that isn't Tattle's comes from a proxy in front of it.
  const response = parseResponse(body);
  const reason = isReason(response) ? describeReason(response) : "";
  const text = reason ? reason.replace(/\.?$/, ".") : `${url} responded with ${status}.`;
  return new ApiRefusal(status === 401 ? `${text} Set another with \`tattle login ${url}\`.` : text, status);
}
